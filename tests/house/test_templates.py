"""Rules for the templates of pages."""

import re
from pathlib import Path

from django.template import TemplateSyntaxError
from django.template.loader import get_template

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "templates"
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))
WHOLE_PAGES = [
    name
    for name in TEMPLATES
    if not name.startswith("site/") and not any(part.startswith("_") for part in Path(name).parts)
]
PARTIALS = [
    name
    for name in TEMPLATES
    if name.startswith(("site/frame/", "site/parts/")) or any(part.startswith("_") for part in Path(name).parts)
]
LONGEST_PARTIAL = 80  # lines

# Text between tags that is not translated: names, and non-words.
UNTRANSLATED = {"HOT designer", "parameters:", "YAML", "JSON", "GiB", "Ctrl"}


def text_of(name):
    return (FOLDER / name).read_text(encoding="utf-8")


def failures(names, check):
    """The templates of which a check says something, with what it says."""
    return {name: said for name in names if (said := check(name))}


def test_templates_compile():
    def failure(name):
        try:
            get_template(name)
        except TemplateSyntaxError as error:
            return str(error)

    assert failures(TEMPLATES, failure) == {}


def test_pages_have_titles_of_their_own():
    def missing(name):
        title = re.search(r"{% block title %}(.*?){% endblock", text_of(name), re.DOTALL)
        return "no title block" if not title else "" if title.group(1).strip() else "an empty title"

    assert failures(WHOLE_PAGES, missing) == {}


def test_partials_fit_on_a_screen():
    """One that does not is two."""
    assert [name for name in PARTIALS if text_of(name).count("\n") > LONGEST_PARTIAL] == []


def test_nothing_is_inline():
    """The Content-Security-Policy forbids it, so it would be dead in the page."""
    forbidden = r"<style[\s>]|\sstyle\s*=|<script(?![^>]*\ssrc=)|\s(?:on[a-z]+|hx-on[:a-z-]*)\s*=|javascript:"

    def inline(name):
        return re.findall(forbidden, re.sub(r"{%.*?%}|{{.*?}}", "", text_of(name), flags=re.DOTALL))

    assert failures(TEMPLATES, inline) == {}


def test_every_word_can_be_translated():
    """What a person reads is a variable, or goes through gettext: between tags and in the attributes that are read."""
    assert failures(TEMPLATES, untranslated) == {}


def untranslated(name):
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
    return [part for part in words if part not in UNTRANSLATED]
