"""Cases with Heat's recorded answers, in files."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

Case = dict[str, Any]

CASES = Path(__file__).parents[1] / "recorded" / "cases"
"""What was found by comparing, and what Heat was asked about on purpose."""


def read_cases(place: Path) -> list[Case]:
    """The cases of a file, or of all files of a folder: lists in `.json`, one for each line in `.jsonl`."""
    files = sorted([*place.glob("*.json"), *place.glob("*.jsonl")]) if place.is_dir() else [place]
    return [case for file in files for case in _read(file)]


def _read(file: Path) -> list[Case]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        return list(json.loads(text))
    return [_with_texts(json.loads(line), file.parent) for line in text.splitlines() if line.strip()]


def _with_texts(case: Case, folder: Path) -> Case:
    """The case with the texts of the files that it names in place of them."""
    if "template_file" not in case:
        return case
    texts = {name: (folder / path).read_text(encoding="utf-8") for name, path in case.get("files", {}).items()}
    template = (folder / case["template_file"]).read_text(encoding="utf-8")
    rest = {key: value for key, value in case.items() if key != "template_file"}
    return {**rest, "template": template, "files": texts}


def write_cases(file: Path, cases: Iterable[Case]) -> None:
    """Writes a `.json` file with one case per line."""
    lines = ",\n".join(json.dumps(case, ensure_ascii=False) for case in cases)
    file.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def answered(case: Case, answer: dict[str, Any]) -> Case:
    """The case with Heat's answer as the one that is expected; Heat's words are not recorded."""
    question = {key: value for key, value in case.items() if key != "expect"}
    return {**question, "expect": {key: value for key, value in answer.items() if key != "message"}}


def append(file: Path, cases: Iterable[Case]) -> None:
    """Adds cases to a `.json` file, named after it and numbered."""
    known = _read(file) if file.exists() else []
    numbered = ({"id": f"{file.stem}/{number}", **case} for number, case in enumerate(cases, start=len(known) + 1))
    write_cases(file, [*known, *numbered])
