"""The template of a `repeat` does not use one of its variables.

Every repetition gives the same result, as many times as the list has items.

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

from collections.abc import Iterable, Iterator
from itertools import chain

from hotcore.diagnostics import Severity
from hotcore.evaluation import newest_functions
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject
from hotcore.syntax import Mapping, Node, Scalar, walk
from hotcore.template import Parameter, handed_parameter

_MOST = 200


@rule(Severity.WARNING, about=About.PLACE)
def unused_repeat_variable(subject: Subject) -> Iterator[Found]:
    """Finds variables of `repeat` that its template never uses, if all its strings are literal."""
    for call in subject.calls_of("repeat"):
        variables, body = call.member("for_each"), call.member("template")
        if not isinstance(variables, Mapping) or body is None or not _is_literal(subject, body):
            continue
        values = variables.members.values()  # which may contain a variable that is replaced later
        texts = [*_texts(body), *(text for value in values for text in _texts(value))]
        texts += [str(parameter.default) for parameter in _handed(subject, values)]
        for name in list(variables.members)[:_MOST]:
            if isinstance(name, str) and not any(name in text for text in texts):
                yield Found(f"The template of this `repeat` does not use `{name}`.", variables.key_span(name))


def _is_literal(subject: Subject, body: Node) -> bool:
    """Whether all strings of a template are literal, so that the variables in them are known."""
    return all(
        node.sole_key == "get_resource"  # an id contains no variable
        or newest_functions()[str(node.sole_key)].signature.passes_on
        or _is_stringless(subject, node)
        for node in walk(body)
        if isinstance(node, Mapping) and subject.is_call(node)
    )


def _is_stringless(subject: Subject, call: Mapping) -> bool:
    """Whether a call reads a parameter that is a number or a boolean."""
    read = handed_parameter(call, subject.template)
    return read is not None and read.type in ("number", "boolean")


def _handed(subject: Subject, values: Iterable[Node]) -> Iterator[Parameter]:
    """The parameters whose values are among some nodes and all below them, each once."""
    found = (handed_parameter(node, subject.template) for node in chain(*map(walk, values)))
    yield from {parameter.name: parameter for parameter in found if parameter is not None}.values()


def _texts(node: Node) -> Iterator[str]:
    """Every string below a node, keys included."""
    for item in walk(node):
        if isinstance(item, Scalar) and isinstance(item.value, str):
            yield item.value
        elif isinstance(item, Mapping):
            yield from (key for key in item.members if isinstance(key, str))
