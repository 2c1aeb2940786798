"""Drafts on the server, one per user and design."""

import json
import re
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from designer.content.content import Content
from designer.content.uploads import LARGEST_BUNDLE, LARGEST_FILE
from designer.models import Draft, DraftFile, Visibility
from designer.store.designs import design_purge, revision_create
from designer.store.drafts.design_drafts import draft_remove
from tests.conftest import MINIMAL

FILES = {"run.sh": b"echo\r\n", "logo.png": b"\xff\xd8", "nested/vm.yaml": MINIMAL}
ROOT = MINIMAL + b"  vm:\n    type: nested/vm.yaml   # the machine\n"


@pytest.fixture
def design(make_design):
    return make_design(ROOT, files=FILES)


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def send(client, design):
    """Writes to Alice's draft like a page that shows its newest state by default."""

    def post(**fields):
        draft = design.drafts.filter(given_up=False).first()
        fields = {"counter": draft.counter if draft else 0, "base": 1, **fields}
        return client.post(reverse("draft", args=["web"]), fields)

    return post


def shown(client, path=""):
    answer = client.get(reverse("design", args=["web"]), {"file": path} if path else {})
    if answer.status_code != 200:
        return answer.status_code
    return unescape(re.search(r"<textarea[^>]*>\n(.*?)</textarea>", answer.content.decode(), re.DOTALL)[1])


def saved(design):
    design.refresh_from_db()
    return design.newest.content


def test_what_is_typed_is_there_again_and_is_not_saved(send, client, design):
    answer = send(text=ROOT.decode() + "# mine\n").json()
    assert answer["counter"] > 0
    assert answer["changed"] == [""]
    assert shown(client) == ROOT.decode() + "# mine\n"
    assert saved(design).text == ROOT
    for other in ("raw", "fill"):
        assert b"# mine" not in client.get(reverse(other, args=["web"])).content


def test_what_is_fresh_is_kept_with_the_draft(send, client, design):
    def fresh():
        html = client.get(reverse("design", args=["web"])).content.decode()
        return json.loads(re.search(r'<script id="fresh" type="application/json">(.*?)</script>', html)[1])

    first = send(text=ROOT.decode() + "  port: {type: OS::Neutron::Port}\n", fresh='[["port", []]]').json()
    assert fresh() == [["port", []]]
    touched = ["port", ['["resources","port","properties","network"]']]
    assert send(do="fresh", fresh=json.dumps([touched])).json()["counter"] == first["counter"]  # no window is behind
    assert fresh() == [touched]
    assert send(do="fresh", fresh="[]", counter=first["counter"] - 1).status_code == 409
    client.post(reverse("design", args=["web"]), {"based_on": 1, "counter": first["counter"], "text": shown(client)})
    assert saved(design).text != ROOT
    assert fresh() == []


@pytest.mark.parametrize(
    "fresh", ["[", "1", "[1]", '[["a"]]', '[["a", [1]]]', '[["\\u0000", []]]', '[["\\ud800", []]]']
)
def test_what_is_fresh_is_pairs_of_a_name_and_paths(send, fresh):
    assert send(text="# mine\n", fresh=fresh).status_code == 404
    assert not Draft.objects.exists()


def test_other_people_see_what_is_saved(send, client_of, bob, design):
    design.visibility = Visibility.PUBLIC
    design.save()
    send(text="# mine\n")
    assert shown(client_of(bob)) == ROOT.decode()
    assert client_of(bob).post(reverse("draft", args=["web"]), {"text": "x", "counter": 0}).status_code == 404
    assert Draft.objects.count() == 1


def test_strangers_and_signed_out_people_have_no_draft(client_of, charlie, design, client):
    assert client_of(charlie).post(reverse("draft", args=["web"]), {"text": "x", "counter": 0}).status_code == 404
    client.logout()
    assert client.post(reverse("draft", args=["web"]), {"text": "x", "counter": 0}).status_code == 404
    assert client.get(reverse("draft", args=["web"])).status_code == 405


