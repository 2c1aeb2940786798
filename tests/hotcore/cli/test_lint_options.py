"""The lint options of the command line: what is reported, suppressed, explained and fixed."""

import json
import subprocess

import pytest

from hotcore.cli.commands import main
from hotcore.linter.help_pages import code_pages
from hotcore.linter.registry import RULES

JOINED = """\
heat_template_version: 2021-04-16
description: Something
parameters:
  backup: {type: boolean, default: true, description: Whether to keep copies, label: Backup}
conditions:
  unused: {not: {get_param: backup}}
outputs:
  o: {value: {list_join: ['', [a]]}, description: d}  # the output
"""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder of its own; returns the exit code, and what it printed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "joined.yaml").write_text(JOINED, encoding="utf-8")

    def run_command(*arguments):
        code = main(arguments)
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    return run_command


def reported(run, *options):
    """The codes that are reported for the template."""
    code, out, _ = run("validate", "joined.yaml", "--format", "json", *options)
    assert code == 0
    return [each["code"] for each in json.loads(out)]


def test_warnings_of_rules_are_reported_and_hints_on_request(run):
    assert reported(run) == ["unused-condition"]
    assert reported(run, "--hints") == ["unused-condition", "useless-join"]
    assert reported(run, "--no-lint") == []
    assert reported(run, "--select", "useless-join") == ["useless-join"]
    assert reported(run, "--hints", "--ignore", "useless-join,unused-parameter") == ["unused-condition"]


def test_what_can_be_fixed_says_how(run):
    _, out, _ = run("validate", "joined.yaml")
    fix = "  = fix: Remove unused (`--fix --suggested`)"
    assert out.splitlines()[-3:] == [fix, "", "1 warning in 1 template"]
    assert "  = fix: Use the string itself (`--fix`)" in run("validate", "joined.yaml", "--hints")[1].splitlines()
    found = json.loads(run("validate", "joined.yaml", "--format", "json", "--hints")[1])
    fixes = [("Remove unused", "suggested"), ("Use the string itself", "safe")]
    assert [(each["fix"], each["fix_applicability"]) for each in found] == fixes


@pytest.mark.parametrize(
    ("parameters", "offered"),
    [
        ("{db_password: &p {type: string}, other_secret: *p}", 0),
        ("{db_password: &p {type: string}, other_secret: {type: string}}", 2),
        ("{a: {type: string, default: &x on}, b: {type: string, default: *x}, pin_secret: {type: number}}", 1),
    ],
)
def test_a_fix_that_other_places_would_share_is_not_offered(run, tmp_path, parameters, offered):
    (tmp_path / "joined.yaml").write_text(
        f"heat_template_version: 2021-04-16\nparameters: {parameters}\n", encoding="utf-8"
    )
    options = ("--select", "secret-not-hidden,boolean-as-text")
    _, out, _ = run("validate", "joined.yaml", *options)
    assert (out.count("warning["), out.count("(`--fix --suggested`)")) == (2, offered)
    _, out, _ = run("validate", "joined.yaml", *options, "--fix")
    suggested = {0: "", 1: "1 suggested fix not applied", 2: "2 suggested fixes not applied"}[offered]
    assert (out.count(": fixed["), suggested in out, out.count("suggested")) == (0, True, 2 * bool(offered) + offered)
    _, out, _ = run("validate", "joined.yaml", *options, "--fix", "--suggested")
    assert out.count(": fixed[") == offered


def test_suggested_fixes_are_offered_but_not_applied(run, tmp_path):
    path = tmp_path / "joined.yaml"
    text = JOINED.replace("conditions:", "  spare: {type: string}\nconditions:")
    path.write_text(text, encoding="utf-8")
    _, out, _ = run("validate", "joined.yaml", "--hints", "--fix")
    assert "joined.yaml:9: fixed[useless-join]: " in out
    left = "joined.yaml: 2 suggested fixes not applied; use `--fix --suggested` if that is what you mean"
    assert left in out.splitlines()
    assert "  = fix: Remove spare (`--fix --suggested`)" in out.splitlines()
    assert path.read_text(encoding="utf-8") == text.replace("{list_join: ['', [a]]}", "a")
    _, out, _ = run("validate", "joined.yaml", "--fix", "--suggested", "--select", "unused-parameter")
    assert path.read_text(encoding="utf-8") == JOINED.replace("{list_join: ['', [a]]}", "a")
    assert "suggested fix" not in out


