"""A value as a tree of form parts: each function of each version has a form that writes back what it reads."""

from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hotcore
from designer.design.inspector.condition_output import inspect_outcome
from designer.design.inspector.resource import inspect_resource
from designer.design.inspector.typed_values import read_value
from designer.design.inspector.value_form import ViewState
from hotcore.assist import PresentValues, start_of
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import CannotEdit, Draft, parameter_for, perform
from hotcore.edits.values import put
from hotcore.edits.wrapping import set_expression
from hotcore.function_registry import CONDITIONS, Function, function_names, functions_of
from hotcore.versions import VERSIONS
from tests.hotcore.corpus import corpus_texts, needs_corpus

VALUE = ("resources", "one", "properties", "value")
PLAIN = """\
resources:
  one:
    type: OS::Heat::Value
    properties:
      value: hello   # kept
"""


def inspect(text, name="one", **more):
    document = hotcore.load(text)
    assert document.template, document.diagnostics
    return inspect_resource(document.template, name, shipped_catalogue(), found=document.diagnostics, **more)


def value_form(text, **more):
    return next(one for one in inspect(text, **more).properties if one.path == VALUE)


def parts(form):
    yield form
    for part in form.parts:
        yield from parts(part)


CALLS = [(version.date, name) for version in VERSIONS for name in function_names(version)]
TESTS = [(version.date, name) for version in VERSIONS if version.date >= "2016-10-14"
         for name in function_names(version, CONDITIONS)]  # fmt: skip


@pytest.mark.parametrize(("version", "name"), CALLS)
def test_a_function_wraps_a_value_has_a_form_for_each_argument_and_is_removed_again(version, name):
    text = f"heat_template_version: {version}\n{PLAIN}"
    draft = Draft(text)
    set_expression(draft, VALUE, name)
    wrapped, form = draft.text, value_form(draft.text)
    assert form.expression == name
    assert_every_argument_can_be_given(form, version, name)
    names_only = name.startswith("get_") or name in ("resource_facade", "Ref", "Fn::ResourceFacade", "Fn::GetAZs")
    assert form.is_structured or names_only
    set_expression(draft, VALUE, "")
    assert draft.text == (text.replace("hello", "''") if names_only else text)
    assert_each_argument_writes_back_what_it_reads(Draft(wrapped))


def assert_each_argument_writes_back_what_it_reads(draft):
    for part in list(parts(value_form(draft.text))):
        if part.is_structured or not part.is_set:
            continue
        before = draft.text
        put(draft, part.into, "something else")
        found = next(one for one in parts(value_form(draft.text)) if one.path == part.path)
        assert (found.expression, found.text) == (part.expression, "something else")
        put(draft, part.into, Draft(before).plain(part.into))
        assert draft.plain() == Draft(before).plain()


def assert_every_argument_can_be_given(form, version, name):
    found = functions_of(next(one for one in VERSIONS if one.date == version))[name]
    assert isinstance(found, Function)
    offered = {part.spot.label for part in form.parts} | set(form.keys)
    if form.is_structured and found.signature.form.name != "SINGLE":
        assert {one.name for one in found.signature.arguments} <= offered
    assert bool(found.signature.variadic) == (form.grows == "item") or name in ("map_merge", *found.name.split())


@pytest.mark.parametrize(("version", "name"), TESTS)
def test_a_condition_can_use_each_function(version, name):
    text = f"heat_template_version: {version}\nparameters:\n  p: {{type: boolean}}\nconditions:\n  c: true\n"
    draft = Draft(text)
    set_expression(draft, ("conditions", "c"), name)
    document = hotcore.load(draft.text)
    outcome = inspect_outcome(document.template, "conditions", "c", shipped_catalogue(), found=document.diagnostics)
    assert outcome.forms[0].expression == name
    assert all(part.spot.context == CONDITIONS for part in parts(outcome.forms[0]))


def test_a_function_chosen_in_place_of_another_leaves_nothing_of_it():
    draft = Draft(f"heat_template_version: 2021-04-16\n{PLAIN}")
    for name in ("str_replace", "list_join", "if", "str_split"):
        set_expression(draft, VALUE, name)
    assert draft.plain(VALUE) == {"str_split": [",", "hello"]}
    put(draft, (*VALUE, "str_split", 0), ";")
    set_expression(draft, VALUE, "if")
    assert draft.plain(VALUE) == {"if": [True, {"str_split": [";", "hello"]}]}


