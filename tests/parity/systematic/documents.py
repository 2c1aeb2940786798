"""Texts: odd scalars and markup of YAML in every kind of place, JSON and what only looks like it, odd files."""

import json
from collections.abc import Callable, Iterator

from tests.parity.strategies import vocabulary as words
from tests.parity.systematic.frames import LATEST, Body, Case, read_values

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
    "csv": _HEAD
    + "parameters:\n  p:\n    type: comma_delimited_list\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "json": _HEAD + "parameters:\n  p:\n    type: json\n    default: %s\noutputs: {o: {value: {get_param: p}}}\n",
    "allowed": _HEAD
    + "parameters:\n  p:\n    type: string\n    default: a\n    constraints:\n    - allowed_values: [a, %s]\n",
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
SCALARS = read_values("scalars")
NEARLY_JSON = read_values("nearly_json")
FILES = read_values("files")
_TUPLES = ("!!omap", "!!pairs", "!!binary")
"""What the text of a Python value shows to be neither a list nor a text; hotcore makes lists of them."""


def scalars() -> Iterator[Case]:
    """Every piece of text in every kind of place."""
    for place, text in PLACES.items():
        for index, scalar in enumerate(SCALARS):
            if place in ("string", "csv") and scalar.startswith(_TUPLES):
                continue
            yield f"{place}/{index}:{scalar[:20]!r}", {"template": text % scalar}


def jsons() -> Iterator[Case]:
    """JSON, and texts that are nearly JSON."""
    for text in NEARLY_JSON["documents"]:
        yield f"document/{text[:40]!r}", {"template": text}
    for value in NEARLY_JSON["values"]:
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
    names = (
        *words.VERSIONS,
        *words.RELEASES,
        *(name.title() for name in words.RELEASES),
        *(
            "icehouse",
            "juno",
            "kilo",
            "liberty",
            "mitaka",
            "stein",
            "train",
            "xena",
            "yoga",
            "2012-12-12",
            "2010-09-09",
            "2013-05-24",
            "2021-04-17",
            "2021-4-16",
            "2021/04/16",
            "20210416",
            " 2021-04-16",
            "latest",
            "1",
            "2013-05-23 00:00:00",
        ),
    )
    for name in names:
        for written in (
            name,
            f"'{name}'",
            f'"{name}"',
            f"!!str {name}",
            f"!!timestamp {name}",
            f"[{name}]",
            f"{{a: {name}}}",
            f"|\n  {name}",
            f">-\n  {name}",
        ):
            for key in (
                "heat_template_version",
                "'heat_template_version'",
                "HeatTemplateFormatVersion",
                "AWSTemplateFormatVersion",
                "heat-template-version",
            ):
                yield f"{key}/{written}", {"template": f"{key}: {written}\noutputs: {{}}\n"}
            for other in (
                "AWSTemplateFormatVersion: '2010-09-09'",
                "HeatTemplateFormatVersion: '2012-12-12'",
                "AWSTemplateFormatVersion: null",
                "heat_template_version: null",
                "HeatTemplateFormatVersion: 5",
                "heat_template_version: 2021-04-16",
            ):
                yield f"with/{other}/{written}", {"template": f"heat_template_version: {written}\n{other}\n"}
                yield f"after/{other}/{written}", {"template": f"{other}\nheat_template_version: {written}\n"}


def files() -> Iterator[Case]:
    """Files that are templates, or nearly."""
    for index, content in enumerate(FILES):
        for name in ("a.yaml", "boot.sh", "", "é", "file:///x", "a b"):
            for user in (None, name, "missing"):
                for broken in ("", "parameters: {p: {type: x}}\n", "zz: 1\n", "parameters: {p: {type: string}}\n"):
                    text = (
                        _HEAD
                        + (f"outputs: {{o: {{value: {{get_file: {json.dumps(user)}}}}}}}\n" if user is not None else "")
                        + broken
                    )
                    yield f"{index}/{name}/{user}/{broken[:16]}", {"template": text, "files": {name: content}}
    for first in FILES[:24]:
        for second in FILES[5:12]:
            body: Body = {"template": _HEAD, "files": {"a": first, "b": second}}
            yield f"two/{first[-20:]!r}/{second[-20:]!r}", body


def pseudo() -> Iterator[Case]:
    """The parameters that every stack has."""
    for name in (
        "OS::stack_name",
        "OS::stack_id",
        "OS::project_id",
        "OS::region",
        "AWS::Region",
        "AWS::StackName",
        "OS::",
        "stack_name",
    ):
        for version in (LATEST, "2013-05-23"):
            for stack in ({}, {"stack": {"name": "web"}}, {"stack": {"id": "i", "project_id": "p"}}):
                text = f"heat_template_version: {version}\noutputs: {{o: {{value: {{get_param: '{name}'}}}}}}\n"
                yield f"{name}/{version}/{stack}", {"template": text, **stack}
                for values in (
                    {"parameters": {name: "x"}},
                    {"parameter_defaults": {name: "x"}},
                    {"parameter_defaults": {name: 5}},
                    {"parameter_defaults": {name: None}},
                ):
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
