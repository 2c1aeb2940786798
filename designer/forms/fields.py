"""One parameter on the page: its control, what stands in it, and what is to be said about it."""

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property

from django.utils.translation import gettext as _

from designer.forms.controls import LONGEST_LINE, MOST_WITHOUT_SEARCH, Option, kind_of, number_steps, options_of
from designer.forms.given import Given
from designer.forms.lists import items_of
from designer.forms.origin import BaseValue, FieldError, NestedFiles, Origin, SetValue, Through
from designer.forms.texts import can_be_kept, read_boolean, text_of, yaml_mistake
from hotcore import Parameter, ParameterState, Reader, Refusal

MOST_ROWS = 14  # lines of a text that are shown at once
LONGEST_DEFAULT = 24  # characters of a default on the button that brings it back
LONGEST_REPAIR = 40  # characters of a value on the button that gives it
NAME_FIT_FOR_ID = re.compile(r"[\w-]+")


@dataclass
class Field:
    """A parameter's field.

    `key` is its name in ids; `errors` holds what is shown as wrong now, `repairs` the texts of values near it that fit;
    `readers` is what would read the parameter, when its value makes no difference now. `base` is what an environment
    file says, `from_set` tells that a saved set gave the value, `names_files` whether the reader may know the files.
    """

    parameter: Parameter
    key: str
    is_given: bool
    text: str
    is_touched: bool = False
    is_answered: bool = False
    can_be_kept: bool = True
    errors: tuple[FieldError, ...] = field(default=())
    readers: tuple[Reader, ...] | None = None
    repairs: tuple[str, ...] = field(default=())
    base: BaseValue | None = None
    from_set: SetValue | None = None
    names_files: bool = True

    @property
    def name(self) -> str:
        """The parameter's name."""
        return self.parameter.name

    @property
    def is_required(self) -> bool:
        """Whether Heat asks for a value that no file gives."""
        return not self.parameter.has_default and self.base is None

    @property
    def is_needed(self) -> bool:
        """Whether a value is still missing."""
        return self.is_required and not self.is_given

    @property
    def is_empty_text(self) -> bool:
        """Whether the empty text was given, which is something else than nothing."""
        return self.is_given and not self.text and not self.parameter.hidden and self.kind not in ("checks", "chips")

    @property
    def can_give_empty(self) -> bool:
        """Whether the empty text can be given on purpose: it fits, and an empty field alone does not say so."""
        shortest = [c.options.get("min") for c in self.parameter.constraints if c.kind == "length"]
        return (
            self.parameter.type in ("string", "comma_delimited_list")
            and self.kind in ("line", "lines", "chips", "checks", "password")
            and self.is_touched
            and not self.is_given
            and self.is_required
            and all(str(least or 0) == "0" for least in shortest)
        )

    @cached_property
    def kind(self) -> str:
        """The kind of control."""
        return kind_of(self.parameter, self.text)

    @cached_property
    def options(self) -> list[Option]:
        """What can be chosen."""
        is_set = self.is_given or not self.is_required
        return options_of(self.parameter, self.kind, self.text, is_set=is_set)

    @property
    def is_choice(self) -> bool:
        """Whether values are chosen and not typed."""
        return self.kind in ("switch", "segments", "select", "radios", "checks")

    @property
    def is_searchable(self) -> bool:
        """Whether there are too many choices to see at a glance."""
        return len(self.options) > MOST_WITHOUT_SEARCH

    @property
    def is_on(self) -> bool:
        """Whether the switch is on."""
        return read_boolean(self.parameter, self.text) is True

    @property
    def items(self) -> list[str]:
        """The items of a list."""
        return items_of(self.text)

    @property
    def rows(self) -> int:
        """How many lines a text field shows."""
        return min(max(self.text.count("\n") + 1, 3), MOST_ROWS)

    @property
    def list_rows(self) -> int:
        """How many lines the text of a list shows."""
        return 1 if "\n" not in self.text and len(self.text) <= LONGEST_LINE else 3

    @property
    def steps(self) -> dict[str, str]:
        """Limits and step of a number."""
        return number_steps(self.parameter)

    @property
    def default_words(self) -> str:
        """The default in the words of the button that brings it back."""
        return self.in_words(text_of(self.parameter, self.parameter.default))

    def in_words(self, text: str) -> str:
        """Return the text of a value in the few words of a button or a sentence."""
        if self.parameter.type == "boolean" and (truth := read_boolean(self.parameter, text)) is not None:
            return _("yes") if truth else _("no")
        return in_short(text, LONGEST_DEFAULT) or _("empty text")

    @property
    def origin(self) -> Origin:
        """Where the value comes from."""
        file = self.base.file if self.base else ""
        if self.is_given and self.from_set:
            was = "" if self.from_set.was is None else self.in_words(self.from_set.was)
            return Origin("set", was=was, set_name=self.from_set.name)
        if self.is_given:
            was = self.in_words(self.base.text) if self.base and not self.parameter.hidden else ""
            return Origin("typed", file, was, names_files=self.names_files)
        if self.base:
            return Origin("file", file, names_files=self.names_files)
        return Origin("default" if self.parameter.has_default else "missing")

    @property
    def shown_under(self) -> tuple[str, ...]:
        """The choices of what the form shows that show this field."""
        is_open = bool(self.errors) or self.is_needed
        return ("everything", *(["needed"] if is_open else []), self.origin.kind)

    @property
    def can_be_reset(self) -> bool:
        """Whether there is something to go back to from a typed value: what a file says, or the default."""
        return self.origin.kind == "typed" and not self.is_required

    @property
    def fits(self) -> bool:
        """Whether it is worth saying that a value fits: not of a choice, nor of what a saved set or a link brought."""
        if not self.is_given or self.errors:
            return False
        return self.is_touched if self.parameter.has_default else not self.is_choice

    @property
    def described_by(self) -> str:
        """The ids of what describes the control."""
        told = ["error", "about", "reason", *(["help"] if self.parameter.description else [])]
        return " ".join(f"{part}-{self.key}" for part in told)

    @property
    def repair_buttons(self) -> list[tuple[str, str]]:
        """The values near a refused one, each with the words of the button that gives it."""
        return [(text, in_short(text, LONGEST_REPAIR)) for text in self.repairs]

    @property
    def rules(self) -> list[str]:
        """What the template asks of a value, a few words each; what a choice shows is left out, and so is a pattern of
        which the author says what it means."""
        told = self.hints
        return [
            constraint.rule
            for constraint in self.parameter.constraints
            if not (self.is_choice and constraint.kind == "allowed_values")
            and not (constraint.kind == "allowed_pattern" and constraint.description in told)
        ]

    @property
    def hints(self) -> list[str]:
        """The author's words for the constraints, each once, unless they stand there already."""
        told = {error.message for error in self.errors} | {self.parameter.description}
        words = [constraint.description for constraint in self.parameter.constraints if constraint.description]
        return [text for text in dict.fromkeys(words) if text not in told]

    @property
    def asks_cloud(self) -> bool:
        """Whether a rule can be checked only where the stack is made."""
        return any(constraint.asks_cloud for constraint in self.parameter.constraints)

    @property
    def mark(self) -> str:
        """A short sign of what `error-` and `about-` show: as long as it is the same, nothing has to be sent again."""
        shown = (self.errors, self.repairs, self.origin, self.is_touched, self.is_empty_text, self.can_give_empty)
        return f"{zlib.crc32(repr(shown).encode('utf-8', 'replace')):08x}"

    @property
    def is_irrelevant(self) -> bool:
        """Whether the value makes no difference now."""
        return self.readers is not None

    @property
    def can_fold(self) -> bool:
        """Whether other answers would make the value count: what nothing ever reads stays as it is, and so does what
        Heat asks for. What somebody answered to a condition stays in sight, beside the answers that it waits for."""
        whys = {reader.why for reader in self.readers or ()}
        is_waiting = self.is_given and "decided" in whys
        return not self.is_needed and not is_waiting and bool(whys - {"unused"})

    @property
    def why_mark(self) -> str:
        """A short sign of what is said about a value that makes no difference; empty when it makes one."""
        shown = (self.readers, self.is_needed, self.can_fold)
        return f"{zlib.crc32(repr(shown).encode('utf-8', 'replace')):08x}" if self.is_irrelevant else ""

    def judge(self, state: ParameterState, *, is_submitted: bool) -> None:
        """Take over what is wrong with the value, as far as it is to be said now: an untouched field stays calm."""
        if not (self.is_touched or is_submitted or self.base):
            return
        found = [diagnostic.message for diagnostic in state.diagnostics]
        if self.is_needed:
            found = [_("A value is needed.")] if is_submitted else []
        elif not self.can_be_kept:
            found.append(_("There is a character in it that cannot be kept: NUL, or half of one."))
        elif found and self.kind == "code" and (mistake := yaml_mistake(self.text)):
            found[0] = mistake
        self.errors = tuple(FieldError(message) for message in found)
        if state.diagnostics and self.is_given and not self.parameter.hidden:
            self.repairs = tuple(text_of(self.parameter, value) for value in state.repairs if can_be_kept(value))

    def refuse(self, refusals: Iterable[Refusal], nested: NestedFiles) -> None:
        """Take over what nested templates refuse because of a value that somebody gave, by hand or in a file."""
        if not (self.is_given or self.base):
            return
        for refusal in refusals:
            file = refusal.file or ""
            through = Through(refusal.parameter, "/".join(refusal.path), nested.shown(file), nested.address(file))
            self.errors = (*self.errors, FieldError(refusal.message, through if file else None))
            if refusal.repairs and not self.repairs and not self.parameter.hidden:
                self.repairs = tuple(text_of(self.parameter, value) for value in refusal.repairs if can_be_kept(value))


def in_short(text: str, longest: int) -> str:
    """Return a text as one line that fits on a button."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[:longest] + "…"


def field_of(
    parameter: Parameter,
    given: Given,
    base: BaseValue | None = None,
    from_set: SetValue | None = None,
    *,
    names_files: bool = True,
) -> Field:
    """Build a parameter's field from what was given, else what a file says, else the default; hidden text stays out."""
    is_given = parameter.name in given.values
    value = given.values.get(parameter.name, parameter.default if parameter.has_default else "")
    text = base.text if base and not is_given else text_of(parameter, value)
    if parameter.hidden:
        text, base = "", replace(base, text="") if base else None
    return Field(
        parameter=parameter,
        key=key_of(parameter.name),
        is_given=is_given,
        text=text,
        is_touched=parameter.name in given.touched,
        is_answered=parameter.name in given.answered,
        can_be_kept=not is_given or can_be_kept({parameter.name: value}),
        base=base,
        from_set=from_set,
        names_files=names_files,
    )


def key_of(name: str) -> str:
    """Return the name as it stands in ids, where blanks and marks would mean something else."""
    return name if NAME_FIT_FOR_ID.fullmatch(name) else f"{zlib.crc32(name.encode('utf-8', 'replace')):08x}.name"