def test_functions_with_the_same_arguments_keep_them_all():
    text = f"heat_template_version: 2021-04-16\n{PLAIN}".replace(
        "hello   # kept", "{str_replace: {params: {A: b}, template: A}}  # why"
    )
    draft = Draft(text)
    set_expression(draft, VALUE, "str_replace_strict")
    assert draft.text == text.replace("str_replace", "str_replace_strict")


@pytest.mark.parametrize(
    ("old", "expression", "new"),
    [
        ("hello", "list", ["hello"]),
        ("[a, b]", "", "a"),
        ("[a, b]", "map", {}),
        ("{list_join: ['-', [a, b]]}", "list", ["a", "b"]),
        ("{get_param: x}", "list", [{"get_param": "x"}]),
        ("{list_join: ['-', [a, b]]}", "", "a"),
        ("{yaql: {expression: $.data.x, data: {x: 1}}}", "map", {"x": 1}),
    ],
)
def test_values_become_literals_with_what_can_be_kept(old, expression, new):
    draft = Draft(f"heat_template_version: 2021-04-16\n{PLAIN}".replace("hello", old))
    set_expression(draft, VALUE, expression)
    assert draft.plain(VALUE) == new


@pytest.mark.parametrize(
    ("version", "old", "function", "argument"),
    [
        ("2021-04-16", "{get_attr: [s, name]}", "str_replace",
         {"template": "$value", "params": {"$value": {"get_attr": ["s", "name"]}}}),
        ("2021-04-16", "{get_param: p}", "str_replace_vstrict",
         {"template": "$value", "params": {"$value": {"get_param": "p"}}}),
        ("2013-05-23", "{get_param: p}", "Fn::Replace", [{"$value": {"get_param": "p"}}, "$value"]),
        ("2021-04-16", "hello", "str_replace", {"template": "hello", "params": {}}),
        ("2021-04-16", "[a, b]", "str_replace", {"template": "$value", "params": {"$value": ["a", "b"]}}),
        ("2021-04-16", "{get_param: zones}", "repeat",
         {"template": "<%item%>", "for_each": {"<%item%>": {"get_param": "zones"}}}),
        ("2021-04-16", "[a, b]", "repeat", {"template": "<%item%>", "for_each": {"<%item%>": ["a", "b"]}}),
        ("2021-04-16", "{a: b}", "repeat", {"template": {"a": "b"}, "for_each": {}}),
        ("2021-04-16", "{get_param: p}", "repeat", {"template": {"get_param": "p"}, "for_each": {}}),
        ("2021-04-16", "{get_param: p}", "list_join", ["", [{"get_param": "p"}]]),
        ("2021-04-16", "{get_param: zones}", "list_join", ["", {"get_param": "zones"}]),
        ("2021-04-16", "{list_concat: [[a], [b]]}", "list_join", ["", {"list_concat": [["a"], ["b"]]}]),
        ("2021-04-16", "[a, b]", "list_join", ["", ["a", "b"]]),
        ("2021-04-16", "{get_param: p}", "str_split", [",", {"get_param": "p"}]),
        ("2021-04-16", "{get_param: p}", "if", [True, {"get_param": "p"}]),
        ("2021-04-16", "{get_param: zones}", "yaql", {"expression": "$.data", "data": {"get_param": "zones"}}),
        ("2013-05-23", "hello", "Fn::Split", [",", "hello"]),
    ],
)  # fmt: skip
def test_a_value_goes_where_the_function_takes_it_and_comes_back(version, old, function, argument):
    parameters = "parameters: {p: {type: string}, zones: {type: comma_delimited_list}}\n"
    text = f"heat_template_version: {version}\n{parameters}{PLAIN}".replace("hello", old)
    draft = Draft(text)
    set_expression(draft, VALUE, function)
    assert draft.plain(VALUE) == {function: argument}
    other = "list_join" if function != "list_join" else "str_split"
    set_expression(draft, VALUE, other)
    again = Draft(text)
    set_expression(again, VALUE, other)
    assert draft.plain(VALUE) == again.plain(VALUE)


@pytest.mark.parametrize("old", ["{get_attr: [s, name]}", "[a, b]"])
def test_what_is_kept_under_a_word_becomes_the_list_again(old):
    text = f"heat_template_version: 2021-04-16\n{PLAIN}".replace("hello", old)
    draft = Draft(text)
    set_expression(draft, VALUE, "str_replace")
    set_expression(draft, VALUE, "list")
    before = Draft(text).plain(VALUE)
    assert draft.plain(VALUE) == (before if isinstance(before, list) else [before])


