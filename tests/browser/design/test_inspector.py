"""The inspector: values are built in forms, by keyboard and pointer, and only their own text changes."""

import re
from textwrap import dedent

import pytest
import yaml
from playwright.sync_api import Page, expect

import hotcore
from tests.browser.network import drawn

HEAD = "heat_template_version: 2021-04-16\n"
NO_POINTER = """for (const kind of ["mousedown", "pointerdown", "click"])
  addEventListener(kind, (event) => { if (event.detail) document.title = "a pointer was used"; }, true)"""


class Form:
    """A user of the inspector."""

    def __init__(self, page: Page, text: str) -> None:
        self.page = page
        page.goto("/templates/web/design/")
        self.panel = page.get_by_role("complementary", name="Inspector")
        expect(page.locator("textarea[name=text]")).to_have_value(text)

    def choose(self, name):
        """Chooses a resource."""
        self.page.get_by_test_id(f"node-{name}").focus()
        self.page.keyboard.press("Enter")
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()

    def outline(self, kind, name):
        """Chooses a condition, an output or a parameter."""
        self.page.get_by_role("button", name="Outline").press("Enter")
        self.page.get_by_role("list", name=kind).locator(f"[data-name={name}]").press("Enter")
        expect(self.page.get_by_role("heading", name=name, exact=True)).to_be_visible()

    def part(self, *path):
        """The part at a path."""
        quoted = ", ".join(f'"{key}"' if isinstance(key, str) else str(key) for key in path)
        return self.panel.locator(f"[data-part='[{quoted}]']")

    def own(self, part, mark):
        """What a part itself has, not those within it."""
        return part.locator(
            f"xpath=./*[contains(@class, 'pair')]//*[@{mark}] | ./*[contains(@class, 'parts')]/*[@{mark}]"
        )

    def say(self, part, way):
        """Changes the expression of a value."""
        self.own(part, "data-function").focus()
        self.own(part, "data-function").select_option(way)

    def type(self, part, value):
        """Gives a value to a part, by keys."""
        control = self.own(part, "data-value")
        control.focus()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(value)
        self.page.keyboard.press("Tab")

    def grow(self, part, key=""):
        """Adds an item, or a key, by keys."""
        control = self.own(part, "data-grow")
        control.focus()
        if key:
            self.page.keyboard.type(key)
        self.page.keyboard.press("Enter")

    def text_is(self, wanted):
        """Waits until the text is as it should be."""
        expect(self.page.locator("textarea[name=text]")).to_have_value(wanted)

    def text_has(self, wanted):
        """Waits until the text contains something."""
        expect(self.page.locator("textarea[name=text]")).to_have_value(re.compile(re.escape(wanted)))


@pytest.fixture
def form(alice_page, make_design):
    def open_form(text):
        whole = HEAD + dedent(text)
        make_design(whole.encode())
        return Form(alice_page, whole)

    return open_form


def test_lists_and_maps_are_built_by_keys_alone(form):
    made = form("""\
        resources:
          server:
            type: OS::Nova::Server   # the machine
            properties:
              flavor: small
    """)
    page, networks = made.page, ("resources", "server", "properties", "networks")
    page.evaluate(NO_POINTER)
    made.choose("server")
    page.get_by_label("Add a property").focus()
    page.keyboard.type("networ")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(made.part(*networks)).to_be_visible()
    made.grow(made.part(*networks))
    made.grow(made.part(*networks, 0), "network")
    expect(made.own(made.part(*networks, 0, "network"), "data-value")).to_be_focused()
    page.keyboard.type("public")
    page.keyboard.press("Tab")
    made.text_has("- network: public")
    expect(made.part(*networks, 0).locator("[data-unset]").first).to_be_attached()
    expect(made.part(*networks, 0)).not_to_have_attribute("data-unset-yet", "")
    made.grow(made.part(*networks))
    made.grow(made.part(*networks, 1), "fixed_ip")
    made.type(made.part(*networks, 1, "fixed_ip"), "10.0.0.9")
    made.text_has("- fixed_ip: 10.0.0.9")
    made.own(made.part(*networks, 1, "fixed_ip"), "data-value").focus()
    page.keyboard.press("Control+a")
    made.own(made.part(*networks, 1), "data-fold").focus()
    page.keyboard.press("Alt+ArrowUp")
    made.text_is(
        HEAD
        + dedent("""\
        resources:
          server:
            type: OS::Nova::Server   # the machine
            properties:
              flavor: small
              networks:
                - fixed_ip: 10.0.0.9
                - network: public
    """)
    )
    made.part(*networks, 0).get_by_role("button", name="Remove 1", exact=True).press("Enter")
    made.text_has("networks:\n        - network: public\n")
    expect(made.part(*networks, 1)).not_to_be_attached()
    expect(page).not_to_have_title(re.compile("pointer"))


