"""The designer starts without the packages of the extras that are options."""

import subprocess
import sys
import tomllib
from importlib.metadata import distribution, packages_distributions

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.installation.environments import ROOT, closure

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
VARIABLES = {"DJANGO_SETTINGS_MODULE": "designer.settings", "DESIGNER_LOCAL": "1"}
START = """
import sys
sys.modules.update(dict.fromkeys(sys.argv[1:]))  # so that they cannot be imported
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "check"])
"""


def packages_of(lines):
    """The names of the packages that these ask for, directly and indirectly."""
    wanted = [Requirement(line) for line in lines]
    found = {canonicalize_name(each.name) for each in wanted}
    return found.union(*(closure(distribution(each.name), each.extras) for each in wanted))


def test_nothing_of_them_is_loaded_at_the_start():
    needed = packages_of([*PROJECT["dependencies"], *EXTRAS["designer"]])
    optional = packages_of([*EXTRAS["cloud"], *EXTRAS["identity"], *EXTRAS["postgres"]]) - needed
    modules = [
        module
        for module, packages in packages_distributions().items()
        if {canonicalize_name(each) for each in packages} <= optional
    ]
    assert {"openstack", "keystoneauth1", "requests", "authlib", "psycopg"} <= set(modules)
    command = [sys.executable, "-c", START, *modules]
    result = subprocess.run(command, cwd=ROOT, env=VARIABLES, capture_output=True, text=True, timeout=120, check=False)
    assert result.returncode == 0, result.stderr
