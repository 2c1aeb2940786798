"""`hotcore diff`, as scripts rely on it."""

import io
import json

import pytest

from hotcore.cli.commands import main

OLD = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
  secret: {type: string, hidden: true, default: opensesame}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}, name: {get_param: secret}}}
"""
NEW = OLD.replace("default: 1", "default: 1, constraints: [{range: {max: 5}}]").replace("disk:", "disc:")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with both templates; returns the exit code and what was printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.yaml").write_text(OLD)
    (tmp_path / "new.yaml").write_text(NEW)
    (tmp_path / "large.yaml").write_text("parameters: {size: 9}\n")

    def diff(*arguments):
        code = main(["diff", *arguments])
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return diff


def test_two_templates(run):
    code, printed = run("old.yaml", "new.yaml")
    assert code == 1
    assert printed.splitlines()[0] == "Refused now"
    assert "Removed\n  Resource `disk` will be deleted. `disc` has the same definition.\nAdded\n" in printed.replace(
        "\n\n", "\n"
    )
    assert run("old.yaml", "old.yaml") == (0, "Nothing that Heat would notice.\n")


def test_one_template_under_two_sets_of_values(run):
    for arguments in (["--to", "size=9"], ["--to-env", "large.yaml"], ["-P", "size=2", "--to", "size=9"]):
        code, printed = run("old.yaml", *arguments)
        assert code == 1
        old = 2 if "-P" in arguments else 1
        assert f"Resource `disk`: `size` changes from `{old}` to `9`." in printed
    assert run("old.yaml", "--from-env", "large.yaml", "--to", "size=9")[0] == 0


def test_as_json(run):
    code, printed = run("old.yaml", "new.yaml", "--format", "json")
    data = json.loads(printed)
    assert code == 1
    assert data["differs"]
    assert [change["kind"] for change in data["changes"]] == ["refused", "removed", "added"]
    assert data["changes"][0] == {
        "kind": "refused", "section": "parameters", "name": "size", "path": [], "sure": True, "line": 3,
        "details": [],
        "sentence": "Parameter `size` now must be at most 5. `6`, `7`, `8` were allowed and are now refused.",
    }  # fmt: skip
    assert json.loads(run("old.yaml", "old.yaml", "--format", "json")[1])["differs"] is False


SERVER = """\
heat_template_version: 2021-04-16
resources:
  ip: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}
  web:
    type: OS::Nova::Server
    properties:
      flavor: small
      user_data_update_policy: IGNORE
      networks: [{network: private}]
      user_data:
        str_replace:
          params: {$ip: {get_attr: [ip, floating_ip_address]}}
          template: |
            #!/bin/sh
            echo one
            echo two
            echo three
            echo $ip
"""


def test_places_inside_of_values_are_listed_below_the_sentence(run, tmp_path):
    (tmp_path / "a.yaml").write_text(SERVER)
    changed = SERVER.replace("echo two", "echo 2").replace("network: private", "network: dmz, fixed_ip: 10.0.0.5")
    (tmp_path / "b.yaml").write_text(changed)
    code, printed = run("a.yaml", "b.yaml")
    assert code == 1
    assert printed == (
        "Changed in place\n"
        "  Resource `web`: `networks` changes in 2 places; `user_data` changes.\n"
        "    `networks[0].network` changes from `private` to `dmz`.\n"
        "    `networks[0].fixed_ip` is set to `10.0.0.5`.\n"
        "    `user_data` changes.\n"
        "      …\n"
        "        echo one\n"
        "      - echo two\n"
        "      + echo 2\n"
        "        echo three\n"
        "      …\n"
    )
    (change,) = json.loads(run("a.yaml", "b.yaml", "--format", "json")[1])["changes"]
    assert change["details"][0] == {
        "kind": "changed", "path": ["networks", 0, "network"], "sure": True, "lines": [],
        "sentence": "`networks[0].network` changes from `private` to `dmz`.", "old": "private", "new": "dmz",
    }  # fmt: skip
    assert change["details"][2]["lines"] == ["…", "  echo one", "- echo two", "+ echo 2", "  echo three", "…"]


def test_standard_input_is_read_once(run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(OLD.encode())))
    assert run("-", "new.yaml")[0] == 1
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(OLD.encode())))
    assert run("-", "--to", "size=7")[0] == 1
    assert run("-", "-")[0] == 2


@pytest.mark.parametrize(
    "arguments",
    [["old.yaml"], ["old.yaml", "no.yaml"], ["old.yaml", "--to", "size"], ["old.yaml", "--to", "sice=1"]],
)
def test_invalid_usage(run, arguments):
    code, printed = run(*arguments)
    assert code == 2
    assert printed.startswith("hotcore: ")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("a: [", ":1:5: Invalid YAML: "),
        ("just words", ":1:1: "),
        ("- 1\n", ":1:1: "),
        ("", ""),
        ("heat_template_version: 2099-01-01\n", ":1:24: "),
        ('{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {}}', ":1:"),
    ],
)
def test_a_text_that_is_not_a_template_cannot_be_compared(run, tmp_path, text, where):
    (tmp_path / "broken.yaml").write_text(text)
    for arguments in (["old.yaml", "broken.yaml"], ["broken.yaml", "old.yaml"], ["broken.yaml", "broken.yaml"]):
        code, printed = run(*arguments, "--format", "json")
        assert code == 2
        assert printed.startswith(f"hotcore: cannot compare broken.yaml{where}")
        assert "Traceback" not in printed


def test_hidden_values_are_not_printed(run):
    code, printed = run("old.yaml", "--from", "secret=first", "--to", "secret=second")
    assert code == 1
    assert "`name` changes" in printed
    assert "first" not in printed
    assert "second" not in printed