def test_functions_are_built_within_each_other(form):
    made = form("""\
        parameters:
          who: {type: string, default: world}   # greeted
        resources:
          greeting:
            type: OS::Heat::Value
            properties:
              value: Hello NAME
    """)
    value = ("resources", "greeting", "properties", "value")
    made.choose("greeting")
    made.say(made.part(*value), "str_replace")
    made.grow(made.part(*value, "str_replace", "params"), "NAME")
    inner = made.part(*value, "str_replace", "params", "NAME")
    expect(inner).to_be_visible()
    made.say(inner, "get_param")
    expect(made.own(inner, "data-value")).to_be_focused()
    made.page.get_by_role("option", name="who").click()
    made.text_has("NAME: {get_param: who}")
    expect(made.part(*value).locator("#s-resources-greeting-properties-value")).to_have_text('= "Hello world"')
    assert "# greeted" in made.page.locator("textarea[name=text]").input_value()
    made.say(made.part(*value), "")
    made.text_has("      value: Hello NAME\n")


def test_yaql_shows_its_result(form):
    made = form("""\
        parameters:
          sizes: {type: json, default: {a: 1, b: 2}}
        resources:
          sum:
            type: OS::Heat::Value
            properties:
              value: {yaql: {expression: $.data.a, data: {get_param: sizes}}}
    """)
    yaql = ("resources", "sum", "properties", "value", "yaql")
    made.choose("sum")
    fold = made.own(made.part(*yaql[:-1]), "data-fold")
    expect(fold).to_contain_text("= 1")
    fold.click()
    made.type(made.part(*yaql, "expression"), "$.data.values().sum()")
    expect(fold).to_contain_text("= 3")


def test_attributes_are_chosen_from_those_of_the_resource(form):
    made = form("""\
        resources:
          port: {type: OS::Neutron::Port}
          ip:
            type: OS::Heat::Value
            properties:
              value: x
    """)
    value = made.part("resources", "ip", "properties", "value")
    made.choose("ip")
    made.say(value, "get_attr")
    expect(made.own(value, "data-value")).to_be_focused()
    expect(value.locator(".value-help")).to_be_visible()
    made.page.keyboard.type("port")
    made.page.keyboard.press("Enter")
    expect(value.get_by_label("Attribute")).to_be_focused()
    expect(value.locator(".value-help")).to_be_hidden()  # it would lie on the field
    made.page.keyboard.type("mac")
    made.page.keyboard.press("Enter")
    made.text_has("value: {get_attr: [port, mac_address]}")


def test_a_problem_is_under_its_field_with_its_fix(form):
    made = form("""\
        parameters:
          image: {type: string}
        resources:
          disk:
            type: OS::Cinder::Volume
            properties:
              size: 1
              image: {get_param: image}
    """)
    made.choose("disk")
    size, image = (made.page.get_by_test_id(f"property-{name}") for name in ("size", "image"))
    made.type(size, "many")
    expect(size.locator(".said.error")).to_contain_text("must be an integer")
    expect(made.own(size, "data-value")).to_have_attribute("aria-invalid", "true")
    made.type(size, "2")
    expect(size.locator(".said")).to_have_count(0)
    made.type(image, "imge")
    expect(image.locator(".said")).to_contain_text("There is no parameter imge")
    image.get_by_role("button", name="Use image").click()
    made.text_has("image: {get_param: image}")
    expect(image.locator(".said")).to_have_count(0)


