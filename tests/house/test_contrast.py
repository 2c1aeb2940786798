"""Sufficient contrast of all colour pairs on the pages, in both themes (WCAG 2.2, 1.4.3 and 1.4.11)."""

import re
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
        for ground in ("surface", "ok-soft", "bad-soft")
    ),
    ("syn-key", "sunken"),
    ("syn-text", "sunken"),
    ("bad", "accent-soft"),
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
