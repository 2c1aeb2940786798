"""Redaction of environment files: the withheld values are removed completely, and nothing else is."""

import json

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hotcore
from hotcore import read_environment
from hotcore.edits import CannotEdit, without_values
from hotcore.environment_values import hidden_names, withheld
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
often = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))

FILE = """\
# An environment of ours
parameter_merge_strategies: {names: merge}
parameters:
  # For the first sign-in
  password: geheim-1  # since June

  # where it runs
  zone: "north"   # not south
parameter_defaults:
  password: geheim-2
  disk: 10
resource_registry:
  OS::Nova::Server: ../server.yaml
"""


def test_an_entry_is_removed_with_its_comments_and_every_other_byte_stays():
    assert (
        without_values(FILE, ["password"])
        == """\
# An environment of ours
parameter_merge_strategies: {names: merge}
parameters:
  # where it runs
  zone: "north"   # not south
parameter_defaults:
  disk: 10
resource_registry:
  OS::Nova::Server: ../server.yaml
"""
    )


@pytest.mark.parametrize("names", [(), ("other",), ("names", "OS::Nova::Server")])
def test_a_file_without_these_values_stays_as_it_is(names):
    assert without_values(FILE, names) == FILE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parameters: {password: geheim, a: 1}  # x\n", "parameters: {a: 1}\n"),
        ("parameters: {password: geheim}\n", "parameters: {}\n"),
        (
            "parameters: {\n  # my\n  password: geheim, # was geheim2\n  a: 1, # b\n}\n",
            "parameters: {\n  a: 1, # b\n}\n",
        ),
        ('{"parameters": {"password": "geheim", "a": 1e3}}', '{"parameters": {"a": 1e3}}'),
        ('{\n  "parameters": {\n    "password": "geheim"\n  }\n}\n', '{\n  "parameters": {}\n}\n'),
        ("parameters:\r\n  password: |\r\n    geheim\r\n    x\r\n  a: 1", "parameters:\r\n  a: 1"),
        ("\ufeffparameters:\n  a: 1\n  password: x", "\ufeffparameters:\n  a: 1"),
        ("# password: before\nparameters:\n  password: geheim\n  a: 1 # not geheim\n", "parameters:\n  a: 1\n"),
        ("parameters:\n  a: '# password: no'\n  password: x\n", "parameters:\n  a: '# password: no'\n"),
        ("parameters:\n  password: x\n  password: y\n  a: 1\n", "parameters:\n  a: 1\n"),
        # What has the value by an alias goes with it.
        ("parameters:\n  password: &p geheim\n  b: {x: *p}\n  c: 2\n", "parameters:\n  c: 2\n"),
        ("parameters:\n  password: *p\n  c: 2\nx: &p geheim\n", None),
        ("x: &p geheim\nparameters:\n  password: *p\n  c: 2\n", "parameters:\n  c: 2\n"),
        # What else such a file shares stays what it is.
        (
            "parameters: &p\n  password: geheim\n  c: 2\nparameter_defaults: *p\n",
            "parameters:\n  c: 2\nparameter_defaults: &p\n  c: 2\n",
        ),
        ("parameters: {<<: {password: geheim}, a: 1}\n", "parameters:\n  a: 1\n"),
        ("parameters:\n  password: geheim\nparameters:\n  d: 1\n", "parameters:\n  d: 1\n"),
    ],
)
def test_styles(text, expected):
    if expected is None:
        with pytest.raises(CannotEdit):
            without_values(text, ["password"])
    else:
        assert without_values(text, ["password"]) == expected


@pytest.mark.parametrize(
    "text", ["parameters: {a: [1\n", "- password: geheim\n", "geheim", "parameters: 'password: x'\n"]
)
def test_what_cannot_be_read_is_refused(text):
    with pytest.raises(CannotEdit):
        without_values(text, ["password"])


@pytest.mark.parametrize("text", ["", "# nothing\n", "null\n", "{}"])
def test_an_empty_file_stays_empty(text):
    assert without_values(text, ["password"]) == text


NAMES = ("password", "token", "zone", "disk", "names")
secrets = st.integers(1000, 9999).map(lambda number: f"geheim{number}")
values = st.recursive(
    st.one_of(secrets, st.just("two\nlines geheim\n"), st.just(""), secrets.map(lambda text: f"{text} # no comment")),
    lambda inner: st.one_of(st.lists(inner, max_size=2), st.dictionaries(st.sampled_from("abc"), inner, max_size=2)),
    max_leaves=4,
)
data = st.fixed_dictionaries(
    {},
    optional={
        "parameters": st.dictionaries(st.sampled_from(NAMES), values, max_size=4),
        "parameter_defaults": st.dictionaries(st.sampled_from(NAMES), values, max_size=4),
        "parameter_merge_strategies": st.dictionaries(st.sampled_from(NAMES), st.just("merge"), max_size=2),
        "resource_registry": st.just({"OS::Nova::Server": "a.yaml", "resources": {"r": {"hooks": "pre-create"}}}),
        "event_sinks": st.just([{"type": "zaqar-queue", "target": "t"}]),
    },
)
writers = st.sampled_from(
    [
        lambda found: yaml.safe_dump(found, sort_keys=False),
        lambda found: yaml.safe_dump(found, default_flow_style=True),
        lambda found: yaml.safe_dump(found, default_style='"'),
        json.dumps,
        lambda found: json.dumps(found, indent=2),
        lambda found: "# head\n" + yaml.safe_dump(found, sort_keys=False, indent=4).replace("\n", "\r\n"),
    ]
)