def test_a_new_subnet_asks_for_what_it_needs_and_its_problem_leads_there(form, expect_accessible):
    made = form("""\
        resources:
          net: {type: OS::Neutron::Net}
    """)
    page = made.page
    page.evaluate(NO_POINTER)
    page.get_by_test_id("node-net").focus()
    page.keyboard.press("a")
    page.keyboard.type("Neutron::Subnet")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="subnet", exact=True)).to_be_visible()
    properties = made.panel.locator(".theme-body > [data-testid^=property-] > .head > label")
    for index, name in enumerate(("network", "cidr")):
        expect(properties.nth(index)).to_contain_text(name)
    expect(page.get_by_test_id("property-subnetpool")).to_be_visible()
    expect_accessible(page)
    page.get_by_test_id("node-net").press("Enter")
    expect(page.get_by_role("heading", name="net", exact=True)).to_be_visible()
    page.get_by_role("tab", name="Policies").press("Enter")
    problems = page.get_by_role("complementary", name="Problems")
    problems.get_by_text("2 still needed").press("Enter")
    problems.get_by_role("button", name="subnet: cidr or subnetpool").press("Enter")
    cidr = made.own(page.get_by_test_id("property-cidr"), "data-value")
    expect(cidr).to_be_focused()
    page.keyboard.type("10.0.0.0/24")
    page.keyboard.press("Enter")
    made.text_has("cidr: 10.0.0.0/24\n")
    expect(page.get_by_test_id("property-subnetpool")).to_have_count(0)
    expect(cidr).to_be_focused()
    expect(page).not_to_have_title(re.compile("pointer"))


def test_a_problem_leads_to_a_missing_key_in_a_folded_value(form):
    made = form("""\
        resources:
          daily:
            type: OS::Mistral::CronTrigger
            properties:
              first_time: now
              workflow:
                input: {}
    """)
    page, workflow = made.page, ("resources", "daily", "properties", "workflow")
    made.choose("daily")
    made.own(made.part(*workflow), "data-fold").click()
    expect(made.part(*workflow, "name")).to_be_hidden()
    page.locator("[data-testid=problem][data-code=missing-property] [data-jump]").click()
    expect(made.own(made.part(*workflow, "name"), "data-value")).to_be_focused()
    page.keyboard.type("nightly")
    page.keyboard.press("Enter")
    made.text_has("name: nightly\n")


def test_a_condition_is_built_without_yaml_and_shows_when_it_holds(form):
    made = form("""\
        parameters:
          env: {type: string, default: dev, constraints: [allowed_values: [dev, live]]}
          big: {type: boolean, default: false}
        resources:
          extra: {type: OS::Heat::None}
    """)
    page = made.page
    page.get_by_test_id("palette").get_by_role("button", name="Condition", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("is_live")
    dialog.get_by_label("Parameter", exact=True).select_option("env")
    dialog.get_by_label("Value", exact=True).select_option("live")
    dialog.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("heading", name="is_live", exact=True)).to_be_visible()
    expect(page.get_by_test_id("present")).to_contain_text("= false")
    definition = made.part("conditions", "is_live")
    made.say(definition, "and")
    made.say(made.part("conditions", "is_live", "and", 1), "get_param")
    expect(made.own(made.part("conditions", "is_live", "and", 1), "data-value")).to_be_focused()
    page.locator("#offers").get_by_role("option", name="big").click()
    made.text_has("{get_param: big}")
    page.get_by_text("4 combinations").click()
    rows = page.locator("[data-decisions] tbody tr")
    expect(rows).to_have_count(4)
    expect(rows.filter(has_text="live").filter(has_text="true")).to_have_count(1)
    expect(page.locator("[data-decisions] tr[aria-current]")).to_contain_text("dev")
    made.choose("extra")
    page.get_by_label("Created when").fill("is_live")
    page.get_by_label("Created when").press("Enter")
    made.text_has("condition: is_live")
    saved = hotcore.load(page.locator("textarea[name=text]").input_value())
    assert saved.ok, saved.diagnostics