def test_a_call_around_a_call_means_the_same():
    text = (
        "heat_template_version: 2021-04-16\nparameters: {p: {type: string, default: x}}\n"
        "outputs: {o: {value: {get_param: p}}}\n"
    )
    for name in ("str_replace", "list_join", "if", "yaql"):
        after = perform(text, "set-expression", {"path": ["outputs", "o", "value"], "expression": name}).after
        assert hotcore.preview(hotcore.load(after)).outputs["o"].value == "x"


def test_an_unknown_function_is_refused():
    with pytest.raises(CannotEdit):
        set_expression(Draft(f"heat_template_version: 2013-05-23\n{PLAIN}"), VALUE, "yaql")


NESTED = """\
heat_template_version: 2021-04-16
parameters:
  secret: {type: string, hidden: true, default: geheim}
  size: {type: number}
resources:
  net: {type: OS::Neutron::Net}
  one:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavour}
      networks:
        - network: {get_resource: net}
      user_data: {str_replace: {template: PW, params: {PW: {get_param: secret}}}}
      metadata: {deep: [1, {a: [[[[[[[x]]]]]]]}]}
"""


def test_a_diagnostic_is_shown_only_at_its_place():
    forms = [part for form in inspect(NESTED).properties for part in parts(form)]
    wrong = [part for part in forms if part.diagnostics]
    assert [(part.path[-1], part.diagnostics[0].code) for part in wrong] == [("flavor", "unknown-parameter")]


def test_a_text_of_several_lines_has_as_many_even_where_a_resource_could_be_named():
    text = NESTED.replace("{str_replace: {template: PW, params: {PW: {get_param: secret}}}}", '"#!/bin/sh\\necho\\n"')
    form = next(one for one in inspect(text).properties if one.path[-1] == "user_data")
    assert form.is_long
    assert not form.references
    assert form.can_be_file
    unset = next(one for one in inspect(text.replace("user_data:", "name:")).properties if one.path[-1] == "user_data")
    assert unset.is_long
    assert not unset.is_set


def asked(type_name, properties):
    """The fields of a resource that are not set yet, those required with a star; none is offered or can go."""
    text = f"heat_template_version: 2021-04-16\nresources:\n  one: {{type: {type_name}, properties: {properties}}}\n"
    document = hotcore.load(text)
    found = hotcore.preview(document).diagnostics
    inspected = inspect_resource(document.template, "one", shipped_catalogue(), found=found)
    fields = [part for form in inspected.properties for part in parts(form) if not part.is_set]
    assert not any(part.spot.can_go for part in fields)
    assert not {part.path[3] for part in fields} & set(inspected.others)
    return [".".join(map(str, part.path[3:])) + "*" * part.spot.required for part in fields]


@pytest.mark.parametrize(
    ("type_name", "properties", "fields"),
    [
        ("OS::Neutron::Subnet", "{}", ["network*", "cidr", "subnetpool"]),
        ("OS::Neutron::Subnet", "{network: n, subnetpool: p}", []),
        ("OS::Neutron::Subnet", "{network: n, cidr: 'fe80::/64', ipv6_ra_mode: slaac}", ["ip_version"]),
        ("OS::Cinder::Volume", "{}", ["size", "backup_id", "snapshot_id", "source_volid"]),
        ("OS::Nova::Server", "{}", ["flavor*", "image", "block_device_mapping", "block_device_mapping_v2"]),
        ("OS::Neutron::FloatingIP", "{floating_network: n, fixed_ip_address: 10.0.0.3}", ["port_id"]),
        ("OS::Neutron::RouterInterface", "{router: r, subnet: s, port: p}", []),
        ("OS::Mistral::CronTrigger", "{first_time: now, workflow: {input: {}}}", ["workflow.name*"]),
        ("OS::Heat::ResourceGroup", "{resource_def: {type: OS::Neutron::Subnet, properties: {network: n}}}", []),
    ],
)
def test_what_a_diagnostic_asks_for_has_a_field(type_name, properties, fields):
    found = asked(type_name, properties)
    assert set(fields) <= set(found)
    assert {one for one in found if one.endswith("*")} <= set(fields)


ROUTER = """\
heat_template_version: 2021-04-16
resources:
  one:
    type: OS::Neutron::Router
    properties: {}
"""
GATEWAY = ("resources", "one", "properties", "external_gateway_info")


