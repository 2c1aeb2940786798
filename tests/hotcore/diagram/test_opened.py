"""Resources that another template defines, opened to frames around the map of that template."""

import json

import pytest

import hotcore
from hotcore.diagram import FORMATS, draw_map, map_as_data, write_diagram
from hotcore.diagram.metrics import FRAME_HEAD
from tests.hotcore.diagram.figures import places_of

OUTER = """\
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  web: {type: web.yaml, properties: {net: {get_resource: net}}}
  lost: {type: lost.yaml}
  many: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: web.yaml, properties: {net: x}}}}
"""
INNER = """\
heat_template_version: 2021-04-16
parameters: {net: {type: string}, big: {type: boolean, default: false}}
conditions: {is_big: {get_param: big}}
resources:
  port: {type: OS::Neutron::Port, properties: {network: {get_param: net}}}
  server: {type: OS::Nova::Server, properties: {networks: [{port: {get_resource: port}}]}}
  net: {type: OS::Cinder::Volume, condition: is_big, properties: {size: 1}}
"""


@pytest.fixture
def drawn():
    document = hotcore.load(OUTER, files={"web.yaml": INNER})

    def draw(*unfolded, before=None):
        return draw_map(document.template, document.unfilled, unfolded=unfolded, before=before)

    return draw


def items(data):
    return {item["name"]: item for item in data["items"]}


def test_a_closed_one_names_its_file_and_reads_nothing_of_it(drawn):
    found = items(map_as_data(drawn()))
    assert found["web"]["role"] == "card"
    assert found["web"]["file"] == "web.yaml"
    assert "nested" not in found["web"]
    assert "file" not in found["net"]
    assert "file" not in found["many"]


def test_an_opened_one_is_a_frame_around_its_own_resources(drawn):
    made = drawn("web")
    web = items(map_as_data(made))["web"]
    assert web["role"] == "frame"
    inner = web["nested"]
    assert [item["name"] for item in inner["layout"]["items"]] == ["server", "net"]
    assert {node["name"]: node["state"] for node in inner["nodes"]} == {"port": "on", "server": "on", "net": "off"}
    assert web["x"] < inner["x"]
    assert inner["x"] + inner["width"] < web["x"] + web["width"]
    assert web["y"] + FRAME_HEAD <= inner["y"]
    assert inner["y"] + inner["height"] < web["y"] + web["height"]
    assert {line.target for line in made.lines if line.source == "web"} == {"net"}  # of the outer template


def test_what_has_no_template_that_was_read_stays_closed(drawn):
    found = items(map_as_data(drawn("lost", "many", "net", "nobody")))
    assert found["lost"]["role"] == "card"
    assert "nested" not in found["lost"]
    assert "nested" not in found["many"]


def test_there_is_a_bound_for_the_resources_in_all_that_is_opened():
    many = "".join(f"  web_{number}: {{type: web.yaml, properties: {{net: x}}}}\n" for number in range(150))
    document = hotcore.load(f"heat_template_version: 2021-04-16\nresources:\n{many}", files={"web.yaml": INNER})
    made = draw_map(document.template, document.unfilled, unfolded=[f"web_{number}" for number in range(150)])
    assert list(made.nested) == [f"web_{number}" for number in range(100)]
    assert items(map_as_data(made))["web_149"]["role"] == "card"


def test_opening_and_closing_leaves_the_others_apart(drawn):
    closed = places_of(drawn().layout)
    opened = drawn("web", before=closed)
    rects = [opened.layout.rects[name] for name in ("net", "web", "lost", "many")]
    for number, one in enumerate(rects):
        for other in rects[number + 1 :]:
            assert one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
    again = drawn(before=places_of(opened.layout))
    assert (again.layout.rects["web"].x, again.layout.rects["web"].y) == (
        opened.layout.rects["web"].x,
        opened.layout.rects["web"].y,
    )


REMOTE = """\
heat_template_version: 2021-04-16
parameters:
  secret: {type: string, hidden: true, default: hush}
resources:
  away:
    type: OS::Heat::Stack
    properties:
      context: {region_name: north}
      template: {get_file: web.yaml}
      parameters: {net: {get_param: secret}, big: true}
  text: {type: OS::Heat::Stack, properties: {template: "heat_template_version: 2021-04-16"}}
  itself: {type: OS::Heat::Stack, properties: {template: {get_file: endless.yaml}}}
"""
ENDLESS = """\
heat_template_version: 2021-04-16
resources:
  again: {type: OS::Heat::Stack, properties: {template: {get_file: endless.yaml}}}
"""


def test_a_stack_of_another_heat_is_opened_too():
    document = hotcore.load(REMOTE, files={"web.yaml": INNER, "endless.yaml": ENDLESS})
    made = draw_map(document.template, document.unfilled, unfolded=["away", "text", "itself"])
    found = items(map_as_data(made))
    assert found["away"]["fact"] == found["away"]["file"] == "web.yaml"
    states = {node["name"]: node["state"] for node in found["away"]["nested"]["nodes"]}
    assert states == {"port": "on", "server": "on", "net": "on"}  # under the parameters that it gets
    assert found["text"]["role"] == "card"  # there is no file to open
    assert [node["name"] for node in found["itself"]["nested"]["nodes"]] == ["again"]
    assert not document.unfilled.diagnostics  # the other Heat checks what is inside
    assert "hush" not in json.dumps(map_as_data(made))


@pytest.mark.parametrize("form", FORMATS)
def test_files_of_a_map_show_what_is_opened(drawn, form):
    closed, opened = write_diagram(drawn(), form), write_diagram(drawn("web"), form)
    assert "server" not in closed
    assert "server" in opened
