"""Bundles of more nested templates than are read."""

import pytest

import hotcore
from hotcore.environment import read_environment
from hotcore.template import possibly_hidden
from tests.hotcore.corpus import corpus_texts
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
FILE = f"{HEAD}parameters:\n  secret word: {{type: string, hidden: true}}\n" + "# padding\n" * 50_000
NAMES = [f"f{number}.yaml" for number in range(9)]
MAIN = f"{HEAD}resources:\n" + "".join(f"  r{number}: {{type: {name}}}\n" for number, name in enumerate(NAMES))


def test_what_is_not_read_is_left_out_and_said_once():
    document = hotcore.load(MAIN, {name: FILE.replace("secret", f"secret_{name[1]}") for name in NAMES})
    preview = hotcore.preview(document)
    assert [each.message for each in preview.diagnostics if each.code == "nested-left-out"] == [
        "The files are too long to be read all at once; 4 of the templates among them are left out.",
        "There are too many nested templates to evaluate all at once; the rest is left out.",
    ]
    nested = [state.nested for state in preview.resources.values()]
    assert [each.left_out for each in nested] == [""] * 5 + ["too-many"] * 4
    assert not [each for each in preview.diagnostics if each.code == "bad-nested-template" and each.span.line > 8]


def test_what_is_only_sent_and_left_out_is_said():
    files = {f"a{number}.yaml": FILE for number in range(9)}
    files["z.yaml"] = files["y.yaml"] = FILE.replace("string", "nonsense")
    document = hotcore.load(f"{HEAD}resources:\n  r: {{type: z.yaml}}\n", files)
    assert [(each.code, each.severity, each.file) for each in document.found] == [
        ("nested-left-out", "hint", None),
        ("unknown-type", "error", "z.yaml"),
    ]
    assert document.found[0].message.endswith("; 9 of the templates among them are left out.")
    environment = read_environment("resource_registry:\n  Mapped: y.yaml\n")
    preview = hotcore.preview(document, environments=[environment])
    assert {each.file for each in preview.diagnostics if each.code == "unknown-type"} == {"y.yaml", "z.yaml"}


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


WRITTEN = {
    "in one line": "  p: {type: string, hidden: true}",
    "in lines": "  'p':\n    type: string\n    # why\n    constraints:\n    - length: {min: 1}\n    hidden: true",
    "in both": "  p: {type: string,\n    hidden: true}",
    "over three lines": "  p: {\n  type: string,\n  hidden: true}",
    "behind a brace alone": "  p:\n    {\n      type: string, hidden: true\n    }",
    "by an alias": "  first: &secret\n    type: string\n    hidden: true\n  p: *secret",
    "by a merge": "  first: &secret\n    type: string\n    hidden: true\n  p:\n    <<: *secret",
    "with an anchor": "  p: &secret\n    type: string\n    hidden: true\n  other: {type: string}",
    "with an explicit key": "  ? p\n  : type: string\n    hidden: true",
    "with the value below": "  p:\n    type: string\n    hidden:\n      true",
    "not first in a line": "  a: {type: string}\n  b: {type: string, hidden: true}\n  p: {type: string, hidden: 'yes'}",
    "with odd letters": "  p$ä b:c: {type: string, hidden: true}",
    "in one mapping": "  {a b: {type: string, hidden: true}, p: {type: string, hidden: true}}",
    "behind a list that ends at the margin": "  a: {type: json, default: [\n1\n]}\n  p: {type: string, hidden: true}",
    "behind a text at the margin": '  a:\n    type: string\n    description: "x\ny"\n  p: {type: string, hidden: true}',
    "with an escaped name": '  "\\u0070": {type: string, hidden: true}',
    "with an escaped key": '  p: {type: string, "hid\\u0064en": true}',
    "with Windows' line ends": "  p:\r\n    type: string\r\n    hidden: true",
}


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize(
    "around", ["parameters:\n{}", "'parameters': # all\n{}\noutputs: {{}}", "outputs: {{}}\nparameters:\n{}"]
)
def test_of_what_is_not_read_all_that_is_hidden_counts(written, around):
    text = f"{HEAD}{around.format(WRITTEN[written])}\n"
    hidden = hotcore.load(text).hidden_names
    assert hidden
    assert possibly_hidden(text) >= hidden


def test_so_it_does_in_real_templates():
    for _, text in corpus_texts():
        assert possibly_hidden(text) >= hotcore.load(text).hidden_names


@pytest.mark.parametrize(
    "text",
    [
        '{"heat_template_version": "2021-04-16", "parameters": {"p": {"type": "string", "hidden": true}}}',
        '--- {"heat_template_version": "2021-04-16", "parameters": {\n "p": {"type": "string", "hidden": true}}}',
        '{\n"heat_template_version": "2021-04-16",\n"parameters":\n{\n"p": {"type": "string", "hidden": true}\n}\n}',
        f"{HEAD}outputs:\n  o: {{value: &secret {{type: string, hidden: true}}}}\nparameters:\n  p: *secret\n",
        f"description: &n p\n{HEAD}parameters:\n  *n : {{type: string, hidden: true}}\n",
        f"  {HEAD}  parameters:\n    p: {{type: string, hidden: true}}\n",
        f"{HEAD}parameters: {{p: {{type: string, hidden: true}}}}\n",
        f"{HEAD}x: &all\n  p: {{type: string, hidden: true}}\nparameters: *all\n",
    ],
)
def test_so_it_does_in_another_style(text):
    assert hotcore.load(text).hidden_names == {"p"}
    assert "p" in possibly_hidden(text)


@pytest.mark.parametrize(
    "declared",
    [
        "  q: {type: string, hidden: true}\n  p: {type: string}",
        "  q:\n    hidden: true\n  p:\n    type: string\n  r: {hidden: false}",
        "  q: {type: string}\nresources:\n  p: {type: OS::Heat::Value, properties: {value: hidden}}",
    ],
)
def test_what_is_not_hidden_does_not_count(declared):
    text = f"{HEAD}description: not hidden\nparameters:\n{declared}\n"
    assert "p" not in possibly_hidden(text)


WIDE = "x: " + "a: " * 100_000
HARD = "parameters:\n  hidden: " + "{" * 90_000 + '"' * 90_001 + '\\"' * 90_000 + " " * 90_000 + "}"


@pytest.mark.parametrize("text", ["hidden" * 80_000, "  a: hidden\n" * 40_000, WIDE + "\n  hidden" * 9000, HARD])
def test_names_are_looked_for_quickly(text):
    with within(2):
        possibly_hidden(text)


def test_sixty_large_templates_take_no_longer_than_a_few():
    declared = "".join(f"  p{number}: {{type: string, default: a}}\n" for number in range(14_000))
    files = {f"f{number}.yaml": f"{HEAD}parameters:\n{declared}" for number in range(60)}
    main = f"{HEAD}resources:\n" + "".join(f"  r{number}: {{type: {name}}}\n" for number, name in enumerate(files))
    with within(8):
        hotcore.preview(hotcore.load(main, files))
