"""The map of a run's template, in which the page marks what happens."""

from dataclasses import replace

from designer.content import analysis
from designer.content.content import Content
from designer.deployment.plans.plans import outgoing_of
from designer.models import Run
from hotcore.catalogue import catalogue_in_use
from hotcore.containment import Containment
from hotcore.diagram import draw_map, write_picture
from hotcore.template import Template

MOST = 300  # resources of a map that anybody can read


def picture_of(run: Run, *, only_changes: bool = False) -> str:
    """Return the map as SVG, each resource marked with its name; empty for a template that has too many.

    What an update deletes is in it too. With `only_changes` there is only what changes, and what that is in.
    """
    outgoing = outgoing_of(run, {})
    template = _with_gone(outgoing.template, run.plan.get("gone", ""))
    if only_changes:
        changed = [row["name"] for row in run.plan.get("resources", ()) if row["action"] != "unchanged"]
        kept = _with_surroundings(template, changed)
        template = replace(template, resources={k: v for k, v in template.resources.items() if k in kept})
    if len(template.resources) > MOST:
        return ""
    preview = analysis.preview(outgoing.content, outgoing.values, environments=outgoing.environments.in_force)
    return write_picture(draw_map(template, preview))


def _with_gone(template: Template, text: str) -> Template:
    """Return a template with the resources of another, which an update deletes."""
    gone = analysis.document(Content(text.encode(), {})).template if text else None
    return replace(template, resources=gone.resources | template.resources) if gone else template


def _with_surroundings(template: Template, names: list[str]) -> set[str]:
    """Return resources, the rows in their cards, by which a card is where it is, and all that they are in."""
    items = Containment(template, catalogue_in_use()).items
    kept: set[str] = set()
    for name in names:
        item = items.get(name)
        while item is not None and item.name not in kept:
            kept.add(item.name)
            if item.kind == "card":
                kept.update(row.name for row, _depth in item.all_rows())
            item = item.parent
    return kept
