"""A search for differences between Heat and hotcore over many cases."""

import json
import re
import traceback
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from tests.conformance.adapter import run_case
from tests.parity import heat
from tests.parity.comparison import NotJson, as_json, difference
from tests.parity.coverage import Coverage
from tests.parity.shrink import shrunk

Case = dict[str, Any]
_UNSTABLE = re.compile(r"[\"'`].*?[\"'`]|\d+|\[[^\]]*\]")


@dataclass
class Found:
    """A difference: the case, Heat's answer and in what hotcore's differs from it."""

    case: Case
    expected: dict[str, Any]
    what: str

    @property
    def kind(self) -> tuple[str, str]:
        """Differences of one kind probably have the same cause."""
        words = f"{self.expected.get('error_type')} {self.expected.get('message')}"
        return _UNSTABLE.sub("_", self.what.partition("\n")[0]), _UNSTABLE.sub("_", words)[:60]

    def report(self) -> str:
        """The case and both answers, to be read."""
        around = {key: value for key, value in self.case.items() if key not in ("template", "id")}
        words = self.expected.get("message")
        lines = [self.what, f"Heat says: {self.expected['error_type']}: {words}" if words else ""]
        lines += ["", self.case["template"].rstrip("\n"), "", json.dumps(around, ensure_ascii=False, default=repr)]
        return "\n".join(line for line in lines if line is not None)


@dataclass
class Tally:
    """The results of many cases."""

    stages: Counter[str] = field(default_factory=Counter)
    left_out: int = 0
    coverage: Coverage | None = None
    found: dict[tuple[str, str], list[Found]] = field(default_factory=dict)

    @property
    def compared(self) -> int:
        """How many cases were compared."""
        return sum(self.stages.values())

    def add(self, case: Case) -> None:
        """Compares the answers to one more case."""
        try:
            expected = asked(case)
            self.stages["accepted" if expected["ok"] else f"refused at {expected['error_stage']}"] += 1
            if self.coverage:
                self.coverage.add(case, expected)
            what = _difference(case, expected)
        except NotJson:
            self.left_out += 1
            return
        if what:
            found = Found(case, expected, what)
            self.found.setdefault(found.kind, []).append(found)

    def summary(self) -> str:
        """The numbers in two lines."""
        stages = ", ".join(f"{count} {stage}" for stage, count in self.stages.most_common())
        differences = sum(map(len, self.found.values()))
        return f"{stages}; {self.left_out} left out\n{self.compared - differences} passed, {differences} failed"

    def smallest(self) -> list[Found]:
        """One difference of every kind, made as small as it gets."""
        return [_shrunk(min(found, key=lambda one: len(one.case["template"]))) for found in self.found.values()]


def count_out(cases: Iterable[Case], coverage: Coverage | None = None) -> Tally:
    """Compares cases one after the other."""
    tally = Tally(coverage=coverage)
    for case in cases:
        tally.add(case)
    return tally


def search(strategy: st.SearchStrategy[Case], count: int, start: int, coverage: Coverage | None = None) -> Tally:
    """Compares a number of cases of a strategy, determined by the seed."""
    tally = Tally(coverage=coverage)

    @seed(start)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def compare(case: Case) -> None:
        tally.add(case)

    compare()
    return tally


def asked(case: Case) -> dict[str, Any]:
    """Heat's answer to a case in its JSON form; raises NotJson when it has none that can be compared."""
    if any(map(heat.reads_unsteadily, (case["template"], *case.get("files", {}).values()))):
        raise NotJson("not read by libyaml")
    answer = heat.answer(case)
    if answer["error_type"] == "AuthorizationFailure":
        raise NotJson("a constraint asks a cloud")
    return dict(as_json(answer))


def _difference(case: Case, expected: dict[str, Any]) -> str | None:
    """In what hotcore's answer differs from Heat's, in the words of a report."""
    try:
        return difference(expected, as_json(run_case(case)))
    except NotJson as problem:
        return f"hotcore's answer is not JSON: {problem}"
    except Exception as error:  # noqa: BLE001  whatever hotcore raises is a diagnostic
        where = "".join(traceback.format_exception(error, limit=-3))
        return f"hotcore raises {type(error).__name__}: {error}\n{where}"


def _shrunk(found: Found) -> Found:
    """The same kind of difference in a smaller case."""

    def again(case: Case) -> Found | None:
        tally = Tally()
        tally.add(case)
        same = tally.found.get(found.kind)
        return same[0] if same else None

    case = shrunk(found.case, lambda case: again(case) is not None)
    return again(case) or found
