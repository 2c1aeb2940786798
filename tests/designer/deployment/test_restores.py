"""What a run keeps of the snapshot that it restores: the template with its files, and nothing that is hidden."""

import json
from typing import Any

import pytest
import yaml

from designer.cloud.service.faults import CloudFault
from designer.deployment.plans.plans import outgoing_of
from designer.deployment.plans.snapshot_restore import Kept, content_of, kept_snapshot, set_snapshot
from designer.deployment.runs.runs import cancel_run
from designer.models import CloudConnection, Run, RunAction

ID = "5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c"
TEXT = """\
heat_template_version: '2021-04-16'
parameters:
  length: {type: number, default: 12}
  key: {type: string, hidden: true}
resources:
  word: {type: Own::Word, properties: {length: {get_param: length}}}
  inner: {type: inner.yaml, properties: {given: {get_param: key}}}
  disk: {type: OS::Cinder::Volume, properties: {size: 1, image: cirros}}
  web: {type: OS::Nova::Server, properties: {flavor: m1.tiny, image: cirros}}
"""
INNER = """\
heat_template_version: 2021-04-16
parameters: {given: {type: string, hidden: true}, count: {type: number}}
"""


def snapshot(text: str = TEXT, inner: str = "inner.yaml", hidden: frozenset[str] = frozenset(), **changes: Any) -> Kept:
    environment = {
        "parameters": {"length": 20, "key": "marked-2c1f-key", "no such": "marked-2c1f-other"},
        "parameter_defaults": {"given": "marked-2c1f-nested", "count": 3},
        "resource_registry": {"Own::Word": "OS::Heat::RandomString", "resources": {}},
    }
    files = {inner: INNER, "typed-values": "parameters: {key: marked-2c1f-file}"}
    taken = {"disk": {"resource_data": {"backup_id": "b-1"}}, "web": {"resource_data": {"snapshot_image_id": "i-1"}}}
    data = {"template": yaml.safe_load(text), "files": files, "environment": environment | changes, "resources": taken}
    return Kept({"id": ID, "name": "before", "data": data}, hidden)


def restored(kept: Kept) -> Run:
    run = Run(action=RunAction.RESTORE, stack_name="web", stack_id=ID)
    set_snapshot(run, kept)
    return run


def test_nothing_hidden_is_kept_and_all_else_is() -> None:
    run = restored(snapshot())
    assert "marked-2c1f" not in json.dumps([run.plan, run.form])
    assert content_of(run).files.keys() == {"inner.yaml"}
    outgoing = outgoing_of(run, {})
    assert outgoing.values == {"length": 20}
    merged = outgoing.in_force[0].read
    assert merged.parameter_defaults == {"count": 3}
    assert [entry.path for entry in merged.registry.walk()] == [("Own::Word",)]


def test_servers_and_volumes_come_from_what_was_taken_of_them() -> None:
    resources = snapshot().request["template"]["resources"]
    assert resources["disk"]["properties"] == {"size": 1, "backup_id": "b-1"}
    assert resources["web"]["properties"] == {"flavor": "m1.tiny", "image": "i-1"}
    assert resources["word"]["properties"] == {"length": {"get_param": "length"}}


def test_what_is_sent_and_recognized_is_the_whole_snapshot() -> None:
    kept = snapshot()
    assert kept.request["environment"]["parameters"]["key"] == "marked-2c1f-key"
    assert kept.request["files"].keys() == {"inner.yaml", "typed-values"}
    assert set(kept.hidden_values()) == {"marked-2c1f-key", "marked-2c1f-other", "marked-2c1f-nested"}


@pytest.mark.parametrize("text", [TEXT, TEXT.replace("type: inner.yaml", "type: 'file:///home/a/inner.yaml'")])
def test_a_nested_template_hides_its_parameters_whatever_its_file_is_called(text) -> None:
    run = restored(snapshot(text, "file:///home/a/inner.yaml"))
    assert "marked-2c1f" not in json.dumps([run.plan, run.form])
    assert outgoing_of(run, {}).in_force[0].read.parameter_defaults == {"count": 3}


