"""Creating a template from a text, a file, a zip or a sample."""

import html
import io
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.http import urlencode

from designer.models import Design
from designer.samples import SAMPLES
from tests.conftest import MINIMAL, PASSWORD
from tests.designer.folding import FoldingClient

NEW = "/templates/new"
BROKEN = """\
heat_template_version: 2018-08-31
resources:
  web:
    type: OS::Nova::Server
    properties: {image: {get_param: imge}}
"""


def file(content, name="web-service.yaml"):
    return SimpleUploadedFile(name, content)


def zipped(files):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


def the_design():
    return Design.objects.get()


def looked_at(client, **fields):
    """Submits a text, and again from the page that shows its problems."""
    page = client.post(NEW, fields).content.decode()
    assert Design.objects.count() == 0
    (seen,) = re.findall('name="seen" value="([0-9a-f]+)"', page)
    return client.post(NEW, {**fields, "seen": seen}, follow=True)


def test_a_pasted_text_is_kept_as_it_was_pasted(client):
    text = MINIMAL.decode().removesuffix("\n") + "\n# ünï\u2028code\x85 \t\n\n"
    answer = looked_at(client, text=text.replace("\n", "\r\n"), name="My  web")
    design = the_design()
    assert bytes(design.newest.text).decode() == text
    assert (design.name, design.slug, design.is_public) == ("My web", "my-web", False)
    assert answer.redirect_chain


def test_one_without_errors_opens_at_its_form(client):
    answer = client.post(NEW, {"text": MINIMAL.decode()})
    assert answer["Location"] == reverse("fill", args=["untitled-template"])


@pytest.mark.parametrize(
    "text", [MINIMAL.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + MINIMAL, MINIMAL + b"\r\n# mixed\n\r"]
)
def test_an_uploaded_file_is_kept_byte_for_byte(client, text):
    client.post(NEW, {"text": "", "file": file(text)})
    assert bytes(the_design().newest.text) == text
    assert the_design().name == "Web service"
    assert the_design().newest.message == "Imported from web-service.yaml"


def test_a_zip_brings_its_files(client):
    content = zipped({"main.yaml": MINIMAL, "run.sh": b"\xff\x00"})
    answer = client.post(NEW, {"file": file(content, "my stack.zip")}, follow=True)
    assert the_design().newest.content.files == {"run.sh": b"\xff\x00"}
    assert the_design().name == "My stack"
    assert "main.yaml” with 1 other file" in answer.content.decode().replace("&quot;", '"')


def test_a_template_with_errors_is_kept_and_opens_at_its_problems(client):
    answer = looked_at(client, text=BROKEN)
    assert answer.redirect_chain[-1][0] == reverse("design", args=[the_design().slug])
    page = answer.content.decode()
    assert 'data-testid="problem"' in page
    assert 'data-code="unknown-parameter"' in page
    assert 'data-line="5" data-column="37"' in page


def test_its_description_is_taken_from_the_text(client):
    client.post(NEW, {"text": "heat_template_version: rocky\ndescription: >\n  Two\n  lines.\n"})
    assert the_design().description == "Two lines."


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.slug)
def test_a_sample_is_taken_as_it_is(client, sample):
    answer = client.post(NEW, {"sample": sample.slug})
    assert answer["Location"] == reverse("fill", args=[the_design().slug])
    assert the_design().newest.content.text == sample.text
    assert the_design().newest.content.files == sample.files


def test_a_sample_that_does_not_exist(client):
    assert client.post(NEW, {"sample": "no"}).status_code == 404


