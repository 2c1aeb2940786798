"""A deployment package: the files of a zip by path, and the command to run next to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from posixpath import dirname

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.content.content import Content
from designer.fill.package.command import Command, create_command, update_command
from designer.fill.package.layout import Layout
from designer.fill.package.outgoing import Outgoing, OutgoingFile, Placeholder
from designer.fill.package.referenced_files import is_template, named_files
from designer.fill.values.environment_list import EnvironmentFile, EnvironmentList, free_name
from hotcore import Environment, read_environment
from hotcore.runtime import cached_property

TYPED_VALUES, ONE_ENVIRONMENT, DEPLOY = "typed-values.yaml", "environment.yaml", "DEPLOY.txt"
ENVIRONMENT, NESTED, MADE = "environment", "nested", "made"


@dataclass(frozen=True)
class Options:
    """The user's options: the stack name, whether the stack exists already (`is_there`), whether the environments are
    merged into one file, and whether `hidden` values are included."""

    stack: str
    is_there: bool = False
    is_together: bool = False
    hidden: bool = False


@dataclass(frozen=True)
class PackedFile:
    """A file of a package at its path in the zip, with its role; `kind` is `environment`, `nested` for a template, or
    `made` for a generated file."""

    place: str
    data: bytes
    role: str
    kind: str = ""

    @property
    def name(self) -> str:
        """The file name without the folder."""
        return self.place.rpartition("/")[2]

    @property
    def is_made(self) -> bool:
        """Whether the file is generated."""
        return self.kind == MADE

    @property
    def folder(self) -> str:
        """The file's folder; empty at the top."""
        return dirname(self.place)


@dataclass(frozen=True)
class Package:
    """A package for a stack.

    `left_out` are the environment files that are not in effect, `missing` the referenced paths without a file.
    """

    options: Options
    outgoing: Outgoing
    template_place: str
    named: Sequence[PackedFile]
    environments: Sequence[PackedFile]
    left_out: Sequence[EnvironmentFile]
    missing: Sequence[str] = ()

    @cached_property
    def files(self) -> Sequence[PackedFile]:
        """All files except for the instructions, in display order."""
        template = PackedFile(self.template_place, self.outgoing.content.text, _("template, -t"))
        places = {file.place for file in self.environments}
        return [template, *(file for file in self.named if file.place not in places), *self.environments]

    @property
    def placeholders(self) -> Sequence[Placeholder]:
        """The hidden values that the user fills in; an existing stack keeps its own."""
        return () if self.options.is_there else self.outgoing.placeholders

    @property
    def command(self) -> Command:
        """The command that deploys the package from the folder that the zip is unpacked to."""
        paths = [file.place for file in self.environments]
        if self.options.is_there:
            return update_command(self.options.stack, self.template_place, paths)
        missing = [(found.parameter.name, found.text) for found in self.placeholders]
        return create_command(self.options.stack, self.template_place, paths, missing)

    @property
    def deploy_place(self) -> str:
        """The path of the instructions."""
        return free_name(DEPLOY, [file.place for file in self.files])


def package_of(
    content: Content, name: str, environments: EnvironmentList, values: Mapping[str, object], options: Options
) -> Package:
    """Return the package of a template with the environments in effect and the typed values.

    `name` is the template's file name if it has none. Raises `CannotEdit` if a value that must not be included cannot
    be removed from an environment.
    """
    outgoing = Outgoing(content, environments, values, hidden=options.hidden, is_together=options.is_together)
    layout = Layout(content, name)
    read, made = packed_together(outgoing, layout) if options.is_together else packed_apart(outgoing, layout)
    roles = named_files(content, read)
    named = [
        PackedFile(layout.of(path), content.files[path], role, NESTED if is_template(content, path) else "")
        for path, role in roles.items()
        if path in content.files
    ]
    left_out = [file for file in environments if not file.is_in_force]
    missing = [path for path in roles if path not in content.files]
    return Package(options, outgoing, layout.template, sorted(named, key=by_folder), made, left_out, missing)


def by_folder(file: PackedFile) -> tuple[str, str]:
    """Return a sort key that groups files by folder, those at the top first."""
    return file.folder, file.name


def packed_together(outgoing: Outgoing, layout: Layout) -> tuple[Sequence[Environment], Sequence[PackedFile]]:
    """Return the environments and typed values merged into one file, parsed and packed."""
    if not outgoing.in_force and not outgoing.typed:
        return (), ()
    taken = [*outgoing.content.files, layout.template, *layout.of_files]
    name = free_name(ONE_ENVIRONMENT, taken)
    text = outgoing.one_text(name)
    return [read_environment(text, name)], [PackedFile(layout.of(name), encoded(text), _("-e, all in one"), MADE)]


def packed_apart(outgoing: Outgoing, layout: Layout) -> tuple[Sequence[Environment], Sequence[PackedFile]]:
    """Return the environments as parsed and as packed files; typed values are the last file."""
    taken = [layout.template, *layout.of_files]
    packed = []
    for number, file in enumerate(outgoing.files):
        place = layout.of(file.file.name)
        if file.file.is_uploaded:
            place = free_name(layout.of_upload(file.file.name), taken)
            taken.append(place)
        data = encoded(file.text) if file.is_changed else outgoing.content.files.get(file.file.name)
        packed.append(PackedFile(place, data or encoded(file.text), environment_role(number, file), ENVIRONMENT))
    if text := outgoing.typed_text:
        values = len(outgoing.typed)
        role = ngettext("-e, last, %(count)d value", "-e, last, %(count)d values", values) % {"count": values}
        packed.append(PackedFile(free_name(TYPED_VALUES, taken), encoded(text), role, MADE))
    return outgoing.environments.in_force, packed


def encoded(text: str) -> bytes:
    """Return the bytes of a text file."""
    return text.encode("utf-8", "backslashreplace")


def environment_role(number: int, file: OutgoingFile) -> str:
    """Return the position of a file's `-e` option, from 0, and how much of the file was left out."""
    words = (_("first"), _("second"), _("third"), _("fourth"), _("fifth"), _("sixth"), _("seventh"), _("eighth"))
    parts = [f"-e, {words[number]}" if number < len(words) else _("-e, number %(number)d") % {"number": number + 1}]
    if file.hidden_count:
        parts.append(_("%(count)d hidden left out") % {"count": file.hidden_count})
    if file.typed_count:
        parts.append(_("%(count)d overridden left out") % {"count": file.typed_count})
    if file.kept_count:
        holds = ngettext("holds %(count)d hidden value", "holds %(count)d hidden values", file.kept_count)
        parts.append(holds % {"count": file.kept_count})
    return ", ".join(parts)
