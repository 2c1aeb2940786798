"""Characters: decoding them, and diagnostics for those that YAML does not allow."""

import yaml

from hotcore.diagnostics import Diagnostic
from hotcore.source import Source


def first_undecodable(content: bytes) -> int:
    """The position of the first byte that is not UTF-8, or the length of the content."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start
    return len(content)


def decode(content: bytes) -> str:
    """The text of a file.  Raises ValueError with line and column when it is not UTF-8."""
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        line, column = Source(before).position(len(before))
        raise ValueError(
            f"The file is not UTF-8: byte 0x{content[error.start]:02x} at line {line}, column {column}."
        ) from None


def character_error(error: Exception, source: Source) -> Diagnostic:
    """The diagnostic for a character that the parser rejects."""
    position = getattr(error, "position", None)
    if isinstance(error, UnicodeEncodeError):
        position = error.start
    offset = position if isinstance(position, int) and position <= len(source.text) else _control_offset(source.text)
    character = source.text[offset : offset + 1]
    name = f"U+{ord(character):04X}" if character else "this character"
    return Diagnostic(
        "invalid-character",
        f"YAML does not allow the character {name}.",
        source.span(offset, min(offset + 1, len(source.text))),
        file=None if source.name == "template" else source.name,
    )


def _control_offset(text: str) -> int:
    """The offset of the first character that YAML does not allow."""
    match = yaml.reader.Reader.NON_PRINTABLE.search(text)
    return match.start() if match else 0
