"""Steps that replace several values of a form at once and can be undone.

A form carries its last step as JSON: its kind, the state before it, without hidden values, and the earlier steps that
can still be undone.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from django.utils.translation import ngettext, ngettext_lazy

from designer.fill.values.state import FormState, FormStates, Kept, fit_name
from designer.site.times import words_ago

Kind = Literal["set", "defaults", "link", "combination", "draft", "device", "files", "undo", "redo"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST_NAME = 200
MOST_EARLIER = 20
LARGEST_EARLIER = 64 * 1024  # characters of all earlier steps; they are part of the form


# The messages by kind of step; "kept" is for one from this device whose time is unknown.
_SENTENCES = {
    "undo": ngettext_lazy("Restored %(count)d value.", "Restored %(count)d values.", "count"),
    "redo": ngettext_lazy("Replaced %(count)d value again.", "Replaced %(count)d values again.", "count"),
    "set": ngettext_lazy(
        "Replaced %(count)d value with the set %(name)s.", "Replaced %(count)d values with the set %(name)s.", "count"
    ),
    "defaults": ngettext_lazy(
        "Replaced %(count)d value with the default.", "Replaced %(count)d values with the defaults.", "count"
    ),
    "combination": ngettext_lazy(
        "Replaced %(count)d value with the selected combination.",
        "Replaced %(count)d values with the selected combination.",
        "count",
    ),
    "link": ngettext_lazy(
        "Replaced %(count)d value with the one from the link.",
        "Replaced %(count)d values with those from the link.",
        "count",
    ),
    "draft": ngettext_lazy(
        "Replaced %(count)d value with the one from the other tab.",
        "Replaced %(count)d values with those from the other tab.",
        "count",
    ),
    "device": ngettext_lazy(
        "Replaced %(count)d value with the one typed on this device %(ago)s.",
        "Replaced %(count)d values with those typed on this device %(ago)s.",
        "count",
    ),
    "kept": ngettext_lazy(
        "Replaced %(count)d value with the one kept on this device.",
        "Replaced %(count)d values with those kept on this device.",
        "count",
    ),
    "files": ngettext_lazy(
        "The environment files changed %(count)d value.", "The environment files changed %(count)d values.", "count"
    ),
}


@dataclass(frozen=True)
class Step:
    """A step: the stored state `before` it, the kind of its replacement, and the number of changed fields.

    `name` is that of the set or file; `stays` are the labels of hidden values that were typed and stay. `earlier` are
    the previous steps that can be undone, the oldest first. A step that `is_closed` is not shown any more. Values from
    a device were `typed` at that Unix time, if known.
    """

    before: Kept
    kind: Kind
    name: str = ""
    count: int = 0
    stays: tuple[str, ...] = ()
    earlier: tuple["Step", ...] = ()
    is_closed: bool = False
    typed: int = 0

    @property
    def is_shown(self) -> bool:
        """Whether the step is shown: it changed a field and is not closed."""
        return self.count > 0 and not self.is_closed

    @property
    def is_undone(self) -> bool:
        """Whether the step undid another one."""
        return self.kind == "undo"

    @property
    def words(self) -> str:
        """The message about the step."""
        sentence = _SENTENCES["device" if self.typed else "kept"] if self.kind == "device" else _SENTENCES[self.kind]
        ago = words_ago(datetime.fromtimestamp(self.typed, UTC)) if self.typed else ""
        return sentence % {"count": self.count, "name": self.name, "ago": ago}

    @property
    def stays_words(self) -> str:
        """The message about hidden values that were typed."""
        if not self.stays:
            return ""
        words = ngettext("%(labels)s keeps its typed value.", "%(labels)s keep their typed values.", len(self.stays))
        return words % {"labels": ", ".join(self.stays)}

    @property
    def kept(self) -> dict[str, Any]:
        """The step as it is stored and as the form carries it."""
        kept = {"state": dict(self.before), "kind": self.kind, "name": self.name, "count": self.count}
        if self.is_closed:
            kept["closed"] = True
        if self.typed:
            kept["typed"] = self.typed
        return kept | ({"earlier": [step.kept for step in self.earlier]} if self.earlier else {})

    @property
    def json(self) -> str:
        """The step as JSON."""
        return json.dumps(self.kept)


def step_between(states: FormStates, before: FormState, after: FormState, kind: Kind, name: str = "") -> Step:
    """Return the step from one state to another."""
    parameters = states.template.parameters
    hidden = (parameters[each].label for each in after.given.values if parameters[each].hidden)
    return Step(states.kept(before), kind, name, states.replaced(before, after), tuple(hidden))


def step_to(states: FormStates, last: Step | None, step: Step, after: FormState) -> Step | None:
    """Return the step to a state, with the previous ones that can be undone; None if it changed nothing."""
    changes = step.before != states.kept(after)
    is_one = changes or step.kind in ("undo", "redo")  # these change the earlier steps in any case
    return following(last, step) if is_one else None


def following(last: Step | None, step: Step) -> Step:
    """Return a step with the previous ones that can be undone after it, without one that was undone."""
    if last is None:
        return step
    is_of_last = step.kind in ("undo", "redo") or last.is_undone
    earlier = last.earlier if is_of_last else (*last.earlier, replace(last, earlier=()))
    room = len(fitting([each.kept for each in earlier]))
    return replace(step, earlier=earlier[len(earlier) - room :])


def fitting(kept: list[Any]) -> list[Any]:
    """Return the newest of some stored steps that fit into the size limit."""
    room = LARGEST_EARLIER
    newest: list[Any] = []
    for each in reversed(kept[-MOST_EARLIER:]):
        room -= len(json.dumps(each))
        if room < 0:
            break
        newest.insert(0, each)
    return newest


def step_from(states: FormStates, kept: object) -> Step | None:
    """Return a step that was stored or that came with a form; None if it is malformed."""
    step = single_step_from(states, kept)
    if step is None or not isinstance(kept, Mapping) or not isinstance(kept.get("earlier"), list):
        return step
    earlier = (single_step_from(states, each) for each in fitting(kept["earlier"]))
    return replace(step, earlier=tuple(each for each in earlier if each))


def single_step_from(states: FormStates, kept: object) -> Step | None:
    """Return a step without the previous ones; None if it is malformed."""
    if not isinstance(kept, Mapping) or not isinstance(kept.get("state"), dict):
        return None
    before = states.kept(states.restored(kept["state"]))
    kind, name, count = kept.get("kind"), kept.get("name"), kept.get("count")
    if kind not in KINDS or not isinstance(count, int):
        return None
    typed = kept.get("typed")
    return Step(
        before,
        kind,
        fit_name(name)[:LONGEST_NAME],
        count,
        is_closed=kept.get("closed") is True,
        typed=typed if isinstance(typed, int) and 0 < typed < time.time() + 1 else 0,
    )


def step_in(states: FormStates, text: str) -> Step | None:
    """Return the step that came with a form as JSON."""
    try:
        return step_from(states, json.loads(text or "null"))
    except (ValueError, RecursionError):
        return None
