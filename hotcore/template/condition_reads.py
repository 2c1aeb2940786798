"""The parameters that the conditions of a template, and all that depends on them, read under any values."""

from collections.abc import Iterable, Iterator

from hotcore.function_registry import CONDITIONS, readers, testing_functions
from hotcore.syntax import Mapping, Node, Scalar, maps
from hotcore.template.call_arguments import condition_arguments, conditions_in
from hotcore.template.model import PSEUDO_PARAMETERS, Template
from hotcore.template.reference_search import parameters_named, parameters_of, parameters_read, reference_of


def with_needed(template: Template, names: Iterable[str]) -> dict[str, None]:
    """Conditions and those that they name, also through others, in the order of the template."""
    found: set[str] = set()
    pending = list(names)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending.extend(conditions_in(template.conditions[name].node, template.conditions))
    return {name: None for name in template.conditions if name in found}


def parameters_deciding(nodes: Iterable[Node], template: Template) -> frozenset[str]:
    """The parameters that conditions, named or inline, read for certain; a computed name is that of no certain one."""
    nodes = list(nodes)
    named = with_needed(template, [name for node in nodes for name in conditions_in(node, template.conditions)])
    nodes += [template.conditions[name].node for name in named]
    return frozenset(name for node in nodes for name in parameters_named(node, template, CONDITIONS))


class ConditionReads:
    """The parameters that the parts of a template read under any values, also through the conditions that they name.

    Names are given out; a set of parameters that is computed with is a number, with a bit for each of them and one for
    a computed name, which may be that of any: those of all conditions together can be as many as their square.
    """

    def __init__(self, template: Template) -> None:
        self.template = template
        self._names = tuple(dict.fromkeys((*template.parameters, *PSEUDO_PARAMETERS)))
        self.bits = {name: 1 << position for position, name in enumerate(self._names)}
        self._declared = (1 << len(template.parameters)) - 1
        self._computed = 1 << len(self._names)
        self._all: dict[str, int] = {}
        self._found: dict[str, frozenset[str]] = {}
        for name in template.condition_order:
            self._all[name] = self.tested(template.conditions[name].node)

    # -- names -----------------------------------------------------------------

    def own(self, name: str) -> frozenset[str]:
        """The parameters that a condition reads itself."""
        return parameters_read(self.template.conditions[name].node, self.template)

    def __getitem__(self, name: str) -> frozenset[str]:
        """The parameters that a condition reads."""
        if name not in self._found:
            self._found[name] = self.of([name])
        return self._found[name]

    def of(self, names: Iterable[str]) -> frozenset[str]:
        """The parameters that any of some conditions reads."""
        read = 0
        for name in names:
            read |= self._all[name]
        return frozenset(self.names(read))

    def names(self, read: int) -> Iterator[str]:
        """The parameters of a set."""
        if read & self._computed:
            read = (read | self._declared) & ~self._computed
        while read:
            lowest = read & -read
            yield self._names[lowest.bit_length() - 1]
            read ^= lowest

    # -- sets ------------------------------------------------------------------

    def tested(self, node: Node) -> int:
        """The parameters that a condition reads, by name or inline."""
        named = isinstance(node, Scalar) and isinstance(node.value, str)
        return self._all.get(node.value, 0) if named else self.below(node)  # type: ignore[attr-defined]

    def below(self, node: Node) -> int:
        """The parameters that a value reads."""
        reading, testing = readers("parameter"), testing_functions()
        found = 0
        for item in maps(node):
            if item.sole_key in reading:
                found |= self.named_by(item)
            if item.sole_key in testing:
                for _, part in condition_arguments(item):
                    found |= self.tested(part) if isinstance(part, Scalar) else 0
        return found

    def named_by(self, call: Mapping) -> int:
        """The parameter that a call names itself."""
        reference = reference_of(call)
        names = parameters_of(reference, self.template) if reference is not None else ()
        if reference is not None and reference.name is None:
            return self._computed if names else 0
        return sum(self.bits[name] for name in names)

    def declared(self, read: int) -> int:
        """The declared parameters of a set."""
        return self._declared if read & self._computed else self._declared & read

    def unread(self, read: int) -> int:
        """The declared parameters that are not in a set."""
        return self._declared & ~self.declared(read)
