"""What a Heat tells of its types in a shape of its own costs that type, never a page."""

import json
from datetime import timedelta

import pytest
from django.utils import timezone

from designer.cloud.project import catalogue as project_catalogue
from designer.cloud.project import heat_types
from designer.cloud.project.catalogue import _stored, catalogue_for, read_on
from designer.cloud.project.facts import packed, unpacked
from designer.cloud.project.heat_types import catalogue_data
from designer.cloud.service.faults import CloudFault, faults_of
from designer.models import CloudCatalogue, CloudConnection
from tests.local_service import LocalService, Responder, access_to, listed_clouds


def described(name, **more):
    """What Heat says of a type with one property."""
    return {
        "resource_type": name,
        "properties": {"ports": {"type": "integer", **more.pop("of_property", {})}},
        "attributes": {},
        "support_status": {"status": "SUPPORTED"},
        **more,
    }


ODD = {
    "message": {"support_status": {"status": "DEPRECATED", "message": {"en": "old"}}},
    "previous": {"support_status": {"status": "DEPRECATED", "previous_status": "SUPPORTED"}},
    "version": {"support_status": {"status": "SUPPORTED", "version": []}},
    "custom constraint": {"of_property": {"constraints": [{"custom_constraint": []}]}},
    "custom constraint as a map": {"of_property": {"constraints": [{"custom_constraint": {}}]}},
    "infinite range": {"of_property": {"constraints": [{"range": {"max": float("inf")}}]}},
    "infinite length": {"of_property": {"constraints": [{"length": {"max": float("inf")}}]}},
    "modulo": {"of_property": {"constraints": [{"modulo": {"step": 0, "offset": None}}]}},
    "description": {"of_property": {"description": ["words"]}},
    "schema": {"of_property": {"type": "map", "schema": {"a": 1}}},
    "nothing": {"properties": None},
}


@pytest.fixture
def kept(alice):
    """A catalogue that has been read of alice's project."""

    def keep(answers):
        found, _created = CloudCatalogue.objects.update_or_create(
            owner=alice,
            cloud="lab",
            project_id="p",
            defaults={
                "types": sorted(answers),
                "unread": [],
                "whole_at": timezone.now(),
                "content": packed({"listed": sorted(answers), "types": answers, "functions": {}}),
            },
        )
        return found

    return keep


@pytest.mark.parametrize("odd", ODD)
def test_a_type_that_cannot_be_understood_leaves_the_others(kept, alice, odd):
    kept(
        {"Lab::Rack::Odd": described("Lab::Rack::Odd", **ODD[odd]), "Lab::Rack::Switch": described("Lab::Rack::Switch")}
    )
    found = catalogue_for(CloudConnection(owner=alice, cloud="lab", project_id="p"))
    assert found.find("Lab::Rack::Switch").properties["ports"].type == "integer"
    assert found.has("Lab::Rack::Odd")
    kind = found.find("Lab::Rack::Odd")
    assert kind is None or isinstance(kind.properties["ports"].description, str)


def test_an_import_says_that_an_answer_cannot_be_read():
    answers = {"Lab::Rack::Odd": described("Lab::Rack::Odd", support_status={"message": {"en": "old"}})}
    with pytest.raises(CloudFault, match="Heat's answer could not be read"):
        catalogue_data("lab", list(answers), answers, {})


def test_types_beyond_the_largest_sum_count_as_not_described(kept, monkeypatch):
    answers = {f"Lab::Rack::N{number}": described(f"Lab::Rack::N{number}") for number in range(9)}
    monkeypatch.setattr(project_catalogue, "LARGEST_SUM", 3 * len(json.dumps(answers["Lab::Rack::N0"])))
    stored = _stored(kept(answers), {}, answers, "")
    told = unpacked(stored.content)["types"]
    assert [name for name, answer in told.items() if answer] == sorted(answers)[:3]
    assert told.keys() == answers.keys()


def test_a_number_that_is_infinite_is_an_answer_that_cannot_be_read():
    with pytest.raises(CloudFault), faults_of("Nova"):
        int(json.loads("Infinity"))


class Heat(LocalService):
    """A service in the place of Heat that has one type, and more template versions than anybody needs."""

    def __init__(self, versions: int) -> None:
        self.versions = [f"heat_template_version.{2000 + number}-01-01" for number in range(versions)]
        self.asked: list[str] = []
        super().__init__(Handler)


class Handler(Responder):
    server: Heat

    def answer(self) -> None:
        path = self.path.partition("?")[0]
        self.server.asked.append(path)
        if path.endswith("/functions"):
            self.respond(200, {"template_functions": [{"functions": "get_param"}]})
        elif path.endswith("/template_versions"):
            self.respond(
                200, {"template_versions": [{"version": each, "type": "hot"} for each in self.server.versions]}
            )
        elif path.endswith("/resource_types"):
            self.respond(200, {"resource_types": ["Lab::Rack::Switch"]})
        else:
            self.respond(200, described("Lab::Rack::Switch"))


@pytest.mark.enable_socket
@pytest.mark.django_db(transaction=True)
def test_functions_are_asked_for_within_the_time_of_a_request_and_only_of_so_many_versions(
    alice, settings, tmp_path, monkeypatch
):
    monkeypatch.setattr(project_catalogue, "SECONDS", 0)
    monkeypatch.setattr(heat_types, "MOST_VERSIONS", 5)
    heat = Heat(versions=30)
    ends = timezone.now() + timedelta(hours=1)
    access = access_to(heat.address, "orchestration", ends=ends)
    connection = CloudConnection.objects.create(owner=alice, cloud="lab", project_id="p", access=access, ends=ends)
    with listed_clouds(settings, tmp_path, {"lab": heat.address}):
        asked = []
        is_whole = False
        while not is_whole:
            heat.asked.clear()
            found = read_on(connection)
            assert found.fault == ""
            is_whole = not found.unread
            asked.append(sum(path.endswith("/functions") for path in heat.asked))
        catalogue = catalogue_for(connection)
    heat.end()
    assert asked == [1] * 5  # one at least in each request, so that it ends
    assert catalogue.template_versions.keys() == {f"{year}-01-01" for year in range(2025, 2030)}
