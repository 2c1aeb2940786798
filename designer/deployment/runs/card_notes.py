"""What the map of a run at work says on its cards: what is done with a resource, or what it waits for."""

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _

from designer.deployment.plans.plans import states_of
from designer.deployment.runs.progress import DONE, WORK, Progress
from hotcore.template import dependency_graph

MOST = 300  # resources; maps with more are not drawn
LONGEST = 30  # characters that a card has room for


def card_notes(progress: Progress) -> str:
    """Return the notes by resource as JSON; a run that has ended has none."""
    notes = dict(_notes(progress)) if progress.run.is_at_work and len(progress.names) <= MOST else {}
    return json.dumps(
        {name: text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…" for name, text in notes.items()}
    )


def _notes(progress: Progress) -> Iterator[tuple[str, str]]:
    graph = dependency_graph(states_of(progress.run).template)
    states = dict(progress.cells)
    needs: dict[str, list[str]] = {}
    for edge in graph.edges:
        needs.setdefault(edge.source, []).append(edge.target)
    for name, state in states.items():
        if state == WORK:
            yield name, progress.by_path[name,].words
        elif not state:
            waited = [each for each in needs.get(name, ()) if states.get(each, DONE) != DONE]
            if waited:
                yield name, _("waits for %(name)s") % {"name": waited[0]}
