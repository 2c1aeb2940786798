"""The command line, as scripts rely on it."""

import io
import json
import os
import re
import subprocess
import sys

import pytest
import yaml

from hotcore.analysis import load, preview
from hotcore.cli.arguments import COMMANDS, parser
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.commands import main
from tests.hotcore.test_hostile import dense
from tests.sampling import crossed

GOOD = """\
heat_template_version: 2021-04-16
description: One server
parameter_groups:
- label: Size
  description: How large
  parameters: [count]
parameters:
  count:
    type: number
    label: Number of servers
    default: 2
    constraints:
    - range: {min: 1, max: 5}
      description: One to five
  name: {type: string}
  secret: {type: string, hidden: true, default: opensesame}
conditions:
  many: {equals: [{get_param: count}, 3]}
resources:
  server:
    type: OS::Nova::Server
    properties: {name: {get_param: name}, flavor: small, image: debian, admin_pass: {get_param: secret}}
  spare:
    type: OS::Nova::Server
    properties: {flavor: small, image: debian}
    condition: many
outputs:
  address: {value: {get_attr: [server, networks, private, 0]}}
  ratio: {value: .nan}
"""
BROKEN = "heat_template_version: 2021-04-16\nresources:\n  a:\n    type: OS::Heat::None\n    propertis: {}\n"
WARNED = "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None, type: OS::Heat::None}\n"


@pytest.fixture
def run(capsysbinary, monkeypatch, tmp_path):
    """Runs the command line in a folder of its own: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"good.yaml": GOOD, "broken.yaml": BROKEN, "warned.yaml": WARNED}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")

    def run(*arguments, stdin=b""):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        try:
            code = main(arguments)
        except SystemExit as stopped:
            code = stopped.code
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


# -- validate ----------------------------------------------------------------


def test_validate_is_silent_about_a_good_template(run):
    assert run("validate", "good.yaml") == (0, "no problems in 1 template\n", "")


def test_validate_shows_each_problem_with_its_place_and_a_hint(run):
    assert run("validate", "broken.yaml") == (
        1,
        """\
broken.yaml:5:5: error[unknown-resource-key]: A resource has no key `propertis`.
  |
5 |     propertis: {}
  |     ^^^^^^^^^
  = help: Did you mean `properties`? (`--fix`)

