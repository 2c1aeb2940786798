"""Changes of the members of a group: members added, removed and updated."""

from collections.abc import Iterator
from dataclasses import replace

from hotcore.diff.changes import Change, Changes, named
from hotcore.diff.resources import is_stack, is_substitute
from hotcore.diff.rewriting import rewriting_of_properties, rewriting_words
from hotcore.diff.sentences import REPLACED, UpdateEffect, type_words, update_effect
from hotcore.diff.sides import Stack, nested
from hotcore.diff.update_effects import Properties, properties_of, property_changes
from hotcore.diff.value_paths import ValueComparison
from hotcore.evaluation import ResolvedType
from hotcore.resolver import NestedStack, Preview, ResourceState
from hotcore.runtime import dataclass


@dataclass(frozen=True, slots=True)
class _Member:
    """A member on one side: its true state and the state that may be shown."""

    true: ResourceState
    seen: ResourceState
    resolved_type: ResolvedType

    @property
    def type(self) -> str:
        return self.resolved_type.name or self.true.type

    @property
    def properties(self) -> Properties:
        return properties_of(self.true.properties)


@dataclass(slots=True)
class _Inside:
    """A change inside of members: its position among all changes, and the number of members that have it."""

    at: int
    members: int = 0


class MemberComparison:
    """Compares the members of a group; a side whose members are all alike has only the first."""

    def __init__(self, name: str, old: Stack, new: Stack, changes: Changes) -> None:
        self.name, self.changes = name, changes
        self.groups = [(stack, _group(stack.preview, name), _group(stack.seen, name)) for stack in (old, new)]
        was, now = (group for _, group, _ in self.groups)
        pairs = (
            (name, self._on(0, name), self._on(1, name)) for name in dict.fromkeys((*was.resources, *now.resources))
        )
        self.both = [(name, before, after) for name, before, after in pairs if before and after]
        self._inside: dict[tuple[object, ...], _Inside] = {}
        self._compared = 0

    def run(self) -> None:
        """Reports the number of members and what happens to those on both sides; members that change alike, once."""
        was, now = (group.members for _, group, _ in self.groups)
        self._sizes(was, now)
        updates: dict[UpdateEffect, list[str]] = {}
        shapes = set()
        for name, before, after in self.both:
            shape, update = _update(before, after, self.changes.values)
            shapes.add(shape)
            if update is not None:
                updates.setdefault(update, []).append(name)
        if len(shapes) == 1 and len(updates) > 1:
            update = next(iter(updates))
            names = [name for found in updates.values() for name in found]
            self._report(f"Each member, such as `{names[0]}`", update, names)
            return
        for update, names in updates.items():
            members = f"Member{'s' * (len(names) > 1)} {named(names)}"
            self._report("Each member" if len(names) == len(self.both) else members, update, names)

    def stacks(self) -> Iterator[tuple[str, Stack, Stack]]:
        """The members that are stacks on both sides."""
        for name, before, after in self.both:
            older, newer = (nested(each.true.nested, each.seen.nested) for each in (before, after))
            if older is not None and newer is not None:
                yield name, older, newer

    def add_inside(self, inside: Changes) -> None:
        """Reports the changes inside a member, except those already reported for another member."""
        self._compared += 1
        for change in inside.found:
            key = _key_without_member(change, len(self.changes.path))
            if key not in self._inside:
                self._inside[key] = _Inside(len(self.changes.found))
                self.changes.found.append(change)
            self._inside[key].members += 1

    def tell_numbers(self) -> None:
        """Adds to what is reported for one member how many others it holds for."""
        alike = self._alike
        for told in self._inside.values():
            others = max(told.members, alike) - 1
            if others < 1:
                continue
            change = self.changes.found[told.at]
            step = f"In `{self.name}`: In `{change.path[len(self.changes.path)]}`"
            more = f"{others} more member{'' if others == 1 else 's'}"
            words = "each other member" if told.members == self._compared == len(self.both) else more
            self.changes.found[told.at] = replace(
                change,
                sentence=change.sentence.replace(f"{step}: ", f"{step}, and similarly in {words}: ", 1),
                members=others + 1,
            )

    @property
    def _alike(self) -> int:
        """The number of members on both sides where one stands for all; 0 where it does not."""
        sizes = [group.members if group.alike else None for _, group, _ in self.groups]
        found = [size for size in sizes if isinstance(size, int)]
        return min(found) if len(found) == len(sizes) else 0

    def _on(self, side: int, name: str) -> _Member | None:
        """A member on one side, or None."""
        stack, true, seen = self.groups[side]
        if true.alike and name not in true.resources and isinstance(true.members, int) and int(name) < true.members:
            name = next(iter(true.resources), name)
        if name not in true.resources or name not in seen.resources:
            return None
        state = true.resources[name]
        return _Member(state, seen.resources[name], stack.resolve_type(name, state.type))

    def _sizes(self, was: object, now: object) -> None:
        if not isinstance(was, int) or not isinstance(now, int) or was == now:
            return
        more, verb = abs(now - was), "added" if now > was else "removed"
        words = f"{more} member{'' if more == 1 else 's'} {verb}: {now} in total, {was} before."
        self.changes.add("added" if now > was else "removed", "resources", self.name, words, members=more)

    def _report(self, subject: str, update: UpdateEffect, names: list[str]) -> None:
        members = max(len(names), self._alike if len(names) == len(self.both) else 1)
        told = {"sure": update.sure, "details": update.details, "members": members}
        self.changes.add(update.kind, "resources", names[0], f"{subject}: {update.words}", **told)


def _group(preview: Preview, name: str) -> NestedStack:
    stack = preview.resources[name].nested
    return stack if stack is not None else NestedStack()


def _update(before: _Member, after: _Member, values: ValueComparison) -> tuple[object, UpdateEffect | None]:
    """What an update does to a member, with a key that is equal for members that change in the same way."""
    if before.type != after.type and not is_substitute(before.resolved_type, after.resolved_type):
        words = f"the type changes from {type_words(before.seen.type)} to {type_words(after.seen.type)}."
        if not (is_stack(before.resolved_type, before.true) and is_stack(after.resolved_type, after.true)):
            return words, UpdateEffect("replaced", f"{words} {REPLACED.capitalize()}", sure=True)
    resolved_type = after.resolved_type
    found = list(property_changes(resolved_type.schema, before.properties, after.properties, {}))
    shape = tuple((change.name, change.effect) for change in found)
    seen = properties_of(before.seen.properties), properties_of(after.seen.properties)
    update = update_effect(found, seen, resolved_type, after.seen.type, values)
    return shape, update or _rewritten(before, after)


def _rewritten(before: _Member, after: _Member) -> UpdateEffect | None:
    """The update of a member whose properties are written another way and mean the same."""
    kind = after.resolved_type.schema
    schemas = kind.properties if kind is not None else {}
    words = rewriting_words(rewriting_of_properties((before.properties, after.properties), schemas))
    return UpdateEffect("rewritten", words, sure=True) if words else None


def _key_without_member(change: Change, depth: int) -> tuple[object, ...]:
    """The identity of a change apart from the member that it is in, which is at `depth` of its path."""
    return change.kind, change.section, change.name, change.path[depth + 1 :]
