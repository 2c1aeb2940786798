"""The languages of the pages: those with a compiled catalogue."""

import struct
from pathlib import Path

import pytest
from django.conf import settings as configured
from django.urls import reverse

from designer.design.inspector.property_parts import OTHERS
from designer.settings import languages_in
from designer.site.data_texts import PATTERN_TEXTS, THEME_TITLES
from hotcore.catalogue import shipped_catalogue
from hotcore.edits import patterns
from tests.designer.test_settings import TEAM, start

OURS, DJANGO_S = "Skip to content", "Passwort"


def catalogue(locale: Path, language: str, words: dict[str, str]) -> None:
    """Write a compiled catalogue as `msgfmt` does: sorted messages, then their translations."""
    pairs = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **words}.items())
    texts = [text.encode() for column in (0, 1) for text in (pair[column] for pair in pairs)]
    at, table, count = 28 + 8 * len(texts), b"", len(pairs)
    for text in texts:
        table += struct.pack("<II", len(text), at)
        at += len(text) + 1
    folder = locale / language / "LC_MESSAGES"
    folder.mkdir(parents=True)
    head = struct.pack("<7I", 0x950412DE, 0, count, 28, 28 + 8 * count, 0, 0)
    (folder / "django.mo").write_bytes(head + table + b"".join(text + b"\0" for text in texts))


def use(settings, locale: Path) -> None:
    settings.LOCALE_PATHS, settings.LANGUAGES = [locale], languages_in(locale)


@pytest.mark.parametrize("language", ["de", "fr", "ar", "de-CH,fr;q=0.5", "*"])
def test_who_asks_for_a_language_that_is_not_there_gets_english_and_nothing_else(
    client, db, settings, tmp_path, language
):
    use(settings, tmp_path)
    html = client.get(reverse("signup"), headers={"accept-language": language}).content.decode()
    assert '<html lang="en" dir="ltr"' in html
    assert OURS in html
    assert "Password confirmation" in html
    assert DJANGO_S not in html


@pytest.mark.parametrize(("language", "direction"), [("de", "ltr"), ("ar", "rtl")])
def test_a_catalogue_that_is_added_is_a_language_of_the_pages(client, db, settings, tmp_path, language, direction):
    catalogue(tmp_path, language, {OURS: "Zum Inhalt"})
    use(settings, tmp_path)
    html = client.get(reverse("signup"), headers={"accept-language": language}).content.decode()
    assert f'<html lang="{language}" dir="{direction}"' in html
    assert "Zum Inhalt" in html
    assert '<html lang="en"' in client.get(reverse("signup"), headers={"accept-language": "fr"}).content.decode()


def test_the_languages_are_those_with_a_compiled_catalogue(tmp_path):
    assert languages_in(tmp_path) == [("en", "English")]
    (tmp_path / "fr" / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "fr" / "LC_MESSAGES" / "django.po").touch()  # not compiled: Django would not read it
    for language in ("pt_BR", "de", "en", "x_klingon"):
        catalogue(tmp_path, language, {})
    named = [("en", "English"), ("de", "Deutsch"), ("pt-br", "Português Brasileiro"), ("x-klingon", "x-klingon")]
    assert languages_in(tmp_path) == named


def test_the_pages_languages_are_those_of_the_project():
    assert languages_in(configured.LOCALE) == configured.LANGUAGES


def test_a_default_language_that_is_not_there_stops_the_start(tmp_path):
    result = start(tmp_path, "check", **TEAM, DESIGNER_LANGUAGE="de")
    assert result.returncode != 0
    assert "DESIGNER_LANGUAGE is 'de'; it must be one of: en" in result.stderr


def test_the_titles_in_the_form_of_a_resource_are_translated(client_of, alice, make_design, settings, tmp_path):
    catalogue(tmp_path, "de", {"Placement": "Standort"})
    use(settings, tmp_path)
    text = "heat_template_version: 2021-04-16\nresources: {web: {type: OS::Nova::Server}}\n"
    asked = {"name": "web", "kind": "resources", "text": text}
    address = reverse("inspector", args=[make_design(text).slug])
    html = client_of(alice).post(address, asked, headers={"accept-language": "de"}).content.decode()
    assert "<span>Standort</span>" in html
    assert "<span>Disks</span>" in html


def test_every_title_in_the_form_of_a_resource_is_known_to_translators():
    types = [shipped_catalogue().find(name) for name in shipped_catalogue().type_names]
    titles = {title for known in types if known for title in known.themes}
    assert {*titles, OTHERS} == set(THEME_TITLES)


def test_patterns_and_samples_are_translated(client_of, alice, make_design, settings, tmp_path):
    catalogue(tmp_path, "de", {"Volume, attached": "Volume am Server", "Single server": "Ein Server"})
    use(settings, tmp_path)
    client, german = client_of(alice), {"accept-language": "de"}
    html = client.get(reverse("design", args=[make_design().slug]), headers=german).content.decode()
    assert "Volume am Server" in html
    assert "Load-balanced pool" in html
    assert "Ein Server" in client.get(reverse("new"), headers=german).content.decode()


def test_the_palette_is_in_the_language_of_who_looks(client_of, alice, make_design, settings, tmp_path):
    catalogue(tmp_path, "nl", {"Load balancing": "Lastverdeling"})
    use(settings, tmp_path)
    client, address = client_of(alice), reverse("design", args=[make_design().slug])
    for language, word in (("en", "Load balancing"), ("nl", "Lastverdeling"), ("en", "Load balancing")):
        html = client.get(address, headers={"accept-language": language}).content.decode()
        assert f"<span>{word}</span>" in html


def test_every_text_of_a_pattern_is_known_to_translators():
    assert {text for one in patterns().values() for text in (one.title, one.about)} == set(PATTERN_TEXTS)
