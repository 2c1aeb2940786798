"""A filled form: the given values, the resulting preview, and what the page shows about both."""

from collections.abc import Collection, Mapping
from dataclasses import replace

from designer.content import analysis
from designer.content.content import Content
from designer.content.diagnostics import DiagnosticList
from designer.fill.form.parameter_form import EVERY_FILE, ParameterForm
from designer.fill.form.preview_redaction import without_text
from designer.fill.form.resource_tree import Branch, tree
from designer.fill.form.value_errors import Breach, breaches, broken_by_values
from designer.fill.values.address import LONGEST_LINK, link_query
from designer.fill.values.environment_list import EnvironmentFile, EnvironmentList
from designer.fill.values.in_stack import InStack
from designer.fill.values.origin import NestedFiles, SetValue
from designer.fill.values.stand_ins import StandIn, attributes_of
from designer.fill.values.state import FormState
from hotcore import Diagnostic, Environment, Severity, is_known, to_json
from hotcore.runtime import cached_property
from hotcore.syntax import write_yaml
from hotcore.template import Template

TYPED_OVER = "value-outdone"
"""Not a problem here: typed values are passed in a file after the ones they override."""


class FilledForm:
    """A template's form with the given values and their preview.

    `beginning` are the names of the environment files that are enabled when the form opens.
    """

    def __init__(
        self,
        content: Content,
        template: Template,
        state: FormState,
        stand_ins: list[StandIn],
        *,
        from_set: Mapping[str, SetValue] | None = None,
        in_stack: Mapping[str, InStack] | None = None,
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
        self.form = ParameterForm(template, self.given, state.bases, from_set, in_stack, names_files=names_files)
        self.form.judge(self.preview, nested, is_submitted=is_submitted)

    @cached_property
    def breaches(self) -> list[Breach]:
        """The errors that the current values cause."""
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
    def problems(self) -> DiagnosticList:
        """The diagnostics of the template that do not depend on the given values.

        Authors also see the warnings of the lint rules.
        """
        broken = frozenset(self._broken)
        found = [diagnostic for diagnostic in self._about_template if diagnostic not in broken]
        if not self.by_author:
            return DiagnosticList.of(found)
        found_and_linted, already_found = analysis.diagnostics(self.content, found), frozenset(found)
        return DiagnosticList.of(
            each for each in found_and_linted if each in already_found or each.severity != Severity.HINT
        )

    @property
    def file_problems(self) -> list[Diagnostic]:
        """The diagnostics of the environment files as they are used here."""
        found = [each for each in self.preview.diagnostics if each.file and not is_about_form(each)]
        return found if self.shows_template else [without_names(each) for each in found]

    @cached_property
    def combined(self) -> Environment:
        """The environment files in effect, merged."""
        return analysis.combined_environments(self.content, self.environments.in_force)

    def file_in_force(self, section: str, name: str) -> str:
        """Return the file whose value is in effect for a name in a section of the environments."""
        if name in self.state.bases:
            return self.state.bases[name].file
        place = self.combined.place(section, name)
        return place.file if place else ""

    def type_in_force(self, path: tuple[str, ...]) -> str:
        """Return the file whose entry is in effect for a type, or for that of a single resource."""
        return next((entry.file or "" for entry in self.combined.registry.walk() if entry.path == path), "")

    def before(self, file: EnvironmentFile) -> list[EnvironmentFile]:
        """Return the files in effect before another one, the nearest first."""
        names = [each.name for each in self.environments]
        return [each for each in self.environments.files[: names.index(file.name)][::-1] if each.is_in_force]

    @cached_property
    def condition_counts(self) -> Mapping[str, int]:
        """The numbers of conditions that are true, false and unknown."""
        return counts(state.value for state in self.preview.conditions.values())

    @cached_property
    def resource_counts(self) -> Mapping[str, int]:
        """The numbers of resources that are on, off and unknown."""
        return counts(state.enabled for state in self.preview.resources.values())

    @cached_property
    def output_counts(self) -> Mapping[str, int]:
        """The numbers of outputs whose values are known now and later."""
        known = [is_known(output.value) for output in self.preview.outputs.values() if output.enabled is not False]
        return {"known": known.count(True), "later": known.count(False)}

    @cached_property
    def tree(self) -> list[Branch]:
        """The tree of resources, including those of nested stacks."""
        broken = {breach.resource for breach in self.breaches}
        return tree(self.preview.resources, broken, self.preview.refused_properties)

    @cached_property
    def nested_count(self) -> int:
        """The number of resources in nested templates."""
        return sum(branch.inside.number for branch in self.tree if branch.inside and branch.inside.has_files)

    @property
    def resolved_lines(self) -> list[str]:
        """The enabled resources and outputs as lines of YAML, with all functions resolved."""
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
        """The labels of typed values that Heat merges into the files' values instead of replacing them."""
        merged = self.environments.merged_names & self.given.values.keys()
        return [field.parameter.label for name, field in self.form.fields.items() if name in merged]

    @cached_property
    def _query(self) -> str:
        files, beginning = (self.environments, self.beginning) if self.names_files else (EnvironmentList(), ())
        return link_query(self.template, self.given.values, files, beginning)

    @property
    def prefilled_query(self) -> str:
        """The query of a link that restores these values except for hidden ones; empty if it would be too long."""
        return f"?{self._query}" if self._query and not self.is_too_long_for_link else ""

    @property
    def is_too_long_for_link(self) -> bool:
        """Whether the values and files are too long for a link."""
        return len(self._query) > LONGEST_LINK

    @property
    def fits_link(self) -> bool:
        """Whether a link restores everything except for hidden values."""
        return not self.is_too_long_for_link and not self.state.needs_form


def without_names(found: Diagnostic) -> Diagnostic:
    """Return a diagnostic without hint and related places, which may name files that the user must not know."""
    return replace(found, hint=None, related=())


def is_about_form(diagnostic: Diagnostic) -> bool:
    """Whether a diagnostic is about a value of the form rather than the template or a file."""
    is_typed = diagnostic.file is None and diagnostic.code == "unknown-value"
    return is_typed or diagnostic.code in ("value-needed", TYPED_OVER)


def counts(values: object) -> Mapping[str, int]:
    """Return how many values are true, false and neither."""
    words = ["on" if value is True else "off" if value is False else "unknown" for value in values]  # type: ignore[attr-defined]
    return {word: words.count(word) for word in ("on", "off", "unknown")}
