"""What changes in one stack: conditions, resources, outputs, and the stacks inside of it."""

from functools import cached_property

from hotcore.diff.changes import Changes, named, shown
from hotcore.diff.group_members import MemberComparison
from hotcore.diff.partial_evaluation import Waiting, is_settled, resources_in
from hotcore.diff.resources import ResourceComparison
from hotcore.diff.sentences import truth
from hotcore.diff.sides import Stack
from hotcore.diff.value_difference import surely_differ
from hotcore.preview import OutputState
from hotcore.symbolic import Context, Reachable
from hotcore.syntax import Scalar, to_plain, walk
from hotcore.template import Template

MOST_STACKS = 40
"""Nested stacks that are looked into."""


def compare_stacks(old: Stack, new: Stack, changes: Changes) -> None:
    """Tells of everything that two stacks are made of, their nested stacks included."""
    room = [MOST_STACKS]
    _compare(old, new, changes, room)


def _compare(old: Stack, new: Stack, changes: Changes, room: list[int]) -> None:
    _conditions(old, new, changes)
    resources = ResourceComparison(old, new, changes)
    resources.run()
    _outputs(old, new, changes, resources.gone)
    for name, state in new.preview.resources.items():
        was = old.preview.resources.get(name)
        if was is None or name in resources.gone or was.nested is None or state.nested is None:
            continue
        room[0] -= 1
        if room[0] >= 0:
            _inside(name, old, new, changes, room)


def _inside(name: str, old: Stack, new: Stack, changes: Changes, room: list[int]) -> None:
    """Tells of what changes in a nested stack, or in the members of a group."""
    before, after = old.below(name), new.below(name)
    if before is not None and after is not None:
        _compare(before, after, changes.below(name), room)
        return
    was, now = old.preview.resources[name].nested, new.preview.resources[name].nested
    assert was is not None
    assert now is not None
    if was.is_group and now.is_group:
        members = MemberComparison(name, old, new, changes.below(name))
        members.run()
        for member, before, after in members.stacks():
            room[0] -= 1
            if room[0] >= 0:
                inside = Changes((*changes.path, name, member))
                _compare(before, after, inside, room)
                members.add_inside(inside)


def _conditions(old: Stack, new: Stack, changes: Changes) -> None:
    asked = _Asked(old.template, new.template)
    for name, state in new.seen.conditions.items():
        if name not in old.template.conditions:
            words = f"Condition `{name}`, {truth(state.value)} under these values."
            changes.add("added", "conditions", name, words, line=state.line)
        elif old.seen.conditions[name].value != state.value and _truths_differ(old, new, name):
            was = truth(old.seen.conditions[name].value)
            words = f"Condition `{name}` is {truth(state.value)}, was {was}."
            changes.add("changed", "conditions", name, words, line=state.line)
        elif not asked.is_same(name):
            still = f"it stays {truth(state.value)} under these values" if isinstance(state.value, bool) else ""
            words = f"Condition `{name}` asks for something else; {still or 'whether it holds is not known yet'}."
            changes.add("changed", "conditions", name, words, line=state.line)
    for name, state in old.seen.conditions.items():
        if name not in new.template.conditions:
            changes.add("removed", "conditions", name, f"Condition `{name}`.", line=state.line)


class _Asked:
    """What the conditions of two templates ask for."""

    def __init__(self, old: Template, new: Template) -> None:
        self.old = old
        self.new = new

    @cached_property
    def reachable(self) -> Reachable:
        """What the conditions of both can come to."""
        return Reachable(self.new, [condition.node for condition in self.old.conditions.values()])

    def is_same(self, name: str) -> bool:
        """Whether a condition comes to the same whatever is given: it is written alike, or that can be proved."""
        before, after = self.old.conditions[name].node, self.new.conditions[name].node
        if repr(to_plain(before)) == repr(to_plain(after)):
            return True
        if any(isinstance(node, Scalar) and node.value in self.old.conditions for node in walk(before)):
            return False  # what it names may have changed, too
        ways: tuple[Context, ...] = (((before, True), (after, False)), ((before, False), (after, True)))
        return all(self.reachable.possible(way) is False for way in ways)


def _truths_differ(old: Stack, new: Stack, name: str) -> bool:
    """Whether a condition has another value, and not only waits for something else."""
    before, after = old.preview.conditions[name].value, new.preview.conditions[name].value
    return truth(before) != truth(after)


def _outputs(old: Stack, new: Stack, changes: Changes, gone: dict[str, bool]) -> None:
    before, after = _given(old), _given(new)
    for name, state in after.items():
        if name not in before:
            on = " is on now" if name in old.template.outputs else ""
            changes.add("added", "outputs", name, f"Output `{name}`{on}.", line=state.line)
        else:
            words, sure = _output_words(name, old, new, gone)
            if words:
                changes.add("changed", "outputs", name, words, sure=sure, line=state.line)
    for name, state in before.items():
        if name not in after:
            off = " is off now" if name in new.template.outputs else ""
            changes.add("removed", "outputs", name, f"Output `{name}`{off}.", line=state.line)


def _given(stack: Stack) -> dict[str, OutputState]:
    return {name: state for name, state in stack.seen.outputs.items() if state.enabled is not False}


def _output_words(name: str, old: Stack, new: Stack, gone: dict[str, bool]) -> tuple[str, bool]:
    """How an output changes, and whether it is sure to; nothing when it does not."""
    before, after = old.output(old.template.outputs[name].node), new.output(new.template.outputs[name].node)
    if before != after:
        sure = surely_differ(before, after)
        was, now = (shown(stack.seen.outputs[name].value) for stack in (old, new))
        if now is None or now == was or not is_settled(after):
            what = "is worked out another way" if _waits(before, after) else "changes"
            return f"Output `{name}` {what}.", sure
        return f"Output `{name}` is {now}{f', was {was}' if was else ''}.", sure
    because = list(dict.fromkeys(needed for _, needed in resources_in(after) if needed in gone))
    if because:
        words = f"Output `{name}` may change because {named(because)} {'is' if len(because) == 1 else 'are'} new."
        return words, False
    return "", True


def _waits(*values: object) -> bool:
    return any(isinstance(value, Waiting) or not is_settled(value) for value in values)
