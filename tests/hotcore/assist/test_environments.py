"""Completion in environment files."""

import pytest

import hotcore
from hotcore.assist import complete_environment

TEMPLATE = hotcore.load(
    """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
  colour: {type: string, constraints: [{allowed_values: [red, "yes", "a: b"]}]}
  big: {type: boolean}
  secret: {type: string, default: s3cret, hidden: true}
resources:
  one: {type: "My::Server"}
"""
).template


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("|", ["parameters", "parameter_defaults", "parameter_merge_strategies", "resource_registry",
               "encrypted_param_names", "event_sinks"]),
        ("parameters:\n  |", ["size", "colour", "big", "secret"]),
        ("parameters:\n  size: 1\n  |", ["colour", "big", "secret"]),
        ("parameters:\n  si|", ["size"]),
        ("parameters: {|", ["size", "colour", "big", "secret"]),
        ("parameter_defaults:\n  colour: |", ["red", "'yes'", "'a: b'"]),
        ("parameters:\n  big: |", ["true", "false"]),
        ("parameters:\n  size: |", ["2"]),
        ("parameters:\n  secret: |", []),
        ("parameters:\n  other: |", []),
        ("resource_registry:\n  |", ['"My::Server"']),
        ("resource_registry:\n  My::Server: |", ["server.yaml"]),
        ("parameter_merge_strategies:\n  size: |", ["overwrite", "merge", "deep_merge"]),
        ("encrypted_param_names:\n  - |", ["size", "colour", "big", "secret"]),
        ("# |", []),
        ("other:\n  |", []),
    ],
)  # fmt: skip
def test_options_at_a_cursor(marked, expected):
    offset = marked.index("|")
    completion = complete_environment(marked.replace("|", ""), offset, TEMPLATE, ["server.yaml"])
    assert [option.label for option in completion.options] == expected


def test_without_a_template_the_sections_are_still_offered():
    assert complete_environment("", 0, None).options
    assert complete_environment("parameters:\n  ", 14, None).options == ()


@pytest.mark.parametrize("text", ["a: [", "\0", "- - -", "{{{", ":::", "parameters: *x", "é😀:\n  "])
def test_any_text_is_looked_at(text):
    for offset in range(len(text) + 1):
        complete_environment(text, offset, TEMPLATE)
