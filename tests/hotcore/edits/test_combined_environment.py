"""Several environment files and typed values merged into an equivalent file."""

import json

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import hotcore
from hotcore import read_environment
from hotcore.diagnostics import Severity
from hotcore.edits import CannotEdit, environments_in_one
from hotcore.environment import combined as combined_environments
from hotcore.resolver.build import preview_as_data
from tests.parity.environments import CASES
from tests.parity.recorded import read_cases
from tests.parity.strategies.environments import environment_cases

HEAD = "heat_template_version: 2021-04-16\n"
RECORDED = read_cases(CASES)

TEMPLATE = (
    HEAD
    + """
parameters:
  size: {type: string, label: Size of it, description: How large, default: s, constraints: [{length: {max: 5}}]}
  zone: {type: string, default: here}
  names: {type: comma_delimited_list, default: ''}
  password: {type: string, hidden: true}
  data: {type: json, default: {}}
"""
)
FILES = {"nested/a.yaml": HEAD + "parameters: {token: {type: string, hidden: true}, disk: {type: number}}\n"}

BASE = """\
# Base of all

# Where things are mapped
resource_registry:
  # our database
  My::DB: ../nested/a.yaml  # ours
  resources:
    web:
      hooks: pre-create
      My::DB: ../nested/a.yaml
# What is given
parameters:
  # the usual one
  size: m  # medium
  zone: "there"   # not here
  password: geheim-1  # since June
  # two
  names: [a]
  data:
    a: 1
    # inside
    b: |
      x
      y
event_sinks:
- {type: zaqar-queue, target: q}
"""
PROD = """\
# Production
parameter_merge_strategies: {names: merge}
parameters:
  # one more
  names: [b]  # bee
  size: l
parameter_defaults:
  token: geheim-2
  disk: 12   # gigabytes
"""


def document_of():
    return hotcore.load(TEMPLATE, FILES)


def test_one_file_has_the_entries_that_count_with_their_comments():
    base = BASE.replace("# What is given\n", "# What is given\nparameter_merge_strategies: {names: merge}\n")
    texts = {"envs/base.yaml": base, "envs/prod.yaml": PROD}
    assert (
        environments_in_one(document_of(), texts, {"zone": "x, y", "size": "s"})
        == """\
# Base of all
# Production
parameters:
  # one more
  names:
    - a
    - b
  data:
    a: 1
    # inside
    b: |
      x
      y
  # Size of it
  # How large
  # (at most 5 characters)
  size: s
  zone: x, y
  # password: hidden, provide its value
parameter_defaults:
  disk: 12   # gigabytes
  # token: hidden, provide its value
# Where things are mapped
resource_registry:
  # our database
  My::DB: nested/a.yaml  # ours
  resources:
    web:
      hooks: pre-create
      My::DB: nested/a.yaml
event_sinks:
  - {type: zaqar-queue, target: q}
"""
    )


def test_values_of_hidden_parameters_are_included_only_on_request():
    texts = {"base.yaml": BASE, "prod.yaml": PROD.replace("names: [b]", "")}
    typed = {"password": "geheim-3"}
    assert "geheim" not in environments_in_one(document_of(), texts, typed)
    found = read_environment(environments_in_one(document_of(), texts, typed, hidden=True))
    assert found.parameters["password"] == "geheim-3"
    assert found.parameter_defaults["token"] == "geheim-2"


@pytest.mark.parametrize(
    ("old", "new", "written", "expected"),
    [
        ("envs/a.yaml", "all.yaml", "../nested/a.yaml", "nested/a.yaml"),
        ("envs/a.yaml", "envs/all.yaml", "../nested/a.yaml", "../nested/a.yaml"),
        ("a.yaml", "out/deep/all.yaml", "./nested/a.yaml", "../../nested/a.yaml"),
        ("../envs/a.yaml", "all.yaml", "../app/nested/a.yaml", "../app/nested/a.yaml"),
        ("envs/a.yaml", "all.yaml", "https://example.org/a.yaml", "https://example.org/a.yaml"),
        ("envs/a.yaml", "all.yaml", "/srv/a.yaml", "/srv/a.yaml"),
        ("envs/a.yaml", "all.yaml", "OS::Nova::Server", "OS::Nova::Server"),
    ],
)
def test_files_of_a_registry_are_named_from_the_new_place(old, new, written, expected):
    text = f"resource_registry: {{My::Type: '{written}'}}\n"
    found = read_environment(environments_in_one(document_of(), {old: text}, {}, name=new), new)
    assert [entry.value for entry in found.registry.walk()] == [expected]
    before = read_environment(text, old).registry.target("My::Type")
    assert found.registry.target("My::Type").name == before.name


