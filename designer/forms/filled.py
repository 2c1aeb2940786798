"""A filled form: what was given, what the template makes of it, and what the page says about both."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import cached_property

from designer import analysis
from designer.files.content import Content
from designer.findings import Findings
from designer.forms.address import LONGEST_LINK, link_query
from designer.forms.broken import Breach, breaches, broken_by_values
from designer.forms.environment_list import EnvironmentFile, EnvironmentList
from designer.forms.nested import Branch, tree
from designer.forms.origin import NestedFiles, SetValue
from designer.forms.parameters import EVERY_FILE, ParameterForm
from designer.forms.redaction import without_text
from designer.forms.stand_ins import StandIn, attributes_of
from designer.forms.state import FormState
from hotcore import Diagnostic, Environment, Severity, Template, is_known, to_json, write_yaml

ABOUT_VALUES = ("value-needed", "unknown-value")
LONGEST_LINK = 3800  # characters; servers refuse request lines above some 4,000


class FilledForm:
    """A template's form with the values that were given, judged by a preview."""

    def __init__(
        self,
        content: Content,
        template: Template,
        given: Given,
        stand_ins: list[StandIn],
        *,
        by_author: bool = False,
        is_submitted: bool = False,
        is_for_keeping: bool = False,
    ) -> None:
        self.content = content
        self.by_author = by_author
        self.given = given
        self.stand_ins = stand_ins
        self.is_submitted = is_submitted
        self.is_for_keeping = is_for_keeping
        self.preview = analysis.preview(content, given.values, attributes=attributes_of(stand_ins))
        self.form = ParameterForm(template, given)
        self.form.judge(self.preview, is_submitted=is_submitted)
        if is_for_keeping:
            self.form.leave_hidden_open()

    @property
    def problems(self) -> Findings:
        """The findings about the template; what is wrong or missing among the values stands at the fields.

        Authors hear what the lint rules warn of as well.
        """
        about_values = {
            diagnostic
            for state in self.preview.parameters.values()
            if state.source == "given"
            for diagnostic in state.diagnostics
        }
        found = [
            diagnostic
            for diagnostic in self.preview.diagnostics
            if diagnostic.code not in ABOUT_VALUES and diagnostic not in about_values
        ]
        if not self.by_author:
            return Findings.of(found)
        told = analysis.findings(self.content, found)
        return Findings.of(each for each in told if each in found or each.severity != Severity.HINT)

    @cached_property
    def condition_counts(self) -> Mapping[str, int]:
        """How many conditions are true, false and not known yet."""
        return counts(state.value for state in self.preview.conditions.values())

    @cached_property
    def resource_counts(self) -> Mapping[str, int]:
        """How many resources are on, off and not known yet."""
        return counts(state.enabled for state in self.preview.resources.values())

    @cached_property
    def trees(self) -> Mapping[str, Inside]:
        """What is inside of the resources that are stacks, by their names."""
        return trees(self.preview.resources)

    @property
    def resolved_lines(self) -> list[str]:
        """The resources that are not off and the outputs as lines of YAML, with every function resolved."""
        resources = {
            name: {"type": state.type, "properties": to_json(state.properties), "depends_on": list(state.depends_on)}
            for name, state in self.preview.resources.items()
            if state.enabled is not False
        }
        outputs = {
            name: {"value": to_json(state.value)}
            for name, state in self.preview.outputs.items()
            if state.enabled is not False
        }
        return write_yaml({"resources": resources, "outputs": outputs}).splitlines()

    @property
    def prefilled_query(self) -> str:
        """The query of a link that brings these values back, hidden ones excepted; empty when it would be too long."""
        texts = {
            PREFIX + name: text_of(field.parameter, self.given.values[name])
            for name, field in self.form.fields.items()
            if field.is_given and not field.parameter.hidden
        }
        query = urlencode(texts, errors="replace")
        return f"?{query}" if query and len(query) <= LONGEST_LINK else ""

    @property
    def is_too_long_for_link(self) -> bool:
        """Whether there are values that a link has no room for."""
        return not self.prefilled_query and any(not field.parameter.hidden for field in self.form.changed)


def counts(values: object) -> Mapping[str, int]:
    """Count the three values; everything that is neither true nor false is not known."""
    words = ["on" if value is True else "off" if value is False else "unknown" for value in values]  # type: ignore[attr-defined]
    return {word: words.count(word) for word in ("on", "off", "unknown")}
