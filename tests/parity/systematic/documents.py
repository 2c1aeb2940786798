"""Texts: odd scalars and markup of YAML in every kind of place, JSON and what only looks like it, odd files."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.strategies import vocabulary as words
from tests.parity.systematic.frames import LATEST, Body, Case

_HEAD = f"heat_template_version: {LATEST}\n"
PLACES: dict[str, str] = {
    "value": _HEAD + "outputs:\n  o:\n    value: %s\n",
    "flow-value": _HEAD + "outputs: {o: {value: %s}}\n",
    "list-item": _HEAD + "outputs:\n  o:\n    value:\n    - %s\n    - b\n",
    "flow-item": _HEAD + "outputs: {o: {value: [a, %s, b]}}\n",
    "key": _HEAD + "outputs:\n  o:\n    value:\n      %s: a\n",
    "flow-key": _HEAD + "outputs: {o: {value: {%s: a}}}\n",
    "property": _HEAD + "resources:\n  r:\n    type: A\n    properties:\n      p: %s\n      q: 1\n",
    "property-key": _HEAD + "resources:\n  r:\n    type: A\n    properties:\n      %s: 1\n",
    "type": _HEAD + "resources:\n  r:\n    type: %s\n",
    "resource-name": _HEAD + "resources:\n  %s:\n    type: A\n",
    "output-name": _HEAD + "outputs:\n  %s:\n    value: 1\n",
    "parameter-name": _HEAD + "parameters:\n  %s:\n    type: string\n    default: a\n",
    "condition-name": _HEAD + "conditions:\n  %s: true\n",
    "condition": _HEAD + "conditions:\n  c: %s\noutputs: {o: {value: 1, condition: c}}\n",
    "string": _HEAD + "parameters:\n  p:\n    type: string\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "number": _HEAD + "parameters:\n  p:\n    type: number\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "boolean": _HEAD + "parameters:\n  p:\n    type: boolean\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "csv": _HEAD + "parameters:\n  p:\n    type: comma_delimited_list\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "json": _HEAD + "parameters:\n  p:\n    type: json\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "allowed": _HEAD + "parameters:\n  p:\n    type: string\n    default: a\n    constraints:\n    - allowed_values: [a, %s]\n",
    "hidden": _HEAD + "parameters:\n  p:\n    type: string\n    default: a\n    hidden: %s\n",
    "description": _HEAD + "description: %s\n",
    "section": _HEAD + "outputs: %s\n",
    "section-name": _HEAD + "%s: {}\n",
    "version": "heat_template_version: %s\n",
    "version-then": "heat_template_version: %s\nresources: {r: {type: A}}\n",
    "function": _HEAD + "outputs:\n  o:\n    value:\n      list_join: %s\n",
    "document": "%s\n",
    "before": "%s\n" + _HEAD,
    "after": _HEAD + "%s\n",
    "indented": _HEAD + "outputs:\n  o:\n    value: a\n    %s\n",
}
SCALARS = (
    *words.PLAIN_SCALARS,
    *("NULL", "nUll", "None", "none", "''", '""', "yes ", "True", "False", "FALSE", "YES", "NO", "On", "OFF", "oN", "N", "T", "F"),
    *("0", "-1", "+12", "012", "-012", "0o12", "0b101", "0B101", "-0b11", "0xff", "0XFF", "-0x1", "1__2", "1_", "0_1", "9" * 25),
    *("1.5", "-1.5", "+1.5", "1.", "-1.", "1_0.5", "1.5e3", "1.5e+3", "1.5E+3", "1e+3", "1.5e-3", "1.e+3", ".5e+1", "+.5", "..5"),
    *(".inf", "-.inf", "+.inf", ".Inf", ".INF", ".iNF", ".nan", ".NaN", ".NAN", "-.nan", "inf", "nan", "1:30", "1:30:45", "-1:30", "01:30"),
    *("1:60", "60:00", "1:30.5", "+1:30.5", "0:0", "1:2:3:4", "1:-2", "2020-01-02", "2020-1-2", "2020-01-02T03:04:05Z", "2020-01-02 03:04:05 +1"),
    *("2020-01-02 3:04:05", "2020-13-45", "20-01-02", "2020-01-02T", "=", "<<", "~", "~a", "-", "- a", "-a", "?", "? a", "?a", ":", ": a"),
    *(":a", "a:", "a:b", "a: b", "a :b", "#", "# a", "a#b", "a #b", "!", "! a", "!!str", "!!str 5", "!!int 5", "!!int '5'", "!!int a", "!!int 1.5"),
    *("!!int ''", "!!float 5", "!!float a", "!!float ''", "!!float .inf", "!!bool yes", "!!bool a", "!!bool 1", "!!null a", "!!null ''", "!!null"),
    *("!!timestamp 2020-01-02", "!!timestamp a", "!!binary aGk=", "!!binary '*'", "!!set {a, b}", "!!omap [a: 1]", "!!pairs [a: 1]", "!!map {a: 1}"),
    *("!!seq [a]", "!!seq {a: 1}", "!!map [a]", "!!str [a]", "!!str {a: 1}", "!!merge <<", "!!value =", "!!yaml !", "!a b", "!<tag:yaml.org,2002:int> 5"),
    *("!<a> b", "!Ref a", "!GetAtt a.b", "!Sub 'a'", "!!python/none", "!!python/tuple [a]", "&a", "&a b", "*a", "&a *a", "&a [*a]", "[&a b, *a]"),
    *("[&a b, &a c, *a]", "{&a k: *a}", "[", "]", "{", "}", "[]", "{}", "[a]", "[a,]", "[,]", "[,a]", "[a,,b]", "{a}", "{a,}", "{a: }", "{a: 1, a: 2}"),
    *("{a:1}", '{"a":1}', "{a: 1, <<: {b: 2}}", "{<<: {a: 1}, a: 2}", "{<<: [{a: 1}, {a: 2, b: 3}]}", "{<<: a}", "{<<: []}", "{<<: null}", "{<<: [a]}"),
    *("{'<<': {a: 1}}", "{? a : b}", "{? [a] : b}", "{? {a: b} : c}", "{[a]: b}", "{{a: b}: c}", "{1: a, '1': b}", "{null: a, ~: b}", "{1: a, 1.0: b}"),
    *("{true: a, 1: b}", "[a: b]", "[a: b, c]", "[? a : b]", "[? a]", "[[[[]]]]", "[-]", "[- a]", "[:]", "[a:]", "[a:b]", "['a':b]", "[!]", "[|]"),
    *("|", "|\n      a\n      b", "|-\n      a\n", "|+\n      a\n\n", ">\n      a\n      b", ">-\n      a\n\n      b\n", "|2\n      a", "|1\n a", "|0\n a", "|a"),
    *("|2-\n        a", "> # c\n      a", "|\n\ta", "a\n      b", "a\n\n      b", "a\n  b", "'a\n      b'", '"a\n      b"', '"a\\\n      b"', "'a", '"a', "'a''b'"),
    *('"\\x41"', '"\\u00e9"', '"\\U0001f600"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\q"', '"\\0"', '"\\a\\b\\e\\f\\n\\r\\t\\v"', '"\\N\\_\\L\\P"', '"\\/"', "'\\n'"),
    *("a\tb", "\ta", "a\t", "a\t#b", "\t", "@a", "`a", "%a", "a%b", "&", "*", "> a", "| a", ",", "a,b", "a]", "a}", "[a", "é", "\U0001f600", "\ufeffa", "a\ufeffb"),
    *("\u2028", "a\u2028b", "\x85", "a\x85b", "\xa0", "\xa0a", "\x00", "\x07", "\x7f", "\x80", "\ufffe", "\ud7ff", "---", "--- a", "...", "... a", "a---", "---a"),
    *("---\na: 1", "...\na: 1", "...\n---\na: 1", "%YAML 1.1\n---\na: 1", "%TAG ! a\n---\na: 1", "a: b: c", "a: 'b': c", "a: [b]: c", "- - a", "- a: b", "- a\n- b"),
    *("a\r\n", "a\rb", "get_param", "{get_param: p}", "{get_param: [p]}", "x" * 1100, "'" + "x" * 1100 + "'", "null null", "yes no", "a: *b", "1 2", "5 # five"),
)
JSONS = (
    *("{}", "[]", "null", "true", "5", '"a"', "", " ", "{", '{"a": 1}', '{"heat_template_version": 5}', '{"heat_template_version": "2021-04-16",}'),
    *('{"heat_template_version": "2021-04-16"} x', '{"heat_template_version": "2021-04-16"}\n\n', '\ufeff{"heat_template_version": "2021-04-16"}'),
    *("{'heat_template_version': '2021-04-16'}", '{"heat_template_version": "2021-04-16", "heat_template_version": "2018-08-31"}'),
    *('{"heat_template_version": "2021-04-16" /* c */}', '{"heat_template_version": "2021-04-16"} # c', '\t{"heat_template_version": "2021-04-16"}'),
)
_JSON_VALUES = (
    *("1", "-0", "1.0", "1e3", "1E-3", "1e400", "-1e400", "1.5e300", "0.1", "01", ".5", "5.", "+1", "0x1", "NaN", "Infinity", "-Infinity", "nan"),
    *("true", "True", "yes", "null", "None", "~", '"a"', "'a'", '"\\u00e9"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\x41"', '"\\q"', '"\\/"', '"a\tb"', '"a\nb"'),
    *('"\u2028"', "[]", "[1,]", "[,]", "[1 2]", "{}", '{"a": 1, "a": 2}', '{"a": 1,}', "{a: 1}", '{"": 1}', '{"<<": {"a": 1}}', "9" * 30, "9" * 5000),
    *("[" * 60 + "]" * 60, '{"get_param": "OS::stack_name"}', '{"a": {"get_param": "OS::stack_name"}}', "2020-01-01", '"2020-01-01"', "//", "/**/1", "1 // a"),
)
FILES = (
    *("", "a", "{}", "[]", "heat_template_version: 2021-04-16\n", "heat_template_version: nope\n", "heat_template_version: 5\n", "heat_template_version: [\n"),
    *("heat_template_version: 2021-04-16\nparameters: {a: {type: x}}\n", "heat_template_version: 2021-04-16\nparameters: {a: {}}\n"),
    *("heat_template_version: 2021-04-16\nparameters: [a]\n", "heat_template_version: 2021-04-16\nparameters: {a: {type: string, constraints: 5}}\n"),
    *("heat_template_version: 2021-04-16\nparameters: {a: {type: number, default: x}}\n", "heat_template_version: 2021-04-16\nzz: 1\n"),
    *("heat_template_version: 2021-04-16\nparameters: {a: {type: number, constraints: [{length: {min: 1}}]}}\n", '{"heat_template_version": "nope"}'),
    *("AWSTemplateFormatVersion: '2010-09-09'\n", "AWSTemplateFormatVersion: nope\n", "HeatTemplateFormatVersion: '2012-12-12'\n", "HeatTemplateFormatVersion: nope\n"),
    *("AWSTemplateFormatVersion: '2010-09-09'\nheat_template_version: 2021-04-16\n", "AWSTemplateFormatVersion: '2010-09-09'\nParameters: {a: {Type: Nope}}\n"),
    *("HeatTemplateFormatVersion: '2012-12-12'\nParameters: {a: {}}\n", "AWSTemplateFormatVersion: '2010-09-09'\nParameters: {a: {Type: String, Default: b}}\n"),
    *("heat_template_version: null\n", "heat_template_version: wallaby\n", "heat_template_version: Wallaby\n", "- heat_template_version: nope\n", "a: heat_template_version\n"),
    *("heat_template_version: 2021-04-16\nresources: 5\n", "heat_template_version: 2013-05-23\nparameters: {a: {type: string, tags: [x]}}\n", "!x\n", "\x00", "\t"),
    *("heat_template_version: 2021-04-16\nparameters: {1: {type: string}}\n", "heat_template_version: 2021-04-16\nparameters: null\n", "heat_template_version: 2021-04-16\nparameters: ''\n"),
)


def scalars() -> Iterator[Case]:
    """Every piece of text in every kind of place."""
    for place, text in PLACES.items():
        for index, scalar in enumerate(SCALARS):
            yield f"{place}/{index}:{scalar[:20]!r}", {"template": text % scalar}


def jsons() -> Iterator[Case]:
    """JSON, and texts that are nearly JSON."""
    for text in JSONS:
        yield f"document/{text[:40]!r}", {"template": text}
    for value in _JSON_VALUES:
        for place in (
            '{"heat_template_version": "2021-04-16", "outputs": {"o": {"value": %s}}}',
            '{"heat_template_version": "2021-04-16", "outputs": {"o": {"value": [1, %s]}}}',
            '{"heat_template_version": "2021-04-16", "parameters": {"p": {"type": "string", "default": %s}}}',
            '{"heat_template_version": "2021-04-16", "parameters": {"p": {"type": "json", "default": %s}}}',
            '{"heat_template_version": "2021-04-16", "parameters": {"p": {"type": "number", "default": %s}}}',
            '{"heat_template_version": "2021-04-16", "resources": {"r": {"type": "A", "properties": {"p": %s}}},}',
            '{"heat_template_version": %s}',
        ):
            yield f"{place[41:70]}/{value[:30]!r}", {"template": place % value}


def versions() -> Iterator[Case]:
    """Names of versions, right and nearly right."""
    names = (*words.VERSIONS, *words.RELEASES, *(name.title() for name in words.RELEASES), *("icehouse", "juno", "kilo", "liberty", "mitaka", "stein", "train", "xena",
             "yoga", "2012-12-12", "2010-09-09", "2013-05-24", "2021-04-17", "2021-4-16", "2021/04/16", "20210416", " 2021-04-16", "latest", "1", "2013-05-23 00:00:00"))  # fmt: skip
    for name in names:
        for written in (name, f"'{name}'", f'"{name}"', f"!!str {name}", f"!!timestamp {name}", f"[{name}]", f"{{a: {name}}}", f"|\n  {name}", f">-\n  {name}"):
            for key in ("heat_template_version", "'heat_template_version'", "HeatTemplateFormatVersion", "AWSTemplateFormatVersion", "heat-template-version"):
                yield f"{key}/{written}", {"template": f"{key}: {written}\noutputs: {{}}\n"}
            for other in ("AWSTemplateFormatVersion: '2010-09-09'", "HeatTemplateFormatVersion: '2012-12-12'", "AWSTemplateFormatVersion: null", "heat_template_version: null",
                          "HeatTemplateFormatVersion: 5", "heat_template_version: 2021-04-16"):  # fmt: skip
                yield f"with/{other}/{written}", {"template": f"heat_template_version: {written}\n{other}\n"}
                yield f"after/{other}/{written}", {"template": f"{other}\nheat_template_version: {written}\n"}


def files() -> Iterator[Case]:
    """Files that are templates, or nearly."""
    for index, content in enumerate(FILES):
        for name in ("a.yaml", "boot.sh", "", "é", "file:///x", "a b"):
            for user in (None, name, "missing"):
                for broken in ("", "parameters: {p: {type: x}}\n", "zz: 1\n", "parameters: {p: {type: string}}\n"):
                    text = _HEAD + (f"outputs: {{o: {{value: {{get_file: {json.dumps(user)}}}}}}}\n" if user is not None else "") + broken
                    yield f"{index}/{name}/{user}/{broken[:16]}", {"template": text, "files": {name: content}}
    for first in FILES[:24]:
        for second in FILES[5:12]:
            body: Body = {"template": _HEAD, "files": {"a": first, "b": second}}
            yield f"two/{first[-20:]!r}/{second[-20:]!r}", body


def pseudo() -> Iterator[Case]:
    """The parameters that every stack has."""
    for name in ("OS::stack_name", "OS::stack_id", "OS::project_id", "OS::region", "AWS::Region", "AWS::StackName", "OS::", "stack_name"):
        for version in (LATEST, "2013-05-23"):
            for stack in ({}, {"stack": {"name": "web"}}, {"stack": {"id": "i", "project_id": "p"}}):
                text = f"heat_template_version: {version}\noutputs: {{o: {{value: {{get_param: '{name}'}}}}}}\n"
                yield f"{name}/{version}/{stack}", {"template": text, **stack}
                for values in ({"parameters": {name: "x"}}, {"parameter_defaults": {name: "x"}}, {"parameter_defaults": {name: 5}}, {"parameter_defaults": {name: None}}):
                    yield f"{name}/{version}/{stack}/{values}", {"template": text, "environment": values, **stack}
                    own = text + f"parameters: {{'{name}': {{type: number, default: 7}}}}\n"
                    yield f"{name}/{version}/{stack}/{values}/own", {"template": own, "environment": values, **stack}


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "structure/scalars": scalars,
    "structure/json": jsons,
    "structure/versions": versions,
    "structure/files": files,
    "structure/pseudo": pseudo,
}
