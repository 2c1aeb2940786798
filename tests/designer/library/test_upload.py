"""The review of an upload before it is imported."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from designer.models import Design, Upload
from designer.store.uploads import UPLOADS, upload_create
from tests.conftest import MINIMAL
from tests.designer.library.test_new import BROKEN, NEW, SEVERAL, file, zipped
from tests.repository import repository


@pytest.fixture
def client(client_of, alice):
    return client_of(alice)


@pytest.fixture
def bring(client):
    """Uploads a file and follows the redirect to its review."""

    def send(content, file_name="all.zip", **fields):
        answer = client.post(NEW, {"file": file(content, file_name), **fields}, follow=True)
        assert Design.objects.count() == 0
        return answer.request["PATH_INFO"], answer.content.decode()

    return send


def the_design():
    return Design.objects.get()


def test_a_file_with_problems_shows_them_before_it_is_kept(client, bring):
    address, page = bring(BROKEN.encode(), "web-service.yaml", name="")
    assert 'data-line="5" data-column="37"' in page
    assert "0 parameters" in page
    assert "Create anyway" in page
    answer = client.post(address, {"name": "", "main": ""})
    assert answer["Location"] == reverse("design", args=["web-service"])
    assert bytes(the_design().newest.text) == BROKEN.encode()
    assert the_design().newest.message == "Imported from web-service.yaml"
    assert Upload.objects.count() == 0


def test_a_file_without_problems_is_kept_at_once(client):
    answer = client.post(NEW, {"file": file(MINIMAL)})
    assert answer["Location"] == reverse("fill", args=["web-service"])


def test_which_of_several_templates_is_meant_is_asked(client, bring):
    address, page = bring(zipped(SEVERAL), name="Data base")
    assert "all.zip has 2 templates. Which one is the main template?" in page
    assert re.findall(r'name="main" value="([^"]*)"', page) == ["web.yaml", "db/db.yaml"]
    page = client.get(address, {"main": "db/db.yaml"}).content.decode()
    assert "1 parameter," in page
    assert 'value="Data base"' in page
    assert "../web.yaml" in page
    client.post(address, {"main": "db/db.yaml", "name": "Data base"})
    assert the_design().name == "Data base"
    assert the_design().newest.content.text == SEVERAL["db/db.yaml"]
    assert dict(the_design().newest.content.files) == {"../web.yaml": MINIMAL, "../run.sh": b"\xff"}
    assert the_design().newest.path == "db/db.yaml"


def test_what_came_what_is_missing_and_what_is_left_out_is_shown(client, bring):
    files = repository("stacks/overcloud.yaml") | {f"notes/{number}.txt": "x" for number in range(1600)}
    del files["scripts/start.sh"], files["deployment/service0/service0.yaml"]
    address, page = bring(zipped(files))
    page = client.get(address, {"main": "stacks/overcloud.yaml"}).content.decode()
    assert "2 environment files" in page
    assert "1602 files are left out: nothing references them" in page
    assert "4 referenced files are missing" in page
    missing = page.split('data-testid="missing"')[1].split("</details>")[0]
    assert "../deployment/service0/service0.yaml" in missing
    assert "../environments/base.yaml</span>, line 4" in missing
    assert "../network/ports/port.yaml</span>, line 6" in missing


def test_what_a_template_names_and_what_is_missing_is_reported_with_its_line(client, bring):
    text = MINIMAL + b"outputs:\n  o: {value: {get_file: scripts/gone.sh}}\n"
    _, page = bring(zipped({"main.yaml": text}))
    missing = page.split('data-testid="missing"')[1].split("</details>")[0]
    assert "scripts/gone.sh" in missing
    assert "line 14" in missing


@pytest.mark.parametrize("main", ["run.sh", "nothing.yaml", "../web.yaml"])
def test_a_template_that_is_not_in_it_is_refused(client, bring, main):
    address, _ = bring(zipped(SEVERAL))
    for answer in (client.get(address, {"main": main}), client.post(address, {"main": main})):
        assert "There is no template" in answer.content.decode()
    assert Design.objects.count() == 0
    assert Upload.objects.count() == 1


def test_a_name_that_is_too_long_is_refused_and_stays(client, bring):
    address, _ = bring(BROKEN.encode(), "x.yaml")
    page = client.post(address, {"name": "n" * 121}).content.decode()
    assert "The name has 121 characters; the limit is 120." in page
    assert f'value="{"n" * 121}"' in page
    assert Design.objects.count() == 0


def test_what_is_given_up_is_gone(client, bring):
    address, _ = bring(zipped(SEVERAL))
    page = client.post(address, {"do": "cancel"}, follow=True).content.decode()
    assert "Import of all.zip canceled." in page
    assert Upload.objects.count() == 0
    assert client.get(address).status_code == 404


def test_only_who_brought_it_sees_it(client_of, bob, bring):
    address, _ = bring(zipped(SEVERAL))
    assert client_of(bob).get(address).status_code == 404
    assert client_of(bob).post(address, {"main": "web.yaml"}).status_code == 404
    from django.test import Client

    assert Client().get(address)["Location"].startswith(reverse("login"))


def test_what_nobody_comes_back_for_goes(alice, bob):
    old = upload_create(owner=bob, file_name="old.zip", content=b"x")
    Upload.objects.filter(pk=old.pk).update(created=timezone.now() - timedelta(days=2))
    brought = [upload_create(owner=alice, file_name=f"{number}.zip", content=b"x") for number in range(UPLOADS + 2)]
    left = Upload.objects.order_by("created").values_list("token", flat=True)
    assert list(left) == [each.token for each in brought[-UPLOADS:]]


def test_a_hostile_zip_is_refused_before_it_waits(client):
    page = client.post(
        NEW, {"file": file(zipped({"main.yaml": MINIMAL, "../up.yaml": b"x"}), "x.zip")}
    ).content.decode()
    assert "points outside the zip. Nothing was imported." in page
    assert Upload.objects.count() == 0


def test_a_repository_as_large_as_a_real_one_comes_in_and_is_kept(client, bring):
    files = repository("stacks/overcloud.yaml", services=900)
    files |= {path: text + "#" * 6000 for path, text in files.items() if path.startswith("deployment/")}
    address, _ = bring(zipped(files))
    client.post(address, {"main": "stacks/overcloud.yaml"})
    assert the_design().newest.files.count() == len(files) - 1
    assert client.get(reverse("files", args=[the_design().slug])).status_code == 200
