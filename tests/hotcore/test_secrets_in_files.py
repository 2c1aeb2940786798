"""The value of a hidden parameter is not repeated when it comes from a file, or goes into nested templates."""

import json

import pytest

import hotcore
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.commands import main
from hotcore.values import MASK
from tests.hotcore.test_secrets import shown

SECRET = "Sesam0ffneDich"
HEAD = "heat_template_version: 2021-04-16\n"


@pytest.fixture
def run(capsysbinary, monkeypatch, tmp_path):
    """Runs the command line in a folder of its own: exit code, standard output, standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = main(arguments)
        out, err = capsysbinary.readouterr()
        return code, out.decode(), err.decode()

    return run


# -- an expression that is itself a secret -----------------------------------

EXPRESSION = f"""{HEAD}
parameters:
  secret: {{type: string, hidden: true}}
conditions:
  c: {{yaql: {{expression: {{get_param: secret}}}}}}
resources:
  a:
    type: OS::Heat::Value
    properties:
      value: {{yaql: {{expression: {{get_param: secret}}, data: {{a: 1}}}}}}
      type: {{yaql: {{expression: {{list_join: ['', ['$.', {{get_param: secret}}]]}}}}}}
outputs:
  o: {{value: {{yaql: {{expression: {{str_replace: {{template: X, params: {{X: {{get_param: secret}}}}}}}}}}}}}}
  p: {{value: {{if: [c, 1, 2]}}}}
"""


@pytest.mark.parametrize(
    "expression",
    [
        f"$.{SECRET}",
        f"$.data.{SECRET}",
        f"$.data.{SECRET}()",
        f"{SECRET}(",
        f"{SECRET}(1)",
        f"'{SECRET}",
        f"1 {SECRET} 2",
        f"'{SECRET}' + 1",
        f"$.data.where({SECRET} >",
        f"%{SECRET}",
        f"\\{SECRET}",
        f"int('{SECRET}')",
        f"${SECRET}.a.b",
    ],
)
def test_an_expression_that_is_a_secret_is_not_repeated(expression):
    document = hotcore.load(EXPRESSION)
    preview = hotcore.preview(document, {"secret": expression})
    assert SECRET not in shown(preview, document)
    assert preview.diagnostics or expression.startswith("$.")


# -- nested templates --------------------------------------------------------

NESTED = f"""{HEAD}
parameters:
  p: {{type: string, default: '1', constraints: [{{length: {{max: 3}}}}]}}
  q: {{type: string}}
  n: {{type: json, default: {{}}}}
  h: {{type: string, hidden: true, default: Another{SECRET}}}
conditions:
  c: {{equals: [{{get_param: q}}, a]}}
  d: {{not: {{get_param: q}}}}
resources:
  r:
    type: OS::Heat::Value
    condition: c
    properties: {{value: {{get_param: q}}}}
  s:
    type: OS::Nova::Server
    properties: {{get_param: n}}
    metadata: {{get_param: h}}
outputs:
  o: {{value: {{get_param: q}}}}
  d: {{value: {{digest: [md5, {{get_param: q}}]}}}}
"""
USES = {
    "each property": "nested.yaml, properties: {p: {get_param: secret}, q: {get_param: secret}, n: {get_param: map}}",
    "all properties at once": "nested.yaml, properties: {get_param: map}",
    "properties that are merged": "nested.yaml, properties: {map_merge: [{p: '1'}, {get_param: map}]}",
    "properties that are computed": "nested.yaml, properties: {yaql: {expression: 'dict(q => $.data)', data: "
    "{get_param: secret}}}",
    "a key that is replaced": "nested.yaml, properties: {map_replace: [{q: a}, {values: {a: {get_param: secret}}}]}",
    "members of a group": "'OS::Heat::ResourceGroup', properties: {count: 2, resource_def: "
    "{type: nested.yaml, properties: {q: {get_param: secret}, n: {get_param: map}}}}",
    "all of a group": "'OS::Heat::ResourceGroup', properties: {count: 2, resource_def: "
    "{type: nested.yaml, properties: {get_param: map}}}",
    "a chain": "'OS::Heat::ResourceChain', properties: {resources: [nested.yaml], resource_properties: "
    "{get_param: map}}",
}


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_secret_that_goes_into_a_nested_template_is_masked_there(use):
    text = f"""{HEAD}
