"""The library: the list of templates with its search and filters."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from designer.library.queries import SORTS, LibraryCounts, Tally, library_counts, library_designs
from designer.site.pages import render_page
from designer.store.access import Person, readable_designs
from designer.store.index_columns import indexes_refresh

SORT_NAMES = {
    "changed": gettext_lazy("Last changed first"),
    "created": gettext_lazy("Newest first"),
    "name": gettext_lazy("By name"),
    "size": gettext_lazy("Largest first"),
}
PROBLEM_NAMES = {
    "errors": gettext_lazy("With errors"),
    "warnings": gettext_lazy("With warnings"),
    "none": gettext_lazy("No problems"),
}
PROBLEM_ICONS = {"errors": "x-circle", "warnings": "exclamation-triangle"}
PARTS = ("q", "owner", "tag", "version", "problems", "sort")  # of a search, as query parameters
LONGEST = 200  # characters of a search
AT_ONCE = 7  # options of one filter; the others are folded away
MOST = 60  # options of one filter; rarer ones can be found by searching


@dataclass(frozen=True)
class Search:
    """The search and filters of the library, as in its address."""

    q: str = ""
    owner: str = ""
    tag: str = ""
    version: str = ""
    problems: str = ""
    sort: str = "changed"
    is_cut: bool = False

    @classmethod
    def read(cls, given: Mapping[str, str]) -> "Search":
        """Parse a search from a query, ignoring invalid values."""
        search = cls(
            **{name: given[name].replace("\0", "")[:LONGEST].strip() for name in PARTS if name in given},
            is_cut=len(given.get("q", "")) > LONGEST,
        )
        return replace(
            search,
            sort=search.sort if search.sort in SORTS else "changed",
            problems=search.problems if search.problems in PROBLEM_NAMES else "",
        )

    def address(self, page: int = 1) -> str:
        """Return the library's address with this search."""
        parts = {name: value for name in PARTS if (value := getattr(self, name))}
        if parts["sort"] == "changed":
            del parts["sort"]
        if page > 1:
            parts["page"] = str(page)
        return f"{reverse('library')}?{urlencode(parts)}" if parts else reverse("library")

    def but(self, **changes: Any) -> str:
        """Return the address of the first page of this search with the given changes."""
        return replace(self, **changes).address()

    def filters(self) -> Iterator[tuple[str, str]]:
        """Yield a label for every active filter, with the address without it."""
        if self.q:
            yield _("Words: %(words)s") % {"words": self.q}, self.but(q="")
        if self.owner:
            yield _("Made by %(name)s") % {"name": self.owner}, self.but(owner="")
        if self.tag:
            yield _("Tag: %(tag)s") % {"tag": self.tag}, self.but(tag="")
        if self.problems:
            yield str(PROBLEM_NAMES[self.problems]), self.but(problems="")
        if self.version:
            yield _("Version: %(version)s") % {"version": self.version}, self.but(version="")


@dataclass(frozen=True)
class Choice:
    """A link of the filter rail."""

    word: str
    count: int
    address: str
    chosen: bool
    icon: str = ""


@require_safe
def library(request: HttpRequest) -> HttpResponse:
    """Show a page of the templates that the user may see and that match the search."""
    search = Search.read(request.GET.dict())
    counts = library_counts(request.user)
    if counts.outdated:
        indexes_refresh(designs=readable_designs(request.user))
        counts = library_counts(request.user)
    page = library_designs(
        request.user,
        text=search.q,
        owner=search.owner,
        tag=search.tag,
        version=search.version,
        problems=search.problems,
        sort=search.sort,
        page=request.GET.get("page", "1"),
    )
    context = {
        "page": page,
        "search": search,
        "filters": list(search.filters()),
        "sorts": SORT_NAMES,
        "newer": search.address(page.number - 1),
        "older": search.address(page.number + 1),
        **rail(request.user, search, counts),
    }
    response = render_page(request, "library/library.html", context, partial="results")
    if getattr(request, "htmx", False):
        response["HX-Replace-Url"] = search.address(page.number)
    return response


def rail(user: Person, search: Search, counts: LibraryCounts) -> dict[str, Any]:
    """Return the filters, each with the number of templates that it would show."""
    name = user.get_username()
    return {
        "everything": Choice(_("All templates"), counts.everything, search.but(owner=""), not search.owner),
        "mine": Choice(_("Made by you"), counts.mine, search.but(owner=name), search.owner == name) if name else None,
        "owners": choices(search, "owner", [tally for tally in counts.owners if tally.value != name]),
        "tags": choices(search, "tag", counts.tags),
        "versions": choices(search, "version", counts.versions),
        "problems": choices(
            search, "problems", [Tally("errors", counts.with_errors), Tally("warnings", counts.with_warnings)]
        ),
    }


def choices(search: Search, filter_name: str, tallies: Sequence[Tally]) -> dict[str, list[Choice]]:
    """Return the links of one filter: those always shown, and the rest. The selected link removes the filter."""
    chosen = getattr(search, filter_name)
    links = [
        Choice(
            word=str(PROBLEM_NAMES[tally.value]) if filter_name == "problems" else tally.value,
            count=tally.count,
            address=search.but(**{filter_name: "" if tally.value == chosen else tally.value}),
            chosen=tally.value == chosen,
            icon=PROBLEM_ICONS.get(tally.value, "") if filter_name == "problems" else "",
        )
        for tally in [*tallies[:MOST], *(tally for tally in tallies[MOST:] if tally.value == chosen)]
    ]
    return {"first": links[:AT_ONCE], "rest": links[AT_ONCE:]}
