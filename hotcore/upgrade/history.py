"""What each version brought, and what it took away."""

from dataclasses import dataclass
from itertools import pairwise

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.evaluation import CONDITIONS, VALUES, Removed, function_names, functions_of, news, table_of_functions
from hotcore.versions import VERSIONS, Version


@dataclass(frozen=True, slots=True)
class Gains:
    """What a version has that the one before it had not: functions, those of conditions, other things in sentences; and
    the functions that it lacks."""

    version: Version
    functions: tuple[str, ...]
    condition_functions: tuple[str, ...]
    features: tuple[str, ...]
    lost: tuple[Removed, ...]


@table_of_functions
def gains() -> tuple[Gains, ...]:
    """What every version but the oldest brought, oldest first."""
    return tuple(_gains(before, after) for before, after in pairwise(VERSIONS))


def _gains(before: Version, after: Version) -> Gains:
    known = functions_of(before)
    lost = (found for name, found in functions_of(after).items() if known.get(name) is not found)
    return Gains(
        after,
        _new(before, after, VALUES),
        _new(before, after, CONDITIONS),
        (*after.brought, *news().get(after.date, ())),
        tuple(sorted((found for found in lost if isinstance(found, Removed)), key=lambda found: found.name)),
    )


def _new(before: Version, after: Version, place: str) -> tuple[str, ...]:
    return tuple(name for name in function_names(after, place) if name not in function_names(before, place))
