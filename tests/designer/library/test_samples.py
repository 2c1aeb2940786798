"""The sample library: whole, correct, and loaded once."""

import pytest
from django.core.management import call_command
from django.test import Client

from designer.content import analysis
from designer.content.content import Content
from designer.models import Design, Revision
from designer.samples import FOLDER, SAMPLES, SAMPLES_OWNER, Sample, sample
from designer.store.designs import revision_create


@pytest.mark.parametrize("found", SAMPLES, ids=lambda found: found.slug)
def test_a_sample_has_no_problems_and_says_what_it_is(found):
    document = analysis.document(Content(found.text, found.files))
    assert document.diagnostics == ()
    assert document.template.description
    assert document.template.outputs
    assert all(parameter.description or parameter.label for parameter in document.template.parameters.values())


@pytest.mark.parametrize("found", SAMPLES, ids=lambda found: found.slug)
def test_whatever_the_conditions_of_a_sample_come_to_heat_takes_the_values(found):
    content = Content(found.text, found.files)
    matrix = analysis.conditions(content)
    for row in matrix.rows or [row for block in matrix.blocks for row in block.rows]:
        refused = [each for each in analysis.preview(content, row.values).diagnostics if each.severity == "error"]
        # Of what a list is for, nothing can be declared: its example is any list.
        assert {each.code for each in refused} <= {"value-needed", "custom-constraint"}


@pytest.mark.parametrize("found", SAMPLES, ids=lambda found: found.slug)
def test_a_template_among_the_files_of_a_sample_has_no_problems(found):
    for path, text in found.files.items():
        if text.startswith(b"heat_template_version"):
            assert analysis.document(Content(text)).diagnostics == (), path


def test_every_folder_is_a_sample():
    assert {entry.name for entry in FOLDER.iterdir() if (entry / "template.yaml").exists()} == {s.slug for s in SAMPLES}
    assert sample("single-server") is SAMPLES[0]
    assert sample("../secrets") is None


def test_loading_makes_the_library_public_and_can_be_repeated(db, capsys):
    for _ in range(2):
        call_command("load_samples")
    assert set(Design.objects.values_list("slug", flat=True)) == {found.slug for found in SAMPLES}
    assert Revision.objects.count() == len(SAMPLES)
    assert all(design.is_public and design.tags.exists() for design in Design.objects.all())
    assert Client().get("/templates/single-server/raw/").content == SAMPLES[0].text
    assert str(len(SAMPLES)) in capsys.readouterr().out


def test_loading_brings_an_older_library_up_to_date(db):
    call_command("load_samples", verbosity=0)
    design = Design.objects.get(slug="single-server")
    revision_create(design=design, author=design.owner, text=b"old: 1\n", based_on=1)
    call_command("load_samples", verbosity=0)
    design.refresh_from_db()
    assert design.newest.number == 3
    assert design.newest.content.text == SAMPLES[0].text


def test_nobody_can_sign_in_as_the_owner_of_the_samples(db):
    call_command("load_samples", verbosity=0)
    assert not Design.objects.first().owner.has_usable_password()
    assert Design.objects.first().owner.username == SAMPLES_OWNER


def test_a_sample_without_files_has_none():
    assert Sample("single-server", "", "", ()).files == {}
