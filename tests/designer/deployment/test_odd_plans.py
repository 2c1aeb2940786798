"""Plans of runs for which Heat tells what nobody expects: told in words, and nothing of it is stored."""

import json
from typing import Any

import pytest
from django.utils import timezone

from designer.models import Run
from designer.store.designs import revision_create
from tests.designer.deployment.test_stack_page import ADDRESS, ID, STACK, VERSION, cloud, connected, connection

__all__ = ["cloud", "connected", "connection"]
pytestmark = [pytest.mark.django_db, pytest.mark.enable_socket]
UNREADABLE = "Heat&#x27;s answer could not be read"
SNAPSHOT = "5f1b1f4e-6a34-4d1c-9d3e-000000000001"
NOTHING: dict[str, list[Any]] = {kind: [] for kind in ("added", "deleted", "replaced", "unchanged", "updated")}
TEMPLATE = VERSION | {"parameters": {"value": {"type": "json", "default": {}}}}


def nested(levels: int) -> list[Any]:
    return [nested(levels - 1)] if levels else []


def snapshot(value: Any, **environment: Any) -> dict[str, Any]:
    told = {"parameters": {"value": value}} | environment
    return {"snapshot": {"id": SNAPSHOT, "name": "before", "data": {"template": TEMPLATE, "environment": told}}}


@pytest.fixture
def restore(connected, cloud, make_design):
    """Plans to restore a snapshot of a stack from here, and returns the page that follows."""
    design = make_design(json.dumps(TEMPLATE))
    where = {"cloud": "lab", "project_id": "p", "stack_name": "many", "stack_id": ID}
    Run.objects.create(
        design=design, revision=design.newest, owner=design.owner, state="complete", started=timezone.now(), **where
    )
    cloud.answers["template"] = [TEMPLATE]
    cloud.answers["preview"] = [{"resource_changes": NOTHING}]

    def plan(told: dict[str, Any], **stack: Any) -> str:
        cloud.answers[SNAPSHOT], cloud.answers[ID] = [told], [{"stack": STACK | stack}]
        answer = connected.post(ADDRESS, {"plan-restore": SNAPSHOT}, follow=True)
        assert answer.status_code == 200
        return answer.content.decode()

    return plan


ODD_STACKS = [1, "x", None, {}, {"resources": None}, {"resources": {}}, {"resources": "x"}, {"resources": [1]}]


@pytest.mark.parametrize("stack", ODD_STACKS, ids=str)
def test_a_stack_of_another_shape_is_not_planned(connected, cloud, make_design, stack) -> None:
    design = make_design(json.dumps(TEMPLATE))
    cloud.answers["preview"] = [{"stack": stack}]
    answer = connected.post(f"/templates/{design.slug}/runs/", {}, follow=True)
    assert answer.status_code == 200
    assert UNREADABLE in answer.content.decode()
    assert not Run.objects.exists()


ODD_CHANGES = [
    {"stack": None},
    *({"resource_changes": odd} for odd in (None, [], "x", {}, NOTHING | {"updated": None})),
    *({"resource_changes": NOTHING | {"updated": odd}} for odd in ("x", {"a": 1}, [1], [{"resource_name": "a"}])),
]


@pytest.mark.parametrize("told", ODD_CHANGES, ids=str)
def test_an_update_of_another_shape_is_not_planned(connected, cloud, make_design, told) -> None:
    design = make_design(json.dumps(TEMPLATE))
    cloud.answers["many"] = [{"stack": STACK}]
    cloud.answers |= {"files": [{}], "environment": [{}], "preview": [told]}
    answer = connected.post(f"/templates/{design.slug}/runs/", {"stack": "many"}, follow=True)
    assert answer.status_code == 200
    assert UNREADABLE in answer.content.decode()
    assert not Run.objects.exists()
    cloud.answers["preview"] = [{"resource_changes": NOTHING}]
    answer = connected.post(f"/templates/{design.slug}/runs/", {"stack": "many"}, follow=True)
    assert "Plan: update many" in " ".join(answer.content.decode().split())


HIDES = VERSION | {"parameters": {"key": {"type": "string", "hidden": True, "default": "marked-77e0-hidden"}}}


def refused(value: str) -> dict[str, Any]:
    return {"error": {"message": f"Error validating value '{value}': it is not allowed, as the quota is used up."}}


