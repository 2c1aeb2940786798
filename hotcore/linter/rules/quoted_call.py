"""A function call is inside a string.

In quotes, or among other characters, it is part of the string and is not called. `str_replace` inserts values into
strings.

Example::

    heat_template_version: 2021-04-16
    parameters:
      zone: {type: string, default: a}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: '{get_param: zone}'}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      zone: {type: string, default: a}
    resources:
      net: {type: OS::Neutron::Net, properties: {name: {get_param: zone}}}
"""

import re
from collections.abc import Collection, Iterator

from hotcore.diagnostics import Applicability, Fix, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Path, Subject
from hotcore.runtime import regex
from hotcore.syntax import Scalar

_LONGEST = 500
_CALL = regex(r"\{ *['\"]?(get_param|get_resource)['\"]? *: *['\"]?([^\s'\"{}\[\],]+)['\"]? *\}")


@rule(Severity.WARNING, changes=True, about=About.PLACE, fixes=Applicability.SUGGESTED)
def quoted_call(subject: Subject) -> Iterator[Found]:
    """Finds single-line strings with a call of `get_param` or `get_resource` that names something in the template."""
    names: dict[str, Collection[str]] = {
        "get_param": subject.template.parameters,
        "get_resource": subject.template.resources,
    }
    for path, node, _ in subject.values if subject.may_quote_calls else ():
        text = node.value if isinstance(node, Scalar) else None
        if not isinstance(text, str) or "{" not in text or len(text) > _LONGEST or "\n" in text.strip():
            continue
        call = next((found for found in _CALL.finditer(text) if found[2] in names[found[1]]), None)
        if call is not None:
            is_whole = call[0] == text.strip()
            hint = "Remove the quotes." if is_whole else "Use `str_replace` to insert values into strings."
            yield Found(f"`{call[1]}` is not called inside a string.", node.span, hint, _bare(call, text, path))


def _bare(call: re.Match[str], text: str, path: Path) -> Fix | None:
    """The gesture that makes it a call, if there is nothing else in the string."""
    if call[0] != text.strip() or len(path) < 3:
        return None
    return fix(f"Call `{call[1]}`", "set", path=list(path), value={call[1]: call[2]})
