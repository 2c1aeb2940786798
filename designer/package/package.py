"""A package: the files of a zip by their places in it, and the command that is run beside them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from designer.files.content import Content
from designer.forms.environment_list import EnvironmentFile, EnvironmentList, free_name
from designer.package.command import Command, create_command, update_command
from designer.package.layout import Layout
from designer.package.named import is_template, named_files
from designer.package.outgoing import Outgoing, OutgoingFile, Placeholder
from hotcore import Environment, read_environment

TYPED_VALUES, ONE_ENVIRONMENT, DEPLOY = "typed-values.yaml", "environment.yaml", "DEPLOY.txt"
ENVIRONMENT, NESTED, MADE = "environment", "nested", "made"


@dataclass(frozen=True)
class Options:
    """What a person chooses: the stack's name, whether it `is_there` already, whether the environments go `together`
    in one file, and whether `hidden` values go along."""

    stack: str
    is_there: bool = False
    is_together: bool = False
    hidden: bool = False


@dataclass(frozen=True)
class PackedFile:
    """A file of a package at its place in the zip, with what it is for; `kind` says whether it is an `environment`, a
    `nested` template, or `made` here."""

    place: str
    data: bytes
    role: str
    kind: str = ""

    @property
    def name(self) -> str:
        """Its name without the folder."""
        return self.place.rpartition("/")[2]

    @property
    def is_made(self) -> bool:
        """Whether it is nowhere but in the package."""
        return self.kind == MADE

    @property
    def folder(self) -> str:
        """The folder that it is in; empty at the top."""
        return dirname(self.place)


@dataclass(frozen=True)
class Package:
    """What goes out for a stack.

    `left_out` are the environment files that are not in force, `missing` the paths that are named where nothing is.
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
        """All files but the text with the command, in the order in which they are shown."""
        template = PackedFile(self.template_place, self.outgoing.content.text, _("template, -t"))
        places = {file.place for file in self.environments}
        return [template, *(file for file in self.named if file.place not in places), *self.environments]

    @property
    def placeholders(self) -> Sequence[Placeholder]:
        """The hidden values that whoever runs the command writes into it; a stack that is there keeps its own."""
        return () if self.options.is_there else self.outgoing.placeholders

    @property
    def command(self) -> Command:
        """The command that deploys it, run in the folder that the zip is unpacked to."""
        paths = [file.place for file in self.environments]
        if self.options.is_there:
            return update_command(self.options.stack, self.template_place, paths)
        missing = [(found.parameter.name, found.text) for found in self.placeholders]
        return create_command(self.options.stack, self.template_place, paths, missing)

    @property
    def deploy_place(self) -> str:
        """The name of the text with the command."""
        return free_name(DEPLOY, [file.place for file in self.files])


def package_of(
    content: Content, name: str, environments: EnvironmentList, values: Mapping[str, object], options: Options
) -> Package:
    """Return what goes out for a template with the environments in force and the typed values.

    `name` is the template's file name where none is kept. Raises `CannotEdit` when an environment cannot be written
    without the values that are not to go out.
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
    """Return the key by which files of a folder stand together, those at the top first."""
    return file.folder, file.name


def packed_together(outgoing: Outgoing, layout: Layout) -> tuple[Sequence[Environment], Sequence[PackedFile]]:
    """Return the environments and what was typed as one file, read and packed."""
    if not outgoing.in_force and not outgoing.typed:
        return (), ()
    taken = [*outgoing.content.files, layout.template, *layout.of_files]
    name = free_name(ONE_ENVIRONMENT, taken)
    text = outgoing.one_text(name)
    return [read_environment(text, name)], [PackedFile(layout.of(name), encoded(text), _("-e, all in one"), MADE)]


def packed_apart(outgoing: Outgoing, layout: Layout) -> tuple[Sequence[Environment], Sequence[PackedFile]]:
    """Return the environments as they were read, and packed, each at its place; what was typed is the last file."""
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
    """Return a text as it is written to a file."""
    return text.encode("utf-8", "backslashreplace")


def environment_role(number: int, file: OutgoingFile) -> str:
    """Return which `-e` a file is, counted from 0, and how much of it was left out."""
    words = (_("first"), _("second"), _("third"), _("fourth"), _("fifth"), _("sixth"), _("seventh"), _("eighth"))
    parts = [f"-e, {words[number]}" if number < len(words) else _("-e, number %(number)d") % {"number": number + 1}]
    if file.hidden_count:
        parts.append(_("%(count)d hidden left out") % {"count": file.hidden_count})
    if file.typed_count:
        parts.append(_("%(count)d typed over left out") % {"count": file.typed_count})
    if file.kept_count:
        holds = ngettext("holds %(count)d hidden value", "holds %(count)d hidden values", file.kept_count)
        parts.append(holds % {"count": file.kept_count})
    return ", ".join(parts)
