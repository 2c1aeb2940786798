"""The pages with a real cloud."""

import pytest

from tests.cloud.conftest import ASKED, NEEDED, cloud, clouds_file, openstack_cloud, server_template

__all__ = ["cloud", "clouds_file", "openstack_cloud", "server_template"]


@pytest.fixture(autouse=True)
def asked() -> None:
    """Skip without a cloud."""
    if not ASKED:
        pytest.skip(NEEDED)


@pytest.fixture
def may_report() -> list[str]:
    """A request that a newer one replaces is ended, which htmx reports."""
    return ["htmx:(afterRequest|sendAbort)"]
