"""A function was adopted from CloudFormation, and has a replacement.

Only the oldest template version has it; all later ones refuse it. The fix is only suggested where the call fails for
some values and its replacement does not, such as a path into a `json` parameter.

Example::

    heat_template_version: 2013-05-23
    parameters:
      size: {type: number, default: 1}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {Ref: size}}}
    outputs:
      words: {value: {'Fn::Join': [' ', [one, two]]}}

Instead::

    heat_template_version: 2013-05-23
    parameters:
      size: {type: number, default: 1}
    resources:
      disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
    outputs:
      words: {value: {list_join: [' ', [one, two]]}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.replacements import instead, is_exact, successor
from hotcore.linter.subject import Subject


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def superseded_function(subject: Subject) -> Iterator[Found]:
    """Finds calls of functions that later versions do not have."""
    template = subject.template
    for call in subject.calls:
        replacement = instead(call.name, template.version)
        if replacement is None:
            continue
        message = f"`{call.name}` does not exist in later versions."
        quick_fix = successor(call, template, template.version.date)
        applicability = None if is_exact(call, template) else Applicability.SUGGESTED
        yield Found(
            message, call.node.key_span(call.name), f"Use {replacement}.", quick_fix, applicability=applicability
        )
