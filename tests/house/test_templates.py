"""Rules for the templates of pages."""

import re
from pathlib import Path

import pytest
from django.template.loader import get_template

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
WHOLE_PAGES = [
    name
    for name in TEMPLATES
    if name != "base.html"
    and not name.startswith(("layouts/", "parts/"))
    and not any(part.startswith("_") for part in Path(name).parts)
]
PARTIALS = [
    name for name in TEMPLATES if name.startswith("parts/") or any(part.startswith("_") for part in Path(name).parts)
]
LONGEST_PARTIAL = 80  # lines

# Text between tags that is not translated: names, and non-words.
UNTRANSLATED = {"HOT designer", "parameters:", "YAML", "JSON", "GiB", "Ctrl"}


def text_of(name):
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_compiles(name):
    get_template(name)


@pytest.mark.parametrize("name", WHOLE_PAGES)
def test_a_page_has_a_title_of_its_own(name):
    title = re.search(r"{% block title %}(.*?){% endblock", text_of(name), re.DOTALL)
    assert title, f"{name} has no title block"
    assert title.group(1).strip(), f"the title of {name} is empty"


@pytest.mark.parametrize("name", PARTIALS)
def test_a_partial_fits_on_a_screen(name):
    """One that does not is two."""
    assert text_of(name).count("\n") <= LONGEST_PARTIAL


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_is_inline(name):
    """The Content-Security-Policy forbids it, so it would be dead in the page."""
    text = re.sub(r"{%.*?%}|{{.*?}}", "", text_of(name), flags=re.DOTALL)
    assert not re.search(r"<style[\s>]|\sstyle\s*=", text), "inline style"
    assert not re.search(r"<script(?![^>]*\ssrc=)", text), "inline script"
    assert not re.search(r"\s(on[a-z]+|hx-on[:a-z-]*)\s*=", text), "inline event handler"
    assert "javascript:" not in text


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_word_can_be_translated(name):
    """What a person reads is a variable, or goes through gettext: between tags and in the attributes that are read."""
    text = text_of(name)
    for closed in ("comment", "blocktranslate", "blocktrans"):
        text = re.sub(rf"{{% {closed}\b.*?{{% end{closed} %}}", " ", text, flags=re.DOTALL)
    text = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "\x00", text, flags=re.DOTALL)
    said = re.findall(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"', text)
    text = re.sub(r"<!--.*?-->|<(code|kbd|svg|pre)\b.*?</\1>", " ", text, flags=re.DOTALL)
    text = re.sub(r'[\w-]+="[^"]*"', " ", text)
    text = re.sub(r"<[^>]*>", "\n", text)
    words = [
        part.strip(" ·") for part in re.split(r"[\n\x00]", "\n".join([text, *said])) if re.search(r"[A-Za-z]{2,}", part)
    ]
    assert [part for part in words if part not in UNTRANSLATED] == []
