"""A value that a parameter has by environments."""

from dataclasses import dataclass
from typing import Literal

from hotcore.values import Value

Section = Literal["parameters", "parameter_defaults"]


@dataclass(frozen=True, slots=True)
class EnvironmentValue:
    """The value that a parameter has by environments, as it is written there or was merged.

    `file` is the environment file that it comes from, the last one where several were merged.
    """

    value: Value
    file: str | None
    section: Section
