"""The field of one parameter: its control, its current text, and the messages about it."""

import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from designer.cloud import InCloud
from designer.fill.form.controls import LONGEST_LINE, MOST_WITHOUT_SEARCH, Option, kind_of, number_steps, options_of
from designer.fill.values.given import Given
from designer.fill.values.in_stack import InStack
from designer.fill.values.lists import items_of
from designer.fill.values.origin import BaseValue, FieldError, NestedFiles, Origin, SetValue, Through
from designer.fill.values.texts import can_be_kept, read_boolean, text_of, yaml_mistake
from hotcore.diagnostics import Refusal
from hotcore.parameters import ParameterState
from hotcore.resolver import Reader
from hotcore.runtime import cached_property
from hotcore.template import Parameter

MOST_ROWS = 14  # visible lines of a multi-line field
LONGEST_DEFAULT = 24  # characters of a default on the button that restores it
LONGEST_REPAIR = 40  # characters of a value on the button that sets it
NAME_FIT_FOR_ID = re.compile(r"[\w-]+")


@dataclass
class Field:
    """A parameter's field.

    `key` is its name in ids; `errors` are the errors shown now, `repairs` the texts of valid values near the current
    one; `readers` are the expressions that would read the parameter if its value has no effect now. `base` is the value
    of an environment file, `from_set` the value set that the value came from, `names_files` whether the user may see
    file names. `in_cloud` is what a connected cloud says of the value, `in_stack` what the stack has that is updated.
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
    in_cloud: InCloud | None = None
    in_stack: InStack | None = None

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.parameter.name

    @property
    def is_required(self) -> bool:
        """Whether the parameter has neither a default nor a value from a file, nor a hidden one in the stack."""
        is_kept = self.in_stack is not None and self.in_stack.is_kept
        return not self.parameter.has_default and self.base is None and not is_kept

    @property
    def is_needed(self) -> bool:
        """Whether a required value is missing."""
        return self.is_required and not self.is_given

    @property
    def stays(self) -> bool:
        """Whether a hidden value stays as it is in the stack that is updated."""
        return self.in_stack is not None and self.in_stack.is_kept and not self.is_given

    @property
    def in_stack_words(self) -> str:
        """The value in the stack that is updated, where this is another one; empty where it is the same."""
        if self.in_stack is None or self.in_stack.is_same(self.parameter, self.text):
            return ""
        return self.in_words(self.in_stack.text)

    @property
    def is_empty_text(self) -> bool:
        """Whether the value is the empty string, as opposed to no value."""
        return self.is_given and not self.text and not self.parameter.hidden and self.kind not in ("checks", "chips")

    @property
    def can_give_empty(self) -> bool:
        """Whether to offer the empty string explicitly: it is valid, and an empty field alone means no value."""
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
        """The kind of the control."""
        return kind_of(self.parameter, self.text)

    @cached_property
    def options(self) -> list[Option]:
        """The options to choose from."""
        is_set = self.is_given or not self.is_required
        return options_of(self.parameter, self.kind, self.text, is_set=is_set)

    @property
    def is_choice(self) -> bool:
        """Whether values are chosen rather than typed."""
        return self.kind in ("switch", "segments", "select", "radios", "checks")

    @property
    def is_searchable(self) -> bool:
        """Whether there are so many options that they need a search field."""
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
        """The number of visible lines of a text field."""
        return min(max(self.text.count("\n") + 1, 3), MOST_ROWS)

    @property
    def list_rows(self) -> int:
        """The number of visible lines of a list's text field."""
        return 1 if "\n" not in self.text and len(self.text) <= LONGEST_LINE else 3

    @property
    def steps(self) -> dict[str, str]:
        """The limits and the step of a number field."""
        return number_steps(self.parameter)

    @property
    def default_words(self) -> str:
        """The default as the button that restores it shows it."""
        return self.in_words(text_of(self.parameter, self.parameter.default))

    def in_words(self, text: str) -> str:
        """Return a value's text shortened for a button or a sentence."""
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
        """The filters of the form that include this field."""
        is_open = bool(self.errors) or self.is_needed
        from_cloud = ["cloud"] if self.in_cloud else []
        return ("everything", *(["needed"] if is_open else []), self.origin.kind, *from_cloud)

    @property
    def can_be_reset(self) -> bool:
        """Whether a typed value can be reset to the value of a file or to the default."""
        return self.origin.kind == "typed" and not self.is_required

    @property
    def fits(self) -> bool:
        """Whether to confirm that a value is valid: not for choices, nor for values from a value set or a link."""
        if not self.is_given or self.errors:
            return False
        return self.is_touched if self.parameter.has_default else not self.is_choice

    @property
    def described_by(self) -> str:
        """The ids of the elements that describe the control."""
        parts = ["error", "about", "reason", *(["help"] if self.parameter.description else [])]
        return " ".join(f"{part}-{self.key}" for part in parts)

    @property
    def repair_buttons(self) -> list[tuple[str, str]]:
        """The suggested values for an invalid one, each with the label of its button."""
        return [(text, in_short(text, LONGEST_REPAIR)) for text in self.repairs]

    @property
    def rules(self) -> list[str]:
        """Short descriptions of the constraints, except for those that a choice shows or the author describes."""
        hints = self.hints
        return [
            constraint.rule
            for constraint in self.parameter.constraints
            if not (self.is_choice and constraint.kind == "allowed_values")
            and not (constraint.kind == "allowed_pattern" and constraint.description in hints)
        ]

    @property
    def hints(self) -> list[str]:
        """The author's descriptions of the constraints, each once, unless they are already shown."""
        shown_texts = {error.message for error in self.errors} | {self.parameter.description}
        words = [constraint.description for constraint in self.parameter.constraints if constraint.description]
        return [text for text in dict.fromkeys(words) if text not in shown_texts]

    @property
    def asks_cloud(self) -> bool:
        """Whether a constraint can be checked only by the cloud."""
        return any(constraint.asks_cloud for constraint in self.parameter.constraints)

    @property
    def mark(self) -> str:
        """A digest of what `error-` and `about-` show: while it is the same, nothing has to be sent again."""
        shown = (
            self.errors,
            self.repairs,
            self.origin,
            self.is_touched,
            self.is_empty_text,
            self.can_give_empty,
            self.in_cloud,
            self.stays,
            self.in_stack_words,
        )
        return f"{zlib.crc32(repr(shown).encode('utf-8', 'replace')):08x}"

    @property
    def is_irrelevant(self) -> bool:
        """Whether the value has no effect now."""
        return self.readers is not None

    @property
    def can_fold(self) -> bool:
        """Whether the field may be folded away: other values would give it an effect, and it is neither required nor a
        given value that a condition would read."""
        whys = {reader.why for reader in self.readers or ()}
        is_waiting = self.is_given and "decided" in whys
        return not self.is_needed and not is_waiting and bool(whys - {"unused"})

    @property
    def why_mark(self) -> str:
        """A digest of the explanation why the value has no effect; empty if it has one."""
        shown = (self.readers, self.is_needed, self.can_fold)
        return f"{zlib.crc32(repr(shown).encode('utf-8', 'replace')):08x}" if self.is_irrelevant else ""

    def judge(self, state: ParameterState, *, is_submitted: bool) -> None:
        """Set the errors of the value; an untouched field shows none until the form is submitted."""
        if not (self.is_touched or is_submitted or self.base):
            return
        found = [diagnostic.message for diagnostic in state.diagnostics]
        if self.is_needed:
            found = [_("A value is required.")] if is_submitted else []
        elif not self.can_be_kept:
            found.append(_("The value contains a character that cannot be stored: NUL or a lone surrogate."))
        elif found and self.kind == "code" and (mistake := yaml_mistake(self.text)):
            found[0] = mistake
        self.errors = tuple(FieldError(message) for message in found)
        if state.diagnostics and self.is_given and not self.parameter.hidden:
            self.repairs = tuple(text_of(self.parameter, value) for value in state.repairs if can_be_kept(value))

    def refuse(self, refusals: Iterable[Refusal], nested: NestedFiles) -> None:
        """Add the errors of nested templates that reject the value, if it was typed or comes from a file."""
        if not (self.is_given or self.base):
            return
        for refusal in refusals:
            file = refusal.file or ""
            through = Through(refusal.parameter, "/".join(refusal.path), nested.shown(file), nested.address(file))
            self.errors = (*self.errors, FieldError(refusal.message, through if file else None))
            if refusal.repairs and not self.repairs and not self.parameter.hidden:
                self.repairs = tuple(text_of(self.parameter, value) for value in refusal.repairs if can_be_kept(value))


def in_short(text: str, longest: int) -> str:
    """Return a text as one line, cut to a maximum length."""
    line = " ".join(text.split())
    return line if len(line) <= longest else line[:longest] + "…"


def field_of(
    parameter: Parameter,
    given: Given,
    base: BaseValue | None = None,
    from_set: SetValue | None = None,
    in_stack: InStack | None = None,
    *,
    names_files: bool = True,
) -> Field:
    """Return a parameter's field with the given value, else a file's, else the default; hidden values are omitted."""
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
        in_stack=in_stack,
    )


def key_of(name: str) -> str:
    """Return a name for use in ids, where spaces and punctuation have other meanings."""
    return name if NAME_FIT_FOR_ID.fullmatch(name) else f"{zlib.crc32(name.encode('utf-8', 'replace')):08x}.name"
