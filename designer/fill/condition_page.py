"""The conditions page: the selected rows of the condition matrix, and the values that each would fill in.

The form determines the current values. The address selects the values of conditions (`is-NAME`), the view by blocks,
the page of blocks, and the page of each long table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page, Paginator
from django.http import QueryDict

from designer.content import analysis
from designer.content.content import Content
from designer.fill.values.address import LONGEST_LINK, link_query
from designer.fill.values.given import DEFAULTS
from designer.fill.values.state import FormState
from designer.fill.values.texts import text_of
from hotcore import Environment, Preview
from hotcore.runtime import cached_property
from hotcore.symbolic import FEW_ROWS, Block, Matrix, Presence, Row, RowPresence

IS = "is-"
AT_ONCE = 50  # rows of a table on one page,
MOST_CELLS = 2000  # or fewer if they are long
BLOCKS_AT_ONCE = 20
MOST_NAMED = 5
BLOCKS = "blocks"  # the query parameter for the page of blocks
WORDS = {"true": True, "false": False}


@dataclass(frozen=True)
class Choice:
    """An option that a link selects."""

    word: str
    address: str
    chosen: bool


@dataclass(frozen=True)
class Filter:
    """A filter by the value of a condition: any, true or false."""

    name: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class ShownRow:
    """A combination of conditions as the page shows it.

    `values` are the parameters with the texts of their values, and whether they could have other values; None if no
    values were found. `hidden` are those of them that have to be typed. `query` fills in the others; it is None if they
    are too long for a link.
    """

    outcomes: Mapping[str, bool]
    values: tuple[tuple[str, str, bool], ...] | None
    hidden: tuple[str, ...]
    there: RowPresence
    is_present: bool
    query: str | None

    @property
    def can_be_filled(self) -> bool:
        """Whether a link can fill in all of its values."""
        return self.query is not None and not self.hidden


@dataclass(frozen=True)
class FileValue:
    """The value that an environment file gives to a parameter that conditions read; a hidden one has no text.

    It has no effect if another value was typed.
    """

    name: str
    text: str
    file: str
    is_hidden: bool
    is_typed_over: bool


@dataclass(frozen=True)
class Pages:
    """The addresses of the previous and the next page; empty if there is none."""

    before: str
    behind: str


@dataclass(frozen=True)
class Table:
    """The rows of the whole template or of one block; `number` is that of the block."""

    number: int
    conditions: tuple[str, ...]
    page: Page[Row]
    pages: Pages
    rows: tuple[ShownRow, ...]
    block: Block | None = None

    @property
    def has_parts(self) -> bool:
        """Whether any of its rows switches resources or outputs."""
        return any(row.there.on or row.there.off for row in self.rows)


@dataclass(frozen=True)
class Combinations:
    """The conditions page of a content under a form state and a query.

    `beginning` are the names of the environment files that are enabled when the form opens. `is_sent` tells that the
    page was requested by submitting the form, `is_left` that it shows the form as the user last left it.
    """

    content: Content
    matrix: Matrix
    state: FormState
    query: QueryDict
    beginning: Collection[str] = ()
    is_sent: bool = False
    is_left: bool = False
    wanted: Mapping[str, bool] = field(init=False)

    def __post_init__(self) -> None:
        """Read the requested condition values from the query, ignoring unknown conditions."""
        asked = {name: self.query.get(IS + name, "") for name in self.matrix.conditions}
        object.__setattr__(self, "wanted", {name: WORDS[word] for name, word in asked.items() if word in WORDS})

    @property
    def in_force(self) -> Sequence[Environment]:
        """The environment files in effect, in order."""
        return self.state.environments.in_force

    @property
    def from_files(self) -> tuple[FileValue, ...]:
        """The values that these files give to parameters that conditions read."""
        parameters, typed = self.matrix.template.parameters, self.state.given.values
        return tuple(
            FileValue(
                name,
                "" if parameters[name].hidden else text_of(parameters[name], found.value),
                found.file or "",
                parameters[name].hidden,
                name in typed,
            )
            for name, found in self.matrix.given.items()
        )

    @cached_property
    def form_query(self) -> str:
        """The query that restores the form, however long."""
        return link_query(self.matrix.template, self.state.given.values, self.state.environments, self.beginning)

    @cached_property
    def is_carried(self) -> bool:
        """Whether the page passes the state on in a form because an address cannot hold it."""
        return self.is_sent or self.state.needs_form or len(self.form_query) > LONGEST_LINK

    @cached_property
    def preview(self) -> Preview:
        """The preview under the current values."""
        return analysis.preview(self.content, self.state.given.values, environments=self.in_force)

    @cached_property
    def present(self) -> dict[str, Any]:
        """The values of the conditions under the current parameter values."""
        return {name: state.value for name, state in self.preview.conditions.items()}

    @property
    def refused(self) -> tuple[str, ...]:
        """The first parameters that a condition reads and whose current values Heat rejects."""
        found = {each.parameter for each in self.preview.diagnostics if each.severity == "error"}
        read = {name for block in self.matrix.blocks for name in block.reads}
        present = {**self.state.given.values, **self.state.bases}
        return tuple(name for name in present if name in found & read)[:MOST_NAMED]

    @cached_property
    def can_be_together(self) -> bool:
        """Whether the combinations of the whole template can be listed."""
        return self.matrix.is_listed

    @cached_property
    def is_together(self) -> bool:
        """Whether they are listed together: on request, or if there are few."""
        if len(self.matrix.blocks) < 2 or not self.can_be_together:
            return False
        asked = self.query.get("view")
        return asked == "together" or (asked != "blocks" and (self.matrix.count or 0) <= FEW_ROWS)

    @property
    def views(self) -> tuple[Choice, ...]:
        """The available views; `word` is the value in the address."""
        if len(self.matrix.blocks) < 2 or not self.can_be_together:
            return ()
        return tuple(
            Choice(word, self.address(view=word), self.is_together is (word == "together"))
            for word in ("together", "blocks")
        )

    @property
    def has_hidden(self) -> bool:
        """Whether the template has parameters whose values no address can hold."""
        return any(parameter.hidden for parameter in self.matrix.template.parameters.values())

    @property
    def is_one_table(self) -> bool:
        """Whether there is a single table, which needs no title."""
        return self.is_together or len(self.matrix.blocks) == 1

    @cached_property
    def filters(self) -> tuple[Filter, ...]:
        """The filters for the conditions on the page and for those in the query."""
        here = self.wanted.keys() | {name for table in self.tables for name in table.conditions}
        return tuple(
            Filter(
                name,
                tuple(
                    Choice(word, self.address(**{IS + name: word}), self.wanted.get(name) is WORDS.get(word))
                    for word in ("", "true", "false")
                ),
            )
            for name in self.matrix.conditions
            if name in here
        )

    @property
    def unfiltered(self) -> str:
        """The address without filters."""
        return self.address(**dict.fromkeys((IS + name for name in self.matrix.conditions), ""))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the page; a block that is too large has no rows."""
        if self.is_together:
            return (self._table(1, self.matrix.conditions, self.matrix.rows, None, "page"),)
        return tuple(
            self._table(number, block.conditions, block.rows or (), block, f"page-{number}")
            for number, block in enumerate(self.blocks, self.blocks.start_index())
        )

    @cached_property
    def blocks(self) -> Page[Block]:
        """The blocks on the current page."""
        return Paginator(self.matrix.blocks, BLOCKS_AT_ONCE).get_page(self.query.get(BLOCKS))

    @property
    def block_pages(self) -> Pages:
        """The links to the other pages of blocks."""
        return self._pages(self.blocks, BLOCKS)

    def address(self, **changes: str) -> str:
        """Return this page's query with changes, without empty values, and back on the first page of each table."""
        query = self.query.copy()
        for key in [key for key in query if key.startswith("page") or key in changes]:
            del query[key]
        query.update({key: value for key, value in changes.items() if value})
        return "?" + urlencode(list(query.lists()), doseq=True, errors="replace")

    def _table(
        self, number: int, conditions: tuple[str, ...], rows: Iterable[Row], block: Block | None, key: str
    ) -> Table:
        asked = self.wanted.items() & {(name, value) for name in conditions for value in (True, False)}
        fitting = [row for row in rows if all(row.outcomes[name] is value for name, value in asked)]
        at_once = max(1, min(AT_ONCE, MOST_CELLS // len(conditions)))
        page = Paginator(fitting, at_once).get_page(self.query.get(key))
        shown = tuple(self._shown(row) for row in page)
        return Table(number, conditions, page, self._pages(page, key), shown, block)

    def _pages(self, page: Page[Any], key: str) -> Pages:
        before = self.address(**{key: str(page.previous_page_number())}) if page.has_previous() else ""
        return Pages(before, self.address(**{key: str(page.next_page_number())}) if page.has_next() else "")

    @cached_property
    def _presence(self) -> Presence:
        return Presence(self.matrix)

    def _shown(self, row: Row) -> ShownRow:
        parameters = self.matrix.template.parameters
        shown = self.matrix.shown(row)
        texts = ((name, text_of(parameters[name], value), name in row.free) for name, value in (shown or {}).items())
        values = None if shown is None else tuple(texts)
        is_present = all(self.present.get(name) is value for name, value in row.outcomes.items())
        hidden = self.matrix.hidden(row)
        return ShownRow(row.outcomes, values, hidden, self._presence.of(row), is_present, self._fills(row))

    def _fills(self, row: Row) -> str | None:
        """Return the query that fills the form with a row; current values that its conditions do not read stay."""
        if row.values is None:
            return None
        rest = {name: value for name, value in self.state.given.values.items() if name not in row.reads}
        values = {**rest, **row.values}
        query = link_query(self.matrix.template, values, self.state.environments, self.beginning) or DEFAULTS
        return query if self.is_carried or len(query) <= LONGEST_LINK else None
