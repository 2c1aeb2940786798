"""Readable messages for syntax errors of YAML, at the location that needs to be fixed.

No message repeats words of the text: it may be an environment file, and the words a secret.
"""

import re
from collections.abc import Callable

import yaml
from yaml._yaml import CParser

from hotcore.diagnostics import Diagnostic, Related
from hotcore.runtime import cached_property, dataclass, regex
from hotcore.source import Source

_QUOTES = "If it is meant to be a string, quote it."
_KEY = regex(r"""(?:- +)*(?P<key>"[^"]*"|'[^']*'|[^\s#'"\[\]{}][^#]*?)\s*:(?:\s|$)""")
_CONFLICT = regex(r"^<{7}(?: .*)?$", re.MULTILINE)
_MAX_KEY_LENGTH = 1024


def _key(line: str) -> re.Match[str] | None:
    """The key at the start of a line, within the length that YAML allows: beyond it, the search takes ever longer."""
    return _KEY.match(line[: 2 * _MAX_KEY_LENGTH])


@dataclass(frozen=True, slots=True)
class Explanation:
    """A readable message: what is wrong from `start` to `end`, a hint, and a related location with its message."""

    message: str
    start: int
    end: int
    hint: str | None = None
    related: tuple[str, int] | None = None


class ParserError:
    """An error of the parser: where it stopped, and what it had read."""

    def __init__(self, error: yaml.MarkedYAMLError, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.problem = error.problem or ""
        self.context = error.context or ""
        mark = error.problem_mark or error.context_mark
        self.offset = min(mark.index, len(self.text)) if mark else 0
        begun = error.context_mark.index if error.context_mark else self.offset
        self.begun = min(begun, self.offset)

    @property
    def found(self) -> str:
        """The character at which the parser stopped; empty at the end of the text."""
        return self.text[self.offset : self.offset + 1]

    def line_of(self, offset: int) -> tuple[int, str]:
        """The start of the line of an offset, and its text."""
        number, column = self.source.position(offset)
        return offset - column + 1, self.source.line(number)

    @cached_property
    def before(self) -> str:
        """The text of the line before the location."""
        start, line = self.line_of(self.offset)
        return line[: self.offset - start]

    @cached_property
    def line_above(self) -> tuple[int, str] | None:
        """The start of the last line with content above the location, and its text."""
        return self.content_above(self.offset)

    def content_above(self, offset: int) -> tuple[int, str] | None:
        """The start of the last line with content above a location, and its text."""
        for number in range(self.source.position(offset)[0] - 1, 0, -1):
            line = self.source.line(number)
            if line.strip() and not line.lstrip().startswith("#"):
                return self.source.start_of(number), line
        return None

    @cached_property
    def scalar(self) -> yaml.ScalarToken | None:
        """The last scalar that the parser had read before the location."""
        parser, last = CParser(self.text), None
        try:
            while parser.check_token():
                token = parser.get_token()
                if token is None or token.end_mark.index > self.offset:
                    break
                last = token if isinstance(token, yaml.ScalarToken) else last
        except yaml.YAMLError:
            pass
        finally:
            parser.dispose()
        return last

    @property
    def follows_block_text(self) -> bool:
        """Whether a block scalar ends where the parser stopped."""
        scalar = self.scalar
        if scalar is None or scalar.style not in ("|", ">"):
            return False
        return not self.text[scalar.end_mark.index : self.offset].strip()


def syntax_error(cause: yaml.MarkedYAMLError, source: Source) -> Diagnostic:
    """The diagnostic for a text that is not valid YAML."""
    error = ParserError(cause, source)
    found = next((found for recognise in _RECOGNISERS if (found := recognise(error))), None) or _unrecognised(error)
    file = None if source.name == "template" else source.name
    related: tuple[Related, ...] = ()
    if found.related:
        message, start = found.related
        related = (Related(message, source.span(start, min(start + 1, len(source.text))), file),)
    span = source.span(found.start, min(found.end, len(source.text)))
    return Diagnostic("invalid-yaml", found.message, span, hint=found.hint, file=file, related=related)


def _unrecognised(error: ParserError) -> Explanation:
    context = f" ({error.context.strip()})" if error.context else ""
    message = f"Invalid YAML: {error.problem or 'the text cannot be read'}{context}."
    return Explanation(message, error.offset, error.offset + 1)


def _tab(error: ParserError) -> Explanation | None:
    start, line = error.line_of(error.offset)
    tab = line.find("\t", 0, len(line) - len(line.lstrip(" \t")))
    if tab < 0 and error.found == "\t":
        tab = error.offset - start
    if tab < 0:
        return None
    hint = "Replace the tab with spaces."
    return Explanation("Indentation must use spaces, not tabs.", start + tab, start + tab + 1, hint)


def _conflict(error: ParserError) -> Explanation | None:
    match = _CONFLICT.search(error.text, 0, max(error.offset, error.line_of(error.offset)[0]) + 8)
    if match is None:
        return None
    hint = "Keep one of the two sides, and remove the lines that start with `<<<<<<<`, `=======` and `>>>>>>>`."
    return Explanation("Unresolved merge conflict.", match.start(), match.end(), hint)


def _jinja(error: ParserError) -> Explanation | None:
    if error.text[error.offset - 1 : error.offset + 1] != "{%":
        return None
    return Explanation(NO_JINJA.format("{% %}"), error.offset - 1, error.offset + 1, JINJA_HINT)


NO_JINJA = "`{}` is Jinja syntax, which Heat does not support."
JINJA_HINT = (
    "Render the file first, or use Heat's functions: `get_param`, `str_replace`, `repeat`, `if`. "
    "Quote it if it is a string."
)


def _start(error: ParserError) -> Explanation | None:
    if error.problem != "found character that cannot start any token":
        return None
    found = "a backtick" if error.found == "`" else f"`{error.found}`"
    return Explanation(f"A plain YAML string cannot start with {found}.", error.offset, error.offset + 1, _QUOTES)


def _unterminated_quotes(error: ParserError) -> Explanation | None:
    if error.problem != "found unexpected end of stream" or "quoted" not in error.context:
        return None
    return Explanation("This quoted string is not closed.", error.begun, error.begun + 1, _inner(error))


def _inner(error: ParserError, at: int | None = None) -> str:
    quote = error.text[error.begun if at is None else at]
    if quote == '"':
        return 'Close it with `"`; a `"` inside the string is written `\\"`.'
    return "Close it with `'`; a `'` inside the string is written twice."


def _after_quotes(error: ParserError) -> Explanation | None:
    """Text after a quoted string, where a quote is missing or superfluous."""
    scalar = error.scalar
    if scalar is None or scalar.style not in ("'", '"') or not error.found or "\n" in error.found:
        return None
    start, end = scalar.start_mark.index, scalar.end_mark.index
    if error.text[end : error.offset].strip(" ") or error.found in "]}":
        return None
    if scalar.start_mark.line != scalar.end_mark.line:
        message = "The string that starts with this quote is closed only on a later line."
        return Explanation(message, start, start + 1, _inner(error, start), ("it is closed here", end - 1))
    if error.text[end] not in " \t":
        hint = "A quote inside the string is written twice."
        if scalar.style == '"':
            hint = 'A quote inside the string is written `\\"`.'
        return Explanation("The quoted string ends before this.", error.offset, error.offset + 1, hint)
    if _in_brackets(error):
        return None
    hint = "Quote the whole string, or none of it."
    return Explanation("Unexpected text after the closing quote.", error.offset, error.offset + 1, hint)


def _in_brackets(error: ParserError) -> bool:
    return error.problem.startswith("did not find expected ','")


def _brackets(error: ParserError) -> Explanation | None:
    if not _in_brackets(error):
        return None
    opening = error.text[error.begun]
    closing = {"[": "]", "{": "}"}.get(opening, "]")
    at, after = error.offset, error.offset + 1
    began = ("opened here", error.begun)
    if error.found in ("]", "}"):
        hint = "A bracket is missing, or there is one too many."
        return Explanation(f"`{error.found}` does not match the opening `{opening}`.", at, after, hint, began)
    opened_at, opened = error.line_of(error.begun)
    line_at, line = error.line_of(error.offset)
    if not error.text[error.offset :].strip() or (line_at > opened_at and _indent(line) <= _indent(opened)):
        message = f"This `{opening}` is not closed."
        stop = ("this is outside of it" if line.strip() else "the text ends here", error.offset)
        return Explanation(message, error.begun, error.begun + 1, f"Close it with `{closing}`.", stop)
    return Explanation(f"Expected `,` or the closing `{closing}` before this.", at, after, None, began)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _no_key(error: ParserError) -> Explanation | None:
    """Something other than a key in a map."""
    if error.problem != "did not find expected key":
        return None
    at = error.offset
    began = ("the map starts here", error.begun)
    if error.found in ("]", "}"):
        return Explanation(f"This `{error.found}` has no opening bracket.", at, at + 1, "Remove the bracket.")
    if error.found == ":":
        return Explanation("There is no key before this `:`.", at, at + 1, _QUOTES)
    if error.before.strip():
        return Explanation("This text does not belong to a key.", at, at + 1, _QUOTES, began)
    if re.match(r"-(\s|$)", error.text[at:]):
        hint = "A list is the value of a key: indent its items below that key, and keep other keys out of it."
        return Explanation("A list item cannot be mixed with the keys of a map.", at, at + 1, hint, began)
    return _misplaced(error)


def _misplaced(error: ParserError) -> Explanation:
    """A line whose indentation matches no line above it."""
    start, line = error.line_of(error.offset)
    end = start + len(line.rstrip())
    if error.follows_block_text and not _key(line.lstrip()):
        hint = "All lines after `|` or `>` must be indented at least as far as the first."
        return Explanation("This line is indented less than the text above it.", error.offset, end, hint)
    columns = sorted(_open_columns(error))
    known = ", ".join(str(column) for column in columns[:-1]) + (" or " if columns[:-1] else "") + str(columns[-1])
    spaces = "space" if _indent(line) == 1 else "spaces"
    message = f"This line is indented by {_indent(line)} {spaces}, which matches no key above it."
    return Explanation(message, error.offset, end, f"The keys above it are indented by {known}.")


def _open_columns(error: ParserError) -> set[int]:
    """The columns, from 0, of the keys above a location that are still open."""
    columns: set[int] = set()
    least, above = len(error.text), error.line_above
    while above:
        start, line = above
        if _indent(line) < least:
            least = _indent(line)
            columns.add(least)
        if not least:
            break
        above = error.content_above(start)
    return columns or {0}


def _no_dash(error: ParserError) -> Explanation | None:
    if error.problem != "did not find expected '-' indicator":
        return None
    start, line = error.line_of(error.offset)
    hint = "To continue the item above, indent it like the keys there; to end the list, indent it less."
    return Explanation(
        "In a list, each item must start with `-`.",
        error.offset, start + len(line.rstrip()), hint, ("the list starts here", error.begun),
    )  # fmt: skip


def _no_colon(error: ParserError) -> Explanation | None:
    """A line without a key."""
    if error.problem != "could not find expected ':'":
        return None
    start, line = error.line_of(error.begun)
    if len(line) > _MAX_KEY_LENGTH:
        message = f"A key cannot have more than {_MAX_KEY_LENGTH} characters."
        return Explanation(message, error.begun, start + len(line.rstrip()))
    return _keyless(error.begun, line[error.begun - start :].rstrip())


def _keyless(start: int, line: str) -> Explanation:
    """The problem of a line that should be a key with its value."""
    if re.match(r"-[^\s-]", line):
        return Explanation("A space is missing after this `-`.", start, start + 1, "A list item starts with `- `.")
    if match := re.match(r"[\w-]+(:)[^\s:]", line):
        at = start + match.start(1)
        return Explanation(
            "A space is missing after this `:`.", at, at + 1, "A key and its value are written `key: value`."
        )
    hint = "A key and its value are written `key: value`."
    if re.match(r"[\w.-]+$", line):
        return Explanation("A `:` is missing after this key.", start, start + len(line), hint)
    if not re.match(r"[\w.-]+\s*=", line):
        hint += " For a multi-line string, write `|` after the key and indent the lines below it."
    return Explanation("This line has no key: a `:` is missing.", start, start + len(line), hint)


def _stray_colon(error: ParserError) -> Explanation | None:
    if error.problem != "mapping values are not allowed in this context":
        return None
    at = error.offset
    if re.search(r":\s", error.before):
        hint = f"{_QUOTES} Nested keys go on their own lines."
        return Explanation("A line cannot have a second `:`.", at, at + 1, hint)
    above = error.line_above
    if above is None:
        return Explanation("Unexpected `:`.", at, at + 1, _QUOTES)
    start, line = above
    match = _key(line.lstrip(" "))
    if match is None:
        content = line.lstrip(" -")
        return _keyless(start + len(line) - len(content), content.rstrip())
    column = _indent(line) + match.start("key")
    indent = _indent(error.before)
    hint = f"Indent it by {column} spaces, like that one."
    if column == indent:
        return Explanation("Unexpected `:`.", at, at + 1, _QUOTES)
    return Explanation(
        "This key is indented further than the one above it, which already has a value.",
        at - len(error.before) + indent, at, hint, ("the key above it", start + column),
    )  # fmt: skip


_SENTENCES = {
    "did not find expected alphabetic or numeric character": (
        "`*` starts an alias and `&` an anchor; both need a name.",
        _QUOTES,
    ),
    "did not find expected comment or line break": (
        "Unexpected text after the `|` or `>` of a multi-line string.",
        "Start the string on the next line.",
    ),
    "found unknown escape character": (
        "Unknown escape sequence in a double-quoted string.",
        "Write the backslash twice, or use single quotes.",
    ),
    "block sequence entries are not allowed in this context": (
        "A list cannot start on the line of its key.",
        "Write each item on its own line, or the list in brackets: `[a, b]`.",
    ),
    "found unknown directive name": ("A line that starts with `%` is a YAML directive, and this one is unknown.", None),
    "found incompatible YAML document": ("Unsupported version of YAML.", "Remove the line."),
    "did not find expected <document start>": (
        "Unexpected text after `...`, which ends the document.",
        "Remove it.",
    ),
}


def _other(error: ParserError) -> Explanation | None:
    if error.problem not in _SENTENCES:
        return None
    message, hint = _SENTENCES[error.problem]
    start = error.offset
    if error.problem.startswith("did not find expected alphabetic"):
        start = error.begun
    if "escape" in error.problem:
        start = error.offset - 1
    return Explanation(message, start, error.offset + 1, hint)


_RECOGNISERS: tuple[Callable[[ParserError], Explanation | None], ...] = (
    _tab,
    _conflict,
    _jinja,
    _start,
    _unterminated_quotes,
    _after_quotes,
    _brackets,
    _no_key,
    _no_dash,
    _no_colon,
    _stray_colon,
    _other,
)
