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

TYPED_OVER = "value-outdone"
"""No problem here: what is typed over a file is handed over as a file after it."""


class FilledForm:
    """A template's form with the values that were given, judged by a preview.

    `beginning` are the names of the environment files that are on as the form opens.
    """

    def __init__(
        self,
        content: Content,
        template: Template,
        state: FormState,
        stand_ins: list[StandIn],
        *,
        from_set: Mapping[str, SetValue] | None = None,
        by_author: bool = False,
        names_files: bool = True,
        beginning: Collection[str] = (),
        nested: NestedFiles = EVERY_FILE,
        shows_template: bool = True,
        is_submitted: bool = False,
    ) -> None:
        self.content = content
        self.template = template
        self.by_author = by_author
        self.shows_template = shows_template
        self.names_files = names_files
        self.beginning = beginning
        self.state = state
        self.given = state.given
        self.environments = state.environments
        self.stand_ins = stand_ins
        self.is_submitted = is_submitted
        preview = analysis.preview(
            content, self.given.values, environments=state.environments.in_force, attributes=attributes_of(stand_ins)
        )
        self.preview = preview if shows_template else without_text(preview)
        self.form = ParameterForm(template, self.given, state.bases, from_set, names_files=names_files)
        self.form.judge(self.preview, nested, is_submitted=is_submitted)

    @cached_property
    def breaches(self) -> list[Breach]:
        """What the present values break."""
        return breaches(self._broken, self.form.fields, self.template, self.preview)

    @cached_property
    def _broken(self) -> list[Diagnostic]:
        files = {file.name for file in self.environments}
        found = [diagnostic for diagnostic in self._about_template if diagnostic.file not in files]
        return broken_by_values(found, analysis.unfilled(self.content))

    @cached_property
    def _about_template(self) -> list[Diagnostic]:
        about_values = {
            diagnostic
            for state in self.preview.parameters.values()
            if state.source == "given"
            for diagnostic in state.diagnostics
        }
        return [
            diagnostic
            for diagnostic in self.preview.diagnostics
            if diagnostic not in about_values and not is_about_form(diagnostic)
        ]

    @cached_property
    def problems(self) -> Findings:
        """The findings about the template that have nothing to do with the values that were given.

        Authors hear what the lint rules warn of as well.
        """
        broken = frozenset(self._broken)
        found = [diagnostic for diagnostic in self._about_template if diagnostic not in broken]
        if not self.by_author:
            return Findings.of(found)
        told, heard = analysis.findings(self.content, found), frozenset(found)
        return Findings.of(each for each in told if each in heard or each.severity != Severity.HINT)

    @property
    def file_problems(self) -> list[Diagnostic]:
        """The findings about the environment files, as they are used here."""
        found = [each for each in self.preview.diagnostics if each.file and not is_about_form(each)]
        return found if self.shows_template else [without_names(each) for each in found]

    @cached_property
    def combined(self) -> Environment:
        """What the environment files in force say together."""
        return analysis.combined_environments(self.content, self.environments.in_force)

    def file_in_force(self, section: str, name: str) -> str:
        """Return the file whose value counts for a name in a section of the environments."""
        if name in self.state.bases:
            return self.state.bases[name].file
        place = self.combined.place(section, name)
        return place.file if place else ""

    def type_in_force(self, path: tuple[str, ...]) -> str:
        """Return the file whose entry counts for a type, or for that of a single resource."""
        return next((entry.file or "" for entry in self.combined.registry.walk() if entry.path == path), "")

    def before(self, file: EnvironmentFile) -> list[EnvironmentFile]:
        """Return the files in force before another one, the nearest first."""
        names = [each.name for each in self.environments]
        return [each for each in self.environments.files[: names.index(file.name)][::-1] if each.is_in_force]

    @cached_property
    def condition_counts(self) -> Mapping[str, int]:
        """How many conditions are true, false and not known yet."""
        return counts(state.value for state in self.preview.conditions.values())

    @cached_property
    def resource_counts(self) -> Mapping[str, int]:
        """How many resources are on, off and not known yet."""
        return counts(state.enabled for state in self.preview.resources.values())

    @cached_property
    def output_counts(self) -> Mapping[str, int]:
        """How many outputs are known, and how many are not known yet."""
        known = [is_known(output.value) for output in self.preview.outputs.values() if output.enabled is not False]
        return {"known": known.count(True), "later": known.count(False)}

    @cached_property
    def tree(self) -> list[Branch]:
        """The resources, with what is inside of those that are stacks."""
        broken = {breach.resource for breach in self.breaches}
        return tree(self.preview.resources, broken, self.preview.refused_properties)

    @cached_property
    def nested_count(self) -> int:
        """How many resources are in nested templates."""
        return sum(branch.inside.number for branch in self.tree if branch.inside and branch.inside.has_files)

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

    @cached_property
    def merged_labels(self) -> list[str]:
        """The labels of typed values that Heat adds to what the files say of them, when they come in a file after."""
        merged = self.environments.merged_names & self.given.values.keys()
        return [field.parameter.label for name, field in self.form.fields.items() if name in merged]

    @cached_property
    def _query(self) -> str:
        files, beginning = (self.environments, self.beginning) if self.names_files else (EnvironmentList(), ())
        return link_query(self.template, self.given.values, files, beginning)

    @property
    def prefilled_query(self) -> str:
        """The query of a link that brings these values back, hidden ones excepted; empty when it would be too long."""
        return f"?{self._query}" if self._query and not self.is_too_long_for_link else ""

    @property
    def is_too_long_for_link(self) -> bool:
        """Whether there are values or files that a link has no room for."""
        return len(self._query) > LONGEST_LINK

    @property
    def fits_link(self) -> bool:
        """Whether a link brings all of it back but hidden values."""
        return not self.is_too_long_for_link and not self.state.needs_form


def without_names(found: Diagnostic) -> Diagnostic:
    """Return a finding without what it says of other places: its hint may name files that a reader must not know."""
    return replace(found, hint=None, related=())


def is_about_form(diagnostic: Diagnostic) -> bool:
    """Whether a finding is about what stands in the form, and not about the template or a file."""
    is_typed = diagnostic.file is None and diagnostic.code == "unknown-value"
    return is_typed or diagnostic.code in ("value-needed", TYPED_OVER)


def counts(values: object) -> Mapping[str, int]:
    """Count the three values; everything that is neither true nor false is not known."""
    words = ["on" if value is True else "off" if value is False else "unknown" for value in values]  # type: ignore[attr-defined]
    return {word: words.count(word) for word in ("on", "off", "unknown")}