def test_signing_out_leaves_the_draft(send, client, alice):
    send(text="# mine\n")
    client.logout()
    client.force_login(alice)
    assert shown(client) == "# mine\n"


def test_line_ends_and_a_byte_order_mark_are_kept_with_what_is_typed(send, design, client):
    send(file="run.sh", text="echo\nexit\n")
    assert bytes(DraftFile.objects.get(path="run.sh").content) == b"echo\r\nexit\r\n"
    send(file="run.sh", text="echo\n")
    assert not Draft.objects.exists()


def test_only_what_differs_is_kept(send, design):
    send(text=ROOT.decode() + "# mine\n")
    send(file="run.sh", text="exit\n")
    assert set(DraftFile.objects.values_list("path", flat=True)) == {"", "run.sh"}
    answer = send(text=ROOT.decode()).json()
    assert answer["changed"] == ["run.sh"]
    assert set(DraftFile.objects.values_list("path", flat=True)) == {"run.sh"}


def test_a_window_with_an_older_state_is_refused(send, design, client):
    first = send(text="# one\n").json()["counter"]
    second = send(text="# two\n").json()["counter"]
    assert second > first
    refused = send(text="# three\n", counter=first)
    assert refused.status_code == 409
    answer = refused.json()
    assert answer["outdated"] is True
    assert (answer["counter"], answer["text"], answer["files"]) == (second, "# two\n", sorted(FILES))
    assert answer["merged"] is None  # both changed the whole text
    assert "three" in answer["difference"]
    assert send(text="# four\n", counter=0).status_code == 409
    assert shown(client) == "# two\n"


def test_changes_of_two_windows_in_different_places_can_be_merged(send):
    first = send(text=ROOT.decode() + "# draft\n").json()["counter"]
    send(text="# above\n" + ROOT.decode())
    mine = ROOT.decode().replace("heat_template_version", "description: Mine\nheat_template_version")
    merged = send(text=mine, counter=first).json()["merged"]
    assert "# above\n" in merged
    assert "description: Mine\n" in merged


def test_what_a_window_wrote_when_it_was_left_is_no_other_window(send, client):
    send(text="# one\n", window="a")
    assert send(text="# two\n", counter=0, window="b", before="a").status_code == 200
    assert send(text="# three\n", counter=0, window="c", before="a").status_code == 409
    assert shown(client) == "# two\n"


def test_windows_with_different_files_do_not_disturb_each_other(send, client, design):
    first = send(text="# one\n").json()["counter"]
    assert send(file="run.sh", text="exit\n", counter=0).status_code == 200  # opened before there was a draft
    assert send(text="# two\n", counter=first).status_code == 200
    assert send(file="run.sh", text="exit 1\n", counter=first).status_code == 409
    assert shown(client) == "# two\n"
    text = {"text": ROOT.decode(), "based_on": 1, "counter": design.drafts.get().counter - 1}
    client.post(reverse("design", args=["web"]), {**text, "file": "nested/vm.yaml"})
    assert saved(design).text == b"# two\n"
    assert saved(design).files["run.sh"] == b"exit\r\n"


def test_the_state_of_a_draft_that_ended_is_older_than_any_later_one(send, design, monkeypatch):
    hours = iter(range(10**6, 0, -1))
    monkeypatch.setattr("time.time_ns", lambda: next(hours) * 3600 * 10**9)  # nodes whose clocks differ
    first = send(text="# one\n").json()["counter"]
    send(text=ROOT.decode())
    assert not Draft.objects.exists()
    assert send(text="# two\n", counter=first).status_code == 409
    assert send(text="# two\n", counter=0).json()["counter"] > first


def test_saving_saves_everything_at_once_and_ends_the_draft(send, client, design):
    send(file="run.sh", text="exit\n")
    send(do="add", file="new.txt", text="new\n")
    send(do="remove", file="logo.png")
    client.post(reverse("design", args=["web"]), {"text": ROOT.decode() + "# mine\n", "based_on": 1})
    content = saved(design)
    assert content.text == ROOT + b"# mine\n"
    assert content.files == {"run.sh": b"exit\r\n", "new.txt": b"new\n", "nested/vm.yaml": MINIMAL}
    assert not Draft.objects.exists()
    assert design.newest.number == 2


