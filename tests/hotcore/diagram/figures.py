"""What is counted while somebody builds a map step by step."""

from random import Random
from types import SimpleNamespace

import yaml

from hotcore import load
from hotcore.catalogue import shipped_catalogue
from hotcore.containment import Containment
from hotcore.diagram.lines import lines_of
from hotcore.diagram.map_layout import map_layout
from hotcore.diagram.map_placing import placed_map
from hotcore.diagram.metrics import CARD_WIDTH, COLUMN_GAP
from hotcore.diagram.model import arrows_of
from tests.hotcore.diagram.building import Building
from tests.hotcore.diagram.test_map import SAMPLES, SERVICE

PITCH = CARD_WIDTH + COLUMN_GAP


def places_of(layout):
    """The positions and sizes of the boxes of a layout."""
    return {name: (rect.x, rect.y, rect.width, rect.height) for name, rect in layout.rects.items()}


def seen(text, *, is_flat=False, frames_given=True):
    """The contents of a map, or of a flat one, which shows the dependencies, without their layout."""
    template = load(text).template
    containment = Containment(template, shipped_catalogue(), is_flat=is_flat, frames_given=frames_given)
    named = {name for name, resource in template.resources.items() if resource.field("condition") is not None}
    lines = lines_of(containment, arrows_of(template))
    return SimpleNamespace(containment=containment, lines=lines, has_condition=lambda name: name in named)


def placed(text, before=None, *, is_flat=False, frames_given=True, **hints):
    found = seen(text, is_flat=is_flat, frames_given=frames_given)
    before = {} if before is None else before if isinstance(before, dict) else places_of(before.layout)
    found.layout = placed_map(found.containment, found.lines, found.has_condition, before, **hints)
    found.rects = found.layout.rects
    return found


def fresh(found):
    return map_layout(found.containment, found.lines, found.has_condition)


def items(found):
    boxed = {**found.containment.items, **found.containment.given}
    return {name: item for name, item in boxed.items() if item.kind in ("card", "frame", "shared")}


def outermost(found, name):
    item = found.containment.items.get(name) or found.containment.given[name]
    return [item.card, *item.frames][-1].name


def moved(before, after):
    """How far each box that was there before has moved, if it has."""
    found = {}
    for name in before.rects.keys() & after.rects.keys():
        old, new = before.rects[name], after.rects[name]
        if (old.x, old.y) != (new.x, new.y):
            found[name] = new.x - old.x, new.y - old.y
    return found


class Figures:
    """What is counted over all steps: `moves` are the widest of each step and what they may be."""

    def __init__(self):
        self.areas, self.lengths, self.too_large, self.calm, self.near, self.moves = [], [], [], [], [], []

    def count(self, about, building, before, after, *, shapes):
        """Counts a step, with `shapes` also the size of the picture against a fresh one."""
        others = moved_others(building, before, after)
        self.calm.append(not others)
        farthest = max((max(abs(x), abs(y)) for x, y in others.values()), default=0)
        self.moves.append((farthest, max(96, growth(before, after)), about))
        if building.come and building.origin:
            self.near += is_near(building, after)
        if shapes and after.rects:
            self._count_shape(after, about)

    def _count_shape(self, after, about):
        plain = fresh(after)
        area = after.layout.width * after.layout.height / (plain.width * plain.height)
        longer = max(after.layout.width / plain.width, after.layout.height / plain.height)
        self.areas.append(area)
        self.lengths.append(longer)
        if area > 1.5 or longer > 2:
            self.too_large.append((about, round(area, 2), round(longer, 2)))


def built(bodies, seeds, kinds, *, is_flat=False):
    """The maps before and after each of 30 random steps on each template."""
    for name, body in bodies.items():
        for seed in range(seeds):
            building = Building(Random(f"{name} {seed}"), body)
            after = placed(building.text, is_flat=is_flat)
            for step in range(30):
                kind = building.step(kinds)
                hints = {"origin": building.origin, "near": building.near, "is_flat": is_flat}
                before, after = after, placed(building.text, after, **hints)
                yield f"{name}, seed {seed}, step {step}: {kind}", building, before, after


def moved_others(building, before, after):
    """The moved boxes that the step did not concern: neither touched by it nor in another frame now."""
    found = {}
    for name, way in moved(before, after).items():
        old, new = (items(each).get(name) for each in (before, after))
        if old is None or new is None or name in after.containment.given:
            continue  # lanes, members of groups, frames of parameters
        homes = [each.parent.name if each.parent else None for each in (old, new)]
        about = {
            each.containment.items[one].card.name
            for each in (before, after)
            for one in building.touched & each.rects.keys()
        }
        if homes[0] == homes[1] and name not in building.touched | about:
            found[name] = way
    return found


def growth(before, after):
    """By how much the boxes of a map have grown, new frames as a whole, with the gaps that they need then."""
    total = 24.0
    for name, item in items(after).items():
        new, old = after.rects[name], before.rects.get(name)
        if old is not None:
            total += max(new.width - old.width, 0) + max(new.height - old.height, 0)
        elif item.kind == "frame":
            total += new.width + new.height
        if any(lane.name in after.rects and lane.name not in before.rects for lane in item.lanes):
            total += new.height  # cards go down to their lanes
    return total


def is_near(building, after):
    """Whether a new box is in the column of the one that it came from or in the next one; nothing if it is no box."""
    new, origin = after.containment.items[building.come], after.containment.items[building.origin]
    if new.kind not in ("card", "frame") or origin.card.kind == "shared":
        return []
    names = outermost(after, new.name), outermost(after, origin.name)
    if names[0] == names[1]:
        names = new.name, origin.card.name if origin.card.name in after.rects else names[1]
    one, other = (after.rects[name] for name in names)
    return [one.x - other.right < PITCH and other.x - one.right < PITCH]


def bodies():
    """The templates that random steps begin with, as plain data."""
    texts = {"service": SERVICE} | {path.parent.name: path.read_text(encoding="utf-8") for path in SAMPLES}
    return {"nothing": None} | {name: yaml.safe_load(text) for name, text in texts.items()}
