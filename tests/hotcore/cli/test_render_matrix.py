"""`hotcore conditions`: the condition matrix of a template."""

import json

import pytest

from hotcore.cli.commands import main

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  env: {type: string, default: dev, constraints: [allowed_values: [dev, test, live]]}
  backup: {type: boolean, default: false}
  key: {type: string, default: '', hidden: true}
  names: {type: comma_delimited_list, default: ''}
conditions:
  live: {equals: [{get_param: env}, live]}
  saved: {and: [live, {get_param: backup}]}
  locked: {not: {equals: [{get_param: key}, '']}}
  both: {and: [live, {not: live}]}
  any: {not: both}
resources:
  server: {type: OS::Heat::None}
  store: {type: OS::Heat::None, condition: saved}
outputs:
  place: {value: 1, condition: saved}
"""


@pytest.fixture
def run(capsys, tmp_path):
    """Runs the command on a text; returns the exit code and what was printed."""

    def run(text, *options):
        path = tmp_path / "t.yaml"
        path.write_text(text, encoding="utf-8")
        return main(["conditions", str(path), *options]), capsys.readouterr()

    return run


def test_the_table(run):
    code, printed = run(TEXT)
    assert code == 0
    assert (
        printed.out
        == """\
Always true: any
Never true: both

6 combinations of 3 conditions

live   saved  locked  values                          on
true   true   true    env=live backup=true key=other  store, place (output)
true   true   false   env=live backup=true            store, place (output)
true   false  true    env=live key=other
true   false  false   env=live
false  false  true    key=other
false  false  false   defaults
"""
    )


def test_many_combinations_are_listed_in_blocks(run):
    more = "".join(f"  c{n}: {{equals: [{{get_param: p{n}}}, '']}}\n" for n in range(12))
    inputs = "".join(f"  p{n}: {{type: string}}\n" for n in range(12))
    text = TEXT.replace("conditions:\n", f"{inputs}conditions:\n{more}")
    _, printed = run(text)
    assert "24,576 combinations of 15 conditions" in printed.out
    assert printed.out.count(" values") == 14
    _, printed = run(text, "--format", "json")
    data = json.loads(printed.out)
    assert (data["count"], data["combinations"], len(data["blocks"])) == (24576, None, 14)


def test_json_has_everything(run):
    _, printed = run(TEXT, "--format", "json")
    data = json.loads(printed.out)
    assert (data["always_true"], data["never_true"], data["not_evaluated"]) == (["any"], ["both"], [])
    assert [block["conditions"] for block in data["blocks"]] == [["live", "saved"], ["locked"]]
    assert data["combinations"][0] == {
        "conditions": {"live": True, "saved": True, "locked": True},
        "values": {"env": "live", "backup": True, "key": "other"},
        "examples": ["key"],
        "on": {"resources": ["store"], "outputs": ["place"]},
        "off": {"resources": [], "outputs": []},
    }
    assert "opaque" not in printed.out


@pytest.mark.parametrize(("allowed", "examples"), [("none, single", []), ("none, single, cluster", ["kind"])])
def test_the_only_other_allowed_value_is_not_an_example(run, allowed, examples):
    kind = f"kind: {{type: string, default: none, constraints: [allowed_values: [{allowed}]]}}"
    test = "{not: {equals: [{get_param: kind}, none]}}"
    _, printed = run(
        f"heat_template_version: 2021-04-16\nparameters: {{{kind}}}\nconditions: {{c: {test}}}\n", "--format", "json"
    )
    given = json.loads(printed.out)["combinations"][0]
    assert (given["values"], given["examples"]) == ({"kind": "single"}, examples)


@pytest.mark.parametrize(
    ("conditions", "words"),
    [
        ("{}", "The template has no conditions.\n"),
        ("{c: {equals: [{get_param: 'OS::stack_name'}, x]}}", "Not decided by comparisons alone: c."),
        ("{c: {get_param: nowhere}}", "Not evaluated: c"),
        ("{c: true}", "Always true: c\n"),
    ],
)
def test_special_conditions_are_reported(run, conditions, words):
    code, printed = run(f"heat_template_version: 2021-04-16\nconditions: {conditions}\n")
    assert code == 0
    assert words in printed.out


def test_conditions_without_values_are_named_next_to_the_count(run):
    failing = "{yaql: {expression: '$.data.split(x)[7] = a', data: {get_param: p}}}"
    _, printed = run(
        "heat_template_version: 2021-04-16\nparameters: {p: {type: string}, q: {type: boolean}}\n"
        f"conditions: {{c: {failing}, d: {{get_param: q}}}}\n"
    )
    assert printed.out.startswith("4 combinations of 2 conditions, no values found for c\n")


def test_a_text_that_cannot_be_read_is_an_error(run):
    code, printed = run("a: [")
    assert (code, printed.out) == (1, "")
    assert "invalid-yaml" in printed.err


@pytest.mark.parametrize("body", ["conditions: []", "conditions: {c: true}\nparameters: {a: 5}"])
def test_a_condition_that_cannot_be_read_is_an_error(run, body):
    code, printed = run(f"heat_template_version: 2021-04-16\n{body}\n")
    assert code == 1
    assert "error[bad-" in printed.err
    assert printed.out


SITE = "parameters: {env: live, key: s3cret}\n"
MORE = "parameter_defaults: {backup: true, env: test, nothing: 1}\n"


@pytest.fixture
def run_under(run, tmp_path):
    """Runs the command on a text with environments."""

    def run_under(text, *environments, options=()):
        paths = [tmp_path / f"{at}.yaml" for at in range(len(environments))]
        for path, environment in zip(paths, environments, strict=True):
            path.write_text(environment, encoding="utf-8")
        named = [part for path in paths for part in ("-e", str(path))]
        code, printed = run(text, *named, *options)
        return code, printed.out.replace(f"{tmp_path}/", ""), printed.err

    return run_under


def test_values_are_those_over_the_environments(run_under):
    code, out, _ = run_under(TEXT, SITE, MORE)
    assert code == 0
    assert (
        out
        == """\
