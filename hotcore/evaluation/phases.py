"""Where a value stands, and in which phase Heat comes upon which mistake there."""

from dataclasses import dataclass, replace

from hotcore.diagnostics import Phase
from hotcore.function_registry import Step


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands: the phases in which Heat finds mistakes there; no phase, no finding."""

    syntax: Phase
    naming: Phase | None = None
    reference: Phase | None = None
    collection: Phase | None = None
    validation: Phase | None = None
    value: Phase | None = None

    def phase(self, step: Step) -> Phase | None:
        """The phase of a step."""
        phases = (self.syntax, self.naming, self.reference, self.collection, self.validation, self.value)
        return phases[step.value - 1]


IN_RESOURCE = Place(
    Phase.RESOURCES,
    naming=Phase.DEPENDENCIES,
    reference=Phase.DEPENDENCIES,
    collection=Phase.RESOURCE_FUNCTIONS,
    validation=Phase.RESOURCE_FUNCTIONS,
    value=Phase.RESOURCE_VALUES,
)
IN_POLICY = replace(IN_RESOURCE, naming=Phase.RESOURCE_VALUES, reference=Phase.RESOURCE_FUNCTIONS, collection=None)
IN_EXTERNAL = replace(IN_RESOURCE, validation=None)
"""In a resource with an external id, which Heat does not validate."""
IN_EXTERNAL_POLICY = replace(IN_POLICY, reference=Phase.RESOURCE_VALUES, validation=None)
IN_EXTERNAL_ID = replace(IN_EXTERNAL, collection=None, value=Phase.DEPENDENCIES)


def place_at(phase: Phase) -> Place:
    """A place in which Heat finds every mistake in the same phase, and nothing is validated before it is resolved."""
    return Place(phase, naming=phase, reference=phase, value=phase)


IN_DISABLED = Place(Phase.RESOURCES)
IN_OUTPUT = Place(
    Phase.OUTPUTS,
    naming=Phase.OUTPUTS,
    collection=Phase.RESOURCE_FUNCTIONS,
    validation=Phase.OUTPUT_FUNCTIONS,
    value=Phase.OUTPUT_VALUES,
)
IN_LONELY_OUTPUT = replace(IN_OUTPUT, naming=Phase.OUTPUT_VALUES)
"""Without resources, nobody asks early which of them the outputs refer to."""
