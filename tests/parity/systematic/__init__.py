"""Systematic cases: every position of every form with every odd value, area by area.

They include neighbours of known cases, which random search finds late.  The identities of the cases say
what they try, so that a difference needs no explanation.
"""

from collections.abc import Callable, Iterator

from tests.parity.systematic import (
    conditions,
    constraints,
    documents,
    functions,
    order,
    parameters,
    resources,
    sections,
    yaql,
)
from tests.parity.systematic.frames import Body, Case

AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    **functions.AREAS,
    **yaql.AREAS,
    **conditions.AREAS,
    **parameters.AREAS,
    **constraints.AREAS,
    **resources.AREAS,
    **sections.AREAS,
    **documents.AREAS,
    **order.AREAS,
}


def systematic_cases(starts: tuple[str, ...] = ()) -> Iterator[Body]:
    """The cases of all areas, or of those whose names start so; none twice."""
    seen: set[int] = set()
    for area, cases in AREAS.items():
        if starts and not area.startswith(starts):
            continue
        for identity, case in cases():
            if (mark := hash(repr(case))) not in seen:
                seen.add(mark)
                yield {"id": f"{area}/{identity}", **case}
