"""The evaluation of one resource: its stack, from a nested template or a group, and its known attributes.

Each different use of a template is evaluated once."""

from dataclasses import replace
from typing import Any

from hotcore.catalogue import TEMPLATE_ENDINGS, ResourceType
from hotcore.diagnostics import Diagnostic, Phase, Related, Report, Severity
from hotcore.environment import missing_template
from hotcore.evaluation import DEEPEST_STACK, ResolvedType, Surroundings, first_cycle, resolve_type
from hotcore.evaluation import NestingStep as Step
from hotcore.resolver.nested.diagnostics import inherited, where_used
from hotcore.resolver.nested.early_checks import Early, wrong_values
from hotcore.resolver.nested.facade import facade_problems
from hotcore.resolver.nested.groups import Group, hidden_members
from hotcore.resolver.nested.inputs import Found, Inputs, Resolve, ResolvedStack, Use
from hotcore.resolver.nested.member_checks import wrong_sizes
from hotcore.resolver.nested.parameters import given_values, shown_values, with_defaults
from hotcore.resolver.nested.refusals import from_parent, refused_by
from hotcore.resolver.nested.remote_stack import REMOTE_STACK, remote_stack
from hotcore.resolver.resolution import ResolvedResource
from hotcore.resolver.states import NestedStack
from hotcore.resources import COMPUTED, GROUPS, RESOURCE_GROUP, SCALING, computed_values
from hotcore.template import Template
from hotcore.values import Unknown, Value, comparable

_QUOTABLE = ("a number.", "the boolean true.", "the boolean false.")


