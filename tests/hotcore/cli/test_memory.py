"""Remembered results: the same as new ones, and forgotten when anything changes that they depend on."""

import json

import pytest

from hotcore import analysis
from hotcore.cli import validate
from hotcore.cli.commands import main
from hotcore.cli.memory import FOLDER

HEAD = "heat_template_version: 2021-04-16\ndescription: d\n"
MAIN = (
    HEAD
    + """\
parameters: {key: {type: string, default: opensesame, hidden: true, description: d}}
resources:
  one: {type: nested.yaml, properties: {size: {get_param: key}, colr: red}}
  two: {type: missing.yaml}
outputs:
  o: {description: d, value: {get_atr: [one, x]}}
"""
)
NESTED = (
    HEAD
    + "parameters: {size: {type: number, description: d}}\noutputs: {o: {description: d, value: {get_param: size}}}\n"
)
PROJECT = "[[templates]]\nfiles = ['*.yaml']\nenvironments = ['env.yml']\n"
FILES = {
    "main.yaml": MAIN,
    "nested.yaml": NESTED,
    "env.yml": "parameters: {key: s3cret, nobody: 1}\n",
    "hotcore.toml": PROJECT,
}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project with a nested template, an environment and a missing file."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(analysis, "REPAIR_SECONDS", 60.0)  # a busy machine must not keep results from being remembered
    return tmp_path


@pytest.fixture
def checks(monkeypatch):
    """The templates that are checked and not remembered."""
    found = []
    check = validate.TemplateCheck._newly_checked

    def counted(self, name, looked_for):
        found.append(name)
        return check(self, name, looked_for)

    monkeypatch.setattr(validate.TemplateCheck, "_newly_checked", counted)
    return found


@pytest.fixture
def run(folder, capsys):
    """Runs the command; returns its exit code and its output."""

    def run_command(*options):
        code = main(["validate", "main.yaml", *options])
        return code, capsys.readouterr().out

    return run_command


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
@pytest.mark.parametrize("more", [(), ("--hints",), ("--select", "unused-parameter"), ("-e", "env.yml")])
def test_remembered_results_are_those_of_a_new_check(run, checks, form, more):
    fresh = run("--format", form, "--no-cache", *more)
    assert run("--format", form, *more) == fresh
    del checks[:]
    assert run("--format", form, *more) == fresh
    assert checks == []
    assert fresh[0] == 1
    for code in ("unknown-property", "missing-file", "unknown-function", "unknown-value"):
        assert code in fresh[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("main.yaml", MAIN.replace("colr", "colour")),
        ("nested.yaml", NESTED.replace("number", "string")),
        ("missing.yaml", NESTED),
        ("env.yml", "parameters: {}\n"),
        ("hotcore.toml", "ignore = ['unknown-function']\n" + PROJECT),
    ],
)
def test_a_change_of_a_file_is_noticed(run, folder, checks, name, text):
    before = run()[1]
    (folder / name).write_text(text, encoding="utf-8")
    del checks[:]
    after = run()[1]
    assert (checks, after != before) == (["main.yaml"], True)
    assert after == run("--no-cache")[1]


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
@pytest.mark.parametrize(
    ("inside", "typed"),
    [
        (".", "./main.yaml"),
        (".", "below/../main.yaml"),
        (".", "{root}/main.yaml"),
        ("below", "../main.yaml"),
        ("/", "{root}/main.yaml"),
    ],
)
def test_results_are_shared_however_a_template_is_typed(run, folder, checks, capsys, monkeypatch, form, inside, typed):
    (folder / "below").mkdir()
    run("--format", form)
    monkeypatch.chdir(folder / inside)
    del checks[:]
    command = ["validate", typed.format(root=folder), "--format", form]
    main(command)
    shared = capsys.readouterr().out
    assert checks == []
    main([*command, "--no-cache"])
    assert shared == capsys.readouterr().out


def test_a_folder_and_a_file_in_it_share_results(run, folder, checks, capsys):
    run()
    del checks[:]
    main(["validate", "."])
    assert (checks, "main.yaml" in capsys.readouterr().out) == (["nested.yaml"], True)


def test_templates_of_one_name_in_different_places_share_nothing(run, folder, checks):
    """Behind a symbolic link, `..` leads to the folder that holds what it points to."""
    place = folder / "other" / "inner"
    place.mkdir(parents=True)
    (folder / "other" / "main.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "link").symlink_to(place)
    run()
    del checks[:]
    assert main(["validate", "link/../main.yaml"]) == 0
    assert checks == ["link/../main.yaml"]


def test_the_order_of_environments_is_noticed(run, folder, checks):
    for name, size in (("one.yml", "1"), ("two.yml", "wrong")):
        (folder / name).write_text(f"parameter_defaults: {{size: {size}}}\n", encoding="utf-8")
    (folder / "main.yaml").write_text(NESTED, encoding="utf-8")
    forwards, backwards = ("-e", "one.yml", "-e", "two.yml"), ("-e", "two.yml", "-e", "one.yml")
    assert run(*forwards) != run(*backwards)
    assert run(*backwards) == run(*backwards, "--no-cache")


def test_a_new_version_of_hotcore_is_noticed(run, checks, monkeypatch):
    run()
    monkeypatch.setattr(validate, "program", lambda: "another")
    run()
    assert checks == ["main.yaml", "main.yaml"]


def test_no_hidden_value_is_stored_and_git_ignores_the_folder(run, folder):
    run("--format", "json", "--hints")
    run("--hints")
    texts = [path.read_text(encoding="utf-8") for path in (folder / FOLDER).glob("*.json")]
    assert len(texts) == 2
    assert not [text for text in texts if "opensesame" in text or "s3cret" in text]
    assert (folder / FOLDER / ".gitignore").read_text(encoding="utf-8") == "*\n"


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"files": {}, "checked": {}}', '{"files": 1}', "\x00"])
def test_a_broken_file_is_forgotten(run, folder, content):
    fresh = run()
    for path in (folder / FOLDER).glob("*.json"):
        path.write_text(content, encoding="utf-8")
    assert run() == fresh


def test_a_result_with_other_data_is_forgotten(run, folder):
    fresh = run()
    (path,) = (folder / FOLDER).glob("*.json")
    data = json.loads(path.read_text(encoding="utf-8"))
    data["checked"]["results"][0]["severity"] = "fatal"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert run() == fresh


def test_without_a_project_nothing_is_written(run, folder):
    (folder / "hotcore.toml").unlink()
    run()
    assert not (folder / FOLDER).exists()


def test_nothing_is_remembered_where_it_is_not_wanted(run, folder):
    run("--no-cache")
    run("--fix")
    assert not (folder / FOLDER).exists()


def test_a_folder_that_cannot_be_written_does_not_matter(run, folder):
    (folder / FOLDER).write_text("a file", encoding="utf-8")
    assert run() == run("--no-cache")
