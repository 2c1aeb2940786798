"""The help pages of problem codes: the list and the page of each code."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from designer.help.problems import groups, nearest_codes, problem_page
from designer.site.pages import render_page

LONGEST = 100  # characters of a search, and of a code


@require_safe
def help_problems(request: HttpRequest) -> HttpResponse:
    """List the problem codes, those of lint rules first, or those that match every word of a search."""
    search = request.GET.get("q", "").replace("\0", "")[:LONGEST].strip()
    found = groups(search)
    context = {"search": search, "groups": found, "count": sum(len(group.pages) for group in found)}
    return render_page(request, "help/help_problems.html", context, partial="results")


@require_safe
def help_problem(request: HttpRequest, code: str) -> HttpResponse:
    """Show the page of a code; for an unknown one, list similar codes."""
    problem = problem_page(code[:LONGEST])
    if problem is not None:
        return render(request, "help/help_problem.html", {"problem": problem, "page": problem.page})
    context = {"unknown": code[:LONGEST], "nearest": nearest_codes(code[:LONGEST]), "groups": groups()}
    return render(request, "help/help_problems.html", context, status=404)
