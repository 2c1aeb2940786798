"""Environment files: read, written with comments, and read again as the same values."""

import json

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hotcore
from hotcore import read_environment
from hotcore.cli.render import render_preview
from hotcore.environment import write_environment
from hotcore.resolver.build import preview_as_data

HEAD = "heat_template_version: 2021-04-16\n"
often = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))

TEMPLATE = (
    HEAD
    + """
parameter_groups:
- label: Where
  description: Where it runs
  parameters: [zone, size]
parameters:
  password:
    type: string
    hidden: true
    description: For the first sign-in
  size:
    type: number
    label: Number of servers
    description: |
      How many servers.
      Each has a cost.
    default: 2
    constraints:
    - range: {min: 1, max: 9}
      description: One to nine
    - modulo: {step: 1, offset: 0}
  zone: {type: string}
  spare: {type: boolean, default: no}
  names: {type: comma_delimited_list, default: 'a,b'}
  data: {type: json, default: {a: 1}}
"""
)


def template_of(text=TEMPLATE):
    template = hotcore.load(text).template
    assert template
    return template


# -- reading -----------------------------------------------------------------


def test_values_and_defaults_are_read():
    text = "parameters: {a: 1, b: [x], c: {d: null}}\nparameter_defaults: {e: yes}\nresource_registry: {A: b.yaml}\n"
    environment = read_environment(text)
    assert environment.parameters == {"a": 1, "b": ["x"], "c": {"d": None}}
    assert environment.parameter_defaults == {"e": True}
    assert environment.diagnostics == ()


@pytest.mark.parametrize("text", ["", "{}", "parameters: {}", "# nothing\n"])
def test_an_environment_may_be_empty(text):
    assert read_environment(text) == hotcore.Environment()


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("- a\n", "not-an-environment", (1, 1)),
        ("text\n", "not-an-environment", (1, 1)),
        ("paramters: {a: 1}\n", "unknown-section", (1, 1)),
        ("parameters: [a]\n", "bad-section", (1, 13)),
        ("parameters:\n", "empty-section", (1, 1)),
        ("parameters: {}\nevent_sinks: null\n", "empty-section", (2, 1)),
        ("parameters: a\n", "bad-section", (1, 13)),
        ("parameters:\n  a: [1\n", "invalid-yaml", (2, 6)),
        ("parameters:\n  a: 1\n  a: 2\n", "duplicate-key", (3, 3)),
    ],
)
def test_a_mistake_has_a_location_in_the_file(text, code, place):
    (found,) = read_environment(text, "prod.yaml").diagnostics
    assert (found.code, found.file, found.span.line, found.span.column) == (code, "prod.yaml", *place)


def test_a_misspelt_section_has_a_hint():
    (found,) = read_environment("paramters: {a: 1}").diagnostics
    assert found.hint == "Did you mean `parameters`?"


def test_later_environments_win_and_given_values_win_over_all():
    text = HEAD + "parameters: {a: {type: string}, b: {type: string}, c: {type: string}, d: {type: string, default: 0}}"
    environments = [
        read_environment("parameters: {a: 1, b: 1, c: 1}\nparameter_defaults: {d: 1}"),
        read_environment("parameters: {b: 2, c: 2}\nparameter_defaults: {d: 2, a: 9}"),
    ]
    preview = hotcore.preview(hotcore.load(text), {"c": "3"}, environments=environments)
    assert {n: (s.value, s.source) for n, s in preview.parameters.items()} == {
        "a": ("1", "given"),
        "b": ("2", "given"),
        "c": ("3", "given"),
        "d": ("2", "parameter_defaults"),
    }


def test_a_value_for_an_unknown_parameter_is_rejected_but_a_default_is_not():
    document = hotcore.load(HEAD + "parameters: {size: {type: number, default: 1}}")
    environment = read_environment("parameters: {sizes: 1}\nparameter_defaults: {other: 1}")
    (found,) = hotcore.preview(document, environments=[environment]).diagnostics
    assert (found.code, found.parameter, found.hint) == ("unknown-value", "sizes", "Did you mean `size`?")


# -- writing -----------------------------------------------------------------


def test_values_other_than_defaults_are_written_with_comments():
    text = write_environment(
        template_of(), {"size": "4", "zone": "east", "spare": "off", "names": "a,b", "password": "x"}
    )
    assert (
        text
        == """\
parameters:
  zone: east

  # Number of servers
  # How many servers.
  # Each has a cost.
  # One to nine
  # (a multiple of 1)
  size: 4

  # For the first sign-in
  # password: hidden, provide its value
"""
    )


