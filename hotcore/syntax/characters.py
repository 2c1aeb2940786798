"""Characters: decoding them, and diagnostics for those that YAML does not allow."""

import yaml

from hotcore.diagnostics import Diagnostic
from hotcore.source import Source


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
