"""Outputs as forms: what is drawn, what is written, and that the one is the other."""

from pathlib import Path

import pytest

import hotcore
from hotcore.edits import CannotEdit, OutputValue, draw_output, perform, write_output
from hotcore.syntax import to_plain
from tests.hotcore.corpus import corpus_texts, needs_corpus

SAMPLES = sorted(Path("designer/samples").glob("*/template.yaml"))
FIRST = {"get_attr": ["server", "addresses", "net", 0, "addr"]}
FORMS = [
    (OutputValue("server"), {"get_resource": "server"}),
    (OutputValue("server", "name"), {"get_attr": ["server", "name"]}),
    (OutputValue("server", "addresses", ("net", 0, "addr")), FIRST),
    (OutputValue("server", "addresses", ("net", 0, "addr"), "list"), [FIRST]),
    (
        OutputValue("server", "name", (), "text", "http://$value/"),
        {"str_replace": {"template": "http://$value/", "params": {"$value": {"get_attr": ["server", "name"]}}}},
    ),
]


@pytest.mark.parametrize(("form", "value"), FORMS)
def test_a_form_is_written_in_its_shortest_form_and_drawn_from_it(form, value):
    assert write_output(form) == value
    assert draw_output(value) == form


@pytest.mark.parametrize(
    "value", ["text", {"get_param": "a"}, [FIRST, FIRST], {"get_attr": ["server", {"get_param": "a"}]},
              {"str_replace": {"template": "x", "params": {"$value": FIRST}}}, None, {"get_attr": ["server"]}]
)  # fmt: skip
def test_another_value_is_no_form(value):
    assert draw_output(value) is None


@pytest.mark.parametrize(
    "form", [OutputValue(""), OutputValue("a", "", ("b",)), OutputValue("a", "b", (), "text", "no mark")]
)
def test_a_form_that_is_not_finished_is_refused(form):
    with pytest.raises(CannotEdit):
        write_output(form)


def unchanged(text):
    """The number of outputs that are drawn, after checking that each is written back as it is."""
    document = hotcore.load(text)
    outputs = to_plain(document.template.root).get("outputs") if document.template else None
    found = 0
    for name, body in (outputs or {}).items():
        form = draw_output(body.get("value")) if isinstance(body, dict) else None
        if form is None:
            continue
        found += 1
        items = ".".join(map(str, form.items))
        sent = {"resource": form.resource, "attribute": form.attribute, "items": items, "shape": form.shape}
        change = perform(text, "set-output", {"name": name, "output": {**sent, "text": form.text}})
        assert change.after == text, name
    return found


@pytest.mark.parametrize("path", SAMPLES, ids=[path.parent.name for path in SAMPLES])
def test_outputs_of_the_samples_are_written_back_as_they_are(path):
    unchanged(path.read_text(encoding="utf-8"))


@needs_corpus
def test_outputs_of_the_corpus_are_written_back_as_they_are():
    assert sum(unchanged(text) for _, text in corpus_texts()) > 30


TEXT = """\
heat_template_version: 2021-04-16
resources:
  server: {type: OS::Nova::Server}
outputs:
  where:
    description: Where it is   # kept
    value: {get_attr: [ server, addresses, net, 0 ]}   # kept, too
"""


def output(name="where", condition="", **fields):
    asked = {"resource": "server", "attribute": "", "items": "", "shape": "value", "text": "", **fields}
    return perform(TEXT, "set-output", {"name": name, "output": asked, "condition": condition}).after


def test_a_change_of_an_item_keeps_the_rest():
    assert output(attribute="addresses", items="net.1") == TEXT.replace("net, 0 ]", "net, 1 ]")
    assert output(attribute="addresses", items="net") == TEXT.replace("net, 0 ]", "net ]")


def test_an_output_of_another_name_is_added_with_its_condition():
    assert output("name", attribute="name", condition="big") == (
        TEXT + "  name:\n    value: {get_attr: [server, name]}\n    condition: big\n"
    )
