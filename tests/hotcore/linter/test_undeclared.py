"""The quick fix that declares a parameter which is read and not declared."""

import pytest

import hotcore
from hotcore.edits import perform
from hotcore.linter import apply_fixes, combined_diagnostics
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
SERVER = """\
resources:
  server:
    type: OS::Nova::Server
    properties:
      image: debian   # here
      flavor: {get_param: flavour}
"""


def found(text, files=None):
    """The diagnostics of unknown parameters."""
    document = hotcore.load(text, files)
    return [each for each in combined_diagnostics(document, document.diagnostics) if each.code == "unknown-parameter"]


def declared(properties, kind):
    """The declaration of `p` that is offered where the properties read it, without its description."""
    resources = f"resources:\n  it: {{type: {kind}, properties: {properties}}}\n"
    first, *others = [each.fix.arguments["body"] for each in found(HEAD + resources)]
    assert all(body == first for body in others)
    return {key: value for key, value in first.items() if key != "description"}


def test_the_parameter_is_declared_as_its_place_needs_it():
    (each,) = found(HEAD + SERVER)
    assert each.fix.title == "Declare the parameter `flavour`"
    assert not each.fix.is_safe
    after = perform(HEAD + SERVER, each.fix.gesture, each.fix.arguments).after
    assert after == (
        f"{HEAD}parameters:\n  flavour:\n    type: string\n"
        "    description: 'Size of the server (processors, memory, disk) by name or ID, for example m1.small.'\n"
        f"    constraints:\n      - custom_constraint: nova.flavor\n{SERVER}"
    )
    assert hotcore.load(after).ok


def test_a_declaration_goes_to_the_end_of_the_section_and_nothing_else_changes():
    text = f"{HEAD}description: x\n\nparameters:\n  a: {{type: string}}   # kept\n\n# own\n{SERVER}"
    (each,) = found(text)
    after = perform(text, each.fix.gesture, each.fix.arguments).after
    declaration = after[after.index("  flavour:\n") : after.index("\n# own")]
    assert after.replace(declaration, "") == text
    assert after.index("kept") < after.index("flavour:\n") < after.index("resources:")


@pytest.mark.parametrize(
    ("properties", "kind", "body"),
    [
        ("{size: {get_param: p}}", "OS::Cinder::Volume", {"type": "number", "constraints": [{"range": {"min": 1}}]}),
        ("{read_only: {get_param: p}}", "OS::Cinder::Volume", {"type": "boolean"}),
        ("{metadata: {get_param: p}}", "OS::Cinder::Volume", {"type": "json"}),
        ("{tags: {get_param: p}}", "OS::Nova::Server", {"type": "comma_delimited_list"}),
        ("{networks: {get_param: p}}", "OS::Nova::Server", {"type": "json"}),
        ("{networks: [{network: {get_param: p}}]}", "OS::Nova::Server",
         {"type": "string", "constraints": [{"custom_constraint": "neutron.network"}]}),
        ("{image: {if: [{equals: [1, 1]}, {get_param: p}, b]}}", "OS::Nova::Server",
         {"type": "string", "constraints": [{"custom_constraint": "glance.image"}]}),
        ("{image: {get_param: [p, image]}}", "OS::Nova::Server", {"type": "json"}),
        ("{user_data: {list_join: [',', {get_param: p}]}}", "OS::Nova::Server", {"type": "comma_delimited_list"}),
        ("{user_data: {str_replace: {template: x, params: {x: {get_param: p}}}}}", "OS::Nova::Server",
         {"type": "string"}),
        ("{x: {get_param: p}}", "OS::No::Such", {"type": "string"}),
        ("{size: {get_param: p}, name: {get_param: p}}", "OS::Cinder::Volume", {"type": "string"}),
    ],
)  # fmt: skip
def test_the_type_is_that_of_the_place_where_it_is_certain(properties, kind, body):
    assert declared(properties, kind) == body


def test_a_condition_reads_a_boolean():
    (each,) = found(f"{HEAD}conditions: {{c: {{get_param: p}}}}\n")
    assert each.fix.arguments["body"] == {"type": "boolean"}


@pytest.mark.parametrize(
    "text",
    [
        "resources: {r: {type: OS::Heat::None}}\noutputs: {o: {value: {get_param: r}}}\n",
        "parameters: {a: {type: json}}\noutputs: {o: {value: {get_param: a.b}}}\n",
        "outputs: {o: {value: {get_param: ''}}}\n",
        "parameters: {a: {type: string, default: x}}\noutputs: {o: {value: {get_param: {get_param: a}}}}\n",
    ],
)
def test_what_is_no_name_for_a_parameter_is_not_declared(text):
    assert [each.fix for each in found(HEAD + text) if each.fix] == []


def test_an_unknown_parameter_in_another_file_is_not_declared_here():
    text = HEAD + "resources: {n: {type: n.yaml}}\n"
    (each,) = found(text, {"n.yaml": HEAD + "outputs: {o: {value: {get_param: p}}}\n"})
    assert (each.file, each.fix) == ("n.yaml", None)


def test_it_is_a_choice_that_no_command_makes_unasked():
    assert apply_fixes(HEAD + SERVER).text == HEAD + SERVER


def test_constraints_of_all_places_are_kept_once():
    text = (
        f"{HEAD}resources:\n  a: {{type: OS::Nova::Server, properties: {{image: {{get_param: p}}}}}}\n"
        "  b: {type: OS::Nova::Server, properties: {image: {get_param: p}, flavor: {get_param: p}}}\n"
    )
    bodies = [each.fix.arguments["body"] for each in found(text)]
    constraints = [{"custom_constraint": "glance.image"}, {"custom_constraint": "nova.flavor"}]
    assert bodies == [{"type": "string", "constraints": constraints}] * 3


def test_many_unknown_parameters_take_little_time():
    reads = "".join(f"  o{number}: {{value: [{{get_param: p{number}}}]}}\n" for number in range(3000))
    document = hotcore.load(f"{HEAD}outputs:\n{reads}")
    with within(1):
        combined_diagnostics(document, document.diagnostics)
