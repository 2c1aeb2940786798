"""HTML without the whitespace that only formats its template."""

import re

from django.test import Client

QUOTED = r""""[^"]*"|'[^']*'"""
TAG = rf"</?[a-zA-Z](?:{QUOTED}|[^>\"'])*>"
PIECE = re.compile(rf"(?P<whole><(?P<name>pre|textarea|script)\b.*?</(?P=name)>)|(?P<tag>{TAG})|[^<]+|<", re.DOTALL)
ENDS_IN_A_LINE = {f"</{name}>" for name in ("a", "bdi", "code", "em", "kbd", "span", "strong")}


def folded(html: str) -> str:
    """Return the HTML with no line break inside of a tag, none beside a tag, and a space for one in a text."""
    pieces = list(PIECE.finditer(html))
    around = ["", *(piece[0] for piece in pieces), ""]
    return "".join(
        _folded_piece(piece, before, behind) for piece, before, behind in zip(pieces, around, around[2:], strict=False)
    )


def _folded_piece(piece: re.Match[str], before: str, behind: str) -> str:
    if piece["tag"]:
        return _folded_tag(piece["tag"])
    if piece["whole"]:
        return re.sub(TAG, lambda tag: _folded_tag(tag[0]), piece["whole"], count=1)
    return _folded_text(piece[0], before, behind)


def _folded_tag(tag: str) -> str:
    in_one_line = re.sub(rf"({QUOTED})|\s+", lambda found: found[1] or " ", tag)
    return in_one_line.removesuffix(" >") + ">" if in_one_line.endswith(" >") else in_one_line


def _folded_text(text: str, before: str, behind: str) -> str:
    if "\n" in text and not text.strip():
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
