"""The places of values, and the phases in which Heat finds errors there."""

from dataclasses import replace

from hotcore.diagnostics import Phase
from hotcore.function_registry import Step
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class Phases:
    """The place of a value: the phases in which Heat finds errors there.

    There is one for each step; where it is None, the errors of the step are not reported.
    """

    syntax: Phase
    """That of errors which Heat notices while it parses the template."""
    naming: Phase | None = None
    """That of errors which Heat notices when it asks for the name of a referenced resource."""
    reference: Phase | None = None
    """That of errors which Heat notices when it computes dependencies."""
    collection: Phase | None = None
    """That of errors which Heat notices when it collects the requested attributes."""
    validation: Phase | None = None
    """That of errors which Heat notices when it validates functions."""
    value: Phase | None = None
    """That of errors which Heat notices when it resolves the value."""

    def phase(self, step: Step) -> Phase | None:
        """The phase of a step."""
        phases = (self.syntax, self.naming, self.reference, self.collection, self.validation, self.value)
        return phases[step.value - 1]


IN_RESOURCE = Phases(
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


def single_phase(phase: Phase) -> Phases:
    """A place in which Heat finds every error in the same phase, and validates nothing before it resolves it."""
    return Phases(phase, naming=phase, reference=phase, value=phase)


IN_DISABLED = Phases(Phase.RESOURCES)
IN_OUTPUT = Phases(
    Phase.OUTPUTS,
    naming=Phase.OUTPUTS,
    collection=Phase.RESOURCE_FUNCTIONS,
    validation=Phase.OUTPUT_FUNCTIONS,
    value=Phase.OUTPUT_VALUES,
)
IN_LONELY_OUTPUT = replace(IN_OUTPUT, naming=Phase.OUTPUT_VALUES)
"""Without resources, Heat does not look for the references of outputs early."""
