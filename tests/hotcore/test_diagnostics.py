"""Invariants of diagnostics for any text: each has a location in an existing text, and is reported once."""

import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import hotcore
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.diagnostics import file_of
from hotcore.linter.code_titles import codes
from hotcore.source import Source
from tests.hotcore.strategies import given_values, templates

CASES = Path(__file__).resolve().parents[1] / "cases"
TEXTS = [
    path.read_text(encoding="utf-8")
    for path in sorted((CASES / "errors").glob("*.yaml")) + sorted((CASES / "ok").glob("*.yaml"))
    if not path.stem.startswith("not-utf-8")
]
SNIPPETS = (
    "\t", "\n", "\n\n", "  ", " ", ":", ": ", "- ", "-", "'", '"', "{", "}", "[", "]", ",", "#", "&a", "*a", "!", "|",
    "%", "@", "`", "{{", "}}", "<<", "?", "\u00a0", "\ufeff", "\0", "\x85", "é", "名", "😀", "~", "null", "1e3", "0x_",
    "get_param", "get_attr", "{get_param: size}", "{get_resource: server}", "resources", "type: ", "OS::Nova::Server",
)  # fmt: skip


def check(document, diagnostics):
    """Every diagnostic has a span in its text, and is the only one there with its code."""
    sources = {None: Source(document.text), **{name: Source(text) for name, text in document.files.items()}}
    for found in diagnostics:
        assert found.code in codes()
        assert found.message.strip()
        assert found.message.endswith((".", "…", "?")) or found.parameter, found.message
        for span, file in [(found.span, found.file), *((r.span, file_of(r, found)) for r in found.related)]:
            if span is None:
                assert found.parameter or found.file, found
                continue
            source = sources[file]
            assert 0 <= span.start <= span.end <= len(source.text)
            assert (span.line, span.column) == source.position(span.start)
            assert (span.end_line, span.end_column) == source.position(span.end)
    places = Counter((d.code, d.span, d.file, d.message if d.parameter else None) for d in diagnostics)
    assert [place for place, count in places.items() if count > 1] == []
    for form in ("text", "json", "sarif"):
        render_diagnostics([("x", document, diagnostics)], form, colour=True)


def looked_at(text, values=None):
    """All diagnostics about a text, the same when they are asked for again."""
    document = hotcore.load(text)
    found = hotcore.preview(document, values).diagnostics
    again = hotcore.preview(hotcore.load(text), values).diagnostics
    assert found == again
    assert list(found) == sorted(found, key=lambda diagnostic: diagnostic.sort_key)
    check(document, document.diagnostics)
    check(document, found)


@st.composite
def mutated(draw):
    """A template of the cases, with some places changed."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 0, 1, 2, 5, 20))))
        text = text[:start] + draw(st.sampled_from((*SNIPPETS, ""))) + text[end:]
    return text


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(mutated())
def test_a_changed_template_is_answered_with_diagnostics_that_have_a_place(text):
    looked_at(text)


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(templates, given_values)
def test_a_generated_template_is_answered_with_diagnostics_that_have_a_place(text, values):
    looked_at(text, values)


@pytest.mark.parametrize("seed", range(5))
def test_lines_that_change_places_are_answered(seed):
    chance = random.Random(seed)
    for text in chance.sample(TEXTS, 30):
        lines = text.splitlines(keepends=True)
        chance.shuffle(lines)
        looked_at("".join(lines))


def test_every_case_has_the_same_diagnostics_with_other_line_endings():
    for text in TEXTS:
        if "|" in text or "too-large" in text:
            continue
        found = [(d.code, d.message, d.span and d.span.line) for d in hotcore.load(text).diagnostics]
        crlf = [
            (d.code, d.message, d.span and d.span.line) for d in hotcore.load(text.replace("\n", "\r\n")).diagnostics
        ]
        assert crlf == found, text
