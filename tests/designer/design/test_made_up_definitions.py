"""Functions, constraints and parameter types that are added by one definition have forms in the inspector."""

import pytest

import hotcore
from designer.design.inspector.parameter import inspect_parameter
from designer.design.inspector.resource import inspect_resource
from hotcore.assist import PresentValues
from hotcore.catalogue import shipped_catalogue
from tests.hotcore.constraints import test_made_up_constraint, test_made_up_parameter_type
from tests.hotcore.functions import test_made_up_function
from tests.hotcore.functions.made_up import made_up_functions


def test_a_function_shows_its_arguments():
    with made_up_functions():
        document = hotcore.load(test_made_up_function.TEXT)
        values = PresentValues(document, {})
        found = inspect_resource(document.template, "one", shipped_catalogue(), values=values)
    (form,) = [form for form in found.properties if form.path == tuple(test_made_up_function.PATH)]
    assert (form.expression, form.present.text) == ("text_pad", '"  ab"')
    assert [(part.spot.label, part.expression, part.kind) for part in form.parts] == [
        ("text", "get_param", "string"),
        ("width", "", "integer"),
    ]
    assert form.keys == ("side",)


@pytest.mark.usefixtures("near_to")
def test_a_constraint_is_shown_and_offered():
    template = hotcore.load(test_made_up_constraint.TEXT).template
    parameter = inspect_parameter(template, "size")
    (one,) = parameter.constraints
    assert (one.kind, one.rule) == ("near_to", "10, give or take 2")
    assert [(option.label, text) for option, text in one.fields] == [("close to", "10"), ("give or take", "2")]
    assert "near_to" in parameter.kinds
    assert "near_to" not in inspect_parameter(template, "name").kinds


@pytest.mark.usefixtures("percentage", "near_to")
def test_a_parameter_type_is_shown_with_the_constraints_that_are_for_it():
    text = test_made_up_parameter_type.TEXT
    parameter = inspect_parameter(hotcore.load(text).template, "share")
    assert (parameter.type, parameter.fields["default"].text) == ("percentage", "50%")
    assert parameter.kinds == ("near_to",)
