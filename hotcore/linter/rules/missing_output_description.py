"""An output has no description.

Users who read the outputs of the stack, or pass them to another stack, see only its name.

Example::

    heat_template_version: 2021-04-16
    outputs:
      port: {value: 8080}

Instead::

    heat_template_version: 2021-04-16
    outputs:
      port: {value: 8080, description: The port at which the service answers}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def missing_output_description(subject: Subject) -> Iterator[Found]:
    """Finds outputs without a description."""
    for output in subject.template.outputs.values():
        if not output.description:
            yield Found(f"The output `{output.name}` has no description.", output.span)
