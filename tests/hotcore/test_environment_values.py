"""Where a value comes from: typed, or from which environment file."""

import json

from hypothesis import given
from hypothesis import strategies as st

import hotcore
from hotcore import read_environment
from hotcore.environment_values import environment_values
from hotcore.resolver.build import preview_as_data
from hotcore.values import MASK

HEAD = "heat_template_version: 2021-04-16\n"

TEMPLATE = (
    HEAD
    + """
parameters:
  size: {type: string, default: s, constraints: [{allowed_values: [s, m, l]}]}
  zone: {type: string, default: here}
  names: {type: comma_delimited_list, default: ''}
  password: {type: string, hidden: true}
"""
)
BASE = "parameters: {size: m, names: [a]}\nparameter_defaults: {zone: there, password: geheim}\n"
PROD = "parameter_merge_strategies: {names: merge}\nparameters: {names: [b]}\n"


def environments(*texts):
    return [read_environment(text, f"envs/{at}.yaml") for at, text in enumerate(texts)]


def sources(preview):
    return {name: (state.source, state.file) for name, state in preview.parameters.items()}


def test_a_value_of_an_environment_names_its_file_and_a_typed_one_names_none():
    preview = hotcore.preview(hotcore.load(TEMPLATE), {"size": "l"}, environments=environments(BASE))
    assert sources(preview) == {
        "size": ("given", None),
        "zone": ("parameter_defaults", "envs/0.yaml"),
        "names": ("given", "envs/0.yaml"),
        "password": ("parameter_defaults", "envs/0.yaml"),
    }


def test_of_files_whose_values_are_merged_the_last_one_is_named():
    both = [text.replace("parameters:", "parameter_merge_strategies: {names: merge}\nparameters:") for text in (BASE,)]
    state = hotcore.preview(hotcore.load(TEMPLATE), environments=environments(*both, PROD)).parameters["names"]
    assert (state.value, state.file) == (["a", "b"], "envs/1.yaml")


def test_a_refused_value_of_an_environment_names_its_file_too():
    state = hotcore.preview(hotcore.load(TEMPLATE), environments=environments("parameters: {size: xl}")).parameters[
        "size"
    ]
    assert (state.file, [found.file for found in state.diagnostics]) == ("envs/0.yaml", ["envs/0.yaml"])
    assert state.repairs


def test_parameters_of_nested_templates_name_the_file_of_their_defaults():
    files = {"db.yaml": HEAD + "parameters: {disk: {type: number}}\n"}
    document = hotcore.load(HEAD + "resources: {db: {type: db.yaml}}\n", files)
    preview = hotcore.preview(document, environments=environments("parameter_defaults: {disk: 3}"))
    assert sources(preview.resources["db"].nested.preview) == {"disk": ("parameter_defaults", "envs/0.yaml")}


def test_sources_are_in_the_data_beside_the_values():
    data = preview_as_data(hotcore.preview(hotcore.load(TEMPLATE), environments=environments(BASE)))
    assert data["parameters"]["size"] == "m"
    assert data["sources"]["size"] == {"source": "given", "file": "envs/0.yaml"}
    json.dumps(data)


def test_what_a_parameter_has_without_its_typed_value():
    found = environment_values(hotcore.load(TEMPLATE), environments(BASE, "parameters: {size: l}"))
    assert {name: (each.value, each.file, each.section) for name, each in found.items()} == {
        "size": ("l", "envs/1.yaml", "parameters"),
        "zone": ("there", "envs/0.yaml", "parameter_defaults"),
        "names": (["a"], "envs/0.yaml", "parameters"),
        "password": (MASK, "envs/0.yaml", "parameter_defaults"),
    }
    assert environment_values(hotcore.load(TEMPLATE), []) == {}
    assert environment_values(hotcore.load("- no template"), environments(BASE)) == {}


names = st.sampled_from(["size", "zone", "names", "other"])
sections = st.dictionaries(names, st.one_of(st.none(), st.sampled_from(["s", "l"])), max_size=3)
texts = st.fixed_dictionaries(
    {},
    optional={
        "parameters": sections,
        "parameter_defaults": sections,
        "parameter_merge_strategies": st.dictionaries(names, st.sampled_from(["merge", "overwrite"]), max_size=2),
    },
)


@given(st.lists(texts, max_size=3))
def test_without_typed_values_the_preview_has_what_the_environments_say(data):
    document = hotcore.load(TEMPLATE)
    given_ones = environments(*map(json.dumps, data))
    found = environment_values(document, given_ones)
    words = {"parameters": "given", "parameter_defaults": "parameter_defaults"}
    for name, state in hotcore.preview(document, environments=given_ones).parameters.items():
        if name in found:
            assert (state.source, state.file) == (words[found[name].section], found[name].file)
        else:
            assert (state.source in ("default", "missing"), state.file) == (True, None)
