"""The value of a hidden parameter is in no result of hotcore, whatever the template does with it."""

import base64
import hashlib
import json
import urllib.parse

import pytest
import yaml
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import hotcore
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.render import render_preview
from hotcore.environment import write_environment
from hotcore.resolver import Reason
from hotcore.resolver.build import preview_as_data
from hotcore.values import MASK
from hotcore.versions import LATEST, VERSIONS

HEAD = "heat_template_version: 2021-04-16\n"
SECRET = "Sesam-0ffne/dich"


def shown(preview, document):
    """Everything that is visible in a preview."""
    data = preview_as_data(preview)
    diagnostics = [("x", document, preview.diagnostics)]
    reasons = [r.reason for states in (preview.conditions, preview.resources, preview.outputs) for r in states.values()]
    return "\n".join(
        [
            json.dumps(data, ensure_ascii=False),
            yaml.safe_dump(data, allow_unicode=True),
            *(render_diagnostics(diagnostics, form, colour=False) for form in ("text", "json", "sarif")),
            render_preview(preview, "x", document, colour=False),
            repr(preview),
            repr(reasons),
            write_environment(document.template, {n: s.value for n, s in preview.parameters.items()}),
        ]
    )


def forms_of(secret):
    """The secret, and derived forms that would reveal it."""
    yield secret
    yield json.dumps(secret)[1:-1]
    yield json.dumps(json.dumps(secret))[1:-1]
    yield urllib.parse.quote(secret)
    yield urllib.parse.quote(secret, safe="")
    yield base64.b64encode(secret.encode()).decode().rstrip("=")
    for name in ("md5", "sha1", "sha256", "sha512"):
        yield hashlib.new(name, secret.encode("latin-1", "replace")).hexdigest()


def check_hidden(text, values, secrets, **options):
    document = hotcore.load(text)
    assert document.template
    preview = hotcore.preview(document, values, **options)
    everything = shown(preview, document)
    for secret in secrets:
        for form in forms_of(secret):
            assert form not in everything
            assert form.swapcase() not in everything
    return preview


# -- one parameter of each type, through every function ----------------------

secrets = st.text(
    alphabet=st.characters(min_codepoint=33, max_codepoint=255, exclude_categories=["Cc", "Cf", "Zs"]),
    min_size=6,
    max_size=20,
).map(lambda text: f"Qx§{text}")
VALUES = {
    "string": lambda secret, _number: secret,
    "number": lambda _secret, number: number,
    "comma_delimited_list": lambda secret, _number: ["first", secret.replace(",", ";"), "last"],
    "json": lambda secret, number: {secret: [secret, {"inner": secret}], "number": number, "list": [secret]},
}