def unset_fields(text, **more):
    forms = [part for form in inspect(text, **more).properties for part in parts(form)]
    return [".".join(map(str, part.path[3:])) for part in forms if not part.is_set]


def test_the_main_properties_of_a_new_resource_have_fields_and_maps_their_required_keys():
    assert unset_fields(ROUTER) == ["external_gateway_info", "external_gateway_info.network", "name", "admin_state_up"]
    others = inspect(ROUTER).others
    assert "ha" in others
    assert "name" not in others
    assert "l3_agent_id" not in others, "retired"


def test_a_map_shows_all_its_keys_on_request():
    whole = unset_fields(ROUTER, view_state=ViewState(complete=frozenset({GATEWAY})))
    keys = ("network", "enable_snat", "external_fixed_ips")
    assert whole == [
        "external_gateway_info",
        *(f"external_gateway_info.{key}" for key in keys),
        "name",
        "admin_state_up",
    ]
    filled = ROUTER.replace("{}", "{external_gateway_info: {network: public}}")
    assert unset_fields(filled) == ["name", "admin_state_up"]
    assert unset_fields(filled, view_state=ViewState(complete=frozenset({GATEWAY})))[:2] == [
        "external_gateway_info.enable_snat",
        "external_gateway_info.external_fixed_ips",
    ]


def test_all_properties_are_shown_on_request():
    found = inspect(ROUTER, view_state=ViewState(complete=frozenset({GATEWAY[:3]})))
    offered = {name for name, schema in found.known.properties.items() if schema.is_offered}
    assert {form.spot.label for form in found.properties} == offered
    assert found.others == ()


def test_what_fits_comes_from_the_catalogue():
    forms = {part.path[3:]: part for form in inspect(NESTED).properties for part in parts(form)}
    network = forms[("networks", 0, "network")]
    assert "OS::Neutron::Net" in network.fits
    assert "port" in forms[("networks", 0)].keys
    assert forms[("flavor",)].fits == ("string",)


def test_what_is_too_deep_is_text():
    forms = [part for form in inspect(NESTED).properties for part in parts(form)]
    assert next(part.text for part in forms if part.expression == "yaml").startswith("[[")


def test_a_value_can_be_looked_at_as_text_and_a_new_one_be_begun():
    path = ("resources", "one", "properties", "networks")
    view_state = ViewState(as_text=frozenset([path]), begun=((*path[:3], "name"),))
    forms = {form.path[3]: form for form in inspect(NESTED, view_state=view_state).properties}
    assert forms["networks"].text == "- network: {get_resource: net}"
    assert not forms["name"].is_set


def test_a_function_that_waits_for_its_name_is_not_in_the_text():
    view_state = ViewState(pending=VALUE, expression="get_attr", name="one")
    form = value_form(f"heat_template_version: 2021-04-16\n{PLAIN}", view_state=view_state)
    assert (form.expression, form.pending, form.text) == ("get_attr", True, "one")
    assert "value" in form.options


def test_present_values_are_those_of_the_evaluation_and_hide_secrets():
    document = hotcore.load(NESTED)
    values = PresentValues(document, {"size": 3})
    found = inspect_resource(document.template, "one", shipped_catalogue(), values=values)
    now = {part.path[3:]: part.present for form in found.properties for part in parts(form) if part.present}
    assert now[("networks", 0, "network")].state == "unknown"
    assert now[("networks", 0, "network")].waits
    assert now[("user_data",)].state == "hidden"
    assert not any("geheim" in present.text for present in now.values())


def test_many_parts_end_in_text():
    items = "".join(f"        - {{a: {number}}}\n" for number in range(1000))
    form = value_form(f"heat_template_version: 2021-04-16\n{PLAIN}".replace("hello   # kept\n", f"\n{items}"))
    assert sum(part.expression == "yaml" for part in parts(form)) > 500
    assert form.count < 2000


