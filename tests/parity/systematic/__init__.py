"""Cases that are counted out instead of drawn: every place of every form with every odd value, area by area.

What chance finds late, a neighbour of a known case, is asked here once and for all.  The identities of the cases say
what they try, so that a difference needs no explanation.
"""

from collections.abc import Callable, Iterable, Iterator

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
from tests.parity.systematic.frames import Case

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


def systematic_cases(areas: Iterable[str] = AREAS) -> Iterator[Case]:
    """All cases of the areas."""
    for area in areas:
        for identity, case in AREAS[area]():
            yield {"id": f"{area}/{identity}", **case}
