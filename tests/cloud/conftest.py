"""A real OpenStack on this machine, which `make cloud-test` starts for these tests."""

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import openstack
import pytest
from openstack.config import OpenStackConfig
from openstack.connection import Connection

from designer.cloud.service import configuration
from designer.models import Design, Visibility

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
UP = ROOT.parent / "shared" / "cloud" / "up"
STATE = ROOT / "build" / "cloud"
SERVICES = "keystone,glance,placement,nova,neutron,heat"
NEEDED = "needs a cloud: make cloud-test"
ASKED = os.environ.get("CLOUD", "")
"""`true` starts a cloud; the path of a `clouds.yaml` is that of one that runs."""

TEMPLATE = """\
heat_template_version: 2021-04-16

parameters:
  flavor:
    type: string
    default: m1.small
    constraints:
      - custom_constraint: nova.flavor
      - allowed_pattern: "m1[.].*"
  image:
    type: string
    default: debian-12
    constraints:
      - custom_constraint: glance.image
  key:
    type: string
    constraints:
      - custom_constraint: nova.keypair
  network:
    type: string
    default: private
    constraints:
      - custom_constraint: neutron.network
  secret:
    type: string
    hidden: true
    default: ""
    constraints:
      - custom_constraint: nova.keypair
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let these tests open sockets; without CLOUD=true there is no cloud for them."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.enable_socket)
            # What openstacksdk says of itself, where the tests look into the cloud with it.
            item.add_marker(pytest.mark.filterwarnings("ignore::openstack.warnings._RemovedInSDKWarning"))
            if not ASKED:
                item.add_marker(pytest.mark.skip(reason=NEEDED))


@dataclass(frozen=True)
class OpenStack:
    """The cloud: its `clouds.yaml`."""

    clouds_file: Path

    def connection(self, name: str, **auth: Any) -> Connection:
        """Return a connection of openstacksdk, to make and look at what is in the cloud."""
        config = OpenStackConfig(config_files=[str(self.clouds_file)], load_envvars=False)
        return openstack.connection.Connection(config=config.get_one(name, **auth))


@cache
def started_cloud() -> Path:
    """Start the cloud, once for all folders of tests; it ends with this process, and its state is kept."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # or else nothing would end the cloud
    atexit.register(end, start_cloud(STATE, SERVICES))
    return STATE / "clouds.yaml"


def start_cloud(state: Path, services: str, *options: str) -> "subprocess.Popen[str]":
    """Start a cloud with some services in a folder, with what is installed for the cloud of all tests."""
    state.mkdir(parents=True, exist_ok=True)
    installed = Path(ASKED).parent if ASKED != "true" else STATE
    command = [sys.executable, str(UP), "--dir", str(state), "--services", services, "--venv", str(installed / "venv")]
    with (state / "up.log").open("w") as log:
        process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, stderr=log, text=True)
    assert process.stdout is not None
    said = []
    for line in process.stdout:  # ends with the process, where it cannot start
        said.append(line)
        if line.startswith("ready "):
            return process
    pytest.fail(f"The cloud does not start: {''.join(said)} {(state / 'up.log').read_text()[-2000:]}")


def end(process: "subprocess.Popen[str]") -> None:
    """End the cloud, and wait until all its services have."""
    with process:
        process.terminate()


@pytest.fixture(scope="session")
def openstack_cloud() -> OpenStack:
    """The cloud, which takes a minute to start when it is installed."""
    return OpenStack(started_cloud() if ASKED == "true" else Path(ASKED))


@pytest.fixture
def clouds_file(settings: Any) -> Iterator[Any]:
    """Set the file that lists the clouds."""

    def use(path: Path) -> None:
        settings.CLOUDS_FILE = str(path)
        configuration.configured_clouds.cache_clear()
        configuration.read_config.cache_clear()

    yield use
    configuration.configured_clouds.cache_clear()
    configuration.read_config.cache_clear()


@pytest.fixture
def cloud(openstack_cloud: OpenStack, clouds_file: Any) -> OpenStack:
    """The cloud, as an administrator has listed it."""
    clouds_file(openstack_cloud.clouds_file)
    return openstack_cloud


@pytest.fixture
def server_template(make_design: Any) -> Design:
    """A public template whose parameters are things in a cloud."""
    design: Design = make_design(TEMPLATE, name="Server", visibility=Visibility.PUBLIC)
    return design