def test_a_blank_one_opens_for_writing_and_has_no_errors(client):
    answer = client.post(NEW, {"way": "blank"})
    assert answer["Location"] == reverse("design", args=[the_design().slug])
    assert the_design().error_count == 0


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({}, "no template yet"),
        ({"text": " \n"}, "no template yet"),
        ({"text": "a: b", "file": file(MINIMAL)}, "Remove one of them"),
        ({"text": "a" * 600_000}, "at most 512 KiB"),
        ({"file": file(b"\xff\xfe\x00")}, "not valid UTF-8"),
        ({"file": file(b"PK\x03\x04 no zip", "x.zip")}, "damaged"),
        ({"file": file(b"")}, "text is empty"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_typed_is_lost(client, given, reason):
    answer = client.post(NEW, {"name": "Kept name", **given})
    page = answer.content.decode()
    assert answer.status_code == 200
    assert reason in page
    assert "<title>Error: New template" in page
    assert 'value="Kept name"' in page
    assert answer.context["text"] == given.get("text", "")
    assert Design.objects.count() == 0


def test_problems_show_while_typing_and_nothing_is_kept(client):
    answer = client.post(NEW, {"text": BROKEN.replace("\n", "\r\n")}, headers={"HX-Request": "true"})
    part = answer.content.decode()
    assert 'data-line="5" data-column="37"' in part
    assert "<html" not in part
    assert Design.objects.count() == 0
    fine = client.post(NEW, {"text": MINIMAL.decode()}, headers={"HX-Request": "true"}).content.decode()
    assert "No problems" in fine
    assert "1 parameter, 1 resource, 0 outputs" in fine


@pytest.mark.parametrize(
    "text", ["[" * 30_000, "a: &a [*a, *a]", "x: " + "1:" * 5000 + "1", "\ud800", "a\0b", "&a *a", "%", "--- \n---\n"]
)
def test_no_text_breaks_the_page(client, text):
    for headers in ({}, {"HX-Request": "true"}):
        sent = text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
        assert client.post(NEW, {"text": sent}, headers=headers).status_code in (200, 302)


def carried(page):
    """The fields that the form of a page takes along, as a browser sends them."""
    return {name: html.unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)" data-c', page)}


def test_a_visitor_signs_in_and_the_text_goes_on(alice):
    visitor = FoldingClient()
    page = visitor.post(NEW, {"text": BROKEN.replace("\n", "\r\n"), "name": 'A "name"'}).text
    assert "Your text will be kept." in page
    assert Design.objects.count() == 0
    wrong = visitor.post(reverse("login"), {"username": "alice", "password": "x", "next": NEW, **carried(page)}).text
    form = {"username": "alice", "password": PASSWORD, "next": NEW, **carried(wrong)}
    resumed = visitor.post(reverse("login"), form).text
    assert f'action="{NEW}"' in resumed
    assert carried(resumed) == {"text": BROKEN, "name": 'A "name"'}
    page = visitor.post(NEW, carried(resumed)).text
    assert "2 problems were found." in page
    (seen,) = re.findall('name="seen" value="([0-9a-f]+)"', page)
    visitor.post(NEW, {**carried(resumed), "seen": seen})
    assert (the_design().owner, the_design().name) == (alice, 'A "name"')


def test_a_visitor_without_an_account_makes_one_and_the_text_goes_on(db):
    visitor = FoldingClient()
    page = visitor.post(NEW, {"text": MINIMAL.decode()}).text
    page = visitor.post(reverse("signup"), {"next": NEW, **carried(page), "arrives": "1"}).text
    assert "This field is required" not in page
    form = {"username": "dora", "password1": PASSWORD, "password2": PASSWORD, "next": NEW, **carried(page)}
    resumed = visitor.post(reverse("signup"), form).text
    visitor.post(NEW, carried(resumed))
    assert the_design().owner.username == "dora"


def test_a_visitor_is_warned_before_a_zip_is_lost(db):
    answer = FoldingClient().post(NEW, {"file": file(zipped({"main.yaml": MINIMAL, "x": b"y"}), "x.zip")})
    assert "Sign in before you upload a zip" in answer.content.decode()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.slug)
def test_a_visitor_signs_in_before_taking_a_sample(db, sample):
    answer = FoldingClient().post(NEW, {"sample": sample.slug}, follow=True)
    assert answer.redirect_chain == [(f"{reverse('login')}?{urlencode({'next': NEW})}", 302)]
    assert "Sign in first, then use the sample." in answer.content.decode()


def test_a_text_stands_in_the_field_exactly(client):
    text = "\n\n<b>&amp;</textarea>\n"
    page = client.post(NEW, {"text": text, "file": file(MINIMAL)}).content.decode()
    field = page.split("<textarea", 1)[1].split(">\n", 1)[1].split("</textarea>")[0]
    assert field == "\n\n&lt;b&gt;&amp;amp;&lt;/textarea&gt;\n"


SEVERAL = {"web.yaml": MINIMAL, "db/db.yaml": MINIMAL + b"# db", "run.sh": b"\xff"}


def test_a_pasted_text_shows_its_problems_before_it_is_kept(client):
    page = client.post(NEW, {"text": BROKEN, "name": "Mine"}).content.decode()
    assert 'data-line="5" data-column="37"' in page
    assert "2 problems were found. They are listed below the text. Nothing is saved yet." in page
    assert 'value="Mine"' in page
    assert Design.objects.count() == 0


def test_problems_that_were_shown_of_another_text_are_not_those_of_this_one(client):
    page = client.post(NEW, {"text": BROKEN}).content.decode()
    (seen,) = re.findall('name="seen" value="([0-9a-f]+)"', page)
    client.post(NEW, {"text": BROKEN + "# more\n", "seen": seen})
    assert Design.objects.count() == 0


def test_what_was_checked_while_typing_is_kept_at_once(client):
    part = client.post(NEW, {"text": BROKEN}, headers={"HX-Request": "true"}).content.decode()
    (seen,) = re.findall('name="seen" value="([0-9a-f]+)"', part)
    client.post(NEW, {"text": BROKEN, "seen": seen})
    assert the_design().error_count == 2


def test_a_visitor_is_not_asked_but_requested_to_sign_in(db):
    page = FoldingClient().post(NEW, {"file": file(zipped(SEVERAL), "all.zip")}).content.decode()
    assert "Sign in before you upload a zip" in page
    assert 'name="main"' not in page


def test_a_name_that_is_too_long_is_refused_and_not_cut(client):
    page = client.post(NEW, {"text": MINIMAL.decode(), "name": "n" * 121}).content.decode()
    assert "The name has 121 characters; the limit is 120." in page
    assert f'value="{"n" * 121}"' in page
    assert Design.objects.count() == 0
