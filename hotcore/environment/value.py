"""A parameter value that comes from environments."""

from typing import Literal

from hotcore.runtime import dataclass
from hotcore.values import Value

Section = Literal["parameters", "parameter_defaults"]


@dataclass(frozen=True, slots=True)
class EnvironmentValue:
    """A parameter value from environments."""

    value: Value
    """The value as written or merged."""
    file: str | None
    """The environment file that it comes from, the last one when several were merged; None without one."""
    section: Section
    """The section that it comes from."""