def test_no_parameter_is_grouped_without_asking(run, tmp_path):
    text = (
        "heat_template_version: 2021-04-16\n"
        "parameter_groups: [{label: Size, parameters: [a, c]}, {label: deprecated, parameters: [d]}]\n"
        "parameters: {a: {type: string}, b: {type: string}, c: {type: string}, d: {type: string}}\n"
    )
    path = tmp_path / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    only = ("--fix", "--select", "ungrouped-parameter")
    assert "1 suggested fix not applied" in run("validate", "joined.yaml", *only)[1]
    assert path.read_text(encoding="utf-8") == text
    run("validate", "joined.yaml", *only, "--suggested")
    assert path.read_text(encoding="utf-8") == text.replace("[a, c]", "[a, c, b]")


RIGHT = JOINED + "  p: {value: {get_param: backup}, description: d}\n"
MISSPELT = RIGHT.replace("value: {get_param: backup", "value: {get_param: bakup")


def test_a_name_that_is_certainly_meant_is_corrected_before_fixes_of_rules(run, tmp_path):
    path = tmp_path / "joined.yaml"
    path.write_text(MISSPELT, encoding="utf-8")
    code, out, _ = run("validate", "joined.yaml", "--fix", "--hints")
    assert (code, path.read_text(encoding="utf-8")) == (0, RIGHT.replace("{list_join: ['', [a]]}", "a"))
    made = "fixed[unknown-parameter]: There is no parameter `bakup`. Write `backup`."
    assert out.startswith(f"joined.yaml:9: {made}\njoined.yaml:8: fixed[useless-join]: ")


@pytest.mark.parametrize(
    ("declared", "read", "suggested"),
    [
        ("backups: {type: string}", "backup_", "Did you mean `backup`?"),
        ("backups: {type: string}", "backu", "Did you mean `backup`?"),
        ("backups: {type: string}", "backupp", "Did you mean `backup` or `backups`?"),
        ("disk_1: {type: string}", "disk_2", "Did you mean `disk_1`?"),
        ("min_size: {type: number}", "max_size", "Did you mean `min_size`?"),
    ],
)
def test_a_name_that_may_mean_another_one_is_corrected_on_request(run, tmp_path, declared, read, suggested):
    text = MISSPELT.replace("conditions:", f"  {declared}\nconditions:").replace("bakup", read)
    path = tmp_path / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    (found,) = [
        each
        for each in json.loads(run("validate", "joined.yaml", "--format", "json")[1])
        if each["code"] == "unknown-parameter"
    ]
    safe = read in ("backup_", "backu")
    assert (found["hint"], found["fix_applicability"]) == (suggested, "safe" if safe else "suggested")
    run("validate", "joined.yaml", "--fix", "--select", "unknown-code")
    meant = found["fix"].removeprefix("Write ").strip("`")
    corrected = text.replace(f"get_param: {read}}}", f"get_param: {meant}}}")
    assert path.read_text(encoding="utf-8") == (corrected if safe else text)
    run("validate", "joined.yaml", "--fix", "--suggested", "--select", "unknown-code")
    assert path.read_text(encoding="utf-8") == corrected


def test_a_missing_property_is_read_from_a_parameter_on_request(run, tmp_path):
    text = (
        "heat_template_version: 2021-04-16\ndescription: d\nparameters:\n  size: {type: number}\nresources:\n"
        "  a: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n"
        "  server:\n    type: OS::Nova::Server\n    properties:\n      image: debian  # kept\n"
    )
    path = tmp_path / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    assert "1 suggested fix not applied" in run("validate", "joined.yaml", "--fix")[1]
    assert path.read_text(encoding="utf-8") == text
    code, out, _ = run("validate", "joined.yaml", "--fix", "--suggested")
    assert (code, "Read `flavor` from a parameter" in out) == (0, True)
    after = path.read_text(encoding="utf-8")
    assert after.endswith("      image: debian  # kept\n      flavor: {get_param: flavor}\n")
    assert "  flavor:\n    type: string\n" in after


