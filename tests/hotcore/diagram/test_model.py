"""The diagram of a template: its boxes and arrows, their layout, and the exported files."""

import json
import random
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

import hotcore
from hotcore.analysis import dependencies
from hotcore.diagram.export import FORMATS, write_diagram
from hotcore.diagram.layout import lay_out
from hotcore.diagram.model import BOX_HEIGHT, box_width, draw

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  big: {type: boolean, default: false}
conditions:
  is_big: {get_param: big}
resources:
  net: {type: OS::Neutron::Net}
  extra:
    type: OS::Neutron::Net
    condition: is_big
  port:
    type: OS::Neutron::Port
    depends_on: extra
    properties:
      network: {get_resource: net}
      fixed_ips: [{subnet: {get_attr: [net, subnets, 0]}}]
  "a <b> & \\"c\\"": {type: OS::Heat::None}
outputs:
  wrong: {value: {get_attr: [nowhere, x]}}
"""


def diagram(text=TEXT, values=None):
    document = hotcore.load(text)
    return draw(document.template, hotcore.preview(document, values))


def test_boxes_show_whether_they_are_enabled_and_why():
    boxes = {box.name: box for box in diagram().boxes}
    assert (boxes["extra"].state, boxes["extra"].condition) == ("off", "is_big")
    assert (boxes["net"].state, boxes["net"].condition, boxes["net"].line) == ("on", None, 7)
    assert {box.name: box.state for box in diagram(values={"big": True}).boxes}["extra"] == "on"


def test_arrows_show_their_causes():
    found = [(arrow.source, arrow.target, arrow.by, arrow.where) for arrow in diagram().arrows]
    assert found == [
        ("port", "extra", "depends_on", "depends_on"),
        ("port", "net", "get_resource", "network"),
        ("port", "net", "get_attr", "fixed_ips.0.subnet"),
    ]


def test_problems_are_counted_by_box():
    text = TEXT.replace("{get_resource: net}", "{get_resource: nett}")
    boxes = {box.name: box.problems for box in diagram(text).boxes}
    assert boxes["port"] >= 1
    assert boxes["net"] == 0


def test_a_box_is_above_its_dependencies():
    boxes = diagram().layout.boxes
    assert boxes["port"][1] < boxes["net"][1]
    assert boxes["port"][1] < boxes["extra"][1]


SELF_DEPENDENCY = {
    "depends_on": "depends_on: a, properties: {value: x}",
    "get_resource": "properties: {value: {get_resource: a}}",
    "get_attr": "properties: {value: {get_attr: [a, value]}}",
}
CYCLE = """\
heat_template_version: 2021-04-16
resources:
  a: {type: OS::Heat::Value, properties: {value: {get_resource: b}}}
  b: {type: OS::Heat::Value, depends_on: a, properties: {value: x}}
