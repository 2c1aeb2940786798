"""The files of a template."""

from posixpath import relpath

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from designer.models import Visibility
from designer.store.designs import design_create, revision_create
from tests.conftest import MINIMAL
from tests.repository import repository

FILES = {"run.sh": b"echo\n", "a/logo.png": b"\xff\xd8"}


@pytest.fixture
def design(make_design):
    return make_design(MINIMAL + b"# run.sh\n", files=FILES)


@pytest.fixture
def send(client_of, alice, design):
    """Submits a form of the page as Alice, based on the first revision by default."""

    def post(**fields):
        return client_of(alice).post(reverse("files", args=[design.slug]), {"based_on": "1", **fields}, follow=True)

    return post


def kept(design):
    design.refresh_from_db()
    return dict(design.newest.content.files)


def test_the_files_are_listed_with_their_sizes(client_of, alice, design):
    page = client_of(alice).get(reverse("files", args=[design.slug])).content.decode()
    assert 'data-path="run.sh"' in page
    assert "2 files" in page
    assert "5 B" in page
    assert (
        reverse("files", args=[design.slug]) in client_of(alice).get(reverse("design", args=["web"])).content.decode()
    )


def test_a_new_file_opens_to_be_written(send, design):
    answer = send(do="add", name=" ./b//new.yaml ")
    assert kept(design) == {**FILES, "b/new.yaml": b""}
    assert answer.redirect_chain[-1][0] == reverse("design", args=[design.slug]) + "?file=b%2Fnew.yaml"
    assert design.newest.message == "Added b/new.yaml"
    assert bytes(design.newest.text) == MINIMAL + b"# run.sh\n"


def test_a_file_is_uploaded_byte_for_byte_under_its_own_name_or_another(send, design):
    send(do="add", upload=SimpleUploadedFile("x.bin", b"\x00\xff\r\n"))
    assert kept(design)["x.bin"] == b"\x00\xff\r\n"
    send(do="add", name="deep/y.bin", upload=SimpleUploadedFile("x.bin", b"y"), based_on="2")
    assert kept(design)["deep/y.bin"] == b"y"


def test_several_are_uploaded_at_once(send, design):
    uploads = [SimpleUploadedFile("one", b"1"), SimpleUploadedFile("two", b"2")]
    page = send(do="add", name="x", upload=uploads).content.decode()
    assert "Several files cannot share one name" in page
    uploads = [SimpleUploadedFile("one", b"1"), SimpleUploadedFile("two", b"2")]
    send(do="add", upload=uploads)
    assert kept(design) == {**FILES, "one": b"1", "two": b"2"}
    assert design.newest.number == 2


def test_a_file_is_renamed_and_the_template_still_names_it(send, design):
    page = send(do="rename", path="run.sh", to="scripts/run.sh").content.decode()
    assert kept(design) == {"scripts/run.sh": b"echo\n", "a/logo.png": b"\xff\xd8"}
    assert "The template still references “run.sh”" in page
    assert (
        'data-moves-draft="draft:web:run.sh" data-to="draft:web:scripts/run.sh" data-before="1" data-after="2"' in page
    )


def test_a_file_is_taken_away_and_the_history_has_it(send, design):
    page = send(do="remove", path="a/logo.png").content.decode()
    assert kept(design) == {"run.sh": b"echo\n"}
    assert "Removed a/logo.png. Saved as revision 2" in page
    assert design.revisions.get(number=1).content.files == FILES


@pytest.fixture
def stack(alice):
    files = repository("stacks/overcloud.yaml")
    beside = {relpath(path, "stacks"): text.encode() for path, text in files.items() if path != "stacks/overcloud.yaml"}
    text = files["stacks/overcloud.yaml"].encode()
    return design_create(owner=alice, name="Cloud", text=text, files=beside, path="stacks/overcloud.yaml")


def test_another_file_is_made_the_template_and_the_history_brings_the_first_one_back(client_of, alice, stack):
    address, before = reverse("files", args=["cloud"]), stack.newest.content
    page = client_of(alice).get(address).content.decode()
    assert page.count("Use as the template") == 8
    turn = {"based_on": "1", "do": "turn", "path": "../network/network.yaml"}
    page = client_of(alice).post(address, turn, follow=True).content.decode()
    assert "“network/network.yaml” is now the template. Saved as revision 2" in page
    stack.refresh_from_db()
    assert stack.newest.content == before.about("../network/network.yaml")
    assert stack.newest.content.files["../stacks/overcloud.yaml"] == before.text
    assert {"ports/port.yaml", "../environments/base.yaml"} < stack.newest.content.files.keys()
    assert stack.parameter_count == 1
    client_of(alice).post(reverse("restore", args=["cloud"]), {"revision": "1"})
    stack.refresh_from_db()
    assert stack.newest.content == before


def test_what_was_not_saved_of_the_old_template_is_saved_in_it_after_another_took_its_place(client_of, alice, stack):
    address = reverse("files", args=["cloud"])
    client_of(alice).post(address, {"based_on": "1", "do": "turn", "path": "hosts.yaml"})
    text = stack.newest.content.text.decode() + "# mine\n"
    client_of(alice).post(reverse("design", args=["cloud"]), {"text": text, "based_on": "1"})
    stack.refresh_from_db()
    assert stack.newest.path == "stacks/hosts.yaml"
    assert stack.newest.content.files["overcloud.yaml"].decode() == text


