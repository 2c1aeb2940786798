"""The row of a diagnostic: its text and its links."""

import re

import pytest
from django.template.loader import render_to_string

from hotcore import Diagnostic
from hotcore.diagnostics import Related
from hotcore.source import Source
from tests.designer.folding import folded

TEXT = Source("  lines that go on\n" * 9)


def span(line):
    start = (line - 1) * 19 + 2
    return TEXT.span(start, start + 6)


def row(diagnostic, lines_at="/templates/web/design/"):
    files = {"a/nested web.yaml": b"", "env.yaml": b""}
    context = {"diagnostic": diagnostic, "lines_at": lines_at, "linked_files": files}
    return folded(render_to_string("site/parts/diagnostics/item.html", context))


def links(html):
    return re.findall(r'<a href="([^"]*)"', html)


def test_a_diagnostic_of_the_template_leads_to_its_line():
    html = row(Diagnostic("a-code", "Here `x` is wrong", span(7), hint="Write `y`"))
    assert links(html) == ["/templates/web/design/#line-7"]
    assert "Here <code>x</code> is wrong" in html
    assert "Write <code>y</code>" in html
    assert "line 7, column 3" in html
    assert "a-code" in html


def test_one_of_another_file_names_it_and_leads_to_its_line():
    html = row(Diagnostic("a", "Wrong", span(7), file="a/nested web.yaml"))
    assert links(html) == ["/templates/web/design/?file=a/nested%20web.yaml#line-7"]
    assert '<span class="mono">a/nested web.yaml</span>, line 7' in html


@pytest.mark.parametrize("diagnostic", [Diagnostic("a", "W", span(7), file="environment"), Diagnostic("a", "W")])
def test_one_without_a_text_here_leads_nowhere(diagnostic):
    html = row(diagnostic)
    assert links(html) == []
    assert ("environment" in html) == bool(diagnostic.file)


def test_who_may_not_see_the_text_is_led_nowhere():
    assert links(row(Diagnostic("a", "W", span(7)), lines_at=None)) == []
    assert "line 7, column 3" in row(Diagnostic("a", "W", span(7)), lines_at=None)


def test_related_places_are_reported_with_theirs():
    related = (Related("the first `x`", span(2)), Related("and there", span(4), "env.yaml"), Related("e", span(5), "e"))
    html = row(Diagnostic("a", "Twice", span(7), related=related))
    assert links(html) == [f"/templates/web/design/{rest}" for rest in ("#line-7", "#line-2", "?file=env.yaml#line-4")]
    assert "the first <code>x</code>" in html
    assert "line 5, column 3" in html
