"""The diagram of a template: as data while it is edited, and as a file to download."""

import json
from xml.etree import ElementTree as ET

import pytest
from django.urls import reverse

from hotcore.diagram.metrics import CARD_WIDTH, COLUMN_GAP
from tests.hotcore.test_hostile import dense

TEXT = "heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None}\n  b: {type: x, depends_on: a}\n"


@pytest.fixture
def address(client, alice, make_design):
    client.force_login(alice)
    return reverse("diagram", args=[make_design(TEXT).slug])


def test_a_text_that_is_sent_is_drawn(client, address):
    diagram = client.post(address, {"text": TEXT.replace("  b:", "  c:")}).json()
    assert [node["name"] for node in diagram["nodes"]] == ["a", "c"]
    assert [(edge["source"], edge["target"]) for edge in diagram["edges"]] == [("c", "a")]


@pytest.mark.parametrize("view", ["map", "graph"])
def test_of_very_many_references_the_first_ones_are_drawn_and_the_number_is_said(client, address, view):
    drawn = client.post(address, {"text": dense(145), "view": view, "only": "diagram"}).json()
    assert (len(drawn["nodes"]), len(drawn["edges"]), len(drawn["layout"]["lines"])) == (145, 10_000, 10_000)
    assert drawn["note"] == "The first 10,000 of 10,440 references are shown."
    assert client.post(address, {"text": dense(9), "view": view}).json()["note"] == ""


def test_a_text_that_cannot_be_read_is_reported(client, address):
    answer = client.post(address, {"text": "a: ["}).json()
    assert answer.pop("diagnostics").count('data-code="invalid-yaml"') == 1
    assert answer.pop("mark")
    assert answer["broken"]["line"] == 1
    assert answer["broken"]["message"].startswith("Invalid YAML")
    assert "nodes" not in answer


def test_a_list_of_problems_that_was_seen_is_not_sent_again(client, address):
    first = client.post(address, {"text": TEXT}).json()
    again = client.post(
        address, {"text": TEXT.replace("OS::Heat::None", "OS::Heat::Value"), "seen": first["mark"]}
    ).json()
    assert "diagnostics" in again  # a value is missing now
    same = client.post(address, {"text": f"{TEXT}# a comment\n", "seen": first["mark"]}).json()
    assert "diagnostics" not in same
    assert same["mark"] == first["mark"]
    moved = client.post(address, {"text": TEXT.replace("resources:", "\nresources:"), "seen": first["mark"]}).json()
    assert "diagnostics" in moved


def test_a_name_that_is_to_be_written_elsewhere_is_sent_again(client, address):
    text = "heat_template_version: 2021-04-16\ndescription: long\noutputs: {o: {value: {get_resource: aa}}}\n"
    text += "resources: {a: {type: OS::Heat::None}}\n"
    first = client.post(address, {"text": text}).json()
    assert "data-fix" in first["diagnostics"]
    shorter = client.post(address, {"text": text.replace("long", "l"), "seen": first["mark"]}).json()
    assert "data-fix" in shorter["diagnostics"]


def test_problems_come_with_the_picture_of_the_same_text(client, address):
    assert (
        "No problems"
        in client.post(address, {"text": TEXT.replace("type: x", "type: OS::Heat::None")}).json()["diagnostics"]
    )
    diagnostics = client.post(address, {"text": TEXT + "  c: {type: OS::Heat::None, depends_on: <b>}\n"}).json()[
        "diagnostics"
    ]
    assert 'data-code="unknown-resource"' in diagnostics
    assert "<b>" not in diagnostics


@pytest.mark.parametrize(("form", "mark"), [("svg", "<svg"), ("dot", "digraph"), ("mermaid", "flowchart")])
def test_the_saved_template_is_a_file(client, address, form, mark):
    answer = client.get(address, {"format": form})
    assert mark in answer.content.decode()
    assert "attachment" in answer["Content-Disposition"]


def test_json_and_svg_are_whole(client, address):
    assert len(json.loads(client.get(address, {"format": "json"}).content)["nodes"]) == 2
    ET.fromstring(client.get(address).content)


def test_a_format_that_is_not_there_is_a_404(client, address):
    assert client.get(address, {"format": "exe"}).status_code == 404


def test_strangers_see_nothing(client, address, charlie):
    client.force_login(charlie)
    assert client.get(address).status_code == 404
    assert client.post(address, {"text": TEXT}).status_code == 404


@pytest.mark.parametrize("form", ["svg", "dot", "mermaid", "json"])
def test_a_text_that_is_sent_is_a_file_too(client, address, form):
    answer = client.post(address, {"text": TEXT.replace("  b:", "  typed:"), "format": form})
    assert "typed" in answer.content.decode()
    assert "attachment" in answer["Content-Disposition"]
    assert client.post(address, {"text": "a: [", "format": form}).status_code == 404


