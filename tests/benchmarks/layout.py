"""The layout of maps: its time against the text's bare `yaml.compose`, and what moves while somebody builds."""

from collections.abc import Iterable
from functools import partial
from statistics import median
from typing import Any

import yaml

from hotcore import load, preview
from hotcore.diagram import Places, draw_map
from tests.benchmarks.design import template
from tests.benchmarks.timing import compare
from tests.hotcore.diagram import pictured
from tests.hotcore.diagram.building import Building
from tests.hotcore.diagram.figures import Figures, bodies, built, places_of

COUNTS = (300, 1000)
SEEDS = 6
DESK = 1440 - 44, 804
"""What a window of 1440 x 900 leaves to the picture, beside the rail and under the bars."""
INSPECTOR, BARS, MARGIN = 340, 56, 24


def main() -> None:
    """Measure fresh layouts and the placing of one card, then count what random steps do."""
    for count in COUNTS:
        measure(f"{count} resources", template(count))
    for name, text in (("a shop of 60", pictured.shop()), ("twelve sites, 300", pictured.sites())):
        measure(name, text)
        print_fit(name, text)
    for what, kinds in (("building", Building.BUILDS), ("changing", Building.CHANGES)):
        figures = Figures()
        for step in built(bodies(), SEEDS, kinds):
            figures.count(*step, shapes=kinds is Building.BUILDS)
        print_figures(what, figures)


def measure(what: str, text: str) -> None:
    """Measure a fresh map of a template, and the map after one resource more."""
    yardstick = partial(yaml.compose, text, yaml.CSafeLoader)
    found, drawn = drawn_map(text), None
    compare(f"{what}: fresh map", partial(found, None), yardstick, "yaml.compose")
    drawn = found(None)
    name = next(reversed(drawn.containment.items))
    less = {key: place for key, place in places_of(drawn.layout).items() if key != name}
    compare(f"{what}: one card more", partial(found, less), yardstick, "yaml.compose")


def drawn_map(text: str) -> Any:
    """Return what draws the map of a template that is read already, with or without places."""
    document = load(text)
    values = preview(document, {})

    def draw(before: Places | None) -> Any:
        return draw_map(document.template, values, before=before)

    return draw


def print_fit(what: str, text: str) -> None:
    """Print the zoom at which the whole of a fresh map is in view."""
    layout = drawn_map(text)(None).layout
    height = (DESK[1] - 2 * BARS - 2 * MARGIN) / layout.height
    without, beside = (min(1, (DESK[0] - room - 2 * MARGIN) / layout.width, height) for room in (0, INSPECTOR))
    print(
        f"  {what}: {layout.width:.0f} x {layout.height:.0f}, fit at {without:.0%}, {beside:.0%} beside the inspector"
    )


def print_figures(what: str, figures: Figures) -> None:
    """Print what was counted over random steps."""
    print(f"  {what}: {len(figures.calm)} steps of {SEEDS} sequences of 30 on each template")
    if figures.areas:
        print(f"    area against a fresh map: median {median(figures.areas):.2f}, most {max(figures.areas):.2f}")
        print(f"    longer side against a fresh map: most {max(figures.lengths):.2f}")
        print(f"    steps with an area above 1.5 or a side above 2: {len(figures.too_large)}")
    print(f"    steps in which nothing else moved: {share(figures.calm)}")
    print(f"    new cards in the same or the next column: {share(figures.near)}")
    plain = [farthest for farthest, most, _ in figures.moves if most <= 96]
    print(f"    farthest move where nothing grew: {max(plain, default=0):.0f}")


def share(counted: Iterable[bool]) -> str:
    """Return which share of what was counted is true."""
    found = list(counted)
    return f"{sum(found) / max(len(found), 1):.1%} of {len(found)}"
