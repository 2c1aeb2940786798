"""Page parts that an update sends only if they differ from what the page shows.

A part is an element with an id, and may contain others. Its mark is a digest of its HTML without the parts inside it,
so that an update contains a changed row but not the list around it. The page's script sends the marks of what it shows.
"""

import re
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_hex

from django.conf import settings

MARK = 8  # characters
OPENING = re.compile(r"<([a-z][a-z0-9]*)([^>]*?\bid=\"([^\"]+)\")")


@dataclass(frozen=True)
class Part:
    """A part by name, its complete HTML, and the HTML that the page does not show yet.

    `html` is None for a part that was skipped and for those around it.
    """

    name: str
    html: str | None
    news: str


class Parts:
    """The parts of one response: of a whole page, or of an update of a page that shows the parts with the given marks.

    `about` is what the HTML depends on in addition to a part's own data: the template's text, the user, the language.
    """

    def __init__(self, shown: str | None = None, *, about: object = None) -> None:
        self.is_update = self.skips = shown is not None
        self.shown = frozenset(re.findall(f".{{{MARK}}}", shown or ""))
        self.about = about
        self.open: list[list[Part]] = []
        self.token = token_hex(8)  # random, so that user input cannot be mistaken for a placeholder
        self.place = re.compile(f"<{self.token} ([0-9]+)>")

    def mark_of(self, data: object) -> str:
        """Return the mark of a part that depends only on the data."""
        return mark_of(repr((self.about, data)))

    def may_skip(self, mark: str) -> bool:
        """Return whether the page already shows a part, so that it need not be rendered."""
        return self.skips and mark in self.shown

    def skip(self, name: str) -> str:
        """Return the placeholder of a part that was not rendered."""
        return self._placed(Part(name, None, ""))

    def add(self, html: str, inside: list[Part], *, name: str, mark: str, is_left_out: bool) -> str | None:
        """Return a part's HTML, or a placeholder if it is inside another part.

        Returns None if the HTML of a skipped part is needed.
        """
        opening = OPENING.match(html)
        if opening is None:
            raise ValueError(f"A part must be one element with an id: {html[:80]}")
        if not (mark or is_left_out):
            mark = mark_of(self.place.sub(lambda found: inside[int(found[1])].name, html))
        is_shown = self.is_update and (is_left_out or mark in self.shown)
        whole = self._whole(html, inside, f'<{opening[1]} data-part="{mark}"', len(opening[1]) + 1)
        if not is_shown and whole is None:
            return None
        news = "".join(each.news for each in inside) if is_shown else whole or ""
        return self._placed(Part(name or opening[3], whole, news))

    def _whole(self, html: str, inside: list[Part], opening: str, cut: int) -> str | None:
        if any(each.html is None for each in inside):
            return None
        return opening + self.place.sub(lambda found: inside[int(found[1])].html or "", html)[cut:]

    def _placed(self, part: Part) -> str:
        if not self.open:
            return part.news if self.is_update else part.html or ""
        self.open[-1].append(part)
        return f"<{self.token} {len(self.open[-1]) - 1}>"


def mark_of(text: str) -> str:
    """Return a short keyed digest, which reveals nothing about the text without the key."""
    key = settings.SECRET_KEY.encode()[:64]
    digest = blake2b(text.encode("utf-8", "replace"), digest_size=MARK * 6 // 8, key=key).digest()
    return urlsafe_b64encode(digest).decode()
