"""hotcore refuses the same combinations of values as the plug-ins of a real Heat."""

from pathlib import Path

import pytest
import yaml

import hotcore

pytest.importorskip("heat.engine", reason="openstack-heat is not installed; `make parity` installs it")

CASES = Path(__file__).resolve().parents[1] / "cases"


@pytest.mark.parametrize(
    "name",
    [
        "errors/router-distributed-and-ha",
        "errors/values-against-plug-ins",
        "ok/router-distributed-or-ha",
        "ok/values-that-plug-ins-take",
    ],
)
def test_the_plug_ins_of_heat_agree(name):
    from tests.parity.heat_plugin import cloud, refusal

    text = (CASES / f"{name}.yaml").read_text(encoding="utf-8")
    with cloud():
        refused = {
            resource: refusal(body["type"], _plain(body.get("properties", {}))) is not None
            for resource, body in yaml.safe_load(text)["resources"].items()
        }
    lines = {found.span.line for found in hotcore.load(text).diagnostics}
    assert refused == {
        name: any(resource.node.span.line <= line <= resource.node.span.end_line for line in lines)
        for name, resource in hotcore.load(text).template.resources.items()
    }


def _plain(properties):
    """The properties with an id for what a reference comes to, and without those that wait for a parameter."""
    return {
        name: "one-id" if isinstance(value, dict) else value
        for name, value in properties.items()
        if not (isinstance(value, dict) and "get_param" in value)
    }


@pytest.mark.parametrize("kind", ["OS::Nova::Server", "OS::Heat::DeployedServer"])
@pytest.mark.parametrize("name", ["web", "7", 7, True])
def test_the_name_that_a_server_is_given_is_its_attribute(kind, name):
    from tests.parity.heat_plugin import attribute, cloud

    properties = {"name": name} | ({"flavor": "f", "image": "i"} if kind == "OS::Nova::Server" else {})
    resource = {"type": kind, "properties": properties}
    written = {"resources": {"a": resource}, "outputs": {"o": {"value": {"get_attr": ["a", "name"]}}}}
    text = yaml.safe_dump({"heat_template_version": "2021-04-16", **written})
    with cloud():
        assert (
            attribute(kind, properties, "name") == hotcore.preview(hotcore.load(text)).outputs["o"].value == str(name)
        )
