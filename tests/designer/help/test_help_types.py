"""The help pages of resource types."""

import pytest
from django.urls import reverse

from designer.help.relation_diagram import relation_diagram
from designer.help.resource_types import rows, service_of
from hotcore.catalogue import shipped_catalogue, shown_relations

pytestmark = pytest.mark.django_db


def page(client, name, **query):
    answer = client.get(reverse("help_type", args=[name]) if name else reverse("help_types"), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_types_are_listed_by_service_with_old_ones_out_of_the_way(client):
    shown, folded = page(client, "").split("<details", 1)
    assert ">Nova</h2>" in shown
    assert 'href="/help/types/OS::Nova::Server/"' in shown
    assert "OS::Sahara::Cluster" not in shown
    assert 'href="/help/types/OS::Sahara::Cluster/"' in folded
    assert "AWS EC2" in shown


def test_a_deprecated_type_is_marked(client):
    line = page(client, "", q="aodh::alarm").split("/help/types/OS::Aodh::Alarm/")[1].split("</li>")[0]
    assert "deprecated" in line


@pytest.mark.parametrize("search", ["serv", "SERVER", "nova server", "os::nova::s"])
def test_any_part_of_a_name_finds_a_type(client, search):
    found = page(client, "", q=search)
    assert "/help/types/OS::Nova::Server/" in found
    assert "/help/types/OS::Neutron::Net/" not in found


def test_a_search_without_a_match_says_so(client):
    assert "No matching types" in page(client, "", q="nothing-like-this")
    assert "No matching types" not in page(client, "", q="sahara"), "only old ones match, and are shown"


def test_htmx_gets_the_results_alone(client):
    answer = client.get(reverse("help_types"), {"q": "server"}, headers={"HX-Request": "true"})
    assert "<h1" not in answer.content.decode()
    assert "/help/types/OS::Nova::Server/" in answer.content.decode()


def test_every_type_has_a_page(client):
    for name in shipped_catalogue().type_names:
        assert 'id="properties-title"' in page(client, name), name


def test_another_name_of_a_type_leads_to_its_own(client):
    answer = client.get(reverse("help_type", args=["OS::Quantum::Net"]))
    assert (answer.status_code, answer["Location"]) == (302, "/help/types/OS::Neutron::Net/")
    assert client.get(reverse("help_type", args=["OS::Nova::Nothing"])).status_code == 404


def line(text, name):
    """The text of a property on a page."""
    return " ".join(text.split(f'id="property-{name}"')[1].split("</div>")[0].split())


def test_a_property_says_its_type_whether_it_is_needed_and_what_a_change_does(client):
    text = page(client, "OS::Neutron::Port")
    assert "required" in line(text, "network")
    assert "a change replaces the resource" in line(text, "network")
    assert "list of maps" in line(text, "fixed_ips")
    assert "changed in place" in line(text, "fixed_ips")
    assert '<a class="mono" href="/help/types/OS::Neutron::Net/">' in text, "what makes a network"
    assert "the name or ID of a network" in text
    assert "only for old templates" in line(text, "network_id")
    assert text.index("property-network_id") > text.index("kept only for old templates")


def test_keys_defaults_and_rules_are_shown(client):
    text = page(client, "OS::Heat::RandomString")
    assert "<code>32</code>" in text
    assert "1 to 512" in text
    assert "keys below" in text
    assert "lettersdigits" in text


def test_what_is_retired_says_what_to_use_instead(client):
    text = page(client, "OS::Nova::FloatingIP")
    assert "only for old templates" in text
    assert 'href="/help/types/OS::Neutron::FloatingIP/"' in text
    assert "does nothing" in page(client, "OS::Sahara::Cluster")


def test_relations_are_shown_as_text_and_as_a_picture(client):
    text = page(client, "OS::Neutron::RouterInterface")
    assert "Give either <code>subnet</code> or <code>port</code>, not both." in text
    assert "Checked by the plug-in of the type." in text
    drawing = text.split('id="relations"')[1].split('<svg class="gates"')[1].split("</svg>")[0]
    assert 'aria-labelledby="relation-1"' in drawing
    assert [word for word in ("subnet", "port", "exactly one") if f">{word}</text>" in drawing] == [
        "subnet",
        "port",
        "exactly one",
    ]
    assert "subnet_id" not in drawing
    assert 'id="relations"' not in page(client, "OS::Nova::KeyPair")


def test_relations_of_old_names_are_out_of_the_way(client):
    text = page(client, "OS::Neutron::Port")
    assert 'id="relations"' not in text
    old = text.split("kept only for old templates")[1]
    assert "Give either <code>network</code> or <code>network_id</code>, not both." in old


def test_boxes_of_a_picture_do_not_overlap_and_stay_inside():
    kinds = [shipped_catalogue().find(name) for name in shipped_catalogue().type_names]
    pictures = [(kind.name, relation_diagram(shown.outline)) for kind in kinds for shown in shown_relations(kind)]
    assert len(pictures) > 40
    assert [(name, wrong) for name, drawn in pictures for wrong in misplaced_boxes(drawn)] == []


def misplaced_boxes(drawn):
    """The boxes that are not inside of a picture, and those that overlap with one before them."""
    for number, box in enumerate(drawn.boxes):
        if not (0 <= box.x <= drawn.width - box.width and 0 <= box.y <= drawn.height - 24):
            yield box
        for other in drawn.boxes[:number]:
            apart = abs(box.y - other.y) >= 24 or box.x >= other.x + other.width or other.x >= box.x + box.width
            if not apart:
                yield box, other


def test_needed_properties_come_first():
    port = shipped_catalogue().find("OS::Neutron::Port")
    assert [row.name for row in rows(port.properties, hidden=False)][:2] == ["network", "admin_state_up"]
    assert service_of("AWS::EC2::Instance") == "AWS EC2"


def test_the_preview_leads_to_the_types_of_its_resources(client, make_design):
    design = make_design(visibility="public")
    text = client.get(reverse("fill", args=[design.slug])).content.decode()
    assert 'href="/help/types/OS::' in text
    assert 'href="/help/types/"' in text
