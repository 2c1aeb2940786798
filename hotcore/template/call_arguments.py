"""The arguments of calls, and the conditions that are named among them."""

from collections.abc import Container, Iterator

from hotcore.function_registry import testing_functions
from hotcore.syntax import Mapping, Node, Scalar, Sequence, maps


def arguments_of(call: Mapping) -> list[Node]:
    """The arguments of a call, of which a single one need not be in a list."""
    assert call.sole_key is not None
    argument = call.members[call.sole_key]
    return argument.items if isinstance(argument, Sequence) else [argument]


def condition_arguments(call: Mapping) -> Iterator[tuple[int, Node]]:
    """The arguments of a call that are conditions, by name or inline, with their positions."""
    signature = testing_functions().get(call.sole_key or "")
    for at, part in enumerate(arguments_of(call) if signature is not None else ()):
        if signature is not None and signature.spec(at).kind == "condition":
            yield at, part


def conditions_in(node: Node, conditions: Container[str]) -> Iterator[str]:
    """The conditions that a condition names: it is the name of one, or a call in it takes one.

    Other texts in it are values, even where a condition is called the same.
    """
    testing = testing_functions()
    named = [node] if isinstance(node, Scalar) else []
    for call in maps(node):
        if call.sole_key in testing:
            named += [part for _, part in condition_arguments(call) if isinstance(part, Scalar)]
    for one in named:
        if isinstance(one.value, str) and one.value in conditions:
            yield one.value