def test_what_the_stack_hides_now_or_heat_has_encrypted_is_hidden_in_an_older_snapshot() -> None:
    kept = snapshot(hidden=frozenset({"length"}), encrypted_param_names=["count"])
    run = restored(kept)
    assert outgoing_of(run, {}).values == {}
    assert outgoing_of(run, {}).in_force[0].read.parameter_defaults == {}
    assert {20, 3} <= set(kept.hidden_values())


def test_the_default_of_a_hidden_parameter_is_recognized() -> None:
    text = TEXT.replace("hidden: true}", "hidden: true, default: marked-2c1f-default}")
    assert "marked-2c1f-default" in set(snapshot(text).hidden_values())


ODD = [
    {"template": "a"},
    {"template": {"resources": {}}, "files": ["a"]},
    {"template": {"resources": {"a": {}}}, "resources": ["a"]},
    {"template": {"resources": {}}, "environment": ["a"]},
    {"template": {"resources": {}}, "environment": {"parameters": ["a"]}},
    {},
    [],
]


@pytest.mark.parametrize("data", ODD, ids=str)
def test_a_snapshot_of_another_shape_cannot_be_read(data) -> None:
    class Odd:
        def snapshot(self, *_name: str) -> dict[str, Any]:
            return {"id": ID, "data": data}

    with pytest.raises(CloudFault, match="could not be read"):
        kept_snapshot(Odd(), Run(stack_name="web", stack_id=ID, plan={"snapshot": {"id": ID}}))


def test_a_snapshot_that_we_cannot_read_is_not_planned() -> None:
    with pytest.raises(CloudFault, match="could not be read"):
        restored(snapshot("heat_template_version: '1999-01-01'\n"))


def test_a_snapshot_that_is_larger_than_a_template_with_its_files_may_be_is_not_planned(monkeypatch) -> None:
    monkeypatch.setattr("designer.deployment.plans.snapshot_restore.LARGEST_BUNDLE", 1024)
    with pytest.raises(CloudFault, match="The snapshot is larger than 1 KiB"):
        restored(snapshot(TEXT + f"description: {'x' * 1000}\n"))
    assert restored(snapshot(TEXT)).plan


def test_of_the_name_of_a_snapshot_no_more_is_kept_than_a_name_has() -> None:
    kept = snapshot()
    run = restored(Kept(kept.answer | {"name": "x" * 1000, "creation_time": "y" * 1000}))
    assert run.plan["snapshot"]["name"] == "x" * 255
    assert len(run.plan["snapshot"]["made"]) == 255


@pytest.mark.parametrize("status", ["UPDATE_IN_PROGRESS", "CHECK_IN_PROGRESS", "CREATE_COMPLETE"])
def test_to_cancel_a_creation_deletes_no_stack_that_was_made_meanwhile(status, monkeypatch) -> None:
    class Busy:
        def without_outputs(self, *_name: str) -> dict[str, str]:
            return {"stack_status": status}

        def delete(self, *_name: str) -> None:
            pytest.fail("the stack was deleted")

    monkeypatch.setattr("designer.deployment.runs.runs.heat_of", lambda _connection: Busy())
    run = Run(action=RunAction.CREATE, stack_name="web", stack_id=ID)
    with pytest.raises(CloudFault, match="Nothing was deleted"):
        cancel_run(run=run, connection=CloudConnection(), rolls_back=True)


@pytest.mark.parametrize("rolls_back", [True, False])
def test_a_restoring_is_never_cancelled_by_deleting_its_stack(rolls_back) -> None:
    with pytest.raises(CloudFault, match="Heat cannot cancel"):
        cancel_run(run=restored(snapshot()), connection=CloudConnection(), rolls_back=rolls_back)
