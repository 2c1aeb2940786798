"""A function was taken over from CloudFormation, and has a successor.

The oldest version of templates still knows it; every later one refuses it. The fix is only suggested where the call
fails for some values and its successor does not, as a path into a `json` parameter.

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
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.replacements import instead, is_exact, successor
from hotcore.lint.subject import Subject


@rule(Severity.HINT, about=About.PLACE, fixes=Applicability.SAFE)
def superseded_function(subject: Subject) -> Iterator[Found]:
    """Finds calls of functions that later versions lack."""
    template = subject.template
    for call in subject.calls:
        used = instead(call.name, template.version)
        if used is None:
            continue
        message = f"`{call.name}` is gone in later versions."
        mended = successor(call, template, template.version.date)
        applicability = None if is_exact(call, template) else Applicability.SUGGESTED
        yield Found(message, call.node.key_span(call.name), f"Use {used}.", mended, applicability=applicability)