class Nest:
    """Evaluates the stack of one resource, if it is one, and its known attributes."""

    def __init__(self, use: Use, report: Report, resolve: Resolve) -> None:
        self.use = use
        self.report = report
        self.resolve = resolve

    def found(self) -> Found | None:
        """The stack and the attributes; None when nothing is known about the resource."""
        resolved_type = resolve_type(self.use.true.name, self.use.type, self.use.surroundings)
        if resolved_type.file is not None:
            return self._file(resolved_type)
        if resolved_type.name in GROUPS:
            return self._group(resolved_type.name)
        if resolved_type.name == REMOTE_STACK:
            return remote_stack(self.use, self.resolve), None, None
        if resolved_type.schema is not None and resolved_type.name in COMPUTED:
            return self._computed(resolved_type.schema)
        if not resolved_type.known and self.use.type in self.use.nesting.gone:
            message = f"`{self.use.type}` is mapped to the template that it is used in, where Heat does not know it."
            self._complain("unknown-resource-type", message, Phase.RESOURCES)
        return None

    def _computed(self, kind: ResourceType) -> Found:
        values = computed_values(kind, self.use.true.properties)
        shown = self.use.shown is not self.use.true
        return None, values, computed_values(kind, self.use.shown.properties) if shown else values

    def _complain(
        self, code: str, message: str, phase: Phase, hint: str | None = None, related: tuple[Related, ...] = ()
    ) -> None:
        self._report(Diagnostic(code, message, self.use.span, hint=hint, related=related, phase=phase))

    def _report(self, diagnostic: Diagnostic) -> None:
        self.report.add(replace(diagnostic, file=self.use.nesting.file))

    def _file(self, resolved_type: ResolvedType) -> Found | None:
        nested, file = resolved_type.nested, resolved_type.file or ""
        if nested is None:
            self._missing(resolved_type, file)
            return NestedStack(file, left_out="missing"), None, None
        if nested.is_left_out:
            self._report_budget()
            return NestedStack(file, left_out="too-many"), None, None
        if nested.template is None:
            if not nested.is_foreign:
                self._unreadable(resolved_type, file)
            return NestedStack(file, left_out="foreign" if nested.is_foreign else "unreadable"), None, None
        if self._is_endless(file):
            return NestedStack(file, left_out="unknown"), None, None
        if self.use.nesting.is_deepest:
            self._too_deep(file)
            return NestedStack(file, left_out="too-deep"), None, None
        template = with_defaults(nested.template, self.use.nesting.tree.defaults)
        self._check_facade(resolved_type)
        resolved = self._resolved(resolved_type, template, nested.found)
        if resolved is None:
            return NestedStack(file, left_out="too-many"), None, None
        return NestedStack(file, resolved.preview, inside=resolved.shown), resolved.values, resolved.shown_values

    def _missing(self, resolved_type: ResolvedType, file: str) -> None:
        if resolved_type.target is not None and resolved_type.target.is_file and resolved_type.target.span:
            missing = missing_template(resolved_type.target, self.use.surroundings.files, used=True)
            self.report.add(replace(missing, related=(self._used_here(),), phase=Phase.NESTED_STACKS))
            return
        message = f"There is no file `{self.use.type}` for this type."
        known = [name for name in self.use.surroundings.files if name.endswith(TEMPLATE_ENDINGS)]
        hint = self.report.did_you_mean(file, known) or f"Add `{file}` to the template's files."
        self._complain("missing-file", message, Phase.RESOURCE_FUNCTIONS, hint)

    def _unreadable(self, resolved_type: ResolvedType, file: str) -> None:
        assert resolved_type.nested is not None
        if resolved_type.nested.is_versioned:
            self.report.extend(inherited(resolved_type.nested.found, file, self._used_here()))
            return
        first = resolved_type.nested.found[0] if resolved_type.nested.found else None
        related = (Related(first.message, first.span, file),) if first and first.span else ()
        message = f"`{file}` is not a template that Heat can read."
        self._complain("bad-nested-template", message, Phase.RESOURCE_FUNCTIONS, related=related)

    def _is_endless(self, file: str) -> bool:
        """Whether a file contains itself and only an unknown condition can end it."""
        nesting = self.use.nesting
        return nesting.uses(file) and not (nesting.sure and self.use.sure)

    def _too_deep(self, file: str) -> None:
        nesting = self.use.nesting
        cycle = first_cycle((*nesting.chain, Step(file, self.use.span, nesting.file)))
        if cycle:
            message = f"Circular nesting: {' uses '.join(f'`{step.file}`' for step in cycle)}."
            closing = cycle[-1]
            self.report.add(
                Diagnostic("nested-circle", message, closing.span, file=closing.used_in, phase=Phase.NESTED_STACKS)
            )
        else:
            message = f"Heat limits nested stacks to {DEEPEST_STACK} levels; this one would be deeper."
            self._complain("nested-too-deep", message, Phase.NESTED_STACKS)

    def _check_facade(self, resolved_type: ResolvedType) -> None:
        """Reports why the template cannot replace the type that the registry maps to it."""
        catalogue = self.use.surroundings.catalogue
        facade = catalogue.find(self.use.type) if resolved_type.target is not None and catalogue is not None else None
        if facade is None or resolved_type.schema is None:
            return
        problems = list(facade_problems(facade, resolved_type.schema))
        if problems:
            message = f"`{resolved_type.file}` cannot replace `{self.use.type}`: {problems[0]}"
            hint = f"Also: {' '.join(problems[1:4])}" if len(problems) > 1 else None
            self._complain("unlike-its-type", message, Phase.NESTED_STACKS, hint)

    def _used_here(self) -> Related:
        return where_used(self.use.type, self.use.span, self.use.nesting.file)

    def _resolved(
        self, resolved_type: ResolvedType, template: Template, known: tuple[Diagnostic, ...]
    ) -> ResolvedStack | None:
        assert resolved_type.file is not None
        assert resolved_type.nested is not None
        use, tree = self.use, self.use.nesting.tree
        inputs = self._inputs(template, resolved_type.file)
        gone = frozenset((use.type,)) if resolved_type.target is not None else frozenset()
        around = self._surroundings(resolved_type, inputs, gone)
        key = (
            resolved_type.file,
            _key(inputs),
            _registry_key(use),
            around.nesting.depth if around.nesting else 0,
            around.nesting.sure if around.nesting else True,
        )
        if key not in tree.remembered:
            before, length = tree.size, resolved_type.nested.length
            if not tree.grow(length, len(template.resources)) or not tree.spend(length):
                self._report_budget()
                return None
            fresh = self.resolve(template, around, inputs, known)
            # Keeps the registry alive: its id is in the key, and no later registry may get the same one.
            tree.remembered[key] = fresh, Early(template, fresh.preview), tree.size - before, use.surroundings.registry
        elif not tree.grow(tree.remembered[key][2]):
            self._report_budget()
            return None
        resolved: ResolvedStack
        early: Early
        resolved, early, *_ = tree.remembered[key]
        found = (from_parent(each, use, resolved_type.file) for each in resolved.preview.diagnostics)
        self.report.extend(inherited(found, resolved_type.file, self._used_here(), early.covers))
        for diagnostic in wrong_values(early, resolved.preview, resolved_type.file, use):
            self._report(diagnostic)
        return resolved

    def _surroundings(self, resolved_type: ResolvedType, inputs: Inputs, gone: frozenset[str]) -> Surroundings:
        use, waits = self.use, Unknown(f"get_resource {self.use.true.name}")
        return replace(
            use.surroundings,
            attributes={},
            resource_ids={},
            stack={**use.surroundings.stack, "OS::stack_name": waits, "OS::stack_id": waits},
            parent=inputs.parent,
            registry=use.surroundings.registry.inside(use.true.name, resolved_type.target),
            nesting=use.nesting.of_file(resolved_type.file or "", use.span, gone, sure=self.use.sure),
        )

    def _inputs(self, template: Template, file: str) -> Inputs:
        def complain(name: str, at: int, message: str) -> None:
            span = self.use.span_of(name, at)
            message = f"The comma delimited list `{name}` {message}"
            hint = "Quote it." if message.endswith(_QUOTABLE) else None
            found = Diagnostic("bad-list-item", message, span, hint=hint, phase=Phase.NESTED_STACKS)
            self._report(replace(found, refusals=refused_by(template.parameters[name], self.use, file, message, at)))

        true, shown = self.use.true, self.use.shown
        given = given_values(template, true.properties, complain)
        masked = {} if shown is true else shown_values(template, given, shown.properties)
        return Inputs(given, masked, _facade(true), _facade(shown))

    def _report_budget(self) -> None:
        tree = self.use.nesting.tree
        if not tree.reported:
            tree.reported = True
            message = "There are too many nested templates to evaluate all at once; the rest is left out."
            self._report(
                Diagnostic("nested-left-out", message, self.use.span, Severity.HINT, phase=Phase.NESTED_STACKS)
            )

    def _group(self, kind: str) -> Found | None:
        use = self.use
        properties, node = use.true.properties, use.properties_node
        if kind == SCALING and isinstance(properties, dict):
            for problem in wrong_sizes(properties, node, use.span):
                self._report(problem)
        members = GROUPS[kind](properties, node) if isinstance(properties, dict) else None
        if members is None:
            return None
        if use.nesting.is_deepest:
            if members.size != 0 or kind != RESOURCE_GROUP:
                self._too_deep("")
            return NestedStack(members=members.size, left_out="too-deep"), None, None
        shown = members
        if use.shown is not use.true and use.shown.properties != properties:
            masked = use.shown.properties
            shown = (GROUPS[kind](masked, node) if isinstance(masked, dict) else None) or hidden_members(members)
        return Group(use, kind, members, shown, self._of_member, self.report).found()

    def _of_member(self, use: Use) -> Found | None:
        return Nest(use, self.report, self.resolve).found()


def _facade(resource: ResolvedResource) -> dict[str, Value]:
    return {
        "metadata": resource.metadata,
        "deletion_policy": resource.deletion_policy,
        "update_policy": resource.update_policy,
    }


def _key(inputs: Inputs) -> Any:
    maps = (inputs.given, inputs.masked, inputs.parent, inputs.shown_parent)
    return tuple(comparable(dict(values)) for values in maps)


def _registry_key(use: Use) -> Any:
    return (id(use.surroundings.registry), use.true.name) if use.surroundings.registry else None
