"""What each version brought, and what it took away."""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from hotcore import functions  # noqa: F401  importing them makes them known
from hotcore.evaluation import CONDITIONS, VALUES, Removed, function_names, functions_of
from hotcore.versions import VERSIONS, Version

_FEATURES = {
    "2015-10-15": (
        "`list_join` takes several lists, and joins lists and maps as JSON.",
        "`str_replace` puts lists and maps into a text as JSON.",
        "`get_attr` without an attribute gives all of them.",
    ),
    "2016-10-14": (
        "`conditions`, and `condition` for resources and outputs.",
        "`external_id` makes a resource of something that is there already.",
        "`repeat` goes over the keys of maps.",
        "A deletion policy can be in small letters.",
        "Versions have the names of releases too.",
    ),
    "2017-02-24": ("`modulo`, a constraint for numbers that go in steps.",),
    "2017-09-01": ("`permutations: false` of `repeat` goes through several lists at once.",),
    "2018-03-02": ("`tags` of parameters.",),
    "2021-04-16": ("`if` without its third argument leaves out what it stands for.",),
}
"""What versions brought besides functions."""


@dataclass(frozen=True, slots=True)
class Gains:
    """What a version has that the one before it had not: functions, those of conditions, other things in sentences; and
    the functions that it lacks."""

    version: Version
    functions: tuple[str, ...]
    condition_functions: tuple[str, ...]
    features: tuple[str, ...]
    lost: tuple[Removed, ...]


@cache
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
        _FEATURES.get(after.date, ()),
        tuple(sorted((found for found in lost if isinstance(found, Removed)), key=lambda found: found.name)),
    )


def _new(before: Version, after: Version, place: str) -> tuple[str, ...]:
    return tuple(name for name in function_names(after, place) if name not in function_names(before, place))