parameters:
  secret: {{type: string, hidden: true}}
  map: {{type: json, hidden: true}}
resources:
  a: {{type: {use}}}
outputs:
  o: {{value: {{get_attr: [a, o]}}}}
  d: {{value: {{get_attr: [a, d]}}}}
"""
    document = hotcore.load(text, {"nested.yaml": NESTED})
    values = {"secret": SECRET, "map": json.dumps({"q": SECRET, "p": SECRET, SECRET: 1})}
    preview = hotcore.preview(document, values)
    assert preview.resources["a"].nested is not None
    assert SECRET not in shown(preview, document)


# -- lines of files beside diagnostics ------------------------------------------

TEMPLATE = f"""{HEAD}
parameters:
  password: {{type: string, hidden: true, default: {SECRET}, constraints: [{{length: {{min: 30}}}}]}}
  count: {{type: number, default: 1, constraints: [{{range: {{max: 3}}}}]}}
"""
ENVIRONMENTS = {
    "a value that is refused": f"parameters: {{password: {SECRET}, count: 9}}\n",
    "a mistake beside it": f"parameters: {{password: {SECRET}, cuont: 3}}\n",
    "a value over several lines": f"parameters:\n  password: >\n    {SECRET}\n    {SECRET}\n  cuont: 1\n",
    "given twice": f"parameters:\n  password: {SECRET}\n  password: {SECRET}2\n",
    "a default": f"parameter_defaults: {{password: {SECRET}, count: 9}}\n",
    "a text that cannot be read": f"parameters: {{password: '{SECRET}, count: 9}}\n",
    "by another name": f"encrypted_param_names: [key]\nparameters: {{key: {SECRET}, count: 9}}\n",
}


@pytest.mark.parametrize("environment", ENVIRONMENTS.values(), ids=ENVIRONMENTS)
def test_the_line_of_a_diagnostic_is_shown_without_the_secret_in_it(run, tmp_path, environment):
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "e.yaml").write_text(environment)
    for form in ("text", "json", "sarif"):
        code, out, err = run("validate", "t.yaml", "-e", "e.yaml", "--format", form)
        assert code == 1
        assert "e.yaml" in out
        assert SECRET not in out + err
    assert SECRET not in str(run("preview", "t.yaml", "-e", "e.yaml"))


def test_lines_without_a_secret_are_shown_as_they_are(run, tmp_path):
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    (tmp_path / "e.yaml").write_text(f"parameters: {{password: {SECRET}, count: 9}}\n")
    _, out, _ = run("validate", "t.yaml", "-e", "e.yaml")
    assert f"1 | parameters: {{password: {'•' * len(SECRET)}, count: 9}}\n" in out


def test_the_form_as_data_shows_that_there_is_a_hidden_default_but_not_its_value(run, tmp_path):
    (tmp_path / "t.yaml").write_text(TEMPLATE)
    _, out, _ = run("schema", "t.yaml")
    password = json.loads(out)["groups"][0]["parameters"][0]
    assert (password["hidden"], password["required"], password["default"]) == (True, False, MASK)
    assert SECRET not in out


def test_a_hidden_default_of_a_nested_template_is_not_in_its_line():
    nested = TEMPLATE.replace("max: 3", "max: 0")
    document = hotcore.load(f"{HEAD}resources: {{a: {{type: nested.yaml}}}}\n", {"nested.yaml": nested})
    out = render_diagnostics([("t.yaml", document, hotcore.preview(document).diagnostics)], "text", colour=False)
    assert "nested.yaml:" in out
    assert SECRET not in out
