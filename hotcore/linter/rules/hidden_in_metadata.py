"""The value of a hidden parameter is exposed in metadata, a name, a description or tags.

These are shown in clear text to everyone who may view the resource.

Example::

    heat_template_version: 2021-04-16
    parameters:
      token: {type: string, hidden: true}
    resources:
      disk:
        type: OS::Cinder::Volume
        properties: {size: 1, metadata: {token: {get_param: token}}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      token: {type: string, hidden: true}
    resources:
      secret:
        type: OS::Barbican::Secret
        properties: {payload: {get_param: token}, payload_content_type: text/plain}
      disk:
        type: OS::Cinder::Volume
        properties: {size: 1, metadata: {token_is_in: {get_resource: secret}}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject

_SHOWN = ("metadata", "name", "description", "tags")


@rule(Severity.HINT, about=About.DECLARATION)
def hidden_in_metadata(subject: Subject) -> Iterator[Found]:
    """Finds hidden parameters in properties that are shown to everyone."""
    for use in subject.shown_secrets:
        fields = use.path[2:4] if use.path[0] == "resources" else ()
        if fields[:1] == ("metadata",) or (fields[:1] == ("properties",) and fields[1:] and fields[1] in _SHOWN):
            field = fields[0] if fields[0] == "metadata" else fields[1]
            yield Found(f"The hidden parameter `{use.name}` is exposed in `{field}` of `{use.path[1]}`.", use.node.span)