def test_names_that_would_close_a_cycle_together_are_not_corrected_together(run, tmp_path):
    text = (
        "heat_template_version: 2021-04-16\nresources:\n"
        "  first_one: {type: OS::Heat::None, depends_on: second_on}\n"
        "  second_one: {type: OS::Heat::None, depends_on: first_on}\n"
    )
    path = tmp_path / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    run("validate", "joined.yaml", "--fix", "--suggested")
    assert path.read_text(encoding="utf-8") == text.replace("second_on}", "second_one}")


def test_a_misspelt_type_is_a_warning_that_can_be_suppressed(run, tmp_path):
    text = "heat_template_version: 2021-04-16\ndescription: d\nresources: {r: {type: OS::Heat::Nonee}}\n"
    path = tmp_path / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    (found,) = json.loads(run("validate", "joined.yaml", "--format", "json")[1])
    run("validate", "joined.yaml", "--fix", "--suggested", "--ignore", found["code"])
    assert path.read_text(encoding="utf-8") == text
    assert "1 suggested fix not applied" in run("validate", "joined.yaml", "--fix")[1]
    run("validate", "joined.yaml", "--fix", "--suggested")
    assert path.read_text(encoding="utf-8") == text.replace("Nonee", "None")


def test_suggested_goes_with_fix(run):
    code, _, err = run("validate", "joined.yaml", "--suggested")
    assert code == 2
    assert "--fix" in err


@pytest.mark.parametrize("arguments", [("--color", "always", "validate"), ("validate", "--color", "always")])
def test_color_is_accepted_before_the_command_too(run, arguments):
    assert "\x1b[" in run(*arguments, "joined.yaml")[1]
    assert "\x1b[" not in run("--color", "never", "validate", "joined.yaml")[1]


def test_while_there_are_errors_only_rules_about_parts_report(run, tmp_path):
    (tmp_path / "joined.yaml").write_text(JOINED + "  p: {value: {get_param: nowhere}}\n", encoding="utf-8")
    code, out, _ = run("validate", "joined.yaml", "--hints", "--format", "json")
    assert code == 1
    assert [each["code"] for each in json.loads(out)] == ["useless-join", "unknown-parameter"]


def test_the_settings_of_a_folder_suppress_codes(run, tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.hotcore]\nignore = ["unused-condition"]\n', encoding="utf-8")
    assert reported(run) == []
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[project]\nname = 'inner'\n", encoding="utf-8")
    (inner / "joined.yaml").write_text(JOINED, encoding="utf-8")
    assert run("validate", "inner/joined.yaml") == (0, "no problems in 1 template\n", "")


@pytest.mark.parametrize(
    "settings", ["[tool.hotcore]\nignore = 'unused-condition'\n", "[tool.hotcore]\nignore = ['x']\n", "[tool\n"]
)
def test_invalid_settings_are_refused(run, tmp_path, settings):
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    code, out, err = run("validate", "joined.yaml")
    assert (code, out) == (2, "no problems in 0 templates\n") or (code, out) == (2, "")
    assert "pyproject.toml" in err


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ("[tool.hotcore]\nselect = ['unused-condition']\n", "unknown setting `select` below [tool.hotcore] in "),
        ("[tool.hotcore]\nignor = []\n", "Did you mean `ignore`?"),
        ("[tool]\nhotcore = 5\n", "must be a table"),
    ],
)
def test_unknown_settings_are_reported(run, tmp_path, settings, words):
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    code, _, err = run("validate", "joined.yaml")
    assert code == 2
    assert words in err


def test_an_unknown_code_is_refused(run):
    code, _, err = run("validate", "joined.yaml", "--select", "unused-conditon")
    assert code == 2
    assert "unused-condition" in err


@pytest.mark.parametrize("code", ["UNUSED-CONDITION", "unused-condition"])
def test_codes_are_case_insensitive(run, code):
    _, out, _ = run("validate", "joined.yaml", "--ignore", code, "--hints")
    assert "[useless-join]" in out
    assert "[unused-condition]" not in out
    assert run("rules", code)[0] == 0


