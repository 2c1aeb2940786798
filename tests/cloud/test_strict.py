"""A cloud that lets no application credential make a trust: looking works, deploying asks for a password."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from designer.models import Run, RunState, RunToken
from tests.cloud.conftest import OpenStack, end, start_cloud
from tests.cloud.test_runs import connected, decide, planned, watch

__all__ = ["connected"]
pytestmark = [pytest.mark.django_db, pytest.mark.long]  # a cloud of its own starts


@pytest.fixture(scope="module")
def openstack_cloud(tmp_path_factory) -> Iterator[OpenStack]:
    """A cloud with Keystone's own default."""
    folder = tmp_path_factory.mktemp("strict")
    process = start_cloud(folder, "keystone,heat", "--strict")
    yield OpenStack(folder / "clouds.yaml")
    end(process)


def test_an_application_credential_looks_and_a_password_deploys(connected, cloud, make_design) -> None:
    identity: Any = cloud.connection("demo").identity
    user = cloud.connection("demo").current_user_id
    made = identity.create_application_credential(user, "looks", unrestricted=True)
    fields = {"way": "credential", "identifier": made.id, "secret": made.secret}
    connected.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    run = planned(connected, design.slug, "strict")
    assert [row["action"] for row in run.plan["resources"]] == ["create"]

    page = decide(connected, run, go="1")
    assert "An application credential may not deploy here" in page
    address = re.search(r'href="(/clouds/[^"]+)"\s+data-connects\s*>\s*Sign in with a password', page)[1]
    form = connected.get(address.replace("&amp;", "&")).content.decode()
    assert re.search(r'id="way-password"\s+value="password"\s+checked', form)
    assert 'value="demo"' in form
    copied = re.search(r'data-copy="([^"]+)"', page)[1]
    assert "To allow: that application credentials make trusts" in copied
    assert "/stacks, Heat, 403" in copied
    assert run.stack_name not in copied
    assert run.state == RunState.PLANNED
    assert not RunToken.objects.exists()

    fields = {"way": "password", "user": "demo", "password": "secret", "project": "demo", "domain": "Default"}
    connected.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    decide(connected, run, go="1")
    watch(run)
    assert run.state == RunState.COMPLETE


def test_what_the_policy_forbids_is_named_also_to_an_application_credential(connected, cloud, make_design) -> None:
    reader = cloud.connection("reader")
    made = reader.identity.create_application_credential(reader.current_user_id, "reads")
    fields = {"way": "credential", "identifier": made.id, "secret": made.secret}
    connected.post("/clouds/", {"cloud": "demo", "region": "RegionOne", **fields})
    design = make_design("heat_template_version: 2021-04-16\nresources: {r: {type: OS::Heat::RandomString}}\n")
    answer = connected.post(f"/templates/{design.slug}/runs/")
    page = connected.get(answer["Location"]).content.decode()
    assert "the policy rule &quot;stacks:validate_template&quot;" in page  # for the administrator
    assert "does not allow it: &quot;stacks:validate_template&quot;." in page
    assert "Ask for the role that does." in page
    assert not Run.objects.exists()