def test_an_output_is_built_without_yaml(form):
    made = form("""\
        resources:
          port: {type: OS::Neutron::Port, properties: {network: public}}
    """)
    page = made.page
    page.get_by_test_id("palette").get_by_role("button", name="Output", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("mac")
    dialog.get_by_label("Resource", exact=True).select_option("port")
    dialog.get_by_label("Attribute", exact=True).select_option("mac_address")
    dialog.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="mac", exact=True)).to_be_visible()
    expect(page.get_by_test_id("present")).to_contain_text("known after deployment")
    made.type(page.get_by_test_id("field-description"), "Of the card")
    made.text_has("description: Of the card")
    template = hotcore.load(page.locator("textarea[name=text]").input_value()).template
    assert template.outputs["mac"].description == "Of the card"


def test_the_other_fields_of_a_resource_have_forms(form):
    made = form("""\
        resources:
          a: {type: OS::Heat::None}
          b: {type: OS::Heat::None}
          group:
            type: OS::Heat::ResourceGroup
            properties:
              resource_def: {type: OS::Heat::None}
    """)
    page = made.page
    made.choose("group")
    page.get_by_role("tab", name="Links").click()
    depends = page.get_by_label("Add dependency")
    depends.click()
    page.get_by_role("option", name="a OS::Heat::None").click()
    made.text_has("depends_on: a")
    depends.fill("b")
    depends.press("Enter")
    expect(made.panel.get_by_role("button", name="Remove dependency on b")).to_be_visible()
    made.panel.get_by_role("button", name="Remove dependency on a").click()
    expect(made.panel.get_by_role("button", name="Remove dependency on a")).not_to_be_attached()
    page.get_by_role("tab", name="Policies").click()
    page.get_by_role("radiogroup", name="deletion_policy").get_by_text("Retain").click()
    made.text_has("deletion_policy: Retain")
    made.grow(made.part("resources", "group", "metadata"), "team")
    made.type(made.part("resources", "group", "metadata", "team"), "blue")
    made.text_has("team: blue")
    made.grow(made.part("resources", "group", "update_policy"), "rolling_update")
    rolling = ("resources", "group", "update_policy", "rolling_update")
    made.grow(made.part(*rolling), "pause_time")
    made.type(made.part(*rolling, "pause_time"), "30")
    made.text_has("pause_time: 30")
    made.choose("a")
    made.type(page.get_by_test_id("field-external_id"), "0c1f")
    made.text_has("external_id: 0c1f")
    template = hotcore.load(page.locator("textarea[name=text]").input_value()).template
    assert hotcore.load(page.locator("textarea[name=text]").input_value()).ok
    assert set(template.resources["group"].node.members) > {"depends_on", "metadata", "update_policy"}


def test_half_typed_input_survives_a_redraw_of_the_form(form):
    made = form("""\
        resources:
          server: {type: OS::Nova::Server, properties: {flavor: small, name: web, key_name: mine}}
    """)
    page = made.page
    made.choose("server")
    name, key = (made.own(page.get_by_test_id(f"property-{one}"), "data-value") for one in ("name", "key_name"))
    name.fill("shop")
    with page.expect_response(re.compile("/inspector/")):
        name.press("Tab")
        key.focus()
        page.keyboard.press("End")
        page.keyboard.type("half")
    expect(key).to_be_focused()
    expect(key).to_have_value("minehalf")
    page.keyboard.type("-way")
    expect(key).to_have_value("minehalf-way")
    page.keyboard.press("Tab")
    made.text_has("name: shop, key_name: minehalf-way")


def test_a_text_that_cannot_be_read_takes_nothing_from_the_form(form):
    made = form("""\
        resources:
          server: {type: OS::Nova::Server, properties: {flavor: small}}
    """)
    page = made.page
    made.choose("server")
    page.get_by_test_id("code-editor").focus()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("outputs: [")
    expect(made.panel.get_by_text("As it was before line")).to_be_visible()
    expect(made.panel.get_by_role("heading", name="server")).to_be_visible()
    page.keyboard.press("Backspace")
    page.keyboard.insert_text("{}")
    expect(made.panel.get_by_text("As it was before line")).to_be_hidden()
    expect(made.panel.get_by_role("heading", name="server")).to_be_visible()


