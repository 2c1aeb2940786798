"""Changes within one stack: conditions, resources, outputs, and nested stacks."""

from hotcore.diff.changes import Changes, change_of, named
from hotcore.diff.group_members import MemberComparison
from hotcore.diff.partial_evaluation import resources_in
from hotcore.diff.resources import ResourceComparison
from hotcore.diff.sentences import truth
from hotcore.diff.sides import Stack
from hotcore.diff.value_difference import surely_differ
from hotcore.diff.value_paths import ValueComparison
from hotcore.diff.value_sentences import Phrase, value_phrase
from hotcore.resolver import OutputState
from hotcore.runtime import cached_property
from hotcore.symbolic import Context, Reachable
from hotcore.syntax import Scalar, to_plain, walk
from hotcore.template import Template

MOST_STACKS = 40
"""The maximum number of nested stacks that are compared."""


def compare_stacks(old: Stack, new: Stack, changes: Changes) -> None:
    """Reports all changes between two stacks, including their nested stacks."""
    room = [MOST_STACKS]
    _compare(old, new, changes, room)


def _compare(old: Stack, new: Stack, changes: Changes, room: list[int]) -> None:
    _conditions(old, new, changes)
    resources = ResourceComparison(old, new, changes)
    resources.run()
    _outputs(old, new, changes, resources.renewed)
    for name, state in new.preview.resources.items():
        was = old.preview.resources.get(name)
        if was is None or name in resources.renewed or was.nested is None or state.nested is None:
            continue
        room[0] -= 1
        if room[0] >= 0:
            _inside(name, old, new, changes, room)


def _inside(name: str, old: Stack, new: Stack, changes: Changes, room: list[int]) -> None:
    """Reports the changes in a nested stack, or in the members of a group."""
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
                inside = Changes((*changes.path, name, member), values=changes.values)
                _compare(before, after, inside, room)
                members.add_inside(inside)
        members.tell_numbers()


def _conditions(old: Stack, new: Stack, changes: Changes) -> None:
    definitions = _Definitions(old.template, new.template)
    for name, state in new.seen.conditions.items():
        if name not in old.template.conditions:
            words = f"Condition `{name}` is new; under these values it is {truth(state.value)}."
            changes.add("added", "conditions", name, words, line=state.line)
        elif old.seen.conditions[name].value != state.value and _truths_differ(old, new, name):
            was = truth(old.seen.conditions[name].value)
            words = f"Condition `{name}` is now {truth(state.value)}, was {was}."
            changes.add("changed", "conditions", name, words, line=state.line)
        elif not definitions.are_same(name):
            still = f"under these values it is still {truth(state.value)}" if isinstance(state.value, bool) else ""
            how = change_of(*(to_plain(stack.template.conditions[name].node) for stack in (old, new)))
            words = f"The definition of condition `{name}` changes{how}; {still or 'its value is not known yet'}."
            changes.add("changed", "conditions", name, words, line=state.line)
    for name, state in old.seen.conditions.items():
        if name not in new.template.conditions:
            changes.add("removed", "conditions", name, f"Condition `{name}` is removed.", line=state.line)


class _Definitions:
    """The definitions of the conditions of two templates."""

    def __init__(self, old: Template, new: Template) -> None:
        self.old = old
        self.new = new

    @cached_property
    def reachable(self) -> Reachable:
        """The values that the conditions of both can have."""
        return Reachable(self.new, [condition.node for condition in self.old.conditions.values()])

    def are_same(self, name: str) -> bool:
        """Whether a condition has the same value under all parameters: written the same, or provably equivalent."""
        before, after = self.old.conditions[name].node, self.new.conditions[name].node
        if repr(to_plain(before)) == repr(to_plain(after)):
            return True
        texts = (node.value for node in walk(before) if isinstance(node, Scalar) and isinstance(node.value, str))
        if any(text in self.old.conditions for text in texts):
            return False  # the conditions that it names may have changed too
        ways: tuple[Context, ...] = (((before, True), (after, False)), ((before, False), (after, True)))
        return all(self.reachable.possible(way) is False for way in ways)


def _truths_differ(old: Stack, new: Stack, name: str) -> bool:
    """Whether a condition has another truth value, not only another cause for being unknown."""
    before, after = old.preview.conditions[name].value, new.preview.conditions[name].value
    return truth(before) != truth(after)


def _outputs(old: Stack, new: Stack, changes: Changes, renewed: dict[str, bool]) -> None:
    before, after = _enabled_outputs(old), _enabled_outputs(new)
    for name, state in after.items():
        if name not in before:
            how = "now enabled" if name in old.template.outputs else "new"
            changes.add("added", "outputs", name, f"Output `{name}` is {how}.", line=state.line)
        else:
            found = _output_change(name, old, new, renewed, changes.values)
            if found is not None:
                told, sure = found
                more = {"sure": sure, "line": state.line, "details": told.details}
                changes.add("changed", "outputs", name, f"{told.words}.", **more)
    for name, state in before.items():
        if name not in after:
            how = "now disabled" if name in new.template.outputs else "removed"
            changes.add("removed", "outputs", name, f"Output `{name}` is {how}.", line=state.line)


def _enabled_outputs(stack: Stack) -> dict[str, OutputState]:
    return {name: state for name, state in stack.seen.outputs.items() if state.enabled is not False}


def _output_change(
    name: str, old: Stack, new: Stack, renewed: dict[str, bool], values: ValueComparison
) -> tuple[Phrase, bool] | None:
    """How an output changes, and whether that is certain; None if it does not change."""
    before, after = old.output(name), new.output(name)
    if before != after:
        sure = surely_differ(before, after)
        was, now = old.shown_output(name), new.shown_output(name)
        return value_phrase(f"Output `{name}`", was, now, values, sure=sure), sure
    because = list(dict.fromkeys(needed for _, needed in resources_in(after) if needed in renewed))
    if because:
        words = f"Output `{name}` may change because {named(because)} {'is' if len(because) == 1 else 'are'} new"
        return Phrase(words), False
    return None
