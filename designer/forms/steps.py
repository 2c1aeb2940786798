"""Steps that replace several values of a form at once, each of which can be undone.

A form carries its last step as JSON: the state before it, without hidden values, what it was, and the steps before it
that can still be undone.
"""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal, get_args

from django.utils.translation import ngettext, ngettext_lazy

from designer.forms.state import FormState, FormStates, Kept, fit_name
from designer.templatetags.parts import words_ago

Kind = Literal["set", "defaults", "link", "combination", "draft", "device", "files", "undo", "redo"]
KINDS: tuple[Kind, ...] = get_args(Kind)
LONGEST_NAME = 200
MOST_EARLIER = 20
LARGEST_EARLIER = 64 * 1024  # characters of all earlier steps; they travel with the form


# What is said of a step, by its kind; "kept" is said of one from this device whose time is not known.
_SENTENCES = {
    "undo": ngettext_lazy("Your %(count)d value is back.", "Your %(count)d values are back.", "count"),
    "redo": ngettext_lazy("Replaced %(count)d value again.", "Replaced %(count)d values again.", "count"),
    "set": ngettext_lazy(
        "Replaced %(count)d value with the set %(name)s.", "Replaced %(count)d values with the set %(name)s.", "count"
    ),
    "defaults": ngettext_lazy(
        "Replaced %(count)d value with the default.", "Replaced %(count)d values with the defaults.", "count"
    ),
    "combination": ngettext_lazy(
        "Replaced %(count)d value with the combination that you chose.",
        "Replaced %(count)d values with the combination that you chose.",
        "count",
    ),
    "link": ngettext_lazy(
        "Replaced %(count)d value with the one that came with the link.",
        "Replaced %(count)d values with those that came with the link.",
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
    """A step: the state `before` it as it is kept, what came in its place, and how many open fields it changed.

    `name` is that of the set or file; `stays` are the labels of hidden values that were typed and stay. `earlier` are
    the steps before it that can be undone, the oldest first. Of a step that `is_closed` nothing is said any more. What
    was kept on a device was `typed` so many seconds after 1970, where that is known.
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
        """Whether there is something to say: a step that changed no field is not spoken of."""
        return self.count > 0 and not self.is_closed

    @property
    def is_undone(self) -> bool:
        """Whether the step took back another one."""
        return self.kind == "undo"

    @property
    def words(self) -> str:
        """The step in words."""
        sentence = _SENTENCES["device" if self.typed else "kept"] if self.kind == "device" else _SENTENCES[self.kind]
        ago = words_ago(datetime.fromtimestamp(self.typed, UTC)) if self.typed else ""
        return sentence % {"count": self.count, "name": self.name, "ago": ago}

    @property
    def stays_words(self) -> str:
        """What is said of hidden values that were typed."""
        if not self.stays:
            return ""
        words = ngettext("%(labels)s stays as you typed it.", "%(labels)s stay as you typed them.", len(self.stays))
        return words % {"labels": ", ".join(self.stays)}

    @property
    def kept(self) -> dict[str, Any]:
        """The step as it is kept and as it travels with the form."""
        kept = {"state": dict(self.before), "kind": self.kind, "name": self.name, "count": self.count}
        if self.is_closed:
            kept["closed"] = True
        if self.typed:
            kept["typed"] = self.typed
        return kept | ({"earlier": [step.kept for step in self.earlier]} if self.earlier else {})

    @property
    def json(self) -> str:
        """The same as text."""
        return json.dumps(self.kept)


def step_between(states: FormStates, before: FormState, after: FormState, kind: Kind, name: str = "") -> Step:
    """Return the step from one state to another."""
    parameters = states.template.parameters
    hidden = (parameters[each].label for each in after.given.values if parameters[each].hidden)
    return Step(states.kept(before), kind, name, states.replaced(before, after), tuple(hidden))


def step_to(states: FormStates, last: Step | None, step: Step, after: FormState) -> Step | None:
    """Return the step to a state, with those before it that can be undone; None where it changed nothing."""
    changes = step.before != states.kept(after)
    is_one = changes or step.kind in ("undo", "redo")  # with these the steps before it change anyhow
    return following(last, step) if is_one else None


def following(last: Step | None, step: Step) -> Step:
    """Return a step with those before it that can be undone after it; one that was undone is not among them."""
    if last is None:
        return step
    is_of_last = step.kind in ("undo", "redo") or last.is_undone
    earlier = last.earlier if is_of_last else (*last.earlier, replace(last, earlier=()))
    room = len(fitting([each.kept for each in earlier]))
    return replace(step, earlier=earlier[len(earlier) - room :])


def fitting(kept: list[Any]) -> list[Any]:
    """Return the newest of some steps, as they are kept, as far as there is room for them."""
    room = LARGEST_EARLIER
    newest: list[Any] = []
    for each in reversed(kept[-MOST_EARLIER:]):
        room -= len(json.dumps(each))
        if room < 0:
            break
        newest.insert(0, each)
    return newest


def step_from(states: FormStates, kept: object) -> Step | None:
    """Return a step that was kept, or that came with a form, as far as it can be kept; None for what is none."""
    step = single_step_from(states, kept)
    if step is None or not isinstance(kept, Mapping) or not isinstance(kept.get("earlier"), list):
        return step
    earlier = (single_step_from(states, each) for each in fitting(kept["earlier"]))
    return replace(step, earlier=tuple(each for each in earlier if each))


def single_step_from(states: FormStates, kept: object) -> Step | None:
    """Return the same without the steps before it."""
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
