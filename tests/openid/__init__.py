"""A real OpenID provider in a process of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

HERE = Path(__file__).parent
NODE = Path(sys.prefix) / "bin" / "node"
MODULES = Path(sys.prefix) / "openid"
CLIENT = {"OIDC_CLIENT_ID": "designer", "OIDC_CLIENT_SECRET": "only-for-tests", "OIDC_NAME": "Example ID"}


@contextmanager
def running_provider(*redirects: str) -> Iterator[str]:
    """Start the provider, which sends browsers back to these addresses only; yields its issuer."""
    if not (MODULES / "ready").exists() and os.environ.get("CI") != "true":
        pytest.skip(f"{MODULES} is missing: make {MODULES.parent.name}/openid/ready installs it")
    command = [NODE, HERE / "serve.mjs", MODULES, *redirects]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        issuer = next((line.strip() for line in process.stdout if line.startswith("http")), "")
        assert issuer, "the provider has not started"
        try:
            yield issuer
        finally:
            process.kill()
