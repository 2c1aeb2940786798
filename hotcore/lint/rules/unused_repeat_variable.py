"""`repeat` goes over a variable that its template does not name.

Every round comes out the same, as often as the list is long.

Example::

    heat_template_version: 2021-04-16
    outputs:
      ports:
        value:
          repeat:
            for_each: {<%port%>: ['80', '443']}
            template: {port: <%prot%>}

Instead::

    heat_template_version: 2021-04-16
    outputs:
      ports:
        value:
          repeat:
            for_each: {<%port%>: ['80', '443']}
            template: {port: <%port%>}
"""

from collections.abc import Iterator
from itertools import chain

from hotcore.diagnostics import Severity
from hotcore.evaluation import newest_functions
from hotcore.lint.registry import About, Found, rule
from hotcore.lint.subject import Subject, text_of
from hotcore.syntax import Mapping, Node, Scalar, walk

_MOST = 200


@rule(Severity.WARNING, about=About.PLACE)
def unused_repeat_variable(subject: Subject) -> Iterator[Found]:
    """Finds variables of `repeat` that its template never names, where its texts are written out."""
    defaults = {name: str(parameter.default) for name, parameter in subject.template.parameters.items()}
    for call in subject.calls_of("repeat"):
        variables, body = call.member("for_each"), call.member("template")
        if not isinstance(variables, Mapping) or body is None or not _is_written(subject, body):
            continue
        values = variables.members.values()  # which may name a variable that is put in after them
        said = [*_texts(body), *(text for value in values for text in _texts(value))]
        said += [defaults[name] for name in dict.fromkeys(map(_read, chain(*map(walk, values)))) if name in defaults]
        for name in list(variables.members)[:_MOST]:
            if isinstance(name, str) and not any(name in text for text in said):
                yield Found(f"The template of this `repeat` does not name `{name}`.", variables.key_span(name))


def _is_written(subject: Subject, body: Node) -> bool:
    """Whether a template has no texts but those that are written in it, so that what they name is known."""
    return all(
        node.sole_key == "get_resource"  # an identifier names no variable
        or newest_functions()[str(node.sole_key)].signature.passes_on
        or _is_textless(subject, node)
        for node in walk(body)
        if isinstance(node, Mapping) and subject.is_call(node)
    )


def _is_textless(subject: Subject, call: Mapping) -> bool:
    """Whether a call reads a parameter that is a number or a boolean."""
    read = subject.template.parameters.get(_read(call) or "")
    return read is not None and read.type in ("number", "boolean")


def _read(node: Node) -> str | None:
    """The parameter that a node reads as a whole."""
    return text_of(node.get("get_param")) if isinstance(node, Mapping) else None


def _texts(node: Node) -> Iterator[str]:
    """Every text below a node, keys included."""
    for item in walk(node):
        if isinstance(item, Scalar) and isinstance(item.value, str):
            yield item.value
        elif isinstance(item, Mapping):
            yield from (key for key in item.members if isinstance(key, str))