VALUE = "{get_param: secret}"
EXPRESSIONS = {
    "2013-05-23": """
        VALUE | {get_param: [secret, 0]} | {get_param: [secret, inner, 0]} | {get_param: [secret, list]}
        [VALUE] | {a: VALUE, b: [c, VALUE]} | {get_param: VALUE} | {get_file: VALUE} | {get_resource: VALUE}
        {get_attr: [VALUE, a]} | {get_attr: [server, VALUE]} | {get_attr: [server, show, VALUE]}
        {str_replace: {template: VALUE, params: {S: x}}} | {str_replace: {template: $x, params: {$x: VALUE}}}
        {str_replace: {template: $x, params: VALUE}}
        {list_join: [',', VALUE]} | {list_join: [',', [a, VALUE]]} | {list_join: [VALUE, [a, b, c]]}
    """,
    "2015-04-30": """
        {digest: [md5, VALUE]} | {digest: [sha256, VALUE]} | {digest: [VALUE, x]}
        {repeat: {for_each: {<s>: VALUE}, template: a<s>}} | {repeat: {for_each: {<s>: [a, b]}, template: VALUE}}
        {repeat: {for_each: VALUE, template: x}}
    """,
    "2015-10-15": """
        {str_split: [',', VALUE]} | {str_split: ['-', VALUE, 0]} | {str_split: [VALUE, a, 0]}
        {str_split: [',', a, VALUE]}
    """,
    "2016-04-08": "{map_merge: [VALUE, {a: b}]} | {map_merge: [{a: VALUE}]} | {map_merge: VALUE}",
    "2016-10-14": """
        {map_replace: [VALUE, {keys: {number: n}}]} | {map_replace: [{a: b}, {values: {b: VALUE}}]}
        {map_replace: [{a: b}, {keys: {a: VALUE}}]} | {map_replace: [{a: b}, VALUE]}
        {if: [known, VALUE, b]} | {if: [VALUE, a, b]} | {if: [unknown, VALUE, VALUE]}
        {yaql: {expression: $.data, data: VALUE}} | {yaql: {expression: $.data.toUpper(), data: VALUE}}
        {yaql: {expression: $.data.len(), data: VALUE}} | {yaql: {expression: $.data.nope, data: VALUE}}
        {yaql: {expression: $.data.nope(), data: VALUE}} | {yaql: {expression: $.data + 1, data: VALUE}}
        {yaql: {expression: '$.data.list[0]', data: VALUE}} | {yaql: {expression: $.data.keys(), data: VALUE}}
        {yaql: {expression: 'dict($.data => $.data)', data: VALUE}} | {yaql: {expression: VALUE, data: 1}}
        {yaql: {expression: $.data.a, data: {a: VALUE}}}
    """,
    "2017-02-24": """
        {filter: [[a], VALUE]} | {filter: [VALUE, [a]]} | {str_replace_strict: {template: VALUE, params: {a: b}}}
        {str_replace_strict: {template: a, params: VALUE}} | {str_replace_strict: {template: a, params: {a: VALUE}}}
    """,
    "2017-09-01": """
        {str_replace_vstrict: {template: a, params: VALUE}} | {contains: [VALUE, [a]]} | {contains: [a, VALUE]}
        {list_concat: [VALUE, [a]]} | {list_concat: [[VALUE], [a]]} | {list_concat_unique: [VALUE, VALUE]}
        {list_concat_unique: [[VALUE, VALUE]]} | {make_url: {scheme: VALUE}} | {make_url: {host: VALUE}}
        {make_url: {port: VALUE}} | {make_url: {path: VALUE}} | {make_url: {query: VALUE}}
        {make_url: {fragment: VALUE}} | {make_url: {host: a, username: VALUE, password: VALUE, query: {q: VALUE}}}
    """,
}
OLDEST = """
    {Ref: secret} | {Ref: VALUE} | {'Fn::Base64': VALUE} | {'Fn::Select': [0, VALUE]} | {'Fn::Select': [VALUE, [a]]}
    {'Fn::Join': ['-', [VALUE]]} | {'Fn::Split': ['-', VALUE]} | {'Fn::Replace': [{a: VALUE}, a]}
    {'Fn::Replace': [VALUE, a]} | {'Fn::MemberListToMap': [a, b, VALUE]}
"""


def expressions(version):
    """Every way in which a function of a version can take a value."""
    texts = [text for since, text in EXPRESSIONS.items() if since <= version.date]
    texts += [OLDEST] if version == VERSIONS[0] else []
    rows = "\n".join(texts).replace("VALUE", VALUE).split("\n")
    return [expression.strip() for row in rows for expression in row.split(" | ") if expression.strip()]


CONDITIONS = """
conditions:
  known: {equals: [a, a]}
  unknown: {equals: [{get_param: missing}, a]}
  named: {get_param: secret}
  none: {not: {get_param: secret}}
  both: {and: [{get_param: secret}, known]}
  same: {equals: [{get_param: secret}, {get_param: secret}]}
  path: {equals: [{get_param: [secret, list, 0]}, x]}
"""
LATER_CONDITIONS = """
  inside: {contains: [{get_param: secret}, [a]]}
  outside: {contains: [a, {get_param: secret}]}
  upper: {yaql: {expression: $.data.toUpper(), data: {get_param: secret}}}
"""
USES = """
  - {if: [named, a, b]}
  - {if: [none, a, b]}
  - {if: [both, a, b]}
  - {if: [same, a, b]}
  - {if: [path, a, b]}
"""


