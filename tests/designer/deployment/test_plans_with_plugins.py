"""What the page and the report of a plan make of resource types that only the connected cloud has."""

import json
from typing import Any

import pytest

from designer.deployment.plans.mismatch_report import report_of
from designer.deployment.runs.run_map import picture_of
from designer.models import Run, RunAction
from hotcore.catalogue import read_catalogue, using_catalogue
from hotcore.catalogue.catalogue_data import shipped_facts

pytestmark = pytest.mark.django_db
TEMPLATE = """\
heat_template_version: 2021-04-16
resources:
  network: {type: OS::Neutron::Net, properties: {name: a}}
  apart: {type: OS::Neutron::Net}
  part: {type: Own::Thing, properties: {network: {get_resource: network}, secret_key: a}}
"""
SCHEMAS = {
    "network": {"type": "string", "required": True, "references": ["neutron.network"]},
    "secret_key": {"type": "string"},
}
KIND = {"family": "Own", "support_status": {"status": "SUPPORTED"}, "properties": SCHEMAS, "attributes": {}}


@pytest.fixture
def run(make_design) -> Any:
    """A plan whose rows differ, with the cloud's own catalogue in use."""
    rows = [
        {
            "name": name,
            "type": kind,
            "action": action,
            "heat": heat,
            "we": "update",
            "details": [{"path": "secret_key"}],
        }
        for name, kind, action, heat in (
            ("network", "OS::Neutron::Net", "unchanged", "update"),
            ("part", "Own::Thing", "unknown", "replace"),
        )
    ]
    shipped = shipped_facts()
    facts = {**shipped, "cloud": "lab", "types": {**shipped["types"], "Own::Thing": KIND}}
    own = read_catalogue(json.dumps(facts), "lab")
    design = make_design(TEMPLATE)
    with using_catalogue(lambda: own):
        yield Run(design=design, revision=design.newest, action=RunAction.UPDATE, plan={"resources": rows})


def test_a_report_names_no_type_and_no_property_of_a_plug_in(run) -> None:
    told = report_of(run, None)
    assert told["resources"] == [
        {"type": "not in the catalogue", "heat": "replace", "we": "update", "is_sure": False, "properties": []}
    ]
    assert "Own" not in json.dumps(told)


def test_a_map_of_what_changes_is_folded_as_the_whole_one(run) -> None:
    assert 'data-name="part"' in picture_of(run, only_changes=True)
    assert 'data-name="network"' in picture_of(run, only_changes=True)  # the card that the part is in
    assert 'data-name="apart"' not in picture_of(run, only_changes=True)