1 error in 1 template
""",
        "",
    )


def test_a_warning_is_no_error(run):
    code, out, _ = run("validate", "warned.yaml")
    assert code == 0
    assert "warned.yaml:3:29: warning[duplicate-key]" in out
    assert "3 |   a: {type: OS::Heat::None, type: OS::Heat::None}\n  |       ---- previously defined here\n" in out
    assert out.endswith("1 warning in 1 template\n")


def test_several_templates_are_distinguished(run):
    code, out, _ = run("validate", "good.yaml", "broken.yaml", "warned.yaml")
    assert code == 1
    assert out.endswith("1 error, 1 warning in 3 templates\n")
    assert "good.yaml" not in out


def test_validate_as_json(run):
    code, out, _ = run("validate", "broken.yaml", "--format", "json")
    assert code == 1
    (found,) = json.loads(out)
    assert found == {
        "code": "unknown-resource-key", "severity": "error", "message": "A resource has no key `propertis`.",
        "file": "broken.yaml", "line": 5, "column": 5, "end_line": 5, "end_column": 14, "parameter": None,
        "hint": "Did you mean `properties`?", "related": [], "caused_by": [],
        "fix": "Write `properties`", "fix_applicability": "safe",
        "fixes": [{"title": "Write `properties`", "applicability": "safe", "edits": [
            {"line": 5, "column": 5, "end_line": 5, "end_column": 14, "text": "properties"}]}],
    }  # fmt: skip
    assert json.loads(run("validate", "good.yaml", "--format", "json")[1]) == []


def test_validate_as_sarif(run, tmp_path):
    (tmp_path / "ü x.yaml").write_text(WARNED)
    code, out, _ = run("validate", "broken.yaml", str(tmp_path / "ü x.yaml"), "--format=sarif")
    assert code == 1
    log = json.loads(out)
    assert log["version"] == "2.1.0"
    (sarif_run,) = log["runs"]
    assert sarif_run["columnKind"] == "unicodeCodePoints"
    driver = sarif_run["tool"]["driver"]
    assert driver["name"] == "hotcore"
    assert driver["version"]
    assert driver["informationUri"].startswith("https://")
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"].endswith(".")
    for result in sarif_run["results"]:
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        region = location["physicalLocation"]["region"]
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    first, second = sarif_run["results"]
    assert (first["level"], second["level"]) == ("error", "warning")
    assert first["message"]["text"] == "A resource has no key `propertis`.\nDid you mean `properties`?"
    uris = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in (first, second)]
    assert uris == ["broken.yaml", "%C3%BC%20x.yaml"]
    (related,) = second["relatedLocations"]
    assert related["message"]["text"] == "previously defined here"
    assert related["physicalLocation"]["region"]["startColumn"] == 7
    (fix,) = first["fixes"]
    assert (fix["description"]["text"], fix["properties"]) == ("Write `properties`", {"applicability": "safe"})
    (change,) = fix["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "broken.yaml"
    region = {"startLine": 5, "startColumn": 5, "endLine": 5, "endColumn": 14}
    assert change["replacements"] == [{"deletedRegion": region, "insertedContent": {"text": "properties"}}]


def test_a_diagnostic_keeps_its_fingerprint_when_lines_move(run, tmp_path):
    def fingerprints():
        results = json.loads(run("validate", "broken.yaml", "--format=sarif")[1])["runs"][0]["results"]
        return [result["partialFingerprints"] for result in results]

    (tmp_path / "broken.yaml").write_text(
        BROKEN + "    propertis2: 1\n  b:\n    type: OS::Heat::None\n    propertis: {}\n"
    )
    before = fingerprints()
    (tmp_path / "broken.yaml").write_text("\n# moved\n" + (tmp_path / "broken.yaml").read_text())
    assert fingerprints() == before
    assert len({str(fingerprint) for fingerprint in before}) == len(before) > 1


def test_a_diagnostic_without_a_place_has_no_region():
    document = load(GOOD)
    found = preview(document, {"nobody": 1, "name": "x"}).diagnostics
    out = render_diagnostics([("good.yaml", document, found)], "sarif", colour=False)
    (result,) = json.loads(out)["runs"][0]["results"]
    assert "region" not in result["locations"][0]["physicalLocation"]


def test_environments_are_checked_with_the_template(run, tmp_path):
    (tmp_path / "env.yaml").write_text("parameters: {count: 9}\n")
    code, out, _ = run("validate", "good.yaml", "-e", "env.yaml")
    assert code == 1
    assert "env.yaml:1:21: error[range]: One to five" in out
    assert "--> good.yaml:8:3" in out
    (tmp_path / "env.yaml").write_text("parameters: {count: 3}\n")
    assert run("validate", "good.yaml", "-e", "env.yaml")[0] == 0, "a value that is still missing is no mistake"
    (tmp_path / "env.yaml").write_text("parameters: [\n")
    code, out, _ = run("validate", "good.yaml", "-e", "env.yaml")
    assert code == 1
    assert "env.yaml:2:1: error[invalid-yaml]" in out


def test_a_problem_of_an_environment_is_reported_once_with_its_line(run, tmp_path):
    (tmp_path / "env.yaml").write_text("parameters: {}\nparametres: {}\n")
    code, out, _ = run("validate", "good.yaml", "warned.yaml", "-e", "env.yaml")
    assert code == 1
    assert out.count("env.yaml:2:1: error[unknown-section]") == 1
    assert "2 | parametres: {}\n  | ^^^^^^^^^^\n" in out
    assert out.endswith("1 error, 1 warning in 2 templates\n")


def test_a_file_of_a_template_is_named_as_a_user_would_type_it(run, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "n.yaml").write_text("heat_template_version: 1999-01-01\n")
    (tmp_path / "sub" / "t.yaml").write_text(
        "heat_template_version: 2021-04-16\noutputs: {o: {value: {get_file: n.yaml}}}\n"
    )
    _, out, _ = run("validate", "sub/t.yaml")
    assert "sub/n.yaml:1:24: error[unknown-version]" in out
    assert "1 | heat_template_version: 1999-01-01\n" in out
    assert json.loads(run("validate", "sub/t.yaml", "--format=json")[1])[0]["file"] == "sub/n.yaml"


def test_a_folder_stands_for_the_templates_in_it(run, tmp_path):
    for path, text in {
        "a/broken.yaml": BROKEN, "a/b/good.yml": GOOD, "a/env.yaml": "parameters: {}\n", "a/.git/x.yaml": BROKEN,
        "a/json.template": '{"heat_template_version": "2021-04-16"}', "a/notes.txt": BROKEN, "b/env.yaml": "a: 1\n",
    }.items():  # fmt: skip
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    os.mkfifo(tmp_path / "a/pipe.yaml")  # nobody writes to it
    code, out, _ = run("validate", "a")
    assert code == 1
    assert "a/broken.yaml:5:5: error" in out
    assert out.endswith("1 error in 3 templates\n")
    assert run("validate", "b") == (2, "", "hotcore: there is no template in the folder b\n")


def test_an_unreadable_file_does_not_keep_the_others_from_being_checked(run):
    code, out, err = run("validate", "nowhere.yaml", "broken.yaml", "good.yaml")
    assert code == 2
    assert out.endswith("1 error in 2 templates\n")
    assert err == "hotcore: cannot read nowhere.yaml: No such file or directory\n"


@pytest.mark.parametrize("command", ["validate", "validate --only-templates", "catalogue import", "preview"])
def test_a_name_that_no_file_can_have_is_told(run, command):
    name = "x" * 300
    assert run(*command.split(), name) == (2, "", f"hotcore: cannot read {name}: File name too long\n")


def test_files_that_are_not_templates_can_be_skipped(run, tmp_path):
    (tmp_path / "env.yaml").write_text("parameters: {a: 1}\n")
    assert run("validate", "env.yaml")[0] == 1
    assert run("validate", "env.yaml", "good.yaml", "--only-templates")[:2] == (0, "no problems in 1 template\n")
    assert run("validate", "nowhere.yaml", "--only-templates")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "environment", "terminal", "coloured"),
    [
        ((), {}, False, False),
        ((), {}, True, True),
        ((), {"NO_COLOR": "1"}, True, False),
        ((), {"NO_COLOR": ""}, True, True),
        ((), {"TERM": "dumb"}, True, False),
        ((), {"FORCE_COLOR": "1"}, False, True),
        ((), {"FORCE_COLOR": "0"}, False, False),
        (("--color", "never"), {"FORCE_COLOR": "1"}, True, False),
        (("--color", "always"), {"NO_COLOR": "1"}, False, True),
    ],
)
def test_colour_is_for_terminals_and_on_request(run, monkeypatch, arguments, environment, terminal, coloured):
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    out = run("validate", "broken.yaml", *arguments)[1]
    assert ("\033[1;31m" in out) is coloured
    assert "\033" not in run("validate", "broken.yaml", "--format=json", *arguments)[1]


@pytest.mark.parametrize(
    ("line", "shown", "mark"),
    [
        ("  名前: {type: T, x: 1}", "  名前: {type: T, x: 1}", " " * 18 + "^"),
        ("  e\u0301\u0301: {type: T, x: 1}", "  e\u0301\u0301: {type: T, x: 1}", " " * 15 + "^"),
        ("  a: {type: T,\t x: 1}", "  a: {type: T,     x: 1}", " " * 19 + "^"),
        ("  a: {type: T, 名: 1}", "  a: {type: T, 名: 1}", " " * 15 + "^^"),
    ],
)
def test_a_mark_is_below_what_it_marks(run, line, shown, mark):
    text = f"heat_template_version: 2021-04-16\nresources:\n{line}\n"
    out = run("validate", "-", stdin=text.encode())[1]
    assert f"\n3 | {shown}\n  | {mark}\n" in out


def test_of_a_long_line_the_part_around_the_mark_is_shown(run):
    line = "  a: {type: OS::Heat::None, metadata: {a: " + "x" * 300 + "}, wrong: 1, properties: {a: " + "y" * 300 + "}}"
    out = run("validate", "-", stdin=f"heat_template_version: 2021-04-16\nresources:\n{line}\n".encode())[1]
    shown, mark = out.split("\n")[2:4]
    assert len(shown) < 130
    assert shown[mark.index("^") : mark.rindex("^") + 1] == "wrong"
    assert shown.startswith("3 | …xx")
    assert shown.endswith("yy…")


def test_standard_input_is_a_template(run):
    assert run("validate", "-", stdin=GOOD.encode())[0] == 0
    code, out, _ = run("validate", "-", stdin=BROKEN.encode())
    assert code == 1
    assert out.startswith("-:5:5: error")


# -- preview -----------------------------------------------------------------


def preview_of(run, *arguments):
    code, out, _ = run("preview", "good.yaml", "--format", "json", *arguments)
    return code, json.loads(out)


def test_preview_as_json(run):
    code, data = preview_of(run, "-P", "name=web", "-P", "count=3")
    assert code == 0
    assert list(data) == [
        "ok", "parameters", "conditions", "resources", "outputs", "parameter_groups", "diagnostics", "irrelevant",
        "sources",
    ]  # fmt: skip
    assert data["ok"] is True
    assert data["parameters"] == {"count": 3, "name": "web", "secret": "••••••"}
    assert data["conditions"] == {"many": True}
    server = {"name": "web", "flavor": "small", "image": "debian", "admin_pass": "••••••"}
    assert data["resources"]["server"]["properties"] == server
    assert [r["enabled"] for r in data["resources"].values()] == [True, True]
    assert data["outputs"] == {"address": {"unknown": "get_attr server.networks"}, "ratio": {"$float": "nan"}}
    assert data["parameter_groups"] == [{"label": "Size", "description": "How large", "parameters": ["count"]}]
    assert data["diagnostics"] == []


def test_what_is_missing_is_an_error_and_the_rest_is_known(run):
    code, data = preview_of(run)
    assert code == 1
    assert data["ok"] is False
    assert data["parameters"]["name"] == {"unknown": "get_param name"}
    assert data["conditions"] == {"many": False}
    assert [(d["code"], d["parameter"]) for d in data["diagnostics"]] == [("value-needed", "name")]


def test_preview_as_yaml_is_the_same_data(run):
    _, out, _ = run("preview", "good.yaml", "--format", "yaml", "-P", "name=ü")
    assert yaml.safe_load(out) == preview_of(run, "-P", "name=ü")[1]
    assert "ü" in out


def test_preview_for_people(run):
    code, out, _ = run("preview", "good.yaml", "-P", "name=web")
    assert code == 0
    assert "server  on   OS::Nova::Server" in out
    assert "spare   off  OS::Nova::Server" in out
    assert "opensesame" not in out


def test_later_environments_win_and_values_of_options_override_them(run, tmp_path):
    (tmp_path / "one.yaml").write_text("parameters: {name: one, count: 1}\n")
    (tmp_path / "two.yaml").write_text("parameters: {name: two}\n")
    _, data = preview_of(run, "-e", "one.yaml", "-e", "two.yaml", "-P", "count=4")
    assert data["parameters"] | {"secret": 0} == {"name": "two", "count": 4, "secret": 0}
    _, data = preview_of(run, "-e", "two.yaml", "-e", "one.yaml")
    assert data["parameters"] | {"secret": 0} == {"name": "one", "count": 1, "secret": 0}


def test_a_value_may_contain_equals_signs_and_may_be_empty(run):
    _, data = preview_of(run, "-P", "name=a=b=c")
    assert data["parameters"]["name"] == "a=b=c"
    _, data = preview_of(run, "-P", "name=")
    assert data["parameters"]["name"] == ""


@pytest.mark.parametrize(
    "text",
    ["server: {networks: {private: [10.0.0.1]}}\n", '{"server": {"networks": {"private": ["10.0.0.1"]}}}'],
)
def test_attributes_replace_those_of_a_live_stack(run, tmp_path, text):
    (tmp_path / "live").write_text(text)
    _, data = preview_of(run, "-P", "name=web", "--attributes", "live")
    assert data["outputs"]["address"] == "10.0.0.1"


def test_files_next_to_the_template_are_read(run, tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "boot.sh").write_text("#!/bin/sh\n")
    (tmp_path / "sub" / "t.yaml").write_text(
        "heat_template_version: 2021-04-16\noutputs:\n  a: {value: {get_file: boot.sh}}\n"
        f"  b: {{value: {{get_file: 'file://{tmp_path}/sub/boot.sh'}}}}\n"
        f"  c: {{value: {{get_file: {'x' * 5000}}}}}\n  d: {{value: {{get_file: 'http://x.example/boot.sh'}}}}\n"
    )
    code, out, _ = run("preview", "sub/t.yaml", "--format", "json")
    data = json.loads(out)
    assert code == 1
    assert [data["outputs"][name] for name in "ab"] == ["#!/bin/sh\n"] * 2
    assert [d["code"] for d in data["diagnostics"]] == ["missing-file", "missing-file"]


def test_a_lone_surrogate_is_printed_as_json_escapes_it(run):
    text = rb'{"heat_template_version": "2021-04-16", "outputs": {"o": {"value": "\ud800"}}}'
    code, out, _ = run("preview", "-", "--format", "json", stdin=text)
    assert code == 0
    assert json.loads(out)["outputs"] == {"o": "\ud800"}
    assert run("preview", "-", "--format", "yaml", stdin=text)[0] == 0


def test_a_template_cannot_control_the_terminal(run):
    text = (
        r'{"heat_template_version": "2021-04-16", "\u001b[2J\u202e": 1, "outputs": {"\u001b[31m": {"value": "\u001b"}}}'
    )
    _, out, _ = run("preview", "-", stdin=text.encode())
    assert all(character == "\n" or character.isprintable() for character in out)


# -- schema and functions ----------------------------------------------------


def test_schema_describes_the_form(run):
    code, out, _ = run("schema", "good.yaml")
    data = json.loads(out)
    assert code == 0
    assert data["description"] == "One server"
    assert [group["label"] for group in data["groups"]] == ["Size", None]
    count = data["groups"][0]["parameters"][0]
    assert count["constraints"] == [
        {"range": {"min": 1, "max": 5}, "description": "One to five", "rule": "1 to 5"}
    ]  # fmt: skip
    assert (count["name"], count["type"], count["label"], count["default"], count["required"]) == (
        "count", "number", "Number of servers", 2, False,
    )  # fmt: skip
    others = {parameter["name"]: parameter for parameter in data["groups"][1]["parameters"]}
    assert "default" not in others["name"]
    assert (others["name"]["required"], others["secret"]["hidden"]) == (True, True)


def test_schema_of_what_is_not_a_template(run):
    code, out, err = run("schema", "-", stdin=b"[")
    assert (code, out) == (1, "")
    assert "invalid-yaml" in err


def test_functions_of_a_version(run):
    code, out, _ = run("functions")
    assert code == 0
    assert {"get_param", "make_url", "if"} <= set(out.split())
    assert run("functions", "--version", "2013-05-23")[1].split()[0] == "Fn::Base64"
    assert run("functions", "--version", "pike")[1] == run("functions", "--version", "2017-09-01")[1]


def test_functions_with_their_arguments(run):
    _, out, _ = run("functions", "--long")
    assert "\nget_param: argument\n    The value of a parameter" in out
    assert "\nstr_split: [delimiter, string, ...]\n" in out
    assert "\nstr_replace: {template: ..., params: ...}\n" in out
    assert "Fn::Base64: text\n" in run("functions", "--long", "--version", "2013-05-23")[1]


@pytest.mark.parametrize("command", ["validate", "preview", "schema", "functions"])
def test_each_command_has_help(run, command):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.count("\n") > 8
    assert f"\n    {command}" in run("--help")[1]


def test_argparse_can_ask_each_command_for_its_usage():
    """Since Python 3.14, `add_parser` does that at once."""
    for words in (["--version"], ["validate", "good.yaml"]):
        (commands,) = (action.choices for action in parser(words)._actions if action.dest == "command")
        usages = [command.format_usage() for command in commands.values()]
        assert [usage.split()[:2] for usage in usages] == [["usage:", "hotcore"]] * len(COMMANDS)


def test_it_prints_its_version(run):
    code, out, _ = run("--version")
    assert code == 0
    assert re.fullmatch(r"hotcore \d+\.\d+\S*\n", out)


# -- invalid usage ---------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("nonsense",),
        ("validate",),
        ("validate", "nowhere.yaml"),
        ("validate", "empty"),
        ("validate", ""),
        ("validate", "-", "-"),
        ("validate", "-", "-e", "-"),
        ("preview", "-", "--attributes", "-"),
        ("validate", "good.yaml", "-e", "nowhere.yaml"),
        ("validate", "good.yaml", "--format", "xml"),
        ("validate", "bad\0name"),
        ("preview", "good.yaml", "-P", "name"),
        ("preview", "good.yaml", "-P", "=x"),
        ("preview", "good.yaml", "--attributes", "nowhere"),
        ("preview", "good.yaml", "--attributes", "list"),
        ("preview", "good.yaml", "--attributes", "broken"),
        ("preview", "good.yaml", "--attributes", "bytes"),
        ("preview", "good.yaml", "broken.yaml"),
        ("schema", "nowhere.yaml"),
        ("functions", "--version", "1999-01-01"),
    ],
)
def test_invalid_usage_is_reported_on_standard_error(run, tmp_path, arguments):
    (tmp_path / "empty").mkdir()
    (tmp_path / "list").write_text("- a\n")
    (tmp_path / "broken").write_text("a: [\n")
    (tmp_path / "bytes").write_bytes(b"a: \xff\n")
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err


def test_a_template_that_is_not_utf_8_is_a_diagnostic(run, tmp_path):
    (tmp_path / "bytes.yaml").write_bytes(b"heat_template_version: 2021-04-16\ndescription: \xfc\n")
    code, out, _ = run("validate", "bytes.yaml")
    assert code == 1
    assert "not-utf-8" in out
    assert "line 2, column 14" in out


# -- as a program ------------------------------------------------------------


def program(*arguments, **options):
    return subprocess.run(
        [sys.executable, "-m", "hotcore", *arguments], capture_output=True, timeout=60, check=False, **options
    )


def test_it_runs_as_a_program(tmp_path):
    (tmp_path / "t.yaml").write_text(BROKEN)
    done = program("validate", str(tmp_path / "t.yaml"))
    assert done.returncode == 1
    assert b"unknown-resource-key" in done.stdout
    assert done.stderr == b""
    assert program("preview", "-", "--format", "json", input=BROKEN.encode()).returncode == 1
    assert program("validate", "nowhere").returncode == 2


def test_what_is_printed_is_utf_8_whatever_the_locale(tmp_path):
    text = "heat_template_version: 2021-04-16\noutputs: {o: {value: 'ü😀'}}\n"
    done = program(
        "preview", "-", "--format", "json", input=text.encode(), env={"LC_ALL": "C", "PYTHONUTF8": "0", "PATH": ""}
    )
    assert json.loads(done.stdout.decode())["outputs"] == {"o": "ü😀"}


def test_a_closed_pipe_is_not_an_error(tmp_path):
    (tmp_path / "t.yaml").write_text(
        "heat_template_version: 2021-04-16\n" + "".join(f"x{i}: 1\n" for i in range(20_000))
    )
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "hotcore", "validate", str(tmp_path / "t.yaml")], stdout=writing, stderr=subprocess.PIPE
    )
    os.close(writing)
    os.close(reading)
    _, err = process.communicate(timeout=60)
    assert err == b""
    assert process.returncode == 0


def test_the_value_of_a_hidden_parameter_is_not_shown_with_its_problems(run, tmp_path):
    text = GOOD.replace("hidden: true,", "hidden: true, constraints: [{length: {min: 8}}],")
    (tmp_path / "good.yaml").write_text(text)
    (tmp_path / "env.yaml").write_text("parameters:\n  secret: |\n    first\n  count: 9\n  secret: hush-1\n")
    for form in ("text", "json", "sarif"):
        _, out, err = run("validate", "good.yaml", "-e", "env.yaml", "--format", form)
        assert "hush" not in out + err
        assert "first" not in out + err
    _, out, _ = run("validate", "good.yaml", "-e", "env.yaml")
    assert "env.yaml:5:11: error[length]" in out
    assert "5 |   secret: ••••••" in out
    assert "4 |   count: 9" in out
    _, out, _ = run("preview", "good.yaml", "-e", "env.yaml")
    assert "hush" not in out


@pytest.mark.parametrize(
    "body",
    [
        "properties: {value: {get_resource: a}}",
        "properties: {value: {get_attr: [a, value]}}",
        "properties: {value: x}, depends_on: a",
    ],
)
@pytest.mark.parametrize("form", ["svg", "dot", "mermaid", "json"])
def test_a_self_dependency_is_drawn(run, tmp_path, body, form):
    body = f"type: OS::Heat::Value, {body}"
    (tmp_path / "circle.yaml").write_text(f"heat_template_version: 2021-04-16\nresources:\n  a: {{{body}}}\n")
    code, out, err = run("graph", "circle.yaml", "--format", form)
    assert (code, err) == (0, "")
    edge = {"svg": "a depends on a", "dot": '"a" -> "a"', "mermaid": "r0 -", "json": '"target": "a"'}[form]
    assert edge in out


NOTES = {"dot": ('" -> "', "  // {}\n"), "mermaid": (" -.-> ", "  %% {}\n"), "svg": ('<path class="edge', ">{}</text>")}


@pytest.mark.long
@pytest.mark.parametrize(("view", "form"), crossed(["map", "dependencies"], NOTES, every=2))
def test_of_very_many_references_the_first_ones_are_drawn_and_the_number_is_said(run, tmp_path, view, form):
    line, note = NOTES[form]
    (tmp_path / "dense.yaml").write_text(dense(145))
    code, out, err = run("graph", "dense.yaml", "--view", view, "--format", form)
    said = "The first 10,000 of 10,440 references are drawn."
    assert (code, err) == (0, f"dense.yaml: {said}\n")
    assert out.count(line) == 10_000
    assert note.format(said) in out
    data = json.loads(run("graph", "dense.yaml", "--view", view, "--format", "json")[1])
    assert (len(data.get("edges", data.get("lines"))), data["left_out"]) == (10_000, 440)


def test_a_map_opens_what_another_template_defines(run, tmp_path):
    head = "heat_template_version: 2021-04-16\nresources:\n"
    (tmp_path / "outer.yaml").write_text(f"{head}  web: {{type: inner.yaml}}\n  disk: {{type: OS::Cinder::Volume}}\n")
    (tmp_path / "inner.yaml").write_text(f"{head}  server: {{type: OS::Nova::Server}}\n")
    code, out, _ = run("graph", "outer.yaml", "--view", "map", "--open", "web", "--format", "mermaid")
    assert code == 0
    assert 'r0_0["server' in out
    code, out, err = run("graph", "outer.yaml", "--view", "map", "--open", "disk")
    assert (code, out) == (2, "")
    assert "disk" in err
    assert run("graph", "outer.yaml", "--open", "web")[0] == 2
