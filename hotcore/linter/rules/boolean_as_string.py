"""A string parameter can only be true or false.

A parameter of type `boolean` accepts every spelling of a boolean (`yes`, `on`, `1`, `True`), is a switch in the form,
and is a condition by itself. A string has to be spelled exactly as it is compared.

Example::

    heat_template_version: 2021-04-16
    parameters:
      public: {type: string, default: 'True', constraints: [{allowed_values: ['True', 'False']}]}
    resources:
      net: {type: OS::Neutron::Net, properties: {shared: {get_param: public}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      public: {type: boolean, default: true}
    resources:
      net: {type: OS::Neutron::Net, properties: {shared: {get_param: public}}}
"""

from collections.abc import Iterator

from hotcore.constraints import FALSE_WORDS, TRUE_WORDS
from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject

_MOST = 12


@rule(Severity.HINT, about=About.DECLARATION)
def boolean_as_string(subject: Subject) -> Iterator[Found]:
    """Finds string parameters whose only allowed values are words for true and false."""
    for parameter in subject.template.parameters.values():
        for constraint in parameter.constraints if parameter.type == "string" else ():
            values = constraint.options.get("values", ()) if constraint.kind == "allowed_values" else ()
            words = {str(value).lower() for value in values[:_MOST]} - {"1", "0"}
            good = len(values) <= _MOST and words <= TRUE_WORDS | FALSE_WORDS
            if good and words & TRUE_WORDS and words & FALSE_WORDS:
                message = f"`{parameter.name}` can only be true or false."
                yield Found(message, constraint.span or parameter.span, "Use the type `boolean`.")