def test_a_value_is_written_as_yaml_and_what_is_refused_stays(form, may_report):
    may_report.append("422")
    made = form("""\
        resources:
          one: {type: OS::Heat::Value, properties: {value: [a]}}
    """)
    value = made.part("resources", "one", "properties", "value")
    made.choose("one")
    made.say(value, "yaml")
    control = made.own(value, "data-value")
    expect(control).to_be_focused()
    expect(control).to_have_value("[a]")
    control.fill("[a, b")
    control.press("Tab")
    expect(made.page.locator("[data-said]")).to_contain_text("[ is not closed")
    expect(control).to_have_value("[a, b")
    control.fill("[a, {get_param: 'OS::stack_name'}]")
    control.press("Tab")
    made.text_has("value: [a, {get_param: OS::stack_name}]")


def test_properties_change_places_by_keys(form):
    made = form("""\
        resources:
          server:
            type: OS::Nova::Server
            properties:
              name: web   # first
              flavor: small
    """)
    made.choose("server")
    made.own(made.page.get_by_test_id("property-flavor"), "data-value").focus()
    made.page.keyboard.press("Alt+ArrowUp")
    made.text_has("      flavor: small\n      name: web   # first\n")
    expect(made.own(made.page.get_by_test_id("property-flavor"), "data-value")).to_be_focused()


def test_a_literal_becomes_a_parameter_with_the_rules_of_its_property(form):
    made = form("""\
        resources:
          disk: {type: OS::Cinder::Volume, properties: {size: 5}}
    """)
    made.choose("disk")
    made.page.get_by_role("button", name="Make size a parameter").press("Enter")
    made.page.get_by_role("dialog").get_by_label("Name").fill("disk_size")
    made.page.get_by_role("dialog").get_by_role("button", name="Make it a parameter").click()
    made.text_has("size: {get_param: disk_size}")
    parameter = hotcore.load(made.page.locator("textarea[name=text]").input_value()).template.parameters["disk_size"]
    assert (parameter.type, parameter.default) == ("number", 5)
    assert [one.kind for one in parameter.constraints] == ["range"]


def test_a_list_of_names_follows_its_field_until_that_is_out_of_view(form):
    made = form("resources: {server: {type: OS::Nova::Server, properties: {image: debian, flavor: small}}}")
    made.page.set_viewport_size({"width": 1280, "height": 480})
    made.choose("server")
    part = made.page.get_by_test_id("property-flavor")
    made.say(part, "get_param")
    field = made.own(part, "data-value")
    field.scroll_into_view_if_needed()
    scrolled = """(field, by) => {
        let pane = field.parentElement;
        while (pane.scrollHeight <= pane.clientHeight || getComputedStyle(pane).overflowY === "visible")
            pane = pane.parentElement;
        pane.scrollTop += by;
        return pane.scrollTop;
    }"""
    room = field.evaluate(scrolled, 1_000_000)
    field.evaluate(scrolled, -1_000_000)
    assert room > 40
    # A click right after scrolling: the browser tells of the scrolling when the list is open.
    field.evaluate(f"field => {{ ({scrolled})(field, 20); field.focus(); field.click(); }}")
    drawn(made.page)
    offers = made.page.locator("#offers")
    expect(offers).to_be_visible()
    at, shown = field.bounding_box(), offers.bounding_box()
    gaps = shown["y"] - at["y"] - at["height"], at["y"] - shown["y"] - shown["height"]
    assert 0 <= max(gaps) < 6
    field.evaluate(scrolled, 1_000_000)
    expect(offers).to_be_hidden()


def test_a_parameter_is_declared_as_the_property_needs_it_where_it_is_wanted(form):
    made = form("""\
        resources:
          server: {type: OS::Nova::Server, properties: {image: debian, flavor: small}}
          disk: {type: OS::Cinder::Volume, properties: {size: 1}}
    """)
    for resource, key, kind in (("server", "flavor", "string"), ("disk", "size", "number")):
        made.choose(resource)
        part = made.page.get_by_test_id(f"property-{key}")
        made.say(part, "get_param")
        made.own(part, "data-value").click()
        made.page.get_by_role("option", name="Add parameter").click()
        dialog = made.page.get_by_role("dialog")
        expect(dialog.get_by_label("Type")).to_have_value(kind)
        dialog.get_by_label("Name").fill(f"its_{key}")
        dialog.get_by_role("button", name="Add").click()
        made.text_has(f"{key}: {{get_param: its_{key}}}")
    declared = yaml.safe_load(made.page.locator("textarea[name=text]").input_value())["parameters"]
    assert all(each.pop("description").endswith(".") for each in declared.values())
    assert declared == {
        "its_flavor": {"type": "string", "constraints": [{"custom_constraint": "nova.flavor"}]},
        "its_size": {"type": "number", "constraints": [{"range": {"min": 1}}]},
    }


