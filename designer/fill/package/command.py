"""The command that deploys a package, quoted for a POSIX shell, in pieces that a page can highlight."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlparse

NEXT_LINE = " \\\n  "


@dataclass(frozen=True)
class Piece:
    """A part of a command line; `kind` is `option`, `stack`, `placeholder`, or empty for the rest."""

    text: str
    kind: str = ""


Line = Sequence[Piece]


@dataclass(frozen=True)
class Command:
    """A command of one or several lines, continued by backslashes."""

    lines: Sequence[Line]

    @property
    def text(self) -> str:
        """The command as text."""
        return NEXT_LINE.join("".join(piece.text for piece in line) for line in self.lines)


def create_command(
    stack: str, template: str, environments: Iterable[str], missing: Iterable[tuple[str, str]]
) -> Command:
    """Return the command that creates a stack.

    `missing` are the parameters to give on the command line, with the placeholders for their values.
    """
    files = (file_option(name, path) for name, path in [("-t", template), *(("-e", path) for path in environments)])
    return Command([(Piece("openstack stack create "), stack_piece(stack)), *files, *map(parameter_option, missing)])


def update_command(stack: str, template: str, environments: Iterable[str]) -> Command:
    """Return the command that updates a stack, which keeps its values unless new ones are given."""
    files = (file_option(name, path) for name, path in [("-t", template), *(("-e", path) for path in environments)])
    start = (Piece("openstack stack update "), Piece("--existing", "option"), Piece(" "), stack_piece(stack))
    return Command([start, *files])


def stack_piece(name: str) -> Piece:
    """Return the piece with the stack name."""
    return Piece(shlex.quote(name), "stack")


def file_option(option: str, path: str) -> Line:
    """Return the line with an option and its file."""
    return (Piece(option, "option"), Piece(" "), Piece(shlex.quote(path_argument(path))))


def path_argument(path: str) -> str:
    """Return a path that no client mistakes for an option or a URL."""
    is_odd = path.startswith(("-", "~")) or bool(urlparse(path).scheme)
    return f"./{path}" if is_odd else path


def parameter_option(missing: tuple[str, str]) -> Line:
    """Return the line that sets a parameter; the placeholder contains no quote, so it stays in one piece."""
    name, placeholder = missing
    before, found, after = shlex.quote(f"{name}={placeholder}").rpartition(placeholder)
    return (Piece("--parameter", "option"), Piece(f" {before}"), Piece(found, "placeholder"), Piece(after))


def placeholder_for(label: str) -> str:
    """Return the placeholder for a value that the user fills in before running the command."""
    plain = "".join(character if character.isprintable() else " " for character in label)
    return f"<{plain.replace(chr(39), '’')}>"