def template_of(version, kind):
    conditions = CONDITIONS if version.date >= "2016-10-14" else ""
    conditions += LATER_CONDITIONS if version.date >= "2017-09-01" else ""
    rows = expressions(version)
    lines = "".join(f"      p{number}: {expression}\n" for number, expression in enumerate(rows))
    outputs = "".join(
        f"  o{number}: {{value: {expression}}}\n" for number, expression in enumerate(expressions(version))
    )
    uses = "  uses:\n    value:\n" + USES.replace("\n  ", "\n    ") if conditions else ""
    gate = "    condition: {get_param: secret}\n    external_id: {get_param: secret}\n" if conditions else ""
    return f"""
heat_template_version: {version.date}
parameters:
  secret: {{type: {kind}, hidden: true}}
  missing: {{type: string}}
{conditions}
resources:
  server:
    type: T
    properties:
{lines}
    metadata: {{get_param: secret}}
    deletion_policy: {{get_param: secret}}
    update_policy: {{a: {{get_param: secret}}}}
  gated:
    type: T
{gate}
outputs:
{outputs}
{uses}
"""


TEMPLATES = {(v.date, kind): template_of(v, kind) for v in (VERSIONS[0], VERSIONS[5], LATEST) for kind in VALUES}


@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(secrets, st.integers(10**9, 10**12))
@pytest.mark.parametrize(("version", "kind"), TEMPLATES, ids=str)
def test_a_secret_does_not_come_out_of_any_function(version, kind, secret, number):
    value = VALUES[kind](secret, number)
    forms = [str(number)] if kind == "number" else [secret.replace(",", ";")] if kind.startswith("comma") else [secret]
    attributes = {"server": {"show": {"a": 1}}}
    preview = check_hidden(TEMPLATES[version, kind], {"secret": value}, forms, attributes=attributes)
    assert MASK in str(preview_as_data(preview)["resources"])


CONSTRAINTS = [
    "length: {max: 3}",
    "length: {min: 99}",
    "allowed_values: [a, b]",
    "allowed_pattern: '[0-9]+'",
    "allowed_pattern: '(a+)+$'",
    *(f"custom_constraint: {name}" for name in ("ip_addr", "net_cidr", "mac_addr", "dns_name", "timezone", "nope")),
]


@pytest.mark.parametrize("constraint", CONSTRAINTS)
def test_a_message_about_a_secret_does_not_repeat_it(constraint):
    text = f"{HEAD}parameters: {{p: {{type: string, hidden: true, constraints: [{{{constraint}}}]}}}}"
    preview = check_hidden(text, {"p": SECRET}, [SECRET])
    assert [d.parameter for d in preview.diagnostics] == ["p"]


@pytest.mark.parametrize("kind", ["number", "boolean", "json"])
def test_a_secret_of_the_wrong_type_is_not_repeated(kind):
    text = f"{HEAD}parameters: {{p: {{type: {kind}, hidden: true}}}}\noutputs: {{o: {{value: {{get_param: p}}}}}}"
    for secret in (SECRET, "{" + SECRET, '{"a": ' + SECRET, '"' + SECRET + "\\x"):
        assert not check_hidden(text, {"p": secret}, [SECRET]).ok