def test_a_condition_is_declared_where_it_is_wanted(form):
    made = form("""\
        parameters:
          big: {type: boolean, default: false}
        resources:
          extra: {type: OS::Heat::None}
    """)
    page = made.page
    made.choose("extra")
    page.get_by_label("Created when").click()
    page.get_by_role("option", name="Add condition").click()
    page.get_by_role("dialog").get_by_label("Name").fill("is_big")
    page.get_by_role("dialog").get_by_label("Parameter", exact=True).select_option("big")
    page.get_by_role("dialog").get_by_role("button", name="Add").click()
    made.text_has("condition: is_big")
    made.text_has("is_big: {get_param: big}")
    expect(made.panel.get_by_text("false for the defaults")).to_be_visible()


def test_every_pane_can_be_used_by_everybody(form, expect_accessible):
    made = form("""\
        parameters:
          env: {type: string, default: dev, constraints: [allowed_values: [dev, live]]}
          secret: {type: string, hidden: true, default: x}
        conditions:
          live: {equals: [{get_param: env}, live]}
        resources:
          net: {type: OS::Neutron::Net}
          server:
            type: OS::Nova::Server
            depends_on: net
            metadata: {a: [1, {b: c}]}
            properties:
              flavor: {get_param: flavour}
              name: {str_replace: {template: NAME, params: {NAME: {get_param: secret}}}}
              networks: [{network: {get_resource: net}}]
    """)
    page = made.page
    made.choose("server")
    for tab in ("Links", "Policies", "Attributes", "Properties"):
        page.get_by_role("tab", name=tab).click()
        expect_accessible(page)
    page.get_by_label("Created when").click()
    expect(page.get_by_role("option", name="live")).to_be_visible()
    expect_accessible(page)
    page.keyboard.press("Escape")
    made.outline("Conditions", "live")
    page.get_by_text("2 combinations").click()
    expect_accessible(page)


def test_enter_on_a_node_leads_into_its_form_and_buttons_keep_focus(alice_page: Page, make_design):
    page = alice_page
    make_design(
        b"heat_template_version: 2021-04-16\nresources:\n  a: {type: OS::Heat::None}\n  b: {type: OS::Heat::None}\n"
    )
    page.goto("/templates/web/design/")
    for name in ("a", "b", "b"):
        page.get_by_test_id(f"node-{name}").focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        expect(page.locator("#in-properties :focus")).to_be_attached()
    duplicate = page.get_by_role("button", name="Duplicate", exact=True)
    duplicate.focus()
    page.evaluate("designer.studio.graph.select('b')")
    expect(page.locator("aside[data-inspector]")).not_to_have_attribute("inert", "")
    page.wait_for_load_state("networkidle")
    expect(duplicate).to_be_focused()


@pytest.mark.parametrize(("name", "elsewhere"), [("a", "[data-add-property]"), ("b", ".cm-content")])
def test_who_has_gone_elsewhere_while_a_form_comes_stays_there(form, held, name, elsewhere):
    made = form("resources:\n  a: {type: OS::Nova::Server}\n  b: {type: OS::Heat::None}\n")
    page = made.page
    made.choose("a")
    with held.at("inspector"):
        page.get_by_test_id(f"node-{name}").focus()
        page.keyboard.press("Enter")
    page.locator(elsewhere).focus()
    held.let_go()
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    held.settle()
    expect(page.locator(elsewhere)).to_be_focused()


def test_the_button_that_drops_a_new_property_is_next_to_its_type(form):
    made = form("""\
        resources:
          server: {type: OS::Nova::Server}
    """)
    made.choose("server")
    made.page.get_by_label("Add a property").fill("key_name")
    made.page.keyboard.press("Enter")
    fresh = made.part("resources", "server", "properties", "key_name")
    expect(made.own(fresh, "data-value")).to_be_focused()
    says = fresh.get_by_text("nova.keypair, not set").bounding_box()
    drop = fresh.get_by_role("button", name="Remove key_name").bounding_box()
    assert says["x"] + says["width"] <= drop["x"]