def test_what_names_are_relative_to_is_worked_in():
    text = "resource_registry:\n  base_url: ../nested\n  My::Type: a.yaml  # ours\n"
    one = environments_in_one(document_of(), {"envs/a.yaml": text}, {})
    assert one == "resource_registry:\n  My::Type: nested/a.yaml  # ours\n"


def test_nothing_at_all_is_an_empty_file():
    assert environments_in_one(document_of(), {}, {}) == "{}\n"
    assert environments_in_one(document_of(), {"a.yaml": "", "b.yaml": "{}"}, {}) == "{}\n"


def test_a_file_with_errors_is_refused_by_its_name():
    with pytest.raises(CannotEdit, match=r"envs/a\.yaml: An environment has no section `paramters`\."):
        environments_in_one(document_of(), {"envs/a.yaml": "paramters: {size: m}\n"}, {})


@pytest.mark.parametrize("name", ["../all.yaml", "a/../../all.yaml", "/all.yaml"])
def test_the_one_file_lies_in_the_templates_folder(name):
    with pytest.raises(CannotEdit, match="in the template's folder"):
        environments_in_one(document_of(), {"a.yaml": "resource_registry: {A: b.yaml}\n"}, {}, name=name)


def test_an_empty_typed_value_removes_that_of_a_file():
    one = environments_in_one(document_of(), {"a.yaml": "parameters: {size: m, zone: z}\n"}, {"size": None})
    assert read_environment(one).parameters == {"zone": "z"}


def _effect(document, environments, values):
    """What a template makes of environments, without the places of diagnostics and the files of values."""
    found = combined_environments(environments, document.parameter_types(environments))
    data = preview_as_data(hotcore.preview(document, values, environments=environments, mask=False))
    codes = sorted(each["code"] for each in data.pop("diagnostics") if each["severity"] == Severity.ERROR)
    data.pop("sources")
    return data, codes, found.parameter_defaults, found.registry.entries.keys(), found.event_sinks


def _check(case, values):
    document = hotcore.load(case["template"], case.get("files"))
    texts = {f"{number}.env": text for number, text in enumerate(case["environments"])}
    environments = [read_environment(text, name) for name, text in texts.items()]
    merged = combined_environments(environments, document.parameter_types(environments))
    if any(found.severity is Severity.ERROR for found in merged.diagnostics):
        with pytest.raises(CannotEdit):
            environments_in_one(document, texts, values, hidden=True)
        return False
    one = read_environment(environments_in_one(document, texts, values, hidden=True), "one.env")
    assert json.dumps(_effect(document, [one], {}), default=repr) == json.dumps(
        _effect(document, environments, values), default=repr
    )
    return True


@pytest.mark.parametrize("case", RECORDED, ids=range(len(RECORDED)))
def test_recorded_environments_do_the_same_in_one(case):
    _check(case, {})


@pytest.mark.long
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(environment_cases(), st.dictionaries(st.sampled_from(["s", "c"]), st.sampled_from(["a", "b: c", "true"])))
def test_generated_environments_do_the_same_in_one(case, values):
    assume(_check(case, values))


comment = st.sampled_from(["", "  # about it\n"])
beside = st.sampled_from(["", "  # beside", " # x: y"])
written = st.sampled_from(
    ["m", '"m"', "'m' ", "{a: 1}", "[a, 'b']", "\n    a: 1  # in\n    b: [x]", "|\n    two\n    lines"]
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.dictionaries(st.sampled_from("abcd"), st.tuples(comment, written, beside)), min_size=1, max_size=3))
def test_every_comment_of_an_entry_that_counts_survives(files):
    parameters = "".join(f"  {name}: {{type: json, default: {{}}}}\n" for name in "abcd")
    document = hotcore.load(f"{HEAD}parameters:\n{parameters}")
    texts, last = {}, {}
    for at, entries in enumerate(files):
        lines = {}
        for name, (above, value, behind) in entries.items():
            first, *rest = value.split("\n")
            lines[name] = above + "\n".join([f"  {name}: {first}".rstrip() + ("" if rest else behind), *rest]) + "\n"
        texts[f"{at}.yaml"] = "parameters:\n" + "".join(lines.values()) if lines else ""
        last |= lines
    one = environments_in_one(document, texts, {})
    assert all(entry.rstrip() in one for entry in last.values())
