"""The dependencies of a template: a card for each resource, a line for each reference, and the exported files."""

import json
from xml.etree import ElementTree as ET

import pytest

import hotcore
from hotcore.analysis import dependencies
from hotcore.diagram import FORMATS, draw_dependencies, write_diagram
from hotcore.diagram.metrics import CARD_WIDTH, HEAD
from tests.hotcore.diagram import pictured
from tests.hotcore.diagram.test_map import SAMPLES, assert_bounds, assert_no_line_goes_through_a_card

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


CHAIN = (
    "  a: {type: OS::Heat::None}\n",
    "  b: {type: OS::Heat::None, depends_on: a}\n",
    "  c: {type: OS::Heat::None, depends_on: b}\n",
)


def diagram(text=TEXT, values=None):
    document = hotcore.load(text)
    return draw_dependencies(document.template, hotcore.preview(document, values))


def test_boxes_show_whether_they_are_enabled_and_why():
    boxes = diagram().boxes
    assert (boxes["extra"].state, boxes["extra"].condition) == ("off", "is_big")
    assert (boxes["net"].state, boxes["net"].condition, boxes["net"].line) == ("on", None, 7)
    assert diagram(values={"big": True}).boxes["extra"].state == "on"


def test_arrows_show_their_causes():
    found = [(arrow.source, arrow.target, arrow.by, arrow.where) for arrow in diagram().arrows]
    assert found == [
        ("port", "extra", "depends_on", "depends_on"),
        ("port", "net", "get_resource", "network"),
        ("port", "net", "get_attr", "fixed_ips.0.subnet"),
    ]


def test_problems_are_counted_by_box():
    text = TEXT.replace("{get_resource: net}", "{get_resource: nett}")
    boxes = {name: box.problems for name, box in diagram(text).boxes.items()}
    assert boxes["port"] >= 1
    assert boxes["net"] == 0


def test_every_resource_has_a_card_of_one_size_to_the_left_of_what_it_needs():
    found = diagram(pictured.shop())
    rects = found.layout.rects
    assert set(rects) == set(found.boxes)
    assert {(rect.width, rect.height) for rect in rects.values()} == {(CARD_WIDTH, HEAD)}
    assert all(rects[arrow.source].right < rects[arrow.target].x for arrow in found.arrows)


def test_every_reference_is_a_line_with_its_count():
    lines = {(line.source, line.target): line for line in diagram().lines}
    assert {pair: (line.count, line.is_dependency) for pair, line in lines.items()} == {
        ("port", "extra"): (1, True),
        ("port", "net"): (2, False),
    }


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.parent.name)
def test_nothing_overlaps_and_no_line_goes_through_a_card(path):
    found = diagram(path.read_text(encoding="utf-8"))
    assert_bounds(found)
    assert_no_line_goes_through_a_card(found)


@pytest.mark.parametrize("text", [pictured.shop, pictured.sites])
def test_large_templates_keep_the_bounds(text):
    found = diagram(text())
    assert_bounds(found)
    assert_no_line_goes_through_a_card(found)


def test_order_alone_is_a_column_too():
    rects = diagram("heat_template_version: 2021-04-16\nresources:\n" + "".join(CHAIN)).layout.rects
    assert rects["c"].right < rects["b"].x < rects["b"].right < rects["a"].x


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
    def test_a_resource_has_an_arrow_beside_itself(self, way):
        drawn = diagram(self_dependent(way))
        (box,), (route,) = drawn.boxes.values(), drawn.routes
        assert (box.state, box.problems, [arrow.by for arrow in drawn.arrows]) == ("on", 1, [way])
        rect = drawn.layout.rects["a"]
        assert route[0][0] == route[-1][0] == rect.right < min(x for x, _ in route[1:-1])
        assert all(rect.y < y < rect.bottom for _, y in route)

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
        assert {(line.source, line.target) for line in drawn.lines} == {("a", "b"), ("b", "a")}
        edges = {
            "svg": ("a depends on b:", "b depends on a:"),
            "dot": ('"a" -> "b"', '"b" -> "a"'),
            "mermaid": ("r0 --> r1", "r1 -.-> r0"),
            "json": ('"source": "a"', '"source": "b"'),
        }
        assert all(edge in write_diagram(drawn, form) for edge in edges[form])

    @pytest.mark.parametrize("way", SELF_DEPENDENCY)
    def test_it_keeps_its_place(self, way):
        document = hotcore.load(self_dependent(way) + "  b: {type: OS::Heat::None, depends_on: a}\n")
        drawn = draw_dependencies(document.template, hotcore.preview(document), before={"a": (500.0, 300.0)})
        rect = drawn.layout.rects["a"]
        assert (rect.x, rect.y) == (500, 300)
        assert drawn.layout.rects["b"].right < rect.x

    def test_dependencies_of_a_cycle_are_right_of_it(self):
        rects = diagram(CYCLE + "  c: {type: OS::Heat::Value, properties: {value: {get_resource: a}}}\n").layout.rects
        assert rects["c"].right < rects["a"].x
        assert dependencies(hotcore.load(CYCLE)).layers == {"a": 0, "b": 1}

    def test_the_others_keep_their_layers(self):
        text = self_dependent("get_attr") + "  b: {type: OS::Heat::None, depends_on: a}\n"
        assert dependencies(hotcore.load(text)).layers == {"a": 0, "b": 1}


def test_the_same_graph_has_the_same_diagram():
    assert write_diagram(diagram(), "json") == write_diagram(diagram(), "json")


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


def test_an_empty_template_has_an_empty_diagram():
    empty = diagram("heat_template_version: 2021-04-16\n")
    assert not empty.boxes
    ET.fromstring(write_diagram(empty, "svg"))
