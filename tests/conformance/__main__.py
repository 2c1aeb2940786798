"""Compares hotcore with Heat's recorded answers to the shared cases.

    python -m tests.conformance SHARED

runs the shared runner on both sets of cases and fails on every difference that `differences.txt` does not explain, and
on every explained one that is gone.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

SETS = ("conformance/cases", "corpus/cases.jsonl")
EXPLAINED = Path(__file__).with_name("differences.txt")


def main(shared: str) -> int:
    explained = explained_differences(EXPLAINED.read_text(encoding="utf-8"))
    failed = {case for cases in SETS for case in differing(Path(shared), cases)}
    for case in sorted(failed & explained.keys()):
        print(f"explained: {case}\n    {explained[case]}")
    for case in sorted(failed - explained.keys()):
        print(f"NOT EXPLAINED: {case}")
    for case in sorted(explained.keys() - failed):
        print(f"GONE, strike it from {EXPLAINED.name}: {case}")
    return int(failed != explained.keys())


def explained_differences(text: str) -> dict[str, str]:
    """The reason by case; a case's name starts its line, the reason follows indented."""
    reasons: dict[str, str] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            reasons[name] = f"{reasons[name]} {line.strip()}".strip()
        else:
            name = line.strip()
            reasons[name] = ""
    return reasons


def differing(shared: Path, cases: str) -> list[str]:
    """The names of the cases whose answer differs."""
    with tempfile.NamedTemporaryFile(suffix=".json") as details:
        runner = [sys.executable, str(shared / "conformance" / "run.py"), str(shared / cases), "--json", details.name]
        subprocess.run(runner, check=False)
        return [case["id"] for case in json.load(details)["cases"] if not case["passed"]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