Always true: any
Never true: both

From 0.yaml: env=live
From 1.yaml: backup=true
From 0.yaml: key=••••••

6 combinations of 3 conditions

live   saved  locked  values               on
true   true   true    environments         store, place (output)
true   true   false   key=""               store, place (output)
true   false  true    backup=false
true   false  false   backup=false key=""
false  false  true    env=dev
false  false  false   env=dev key=""
"""
    )


def test_the_json_has_the_sources_of_values_but_not_hidden_values(run_under):
    _, out, _ = run_under(TEXT, SITE, MORE, options=("--format", "json"))
    data = json.loads(out)
    files = {name: given["file"].rpartition("/")[2] for name, given in data["from_environments"].items()}
    assert files == {"env": "0.yaml", "backup": "1.yaml", "key": "0.yaml"}
    assert data["from_environments"]["backup"] | {"file": ""} == {
        "value": True,
        "file": "",
        "section": "parameter_defaults",
    }
    assert data["from_environments"]["key"]["value"] == "••••••"
    assert "s3cret" not in out


def test_environments_are_merged_as_heat_merges_them(run_under):
    text = TEXT.replace("  any: {not: both}", "  named: {equals: [{get_param: names}, [a, b]]}")
    merged = "parameter_merge_strategies: {names: merge}\nparameters: {names: [%s]}\n"
    _, out, _ = run_under(text, merged % "a", merged % "b", options=("--format", "json"))
    named = [each for each in json.loads(out)["blocks"] if each["conditions"] == ["named"]]
    assert {each["conditions"]["named"]: each["values"] for each in named[0]["combinations"]}[True] == {}


def test_a_value_that_heat_refuses_has_to_be_given_again(run_under):
    code, out, err = run_under(TEXT, "parameters: {env: nowhere}\n", options=("--format", "json"))
    assert code == 1
    assert "error[allowed-values]" in err
    assert all("env" in each["values"] for each in json.loads(out)["combinations"])
