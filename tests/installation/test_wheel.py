"""The wheel serves from any folder, keeps data in the user's data folder, and `hotcore` needs no Django."""

import re
import zipfile

import pytest
from django.conf import settings

from designer.operation.bundles import BUNDLED
from tests.installation.environments import ROOT
from tests.installation.processes import Person

pytestmark = [pytest.mark.enable_socket, pytest.mark.long]

SAMPLE = "designer/samples/load-balanced-web/template.yaml"


def test_it_holds_every_template_and_static_file(wheel):
    found = (path for folder in ("templates", "static") for path in (ROOT / folder).rglob("*") if path.is_file())
    files = [path.relative_to(ROOT).as_posix() for path in found if "node_modules" not in path.parts]
    assert len(files) > 300
    with zipfile.ZipFile(wheel) as packed:
        assert {f"designer/{name}" for name in files} <= set(packed.namelist())
        assert {f"designer/{BUNDLED}/{name}" for name in settings.BUNDLES} <= set(packed.namelist())


def test_the_designer_serves_from_any_folder(designer, start):
    before = {path for path in designer.packages.rglob("*") if "__pycache__" not in path.parts}
    running = start(
        [designer.folder / "bin" / "hot-designer"],
        folder=designer.home, variables=designer.variables({"PORT": "0"}), until="Ctrl-C",
    )  # fmt: skip
    address, path = re.search(r"(http://127\.0\.0\.1:\d+)(/accounts/local/\S+)", running.said).groups()
    person = Person(address)
    assert "Three-tier application" in person.open(path)
    person.open("/templates/three-tiers/")
    person.send("/templates/three-tiers/fork/")
    scripts = set()
    for page in (
        "/",
        "/templates/three-tier-application/",
        "/templates/three-tier-application/design/",
        "/help/types/",
    ):
        person.open(page)
        files = person.static_files()
        assert any(name.endswith(".css") for name in files)
        assert any("htmx-2" in name for name in files)
        assert all(files.values())
        scripts |= {name for name in files if name.endswith(".js")}
    assert any("/js/chunks/" in name for name in scripts)
    another = designer.run("hot-designer", "sign_in_link", PORT="8123").stdout
    assert another.startswith("http://127.0.0.1:8123/accounts/local/")
    assert running.interrupt() == (0, "")
    data = designer.home / ".local/share/hot-designer"
    assert {"designer.sqlite3", "secret-key"} <= {path.name for path in data.iterdir()}
    assert data.stat().st_mode & 0o077 == 0
    assert before == {path for path in designer.packages.rglob("*") if "__pycache__" not in path.parts}


def test_a_team_s_settings_are_required(designer):
    result = designer.run("hot-designer", "check")
    assert result.returncode != 0
    assert "The environment variable DESIGNER_SECRET_KEY is not set" in result.stderr


def test_hotcore_needs_neither_django_nor_gunicorn(hotcore_alone):
    for package in ("django", "gunicorn", "whitenoise"):
        assert hotcore_alone.run("python", "-c", f"import {package}").returncode == 1
    result = hotcore_alone.run("hotcore", "validate", str(ROOT / SAMPLE))
    assert (result.returncode, result.stdout) == (0, "no problems in 1 template\n"), result.stderr
    assert '"load_balancer"' in hotcore_alone.run("hotcore", "preview", str(ROOT / SAMPLE), "--format", "json").stdout


def test_every_part_of_hotcore_loads_on_its_own(hotcore_alone):
    walk = (
        "import hotcore, importlib, pkgutil\n"
        "for found in pkgutil.walk_packages(hotcore.__path__, 'hotcore.'):\n"
        "    if not found.name.endswith('__main__'):\n"
        "        importlib.import_module(found.name)\n"
    )
    result = hotcore_alone.run("python", "-c", walk)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_designer_names_what_it_misses(hotcore_alone):
    result = hotcore_alone.run("hot-designer")
    assert result.returncode == 1
    assert result.stderr == "The designer needs packages that hotcore does not: pip install 'hot-designer[designer]'\n"
