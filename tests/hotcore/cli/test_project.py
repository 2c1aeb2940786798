"""Project files: environments, catalogue, rules and files of a folder of templates."""

import json
import os

import pytest

from hotcore.catalogue.catalogue_data import shipped_facts
from hotcore.cli.commands import main
from hotcore.cli.project import Project
from tests.pace import within
from tests.repository import repository

HEAD = "heat_template_version: 2021-04-16\ndescription: d\n"
SERVICE = """\
  EndpointMap: {type: json, default: {}, description: Shared}
  RoleName: {type: string, default: '', description: Shared}
"""
PROJECT = """\
exclude = ["**/*.j2.yaml", "drafts/"]
ignore = ["missing-label"]

[severity]
unused-condition = "error"

[[templates]]
files = ["services/**/*.yaml"]
environments = ["environments/base.yaml"]
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with a project; returns the exit code, and what it printed."""
    monkeypatch.chdir(tmp_path)

    def write(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run_command(*arguments, files=()):
        for name, text in dict(files).items():
            write(name, text)
        code = main(arguments)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run_command


def found(run, *arguments, files=()):
    """The files and codes that are reported."""
    out = run("validate", *arguments, "--format", "json", files=files)[1]
    return [(each["file"], each["code"], each["severity"]) for each in json.loads(out)]


NESTED = {
    "services/a.yaml": HEAD + "resources: {r: {type: OS::Mine::Thing}}\n",
    "things/thing.yaml": HEAD + "parameters: {Key: {type: string}}\noutputs: {o: {value: {get_param: Key}}}\n",
    "environments/base.yaml": "resource_registry: {'OS::Mine::Thing': ../things/thing.yaml}\n"
    "parameter_defaults: {Key: k}\n",
}


def test_environments_go_with_the_templates_that_a_project_says(run):
    assert [code for _, code, _ in found(run, "services", files=NESTED)] == ["unknown-resource-type"]
    assert found(run, "services", files={"hotcore.toml": PROJECT}) == []
    assert found(run, "services/a.yaml") == []


def test_a_project_is_found_from_another_folder(run, tmp_path, monkeypatch):
    run("functions", files={**NESTED, "hotcore.toml": PROJECT})
    monkeypatch.chdir(tmp_path / "services")
    assert found(run, "a.yaml") == []
    monkeypatch.chdir("/")
    assert found(run, str(tmp_path / "services" / "a.yaml")) == []


def test_given_environments_win_over_those_of_a_project(run):
    over = {"over.yaml": "resource_registry: {'OS::Mine::Thing': nowhere.yaml}\n"}
    files = {**NESTED, **over, "hotcore.toml": PROJECT}
    assert "missing-template" in [code for _, code, _ in found(run, "services", "-e", "over.yaml", files=files)]


def test_a_table_in_pyproject_is_a_project_too(run):
    table = PROJECT.replace("[severity]", "[tool.hotcore.severity]")
    table = table.replace("[[templates]]", "[[tool.hotcore.templates]]")
    assert found(run, "services", files={**NESTED, "pyproject.toml": f"[tool.hotcore]\n{table}"}) == []


def test_files_are_left_out_of_folders_but_not_where_they_are_named(run):
    broken = {"services/x.j2.yaml": "{% if x %}\n" + HEAD, "drafts/b.yaml": HEAD + "resources: 1\n"}
    run("functions", files={**NESTED, **broken, "hotcore.toml": PROJECT})
    assert found(run, ".") == []
    assert [name for name, _, _ in found(run, "drafts/b.yaml")] == ["drafts/b.yaml"]


def test_rules_are_off_or_have_another_severity(run):
    declared = "parameters: {p: {type: boolean, description: d}}\nconditions: {c: {get_param: p}}\n"
    text = f"{HEAD}{declared}outputs: {{o: {{value: {{get_param: p}}}}}}\n"
    assert found(run, "t.yaml", files={"t.yaml": text}) == [("t.yaml", "unused-condition", "warning")]
    code, out, _ = run("validate", "t.yaml", files={"hotcore.toml": PROJECT})
    assert (code, "error[unused-condition]" in out) == (1, True)
    ignored = text.replace("{get_param: p}}\noutputs", "{get_param: p}}  # hotcore: ignore\noutputs")
    assert found(run, "t.yaml", files={"t.yaml": ignored}) == []
    raised = PROJECT.replace('unused-condition = "error"', 'missing-output-description = "warning"')
    files = {"hotcore.toml": raised, "t.yaml": ignored}
    assert found(run, "t.yaml", files=files) == [("t.yaml", "missing-output-description", "warning")]
    lowered = PROJECT.replace('unused-condition = "error"', 'unused-condition = "hint"')
    assert found(run, "t.yaml", files={"hotcore.toml": lowered, "t.yaml": text}) == []


def test_a_catalogue_goes_with_a_project(run):
    facts = shipped_facts()
    del facts["types"]["OS::Heat::Value"]
    text = HEAD + "resources: {r: {type: OS::Heat::Value, properties: {value: 1}}}\n"
    files = {"t.yaml": text, "c.json": json.dumps(facts)}
    assert found(run, "t.yaml", files=files) == []
    project = {"hotcore.toml": 'catalogue = "c.json"\n'}
    assert [code for _, code, _ in found(run, "t.yaml", files=project)] == ["unknown-resource-type"]


SIZED = {
    "services/s.yaml": f"{HEAD}parameters: {{Size: {{type: string, default: small}}}}\n"
    "conditions: {big: {equals: [{get_param: Size}, big]}}\n"
    "resources: {r: {type: OS::Mine::Thing, condition: big}}\n",
    "environments/base.yaml": "resource_registry: {'OS::Mine::Thing': 'OS::Heat::None'}\n"
    "parameter_defaults: {Size: big}\n",
    "other.yaml": "parameter_defaults: {Size: tiny}\n",
}


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("preview", "services/s.yaml"), 'Size  "big"'),
        (("conditions", "services/s.yaml"), "From environments"),
        (("graph", "services/s.yaml", "--format", "json"), '"state": "on"'),
        (("diff", "services/s.yaml", "--to-env", "other.yaml"), "deleted"),
    ],
    ids=lambda each: each[0],
)
def test_every_command_uses_the_environments_of_a_project(run, command, words):
    assert words not in run(*command, files=SIZED)[1]
    assert words in run(*command, files={"hotcore.toml": PROJECT})[1]


