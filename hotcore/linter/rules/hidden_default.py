"""A hidden parameter has a default.

The default is in clear text wherever the template is kept, and many stacks will share the same secret.
`OS::Heat::RandomString` generates one for each stack; without a default, users are asked for one.

Example::

    heat_template_version: 2021-04-16
    parameters:
      password: {type: string, hidden: true, default: verysecret}
    resources:
      secret:
        type: OS::Barbican::Secret
        properties: {payload: {get_param: password}, payload_content_type: text/plain}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      password: {type: string, hidden: true}
    resources:
      secret:
        type: OS::Barbican::Secret
        properties: {payload: {get_param: password}, payload_content_type: text/plain}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.DECLARATION)
def hidden_default(subject: Subject) -> Iterator[Found]:
    """Finds hidden parameters with a non-empty default."""
    for name, parameter in subject.template.parameters.items():
        if parameter.hidden and parameter.has_default and parameter.default not in ("", None, [], {}):
            message = f"The default of the hidden parameter `{name}` is readable in the template."
            yield Found(message, parameter.default_span)
