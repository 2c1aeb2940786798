"""Bundles of more nested templates than are read."""

import pytest

import hotcore
from hotcore.template import possibly_hidden
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
FILE = f"{HEAD}parameters:\n  secret word: {{type: string, hidden: true}}\n" + "# padding\n" * 50_000
NAMES = [f"f{number}.yaml" for number in range(9)]
MAIN = f"{HEAD}resources:\n" + "".join(f"  r{number}: {{type: {name}}}\n" for number, name in enumerate(NAMES))


def test_what_is_not_read_is_left_out_and_said_once():
    document = hotcore.load(MAIN, {name: FILE.replace("secret", f"secret_{name[1]}") for name in NAMES})
    preview = hotcore.preview(document)
    assert [each.message for each in preview.diagnostics if each.code == "nested-left-out"] == [
        "There are too many nested templates to evaluate all at once; the rest is left out."
    ]
    nested = [state.nested for state in preview.resources.values()]
    assert [each.left_out for each in nested] == [""] * 5 + ["too-many"] * 4
    assert not [each for each in preview.diagnostics if each.span.line > 8 and each.code == "bad-nested-template"]


def test_what_nobody_uses_takes_no_room_from_what_is_used():
    unused = {f"a{number}.yaml": FILE for number in range(9)}
    used = {name: FILE.replace("secret", f"secret_{name[1]}") for name in NAMES[:2]}
    document = hotcore.load(MAIN[: MAIN.index("  r2:")], {**unused, **used})
    assert {"secret word", "secret_1 word"} <= document.hidden_names
    preview = hotcore.preview(document)
    assert [state.nested.left_out for state in preview.resources.values()] == ["", ""]


def test_hidden_parameters_of_what_is_not_read_stay_hidden():
    document = hotcore.load(MAIN, {name: FILE.replace("secret", f"secret_{name[1]}") for name in NAMES})
    assert {f"secret_{number} word" for number in range(9)} <= document.hidden_names


@pytest.mark.parametrize(
    ("declared", "is_hidden"),
    [
        ("  p: {type: string, hidden: true}", True),
        ("  'p':\n    type: string\n    # why\n    constraints:\n    - length: {min: 1}\n    hidden: true", True),
        ("  p: {type: string,\n    hidden: true}", True),
        ("  q: {type: string, hidden: true}\n  p: {type: string}", False),
        ("  q:\n    hidden: true\n  p:\n    type: string\n  r: {hidden: false}", False),
    ],
)
def test_of_what_is_not_read_only_what_is_hidden_counts(declared, is_hidden):
    text = f"{HEAD}description: not hidden\nparameters:\n{declared}\n"
    assert ("p" in possibly_hidden(text)) == is_hidden


def test_in_json_that_is_not_read_every_key_counts():
    assert "p" in possibly_hidden('{"parameters": {"p": {"type": "string", "hidden": true}}}')


WIDE = "x: " + "a: " * 100_000


@pytest.mark.parametrize("text", ["hidden" * 80_000, "  a: hidden\n" * 40_000, WIDE + "\n  hidden" * 9000])
def test_names_are_looked_for_quickly(text):
    with within(2):
        possibly_hidden(text)


def test_sixty_large_templates_take_no_longer_than_a_few():
    declared = "".join(f"  p{number}: {{type: string, default: a}}\n" for number in range(14_000))
    files = {f"f{number}.yaml": f"{HEAD}parameters:\n{declared}" for number in range(60)}
    main = f"{HEAD}resources:\n" + "".join(f"  r{number}: {{type: {name}}}\n" for number, name in enumerate(files))
    with within(8):
        hotcore.preview(hotcore.load(main, files))