def test_given_environments_override_those_of_a_project_in_a_preview(run):
    files = {**SIZED, "hotcore.toml": PROJECT}
    assert 'Size  "tiny"' in run("preview", "services/s.yaml", "-e", "other.yaml", files=files)[1]


def test_what_sibling_templates_declare_alike_need_not_be_used(run, tmp_path):
    files = {
        "services/a.yaml": f"{HEAD}parameters:\n{SERVICE}  own: {{type: string, description: d}}\n",
        "services/b.yaml": f"{HEAD}parameters:\n{SERVICE}  own: {{type: number, description: d}}\n",
        "environments/base.yaml": "parameter_defaults: {}\n",
    }
    unused = ("services", "--hints", "--select", "unused-parameter")
    assert len(found(run, *unused, files=files)) == 6
    out = run("validate", *unused, files={"hotcore.toml": PROJECT})[1]
    assert out.count("hint[unused-parameter]") == 2
    assert out.count("The parameter `own` is never used.") == 2
    run("validate", *unused, "--fix", "--suggested")
    after = (tmp_path / "services" / "a.yaml").read_text(encoding="utf-8")
    assert ("EndpointMap" in after, "own" in after) == (True, False)


def test_a_repository_of_the_shape_of_tripleo_has_no_errors(run):
    project = """\
exclude = ["extraconfig/"]

[[templates]]
files = ["**"]
environments = ["environments/base.yaml", "environments/more/site.yaml"]
"""
    files = repository()
    assert run("validate", ".", files=files)[0] == 1
    assert run("validate", ".", files={"hotcore.toml": project})[0] == 0


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("[templates]\nfiles = []\n", "[[templates]]"),
        ("[[templates]]\nfile = []\n", "Did you mean `files`?"),
        ("[[templates]]\nfiles = 'x'\n", "list of strings"),
        ("exclud = []\n", "Did you mean `exclude`?"),
        ("severity = 1\n", "table of codes"),
        ("[severity]\nunused-conditio = 'error'\n", "unused-condition"),
        ("[severity]\nunused-condition = 'off'\n", "`error`, `warning` or `hint`"),
        ("catalogue = 1\n", "must be a path"),
        ("ignore = [\n", "cannot read"),
        (f"exclude = {'[' * 5000}{']' * 5000}\n", "nested too deeply"),
        (f"{'a.' * 30_000}b = 1\n", "a key has more than 32 dots"),
        (f"x = {{{'a . ' * 30_000}b = 1}}\n", "a key has more than 32 dots"),
        ("x = 'a'\n[" + '"a".' * 30_000 + "b]\n", "a key has more than 32 dots"),
        ('x = """ \\""" """\n' + "a." * 30_000 + "b = 1\n", "a key has more than 32 dots"),
        ('x = {y = """a"""", ' + "a." * 30_000 + "b = 1}\n", "a key has more than 32 dots"),
        ("x = {y = '''a''''', " + "a." * 30_000 + "b = 1}\n", "a key has more than 32 dots"),
        (r'"\""' + r'."\""' * 30_000 + " = 1\n", "a key has more than 32 dots"),
        ('x = "' + r"\"" * 200_000, "cannot read"),
        ('x = """' + "\\" * 200_001, "cannot read"),
        (f"# {'x' * 600_000}\n", "larger than 512 KiB"),
        ("\0" * (17 << 20), "larger than 16 MiB"),
    ],
    ids=lambda each: each[:20],
)
def test_wrong_settings_are_refused_with_the_file(run, settings, words):
    with within(5):
        code, _, err = run("validate", "services", files={**NESTED, "hotcore.toml": settings})
    assert (code, words in err, "hotcore.toml" in err) == (2, True, True)


