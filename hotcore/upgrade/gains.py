"""Changes of each template version: what was added and removed."""

from itertools import pairwise

from hotcore import functions  # noqa: F401  importing them registers them
from hotcore.evaluation import CONDITIONS, VALUES, Removed, changes, function_names, functions_of, table_of_functions
from hotcore.runtime import dataclass
from hotcore.versions import VERSIONS, Version


@dataclass(frozen=True, slots=True)
class Gains:
    """What a version added: functions, condition functions, and other features in sentences; and the functions that it
    removed."""

    version: Version
    functions: tuple[str, ...]
    condition_functions: tuple[str, ...]
    features: tuple[str, ...]
    lost: tuple[Removed, ...]


@table_of_functions
def gains() -> tuple[Gains, ...]:
    """The gains of every version but the oldest, oldest first."""
    return tuple(_gains(before, after) for before, after in pairwise(VERSIONS))


def _gains(before: Version, after: Version) -> Gains:
    known = functions_of(before)
    lost = (found for name, found in functions_of(after).items() if known.get(name) is not found)
    return Gains(
        after,
        _new(before, after, VALUES),
        _new(before, after, CONDITIONS),
        (*after.brought, *changes().get(after.date, ())),
        tuple(sorted((found for found in lost if isinstance(found, Removed)), key=lambda found: found.name)),
    )


def _new(before: Version, after: Version, context: str) -> tuple[str, ...]:
    return tuple(name for name in function_names(after, context) if name not in function_names(before, context))