GROUP = """\
    resources:
      web:
        type: OS::Heat::AutoScalingGroup
        properties:
          min_size: 1
          max_size: 3
          resource:
            type: OS::Nova::Server
            properties:
              flavor: small
"""


def test_a_member_of_a_group_is_filled_in_like_a_resource(form, expect_accessible):
    made = form(GROUP)
    page = made.page
    page.get_by_test_id("node-web.resource").click()
    expect(page.get_by_role("heading", name="Each member")).to_be_visible()
    made.type(page.get_by_test_id("property-image"), "ubuntu")
    made.text_has("          image: ubuntu\n")
    expect(page.get_by_role("heading", name="Each member")).to_be_visible()
    page.get_by_role("button", name="Placement").press("Enter")
    expect(page.get_by_role("button", name="Placement")).to_be_focused()
    made.type(page.get_by_test_id("property-availability_zone"), "nova")
    made.text_has("          availability_zone: nova\n")
    expect_accessible(page)
    made.panel.get_by_role("button", name="web", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="web", exact=True)).to_be_focused()
    expect(page.get_by_test_id("property-min_size")).to_be_visible()


def test_a_property_is_found_by_a_key_inside_it(form):
    made = form(GROUP.replace("OS::Heat::AutoScalingGroup", "OS::Nova::Server"))
    page = made.page
    made.choose("web")
    page.get_by_label("Find a property").focus()
    page.keyboard.type("max_server_per")
    expect(made.panel.get_by_text("No property matches")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.type("drive")
    expect(page.get_by_test_id("property-config_drive")).to_be_visible()
    expect(page.get_by_test_id("property-flavor")).to_have_count(0)
    expect(page.get_by_label("Find a property")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("property-flavor")).to_be_visible()


def test_a_field_for_a_network_offers_networks_new_ones_and_a_parameter(form):
    made = form("""\
        resources:
          net: {type: OS::Neutron::Net}
          subnet: {type: OS::Neutron::Subnet}
          port: {type: OS::Neutron::Port}
    """)
    page, network = made.page, made.page.get_by_test_id("property-network")
    control = made.own(network, "data-value")
    made.choose("subnet")
    control.press("ArrowDown")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_have_text(re.compile("^net"))
    page.keyboard.press("Enter")
    made.text_has("network: {get_resource: net}")
    expect(control).to_have_value("net")
    expect(control).to_be_focused()
    made.choose("port")
    control.click()
    page.get_by_role("option", name="New Neutron::Net").click()
    made.text_has("network: {get_resource: net_2}")
    made.text_has("  net_2:\n    type: OS::Neutron::Net\n")
    expect(page.get_by_role("heading", name="port", exact=True)).to_be_visible()
    expect(control).to_be_focused()


def test_a_field_for_a_key_pair_becomes_a_parameter_with_its_constraint(form):
    made = form("""\
        resources:
          web: {type: OS::Nova::Server, properties: {image: ubuntu}}
    """)
    page = made.page
    made.choose("web")
    flavor = made.own(page.get_by_test_id("property-flavor"), "data-value")
    flavor.press("ArrowDown")
    page.get_by_role("option", name="Make it a parameter").click()
    expect(page.get_by_role("dialog").get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("size")  # in place of the name that is suggested
    page.keyboard.press("Enter")
    made.text_has("flavor: {get_param: size}")
    made.text_has("custom_constraint: nova.flavor")
    made.type(page.get_by_test_id("property-image"), "debian")
    made.text_has("image: debian")


def test_enter_leads_to_the_first_field_that_is_wrong_or_needed(form):
    made = form("""\
        resources:
          subnet: {type: OS::Neutron::Subnet, properties: {cidr: 10.0.0.0/24}}
          web: {type: OS::Nova::Server, properties: {flavor: small, image: {get_param: imge}}}
    """)
    for name, wanted in (("subnet", "network"), ("web", "image")):
        made.choose(name)
        made.page.get_by_test_id(f"node-{name}").press("Enter")
        expect(made.own(made.page.get_by_test_id(f"property-{wanted}"), "data-value")).to_be_focused()