def test_a_file_shows_the_chosen_states(client, alice, make_design):
    text = TEXT + "  c: {type: OS::Heat::None, condition: big}\nparameters:\n  big: {type: boolean, default: false}\n"
    design = make_design(text + "conditions:\n  big: {get_param: big}\n")
    design.value_sets.create(owner=alice, name="large", values={"big": True})
    client.force_login(alice)
    sent = {"text": bytes(design.newest.text).decode(), "format": "json"}
    states = []
    for chosen in ("", "large"):
        answer = client.post(reverse("diagram", args=[design.slug]), sent | {"set": chosen})
        states.append({node["name"]: node["state"] for node in json.loads(answer.content)["nodes"]}["c"])
    assert states == ["off", "on"]


def test_a_warning_stays_in_the_list_and_at_its_node_while_another_line_is_half_typed(client, address):
    text = TEXT.replace("type: x", "type: OS::Heat::Value, properties: {value: 010}")
    for added, errors in (("", 0), ("  c: {typ", 1), ("  c: {type: OS::Heat::Value, prop", 1)):
        answer = client.post(address, {"text": f"{text}{added}{'}' if added else ''}\n"}).json()
        assert answer["diagnostics"].count('data-code="octal-number"') == 1
        assert ('data-severity="error"' in answer["diagnostics"]) is bool(errors)
        assert answer["nodes"][1]["warnings"] == 1


def test_nodes_tell_their_icon_and_their_diagnostics_by_severity(client, address):
    nodes = client.post(address, {"text": TEXT}).json()["nodes"]
    assert [node["icon"] for node in nodes] == ["box", "box"]
    assert nodes[1]["errors"] + nodes[1]["warnings"] + nodes[1]["hints"] == nodes[1]["problems"] > 0


CIRCLES = {
    "depends_on": "  a: {type: OS::Heat::None, depends_on: a}\n",
    "get_resource": "  a: {type: OS::Heat::Value, properties: {value: {get_resource: a}}}\n",
    "get_attr": "  a: {type: OS::Heat::Value, properties: {value: {get_attr: [a, value]}}}\n",
    "of two": "  a: {type: OS::Heat::None, depends_on: b}\n  b: {type: OS::Heat::None, depends_on: a}\n",
}


class TestWhatWaitsForItself:
    """Heat refuses it; every diagram shows the cycle, and the pages show the problem."""

    @pytest.fixture(params=CIRCLES)
    def text(self, request):
        return f"heat_template_version: 2021-04-16\nresources:\n{CIRCLES[request.param]}"

    @pytest.mark.parametrize(
        ("form", "edge"),
        [("svg", 'class="edge'), ("dot", '"a" -> "'), ("mermaid", "  r0 -"), ("json", '"source": "a"')],
    )
    def test_is_drawn_in_every_format(self, client, alice, make_design, text, form, edge):
        client.force_login(alice)
        slug = make_design(text).slug
        saved = client.get(reverse("diagram", args=[slug]), {"format": form})
        sent = client.post(reverse("diagram", args=[slug]), {"text": text, "format": form})
        assert saved.status_code == sent.status_code == 200
        assert saved.content == sent.content
        assert edge in saved.content.decode()

    def test_is_reported_beside_the_graph(self, client, alice, make_design, text):
        client.force_login(alice)
        answer = client.post(reverse("diagram", args=[make_design(text).slug]), {"text": text}).json()
        assert 'data-code="circular-dependency"' in answer["diagnostics"]
        assert answer["nodes"][0]["errors"] == 1
        assert len(answer["edges"]) == len(answer["layout"]["lines"])
        assert all(len(line["points"]) > 1 for line in answer["layout"]["lines"])

    @pytest.mark.parametrize("page", ["design", "fill", "diagram", "history", "raw", "conditions"])
    def test_every_page_is_there(self, client, alice, make_design, text, page):
        client.force_login(alice)
        assert client.get(reverse(page, args=[make_design(text).slug])).status_code == 200

    def test_is_shown_in_the_library(self, client, alice, make_design, text):
        client.force_login(alice)
        make_design(text)
        library = client.get(reverse("library")).content.decode()
        assert '<path class="cards" vector-effect="non-scaling-stroke" d="M' in library


def test_the_first_address_of_diagrams_leads_to_the_present_one(client, address):
    answer = client.get(address.replace("diagram", "picture"), {"format": "svg"})
    assert (answer.status_code, answer["Location"]) == (301, f"{address}?format=svg")