"""


def self_dependent(way):
    return f"heat_template_version: 2021-04-16\nresources:\n  a: {{type: OS::Heat::Value, {SELF_DEPENDENCY[way]}}}\n"


class TestSelfDependency:
    """Heat refuses a circular dependency; the diagram shows it."""

    @pytest.mark.parametrize("way", SELF_DEPENDENCY)
    def test_a_resource_has_an_arrow_below_itself(self, way):
        drawn = diagram(self_dependent(way))
        (box,) = drawn.boxes
        assert (box.state, box.problems, [arrow.by for arrow in drawn.arrows]) == ("on", 1, [way])
        x, y = drawn.layout.boxes["a"]
        first, *between, last = drawn.layout.edges["a", "a"]
        assert first[1] == last[1] == y + BOX_HEIGHT / 2
        assert all(end[1] > first[1] for end in between)
        assert all(abs(end[0] - x) < box_width(box) / 2 for end in (first, last))

    @pytest.mark.parametrize("way", SELF_DEPENDENCY)
    @pytest.mark.parametrize(
        ("form", "edge"),
        [("svg", "a depends on a:"), ("dot", '"a" -> "a"'), ("mermaid", "r0 "), ("json", '"source": "a"')],
    )
    def test_every_format_has_the_arrow(self, way, form, edge):
        assert edge in write_diagram(diagram(self_dependent(way)), form)

    @pytest.mark.parametrize("form", FORMATS)
    def test_two_resources_point_at_each_other(self, form):
        drawn = diagram(CYCLE)
        assert set(drawn.layout.edges) == {("a", "b"), ("b", "a")}
        edges = {
            "svg": ("a depends on b:", "b depends on a:"),
            "dot": ('"a" -> "b"', '"b" -> "a"'),
            "mermaid": ("r0 --> r1", "r1 -.-> r0"),
            "json": ('"source": "a"', '"source": "b"'),
        }
        assert all(edge in write_diagram(drawn, form) for edge in edges[form])

    @pytest.mark.parametrize("way", SELF_DEPENDENCY)
    def test_it_keeps_its_place(self, way):
        text = self_dependent(way)
        document = hotcore.load(text + "  b: {type: OS::Heat::None, depends_on: a}\n")
        before = {"a": (500.0, 300.0)}
        drawn = draw(document.template, hotcore.preview(document), before)
        assert drawn.layout.boxes["a"][0] == 500.0
        assert drawn.layout.edges["a", "a"][0][1] == drawn.layout.boxes["a"][1] + BOX_HEIGHT / 2

    def test_dependencies_of_a_cycle_are_below_it(self):
        names, edges = ["net", "a", "b"], [("a", "net"), ("a", "b"), ("b", "a")]
        boxes = lay_out(names, edges, {}, BOX_HEIGHT).boxes
        assert boxes["a"][1] < boxes["b"][1]
        assert boxes["a"][1] < boxes["net"][1]
        graph = dependencies(hotcore.load(CYCLE))
        assert graph.layers == {"a": 0, "b": 1}

    def test_the_others_keep_their_layers(self):
        text = self_dependent("get_attr") + "  b: {type: OS::Heat::None, depends_on: a}\n"
        assert dependencies(hotcore.load(text)).layers == {"a": 0, "b": 1}


@pytest.mark.parametrize("seed", range(8))
def test_boxes_never_overlap_and_edges_end_at_their_boxes(seed):
    chance = random.Random(seed)
    names = [f"n{number}" for number in range(chance.choice([1, 5, 40, 120]))]
    edges = [
        (one, other) for one in names for other in chance.sample(names, k=min(len(names), chance.choice([0, 1, 2])))
    ]
    if seed % 2:
        edges += [(name, names[0]) for name in names[1:]]  # so many that their layer is folded
    widths = {name: chance.uniform(170, 280) for name in names}
    layout = lay_out(names, edges, widths, BOX_HEIGHT)
    assert list(layout.boxes) == names
    rows = {}
    for name, (x, y) in layout.boxes.items():
        rows.setdefault(round(y, 3), []).append((x - widths[name] / 2, x + widths[name] / 2))
        assert x - widths[name] / 2 + 0.01 >= 0
        assert x + widths[name] / 2 <= layout.width + 0.01
        assert y + BOX_HEIGHT / 2 <= layout.height + 0.01
    for row in rows.values():
        row.sort()
        assert all(right <= left for (_, right), (left, _) in pairwise(row))
    for (source, target), points in layout.edges.items():
        for name, (x, y) in ((source, points[0]), (target, points[-1])):
            assert abs(x - layout.boxes[name][0]) <= widths[name] / 2
            assert abs(abs(y - layout.boxes[name][1]) - BOX_HEIGHT / 2) < 0.01


def test_a_layer_of_very_many_boxes_is_folded_into_rows():
    names = ["hub", *(f"n{number}" for number in range(1000)), "all"]
    edges = [edge for name in names[1:-1] for edge in ((name, "hub"), ("all", name))]
    layout = lay_out(names, edges, {}, BOX_HEIGHT)
    assert layout.width < 3 * layout.height
    rows = {layout.boxes[name][1] for name in names[1:-1]}
    assert len(rows) > 10
    assert layout.boxes["all"][1] < min(rows)
    assert max(rows) < layout.boxes["hub"][1]


def test_the_same_graph_has_the_same_diagram():
    assert write_diagram(diagram(), "json") == write_diagram(diagram(), "json")


def test_a_small_change_moves_little():
    names = [f"n{number}" for number in range(30)]
    edges = [(f"n{number}", f"n{number // 2}") for number in range(1, 30)]
    before = lay_out(names, edges, {}, BOX_HEIGHT).boxes
    after = lay_out([*names, "new"], [*edges, ("new", "n29")], {}, BOX_HEIGHT).boxes
    rows = [sorted(names, key=lambda name, boxes=boxes: (boxes[name][1], boxes[name][0])) for boxes in (before, after)]
    moved = sum(one != other for one, other in zip(*rows, strict=True))
    assert moved < len(names) / 2


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_every_resource(form):
    text = write_diagram(diagram(), form)
    for name in ("net", "extra", "port"):
        assert name in text


def test_svg_is_well_formed_whatever_the_names():
    root = ET.fromstring(write_diagram(diagram(), "svg"))
    assert root.tag.endswith("svg")
    assert 'a <b> & "c"' in {element.text for element in root.iter() if element.text}


def test_json_has_boxes_and_edges_with_places():
    data = json.loads(write_diagram(diagram(), "json"))
    assert {node["name"] for node in data["nodes"]} == {"net", "extra", "port", 'a <b> & "c"'}
    edge = next(edge for edge in data["edges"] if edge["target"] == "net")
    assert [link["where"] for link in edge["links"]] == ["network", "fixed_ips.0.subnet"]
    assert len(edge["points"]) >= 2


def test_boxes_have_room_for_their_names_up_to_a_width():
    widths = [box_width(box) for box in diagram().boxes]
    assert all(170 <= width <= 280 for width in widths)


def test_an_empty_template_has_an_empty_diagram():
    empty = diagram("heat_template_version: 2021-04-16\n")
    assert empty.boxes == ()
    ET.fromstring(write_diagram(empty, "svg"))
