"""What a plan of an update says of resources where Heat's dry run and our difference do not say the same."""

import json

import pytest

from designer.content.content import Content
from designer.deployment.plans.plans import actions_of, counts_of, destroys
from designer.deployment.plans.update_preview import MASKED, Present, update_rows
from designer.fill.package.outgoing import Outgoing
from designer.fill.values.environment_list import EnvironmentFile, EnvironmentList
from designer.models import Run, RunAction
from hotcore import Environment
from hotcore.catalogue import read_catalogue, using_catalogue

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  key: {type: string, hidden: true, default: none}
  size: {type: number, default: 1}
conditions:
  keyed: {not: {equals: [{get_param: key}, none]}}
  big: {and: [keyed, {equals: [{get_param: size}, 2]}]}
resources:
  reads: {type: OS::Nova::Server, properties: {flavor: tiny, image: i, networks: [], user_data: {get_param: key}}}
  decides:
    type: OS::Nova::Server
    properties: {flavor: tiny, image: i, networks: [], user_data: {if: [big, one, other]}}
  refers:
    type: OS::Nova::Server
    properties: {flavor: tiny, image: i, networks: [], user_data: {get_attr: [reads, name]}}
  apart: {type: OS::Nova::Server, properties: {flavor: tiny, image: i, networks: []}}
"""


def planned(
    heats: dict[str, list[str]], *, text: str = TEMPLATE, new: str = "", values: dict | None = None, file: str = ""
) -> tuple[dict[str, tuple[str, bool]], bool]:
    """Return what becomes of each resource and whether that is sure, and whether the plan wants a confirmation."""
    run = Run(action=RunAction.UPDATE, stack_name="s", plan={})
    present = Present(Content(text.encode()), Environment(), {"key": MASKED, "size": "1"})
    files = EnvironmentList((EnvironmentFile("e.yaml", file),) if file else ())
    outgoing = Outgoing(Content((new or text).encode()), files, values or {}, hidden=True)
    changes = {kind: [{"resource_name": name, "stack_name": "s"} for name in names] for kind, names in heats.items()}
    run.plan["resources"] = update_rows(run, present, outgoing, changes)
    return {row["name"]: (row["action"], row["is_sure"]) for row in run.plan["resources"]}, destroys(run)


@pytest.mark.parametrize(
    "given",
    [
        {"values": {"key": "another"}},
        {"file": "parameters: {key: another}"},
        {"new": TEMPLATE.replace("default: none", "default: another")},
        {"new": TEMPLATE.replace("hidden: true, ", "")},
        {"values": {"key": "another"}, "new": TEMPLATE.replace("hidden: true, ", "")},
    ],
)
def test_nobody_is_sure_of_what_reads_a_hidden_value_that_is_given_anew(given) -> None:
    found, wants_name = planned({"replaced": ["reads", "decides", "refers"], "unchanged": ["apart"]}, **given)
    unsure = dict.fromkeys(("reads", "decides", "refers"), ("unknown", False))
    assert found == unsure | {"apart": ("unchanged", True)}
    assert wants_name


def test_a_value_that_only_the_present_side_refuses_makes_nobody_sure() -> None:
    text = TEMPLATE.replace("default: 1}", "default: 1, constraints: [{range: {min: 2}}]}")
    found, wants_name = planned({"replaced": ["decides"], "unchanged": ["apart"]}, text=text, values={"size": 2})
    assert found == {"decides": ("unknown", False), "apart": ("unchanged", True)}
    assert wants_name


def test_a_replacement_without_a_reason_that_we_know_is_not_taken_back() -> None:
    found, wants_name = planned({"replaced": ["apart"], "unchanged": ["reads", "decides", "refers"]})
    assert found["apart"] == ("unknown", False)
    assert wants_name


def test_what_only_refers_to_something_that_stays_stays() -> None:
    reads = "reads: {type: OS::Nova::Server, properties: {"
    new = TEMPLATE.replace(reads, f"{reads}metadata: {{a: b}}, ")
    found, wants_name = planned({"updated": ["reads"], "replaced": ["refers"]}, new=new)
    assert found == {"reads": ("update", True), "refers": ("unchanged", True)}
    found, wants_name = planned({"unchanged": ["reads"], "replaced": ["refers"]})
    assert found == {"reads": ("unchanged", True), "refers": ("unchanged", True)}
    assert not wants_name


def test_nobody_is_sure_of_a_plug_in_that_only_the_cloud_knows() -> None:
    text = TEMPLATE.replace("apart: {type: OS::Nova::Server", "apart: {type: Own::Server")
    new = text.replace("networks: []}}\n", "networks: [], metadata: {a: b}}}\n")
    schemas = {name: {"type": "any", "update_allowed": True} for name in ("flavor", "image", "networks", "metadata")}
    kind = {"family": "OS", "support_status": {"status": "SUPPORTED"}, "properties": schemas, "attributes": {}}
    own = read_catalogue(json.dumps({"format": 1, "cloud": "lab", "types": {"Own::Server": kind}}), "lab")
    with using_catalogue(lambda: own):
        found, wants_name = planned({"replaced": ["apart"]}, text=text, new=new)
    assert found["apart"] == ("unknown", False)
    assert wants_name


GROUP = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 2}
  length: {type: number, default: 8}
resources:
  words:
    type: OS::Heat::ResourceGroup
    properties:
      count: {get_param: size}
      resource_def: {type: OS::Heat::RandomString, properties: {length: {get_param: length}}}
"""


def planned_group(**values: int) -> Run:
    """The plan of an update of a group, in the words of the plan's page."""
    run = Run(action=RunAction.UPDATE, stack_name="s", plan={})
    present = Present(Content(GROUP.encode()), Environment(), {"size": "2", "length": "8"})
    outgoing = Outgoing(Content(GROUP.encode()), EnvironmentList(()), values, hidden=True)
    run.plan["resources"] = update_rows(
        run, present, outgoing, {"updated": [{"resource_name": "words", "stack_name": "s"}]}
    )
    return run


def test_what_is_replaced_inside_of_a_group_is_a_line_and_wants_the_name() -> None:
    run = planned_group(size=2, length=9)
    (row,) = run.plan["resources"]
    assert row["action"] == "update"
    assert [(each["name"], each["action"]) for each in row["inside"]] == [("words / 0", "replace")]
    assert counts_of(run.plan) == {"replace": 2, "update": 1, "create": 0, "delete": 0, "unchanged": 0}  # both members
    assert destroys(run)
    assert json.loads(actions_of(run)) == {"words": "inside"}


def test_members_that_go_are_deleted_and_those_that_come_are_added() -> None:
    run = planned_group(size=1)
    assert counts_of(run.plan)["delete"] == 1
    assert destroys(run)
    run = planned_group(size=5)
    assert counts_of(run.plan)["create"] == 3
    assert not destroys(run)
    assert counts_of(planned_group(size=10**9).plan)["create"] == 10**9 - 2  # at no cost


def test_of_more_resources_than_heat_makes_the_worst_are_listed_under_names_as_long_as_heats() -> None:
    names = [f"r{at}" for at in range(2500)]
    found, _wants_name = planned({"unchanged": names, "deleted": ["x" * 1000]})
    assert next(iter(found)) == "x" * 255
    assert len(found) == 2000