def test_what_heat_refuses_is_kept_without_the_hidden_default_that_it_quotes(connected, cloud, make_design) -> None:
    design = make_design(json.dumps(HIDES))
    cloud.answers["preview"] = [refused("marked-77e0-hidden")]
    answer = connected.post(f"/templates/{design.slug}/runs/", {}, follow=True)
    assert "Error validating value &#x27;••••••&#x27;: it is not allowed" in answer.content.decode()
    assert "marked-77e0" not in json.dumps(Run.objects.get().plan)


@pytest.mark.parametrize("is_hidden", [True, False])
def test_what_heat_refuses_of_an_update_is_kept_without_a_value_that_has_stayed_in_the_stack(
    connected, cloud, make_design, is_hidden
) -> None:
    key = {"type": "string"} | ({"hidden": True} if is_hidden else {"default": "x"})
    design = make_design(json.dumps(VERSION | {"parameters": {"key": key}}))
    told = STACK | {"parameters": {"key": "******" if is_hidden else "shown"}}
    cloud.answers |= {"many": [{"stack": told}], ID: [{"stack": told}], "files": [{}], "environment": [{}]}
    cloud.answers["preview"] = [refused("marked-77e0-kept")]
    connected.post(f"/templates/{design.slug}/runs/", {"stack": "many"})
    shown = "••••••" if is_hidden else "marked-77e0-kept"
    assert Run.objects.get().plan["refusal"] == refused(shown)["error"]["message"]


def test_real_attributes_stand_in_only_where_the_newest_revision_can_be_read(connected, cloud, restore, alice) -> None:
    run = Run.objects.get()
    Run.objects.update(ended=timezone.now())
    address = f"/templates/{run.design.slug}/runs/{run.pk}/"
    assert connected.post(address, {"stand-ins": "1"}).url == f"/templates/{run.design.slug}/#stand-ins"
    revision_create(design=run.design, author=alice, text=b"resources: [", based_on=1)
    page = connected.post(address, {"stand-ins": "1"}, follow=True)
    assert page.status_code == 200
    assert "The newest revision cannot be read." in page.content.decode()


def test_names_that_heat_tells_are_listed_as_long_as_heats(connected, cloud, make_design) -> None:
    design = make_design(json.dumps(TEMPLATE))
    cloud.answers["preview"] = [{"stack": {"resources": [{"resource_name": "x" * 1000, "resource_type": "y" * 1000}]}}]
    answer = connected.post(f"/templates/{design.slug}/runs/", {}, follow=True)
    assert "x" * 255 in answer.content.decode()
    assert "x" * 256 not in answer.content.decode()
    assert Run.objects.get().plan["resources"][0]["type"] == "y" * 255


@pytest.mark.parametrize(
    ("told", "minutes"), [(-1, 1), (-(10**30), 1), (0, 60), (None, 60), (90, 90), (10**30, 7 * 24 * 60)]
)
def test_a_restoring_has_a_time_limit_within_bounds(restore, told, minutes) -> None:
    assert "Plan: restore many" in restore(snapshot({"a": 1}), timeout_mins=told)
    assert Run.objects.latest("pk").minutes == minutes


@pytest.mark.parametrize(
    "told",
    [
        snapshot(float("nan")),
        snapshot({"a": [float("inf")]}),
        snapshot(nested(300)),
        snapshot({"a": 1}, encrypted_param_names=1),
    ],
    ids=["nan", "infinity", "deep", "encrypted"],
)
def test_a_snapshot_that_cannot_be_stored_is_not_planned(restore, told) -> None:
    assert UNREADABLE in restore(told)
    assert Run.objects.count() == 1


def test_of_hundreds_of_outputs_of_a_run_the_first_ones_are_shown_and_the_others_counted(
    connected, cloud, restore
) -> None:
    run = Run.objects.get()
    Run.objects.update(ended=timezone.now())
    told = [{"output_key": f"o{at}", "output_value": "x"} for at in range(620)]
    cloud.answers[ID] = [{"stack": STACK | {"outputs": told}}]
    text = connected.get(f"/templates/{run.design.slug}/runs/{run.pk}/").content.decode()
    assert text.count('data-testid="result-o') == 500
    assert "120 more are not shown" in " ".join(text.split())
    assert 'Outputs <span class="meta">620</span>' in " ".join(text.split())