def test_everything_can_be_written():
    text = write_environment(template_of(), {}, everything=True)
    assert read_environment(text).parameters == {"size": 2, "spare": False, "names": "a,b", "data": {"a": 1}}
    assert "# zone: needs a value" in text
    assert "# password: hidden" in text


def test_hidden_values_are_written_only_when_asked_for():
    assert "opensesame" not in write_environment(template_of(), {"password": "opensesame"}, everything=True)
    text = write_environment(template_of(), {"password": "opensesame", "zone": "z"}, hidden=True)
    assert read_environment(text).parameters == {"password": "opensesame", "zone": "z"}


def test_hidden_defaults_are_written_only_where_they_may_be_known():
    template = template_of(HEAD + "parameters: {key: {type: string, hidden: true, default: opensesame}}")
    everything = {"everything": True, "hidden": True}
    assert write_environment(template, {}, **everything) == "parameters: {}\n"
    known = write_environment(template, {}, **everything, hidden_defaults=True)
    assert read_environment(known).parameters == {"key": "opensesame"}


@pytest.mark.parametrize("guess", ["opensesame", "opensisame"])
def test_the_file_does_not_tell_whether_a_guess_is_the_hidden_default(guess):
    template = template_of(HEAD + "parameters: {key: {type: string, hidden: true, default: opensesame}}")
    assert read_environment(write_environment(template, {"key": guess}, hidden=True)).parameters == {"key": guess}
    left_out = write_environment(template, {"key": "opensesame"}, hidden=True, hidden_defaults=True)
    assert read_environment(left_out).parameters == {}


def test_nothing_to_write_is_still_an_environment():
    template = template_of(HEAD + "parameters: {a: {type: string, default: b}}")
    assert write_environment(template, {}) == "parameters: {}\n"
    assert read_environment(write_environment(template_of(HEAD), {})).parameters == {}


@pytest.mark.parametrize(
    ("kind", "given", "written"),
    [
        ("number", "3", "a: 3"),
        ("number", "1e3", "a: 1000.0"),
        ("boolean", "Yes", "a: true"),
        ("boolean", "0", "a: false"),
        ("comma_delimited_list", "x, y", "a:\n  - x\n  - ' y'"),
        ("json", '{"b": [1]}', "a:\n    b:\n    - 1"),
        ("string", "yes", "a: 'yes'"),
        ("string", "1.0", "a: '1.0'"),
        ("string", "two\nlines\n", None),
    ],
)
def test_values_are_written_as_people_would(kind, given, written):
    template = template_of(HEAD + f"parameters: {{a: {{type: {kind}}}}}")
    text = write_environment(template, {"a": given})
    if written:
        assert written in text.replace("  a:", "a:")
    state = hotcore.preview(hotcore.load(HEAD + f"parameters: {{a: {{type: {kind}}}}}"), {"a": given}).parameters["a"]
    again = hotcore.preview(
        hotcore.load(HEAD + f"parameters: {{a: {{type: {kind}}}}}"), environments=[read_environment(text)]
    ).parameters["a"]
    assert again.value == state.value


def test_a_value_that_no_file_can_contain_is_omitted_or_escaped():
    template = template_of(HEAD + "parameters: {a: {type: string}, b: {type: json}, c: {type: json}}")
    long_number = '{"n": ' + "9" * 2000 + "}"
    text = write_environment(template, {"a": "\ud800", "b": '["\\ud800"]', "c": long_number})
    assert read_environment(text).parameters == {"b": '["\\ud800"]', "c": long_number}
    assert "# a: needs a value" in text


# -- there and back ----------------------------------------------------------

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
GIVEN = {
    "string": st.one_of(
        texts, st.integers(), st.booleans(), st.sampled_from(["yes", "1:30", "2020-01-01", "=", "<<", "~"])
    ),
    "number": st.one_of(st.integers(), st.floats(allow_nan=False), st.integers().map(str), st.booleans(),
                        st.sampled_from(["1_000", " 5 ", "1e400", "-inf", "9" * 2000, "٣"])),
    "boolean": st.sampled_from([True, False, 1, 0, " yes ", "OFF", "t", "N"]),
    "comma_delimited_list": st.one_of(st.text(st.characters(exclude_categories=["Cs"])), st.lists(texts)),
    "json": st.one_of(plain, plain.map(json.dumps), st.sampled_from(["", "null", '"text"', "[]", '"\\ud800"'])),
}  # fmt: skip


