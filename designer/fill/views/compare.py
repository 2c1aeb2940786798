"""Comparison of two sets of values, shown in place of the preview, or without scripts on its own page."""

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from designer.fill.comparison import ComparedSide, Comparison
from designer.fill.form_draft import keep_form
from designer.fill.form_outcome import Outcome
from designer.fill.form_source import state_kept
from designer.fill.opened import Opened, opened_by, opened_by_viewable_link, without_collector
from designer.fill.values.state import FormState
from designer.fill.values.steps import Step
from designer.models import ValueSet
from designer.site.pages import render_page
from designer.site.people import person
from designer.store.access import find_value_set, get_readable_value_set, shared_value_sets, value_sets_of

PAGE, DEFAULTS = "page", "defaults"


@require_http_methods(["GET", "HEAD", "POST"])
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Compare the two sides that a form requests; a GET request is redirected to the form."""
    return answer(request, opened_by(request.user, slug))


@require_http_methods(["GET", "HEAD", "POST"])
def shared_compare(request: HttpRequest, token: str) -> HttpResponse:
    """Compare the form, the defaults and shared value sets for the holder of a link that shows the template."""
    return answer(request, opened_by_viewable_link(request, token))


@without_collector
def answer(request: HttpRequest, opened: Opened) -> HttpResponse:
    """Return the comparison."""
    if opened.template is None:
        raise Http404
    if request.method != "POST":
        return redirect(opened.address)
    states = opened.states
    page = state_kept(request, opened)
    if not getattr(request, "htmx", False):
        keep_form(request, opened, Outcome(page))
    kept = states.kept(page)
    sides = Sides(request, opened, page)
    before, after = (sides.of(key) for key in sides.asked())
    context = opened.page_context(request.user) | {
        "comparison": Comparison(states, before, after),
        "sides": sides.titles(),
        "history_address": history_address(opened, before, after),
        "kept_state": json.dumps(kept),
        "step_back": Step(kept, "device").json,
    }
    response = render_page(request, "fill/compare.html", context, partial="part")
    response["Cache-Control"] = "private, no-cache"
    return response


class Sides:
    """The sides that can be compared: the form without hidden values, the defaults, and the visible value sets."""

    def __init__(self, request: HttpRequest, opened: Opened, page: FormState) -> None:
        self.request = request
        self.opened = opened
        self.page = page
        user, name, owner = request.user, page.set_name, page.set_owner
        self.page_set = find_value_set(user, opened.design, name, owner) if name else None
        original = opened.states.of_set(self.page_set, owner) if self.page_set else opened.states.untouched()
        self.is_edited = opened.states.is_edited(page, original)

    def asked(self) -> tuple[str, str]:
        """Return the keys of the two sides; by default, an edited form is compared with its original."""
        data = self.request.POST
        origin = str(self.page_set.pk) if self.page_set and self.is_edited else DEFAULTS
        keys = data.get("from", origin), data.get("to", PAGE)
        return (keys[1], keys[0]) if "swap" in data else keys

    def of(self, key: str) -> ComparedSide:
        """Return a side by its key."""
        if key == PAGE:
            return self._of_page()
        if key == DEFAULTS:
            return ComparedSide(key, _("Defaults"), _("the defaults"), self.opened.states.untouched(), saved_as="")
        found = get_readable_value_set(self.request.user, self.opened.design, key)
        state = self.opened.states.of_set(found)
        return ComparedSide(key, self._title_of(found), found.name, state, self._saved_as(found))

    def titles(self) -> list[tuple[str, str]]:
        """Return the keys and titles of all sides."""
        user, design = self.request.user, self.opened.design
        own = () if self.opened.link else value_sets_of(user, design)
        saved = [*own, *shared_value_sets(user, design)]
        fixed = [(side.key, side.title) for side in (self.of(PAGE), self.of(DEFAULTS))]
        return fixed + [(str(found.pk), self._title_of(found)) for found in saved]

    def _of_page(self) -> ComparedSide:
        found = self.page_set
        if found is None or self.is_edited:
            return ComparedSide(PAGE, _("This page"), _("this page"), self.page)
        title = _("%(set)s, on this page") % {"set": self._title_of(found)}
        return ComparedSide(PAGE, title, found.name, self.page, self._saved_as(found))

    def _title_of(self, found: ValueSet) -> str:
        if found.owner_id == self.request.user.pk:
            return found.name
        return _("%(set)s, from %(owner)s") % {"set": found.name, "owner": person(found.owner)}

    def _saved_as(self, found: ValueSet) -> str | None:
        return found.name if found.owner_id == self.request.user.pk else None


def history_address(opened: Opened, before: ComparedSide, after: ComparedSide) -> str:
    """Return the address that compares two revisions under the same value sets; empty if there is none."""
    if opened.link or opened.design.newest.number < 2 or before.saved_as is None or after.saved_as is None:
        return ""
    query = urlencode({"set": before.saved_as, "to_set": after.saved_as})
    return f"{reverse('history', args=[opened.design.slug])}?{query}"
