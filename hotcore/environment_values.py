"""Parameter values that environments set, before the user enters any: the values and their locations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from hotcore.analysis import Document
from hotcore.diagnostics import Unreported
from hotcore.environment import Environment, EnvironmentValue, Section, combined
from hotcore.parameters import take_values
from hotcore.runtime import dataclass
from hotcore.symbolic import Matrix, condition_matrix, secrets_of
from hotcore.template import ConditionReads, Parameter, Template
from hotcore.values import MASK, Value


def environment_values(
    document: Document, environments: Sequence[Environment], *, mask: bool = True
) -> Mapping[str, EnvironmentValue]:
    """The values that the environments set for the template's parameters when no other values are given.

    With `mask`, the values of hidden parameters are masked.
    """
    if document.template is None or not environments:
        return {}
    merged = combined(environments, document.parameter_types(environments))
    parameters = document.template.parameters.values()
    return {name: found for parameter in parameters for name, found in _value(parameter, merged, mask=mask)}


def template_under(template: Template, values: Mapping[str, EnvironmentValue]) -> Template:
    """The template with values of environments as defaults: both apply unless another value is given.

    A parameter whose value Heat rejects has no default, because it needs another one. The values must not be masked.
    """
    parameters = dict(template.parameters)
    states = take_values(template, {name: found.value for name, found in values.items()}, {}, Unreported())
    for name, found in values.items():
        fits = not states[name].diagnostics
        default = found.value if fits else None
        parameters[name] = replace(parameters[name], has_default=fits, default=default)
    return replace(template, parameters=parameters)


def hidden_names(document: Document, environments: Sequence[Environment] = ()) -> frozenset[str]:
    """The names whose values in environments must not be shown or stored: hidden parameters of the template and of the
    templates among its files, which `parameter_defaults` reach, and those that the environments mark as encrypted."""
    encrypted = (str(name) for environment in environments for name in environment.encrypted_names)
    return document.hidden_names.union(encrypted)


@dataclass(frozen=True, slots=True)
class Withheld:
    """The values of environments that must not be shown or stored."""

    names: frozenset[str] = frozenset()
    """The names of parameters whose values are withheld."""
    own: frozenset[str] = frozenset()
    """Those of the names whose values in the section `parameters` may be shown: they only reach a visible parameter."""

    def has(self, section: str, name: str) -> bool:
        """Whether a value in a section is withheld."""
        return name in self.names and not (section == "parameters" and name in self.own)


def withheld(document: Document, environments: Sequence[Environment] = ()) -> Withheld:
    """The values of environments that reach hidden parameters, or that the environments mark as encrypted."""
    template = document.template
    own = template.parameters.keys() - template.hidden_names if template else frozenset()
    encrypted = {str(name) for environment in environments for name in environment.encrypted_names}
    return Withheld(hidden_names(document, environments), frozenset(own - encrypted))


def _value(parameter: Parameter, merged: Environment, *, mask: bool) -> Iterator[tuple[str, EnvironmentValue]]:
    """The effective value of a parameter with its name, if there is one."""
    sections: tuple[tuple[Section, Mapping[str, Value]], ...] = (
        ("parameters", merged.parameters),
        ("parameter_defaults", merged.parameter_defaults),
    )
    for section, values in sections:
        value = values.get(parameter.name)
        if value is not None:
            place = merged.place(section, parameter.name)
            shown = MASK if mask and parameter.hidden else value
            yield parameter.name, EnvironmentValue(shown, place.file if place else None, section)
            return


def matrix_under(document: Document, environments: Sequence[Environment]) -> Matrix:
    """The condition matrix of a readable template under environments: its values are given on top of theirs."""
    if document.template is None:
        raise ValueError("A document without a template has no conditions.")
    under = template_under(document.template, environment_values(document, environments, mask=False))
    read = ConditionReads(under).of(under.conditions)
    shown = environment_values(document, environments)
    given = {name: found for name, found in shown.items() if name in read}
    found = condition_matrix(under)
    return replace(found, given=given, secrets=(*found.secrets, *secrets_of(document.template)))
