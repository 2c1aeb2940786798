"""Compares hotcore with a real Heat on bundles: nested templates, groups of resources, a registry.

    python -m tests.parity.nested [--cases N] [--seed N] [--keep FILE]

Compared is whether the bundle is accepted, and in the tree of stacks every parameter and property that both know.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import hotcore
from hotcore.resolver import NestedStack, ResourceState
from hotcore.values import Unknown
from tests.parity.comparison import NotJson, as_json

Bundle = Mapping[str, Any]
CASES = Path(__file__).parents[1] / "recorded" / "nested.json"


def preview_of(bundle: Bundle) -> hotcore.Preview:
    """What hotcore makes of a bundle."""
    document = hotcore.load(bundle["template"], bundle["files"])
    environment = hotcore.read_environment(json.dumps(bundle["environment"]), "environment.yaml", "")
    return hotcore.preview(document, environments=[environment], mask=False)


def differences(bundle: Bundle, expected: Mapping[str, Any]) -> Iterator[str]:
    """Where hotcore and Heat differ, each in one line."""
    found = preview_of(bundle)
    if found.ok != expected["ok"]:
        why = found.refusal.message if found.refusal else expected.get("message", "")
        yield f"Heat {'accepts' if expected['ok'] else 'refuses'}, hotcore does not: {why}"
    elif found.ok:
        yield from _stack_differences(expected["tree"], found, "")


def _stack_differences(expected: Mapping[str, Any], found: hotcore.Preview | None, path: str) -> Iterator[str]:
    if found is None:
        yield f"{path}: hotcore did not look into it"
        return
    for name, value in expected["parameters"].items():
        if name in found.parameters:
            yield from _value_differences(value, found.parameters[name].value, f"{path}/{name}")
    yield from _resource_differences(expected["resources"], found.resources, path)


def _resource_differences(expected: Mapping[str, Any], found: Mapping[str, ResourceState], path: str) -> Iterator[str]:
    on = {name for name, state in found.items() if state.enabled is not False}
    for name, answer in expected.items():
        at = f"{path}/{name}"
        if name not in on:
            yield f"{at}: only Heat has it"
            continue
        state = found[name]
        if "error" not in answer:
            yield from _value_differences(answer["properties"] or {}, state.properties, at)
        if "nested" in answer:
            yield from _nested_differences(answer["nested"], state.nested, at)
        elif "error" not in answer and state.nested is not None:
            yield f"{at}: only hotcore looks into it"


def _nested_differences(expected: Mapping[str, Any], found: NestedStack | None, path: str) -> Iterator[str]:
    if found is None:
        yield f"{path}: only Heat looks into it"
    elif not found.is_group:
        if not found.left_out:
            yield from _stack_differences(expected, found.preview, path)
    elif found.members != len(expected["resources"]):
        yield f"{path}: Heat has {len(expected['resources'])} members, hotcore {found.members}"
    else:
        members = expected["resources"]
        if set(found.resources) <= set(members):
            yield from _resource_differences({name: members[name] for name in found.resources}, found.resources, path)
        elif members:  # the names of a scaling group's members are not predictable
            first, state = next(iter(members.values())), next(iter(found.resources.values()))
            yield from _resource_differences({"0": first}, {"0": state}, path)


def _value_differences(expected: Any, found: Any, path: str) -> Iterator[str]:
    if isinstance(found, Unknown):
        return
    if isinstance(expected, dict) and isinstance(found, dict) and set(expected) == set(found):
        for key in expected:
            yield from _value_differences(expected[key], found[key], f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _value_differences(one, other, f"{path}[{at}]")
    elif type(expected) is not type(found) or expected != found:
        yield f"{path}: Heat has {expected!r}, hotcore {found!r}"


def main(arguments: list[str]) -> int:
    """Compares generated bundles; 1 with differences."""
    from tests.parity.heat_bundle import answer
    from tests.parity.strategies.bundles import generated_bundle

    parser = argparse.ArgumentParser(prog="python -m tests.parity.nested", description=__doc__)
    parser.add_argument("--cases", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, metavar="N")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    start = random.randrange(2**31) if options.seed is None else options.seed
    counts = {"accepted": 0, "refused": 0, "different": 0}
    kept = []
    for seed in range(start, start + options.cases):
        bundle = generated_bundle(seed)
        expected = answer(bundle)
        counts["accepted" if expected["ok"] else "refused"] += 1
        if found := next(differences(bundle, expected), None):
            counts["different"] += 1
            sys.stdout.write(f"-- {seed}: {found}\n   Heat: {expected['message']}\n   {json.dumps(bundle)}\n")
            kept.append(case_of(f"nested/{seed}", bundle, expected))
    if options.keep and kept:
        options.keep.write_text("[\n" + ",\n".join(json.dumps(case) for case in kept) + "\n]\n", encoding="utf-8")
    sys.stdout.write(f"{options.cases} bundles from SEED={start}: {counts}\n")
    return int(bool(counts["different"]))


def case_of(name: str, bundle: Bundle, expected: Mapping[str, Any]) -> dict[str, Any]:
    """A bundle with Heat's answer, to be kept; a tree that JSON cannot hold is left out."""
    try:
        tree = as_json(expected["tree"])
    except NotJson:
        tree = None
    return {"id": name, **bundle, "expect": {"ok": expected["ok"], "tree": tree}}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
