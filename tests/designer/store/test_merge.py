"""Saving after somebody else saved in the meantime: nothing is overwritten silently."""

import pytest
from django.urls import reverse

from designer.content.content import Content
from designer.models import Draft
from designer.store.designs import revision_create
from designer.store.drafts.merge import merged
from tests.conftest import MINIMAL

pytestmark = pytest.mark.both

FILES = {"run.sh": b"echo\n", "nested.yaml": MINIMAL, "logo.png": b"\xff\xd8"}


@pytest.fixture
def design(make_design):
    return make_design(MINIMAL, files=FILES)


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def theirs(design, alice):
    """Saves something in the meantime."""

    def save(old="", new="", **files):
        text = MINIMAL.replace(old.encode(), new.encode()) if old else MINIMAL
        return revision_create(design=design, author=alice, text=text, files={**FILES, **files}, based_on=1)

    return save


@pytest.fixture
def send(client, design):
    """Saves a change of the first revision."""

    def post(old="default: 2", new="default: 3", **fields):
        text = MINIMAL.decode().replace(old, new)
        return client.post(reverse("design", args=["web"]), {"text": text, "based_on": "1", **fields}, follow=True)

    return post


def saved(design):
    design.refresh_from_db()
    return design.newest


def test_changes_of_different_elements_are_shown_and_saved_together_once_confirmed(send, theirs, design):
    theirs("OS::Heat::Value", "OS::Heat::None")
    page = send().content.decode()
    assert saved(design).number == 2
    assert "The changes do not overlap and can be merged." in page
    assert "OS::Heat::None" in page
    page = send(merge="2").content.decode()
    assert "Saved as revision 3." in page
    assert "It includes the changes of revision 2." in page
    expected = MINIMAL.replace(b"default: 2", b"default: 3").replace(b"OS::Heat::Value", b"OS::Heat::None")
    assert saved(design).content == Content(expected, FILES)


def test_what_is_wrong_only_with_both_together_is_reported_before(send, theirs, design):
    line = "      value: {get_param: size}\n"
    theirs(line, f"{line}  two:\n    type: OS::Heat::Value\n    properties:\n{line}")
    text = MINIMAL.decode().replace("size", "amount")
    answer = send(MINIMAL.decode(), text)
    assert [one.code for one in answer.context["merge"].new_errors] == ["unknown-parameter"]
    assert "problems that neither version has" in answer.content.decode()


def test_the_same_element_is_chosen(send, theirs, design):
    theirs("type: number", "type: string")
    answer = send()
    assert "One conflict: choose which version to keep." in answer.content.decode()
    assert 'data-element="parameters: size"' in answer.content.decode()
    (conflict,) = answer.context["merge"].made.conflicts
    assert saved(design).number == 2
    assert "One conflict: choose which version to keep." in send(merge="2").content.decode()  # nothing was chosen
    assert saved(design).number == 2
    send(merge="2", **{conflict.key: "theirs"})
    assert saved(design).number == 2  # theirs is what there is
    send(merge="2", **{conflict.key: "mine"})
    assert saved(design).content.text == MINIMAL.replace(b"default: 2", b"default: 3")


def test_what_was_agreed_to_is_asked_again_when_somebody_saves_once_more(send, theirs, design, alice):
    theirs("OS::Heat::Value", "OS::Heat::None")
    revision_create(design=design, author=alice, text=MINIMAL + b"# more\n", files=FILES, based_on=2)
    assert "You saved revision 3 in another window" in send(merge="2").content.decode()
    assert saved(design).number == 3


def test_other_files_are_saved_without_a_question(send, theirs, design):
    theirs(**{"run.sh": b"theirs\n"})
    page = send().content.decode()
    assert "It includes revision 2, which changed other files in the meantime." in page
    assert saved(design).content.files["run.sh"] == b"theirs\n"
    assert saved(design).content.text == MINIMAL.replace(b"default: 2", b"default: 3")


def test_files_of_the_draft_are_merged_too(client, send, theirs, design):
    text = MINIMAL.decode().replace("default: 2", "default: 4")
    client.post(reverse("draft", args=["web"]), {"file": "nested.yaml", "text": text, "counter": 0, "base": 1})
    theirs(**{"nested.yaml": MINIMAL.replace(b"OS::Heat::Value", b"OS::Heat::None")})
    assert "The changes do not overlap and can be merged." in send().content.decode()
    send(merge="2")
    expected = text.replace("OS::Heat::Value", "OS::Heat::None").encode()
    assert saved(design).content.files["nested.yaml"] == expected
    assert not Draft.objects.exists()


def test_a_script_is_chosen_as_a_whole(client, theirs, design, send):
    client.post(reverse("draft", args=["web"]), {"file": "run.sh", "text": "mine\n", "counter": 0, "base": 1})
    theirs(**{"run.sh": b"theirs\n"})
    answer = send()
    (conflict,) = answer.context["merge"].made.conflicts
    assert (conflict.path, conflict.mine, conflict.theirs) == ("run.sh", "mine\n", "theirs\n")
    send(merge="2", **{conflict.key: "mine"})
    assert saved(design).content.files["run.sh"] == b"mine\n"


def test_a_save_from_a_window_with_an_older_draft_is_stopped_once(client, send, design):
    first = {"text": "# elsewhere\n", "counter": 0, "base": 1}
    counter = client.post(reverse("draft", args=["web"]), first).json()["counter"]
    page = send(counter="0").content.decode()
    assert "changed or saved in another window" in page
    assert f'name="counter" value="{counter}"' in page
    assert saved(design).number == 1
    send(counter=str(counter))
    assert saved(design).content.text == MINIMAL.replace(b"default: 2", b"default: 3")


BASE = Content(MINIMAL, FILES)


def changed(**files):
    return Content(MINIMAL, {path: data for path, data in {**FILES, **files}.items() if data is not None})


def test_files_that_one_adds_renames_or_removes_stay_so():
    mine = changed(**{"new": b"1", "run.sh": None})
    theirs = changed(**{"other": b"2", "logo.png": None})
    assert merged(BASE, mine, theirs).content.files == {"new": b"1", "other": b"2", "nested.yaml": MINIMAL}


@pytest.mark.parametrize("pick", ["mine", "theirs"])
def test_a_file_that_one_removes_and_the_other_changes_is_asked_about(pick):
    mine, theirs = changed(**{"run.sh": None}), changed(**{"run.sh": b"theirs"})
    (conflict,) = merged(BASE, mine, theirs).conflicts
    assert (conflict.mine, conflict.theirs) == (None, "theirs")
    assert merged(BASE, mine, theirs, {conflict.key: pick}).content == (mine if pick == "mine" else theirs)


def test_files_that_are_no_texts_are_asked_about_as_a_whole():
    mine, theirs = changed(**{"logo.png": b"\xff1"}), changed(**{"logo.png": b"\xff2"})
    (conflict,) = merged(BASE, mine, theirs).conflicts
    assert merged(BASE, mine, theirs, {conflict.key: "mine"}).content == mine
    assert merged(BASE, mine, theirs, over=True).content == mine


def test_the_same_change_of_both_is_none():
    mine = changed(**{"run.sh": b"same"})
    assert merged(BASE, mine, mine).content == mine
    assert merged(BASE, mine, mine).both == ()
