"""The text of a template, and saving it."""

import html
import json
import re

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from designer.models import Visibility
from designer.store.designs import revision_create
from tests.conftest import MINIMAL, PASSWORD


@pytest.fixture
def design(make_design):
    return make_design(files={"run.sh": b"echo\r\n", "logo.png": b"\xff\xd8", "nested.yaml": b"a: [\n"})


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


def address(design):
    return reverse("design", args=[design.slug])


def saved(design):
    design.refresh_from_db()
    return design.newest


def test_the_text_and_its_problems(client, make_design):
    page = client.get(address(make_design("resources: {web: {type: 1}}\n"))).content.decode()
    assert "resources: {web: {type: 1}}" in page
    assert 'data-testid="problem"' in page
    assert 'data-severity="error"' in page
    assert 'class="error">1</span>' in page  # the line's number is marked


def test_a_page_of_thousands_of_boxes_begins_with_some_of_them_where_they_will_be(client, make_design):
    text = "heat_template_version: 2021-04-16\nresources:\n"
    text += "".join(f"  r{i}: {{type: OS::Heat::None}}\n" for i in range(3000))
    page = client.get(address(make_design(text))).content.decode()
    layout = json.loads(page.split('id="diagram"')[1].split(">")[1].split("<")[0])["layout"]
    assert (page.count('class="bone is-card"'), len(layout["items"])) == (1000, 3000)
    width, height = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)" aria-hidden="true" data-first-bones', page).groups()
    assert (float(width), float(height)) == (layout["width"] + 48, layout["height"] + 48)


def test_saving_makes_a_revision(client, design, alice):
    text = MINIMAL.decode() + "# more\n"
    answer = client.post(
        address(design), {"text": text.replace("\n", "\r\n"), "message": "More", "based_on": "1"}, follow=True
    )
    head = saved(design)
    assert (head.number, head.message, head.author) == (2, "More", alice)
    assert bytes(head.text).decode() == text
    assert set(head.content.files) == {"run.sh", "logo.png", "nested.yaml"}
    assert "Saved as revision 2." in answer.content.decode()


def test_saving_again_what_was_saved_says_so_and_makes_none(client, design):
    client.post(reverse("draft", args=[design.slug]), {"text": "# draft\n", "counter": 0, "base": 1})
    text = {"text": MINIMAL.decode() + "# more\n", "based_on": "1", "counter": design.drafts.get().counter}
    for _ in range(2):  # the answer to the first was lost on its way
        answer = client.post(address(design), text, follow=True)
        assert "Saved as revision 2." in answer.content.decode()
        assert saved(design).number == 2


def test_a_save_and_the_end_of_the_draft_are_one(client, design, alice):
    client.post(reverse("draft", args=[design.slug]), {"text": "# draft\n", "counter": 0, "base": 1})
    text = {"text": MINIMAL.decode() + "# more\n", "based_on": "1", "counter": design.drafts.get().counter}

    def fail(execute, sql, params, many, context):
        if sql.startswith('DELETE FROM "designer_draft"'):
            raise OperationalError("the connection was lost")
        return execute(sql, params, many, context)

    client.raise_request_exception = False
    with connection.execute_wrapper(fail):
        answer = client.post(address(design), text)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert (saved(design).number, design.drafts.count()) == (1, 1)
    client.post(address(design), text)
    assert (saved(design).number, design.drafts.count()) == (2, 0)


def test_saving_the_same_makes_none(client, design):
    answer = client.post(address(design), {"text": MINIMAL.decode(), "based_on": "1"}, follow=True)
    assert saved(design).number == 1
    assert "Nothing has changed" in answer.content.decode()


def test_line_ends_stay_as_they_were(client, make_design):
    design = make_design(MINIMAL.replace(b"\n", b"\r\n"))
    client.post(address(design), {"text": MINIMAL.decode() + "# more", "based_on": "1"})
    assert bytes(saved(design).text) == MINIMAL.replace(b"\n", b"\r\n") + b"# more"


def test_a_newer_revision_is_shown_and_never_overwritten(client, design, alice):
    theirs = MINIMAL + b"# theirs\n"
    revision_create(design=design, author=alice, text=theirs, message="Theirs", based_on=1)
    answer = client.post(address(design), {"text": MINIMAL.decode() + "# mine\n", "message": "Mine", "based_on": "1"})
    page = answer.content.decode()
    assert saved(design).number == 2
    assert "You saved revision 2 in another window" in page
    assert "# theirs" in page
    assert "# mine" in page
    assert 'value="Mine"' in page
    assert 'name="based_on" value="1"' in page
    client.post(address(design), {"text": MINIMAL.decode() + "# mine\n", "based_on": "1", "over": "2"})
    assert (saved(design).number, bytes(saved(design).text)) == (3, MINIMAL + b"# mine\n")


def test_a_second_newer_revision_is_asked_about_again(client, design, alice):
    for number in (1, 2):
        revision_create(design=design, author=alice, text=MINIMAL + b"#%d" % number, based_on=number)
    answer = client.post(address(design), {"text": "a: b", "based_on": "1", "over": "2"})
    assert "You saved revision 3 in another window" in answer.content.decode()
    assert saved(design).number == 3


