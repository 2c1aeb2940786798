"""The documentation is correct: its examples run, its tables are complete, and its links lead somewhere."""

import argparse
import json
import re
import shlex
import subprocess
import sys
import tomllib
from importlib import import_module
from itertools import pairwise
from types import ModuleType

import pytest
import yaml
from django.urls import URLPattern, path

import hotcore
from designer.urls import urlpatterns
from hotcore.catalogue.plugin_relations import stated_groups
from hotcore.cli.arguments import parser
from tests.house.documents import DOCUMENTS, ROOT, anchors, blocks, links, prose, sections, table, text_of

pytestmark = pytest.mark.long

REFERENCE = "docs/command-line.md"
SETTINGS = (ROOT / "designer" / "settings.py").read_text(encoding="utf-8")
VARIABLES = sorted(set(re.findall(r"_setting\(\s*\"([A-Z_]+)\"", SETTINGS)))


def python(*arguments):
    """Runs Python at the top of the project."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


# -- examples ------------------------------------------------------------------


def commands():
    """The command lines that begin with `hotcore`, each with the output shown under it."""
    for name in DOCUMENTS:
        for block in blocks(text_of(name), "console"):
            for example in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                command, _, output = example.partition("\n")
                assert command.startswith("hotcore "), command
                yield pytest.param(command, output.strip(), id=f"{name}: {command}")


def test_there_are_examples():
    assert len(list(commands())) > 8
    assert SESSIONS == ["README.md", "CONTRIBUTING.md", "docs/library.md"]


@pytest.mark.parametrize(("command", "output"), list(commands()))
def test_a_command_answers_as_shown(command, output):
    result = python("-m", *shlex.split(command))
    assert (result.stdout + result.stderr).strip() == output


SESSIONS = [name for name in DOCUMENTS if blocks(text_of(name), "pycon")]


@pytest.mark.parametrize("name", SESSIONS)
def test_python_answers_as_shown(name):
    result = python("-m", "tests.house.documents", name)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.django_db
def test_the_page_of_the_example_works(tmp_path, settings, client, monkeypatch):
    address, view, test = blocks(sections("CONTRIBUTING.md")["Add a page"], "python")
    (template,) = blocks(sections("CONTRIBUTING.md")["Add a page"], "html")
    (name,) = re.findall(r"`templates/(.+?)`", sections("CONTRIBUTING.md")["Add a page"])
    (tmp_path / name).parent.mkdir(parents=True)
    (tmp_path / name).write_text(template.text, encoding="utf-8")
    settings.TEMPLATES = [{**settings.TEMPLATES[0], "DIRS": [tmp_path, *settings.TEMPLATES[0]["DIRS"]]}]
    own = eval(address.text, {"path": path, **vars(view.executed())})
    urls = ModuleType("example.urls")
    urls.urlpatterns = [own, *urlpatterns]
    monkeypatch.setitem(sys.modules, urls.__name__, urls)
    settings.ROOT_URLCONF = urls.__name__
    tests = [found for found in vars(test.executed()).values() if getattr(found, "__name__", "").startswith("test_")]
    assert tests
    for found in tests:
        found(client)


def test_the_relation_of_the_example_is_one():
    (example,) = blocks(text_of("CONTRIBUTING.md"), "json")
    for kind, groups in json.loads(example.text).items():
        assert [group for group in groups if group not in stated_groups()[kind]] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_line_fits_on_a_screen(name):
    text = re.sub(r"^```console\n.*?^```$", "", text_of(name), flags=re.MULTILINE | re.DOTALL)
    lines = [line for line in text.split("\n") if not line.startswith("|")]
    assert [line for line in lines if len(line) > 120 or line != line.rstrip()] == []


OF_THE_IMAGE = {"DESIGNER_DATA", "DESIGNER_STATIC_ROOT"}
OF_ONE_MACHINE = {"DESIGNER_DEBUG", "DESIGNER_HTTPS", "DESIGNER_LOCAL", "OS_CLIENT_CONFIG_FILE", "PORT"}


def test_in_containers_all_settings_can_be_set():
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    taken = set(compose["services"]["designer"]["environment"])
    assert {*VARIABLES} - taken == (OF_THE_IMAGE | OF_ONE_MACHINE) & {*VARIABLES}


# -- the library ---------------------------------------------------------------


def test_the_library_exports_what_its_page_shows():
    shown = text_of("docs/library.md").split("## More packages")[0]
    assert [name for name in hotcore.__all__ if not re.search(rf"\bhotcore\.{name}\b|`{name}`", shown)] == []


def test_the_packages_that_the_page_names_offer_what_it_says():
    for package, offers in table(text_of("docs/library.md"), "package"):
        face = import_module(package.strip("`"))
        assert [name for name in re.findall(r"`(\w+)`", offers) if name not in face.__all__] == []


# -- the command line ----------------------------------------------------------


def parsers():
    """The parsers of all commands by their names; of `catalogue`, that of its action."""
    for name, command in choices(parser()).items():
        yield name, next(iter(choices(command).values()), command)


def choices(command):
    """The commands below a parser."""
    actions = (action for action in command._actions if isinstance(action, argparse._SubParsersAction))
    return next((action.choices for action in actions), {})


def test_the_readme_lists_every_command():
    listed = [row[0] for row in table(sections("README.md")["On the command line"], "command")]
    assert sorted(listed) == sorted(f"`hotcore {name}`" for name in choices(parser()))


def command_sections():
    """The texts of the reference about each command."""
    parts = re.split(r"^### `hotcore ([a-z]+)`$", sections(REFERENCE)["Commands"], flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_the_reference_has_every_command():
    assert sorted(command_sections()) == sorted(choices(parser()))


@pytest.mark.parametrize(("name", "command"), [pytest.param(*each, id=each[0]) for each in parsers()])
def test_the_reference_has_every_argument_and_no_other(name, command):
    actions = [action for action in command._actions if action.dest != "help"]
    known = {option for action in actions for option in action.option_strings}
    known |= {str(action.metavar) for action in actions if not action.option_strings}
    text = prose(command_sections()[name])
    described = set(re.findall(r"`(--?[a-zA-Z-]+)\b", text)) | set(re.findall(r"`([A-Z]+)(?:\.\.\.)?`", text))
    assert sorted(known - described) == []
    listed = {option for row in table(text, "argument") for option in re.findall(r"`(--?[a-zA-Z-]+)\b", row[0])}
    assert sorted(listed - known) == []


SERVER = "designer/samples/single-server/template.yaml"


@pytest.mark.parametrize(
    "arguments",
    [
        ("validate", "tests/cases/errors/get-param-unknown.yaml", "--format", "json"),
        ("preview", SERVER, "--format", "json"),
        ("schema", SERVER),
        ("conditions", SERVER, "--format", "json"),
        ("diff", SERVER, "--to", "flavor=m1.large", "--format", "json"),
        ("versions", SERVER, "--format", "json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_reference_has_every_key_of_what_comes_out(arguments):
    data = json.loads(python("-m", "hotcore", *arguments).stdout)
    keys = data[0] if isinstance(data, list) else data
    described = set(re.findall(r"`([a-z_]+)`", command_sections()[arguments[0]]))
    assert sorted(set(keys) - described) == []


# -- settings, addresses, places -----------------------------------------------


def test_settings_were_found():
    assert "DATABASE_URL" in VARIABLES
    assert "DESIGNER_SECRET_KEY" in VARIABLES


def test_every_variable_is_described_and_no_other():
    described = [row[0].strip("`") for row in table(text_of("docs/operating.md"), "variable")]
    assert sorted(described) == sorted([*VARIABLES, "PORT"])


def address_of(pattern):
    """An address as the documentation writes it: `/templates/<slug>/`."""
    return "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", str(pattern.pattern))


def described_addresses():
    """The addresses in the first column of the tables, without their queries, with one name for each placeholder."""
    cells = [row[0] for row in table(text_of("docs/addresses.md"), "address")]
    return {shape(address.split("?")[0]) for cell in cells for address in re.findall(r"`([^`]+)`", cell)}


def shape(address):
    """An address with one word for whatever a placeholder is called."""
    return re.sub(r"<\w+>", "<>", address)


def test_every_address_is_described_and_no_other():
    known = {address_of(pattern) for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    below_others = {address for address in known if "/raw/" in address and address.endswith("<path>")}
    known -= below_others | {"/templates/new/"}  # leads to the one without a stroke
    assert {shape(address) for address in known} == described_addresses()


def test_every_place_on_the_map_exists():
    places = [place for row in table(text_of("README.md"), "place") for place in re.findall(r"`(.+?)`", row[0])]
    assert len(places) > 15
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_layers_on_the_map_are_those_that_the_linter_holds():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    (layers,) = (each["layers"] for each in settings["contracts"] if each.get("containers") == ["hotcore"])
    floors = {name: floor for floor, layer in enumerate(layers) for name in re.split(r" [|:] ", layer)}
    rows = [re.findall(r"`(\w+)`", packages) for _, packages in table(text_of("README.md"), "layer")]
    assert sorted(name for row in rows for name in row) == sorted(set(floors) - {"__main__"})
    for above, below in pairwise(rows):
        assert max(floors[name] for name in above) <= min(floors[name] for name in below), (above, below)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_link_leads_somewhere(name):
    for link in links(name):
        file, _, anchor = link.partition("#")
        target = (ROOT / name).parent / file if file else ROOT / name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.resolve().relative_to(ROOT).as_posix()), link


def test_the_index_has_every_page():
    listed = {f"docs/{link}" for link in links("docs/README.md") if "/" not in link}
    assert listed == {name for name in DOCUMENTS if name.startswith("docs/")} - {"docs/README.md"}


def test_every_file_that_is_named_exists():
    for name in DOCUMENTS:
        named = re.findall(r"`((?:hotcore|designer|tests|static|docs)/[\w/.-]*\w\.\w+|\.ci/\w+)`", prose(text_of(name)))
        assert [file for file in named if "NAME" not in file and not (ROOT / file).exists()] == [], name


def test_every_make_command_is_described_and_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    known = set(re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)) - {"help"}
    listed = [row[0] for row in table(sections("README.md")["Project layout"], "command")]
    assert sorted(listed) == sorted(f"`make {name}`" for name in known)
    for name in DOCUMENTS:
        assert set(re.findall(r"(?:`|^)make ([a-z][a-z-]*)", text_of(name), re.MULTILINE)) <= known
