"""The palette: every type of the catalogue once, by purpose, with an icon of the sprite."""

import re
from pathlib import Path

from designer.design.palette import FIRST, type_groups
from designer.site.icons import ICONS, NESTED, type_icon
from hotcore.catalogue import shipped_catalogue

SPRITE = Path(__file__).resolve().parents[3] / "static" / "vendor" / "bootstrap-icons" / "icons.svg"


def test_every_type_is_offered_once():
    offered = [one.name for group in type_groups(shipped_catalogue()) for one in group.types]
    known = {shipped_catalogue().find(name).name for name in shipped_catalogue().type_names}
    assert sorted(offered) == sorted(known)


def test_what_is_used_most_comes_first_and_what_is_hidden_is_aside():
    shown = type_groups(shipped_catalogue())
    assert [str(group.name) for group in shown[:5]] == [
        "Compute",
        "Network",
        "Storage",
        "Load balancing",
        "Orchestration",
    ]
    for group in shown:
        for one in group.types:
            assert one.aside >= one.is_hidden
            assert one.aside or one.name.startswith("OS::")
    known_for_nothing = [str(group.name) for group in shown if str(group.name).startswith("AWS ")]
    assert [str(group.name) for group in shown][-len(known_for_nothing) :] == known_for_nothing


def test_what_most_templates_are_made_of_comes_first_in_its_group():
    network = type_groups(shipped_catalogue())[1]
    assert [one.thing for one in network.types[:3]] == ["Net", "Subnet", "Port"]
    assert set(FIRST) <= {one.name for group in type_groups(shipped_catalogue()) for one in group.types}


def test_every_icon_is_in_the_sprite():
    bundled = set(re.findall(r'<symbol id="([\w-]+)"', SPRITE.read_text(encoding="utf-8")))
    assert {*ICONS.values(), NESTED} <= bundled


def test_the_longest_beginning_of_a_name_counts():
    assert type_icon("OS::Neutron::Net") == "diagram-3"
    assert type_icon("OS::Neutron::RouterInterface") == "arrow-left-right"
    assert type_icon("nested/Server.YAML") == NESTED
    assert type_icon("My::Own") == type_icon("") == type_icon("x" * 100_000) == "box"
