"""Sufficient contrast of all colour pairs on the pages, in both themes (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
from collections.abc import Iterator
from pathlib import Path

STYLES = Path(__file__).resolve().parents[2] / "static" / "css"
COLOUR = re.compile(r"--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")
PAIRS = {
    name: {"light": light, "dark": dark}
    for name, light, dark in COLOUR.findall((STYLES / "site" / "tokens.css").read_text(encoding="utf-8"))
}
TONES = ("ok", "warn", "bad", "unknown")
GROUNDS = ("surface", "canvas", "sunken")
TEXT = [
    *((ink, ground) for ink in ("ink", "ink-2", "ink-3", "accent") for ground in (*GROUNDS, "accent-soft")),
    *((tone, ground) for tone in TONES for ground in (*GROUNDS, f"{tone}-soft")),
    *(("ink", f"{tone}-soft") for tone in TONES),
    *(("ink-2", f"{tone}-soft") for tone in TONES),
    *(
        (f"syn-{kind}", ground)
        for kind in ("key", "text", "fn", "note", "num")
        for ground in (*GROUNDS, "ok-soft", "bad-soft")
    ),
    *(("surface", tone) for tone in TONES),
    ("bad", "accent-soft"),
    ("ink", "line"),
    ("on-accent", "accent-fill"),
    ("on-accent", "accent-deep"),
]
BOUNDARIES = [
    ("field-line", "surface"),
    ("field-line", "canvas"),
    ("accent", "surface"),
    ("accent", "canvas"),
    ("bad", "surface"),
    ("mark", "surface"),
]
CASES = [
    (theme, front, back, least)
    for pairs, least in ((TEXT, 4.5), (BOUNDARIES, 3.0))
    for front, back in pairs
    for theme in ("light", "dark")
]
INNERMOST = re.compile(r"([^{};]+)\{([^{}]*)\}")
NO_COLOURS = {"inherit", "none", "transparent"}
OF_THE_SYSTEM = {"Canvas", "CanvasText", "Highlight", "HighlightText", "LinkText"}
"""The colours that people chose themselves, where the page is told to use theirs (`forced-colors`)."""
NO_TEXT = ("border", "focus-ring", "form-switch")
"""Ends of the names that Bootstrap's variables have for what surrounds or draws a control."""
WITHOUT_TEXT = {
    ".live": "a dot beside the name of a cloud",
    ".cells .done": "a square, counted in words beside it",
    ".cells .failed": "a square, counted in words beside it",
    ".gap": "a line between buttons",
    ".form-check-input:checked": "a box with a tick",
    "::before": "a mark, without a letter",
    "::after": "a mark, without a letter",
    "::backdrop": "what lies behind a layer",
}
"""Ends of the selectors that have a background and nothing written on it."""


def rules() -> Iterator[tuple[str, dict[str, str]]]:
    """Each rule of the style sheets, within `@media` or not: its selector and its declarations."""
    for style in sorted(STYLES.rglob("*.css")):
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert ";" not in re.sub(INNERMOST, "", text), f"{style.name}: a rule in a rule hides what is around it"
        for selector, body in INNERMOST.findall(text):
            yield (
                f"{style.name}: {' '.join(selector.split())}",
                {
                    name: value.removesuffix("!important").strip()
                    for name, value in re.findall(r"([\w-]+):([^;]+)", body)
                },
            )


def colours(declarations: dict[str, str]) -> Iterator[tuple[str | None, str | None]]:
    """The colours of a rule's text and of its background, for each state of a button; none where it names none."""
    yield declarations.get("color"), declarations.get("background-color") or declarations.get("background")
    of_bootstrap = {
        found.groups(): value
        for name, value in declarations.items()
        if (found := re.fullmatch(r"--bs-(.*?)-?(color|bg)", name)) and not found[1].endswith(NO_TEXT)
    }
    for part in {part for part, _ in of_bootstrap}:
        yield of_bootstrap.get((part, "color")), of_bootstrap.get((part, "bg"))


def luminance(colour):
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_colours_that_meet_can_be_told_apart():
    alike = [case for case in CASES if contrast(*(PAIRS[name][case[0]] for name in case[1:3])) < case[3]]
    assert CASES
    assert alike == []


def test_what_a_rule_colours_is_a_pair_that_can_be_told_apart():
    """Text without a background of its own is readable on each ground of the pages, a background alone under text."""
    pairs = [(rule, *pair) for rule, declarations in rules() for pair in colours(declarations) if any(pair)]
    assert len(pairs) > 400
    assert [pair for pair in pairs if not is_told_apart(*pair)] == []


def is_told_apart(rule, front, back):
    """Tell whether the law of contrasts knows what a rule colours."""
    if {front, back} & OF_THE_SYSTEM:
        return {front, back} <= {None, *OF_THE_SYSTEM}
    if front in {None, "inherit"}:
        return back in {None, *NO_COLOURS} or has_no_text(rule) or ("ink", token(back)) in TEXT
    return {(token(front), ground) for ground in (GROUNDS if back in {None, *NO_COLOURS} else [token(back)])} <= {*TEXT}


def has_no_text(rule):
    return all(each.endswith(tuple(WITHOUT_TEXT)) for each in re.split(r",(?![^(]*\))", rule))


def token(value):
    """Return the name of the token that a value is; None for any other value, which no pair has."""
    found = re.fullmatch(r"var\(--([\w-]+)\)", value)
    return found and found[1]


def test_colours_stand_in_one_place():
    """Outside the first block of the tokens a colour is named, never written."""
    written = {}
    for style in STYLES.rglob("*.css"):
        text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
        if style.name == "tokens.css":
            text = text.split("}", 1)[1]
        written[style.name] = re.findall(r"#[0-9a-fA-F]{3,8}\b(?![^{}]*\{)|\brgba?\(|\bhsla?\(", text)
    assert {name: colours for name, colours in written.items() if colours} == {}
    assert "tokens.css" in written