@st.composite
def filled_templates(draw):
    """A template with parameters of all kinds and odd labels, and values that fit."""
    names = draw(st.lists(texts.filter(lambda name: name not in ("", "<<")), min_size=1, max_size=4, unique=True))
    parameters, values = {}, {}
    for name in names:
        kind = draw(st.sampled_from(list(GIVEN)))
        parameters[name] = {
            "type": kind,
            "label": draw(texts),
            "description": draw(texts),
            "hidden": draw(st.booleans()),
        }
        if draw(st.booleans()):
            parameters[name]["default"] = draw(GIVEN[kind])
        if draw(st.booleans()):
            values[name] = draw(GIVEN[kind])
    groups = [{"label": draw(texts), "description": draw(texts), "parameters": names[:1]}]
    return json.dumps(
        {"heat_template_version": "2021-04-16", "parameters": parameters, "parameter_groups": groups}
    ), values


def typed(document, values, environments=()):
    preview = hotcore.preview(document, values, environments=environments, mask=False)
    return {name: repr(state.value) for name, state in preview.parameters.items()}


@often
@given(filled_templates(), st.booleans())
def test_a_written_file_reads_as_the_same_values(filled, everything):
    text, values = filled
    document = hotcore.load(text)
    written = write_environment(document.template, values, everything=everything, hidden=True)
    environment = read_environment(written)
    assert environment.diagnostics == (), written
    assert typed(document, {}, [environment]) == typed(document, values), written


@often
@given(filled_templates(), st.booleans())
def test_hidden_values_are_not_in_the_file(filled, everything):
    text, values = filled
    document = hotcore.load(text)
    written = write_environment(document.template, values, everything=everything)
    hidden = {name for name, parameter in document.template.parameters.items() if parameter.hidden}
    environment = read_environment(written)
    assert not hidden & set(environment.parameters)
    expected = typed(document, {name: value for name, value in values.items() if name not in hidden})
    assert typed(document, {}, [environment]) == expected


@often
@given(st.text(), st.text(), st.text(), st.text())
def test_texts_of_a_parameter_stay_in_comments(label, description, words, group):
    data = {
        "heat_template_version": "2021-04-16",
        "parameters": {
            "a": {"type": "string", "label": label, "description": description,
                  "constraints": [{"allowed_values": [words, "x"], "description": words}]},
            label + "!": {"type": "string", "hidden": True, "label": words},
        },
        "parameter_groups": [{"label": group, "description": group, "parameters": ["a"]}],
    }  # fmt: skip
    document = hotcore.load(json.dumps(data))
    for values in ({"a": "x"}, {}):
        written = write_environment(document.template, values)
        assert yaml.safe_load(written) == {"parameters": values}
        assert read_environment(written).parameters == values


# -- registry entries of a resource ----------------------------------------------------------------------------------


def test_a_preview_shows_the_registry_entries_of_each_resource():
    template = hotcore.load(HEAD + "resources: {web: {type: My::Net}, disk: {type: OS::Neutron::Net}}")
    text = (
        "resource_registry:\n"
        "  My::Net: OS::Heat::None\n"
        "  resources: {web: {hooks: [post-create, pre-create]}, 'w*': {restricted_actions: replace}}\n"
    )
    preview = hotcore.preview(template, environments=[read_environment(text)])
    data = preview_as_data(preview)["resources"]
    keys = ("mapped_to", "hooks", "restricted_actions")
    assert {key: data["web"].get(key) for key in keys} == {
        "mapped_to": "OS::Heat::None",
        "hooks": ["pre-create", "post-create"],
        "restricted_actions": ["replace"],
    }
    assert not set(keys) & set(data["disk"])
    shown = render_preview(preview, "a.yaml", template, colour=False)
    assert "My::Net, as OS::Heat::None, hooks: pre-create post-create, restricted: replace" in shown


def test_a_resource_is_checked_as_the_type_that_it_is_mapped_to():
    template = hotcore.load(HEAD + "resources: {web: {type: OS::Nova::Server, properties: {value: 1}}}")
    codes = {found.code for found in hotcore.preview(template).diagnostics}
    assert "unknown-property" in codes
    environment = read_environment("resource_registry: {OS::Nova::Server: OS::Heat::Value}")
    assert hotcore.preview(template, environments=[environment]).diagnostics == ()