def test_files_above_the_template_are_added_and_renamed_as_far_as_the_repository_goes(client_of, alice, stack):
    def send(**fields):
        answer = client_of(alice).post(reverse("files", args=["cloud"]), fields, follow=True)
        stack.refresh_from_db()
        return answer.content.decode()

    send(based_on="1", do="rename", path="../scripts/start.sh", to="../bin/../bin/start.sh")
    assert "../bin/start.sh" in stack.newest.content.files
    send(based_on="2", do="add", name="../stacks/new.sh")
    assert "new.sh" in stack.newest.content.files
    assert "is outside the template" in send(based_on="3", do="add", name="../../up.sh")
    assert "There is already a file" in send(based_on="3", do="add", name="overcloud.yaml")
    assert stack.newest.number == 3


@pytest.mark.parametrize("name", ["", "../x", "/x", "run.sh", "a", "run.sh/x", "x" * 201, "a\\b"])
def test_a_name_that_no_file_can_have_is_refused_and_stays_in_its_field(send, design, name):
    for fields in ({"do": "add", "name": name}, {"do": "rename", "path": "a/logo.png", "to": name}):
        if fields["do"] == "rename" and name == "a":
            continue  # the folder becomes free when its only file leaves it
        answer = send(**fields)
        page = answer.content.decode()
        assert "<title>Error: Files" in page
        assert 'role="alert"' in page
        assert f'value="{name}"' in page
    assert kept(design) == FILES
    assert design.newest.number == 1


def test_too_much_is_refused(send, design):
    assert "larger than 1.0 MiB" in send(do="add", upload=SimpleUploadedFile("x", b"x" * 1_100_000)).content.decode()
    uploads = [SimpleUploadedFile(f"f{number}", b"x" * 1_000_000) for number in range(13)]
    assert "in total" in send(do="add", upload=uploads).content.decode()
    assert kept(design) == FILES


def test_somebody_saved_in_between(send, design, alice):
    revision_create(design=design, author=alice, text=MINIMAL, based_on=1)
    page = send(do="remove", path="run.sh").content.decode()
    assert "Revision 2 was saved in the meantime, so nothing was changed" in page
    assert kept(design) == FILES
    send(do="remove", path="run.sh", based_on="2")
    assert "run.sh" not in kept(design)


@pytest.mark.parametrize(
    "fields",
    [{"do": "remove", "path": "nothing"}, {"do": "else", "path": "run.sh"}, {}, {"do": "add", "based_on": "x"}],
)
def test_what_makes_no_sense_changes_nothing(send, design, fields):
    assert send(**({"name": "new"} | fields)).status_code == 404
    assert kept(design) == FILES


def test_only_its_owner_changes_the_files(client, client_of, bob, design):
    address = reverse("files", args=[design.slug])
    fields = {"based_on": "1", "do": "remove", "path": "run.sh"}
    assert client.post(address, fields)["Location"] == f"{reverse('login')}?next={address}"
    assert client_of(bob).get(address).status_code == 404
    assert client_of(bob).post(address, fields).status_code == 404
    design.visibility = Visibility.PUBLIC
    design.save()
    page = client_of(bob).get(address).content.decode()
    assert 'data-path="run.sh"' in page
    assert 'name="do"' not in page
    assert client_of(bob).post(address, fields).status_code == 404
    assert kept(design) == FILES


def test_a_text_that_was_being_written_meanwhile_is_saved_on_top(send, client_of, alice, design):
    send(do="add", name="new.sh")
    text = MINIMAL.decode() + "# mine\n"
    answer = client_of(alice).post(reverse("design", args=["web"]), {"text": text, "based_on": "1"}, follow=True)
    assert "It includes revision 2, which changed other files in the meantime." in answer.content.decode()
    assert kept(design) == {**FILES, "new.sh": b""}
    assert bytes(design.newest.text).decode() == text


def test_a_text_of_a_file_that_was_renamed_meanwhile_is_compared_first(send, client_of, alice, design):
    send(do="rename", path="run.sh", to="start.sh")
    sent = {"text": "echo mine\n", "based_on": "1", "file": "start.sh"}
    page = client_of(alice).post(reverse("design", args=["web"]), sent).content.decode()
    assert "You saved revision 2 in another window" in page
    assert kept(design)["start.sh"] == b"echo\n"


LONG = {f"deployment/service-{each % 90:02}/with-a-longer-name-{each:04}.yaml": b"a: 1\n" for each in range(1200)}


@pytest.fixture
def many(make_design, alice):
    return make_design(MINIMAL, name="Many", owner=alice, files=LONG)


def test_the_page_of_a_large_bundle_is_lean(client_of, alice, many):
    html = client_of(alice).get(reverse("files", args=[many.slug])).content
    assert len(html) < 600_000
    assert html.count(b"with-a-longer-name-") >= 2 * 1200
    assert html.count(b'<details class="folder"') == 90
    assert b'<details class="folder" open' not in html


def test_a_file_of_a_large_bundle_is_chosen_and_changed(client_of, alice, many):
    address, path = reverse("files", args=[many.slug]), "deployment/service-07/with-a-longer-name-0007.yaml"
    alice_client = client_of(alice)
    html = alice_client.get(address, {"at": path}).content.decode()
    assert html.count('data-testid="file"') == 1
    assert html.count('<details class="folder" open') == 1
    refused = alice_client.post(address, {"based_on": "1", "do": "rename", "path": path, "to": "/no"}).content.decode()
    assert 'aria-invalid="true"' in refused
    alice_client.post(address, {"based_on": "1", "do": "rename", "path": path, "to": "deployment/new.yaml"})
    many.refresh_from_db()
    assert "deployment/new.yaml" in many.newest.content.files
