"""YAML's own complaints in words for people who did not write a parser, at the place that has to be mended.

Nothing here repeats words of the text: it may be an environment file, and the words a secret.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import yaml
from yaml._yaml import CParser

from hotcore.diagnostics import Diagnostic, Related
from hotcore.source import Source

_QUOTES = "If it is a text, put it in quotes."
_KEY = re.compile(r"""(?:- +)*(?P<key>"[^"]*"|'[^']*'|[^\s#'"\[\]{}][^#]*?)\s*:(?:\s|$)""")
_CONFLICT = re.compile(r"^<{7}(?: .*)?$", re.MULTILINE)
_LONGEST_KEY = 1024


@dataclass(frozen=True, slots=True)
class Told:
    """A complaint in words: what is wrong from `start` to `end`, what helps, and another place with a word about it."""

    message: str
    start: int
    end: int
    hint: str | None = None
    related: tuple[str, int] | None = None


class Trouble:
    """Where the parser stopped, and what it had read."""

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
        """Where the line of an offset begins, and its text."""
        number, column = self.source.position(offset)
        return offset - column + 1, self.source.line(number)

    @cached_property
    def before(self) -> str:
        """What stands in the line before the place."""
        start, line = self.line_of(self.offset)
        return line[: self.offset - start]

    @cached_property
    def line_above(self) -> tuple[int, str] | None:
        """Where the last line with content above the place begins, and its text."""
        return self.content_above(self.offset)

    def content_above(self, offset: int) -> tuple[int, str] | None:
        """Where the last line with content above a place begins, and its text."""
        for number in range(self.source.position(offset)[0] - 1, 0, -1):
            line = self.source.line(number)
            if line.strip() and not line.lstrip().startswith("#"):
                return self.source.start_of(number), line
        return None

    @cached_property
    def scalar(self) -> yaml.ScalarToken | None:
        """The last text that the parser had read before the place."""
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
        """Whether a text behind `|` or `>` ends where the parser stopped."""
        scalar = self.scalar
        if scalar is None or scalar.style not in ("|", ">"):
            return False
        return not self.text[scalar.end_mark.index : self.offset].strip()


def syntax_error(error: yaml.MarkedYAMLError, source: Source) -> Diagnostic:
    """The finding for a text that is not YAML."""
    trouble = Trouble(error, source)
    told = next((told for recognise in _RECOGNISED if (told := recognise(trouble))), None) or _unrecognised(trouble)
    file = None if source.name == "template" else source.name
    related: tuple[Related, ...] = ()
    if told.related:
        message, start = told.related
        related = (Related(message, source.span(start, min(start + 1, len(source.text))), file),)
    span = source.span(told.start, min(told.end, len(source.text)))
    return Diagnostic("invalid-yaml", told.message, span, hint=told.hint, file=file, related=related)


def _unrecognised(trouble: Trouble) -> Told:
    context = f" ({trouble.context.strip()})" if trouble.context else ""
    message = f"The text is not YAML: {trouble.problem or 'it cannot be read'}{context}."
    return Told(message, trouble.offset, trouble.offset + 1)


def _tab(trouble: Trouble) -> Told | None:
    start, line = trouble.line_of(trouble.offset)
    tab = line.find("\t", 0, len(line) - len(line.lstrip(" \t")))
    if tab < 0 and trouble.found == "\t":
        tab = trouble.offset - start
    if tab < 0:
        return None
    hint = "YAML does not take a tab for indentation; use blanks."
    return Told("A tab stands where blanks indent.", start + tab, start + tab + 1, hint)


def _conflict(trouble: Trouble) -> Told | None:
    match = _CONFLICT.search(trouble.text, 0, max(trouble.offset, trouble.line_of(trouble.offset)[0]) + 8)
    if match is None:
        return None
    hint = "Keep one of the two sides, and remove the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`."
    return Told("Here begins a conflict that a merge has left.", match.start(), match.end(), hint)


def _jinja(trouble: Trouble) -> Told | None:
    if trouble.text[trouble.offset - 1 : trouble.offset + 1] != "{%":
        return None
    return Told(NO_JINJA.format("{% %}"), trouble.offset - 1, trouble.offset + 1, JINJA_HINT)


NO_JINJA = "`{}` is Jinja, which Heat does not know."
JINJA_HINT = (
    "Render the file before, or use what Heat has: `get_param`, `str_replace`, `repeat`, `if`. A text needs quotes."
)


def _start(trouble: Trouble) -> Told | None:
    if trouble.problem != "found character that cannot start any token":
        return None
    found = "a backtick" if trouble.found == "`" else f"`{trouble.found}`"
    return Told(f"A text cannot start with {found}.", trouble.offset, trouble.offset + 1, _QUOTES)


def _endless_quotes(trouble: Trouble) -> Told | None:
    if trouble.problem != "found unexpected end of stream" or "quoted" not in trouble.context:
        return None
    return Told("The text that begins with this quote has no end.", trouble.begun, trouble.begun + 1, _inner(trouble))


def _inner(trouble: Trouble, at: int | None = None) -> str:
    quote = trouble.text[trouble.begun if at is None else at]
    if quote == '"':
        return 'Put a `"` at its end; one that belongs to the text is written `\\"`.'
    return "Put a `'` at its end; one that belongs to the text is written twice."


def _behind_quotes(trouble: Trouble) -> Told | None:
    """Something behind a text in quotes, of which one is missing or too many."""
    scalar = trouble.scalar
    if scalar is None or scalar.style not in ("'", '"') or not trouble.found or "\n" in trouble.found:
        return None
    start, end = scalar.start_mark.index, scalar.end_mark.index
    if trouble.text[end : trouble.offset].strip(" ") or trouble.found in "]}":
        return None
    if scalar.start_mark.line != scalar.end_mark.line:
        message = "The text that begins with this quote ends only some lines below."
        return Told(message, start, start + 1, _inner(trouble, start), ("it ends here", end - 1))
    if trouble.text[end] not in " \t":
        hint = "A quote that belongs to the text is written twice."
        if scalar.style == '"':
            hint = 'A quote that belongs to the text is written `\\"`.'
        return Told("The text in quotes ends before this.", trouble.offset, trouble.offset + 1, hint)
    if _in_brackets(trouble):
        return None
    hint = "Put all of the text in quotes, or none of it."
    return Told("Behind the closing quote nothing can follow.", trouble.offset, trouble.offset + 1, hint)


def _in_brackets(trouble: Trouble) -> bool:
    return trouble.problem.startswith("did not find expected ','")


def _brackets(trouble: Trouble) -> Told | None:
    if not _in_brackets(trouble):
        return None
    opening = trouble.text[trouble.begun]
    closing = {"[": "]", "{": "}"}.get(opening, "]")
    at, behind = trouble.offset, trouble.offset + 1
    began = ("it began here", trouble.begun)
    if trouble.found in ("]", "}"):
        hint = "One of the brackets is missing or too many."
        return Told(f"This `{trouble.found}` cannot close what began with `{opening}`.", at, behind, hint, began)
    opened_at, opened = trouble.line_of(trouble.begun)
    line_at, line = trouble.line_of(trouble.offset)
    if not trouble.text[trouble.offset :].strip() or (line_at > opened_at and _indent(line) <= _indent(opened)):
        message = f"This `{opening}` has no `{closing}`."
        stop = ("what stands here is no part of it" if line.strip() else "the text ends here", trouble.offset)
        return Told(message, trouble.begun, trouble.begun + 1, f"Put a `{closing}` at its end.", stop)
    return Told(f"A `,` or the closing `{closing}` is missing before this.", at, behind, None, began)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _no_key(trouble: Trouble) -> Told | None:
    """Something else where a map needs a key."""
    if trouble.problem != "did not find expected key":
        return None
    at = trouble.offset
    began = ("the keys above it begin here", trouble.begun)
    if trouble.found in ("]", "}"):
        return Told(f"This `{trouble.found}` closes nothing.", at, at + 1, "There is a bracket too many.")
    if trouble.found == ":":
        return Told("There is no key before this `:`.", at, at + 1, _QUOTES)
    if trouble.before.strip():
        return Told("Here something follows that belongs to no key.", at, at + 1, _QUOTES, began)
    if re.match(r"-(\s|$)", trouble.text[at:]):
        hint = "A list is what a key has: indent the items below it, and keep other keys apart from them."
        return Told("An item of a list cannot stand among the keys of a map.", at, at + 1, hint, began)
    return _misplaced(trouble)


def _misplaced(trouble: Trouble) -> Told:
    """A line that is indented like nothing above it."""
    start, line = trouble.line_of(trouble.offset)
    end = start + len(line.rstrip())
    if trouble.follows_block_text and not _KEY.match(line.lstrip()):
        hint = "All lines of a text behind `|` or `>` are indented at least as deep as its first."
        return Told("This line is not as deep as the text above it.", trouble.offset, end, hint)
    columns = sorted(_open_columns(trouble))
    told = ", ".join(str(column) for column in columns[:-1]) + (" or " if columns[:-1] else "") + str(columns[-1])
    blanks = "blank" if _indent(line) == 1 else "blanks"
    message = f"This line is indented by {_indent(line)} {blanks}, and no key that it could stand below is."
    return Told(message, trouble.offset, end, f"The keys above it are indented by {told}.")


def _open_columns(trouble: Trouble) -> set[int]:
    """The columns, from 0, of the keys above a place that are not closed by one further left."""
    columns: set[int] = set()
    least, above = len(trouble.text), trouble.line_above
    while above:
        start, line = above
        if _indent(line) < least:
            least = _indent(line)
            columns.add(least)
        if not least:
            break
        above = trouble.content_above(start)
    return columns or {0}


def _no_dash(trouble: Trouble) -> Told | None:
    if trouble.problem != "did not find expected '-' indicator":
        return None
    start, line = trouble.line_of(trouble.offset)
    hint = "To belong to the item above it, indent it like the keys there; to end the list, indent it less."
    return Told(
        "This stands in the middle of a list, where each item begins with `-`.",
        trouble.offset, start + len(line.rstrip()), hint, ("the list begins here", trouble.begun),
    )  # fmt: skip


def _no_colon(trouble: Trouble) -> Told | None:
    """A line that is no key."""
    if trouble.problem != "could not find expected ':'":
        return None
    start, line = trouble.line_of(trouble.begun)
    if len(line) > _LONGEST_KEY:
        message = f"A key cannot have more than {_LONGEST_KEY} characters."
        return Told(message, trouble.begun, start + len(line.rstrip()))
    return _keyless(trouble.begun, line[trouble.begun - start :].rstrip())


def _keyless(start: int, line: str) -> Told:
    """What is wrong with a line that should be a key with its value."""
    if re.match(r"-[^\s-]", line):
        return Told("A blank is missing behind this `-`.", start, start + 1, "An item of a list begins with `- `.")
    if match := re.match(r"[\w-]+(:)[^\s:]", line):
        at = start + match.start(1)
        return Told("A blank is missing behind this `:`.", at, at + 1, "A key and its value are written `key: value`.")
    hint = "A key and its value are written `key: value`."
    if re.match(r"[\w.-]+$", line):
        return Told("A `:` is missing behind this key.", start, start + len(line), hint)
    if not re.match(r"[\w.-]+\s*=", line):
        hint += " The lines of a longer text are indented deeper than its key, which has a `|` behind it."
    return Told("This line has no key: a `:` is missing.", start, start + len(line), hint)


def _stray_colon(trouble: Trouble) -> Told | None:
    if trouble.problem != "mapping values are not allowed in this context":
        return None
    at = trouble.offset
    if re.search(r":\s", trouble.before):
        hint = f"{_QUOTES} Keys below a key stand in lines of their own."
        return Told("A second `:` cannot stand in one line.", at, at + 1, hint)
    above = trouble.line_above
    if above is None:
        return Told("A `:` cannot stand here.", at, at + 1, _QUOTES)
    start, line = above
    match = _KEY.match(line.lstrip(" "))
    if match is None:
        content = line.lstrip(" -")
        return _keyless(start + len(line) - len(content), content.rstrip())
    column = _indent(line) + match.start("key")
    indent = _indent(trouble.before)
    hint = f"Indent it by {column} blanks, like that one."
    if column == indent:
        return Told("A `:` cannot stand here.", at, at + 1, _QUOTES)
    return Told(
        "This key is indented deeper than the one above it, which has a value already.",
        at - len(trouble.before) + indent, at, hint, ("the key above it", start + column),
    )  # fmt: skip


_SENTENCES = {
    "did not find expected alphabetic or numeric character": (
        "A `*` begins an alias and a `&` an anchor, and either needs a name.",
        _QUOTES,
    ),
    "did not find expected comment or line break": (
        "Behind the `|` or `>` of a text over several lines nothing can follow.",
        "Begin the text in the next line.",
    ),
    "found unknown escape character": (
        "This is no escape that double quotes know.",
        "A backslash is written twice, or the text put in single quotes.",
    ),
    "block sequence entries are not allowed in this context": (
        "A list cannot begin in the line of its key.",
        "Write each item in a line of its own, or the list in brackets: `[a, b]`.",
    ),
    "found unknown directive name": ("A line that begins with `%` is for YAML itself, which does not know this.", None),
    "found incompatible YAML document": ("This version of YAML is not known.", "Leave the line out."),
    "did not find expected <document start>": (
        "Behind `...`, which ends the document, nothing can follow.",
        "Leave it out.",
    ),
}


def _other(trouble: Trouble) -> Told | None:
    if trouble.problem not in _SENTENCES:
        return None
    message, hint = _SENTENCES[trouble.problem]
    start = trouble.offset
    if trouble.problem.startswith("did not find expected alphabetic"):
        start = trouble.begun
    if "escape" in trouble.problem:
        start = trouble.offset - 1
    return Told(message, start, trouble.offset + 1, hint)


_RECOGNISED: tuple[Callable[[Trouble], Told | None], ...] = (
    _tab,
    _conflict,
    _jinja,
    _start,
    _endless_quotes,
    _behind_quotes,
    _brackets,
    _no_key,
    _no_dash,
    _no_colon,
    _stray_colon,
    _other,
)
