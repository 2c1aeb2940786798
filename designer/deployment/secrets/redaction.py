"""What of a stack is not shown: hidden values that are known within a request, and what may be others.

Heat tells no hidden value by itself, but outputs, reasons and attributes may have it in them. A value is known where
the template has it as a default, or where an output is nothing but the parameter. Of a resource that is given a value
that nobody knows, a reason is shown without what it quotes: services quote the values that they refuse.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from designer.deployment.secrets.secret_attributes import given_resources
from designer.store.masks import forms_of, without_quoted
from hotcore import Preview
from hotcore.template import Template, handed_parameter
from hotcore.values import MASK

MASKED = "******"
"""What Heat says of hidden values."""
MOST_TEXTS = 5000
"""Hidden values that are looked for in each text; where there are more, nothing of a text is shown."""


@dataclass(frozen=True, slots=True)
class Concealing:
    """The `texts` of known hidden values, the longest first, and the `resources` that are given hidden ones.

    `present` are the resources of which that is known. Another one was there before: whether it was given hidden values
    nobody can say, so it counts as given where the stack `hides_something`.
    """

    texts: tuple[str, ...] = ()
    resources: frozenset[str] = frozenset()
    present: frozenset[str] = frozenset()
    hides_something: bool = False

    def with_resources(self, names: Collection[str]) -> "Concealing":
        """Return the same, also for these resources."""
        hides_something = self.hides_something or bool(names)
        return replace(self, resources=self.resources | frozenset(names), hides_something=hides_something)

    def text(self, text: str) -> str:
        """Return a text without the values that are known."""
        if len(self.texts) > MOST_TEXTS:
            return MASK if text else ""
        for each in self.texts:
            text = text.replace(each, MASK)
        return text

    def reason(self, reason: str, resource: str = "") -> str:
        """Return why a resource has failed, or why the stack has, in the words of a service."""
        if not resource:
            is_given = bool(self.resources)
        else:
            is_given = resource in self.resources or (self.hides_something and resource not in self.present)
        return without_quoted(self.text(reason)) if is_given else self.text(reason)


def concealing_of(
    template: Template | None, preview: Preview, hidden: Collection[str], outputs: Iterable[Mapping[str, Any]]
) -> Concealing:
    """Return what of a stack is not shown; without a template that we can read, only what it says itself."""
    if template is None:
        return Concealing()
    defaults = [each.default for name, each in template.parameters.items() if name in hidden and each.has_default]
    told = [each.get("output_value") for each in outputs if _parameter_of(template, each) in hidden]
    texts = sorted(forms_of([*defaults, *told]), key=len, reverse=True)
    given = frozenset(given_resources(preview, hidden))
    return Concealing(tuple(texts), given, frozenset(preview.resources), bool(hidden))


def _parameter_of(template: Template, output: Mapping[str, Any]) -> str:
    """Return the parameter that an output is; empty for any other output."""
    found = template.outputs.get(str(output.get("output_key")))
    parameter = handed_parameter(found.node, template) if found is not None else None
    return parameter.name if parameter is not None else ""
