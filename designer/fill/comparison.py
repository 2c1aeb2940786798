"""Comparison of two sets of values of one template: which values and files differ, and the impact on a stack.

Hidden values are never compared: they count as unknown on both sides.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.content.impact import Row, rows_of_values, semantic_diff
from designer.fill.values.environment_list import EnvironmentFile
from designer.fill.values.state import FormState, FormStates
from hotcore import Unknown
from hotcore.runtime import cached_property


@dataclass(frozen=True)
class ComparedSide:
    """One side of a comparison: its title in a list, its `name` within a sentence, and its state.

    `saved_as` is the name of the user's own value set that it is, empty for the defaults, None for anything else.
    """

    key: str
    title: str
    name: str
    state: FormState
    saved_as: str | None = None


@dataclass(frozen=True)
class Pair:
    """A value that differs."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class FileDifference:
    """A description of how an environment file differs; without a name, of how the order of files differs."""

    name: str
    words: str
    is_on: bool = False


class Comparison:
    """The differences between two sides."""

    def __init__(self, states: FormStates, before: ComparedSide, after: ComparedSide) -> None:
        self.states = states
        self.before = before
        self.after = after

    @cached_property
    def pairs(self) -> list[Pair]:
        """The values that differ, hidden ones excepted, in template order."""
        old, new = (self.states.texts(side.state) for side in (self.before, self.after))
        parameters = self.states.template.parameters
        return [Pair(parameters[name].label, old[name], new[name]) for name in old if old[name] != new[name]]

    @property
    def words(self) -> str:
        """The numbers of values that differ and that are the same, in words."""
        differ = len(self.pairs)
        same = len(self.states.template.parameters) - len(self.hidden) - differ
        different = ngettext("%(count)d differs", "%(count)d differ", differ) % {"count": differ}
        rest = ngettext("%(count)d is the same", "%(count)d are the same", same) % {"count": same}
        return f"{different}, {rest}"

    @cached_property
    def hidden(self) -> list[str]:
        """The labels of the hidden parameters."""
        return [parameter.label for parameter in self.states.template.parameters.values() if parameter.hidden]

    @property
    def hidden_words(self) -> str:
        """The note about hidden parameters."""
        if not self.hidden:
            return ""
        labels, last = ", ".join(self.hidden[:-1]), self.hidden[-1]
        if not labels:
            return _("%(label)s is hidden and is not compared.") % {"label": last}
        return _("%(labels)s and %(last)s are hidden and are not compared.") % {"labels": labels, "last": last}

    @cached_property
    def files(self) -> list[FileDifference]:
        """The environment files that differ."""
        return list(self._files())

    def _files(self) -> Iterator[FileDifference]:
        before, after = (side.state.environments for side in (self.before, self.after))
        names = [file.name for file in before] + [file.name for file in after if before.named(file.name) is None]
        for name in names:
            if words := self._file_words(before.named(name), after.named(name)):
                file = after.named(name)
                yield FileDifference(name, words, is_on=file is not None and file.is_in_force)
        if words := self._order_words():
            yield FileDifference("", words)

    def _file_words(self, old: EnvironmentFile | None, new: EnvironmentFile | None) -> str:
        names = {"before": self.before.name, "after": self.after.name}
        if old is None or new is None:
            return (_("only in %(before)s") if new is None else _("only in %(after)s")) % names
        if old.is_in_force and not new.is_in_force:
            return _("on in %(before)s, off in %(after)s") % names
        if new.is_in_force and not old.is_in_force:
            return _("off in %(before)s, on in %(after)s") % names
        return _("different text in %(after)s") % names if old.text != new.text else ""

    def _order_words(self) -> str:
        """Return the two orders of the files that are enabled in both, in words; empty if they are the same."""
        before, after = (side.state.environments.names_on for side in (self.before, self.after))
        old, new = [name for name in before if name in after], [name for name in after if name in before]
        if old == new:
            return ""
        orders = {"old": ", ".join(old), "new": ", ".join(new), "before": self.before.name, "after": self.after.name}
        return _("%(old)s in %(before)s; %(new)s in %(after)s") % orders

    @cached_property
    def rows(self) -> list[Row]:
        """The impact of the differences on a stack, worst first."""
        before, after = self.before.state, self.after.state
        content = self.states.content
        found = semantic_diff(
            content,
            content,
            values=self._values(before),
            new_values=self._values(after),
            environments=(before.environments.in_force, after.environments.in_force),
        )
        return rows_of_values(found)

    def _values(self, state: FormState) -> Mapping[str, Any]:
        """Return the values of a side; hidden ones are unknown."""
        parameters = self.states.template.parameters.items()
        hidden = {name: Unknown(f"get_param {name}") for name, parameter in parameters if parameter.hidden}
        return {**state.given.values, **hidden}