def _only_there(found, names):
    """The texts that only the removed entries have."""
    texts = {True: [], False: []}

    def collect(value, is_gone):
        if isinstance(value, str):
            texts[is_gone].append(value)
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            collect(item, is_gone)

    for section, members in found.items():
        for name, value in members.items() if isinstance(members, dict) else ():
            collect(value, section in ("parameters", "parameter_defaults") and name in names)
    return [text for text in texts[True] if "geheim" in text and not any(text in other for other in texts[False])]


@often
@given(data, st.sets(st.sampled_from(NAMES)), writers)
def test_the_rest_has_the_same_data_without_these_names(found, names, write):
    text = write(found)
    left = without_values(text, names)
    before, after = read_environment(text), read_environment(left)
    assert after.diagnostics == before.diagnostics or not after.diagnostics
    for section in ("parameters", "parameter_defaults"):
        kept = {name: value for name, value in getattr(before, section).items() if name not in names}
        assert getattr(after, section) == kept
    others = [
        ({entry.path: entry.value for entry in each.registry.walk()}, each.strategies, each.event_sinks)
        for each in (before, after)
    ]
    assert others[0] == others[1]
    for gone in _only_there(found, names):
        assert all(line not in left for line in gone.splitlines() if "geheim" in line and len(line) > 8)


entries = st.lists(
    st.tuples(
        st.sampled_from(["", "  # above\n"]),
        st.sampled_from(["one", "[a, b]", "{x: {y: 'z'}}", "|\n    text # no comment\n    more", "\n    - a\n    - b"]),
        st.sampled_from(["", "\n\n"]),
    ),
    min_size=2,
    max_size=6,
)


@often
@given(entries, st.data())
def test_lines_of_other_entries_stay_byte_by_byte(found, drawn):
    gone = drawn.draw(st.sets(st.integers(0, len(found) - 1), max_size=len(found) - 1))
    lines = [f"{above}  n{at}: {value}\n" for at, (above, value, _) in enumerate(found)]
    text = "# head\nparameters:\n" + "".join(lines) + "event_sinks: []  # end\n"
    left = "".join(line for at, line in enumerate(lines) if at not in gone)
    expected = f"# head\nparameters:\n{left}event_sinks: []  # end\n"
    assert without_values(text, {f"n{at}" for at in gone}) == expected


def test_hidden_parameters_of_nested_templates_count_and_so_does_what_is_encrypted():
    files = {
        "nested/a.yaml": HEAD + "parameters: {token: {type: string, hidden: true}, zone: {type: string}}\n",
        "cfn.yaml": "AWSTemplateFormatVersion: '2010-09-09'\n"
        "Parameters: {Key: {Type: String, NoEcho: 'true'}, Open: {Type: String, NoEcho: false}}\n",
        "data.yaml": "parameters: {no: {hidden: true}}\n",
    }
    document = hotcore.load(HEAD + "parameters: {password: {type: string, hidden: true}, a: {type: json}}\n", files)
    environments = [read_environment("encrypted_param_names: [a]\n")]
    assert hidden_names(document) == {"password", "token", "Key"}
    assert hidden_names(document, environments) == {"password", "token", "Key", "a"}


@pytest.mark.parametrize(
    "text",
    [
        "parameters:\n" + "".join(f"  n{at}: geheim{at} # c{at}\n" for at in range(8000)),
        "parameters:\n  n0: &a0 x\n" + "".join(f"  n{at}: [*a{at - 1}, &a{at} x]\n" for at in range(1, 8000)),
    ],
    ids=["many", "chain"],
)
def test_large_files_are_redacted_in_time(text):
    with within(10):
        assert without_values(text, {f"n{at}" for at in range(0, 8000, 2)}).startswith("parameters:")


OWN = "parameters: {token: open, password: geheim}\nparameter_defaults: {token: geheim, zone: a}\n"
OWN_LEFT = {"parameters": {"token": "open"}, "parameter_defaults": {"zone": "a"}}
NESTED_TOKEN = {"nested/a.yaml": HEAD + "parameters: {token: {type: string, hidden: true}}\n"}


def test_a_value_that_reaches_only_an_open_parameter_of_the_template_is_not_withheld():
    document = hotcore.load(
        HEAD + "parameters: {password: {type: string, hidden: true}, token: {type: string}}\n", NESTED_TOKEN
    )
    found = withheld(document)
    assert found.has("parameter_defaults", "token")
    assert not found.has("parameters", "token")
    assert yaml.safe_load(without_values(OWN, found.names, found.own)) == OWN_LEFT
    assert withheld(document, [read_environment("encrypted_param_names: [token]\n")]).has("parameters", "token")


@pytest.mark.parametrize("own", ["parameters: {}", "parameters: {token: {type: string, hidden: true}}"])
def test_a_value_of_no_open_parameter_of_the_template_is_withheld_everywhere(own):
    found = withheld(hotcore.load(f"{HEAD}{own}\n", NESTED_TOKEN))
    assert found.has("parameters", "token")
    assert "token" not in without_values("parameters: {token: geheim, zone: a}\n", found.names, found.own)


def test_an_entry_that_shares_a_withheld_value_is_removed_with_it():
    text = "parameters: {token: &secret geheim}\nparameter_defaults: {token: *secret}\n"
    assert "geheim" not in without_values(text, {"token"}, {"token"})