def test_saving_over_a_newer_revision_leaves_the_files_that_were_not_compared(client, design, alice):
    theirs = {**design.newest.content.files, "run.sh": b"theirs\r\n"}
    revision_create(design=design, author=alice, text=MINIMAL, files=theirs, based_on=1)
    client.post(address(design), {"text": MINIMAL.decode() + "# mine\n", "based_on": "1", "over": "2"})
    assert bytes(saved(design).text) == MINIMAL + b"# mine\n"
    assert saved(design).content.files == theirs


@pytest.mark.parametrize("text", ["", " \n", "a" * 600_000])
def test_what_cannot_be_a_template_is_refused_and_kept_in_the_field(client, design, text):
    answer = client.post(address(design), {"text": text, "based_on": "1"})
    assert "Nothing was saved. Your text is still here." in answer.content.decode()
    assert answer.context["text"] == text
    assert saved(design).number == 1


def test_a_file_beside_the_template(client, design):
    page = client.get(address(design), {"file": "run.sh"}).content.decode()
    assert "echo" in page
    assert 'aria-current="page">run.sh' in page
    answer = client.post(address(design), {"text": "echo\nexit\n", "file": "run.sh", "based_on": "1"})
    assert answer["Location"].endswith("?file=run.sh")
    assert saved(design).content.files["run.sh"] == b"echo\r\nexit\r\n"
    assert bytes(saved(design).text) == MINIMAL


def test_a_file_that_is_no_text_stays_as_it_is(client, design):
    page = client.get(address(design), {"file": "logo.png"}).content.decode()
    assert "Binary file" in page
    assert "<textarea" not in page
    assert client.post(address(design), {"text": "x", "file": "logo.png", "based_on": "1"}).status_code == 404


def test_a_file_that_is_not_there(client, design):
    assert client.get(address(design), {"file": "../etc/passwd"}).status_code == 404
    assert client.post(address(design), {"text": "x", "file": "no", "based_on": "1"}).status_code == 404


def test_problems_follow_the_typing(client, design):
    answer = client.post(address(design), {"text": "a: [", "file": ""}, headers={"HX-Request": "true"})
    assert 'data-testid="problem"' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert saved(design).number == 1


def test_others_read_but_do_not_write(client_of, bob, make_design, client):
    design = make_design(visibility=Visibility.PUBLIC)
    page = client_of(bob).get(address(design)).content.decode()
    assert "readonly" in page
    assert "save-revision" not in page
    assert client_of(bob).post(address(design), {"text": "a: b", "based_on": "1"}).status_code == 404
    assert saved(design).number == 1


def test_what_is_private_does_not_exist_for_others(client_of, bob, design):
    assert client_of(bob).get(address(design)).status_code == 404
    answer = client_of(bob).post(address(design), {"text": "a: b"}, headers={"HX-Request": "true"})
    assert answer.status_code == 404


@pytest.mark.parametrize("number", ["", "x", "0", "9", "-1", "1" * 50, "²"])
def test_a_revision_that_makes_no_sense(client, design, number):
    assert client.post(address(design), {"text": "a: b", "based_on": number}).status_code == 404


def test_a_text_of_very_many_lines_makes_no_larger_page_than_it_is_itself(client, design):
    text = "a" + "\n" * 600_000
    answer = client.post(address(design), {"text": text, "based_on": "1"})
    assert int(answer.headers["Content-Length"]) < 3 * len(text)


def sign_in_with(client, name, page):
    """The page after signing in on a page that carries a form."""
    fields = {key: html.unescape(value) for key, value in re.findall(r'name="([^"]+)" value="([^"]*)" data-c', page)}
    following = re.search(r'name="next" value="([^"]*)"', page.partition('id="entry"')[2])[1]
    form = {"username": name, "password": PASSWORD, "next": html.unescape(following), **fields}
    page = client.post(reverse("login"), form).text
    (address,) = re.findall(r'action="([^"]*)" data-resume', page)
    fields = {key: html.unescape(value) for key, value in re.findall(r'name="([^"]+)" value="([^"]*)" data-c', page)}
    return client.post(html.unescape(address), fields, follow=True)


def test_whoever_was_signed_out_signs_in_and_the_text_is_saved(client, design, alice):
    client.logout()
    text = MINIMAL.decode() + "# mine\n"
    sent = {"text": text.replace("\n", "\r\n"), "message": "Mine", "based_on": "1"}
    page = client.post(address(design), sent).text
    assert "your text will be kept" in page
    other = client.post(reverse("design", args=["no-such-template"]), sent).text
    assert other.count("# mine") == page.count("# mine") == 1
    assert saved(design).number == 1
    assert "Saved as revision 2." in sign_in_with(client, "alice", page).text
    assert (saved(design).message, bytes(saved(design).text).decode()) == ("Mine", text)


def test_a_text_that_is_carried_is_for_whoever_may_save_it(client, client_of, bob, design):
    client.logout()
    page = client.post(address(design), {"text": "# mine", "based_on": "1"}).text
    answer = sign_in_with(client, "bob", page)
    assert answer.status_code == 404
    assert "# mine" not in answer.content.decode()


def test_a_byte_order_mark_is_not_shown_and_stays(client, alice, make_design):
    design = make_design(b"\xef\xbb\xbf" + MINIMAL)
    client.force_login(alice)
    shown = client.get("/templates/web/design/").content.decode()
    assert "\ufeff" not in shown
    typed = MINIMAL.decode().replace("default: 2", "default: 3")
    client.post("/templates/web/design/", {"text": typed, "based_on": "1", "file": ""})
    design.refresh_from_db()
    assert bytes(design.newest.text) == b"\xef\xbb\xbf" + typed.encode()
