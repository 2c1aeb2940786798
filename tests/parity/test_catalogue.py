"""The catalogue of an installed Heat; only where the extra `parity` is installed."""

import json

import pytest

pytest.importorskip("heat", reason="the extra `parity` is not installed")

from hotcore.catalogue import read_catalogue
from hotcore.catalogue.catalogue_data import shipped_facts
from hotcore.catalogue.installed import installed_catalogue
from hotcore.catalogue.plugin_relations import with_groups
from tests.parity import heat_stack  # noqa: F401  makes sure that it is the Heat of the shipped catalogue


def without_descriptions(facts):
    """The facts of a type, of a property and all below it."""
    kept = {key: value for key, value in facts.items() if key not in ("description", "properties", "attributes")}
    for key in ("properties", "attributes", "keys", "update_policy"):
        if key in facts:
            kept[key] = {name: without_descriptions(inner) for name, inner in facts[key].items()}
    if "items" in facts:
        kept["items"] = without_descriptions(facts["items"])
    if "constraints" in facts:
        kept["constraints"] = [
            {key: value for key, value in constraint.items() if key != "description"}
            for constraint in facts["constraints"]
        ]
    return kept


def test_the_installed_heat_has_the_facts_of_the_shipped_catalogue_and_words_beside_them():
    found = json.loads(json.dumps(installed_catalogue()))
    shipped = shipped_facts()
    types = {name: without_descriptions(facts) for name, facts in found["types"].items()}
    assert types == with_groups(shipped["types"])
    assert {key: found[key] for key in ("heat", "aliases", "references")} == {
        key: shipped[key] for key in ("heat", "aliases", "references")
    }
    server = read_catalogue(json.dumps(found), "installed").find("OS::Nova::Server")
    assert server.description
    assert server.properties["image"].description
    assert server.attributes["addresses"].description