DOTS = ".".join(map(str, range(60)))


@pytest.mark.parametrize(
    "line",
    [
        f"# {DOTS}",
        f'x = "{DOTS}"',
        f"x = '{DOTS}'",
        f'x = """\n{DOTS}\n"""',
        f"x = '''\n{DOTS}\n'''",
        f'x = "\\"{DOTS}"',
    ],
)
def test_dots_in_comments_and_strings_are_no_keys(run, line):
    settings = f"{line}\n[tool.hotcore]\nexclude = ['services/']\n"
    assert run("validate", ".", files={**NESTED, "pyproject.toml": settings})[0] != 2


@pytest.mark.parametrize(
    ("pattern", "fitting", "other"),
    [
        ("*.yaml", "a.yaml", "b/a.yaml"),
        ("**.yaml", "b/c/a.yaml", "a.yml"),
        ("**/*.yaml", "a.yaml", "b/a.yml"),
        ("b/**/c/*.yaml", "b/c/c/a.yaml", "b/c/d/a.yaml"),
        ("b/**/c*d/**/*a.yaml", "b/x/cxd/cd/ba.yaml", "b/x/cxe/ba.yaml"),
        ("*b*c*.yaml", "bcbc.yaml", "cb.yaml"),
        ("b?/", "bc/d/a.yaml", "b/d/a.yaml"),
        ("b.c/a+.yaml", "b.c/a+.yaml", "bxc/aa.yaml"),
    ],
)
def test_patterns_fit_files(tmp_path, pattern, fitting, other):
    project = Project(tmp_path, exclude=(pattern,))
    assert [name for name in (fitting, other) if project.leaves_out(str(tmp_path / name))] == [fitting]


@pytest.mark.parametrize("pattern", ["**/" * 30 + "x", "**/*a" * 30 + "x", "a/" * 12 + "*a" * 20 + "x"])
def test_patterns_of_many_stars_take_no_longer(run, pattern):
    deep = "/".join(["a"] * 12 + ["a" * 60 + ".yaml"])
    with within(5):
        assert found(run, ".", files={deep: HEAD, "hotcore.toml": f'exclude = ["{pattern}"]\n'}) == []


def test_an_environment_that_does_not_exist_is_refused(run):
    files = {**NESTED, "hotcore.toml": PROJECT.replace("base.yaml", "nowhere.yaml")}
    code, _, err = run("validate", "services", files=files)
    assert (code, f"environments{os.sep}nowhere.yaml" in err) == (2, True)