def test_an_alias_that_holds_itself_many_times_costs_no_more():
    bomb = "".join(f"      - &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 6))
    text = f"heat_template_version: 2021-04-16\n{PLAIN}".replace(
        "value: hello   # kept", f"value:\n      - &a0 [x]\n{bomb}"
    )
    document = hotcore.load(text)
    if document.template:
        form = inspect_resource(document.template, "one", shipped_catalogue()).properties[0]
        assert form.count < 5000


@pytest.mark.parametrize(
    ("path", "declaration"),
    [
        (("resources", "disk", "properties", "size"), {"type": "number", "constraints": [{"range": {"min": 1}}]}),
        (("resources", "disk", "properties", "metadata"), {"type": "json"}),
        (("resources", "disk", "properties", "nowhere"), {"type": "string"}),
    ],
)
def test_a_parameter_takes_what_its_property_takes(path, declaration):
    properties = "{size: 1, metadata: {a: b}}"
    disk = f"{{type: OS::Cinder::Volume, properties: {properties}}}"
    text = f"heat_template_version: 2021-04-16\nresources:\n  disk: {disk}\n"
    made = parameter_for(hotcore.load(text).template, path, shipped_catalogue())
    made.pop("description", None)
    assert made == declaration


def test_constraints_that_the_value_breaks_are_left_out():
    text = "heat_template_version: 2021-04-16\nresources:\n  disk: {type: OS::Cinder::Volume, properties: {size: 0}}\n"
    path = ("resources", "disk", "properties", "size")
    assert "constraints" not in parameter_for(hotcore.load(text).template, path, shipped_catalogue())


def test_a_new_value_begins_with_what_it_needs():
    template = hotcore.load(f"heat_template_version: 2021-04-16\n{PLAIN}").template
    begin = partial(start_of, template, catalogue=shipped_catalogue())
    assert begin(path=("conditions", "c", "and", 2)) is True
    assert begin(path=("resources", "one", "metadata")) == {}
    assert begin(path=(*VALUE, "list_concat", 1)) == []


def test_a_key_is_renamed_in_its_place_and_never_onto_another():
    text = f"heat_template_version: 2021-04-16\n{PLAIN}".replace("hello", "{a: 1, b: 2}")
    arguments = {"path": [*VALUE, "a"], "new": "c"}
    assert perform(text, "rename-key", arguments).after == text.replace("a: 1", "c: 1")
    with pytest.raises(CannotEdit, match="already"):
        perform(text, "rename-key", {**arguments, "new": "b"})


def test_the_last_item_of_an_argument_is_removed_without_the_argument():
    text = f"heat_template_version: 2021-04-16\n{PLAIN}".replace("hello", "{list_join: ['', [a]]}")
    after = perform(text, "unset", {"path": [*VALUE, "list_join", 1, 0], "alone": True}).after
    assert Draft(after).plain(VALUE) == {"list_join": ["", []]}


@needs_corpus
@settings(deadline=None, max_examples=30)
@given(chance=st.randoms(use_true_random=False))
def test_every_part_of_real_templates_writes_back_what_it_reads(chance):
    """Setting a literal to another and back gives the bytes that were there."""
    _, text = chance.choice(corpus_texts())
    template = hotcore.load(text).template
    if template is None or not template.resources:
        return
    name = chance.choice(list(template.resources))
    found = inspect_resource(template, name, shipped_catalogue())
    literals = [
        part for form in found.properties for part in parts(form) if part.expression == "" and part.was == "string"
    ]
    if not literals:
        return
    part = chance.choice(literals)
    try:
        draft = Draft(text)
        put(draft, part.into, "other")
    except CannotEdit:
        return
    again = inspect_resource(hotcore.load(draft.text).template, name, shipped_catalogue())
    assert "other" in [one.text for form in again.properties for one in parts(form) if one.path == part.path]


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("- 'a'   # one\n# two\n- {b: c}", "\n        - 'a'   # one\n        # two\n        - {b: c}\n"),
        ("{a: 'b',  c: d}", "\n        a: b\n        c: d\n"),
        ("a: |\n  one\n  two\nb: 2", "\n        a: |\n          one\n          two\n        b: 2\n"),
        ("a: &x 1\nb: *x", "\n        a: 1\n        b: 1\n"),
    ],
)
def test_what_is_typed_as_yaml_is_taken_over_as_it_is(typed, written):
    text = f"heat_template_version: 2021-04-16\n{PLAIN}"
    value = read_value(typed)
    after = perform(text, "set", {"path": list(VALUE), "value": value, "text": typed}).after
    assert Draft(after).plain(VALUE) == value
    assert after.replace("   # kept", "").endswith("value:" + written.replace("   # kept", ""))


def test_a_value_of_very_many_parts_is_one_text():
    items = ", ".join(map(str, range(5000)))
    for written in (f"[{items}]", f"{{list_join: [',', [{items}]]}}", f"{{yaql: {{expression: $, data: [{items}]}}}}"):
        form = value_form("heat_template_version: 2021-04-16\n" + PLAIN.replace("hello   # kept", written))
        assert len(list(parts(form))) < 500
