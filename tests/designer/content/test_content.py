"""A template and the files of its repository, relative to different templates."""

from posixpath import dirname, relpath

import pytest

from designer.content import analysis
from designer.content.content import Content, Contents
from designer.store.designs import design_create, design_fork, revision_create, revision_restore
from designer.store.drafts.workspace import work_on
from hotcore import read_environment
from tests.repository import repository


def kept(main, files):
    """The content of a repository with one of its files as the template."""
    folder = dirname(main) or "."
    beside = {relpath(path, folder): text.encode() for path, text in files.items() if path != main}
    return Content(files[main].encode(), beside, main)


REPOSITORY = repository("stacks/overcloud.yaml")
CONTENT = kept("stacks/overcloud.yaml", REPOSITORY)


@pytest.mark.parametrize("place", [path for path in REPOSITORY if path.endswith(".yaml")])
def test_any_file_becomes_the_template_and_gives_it_back(place):
    path = relpath(place, "stacks")
    if place == CONTENT.path:
        return
    turned = CONTENT.about(path)
    assert turned == kept(place, REPOSITORY)
    assert turned.about(relpath("stacks/overcloud.yaml", dirname(place) or ".")) == CONTENT


def test_a_template_that_came_by_itself_gets_a_name_that_is_free():
    alone = Content(b"main", {"template.yaml": b"1", "../up/x.yaml": b"2"})
    turned = alone.about("../up/x.yaml")
    assert turned.text == b"2"
    assert dict(turned.files) == {"../template/template1.yaml": b"main", "../template/template.yaml": b"1"}
    assert turned.about("../template/template1.yaml").files.keys() == alone.files.keys()


def test_where_the_template_lies_makes_another_content_but_leaves_those_without_a_place_as_they_were():
    assert Content(b"a", {"b": b"c"}).hash_value == "321cf3124838eafcf3df515fc440c7452def249dc89643bb5fb8e1bc260b2191"
    assert Content(b"a", {"b": b"c"}, "x/main.yaml") != Content(b"a", {"b": b"c"})


def test_the_page_previews_what_the_repository_comes_to():
    paths = ("../environments/base.yaml", "../environments/more/site.yaml")
    environments = [read_environment(CONTENT.file_texts[path], path) for path in paths]
    found = analysis.preview(CONTENT, {"Stage": "mine"}, environments=environments)
    assert found.outputs["hosts"].value[0] == "mine-echo start\n"
    assert found.outputs["region"].value == "site"
    assert [each for each in found.diagnostics if each.severity == "error"] == []


def test_contents_without_a_hash_are_not_taken_for_one_another():
    contents = Contents(most=2)
    one, other = Content(b"one"), Content(b"other")
    assert [contents.get("", lambda each=each: each) for each in (one, other)] == [one, other]


@pytest.fixture
def design(alice):
    return design_create(owner=alice, name="Cloud", text=CONTENT.text, files=CONTENT.files, path=CONTENT.path)


def test_a_revision_keeps_where_its_template_lies(design, alice, bob):
    assert design.newest.content == CONTENT
    revision_create(design=design, author=alice, text=b"a: b\n", based_on=1)
    assert design.newest.path == "stacks/overcloud.yaml"
    turned = CONTENT.about("hosts.yaml")
    revision_create(design=design, author=alice, text=turned.text, files=turned.files, path=turned.path, based_on=2)
    assert design.newest.content == turned
    assert revision_restore(design=design, author=alice, number=1).content == CONTENT
    assert design_fork(owner=bob, design=design).newest.content == CONTENT


def test_a_nested_template_over_folders_is_edited_without_problems(design, alice):
    work = work_on(alice, design, "../network/network.yaml")
    assert work.template.files.keys() >= {"ports/port.yaml", "../stacks/hosts.yaml"}
    assert "missing-file" not in {each.code for each in work.diagnostics}
    broken = work.with_text(work.now.decode().replace("hosts.yaml", "nobody.yaml"))
    (missing,) = [each for each in broken.diagnostics if each.code == "missing-file"]
    assert missing.file == "../network/network.yaml"


def test_a_problem_of_a_file_beside_the_template_has_the_path_that_the_template_has_for_it(design, alice):
    files = {**CONTENT.files, "hosts.yaml": b"heat_template_version: 2021-04-16\nresources: {a: {type: No::Such}}\n"}
    revision_create(design=design, author=alice, text=CONTENT.text, files=files, based_on=1)
    found = work_on(alice, design, "../network/network.yaml").diagnostics
    assert "hosts.yaml" in {each.file for each in found if "No::Such" in each.message}