def test_fixes_are_applied_and_reported(run, tmp_path):
    code, out, err = run("validate", "joined.yaml", "--fix", "--suggested", "--ignore", "unused-parameter", "--hints")
    assert code == 0
    assert "joined.yaml:6: fixed[unused-condition]: " in out
    assert "joined.yaml:8: fixed[useless-join]: " in out
    fixed = (tmp_path / "joined.yaml").read_text(encoding="utf-8")
    assert fixed == JOINED.replace("conditions:\n  unused: {not: {get_param: backup}}\n", "").replace(
        "{list_join: ['', [a]]}", "a"
    )
    assert err == ""


def test_only_what_is_reported_is_fixed(run, tmp_path):
    run("validate", "joined.yaml", "--fix", "--select", "useless-join")
    fixed = (tmp_path / "joined.yaml").read_text(encoding="utf-8")
    assert fixed == JOINED.replace("{list_join: ['', [a]]}", "a")


def test_a_file_that_is_no_template_is_not_changed(run, tmp_path):
    path = tmp_path / "joined.yaml"
    path.write_text("a: [", encoding="utf-8")
    code, out, _ = run("validate", "joined.yaml", "--fix", "--hints")
    assert (code, path.read_text(encoding="utf-8")) == (1, "a: [")
    assert out.startswith("joined.yaml: not fixed: it cannot be read as a template\n\n")


def test_a_file_with_an_error_elsewhere_is_fixed(run, tmp_path):
    text = JOINED + "  p: {value: {get_param: nowhere}}\n"
    path = tmp_path / "joined.yaml"
    path.write_text(text, encoding="utf-8")
    assert "  = fix: Use the string itself (`--fix`)\n" in run("validate", "joined.yaml", "--hints")[1]
    code, out, _ = run("validate", "joined.yaml", "--fix", "--hints")
    assert (code, path.read_text(encoding="utf-8")) == (1, text.replace("{list_join: ['', [a]]}", "a"))
    assert out.startswith("joined.yaml:8: fixed[useless-join]: ")


def test_line_ends_and_the_byte_order_mark_of_a_file_stay(run, tmp_path):
    content = b"\xef\xbb\xbf" + JOINED.replace("\n", "\r\n").encode()
    (tmp_path / "joined.yaml").write_bytes(content)
    run("validate", "joined.yaml", "--fix", "--select", "useless-join")
    assert (tmp_path / "joined.yaml").read_bytes() == content.replace(b"{list_join: ['', [a]]}", b"a")


def test_standard_input_cannot_be_fixed(run, monkeypatch):
    finished = subprocess.run(
        ["python", "-m", "hotcore", "validate", "--fix", "-"], input=JOINED, capture_output=True, text=True, check=False
    )
    assert finished.returncode in (1, 2)
    code, _, err = run("validate", "--fix", "--no-lint", "joined.yaml")
    assert code == 2
    assert "--no-lint" in err


def test_reports_of_fixes_are_not_in_the_json(run):
    code, out, err = run("validate", "joined.yaml", "--fix", "--hints", "--format", "json")
    assert code == 0
    json.loads(out)
    assert "fixed[useless-join]" in err
    assert "1 suggested fix not applied" in err


def test_a_scanner_gets_the_help_page_of_a_rule(run):
    _, out, _ = run("validate", "joined.yaml", "--format", "sarif")
    (rule,) = json.loads(out)["runs"][0]["tool"]["driver"]["rules"]
    assert rule["id"] == "unused-condition"
    assert RULES["unused-condition"].example.splitlines()[-1].strip() in rule["help"]["text"]


def test_all_codes_are_listed_and_each_has_a_page(run):
    code, out, _ = run("rules")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()][: len(RULES)] == sorted(RULES)
    assert {line.split()[0] for line in out.splitlines()} == code_pages().keys()
    for name, page in code_pages().items():
        assert run("rules", name) == (0, page.text, "")


def test_an_unknown_page_is_reported_with_a_suggestion(run):
    code, _, err = run("rules", "unused-conditions")
    assert code == 2
    assert "unused-condition" in err