class TestWhatWasThere:
    """The page sends the positions of the nodes, which are kept."""

    TEXT = "heat_template_version: 2021-04-16\nresources:\n" + "".join(
        f"  n{number}: {{type: OS::Heat::None, depends_on: [n{number // 2}]}}\n" for number in range(1, 12)
    ).replace(", depends_on: [n0]", "")

    @pytest.fixture(params=["map", "graph"])
    def corners(self, request, client, alice, make_design):
        make_design(self.TEXT)
        client.force_login(alice)

        def corners(**fields):
            answer = client.post("/templates/web/design/diagram/", {"view": request.param, **fields}).json()
            assert answer["layout"]["view"] == request.param
            return {item["name"]: [item["x"], item["y"]] for item in answer["layout"]["items"]}

        return corners

    def test_stays_while_something_is_added_renamed_or_connected(self, corners):
        before = corners(text=self.TEXT)
        kept = json.dumps(before)
        added = corners(text=self.TEXT + "  new: {type: OS::Heat::None, depends_on: n9}\n", places=kept)
        assert {name: added[name] for name in before} == before
        assert abs(added["new"][0] - before["n9"][0]) <= CARD_WIDTH + COLUMN_GAP
        renamed = corners(text=self.TEXT.replace("n11:", "other:"), places=kept)
        assert renamed["other"] == before["n11"]
        assert corners(text=self.TEXT.replace("[n5]}", "[n5, n7]}", 1), places=kept) == before

    def test_what_is_no_place_is_passed_over(self, corners):
        fresh = corners(text=self.TEXT)
        for sent in ("[", "[]", "{}", '{"n1": 5}', '{"n1": [1e999, 2]}', '{"n1": ["a", "b"]}', "[" * 100_000, "null"):
            assert corners(text=self.TEXT, places=sent) == fresh
        same = json.dumps(dict.fromkeys(fresh, (0, 0)))
        assert len({tuple(place) for place in corners(text=self.TEXT, places=same).values()}) == len(fresh)


@pytest.mark.parametrize(("origin", "beside"), [("a", 0), ("b", 2000), ("gone", None)])
def test_what_is_new_goes_beside_its_origin(client, address, origin, beside):
    text = TEXT + "  c: {type: OS::Heat::None}\n"
    places = {"a": [0, 0], "b": [2000, 0]}
    diagram = client.post(address, {"text": text, "places": json.dumps(places), "origin": origin}).json()
    corners = {item["name"]: item["x"] for item in diagram["layout"]["items"]}
    assert (corners["a"], corners["b"]) == (0, 2000)
    if beside is not None:
        assert abs(corners["c"] - beside) <= 300


def test_only_what_is_to_be_tidied_moves(client, address):
    text = TEXT + "  c: {type: OS::Heat::None}\n"
    places = json.dumps({"a": [40, 0], "b": [900, 300], "c": [2000, 0]})

    def corners(view, tidy):
        diagram = client.post(address, {"text": text, "view": view, "places": places, "tidy": tidy}).json()
        return {item["name"]: (item["x"], item["y"]) for item in diagram["layout"]["items"]}

    for view in ("map", "graph"):
        before = corners(view, "")
        after = corners(view, '["a", "b", "gone"]')
        assert before["a"] != after["a"] or before["b"] != after["b"]
        assert before["c"] == after["c"]
        for other in ("{", '{"a": 1}', "[[1]]", "[" * 100_000, '["c"]'):
            assert corners(view, other) == before


def test_given_networks_have_frames_unless_they_are_off(client, address):
    lives = "properties: {networks: [{network: {get_param: home}}]}"
    text = "heat_template_version: 2021-04-16\nparameters: {home: {type: string}}\nresources:\n"
    text += "".join(f"  {name}: {{type: OS::Nova::Server, {lives}}}\n" for name in "ab")
    names = {}
    for given in ("", "off", "on"):
        diagram = client.post(address, {"text": text, "view": "map", "given": given}).json()
        names[given] = sorted(item["name"] for item in diagram["layout"]["items"])
    assert names == {"": ["home"], "off": ["a", "b"], "on": ["home"]}


def test_unfolded_cards_have_no_rows(client, address):
    ref = "{get_resource: r}"
    text = (
        "heat_template_version: 2021-04-16\nresources:\n  r: {type: OS::Neutron::Router}\n"
        f"  i: {{type: OS::Neutron::RouterInterface, properties: {{router: {ref}, subnet: s}}}}\n"
    )

    def names(unfolded):
        diagram = client.post(address, {"text": text, "view": "map", "unfolded": unfolded}).json()
        return sorted(item["name"] for item in diagram["layout"]["items"])

    assert names('["r"]') == ["i", "r"]
    for other in ("", '["other"]', "{", '{"r": 1}', "[[1]]", "[" * 100_000):
        assert names(other) == ["r"]
