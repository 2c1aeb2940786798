"""Inputs to begin with, made from the cases of the tests and from what is registered: gestures, commands, addresses."""

import argparse
import json
from collections.abc import Iterator
from itertools import pairwise

from hotcore.cli.arguments import parser
from hotcore.edits import GESTURES
from hotcore.versions import version_names
from tests.fuzz.command_target import FILES
from tests.fuzz.inputs import HERE

CASES = HERE.parent / "cases"
LONGEST = 2_000
TEMPLATE = b"""\
heat_template_version: 2021-04-16
parameters:
  a: {type: string, default: b}
conditions:
  c: {equals: [{get_param: a}, b]}
resources:
  d:
    type: OS::Neutron::Port
    condition: c
    properties: {network: {get_resource: e}, name: {get_param: a}}
  e: {type: OS::Neutron::Net}
  f: {type: a.yaml}
outputs:
  g: {value: {get_attr: [d, show]}}
"""
ENVIRONMENT = b"parameters: {a: h}\nresource_registry: {OS::Neutron::Net: a.yaml}\n"
INNER = b"heat_template_version: 2018-08-31\nparameters: {i: {type: json, default: {}}}\n"


def templates() -> list[bytes]:
    """The short templates and environments of the cases."""
    paths = sorted(path for path in CASES.rglob("*") if path.suffix in (".yaml", ".json"))
    return [TEMPLATE, *(text for path in paths if len(text := path.read_bytes()) <= LONGEST and b"\0" not in text)]


def _bundles() -> Iterator[bytes]:
    """The files of each case, the template first."""
    for main in sorted(CASES.rglob("main.yaml")):
        others = sorted(path for path in main.parent.rglob("*.yaml") if path != main)
        yield b"\0".join(path.read_bytes() for path in (main, *others[:3]))


def _values() -> Iterator[bytes]:
    for text in templates():
        yield b"\0".join([text, ENVIRONMENT, b"{a: 1}", INNER])


def _pairs() -> Iterator[bytes]:
    """Neighbours among the cases, which seldom differ much."""
    texts = templates()
    for old, new in pairwise(texts):
        yield b"\0".join([old, new, ENVIRONMENT, b"parameters: {a: b}\n"])


def _merges() -> Iterator[bytes]:
    for text in templates():
        yield b"\0".join([text, text.replace(b"a", b"b"), text + b"# more\n"])


def _upgrades() -> Iterator[bytes]:
    for number, text in enumerate(templates()):
        yield text + b"\0" + list(version_names())[number % len(version_names())].encode()


def _matrices() -> Iterator[bytes]:
    for text in templates():
        yield text + b"\0" + ENVIRONMENT


ARGUMENTS = {
    "path": ["resources", "d", "properties", "name"], "inner": ["properties"], "index": 0, "group": 0, "line": 7,
    "section": "resources", "name": "d", "new": "j", "source": "d", "target": "e", "attribute": "show", "text": "k",
    "declaration": {"type": "string"}, "options": {"min": 1}, "members": {"d": "e"}, "bodies": {"d": {}},
    "field": "label", "names": ["d", "e"], "value": "l", "version": "2018-08-31", "kind": "length", "key": "name",
    "condition": "c", "resource": "d", "file": "m.yaml", "expression": "get_param", "body": {"type": "OS::Heat::None"},
}  # fmt: skip
"""A value for each argument of a gesture."""


def _edits() -> Iterator[bytes]:
    for name, gesture in GESTURES.items():
        taken = gesture.__kwdefaults__ or {}
        wanted = [key for key in gesture.__annotations__ if key not in ("draft", "return")]
        for keys in (wanted, [key for key in wanted if key not in taken]):
            arguments = {key: ARGUMENTS.get(key, "d") for key in keys}
            yield b"\0".join([TEMPLATE, name.encode(), json.dumps(arguments).encode()])


def _assistance() -> Iterator[bytes]:
    for number, text in enumerate(templates()):
        yield b"\0".join([text, str(number * 37 % (len(text) + 1)).encode(), INNER])


PROJECT = b'exclude = ["b*"]\nignore = ["unused-parameter"]\n[[templates]]\nfiles = ["*"]\nenvironments = ["e.yaml"]\n'


def _commands() -> Iterator[bytes]:
    """Each command with each of its options."""
    (top,) = (action for action in parser()._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in top.choices.items():
        line = [name, *(_sample(action) for action in command._actions if not action.option_strings)]
        for action in command._actions:
            for option in action.option_strings[-1:]:
                given = [] if action.nargs == 0 else [_sample(action)]
                words = " ".join([*line, option, *given]).encode()
                yield b"\0".join([words, TEMPLATE, ENVIRONMENT, INNER, PROJECT])


def _sample(action: argparse.Action) -> str:
    if action.choices:
        return list(action.choices)[-1]
    samples = {
        "NAME=VALUE": "a=b",
        "CLIENT=VERSION": "nova=2.1",
        "ENV": FILES[1],
        "CODE": "bad-default",
        "NEW": FILES[2],
    }
    return samples.get(str(action.metavar), "2018-08-31" if action.dest in ("version", "to") else FILES[0])


def _zips() -> Iterator[bytes]:
    names = (
        b"",
        b"main.yaml",
        b"../x",
        b"a/b.yaml",
        b"/etc/x",
        b"a\\b",
        b"\xff",
        b"a/a",
        b"a",
        b"C:x",
        b".git/x",
        b"x.zip",
    )
    for main in names:
        yield b"\0".join([main, b"main.yaml", TEMPLATE, main, INNER, b"a/a.yaml", INNER])


SEEDS = {
    "values": _values, "bundles": _bundles, "differences": _pairs, "merges": _merges, "upgrades": _upgrades,
    "matrices": _matrices, "edits": _edits, "assistance": _assistance, "commands": _commands, "zips": _zips,
}  # fmt: skip


REGISTERED = ("addresses", "commands", "edits", "zips")
"""Targets whose first inputs are made of what is registered, and not of cases that other tests are about."""


def seeds(target: str) -> Iterator[bytes]:
    """The inputs that a target begins with, besides those that it kept."""
    if target == "addresses":
        from tests.fuzz.app_targets import address_seeds  # which needs Django

        yield from address_seeds()
    elif target != "uploads":
        yield from SEEDS[target]() if target in SEEDS else templates()