def test_a_draft_of_another_window_outlives_what_an_older_window_saves(send, client, design, alice):
    revision_create(design=design, author=alice, text=ROOT + b"# saved\n", based_on=1)
    counter = send(text=ROOT.decode() + "# typed\n", base=2, counter=0).json()["counter"]
    old = {"text": ROOT.decode() + "# old\n", "based_on": 1, "counter": counter, "over": 2}
    answer = client.post(reverse("design", args=["web"]), old, follow=True)
    assert saved(design).text == ROOT + b"# old\n"
    assert shown(client) == ROOT.decode() + "# typed\n"
    assert "They are your draft now." in answer.content.decode()


def test_what_was_written_while_it_was_saved_is_kept(send, design, alice):
    counter = send(text=ROOT.decode() + "# one\n").json()["counter"]
    send(text=ROOT.decode() + "# two\n")
    one, two = (Content(ROOT + words, FILES) for words in (b"# one\n", b"# two\n"))
    assert not draft_remove(design=design, owner=alice, counter=counter, saved=one)
    assert draft_remove(design=design, owner=alice, counter=counter, saved=two)
    assert not Draft.objects.exists()


def test_a_draft_is_given_up_and_brought_back(send, client, design):
    send(text="# mine\n")
    answer = send(do="give-up").json()
    assert (answer["counter"], answer["changed"]) == (0, [])
    assert shown(client) == ROOT.decode()
    answer = send(do="bring-back").json()
    assert answer["changed"] == [""]
    assert shown(client) == "# mine\n"


def test_a_window_with_an_older_state_does_not_give_up_what_it_does_not_show(send, client):
    first = send(text="# one\n").json()["counter"]
    send(file="run.sh", text="exit\n")
    assert send(do="give-up", counter=first).status_code == 409
    assert shown(client, "run.sh") == "exit\n"


def test_a_new_draft_ends_what_was_given_up(send, client):
    send(text="# mine\n")
    send(do="give-up")
    send(file="run.sh", text="exit\n")
    assert send(do="bring-back").json()["changed"] == ["run.sh"]
    assert shown(client) == ROOT.decode()


def test_a_deleted_design_takes_its_drafts_along(send, design):
    send(text="# mine\n")
    design_purge(design=design)
    assert not DraftFile.objects.exists()


def test_a_draft_stays_on_the_revision_that_it_began_with(send, client, design, alice):
    send(text=ROOT.decode() + "# mine\n")
    revision_create(design=design, author=alice, text=ROOT + b"# theirs\n", based_on=1)
    page = client.get(reverse("design", args=["web"])).content.decode()
    assert 'name="based_on" value="1"' in page
    assert shown(client) == ROOT.decode() + "# mine\n"


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "x" * (512 * 1024 + 1)},
        {"file": "run.sh", "text": "x" * (LARGEST_FILE + 1)},
        {"do": "add", "file": ".."},
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_reason(send, fields):
    answer = send(**fields)
    assert answer.status_code == 422
    assert answer.json()["refused"]
    assert not Draft.objects.exists()


def test_all_files_together_have_a_limit(send):
    for number in range(LARGEST_BUNDLE // LARGEST_FILE - 1):
        assert send(do="add", file=f"{number}", text="x" * (LARGEST_FILE - 1)).status_code == 200
    assert send(do="add", file="last", text="x" * LARGEST_FILE).status_code == 422


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"do": "no"}, 400),
        ({"counter": "x"}, 404),
        ({"counter": ""}, 404),
        ({"base": "9"}, 404),
        ({"base": "²"}, 404),
        ({"file": "no", "text": "x"}, 404),
        ({"do": "remove", "file": ""}, 404),
        ({"do": "rename", "file": "", "to": "x"}, 404),
        ({"do": "restore", "file": "no"}, 404),
        ({"file": "logo.png", "text": "x"}, 404),
    ],
)
def test_what_makes_no_sense_changes_nothing(send, fields, status):
    assert send(**fields).status_code == status
    assert not Draft.objects.exists()


