"""The state of a form: typed values, the environment files under them, their value set, and stand-in attributes.

A state is read from a submitted form, an address, a value set or a stored draft. A stored state never holds a hidden
value, whether it was typed or comes from an uploaded file.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Any

from django.http import QueryDict

from designer.content import analysis
from designer.content.content import Content
from designer.fill.values.environment_list import (
    EnvironmentList,
    arranged,
    list_in_address,
    list_in_form,
    shown_in_form,
)
from designer.fill.values.given import Given, given_from_values, given_in_address, given_in_form, rebased
from designer.fill.values.origin import Bases
from designer.fill.values.stand_ins import PREFIX as ATTRIBUTE
from designer.fill.values.texts import can_be_kept, is_strict_json, text_of
from designer.models import ValueSet
from hotcore import Environment
from hotcore.template import Template
from hotcore.values import is_shallow

Kept = Mapping[str, Any]
"""A stored state: `values`, `environments`, `set` with its `set_owner`, and `attributes`."""


@dataclass(frozen=True)
class FormState:
    """The state of a form. `set_owner` is the owner's user name if the value set belongs to someone else.

    `attributes` are the texts of stand-in attributes, by `resource.attribute`; None if the state does not define them,
    as for a value set or a link.
    """

    given: Given
    environments: EnvironmentList
    bases: Bases
    set_name: str = ""
    set_owner: str = ""
    attributes: Mapping[str, str] | None = None

    @property
    def needs_form(self) -> bool:
        """Whether it holds data that an address cannot: uploaded files, the name of a set, or stand-ins."""
        return bool(self.environments.uploaded or self.set_name or self.attributes)


class FormStates:
    """Reads and writes the states of one template's form; `files` are the environment files that it opens with.

    `can_arrange` is false if the user may not change the list of files, as for some share links. `has_stand_ins` is
    false if the user may not see stand-in attributes, which are named after resources.
    """

    def __init__(
        self,
        content: Content,
        template: Template,
        files: Iterable[Mapping[str, Any]] = (),
        *,
        can_arrange: bool = True,
        has_stand_ins: bool = True,
    ) -> None:
        self.content = content
        self.template = template
        # Uploaded files are parsed once per request, and never cached beyond it.
        self.read_environment = cache(analysis.read_environment)
        self.open_text = cache(partial(analysis.without_hidden_values, content))
        self.files = self.arranged(files)
        self.can_arrange = can_arrange
        self.wanted = analysis.wanted_attributes(content) if has_stand_ins else ()
        self._bases: dict[tuple[int, ...], tuple[list[Environment], Bases]] = {}

    def arranged(self, kept: Iterable[Mapping[str, Any]]) -> EnvironmentList:
        """Return a stored list of files."""
        return arranged(self.content, kept, self.read_environment)

    def bases(self, environments: EnvironmentList) -> Bases:
        """Return the values that the files in effect give to the parameters."""
        in_force = environments.in_force
        key = tuple(map(id, in_force))
        if key not in self._bases:
            self._bases[key] = in_force, environments.bases(self.content, self.template)
        return self._bases[key][1]

    def untouched(self) -> FormState:
        """Return the initial state of the form."""
        return self.of_values({}, self.files)

    def of_values(
        self, values: Mapping[str, object], environments: EnvironmentList, set_name: str = "", set_owner: str = ""
    ) -> FormState:
        """Return the state with values over the files; values that equal the files' do not count as typed."""
        bases = self.bases(environments)
        return FormState(given_from_values(self.template, values, bases), environments, bases, set_name, set_owner)

    def shown(self, data: QueryDict) -> FormState:
        """Return the state of a submitted form under the files that it was rendered with."""
        environments = shown_in_form(self.content, data, self.read_environment) if self.can_arrange else self.files
        bases = self.bases(environments)
        given = given_in_form(self.template, data, bases)
        name, owner = fit_name(data.get("set")), fit_name(data.get("set_owner"))
        return FormState(given, environments, bases, name, owner, self.attributes_in(data, ATTRIBUTE))

    def posted(self, data: QueryDict, before: FormState | None = None) -> FormState:
        """Return the state of a submitted form under the files as they are arranged now.

        `before` is the state under the files that it was rendered with, if already read.
        """
        before = before or self.shown(data)
        if not self.can_arrange:
            return before
        return self.with_files(before, list_in_form(self.content, data, self.read_environment))

    def with_files(self, state: FormState, environments: EnvironmentList) -> FormState:
        """Return a state with its list of files replaced."""
        if environments.arrangement == state.environments.arrangement:
            return state
        bases = self.bases(environments)
        return replace(state, given=rebased(self.template, state.given, bases), environments=environments, bases=bases)

    def at_address(self, data: QueryDict) -> FormState:
        """Return the state of a prefilled link."""
        asks_files = self.can_arrange and "environment" in data
        environments = list_in_address(self.content, data) if asks_files else self.files
        bases = self.bases(environments)
        return FormState(given_in_address(self.template, data, bases), environments, bases)

    def of_set(self, value_set: ValueSet, owner: str = "") -> FormState:
        """Return the state of a value set; `owner` is the owner's user name if it belongs to someone else."""
        environments = (
            arranged(self.content, value_set.environments, self.read_environment) if self.can_arrange else self.files
        )
        return self.of_values(value_set.values, environments, value_set.name, owner)

    def kept(self, state: FormState) -> dict[str, Any]:
        """Return a state for storage and for fields of the form; without files if they are not shown."""
        return {
            "values": self.kept_values(state),
            "environments": self.kept_files(state.environments) if self.can_arrange else [],
            "set": state.set_name,
            "set_owner": state.set_owner,
            "attributes": dict(state.attributes or {}),
        }

    def attributes_in(self, texts: Mapping[str, object], prefix: str = "") -> dict[str, str]:
        """Return the texts of stand-in attributes that the template reads, as far as they can be stored."""
        names = [f"{resource}.{attribute}" for resource, attribute in self.wanted]
        found = {name: fit_name(texts.get(prefix + name)) for name in names}
        return {name: text for name, text in found.items() if text}

    def kept_values(self, state: FormState) -> dict[str, Any]:
        """Return the typed values that may be stored."""
        values = analysis.keepable_values(self.content, state.given.values)
        return {name: value for name, value in values.items() if can_be_kept({name: value})}

    def kept_files(self, environments: EnvironmentList) -> list[dict[str, Any]]:
        """Return the list of files for storage, uploaded ones without the values of hidden parameters."""
        return [
            {"name": file.name, "on": file.is_on} | ({"text": self.open_text(file.text)} if file.is_uploaded else {})
            for file in environments
            if can_be_kept([file.name, file.text if file.is_uploaded else ""])
        ]

    def restored(self, kept: object) -> FormState:
        """Return a stored state, without malformed parts."""
        known = kept if isinstance(kept, dict) else {}
        values, files = known.get("values"), known.get("environments")
        files = files if isinstance(files, list) else []
        files = [item for item in files if isinstance(item, dict) and can_be_kept(item)]
        values = values if isinstance(values, dict) else {}
        attributes = known.get("attributes")
        state = self.of_values(
            {name: value for name, value in values.items() if is_keepable(name, value)},
            self.arranged(files) if self.can_arrange else self.files,
            fit_name(known.get("set")),
            fit_name(known.get("set_owner")),
        )
        return replace(state, attributes=self.attributes_in(attributes)) if isinstance(attributes, dict) else state

    def read(self, text: str) -> FormState | None:
        """Return the state that a form holds as JSON; None if there is none."""
        try:
            kept = json.loads(text or "null")
        except (ValueError, RecursionError):
            return None
        return self.restored(kept) if isinstance(kept, dict) else None

    def texts(self, state: FormState) -> dict[str, str]:
        """Return the texts of the fields that are not hidden, by parameter."""
        found = {}
        for name, parameter in self.template.parameters.items():
            if parameter.hidden:
                continue
            if name in state.given.values:
                found[name] = text_of(parameter, state.given.values[name])
            elif name in state.bases:
                found[name] = state.bases[name].text
            else:
                found[name] = text_of(parameter, parameter.default) if parameter.has_default else ""
        return found

    def replaced(self, before: FormState, after: FormState) -> int:
        """Return how many fields and stand-ins, hidden ones excepted, a step changed."""
        old, new = self.texts(before), self.texts(after)
        given, taken = before.attributes or {}, after.attributes or {}
        stand_ins = sum(given.get(name) != taken.get(name) for name in given.keys() | taken.keys())
        return sum(old[name] != new[name] for name in old) + stand_ins

    def is_edited(self, state: FormState, original: FormState) -> bool:
        """Whether a state differs from its original, as far as both can be stored."""
        kept, began = (
            (self.texts_of(self.kept_values(each)), self.kept_files(each.environments)) for each in (state, original)
        )
        return kept != began

    def texts_of(self, values: Mapping[str, object]) -> dict[str, str]:
        """Return the values as texts, however they are written."""
        return {name: text_of(self.template.parameters[name], value) for name, value in values.items()}

    def in_place_of(self, before: FormState, state: FormState) -> FormState:
        """Return a state that replaces another, with the typed hidden values and undefined stand-ins of that one kept.

        Hidden values that were typed and are gone stay touched, so that the form reports them as missing.
        """
        if state.attributes is None:
            state = replace(state, attributes=before.attributes)
        parameters = self.template.parameters
        hidden = {name: value for name, value in before.given.values.items() if parameters[name].hidden}
        touched = {name for name in before.given.touched if name in parameters and parameters[name].hidden}
        if not hidden and not touched:
            return state
        given = replace(
            state.given, values={**state.given.values, **hidden}, touched=state.given.touched | hidden.keys() | touched
        )
        return replace(state, given=given)


def is_keepable(name: str, value: object) -> bool:
    """Return whether a value from a request can be a stored one."""
    return is_shallow(value) and is_strict_json(value) and can_be_kept({name: value})


def fit_name(name: object) -> str:
    """Return a name from a request; empty if it is no text that a database can store."""
    return name if isinstance(name, str) and can_be_kept(name) else ""
