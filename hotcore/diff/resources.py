"""What becomes of resources: made, deleted, made anew because one that they name is, updated in place, refused."""

from typing import Any

from hotcore.catalogue import TEMPLATE_ENDINGS
from hotcore.diff.changes import Changes, named
from hotcore.diff.sentences import ANEW, becomes, kept, told_update, type_words, why
from hotcore.diff.sides import Stack
from hotcore.diff.update_effects import Properties, metadata_replaces, property_changes
from hotcore.diff.value_difference import surely_differ
from hotcore.evaluation import Offer
from hotcore.preview import ResourceState
from hotcore.syntax import to_plain
from hotcore.template import depends_on

_FIELDS = ("metadata", "update_policy", "deletion_policy")
_MOST_TWINS = 50


class ResourceComparison:
    """Compares the resources of two stacks; `gone` are those that are made anew, and whether that is for sure."""

    def __init__(self, old: Stack, new: Stack, changes: Changes) -> None:
        self.old, self.new, self.changes = old, new, changes
        self.gone: dict[str, bool] = {}

    def run(self) -> None:
        """Tells of every resource, in order of creation."""
        before, after = _there(self.old), _there(self.new)
        come = [name for name in after if name not in before]
        went = [name for name in before if name not in after]
        twins = self._twins(come[:_MOST_TWINS], went[:_MOST_TWINS])
        for name in after:
            if name in before:
                self._both(name)
            else:
                self._made(name, twins.get(name))
        renamed = {older: newer for newer, older in twins.items()}
        for name in went:
            self._deleted(name, renamed.get(name))

    def _made(self, name: str, twin: str | None) -> None:
        state = self.new.preview.resources[name]
        sure = state.enabled is True
        words = f"Resource `{name}`, {type_words(state.type)}."
        if name in self.old.template.resources:
            perhaps = "" if sure else "perhaps "
            words = f"Resource `{name}` is {perhaps}switched on{why(self.new.seen.resources[name])}."
        if state.external_id is not None:
            words += " It is there already: it has an `external_id`."
        if twin is not None:
            words += f" It is like `{twin}`, which goes: renamed, perhaps. Heat does not see that and makes a new one."
        self.changes.add("added", "resources", name, words, sure=sure, line=state.line)
        self.gone[name] = sure

    def _deleted(self, name: str, twin: str | None) -> None:
        state = self.old.preview.resources[name]
        sure = state.enabled is True
        words = f"Resource `{name}` is {'deleted' if sure else 'deleted if it was there'}."
        if name in self.new.preview.resources:
            words = f"Resource `{name}` is switched off{why(self.new.seen.resources[name])}, so it is deleted."
        if twin is not None:
            words += f" `{twin}` is like it."
        self.changes.add("removed", "resources", name, words + kept(state), sure=sure, line=state.line)

    def _twins(self, come: list[str], went: list[str]) -> dict[str, str]:
        """Those that come by the names of those that go and are the same but for their names, each only once."""
        left = {name: self._body(self.old, name) for name in went}
        found = {}
        for name in come:
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

    def _both(self, name: str) -> None:
        old, new = self.old.preview.resources[name], self.new.preview.resources[name]
        if not isinstance(old.enabled, type(new.enabled)):
            self._perhaps(name, old, new)
        if self.old.field(name, "external_id") != self.new.field(name, "external_id"):
            words = f"Resource `{name}` has another `external_id`. Heat refuses to change that."
            self.changes.add(
                "refused", "resources", name, words, sure=self._differs(name, "external_id"), line=new.line
            )
        elif new.external_id is not None:
            return
        elif not self._retyped(name, old, new):
            self._updated(name, new)
            self._order(name, new)

    def _perhaps(self, name: str, old: ResourceState, new: ResourceState) -> None:
        now, before = ("certain" if state.enabled is True else "not known yet" for state in (new, old))
        words = f"Whether resource `{name}` is there: {now}{why(self.new.seen.resources[name])}, was {before}."
        self.changes.add("changed", "resources", name, words, sure=False, line=new.line)

    def _retyped(self, name: str, old: ResourceState, new: ResourceState) -> bool:
        """Tells of another type; whether that makes another resource of it."""
        was, now = self.old.offer(name, old.type), self.new.offer(name, new.type)
        older, newer = was.name or old.type, now.name or new.type
        if older == newer:
            return False
        words = f"becomes {type_words(newer)}, was {type_words(older)}."
        stacks = is_stack(was, old) and is_stack(now, new)
        if stacks or takes_place(was, now):
            if stacks:
                words = f"Resource `{name}`: its template {words}"
                self.changes.add("changed", "resources", name, words, line=new.line)
            return False
        self._replace(name, new, f"Resource `{name}` {words} {ANEW.capitalize()}")
        return True

    def _updated(self, name: str, new: ResourceState) -> None:
        offered = self.new.offer(name, new.type)
        before, after = self._properties(self.old, name), self._properties(self.new, name)
        found = list(property_changes(offered.schema, before, after, self.gone))
        was, now = (stack.seen.resources[name].properties for stack in (self.old, self.new))
        told = told_update(found, was, now, offered.name or new.type if offered.schema is None else None)
        if told is not None and told.kind == "replaced":
            self._replace(name, new, f"Resource `{name}`: {told.words}", sure=told.sure)
        elif told is not None:
            words = f"Resource `{name}`: {told.words}"
            self.changes.add(told.kind, "resources", name, words, sure=told.sure, line=new.line)
        if name not in self.gone:
            self._other_fields(name, new, offered)

    def _properties(self, stack: Stack, name: str) -> Properties:
        given = stack.field(name, "properties")
        text = stack.template.resources[name].field("description")
        return Properties(given if isinstance(given, dict) else {}, to_plain(text) if text is not None else None)

    def _replace(self, name: str, new: ResourceState, words: str, *, sure: bool = True) -> None:
        if "replace" in new.restricted_actions:
            words += " The environment does not allow that."
            self.changes.add("refused", "resources", name, words, sure=sure, line=new.line)
            return
        self.gone[name] = sure
        words += kept(self.old.preview.resources[name])
        self.changes.add("replaced", "resources", name, words, sure=sure, line=new.line)

    def _order(self, name: str, new: ResourceState) -> None:
        """Tells of what the resource waits for, where `depends_on` says so."""
        was, now = self.old.preview.resources[name].depends_on, new.depends_on
        more = [each for each in _stated(self.new, name) if each in now and each not in was]
        less = [each for each in _stated(self.old, name) if each in was and each not in now]
        less = [each for each in less if each in self.new.preview.resources]
        told = [f"waits for {named(more)} now"] * bool(more) + [f"no longer waits for {named(less)}"] * bool(less)
        if told:
            words = f"Order changes: resource `{name}` {' and '.join(told)}."
            self.changes.add("changed", "resources", name, words, line=new.line)

    def _other_fields(self, name: str, new: ResourceState, offered: Offer) -> None:
        """Tells of what stands beside the properties."""
        fields = [key for key in _FIELDS if self.old.field(name, key) != self.new.field(name, key)]
        if self.old.preview.resources[name].deletion_policy == new.deletion_policy:
            fields = [key for key in fields if key != "deletion_policy"]
        if "metadata" in fields and metadata_replaces(offered.schema):
            sure = self._differs(name, "metadata")
            changes = "changes" if sure else "may change"
            words = f"Resource `{name}`: `metadata` {changes}. Heat cannot change that in place of this type: {ANEW}"
            self._replace(name, new, words, sure=sure)
        elif fields:
            seen = [stack.seen.resources[name] for stack in (self.old, self.new)]
            differs = {key: self._differs(name, key) for key in fields}
            told = "; ".join(
                becomes(key, *(getattr(state, key) for state in seen), sure=differs[key]) for key in fields
            )
            words = f"Resource `{name}`: {told}."
            self.changes.add("changed", "resources", name, words, sure=any(differs.values()), line=new.line)

    def _differs(self, name: str, key: str) -> bool:
        """Whether a field changes for sure."""
        return surely_differ(self.old.field(name, key), self.new.field(name, key))


def _there(stack: Stack) -> dict[str, None]:
    """The resources that are there, or perhaps are."""
    return {name: None for name, state in stack.preview.resources.items() if state.enabled is not False}


def _stated(stack: Stack, name: str) -> dict[str, None]:
    """The names in the `depends_on` of a resource."""
    return {node.value: None for node in depends_on(stack.template.resources[name].field("depends_on"))}


def is_stack(offered: Offer, state: ResourceState) -> bool:
    """Whether a resource is made from a template's file; another file becomes of it by an update."""
    return offered.file is not None or (state.mapped_to or state.type).endswith(TEMPLATE_ENDINGS)


def takes_place(was: Offer, now: Offer) -> bool:
    """Whether one type was made to take the other's place."""
    return was.schema is not None and now.schema is not None and was.schema.support.substitute == now.schema.name