def test_texts_of_any_kind_are_kept(send, client):
    assert send(text="a: [\0 é😀").status_code == 200
    assert shown(client).startswith("a: [")
    assert send(text="").status_code == 200
    assert shown(client) == ""


# -- files ---------------------------------------------------------------------


def test_a_file_is_added_and_opens(send, client):
    assert send(do="add", file=" ./s//go.sh ", text="go\r\n").json()["texts"] == {"s/go.sh": "go\n"}
    assert shown(client, "s/go.sh") == "go\n"
    assert send(do="add", file="run.sh").status_code == 422


def test_files_are_uploaded_under_their_own_names(send):
    upload = SimpleUploadedFile("x.bin", b"\x00\xff\r\n")
    assert send(do="add", upload=upload).json()["changed"] == ["x.bin"]
    assert bytes(DraftFile.objects.get(path="x.bin").content) == b"\x00\xff\r\n"


def test_a_removed_file_can_come_back(send, client):
    assert send(do="remove", file="run.sh").json()["was"] == {"run.sh": "echo\n"}
    assert shown(client, "run.sh") == 404
    assert send(do="restore", file="run.sh").json()["changed"] == []
    assert shown(client, "run.sh") == "echo\n"


def test_a_file_is_renamed_with_all_that_names_it(send, client, design):
    answer = send(do="rename", file="nested/vm.yaml", to="vm.yaml", references="1").json()
    assert answer["changed"] == ["", "nested/vm.yaml", "vm.yaml"]
    assert answer["texts"][""] == ROOT.decode().replace("nested/vm.yaml", "vm.yaml")
    assert shown(client) == ROOT.decode().replace("nested/vm.yaml", "vm.yaml")


def test_a_file_is_renamed_alone(send, client):
    assert send(do="rename", file="nested/vm.yaml", to="vm.yaml").json()["changed"] == ["nested/vm.yaml", "vm.yaml"]
    assert shown(client) == ROOT.decode()
    assert send(do="rename", file="vm.yaml", to="run.sh").status_code == 422


# -- what the page asks is about the draft ---------------------------------------


def test_other_files_are_taken_from_the_draft(send, client):
    assert "size" in client.post(reverse("diagram", args=["web"]), {"text": ROOT.decode()}).json()["parameters"]
    send(do="add", file="new.yaml", text="heat_template_version: 2021-04-16\nparameters: {a: {type: string}}\n")
    text = ROOT.decode() + "  new: {type: new.yaml}\n"
    answer = client.post(reverse("design", args=["web"]), {"text": text}, headers={"HX-Request": "true"})
    assert [one.message for one in answer.context["diagnostics"].all] == ["`new.yaml` needs the property `a`."]


def test_a_nested_template_is_taken_as_the_template(send, client):
    text = MINIMAL.decode().replace("OS::Heat::Value", "../net.yaml")
    send(do="add", file="net.yaml", text="heat_template_version: 2021-04-16\n")
    fields = {"file": "nested/vm.yaml", "text": text}
    diagram = client.post(reverse("diagram", args=["web"]), fields).json()
    assert [node["name"] for node in diagram["nodes"]] == ["answer"]
    answer = client.post(reverse("design", args=["web"]), fields, headers={"HX-Request": "true"})
    found = answer.context["diagnostics"].all
    assert {one.file for one in found} == {"nested/vm.yaml"}
    assert "?file=nested/vm.yaml#line-" in answer.content.decode()


def test_the_queries_do_not_grow_with_the_files(send, client, make_design, django_assert_max_num_queries):
    for number in range(30):
        send(do="add", file=f"{number}.sh", text="x")
    with django_assert_max_num_queries(8):
        assert client.post(reverse("diagram", args=["web"]), {"text": ROOT.decode()}).status_code == 200
    with django_assert_max_num_queries(25):
        assert send(text=ROOT.decode() + "# mine\n").status_code == 200
