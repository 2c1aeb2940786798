"""The environments and typed values of a package, without hidden values unless they are requested."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from designer.content import analysis
from designer.content.content import Content
from designer.fill.package.command import placeholder_for
from designer.fill.values.environment_list import EnvironmentFile, EnvironmentList
from hotcore import Document
from hotcore.edits import environments_in_one, without_values
from hotcore.environment import annotated_entries
from hotcore.environment_values import Withheld, withheld
from hotcore.runtime import cached_property
from hotcore.syntax import write_yaml
from hotcore.template import Parameter, Template

SECTIONS = ("parameters", "parameter_defaults")


@dataclass(frozen=True)
class Placeholder:
    """A hidden parameter whose value is left out of the package.

    Its value `was_typed`, or is in the environment `file`, or is missing.
    """

    parameter: Parameter
    was_typed: bool = False
    file: str = ""

    @property
    def text(self) -> str:
        """The placeholder in the command."""
        return placeholder_for(self.parameter.label)


@dataclass(frozen=True)
class OutgoingFile:
    """An environment file as it is packed.

    `hidden_count` and `typed_count` are the numbers of values that were left out because they are hidden or overridden
    by typed ones, and `kept_count` that of the included hidden values.
    """

    file: EnvironmentFile
    text: str
    hidden_count: int = 0
    typed_count: int = 0
    kept_count: int = 0

    @property
    def is_changed(self) -> bool:
        """Whether something was left out."""
        return self.text != self.file.text


@dataclass(frozen=True)
class Outgoing:
    """The environment files in effect and the typed values of a form, as they are packed.

    `hidden` includes hidden values, `is_together` merges everything into one file.
    """

    content: Content
    environments: EnvironmentList
    values: Mapping[str, object]
    hidden: bool = False
    is_together: bool = False

    @property
    def document(self) -> Document:
        """The template that they are for."""
        return analysis.document(self.content)

    @property
    def template(self) -> Template:
        """The parsed template."""
        template = self.document.template
        if template is None:
            raise ValueError("An invalid template cannot be deployed.")
        return template

    @cached_property
    def in_force(self) -> Sequence[EnvironmentFile]:
        """The files in effect."""
        return [file for file in self.environments if file.is_in_force]

    @cached_property
    def withheld(self) -> Withheld:
        """The hidden values of files, including those that nested templates hide."""
        return withheld(self.document, self.environments.in_force)

    @cached_property
    def typed(self) -> Mapping[str, object]:
        """The typed values that are included."""
        declared = self.template.parameters
        return {name: value for name, value in self.values.items() if self.hidden or not declared[name].hidden}

    @cached_property
    def placeholders(self) -> Sequence[Placeholder]:
        """The hidden parameters that need a value which is not included."""
        hidden = (parameter for parameter in self.template.parameters.values() if parameter.hidden)
        return [found for parameter in hidden if (found := self._placeholder(parameter))]

    def _placeholder(self, parameter: Parameter) -> Placeholder | None:
        if parameter.name in self.values:
            return None if self.hidden else Placeholder(parameter, was_typed=True)
        file = self._source(parameter.name)
        if file is not None:
            goes_out = self.hidden or not (file.is_uploaded or self.is_together)
            return None if goes_out else Placeholder(parameter, file=file.name)
        return None if parameter.has_default else Placeholder(parameter)

    def _source(self, name: str) -> EnvironmentFile | None:
        """Return the file that a parameter's value comes from; if several are merged, an uploaded one."""
        for section in SECTIONS:
            files = [file for file in self.in_force if getattr(file.read, section).get(name) is not None]
            if files:
                uploaded = (file for file in files if file.is_uploaded and name in self.environments.merged_names)
                return next(uploaded, files[-1])
        return None

    @property
    def nested_left_out(self) -> Sequence[tuple[str, str]]:
        """The left-out values that only nested templates hide, each with its file."""
        own = self.template.hidden_names
        left_out = () if self.hidden else (file for file in self.in_force if file.is_uploaded or self.is_together)
        return [(name, file.name) for file in left_out for name in file.withheld(self.withheld) if name not in own]

    @cached_property
    def files(self) -> Sequence[OutgoingFile]:
        """The files in effect, in order."""
        return [self._outgoing(file) for file in self.in_force]

    def _outgoing(self, file: EnvironmentFile) -> OutgoingFile:
        """Return a file without the values that must not be included.

        Heat prefers a file's value to the command line, and merges a later file's value of a parameter with a merge
        strategy into earlier ones: values that are given in another way have to be removed from the file.
        """
        given = {name for section in SECTIONS for name in getattr(file.read, section)}
        hidden = set(file.withheld(self.withheld)) if file.is_uploaded and not self.hidden else set()
        asked = {placeholder.parameter.name for placeholder in self.placeholders}
        asked = {name for name in asked if file.read.parameters.get(name) is not None}
        hidden |= asked
        typed = given & self.environments.merged_names & self.typed.keys() - hidden
        gone = hidden | typed
        own = self.withheld.own - asked - typed
        text = without_values(file.text, gone, own) if gone else file.text
        kept = set(file.withheld(self.withheld)) - gone
        return OutgoingFile(file, text, len(hidden), len(typed), len(kept))

    @property
    def typed_text(self) -> str:
        """The typed values as an environment file; empty if there are none."""
        entries = annotated_entries(self.template, self.typed, hidden=self.hidden)
        if not entries:
            return ""
        defaults = self._defaults_kept
        return "parameters:\n" + "".join(entries) + (write_yaml({"parameter_defaults": defaults}) if defaults else "")

    @property
    def _defaults_kept(self) -> Mapping[str, object]:
        """The defaults of typed parameters that nested templates read and that were removed from the files."""
        names = self.environments.merged_names & self.typed.keys()
        if not names:
            return {}
        merged = analysis.combined_environments(self.content, self.environments.in_force).parameter_defaults
        return {name: merged[name] for name in sorted(names) if merged.get(name) is not None}

    def one_text(self, name: str) -> str:
        """Return everything as one environment file, at a path relative to the template."""
        texts = {file.name: file.text for file in self.in_force}
        return environments_in_one(self.document, texts, self.typed, name=name, hidden=self.hidden)

    @property
    def saved_hidden_values(self) -> Sequence[object]:
        """The hidden values that are saved with the template: defaults, and those in files beside it."""
        of_files = [file.values()[name] for file in self.in_force for name in file.withheld(self.withheld)]
        hidden = (each for each in self.template.parameters.values() if each.hidden and each.has_default)
        return [*of_files, *(each.default for each in hidden)]

    @property
    def hidden_count(self) -> int:
        """The number of included hidden values that are not the template's own."""
        uploaded = [file for file in self.in_force if file.is_uploaded]
        of_files = {name for file in uploaded for name in file.withheld(self.withheld)}
        return len(of_files | (self.typed.keys() & self.withheld.names - self.withheld.own)) if self.hidden else 0