def test_an_environment_file_that_cannot_be_read_does_not_repeat_what_is_in_it():
    odd = (f"*{SECRET}", f"!{SECRET}", f"@{SECRET}", f"'{SECRET}", f"{SECRET}: {SECRET}", f"!!int {SECRET}")
    texts = [f"parameters:\n  p: {value}\n" for value in odd]
    for text in (*texts, SECRET, f"parameters: {SECRET}\n", f"parameters: [{SECRET}, {{}}]"):
        environment = hotcore.read_environment(text)
        assert environment.diagnostics
        assert SECRET not in repr(environment.diagnostics)


# -- what is shown instead ---------------------------------------------------

MASKED = f"""{HEAD}
parameters:
  password: {{type: string, hidden: true}}
  tokens: {{type: comma_delimited_list, hidden: true}}
  user: {{type: string, default: admin}}
conditions:
  strong: {{not: {{equals: [{{get_param: password}}, '']}}}}
  listed: {{contains: [a, {{get_param: tokens}}]}}
outputs:
  plain: {{value: {{get_param: password}}}}
  text:
    value:
      str_replace:
        template: mysql://USER:PASS@db
        params: {{USER: {{get_param: user}}, PASS: {{get_param: password}}}}
  joined: {{value: {{list_join: ['/', [a, {{get_param: password}}, b]]}}}}
  map: {{value: {{a: {{get_param: password}}, b: {{get_param: user}}}}}}
  merged: {{value: {{map_merge: [{{a: {{get_param: password}}}}, {{b: c}}]}}}}
  digest: {{value: {{digest: [md5, {{get_param: password}}]}}}}
  url: {{value: {{make_url: {{scheme: http, host: h, password: {{get_param: password}}, username: u}}}}}}
  path: {{value: {{get_param: [tokens, 0]}}}}
  list: {{value: {{get_param: tokens}}}}
  chosen: {{value: {{if: [strong, {{get_param: password}}, none]}}}}
  user: {{value: {{get_param: user}}}}
  wrong: {{value: {{get_param: nobody}}}}
"""


def test_the_mask_replaces_the_secret():
    preview = check_hidden(MASKED, {"password": SECRET, "tokens": f"a,{SECRET}"}, [SECRET])
    values = {name: output.value for name, output in preview.outputs.items()}
    wrong = values.pop("wrong")
    assert values == {
        "plain": MASK,
        "text": f"mysql://admin:{MASK}@db",
        "joined": f"a/{MASK}/b",
        "map": {"a": MASK, "b": "admin"},
        "merged": {"a": MASK, "b": "c"},
        "digest": MASK,
        "url": MASK,
        "path": MASK,
        "list": MASK,
        "chosen": MASK,
        "user": "admin",
    }
    assert isinstance(wrong, hotcore.Unknown), "a mistake that has nothing to do with the secret is not masked"
    assert preview.parameters["password"].value == MASK
    assert preview.conditions["strong"].value is True
    assert preview.conditions["strong"].reason == (Reason("is", "parameter", "password", MASK),)
    assert MASK in repr(preview.conditions["listed"].reason)


def test_a_hidden_parameter_without_a_value_is_shown_as_missing():
    preview = hotcore.preview(hotcore.load(MASKED), {})
    assert str(preview.parameters["password"].value) == "get_param password"
    assert str(preview.outputs["plain"].value) == "get_param password"
    assert preview.conditions["strong"].reason == (Reason("missing", "parameter", "password"),)


def test_without_the_mask_the_values_are_there():
    preview = hotcore.preview(hotcore.load(MASKED), {"password": SECRET, "tokens": "a"}, mask=False)
    assert preview.outputs["plain"].value == SECRET
    assert preview.parameters["password"].value == SECRET


def test_a_hidden_default_is_masked_too():
    parameters = f"parameters: {{p: {{type: string, default: {SECRET}, hidden: true}}}}\n"
    text = f"{HEAD}{parameters}outputs: {{o: {{value: {{get_param: p}}}}}}"
    preview = hotcore.preview(hotcore.load(text))
    assert preview.outputs["o"].value == MASK
    assert SECRET not in json.dumps(preview_as_data(preview))
