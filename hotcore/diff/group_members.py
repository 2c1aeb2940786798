"""What becomes of the members of a group: those that come and go, and those that stay."""

from collections.abc import Iterator
from dataclasses import dataclass

from hotcore.diff.changes import Change, Changes, named
from hotcore.diff.resources import is_stack, takes_place
from hotcore.diff.sentences import ANEW, Told, told_update, type_words
from hotcore.diff.sides import Stack, nested
from hotcore.diff.update_effects import Properties, property_changes
from hotcore.evaluation import Offer
from hotcore.preview import NestedStack, Preview, ResourceState


@dataclass(frozen=True, slots=True)
class _Member:
    """A member on one side, as it is and as it may be shown."""

    true: ResourceState
    seen: ResourceState
    offered: Offer

    @property
    def type(self) -> str:
        return self.offered.name or self.true.type

    @property
    def properties(self) -> Properties:
        given = self.true.properties
        return Properties(given if isinstance(given, dict) else {})


class MemberComparison:
    """Compares the members of a group, of which a side that has them all alike tells only the first."""

    def __init__(self, name: str, old: Stack, new: Stack, changes: Changes) -> None:
        self.name, self.changes = name, changes
        self.groups = [(stack, _group(stack.preview, name), _group(stack.seen, name)) for stack in (old, new)]
        was, now = (group for _, group, _ in self.groups)
        pairs = (
            (name, self._on(0, name), self._on(1, name)) for name in dict.fromkeys((*was.resources, *now.resources))
        )
        self.both = [(name, before, after) for name, before, after in pairs if before and after]
        self._inside: set[tuple[object, ...]] = set()

    def run(self) -> None:
        """Tells how many there are, and what happens to those that stay; once of those that change alike."""
        was, now = (group.members for _, group, _ in self.groups)
        self._sizes(was, now)
        told: dict[Told, list[str]] = {}
        shapes = set()
        for name, before, after in self.both:
            shape, update = _update(before, after)
            shapes.add(shape)
            if update is not None:
                told.setdefault(update, []).append(name)
        if len(shapes) == 1 and len(told) > 1:
            update = next(iter(told))
            self._tell(f"Each member, such as `{told[update][0]}`", update, told[update])
            return
        for update, names in told.items():
            members = f"Member{'s' * (len(names) > 1)} {named(names)}"
            self._tell("Each member" if len(names) == len(self.both) else members, update, names)

    def stacks(self) -> Iterator[tuple[str, Stack, Stack]]:
        """The members that are stacks on both sides."""
        for name, before, after in self.both:
            older, newer = (nested(each.true.nested, each.seen.nested) for each in (before, after))
            if older is not None and newer is not None:
                yield name, older, newer

    def add_inside(self, inside: Changes) -> None:
        """Tells of what changes inside of a member, unless the same was told of another."""
        for change in inside.found:
            key = _apart_from_member(change, len(self.changes.path))
            if key not in self._inside:
                self._inside.add(key)
                self.changes.found.append(change)

    def _on(self, side: int, name: str) -> _Member | None:
        """A member on one side, if it is there."""
        stack, true, seen = self.groups[side]
        if true.alike and name not in true.resources and isinstance(true.members, int) and int(name) < true.members:
            name = next(iter(true.resources), name)
        if name not in true.resources or name not in seen.resources:
            return None
        state = true.resources[name]
        return _Member(state, seen.resources[name], stack.offer(name, state.type))

    def _sizes(self, was: object, now: object) -> None:
        if not isinstance(was, int) or not isinstance(now, int) or was == now:
            return
        more = abs(now - was)
        words = f"{more} member{'' if more == 1 else 's'}: {now} in all, {was} before."
        self.changes.add("added" if now > was else "removed", "resources", self.name, words)

    def _tell(self, whom: str, update: Told, names: list[str]) -> None:
        self.changes.add(update.kind, "resources", names[0], f"{whom}: {update.words}", sure=update.sure)


def _group(preview: Preview, name: str) -> NestedStack:
    stack = preview.resources[name].nested
    return stack if stack is not None else NestedStack()


def _update(before: _Member, after: _Member) -> tuple[object, Told | None]:
    """What an update does to a member, and of what kind that is."""
    if before.type != after.type and not takes_place(before.offered, after.offered):
        words = f"{type_words(after.seen.type)} takes the place of {type_words(before.seen.type)}."
        if not (is_stack(before.offered, before.true) and is_stack(after.offered, after.true)):
            return words, Told("replaced", f"{words} {ANEW.capitalize()}", sure=True)
    offered = after.offered
    found = list(property_changes(offered.schema, before.properties, after.properties, {}))
    opaque = after.seen.type if offered.schema is None else None
    shape = tuple((change.name, change.effect) for change in found)
    return shape, told_update(found, before.seen.properties, after.seen.properties, opaque)


def _apart_from_member(change: Change, depth: int) -> tuple[object, ...]:
    """What a change is about, whichever member it is in; `depth` is where the member stands in its path."""
    return change.kind, change.section, change.name, change.path[depth + 1 :]
