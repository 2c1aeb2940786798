"""Compares hotcore with a real Heat about the properties of resource types.

    python -m tests.parity.typed [--cases N] [--seed N] [--type NAME] [--keep FILE]
    python -m tests.parity.typed --record FILE

The first makes N templates, as many for each resource type, asks both whether they would be taken, and prints the
differences; the exit status tells whether there were any.  `--keep` adds them to a file of cases.  The second asks Heat
anew about the cases of a file.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hotcore.analysis import load, preview
from hotcore.catalogue import ResourceType, shipped_catalogue
from hotcore.diagnostics import Diagnostic, Phase, Severity, first_refusal
from hotcore.evaluation.scope import Surroundings
from hotcore.resolver.build import Preview
from tests.parity.strategies.properties import typed_template

CASES = Path(__file__).parents[1] / "recorded" / "cases_typed"
Case = dict[str, Any]

_STUMBLES = ("Incorrect translation rule", "<heat.engine")
"""Errors in Heat's own translation of properties, which are no intended refusals."""


def as_before_creation(text: str) -> Preview:
    """What hotcore makes of a template with the values that functions have before anything is created."""
    document = load(text)
    catalogue = shipped_catalogue()
    ids: dict[str, Any] = {}
    for name, resource in document.template.resources.items() if document.template else ():
        kind = catalogue.find(resource.type)
        if kind is not None and kind.no_reference:
            ids[name] = None
    return preview(document, surroundings=Surroundings(resource_ids=ids, created=True, catalogue=catalogue))


def verdict(text: str) -> str | None:
    """hotcore's refusal of a template, or None if it expects Heat to accept it."""
    found = first_refusal(_shared(as_before_creation(text)))
    return None if found is None else f"{found.phase.stage}: {found.code}: {found.message}"


def false_errors(text: str) -> list[str]:
    """The errors that hotcore reports without values although Heat accepts the template."""
    return [found.message for found in _shared(preview(load(text))) if found.severity is Severity.ERROR]


def _shared(result: Preview) -> list[Diagnostic]:
    """The diagnostics about what all plug-ins share: without relations that single ones check, and nested stacks."""
    return [
        found
        for found in result.diagnostics
        if found.code not in ("properties-group", "plug-in-rule") and found.phase is not Phase.NESTED_STACKS
    ]


def difference(text: str, refused: Any) -> str | None:
    """In what hotcore's verdict differs from Heat's; `refused` is what Heat says against the template, if it does."""
    said = verdict(text)
    if refused is None and said is not None:
        return f"Heat takes it; hotcore: {said}"
    if refused is not None and said is None:
        return f"Heat: {refused}; hotcore takes it"
    if refused is None and (errors := false_errors(text)):
        return f"Heat takes it; hotcore tells a reader: {errors[0]}"
    if refused is not None and said is not None and not said.startswith(f"{refused}".partition(":")[0]):
        return f"Heat: {refused}; hotcore: {said}"
    return None


def read_cases(folder: Path = CASES) -> list[Case]:
    """The recorded cases: `id`, `template`, and `refused`, which is null or what Heat said."""
    return [case for path in sorted(folder.glob("*.json")) for case in json.loads(path.read_text(encoding="utf-8"))]


def generated(count: int, seed: int, only: str | None = None) -> Iterator[tuple[ResourceType, str]]:
    """So many templates, each with a resource of another type, in the catalogue's order."""
    catalogue = shipped_catalogue()
    kinds = [kind for name in catalogue.type_names if (kind := catalogue.find(name)) and not kind.any_properties]
    chosen = [kind for kind in kinds if only in (None, kind.name)]
    for number in range(count):
        kind = chosen[number % len(chosen)]
        yield kind, json.dumps(typed_template(kind, random.Random(f"{seed}-{number}")))


def search(count: int, seed: int, only: str | None = None) -> tuple[Counter[str], list[tuple[str, str, Case]]]:
    """How often what came out, and the differences: what differs, the template, and the case."""
    from tests.parity.heat_typed import refusal

    tally: Counter[str] = Counter()
    found = []
    for kind, text in generated(count, seed, only):
        refused = refusal(text)
        if refused is not None and any(words in str(refused) for words in _STUMBLES):
            tally["left out"] += 1
            continue
        tally["taken" if refused is None else "refused"] += 1
        if differs := difference(text, refused):
            tally["different"] += 1
            found.append((differs, text, case_of(f"{kind.name} {seed}-{tally.total()}", text, refused)))
    return tally, found


def case_of(name: str, text: str, refused: Any) -> Case:
    """A case as it is kept."""
    return {"id": name, "template": json.loads(text), "refused": None if refused is None else str(refused)}


def main(arguments: list[str]) -> int:
    """Does what the arguments ask for."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.parity.typed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cases", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--type", metavar="NAME")
    parser.add_argument("--keep", type=Path, metavar="FILE")
    parser.add_argument("--record", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    if options.record:
        from tests.parity.heat_typed import refusal

        cases = json.loads(options.record.read_text(encoding="utf-8"))
        texts = [json.dumps(case["template"]) for case in cases]
        write(
            options.record, [case_of(case["id"], text, refusal(text)) for case, text in zip(cases, texts, strict=True)]
        )
        return 0
    tally, found = search(options.cases, options.seed, options.type)
    for differs, text, _ in found[:40]:
        print(f"\n{differs}\n  {text}")
    if options.keep and found:
        kept = json.loads(options.keep.read_text(encoding="utf-8")) if options.keep.exists() else []
        write(options.keep, kept + [case for _, _, case in found])
    print(f"\n{options.cases} cases: {', '.join(f'{count} {what}' for what, count in sorted(tally.items()))}")
    return int(bool(found))


def write(path: Path, cases: list[Case]) -> None:
    """Writes cases, one a line."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    path.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
