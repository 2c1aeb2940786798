"""HTML without the whitespace that only formats its template."""

import re

from django.test import Client

QUOTED = r""""[^"]*"|'[^']*'"""
TAG = rf"</?[a-zA-Z](?:[^>\"']++|{QUOTED})*+>"
TAGGED = re.compile(rf"<(pre|textarea|script)\b.*?</\1>|{TAG}", re.DOTALL)
"""A tag, or an element whose text is kept as it is."""
FIRST_TAG = re.compile(TAG)
SPACES = re.compile(rf"({QUOTED})|\s+")
ENDS_IN_A_LINE = {f"</{name}>" for name in ("a", "bdi", "code", "em", "kbd", "span", "strong")}


def folded(html: str) -> str:
    """Return the HTML with no line break inside of a tag, none beside a tag, and a space for one in a text."""
    pieces = []
    before, end = "", 0
    for found in TAGGED.finditer(html):
        tagged = found[0]
        pieces += (_folded_text(html[end : found.start()], before, tagged), _folded_tagged(tagged, found[1]))
        before, end = tagged, found.end()
    return "".join((*pieces, _folded_text(html[end:], before, "")))


def _folded_tagged(tagged: str, whole: str | None) -> str:
    if whole:
        return FIRST_TAG.sub(lambda tag: _folded_tag(tag[0]), tagged, count=1)
    return _folded_tag(tagged) if "\n" in tagged or " >" in tagged or "  " in tagged else tagged


def _folded_tag(tag: str) -> str:
    return SPACES.sub(lambda found: found[1] or " ", tag).removesuffix(">").rstrip() + ">"


def _folded_text(text: str, before: str, behind: str) -> str:
    if "\n" not in text:
        return text
    if text.isspace():
        return ""
    text = re.sub(r"^\s*\n\s*", " " if before in ENDS_IN_A_LINE else "", text)
    text = re.sub(r"\s*\n\s*$", "" if behind.startswith("</") else " ", text)
    return re.sub(r"\s*\n\s*", " ", text)


class FoldingClient(Client):
    """A client that reads pages without the whitespace of their templates."""

    def request(self, **request):
        answer = super().request(**request)
        if answer.headers.get("Content-Type", "").startswith("text/html") and not answer.streaming:
            length = answer.headers.get("Content-Length")
            answer.content = folded(answer.content.decode()).encode()
            if length:
                answer.headers["Content-Length"] = length  # as it was sent
        return answer
