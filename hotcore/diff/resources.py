"""Changes of resources: created, deleted, replaced, updated in place, or refused."""

from itertools import chain
from typing import Any

from hotcore.catalogue import TEMPLATE_ENDINGS
from hotcore.diff.changes import Changes, named
from hotcore.diff.rewriting import rewriting_of_fields, rewriting_of_properties, rewriting_words
from hotcore.diff.sentences import REPLACED, reason, retention, type_words, update_effect
from hotcore.diff.sides import Stack
from hotcore.diff.update_effects import Properties, metadata_replaces, properties_of, property_changes
from hotcore.diff.value_difference import surely_differ
from hotcore.diff.value_sentences import Phrase, joined, value_phrase
from hotcore.evaluation import ResolvedType
from hotcore.resolver import ResourceState
from hotcore.syntax import to_plain
from hotcore.template import depends_on

_FIELDS = ("metadata", "update_policy", "deletion_policy")
_MOST_TWINS = 50


class ResourceComparison:
    """Compares the resources of two stacks.

    `renewed` are the resources that get a new id because they are created or replaced, and whether that is certain.
    """

    def __init__(self, old: Stack, new: Stack, changes: Changes) -> None:
        self.old, self.new, self.changes = old, new, changes
        self.renewed: dict[str, bool] = {}

    def run(self) -> None:
        """Reports every resource, in order of creation."""
        before, after = _existing(self.old), _existing(self.new)
        added = [name for name in after if name not in before]
        removed = [name for name in before if name not in after]
        twins = self._twins(added[:_MOST_TWINS], removed[:_MOST_TWINS])
        for name in after:
            if name in before:
                self._on_both_sides(name)
            else:
                self._added(name, twins.get(name))
        renamed = {older: newer for newer, older in twins.items()}
        for name in removed:
            self._removed(name, renamed.get(name))

    def _added(self, name: str, twin: str | None) -> None:
        state = self.new.preview.resources[name]
        sure = state.enabled is True
        verb = f"{'will' if sure else 'may'} be {'created' if state.external_id is None else 'adopted'}"
        words = f"Resource `{name}`, {type_words(state.type)}, {verb}."
        if name in self.old.template.resources:
            words = f"Resource `{name}` {verb}{reason(self.new.seen.resources[name])}."
        if state.external_id is not None:
            words += " Its `external_id` names an existing resource."
        if twin is not None:
            words += f" It has the same definition as `{twin}`, which is deleted: Heat does not recognize renaming."
        self.changes.add("added", "resources", name, words, sure=sure, line=state.line)
        self.renewed[name] = sure

    def _removed(self, name: str, twin: str | None) -> None:
        state = self.old.preview.resources[name]
        sure = state.enabled is True
        cause = reason(self.new.seen.resources[name]) if name in self.new.preview.resources else ""
        words = f"Resource `{name}` will be deleted{cause or ('' if sure else ' if it exists')}."
        if twin is not None:
            words += f" `{twin}` has the same definition."
        self.changes.add("removed", "resources", name, words + retention(state), sure=sure, line=state.line)

    def _twins(self, added: list[str], removed: list[str]) -> dict[str, str]:
        """The added resources with a removed one that differs only in name; each is paired only once."""
        left = {name: self._body(self.old, name) for name in removed}
        found = {}
        for name in added:
            body = self._body(self.new, name)
            twin = next((other for other, theirs in left.items() if theirs == body), None)
            if twin is not None:
                found[name] = twin
                del left[twin]
        return found

    def _body(self, stack: Stack, name: str) -> Any:
        resource = stack.template.resources[name]
        node = resource.field("properties")
        return resource.type, stack.field(name, "properties") if node is not None else None

    def _on_both_sides(self, name: str) -> None:
        old, new = self.old.preview.resources[name], self.new.preview.resources[name]
        if not isinstance(old.enabled, type(new.enabled)):
            self._certainty(name, new)
        if self.old.field(name, "external_id") != self.new.field(name, "external_id"):
            words = f"Resource `{name}`: `external_id` changes. Heat refuses to change it."
            self.changes.add(
                "refused", "resources", name, words, sure=self._differs(name, "external_id"), line=new.line
            )
        elif new.external_id is not None:
            return
        elif not self._retyped(name, old, new):
            count = len(self.changes.found)
            self._updated(name, new)
            self._order(name, new)
            if len(self.changes.found) == count:
                self._rewritten(name, new)

    def _certainty(self, name: str, new: ResourceState) -> None:
        """Reports that a resource is now certain to exist, or no longer."""
        now = "is now" if new.enabled is True else "is no longer"
        words = f"Resource `{name}` {now} certain to exist{reason(self.new.seen.resources[name])}."
        self.changes.add("changed", "resources", name, words, sure=False, line=new.line)

    def _retyped(self, name: str, old: ResourceState, new: ResourceState) -> bool:
        """Reports a change of the type; returns whether it replaces the resource."""
        was, now = self.old.resolve_type(name, old.type), self.new.resolve_type(name, new.type)
        older, newer = was.name or old.type, now.name or new.type
        if older == newer:
            return False
        words = f"changes from {type_words(older)} to {type_words(newer)}."
        stacks = is_stack(was, old) and is_stack(now, new)
        if stacks or is_substitute(was, now):
            if stacks:
                words = f"Resource `{name}`: its template {words}"
                self.changes.add("changed", "resources", name, words, line=new.line)
            return False
        self._replace(name, new, Phrase(f"Resource `{name}`: its type {words} {REPLACED.capitalize()}"))
        return True

    def _updated(self, name: str, new: ResourceState) -> None:
        resolved_type = self.new.resolve_type(name, new.type)
        before, after = self._properties(self.old, name), self._properties(self.new, name)
        found = list(property_changes(resolved_type.schema, before, after, self.renewed))
        seen = self._shown_properties(self.old, name), self._shown_properties(self.new, name)
        effect = update_effect(found, seen, resolved_type, new.type, self.changes.values)
        if effect is not None and effect.kind == "replaced":
            self._replace(name, new, Phrase(f"Resource `{name}`: {effect.words}", effect.details), sure=effect.sure)
        elif effect is not None:
            told = {"sure": effect.sure, "line": new.line, "details": effect.details}
            self.changes.add(effect.kind, "resources", name, f"Resource `{name}`: {effect.words}", **told)
        if name not in self.renewed:
            self._other_fields(name, new, resolved_type)

    def _rewritten(self, name: str, new: ResourceState) -> None:
        """Reports a definition that is written another way and means the same."""
        kind = self.new.resolve_type(name, new.type).schema
        properties = self._properties(self.old, name), self._properties(self.new, name)
        phrases = chain(
            rewriting_of_properties(properties, kind.properties if kind is not None else {}),
            rewriting_of_fields(name, self.old, self.new),
        )
        if words := rewriting_words(phrases):
            self.changes.add("rewritten", "resources", name, f"Resource `{name}`: {words}", line=new.line)

    def _properties(self, stack: Stack, name: str) -> Properties:
        text = stack.template.resources[name].field("description")
        return properties_of(stack.field(name, "properties"), to_plain(text) if text is not None else None)

    def _shown_properties(self, stack: Stack, name: str) -> Properties:
        return properties_of(stack.shown_field(name, "properties"))

    def _replace(self, name: str, new: ResourceState, told: Phrase, *, sure: bool = True) -> None:
        more = {"sure": sure, "line": new.line, "details": told.details}
        if "replace" in new.restricted_actions:
            words = f"{told.words} The environment forbids replacing it."
            self.changes.add("refused", "resources", name, words, **more)
            return
        self.renewed[name] = sure
        words = told.words + retention(self.old.preview.resources[name])
        self.changes.add("replaced", "resources", name, words, **more)

    def _order(self, name: str, new: ResourceState) -> None:
        """Reports changed dependencies, where `depends_on` states them."""
        was, now = self.old.preview.resources[name].depends_on, new.depends_on
        more = [each for each in _stated(self.new, name) if each in now and each not in was]
        less = [each for each in _stated(self.old, name) if each in was and each not in now]
        less = [each for each in less if each in self.new.preview.resources]
        parts = [f"now waits for {named(more)}"] * bool(more) + [f"no longer waits for {named(less)}"] * bool(less)
        if parts:
            words = f"Resource `{name}` {' and '.join(parts)}."
            self.changes.add("changed", "resources", name, words, line=new.line)

    def _other_fields(self, name: str, new: ResourceState, resolved_type: ResolvedType) -> None:
        """Reports changes of the fields other than the properties."""
        fields = [key for key in _FIELDS if self.old.field(name, key) != self.new.field(name, key)]
        if self.old.preview.resources[name].deletion_policy == new.deletion_policy:
            fields = [key for key in fields if key != "deletion_policy"]
        if "metadata" in fields and metadata_replaces(resolved_type.schema):
            sure = self._differs(name, "metadata")
            changes = "changes" if sure else "may change"
            words = f"Resource `{name}`: `metadata` {changes}. Heat cannot change that in place: {REPLACED}"
            told = self._field_phrase(name, "metadata", sure=sure)
            self._replace(name, new, Phrase(words, told.details), sure=sure)
        elif fields:
            differs = {key: self._differs(name, key) for key in fields}
            told = joined([self._field_phrase(name, key, sure=differs[key]) for key in fields])
            more = {"sure": any(differs.values()), "line": new.line, "details": told.details}
            self.changes.add("changed", "resources", name, f"Resource `{name}`: {told.words}.", **more)

    def _field_phrase(self, name: str, key: str, *, sure: bool) -> Phrase:
        """How a field other than the properties changes."""
        if key == "deletion_policy":
            was, now = (stack.seen.resources[name].deletion_policy for stack in (self.old, self.new))
            return value_phrase("`deletion_policy`", was, now, self.changes.values, root=(key,), sure=sure)
        was, now = (stack.shown_field(name, key) for stack in (self.old, self.new))
        given = was is not None, now is not None
        return value_phrase(f"`{key}`", was, now, self.changes.values, root=(key,), given=given, sure=sure)

    def _differs(self, name: str, key: str) -> bool:
        """Whether a field certainly changes."""
        return surely_differ(self.old.field(name, key), self.new.field(name, key))


def _existing(stack: Stack) -> dict[str, None]:
    """The resources that exist or may exist."""
    return {name: None for name, state in stack.preview.resources.items() if state.enabled is not False}


def _stated(stack: Stack, name: str) -> dict[str, None]:
    """The names in the `depends_on` of a resource."""
    return {node.value: None for node in depends_on(stack.template.resources[name].field("depends_on"))}


def is_stack(resolved_type: ResolvedType, state: ResourceState) -> bool:
    """Whether a resource is a nested stack from a template file; an update changes the file in place."""
    return resolved_type.file is not None or (state.mapped_to or state.type).endswith(TEMPLATE_ENDINGS)


def is_substitute(was: ResolvedType, now: ResolvedType) -> bool:
    """Whether Heat declares the new type as a substitute for the old one."""
    return was.schema is not None and now.schema is not None and was.schema.support.substitute == now.schema.name
