"""Samples, and templates that nobody here wrote, in a real cloud: Heat's verdict is ours, and so are the outputs.

Some are made in each run of the tests; all that a cloud without agents can make, in the long ones.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from designer.deployment.runs.outputs import results_of
from designer.models import Design, Run, RunState
from designer.samples import SAMPLES
from tests.cloud.conftest import ROOT
from tests.cloud.test_runs import connected, decide, planned, stacks, watch

__all__ = ["connected", "stacks"]
pytestmark = pytest.mark.django_db
CORPUS = ROOT.parent / "shared" / "corpus"
SERVER = {"key_name": "demo", "flavor": "m1.small", "image": "cirros"}
PASSWORD = "Correct-horse-battery-9"


@dataclass(frozen=True)
class Case:
    """A template with the values that it gets here.

    `is_made`: `now` in each run, `long` in long ones, and empty for what waits for an agent in a server, or has
    a server without a network, which Nova no longer makes. `refusal` is in Heat's words, where this cloud cannot
    hold it; `fails` is an output that Heat cannot make of these values.
    """

    name: str
    values: Mapping[str, str] = field(default_factory=dict)
    is_made: str = "now"
    refusal: str = ""
    fails: str = ""


OF_SAMPLES = (
    Case("address-plan"),
    Case("private-network", {"outside_network": "public"}),
    Case("single-server", {"image": "cirros", "key_name": "demo", "public_network": "public"}, "long"),
    Case(
        "batch-workers",
        {
            "queue_url": "amqp://queue",
            "queue_token": PASSWORD,
            "workers": "2",
            "worker": '{"image": "cirros", "flavor": "m1.tiny", "network": "private"}',
        },
        "long",
    ),
    Case(
        "three-tiers",
        {"name": "shop", "image": "cirros", "key_name": "demo", "database_kind": "none", "database_password": PASSWORD},
        "long",
    ),
    Case(
        "load-balanced-web",
        {"image": "cirros", "database_password": PASSWORD},
        refusal=" is not available for resource type OS::",  # Octavia or Cinder: Heat names either
    ),
    Case(
        "dns-zone",
        {"domain": "example.org.", "contact": "a@example.org"},
        refusal="Service designate is not available for resource type OS::Designate::Zone",
    ),
)
OF_CORPUS = (
    Case(
        "heat-templates/hot/chef-server.yaml",
        {"ssh_key_name": "demo", "chef_image_name": "cirros", "chef_flavor_name": "m1.small"},
        "",
    ),
    Case("heat-templates/hot/keystone/keystone_project.yaml", refusal='"OS::Keystone::Project"'),
    Case("heat-templates/hot/software-config/boot-config/templates/install_container_agent.yaml"),
    Case("heat-templates/hot/software-config/example-templates/example-cfn-init-template.yaml", SERVER, ""),
    Case("heat-templates/hot/software-config/example-templates/example-cloud-init-configure-ca-cert.yaml", SERVER, ""),
    Case("heat-templates/hot/software-config/example-templates/example-deploy-sequence.yaml", SERVER, ""),
    Case("heat-templates/hot/software-config/example-templates/example-kubelet-template.yaml", SERVER, ""),
    Case("heat-templates/hot/software-config/example-templates/example-os-apply-config.yaml", SERVER, ""),
    Case("heat-templates/hot/software-config/example-templates/example-script-template.yaml", SERVER, ""),
    Case(
        "heat-templates/hot/software-config/example-templates/example-software-deploymentgroup-template.yaml",
        {**SERVER, "ubuntu_image": "cirros", "fedora_image": "debian", "network": "private"},
        "",
    ),
    Case(
        "heat-templates/openshift-origin/F19/hot-template/openshift/openshift.yaml",
        {
            "public_net_id": "public",
            "public_ssh_key": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBn2zYpWq0pYV0Yf2m0dT3uVx6l9cJg8sWc4yq1r7k2E",
            "image_broker_name": "cirros",
            "image_node_name": "debian",
        },
        "",
    ),
    Case("tripleo/deployed-server/ctlplane-port.yaml", {"name": "port"}, refusal="Unable to find network"),
    Case(
        "tripleo/deployed-server/deployed-neutron-port.yaml",
        {"name": "web", "DeployedServerPortMap": '{"web": {"fixed_ips": [{"ip_address": "192.0.2.9"}]}}'},
        "long",
    ),
    Case(
        "tripleo/deployment/ceilometer/ceilometer-base-container-puppet.yaml",
        dict.fromkeys(("CeilometerMeteringSecret", "CeilometerPassword", "SnmpdReadonlyUserPassword"), PASSWORD),
        "long",
    ),
    Case(
        "tripleo/deployment/cinder/cinder-backend-netapp-puppet.yaml",
        {"CinderNetappLogin": "login", "CinderNetappPassword": PASSWORD, "CinderNetappServerHostname": "host"},
        "long",
    ),
    Case("tripleo/deployment/kernel/kernel-baremetal-ansible.yaml"),
    Case("tripleo/deployment/logging/files/neutron-common.yaml", {"NeutronServiceName": "server"}, "long"),
    Case("tripleo/deployment/logging/files/nova-common.yaml", {"ContainerNovaImage": "nova", "NovaServiceName": "api"}),
    Case("tripleo/deployment/neutron/neutron-l3-compute-dvr.yaml", {}, "long"),
    Case(
        "tripleo/deployment/snmp/snmp-baremetal-puppet.yaml",
        {"SnmpdReadonlyUserPassword": PASSWORD},
        "long",
        fails="role_data",
    ),
    Case("tripleo/deployment/time/ptp-baremetal-ansible.yaml", {}, "long"),
    Case("tripleo/deployment/timesync/chrony-baremetal-ansible.yaml"),
    Case("tripleo/deployment/tripleo-firewall/tripleo-firewall-baremetal-ansible.yaml", {}, "long", fails="role_data"),
    Case("tripleo/firstboot/userdata_heat_admin.yaml"),
)


@pytest.fixture(scope="session")
def corpus() -> dict[str, tuple[bytes, dict[str, bytes]]]:
    """The text and the files of each template of the corpus."""
    cases = [json.loads(line) for line in (CORPUS / "cases.jsonl").read_text(encoding="utf-8").splitlines()]
    return {
        case["id"]: (
            (CORPUS / case["template_file"]).read_bytes(),
            {path.removeprefix("./"): (CORPUS / file).read_bytes() for path, file in case["files"].items()},
        )
        for case in cases
    }


@pytest.fixture
def design_of(make_design: Any, corpus: Any) -> Any:
    """Creates the design of a case."""

    def make(case: Case) -> Design:
        found = next((sample for sample in SAMPLES if sample.slug == case.name), None)
        text, files = (found.text, found.files) if found else corpus[case.name]
        design: Design = make_design(text, files=files, name=Path(case.name).stem)
        return design

    return make


def name_of(case: Case) -> str:
    return Path(case.name).stem


def test_every_sample_is_tried() -> None:
    assert {case.name for case in OF_SAMPLES} == {sample.slug for sample in SAMPLES}


def test_heats_verdict_and_plan_are_ours(connected, stacks, design_of) -> None:
    differences = {}
    for case in OF_SAMPLES + OF_CORPUS:
        design = design_of(case)
        values = {f"param-{key}": text for key, text in case.values.items()}
        answer = connected.post(f"/templates/{design.slug}/runs/", values)
        run = Run.objects.filter(design=design).first()
        if run is None:  # the policy forbids it, which is told on the page that follows
            differences[case.name] = told = connected.get(answer["Location"]).content.decode()
            if case.refusal and case.refusal in told.replace("&quot;", '"'):
                del differences[case.name]
            continue
        says = [(row["name"], row["says"]) for row in run.plan["resources"] if row["says"]]
        is_expected = case.refusal in run.plan["refusal"] and bool(case.refusal) == bool(run.plan["refusal"])
        if not is_expected or run.plan["ours"] or run.plan["lacks"] or says:
            differences[case.name] = run.plan["refusal"], run.plan["ours"], run.plan["lacks"], says
    assert differences == {}


def test_what_is_made_has_the_outputs_of_the_preview(connected, stacks, design_of) -> None:
    check_outputs(connected, stacks, design_of, "now")


@pytest.mark.long
def test_what_else_can_be_made_has_the_outputs_of_the_preview(connected, stacks, design_of) -> None:
    check_outputs(connected, stacks, design_of, "long")


def check_outputs(client: Any, heat: Any, design_of: Any, which: str) -> None:
    """Make stacks side by side, compare their outputs with the preview where it knew them, and look for drift."""
    runs = {}
    for case in OF_SAMPLES + OF_CORPUS:
        if case.is_made == which and not case.refusal:
            run = planned(client, design_of(case).slug, name_of(case), **case.values)
            decide(client, run, go="1", **{f"param-{key}": text for key, text in case.values.items()})
            assert run.state != RunState.PLANNED, (case.name, run.plan)
            runs[case.name] = run
    fails = {case.name: case.fails for case in OF_SAMPLES + OF_CORPUS}
    known, differences = 0, {}
    for name, run in runs.items():
        watch(run)
        results = results_of(run, heat_stack(heat, run))
        known += sum(each.was_known for each in results)
        wrong = [each for each in results if each.said or bool(each.error) != (each.name == fails[name])]
        page = client.get(f"/stacks/{run.stack_name}/{run.stack_id}/", {"drift": "1"}).content.decode()
        drift = [each.strip() for each in re.findall(r'<li data-testid="drift-.*?</li>', page, re.DOTALL)]
        if run.state != RunState.COMPLETE or wrong or drift:
            differences[name] = run.state, run.reason, wrong, drift
    assert differences == {}
    assert known >= len(runs)


def heat_stack(heat: Any, run: Run) -> Any:
    return heat.get(f"/stacks/{run.stack_name}/{run.stack_id}").json()["stack"]
