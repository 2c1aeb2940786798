"""A parameter value that comes from environments."""

from typing import Literal

from hotcore.runtime import dataclass
from hotcore.values import Value

Section = Literal["parameters", "parameter_defaults"]


@dataclass(frozen=True, slots=True)
class EnvironmentValue:
    """A parameter value from environments, as written or merged.

    `file` is the environment file that it comes from, the last one when several were merged.
    """

    value: Value
    file: str | None
    section: Section
