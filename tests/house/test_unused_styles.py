"""Every rule of the style sheets is about something that a page or a script can have."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
STYLES = sorted((ROOT / "static/css").rglob("*.css"))
SOURCES = [
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / "designer").rglob("*.py"),
    *(ROOT / "static/js").rglob("*.js"),
    *(ROOT / "static/editor/src").rglob("*.js"),
]
TEXT = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
WORDS = set(re.findall(r"[A-Za-z_][\w-]*", TEXT))
# what a script writes as `dataset.camelCase`, and what a template puts together of a word and a value
WORDS |= {"data" + re.sub(r"(?=[A-Z])", "-", f"-{name}").lower() for name in re.findall(r"\bdataset\.(\w+)", TEXT)}
BEGINNINGS = tuple(set(re.findall(r"([a-z-]+-)(?:\{\{|\{%|\$\{)", TEXT)) - {"--", "aria-", "data-"})
OF_LIBRARIES = ("cm-", "htmx-")


def selectors(style: Path) -> set[str]:
    """Return the names of classes, ids and attributes that a style sheet is about."""
    text = re.sub(r"/\*.*?\*/", "", style.read_text(encoding="utf-8"), flags=re.DOTALL)
    heads = " ".join(head for head in re.findall(r"([^{};]+)\{", text) if not head.strip().startswith("@"))
    return set(re.findall(r"[.#\[]([A-Za-z_][\w-]*)", re.sub(r'"[^"]*"', "", heads)))


@pytest.mark.parametrize("style", STYLES, ids=lambda path: path.relative_to(ROOT / "static/css").as_posix())
def test_a_style_sheet_has_no_rule_that_nothing_uses(style):
    found = selectors(style)
    assert found
    assert {name for name in found - WORDS if not name.startswith((*OF_LIBRARIES, *BEGINNINGS))} == set()


def test_every_token_is_used():
    text = "".join(style.read_text(encoding="utf-8") for style in STYLES)
    declared = {name for name in re.findall(r"(--[\w-]+)\s*:", text) if not name.startswith("--bs-")}
    assert declared <= set(re.findall(r"var\((--[\w-]+)", text + TEXT))


def test_what_is_dark_differs_in_its_colours_alone():
    """Browser tests look at dark pages for contrast only: `light-dark()` takes colours and nothing else."""
    text = "".join(style.read_text(encoding="utf-8") for style in STYLES)
    assert "light-dark(" in text
    assert "prefers-color-scheme" not in text + TEXT
    of_a_theme = re.findall(r'\[data-bs-theme="(\w+)"\]([^{]*)\{\s*([^}]*?)\s*\}', text)
    assert of_a_theme == [(theme, " ", f"color-scheme: {theme};") for theme in ("light", "dark")]
