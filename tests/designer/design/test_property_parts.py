"""The properties of a form in parts: the main ones, the others by theme, what is sought, and those of members."""

import hotcore
from designer.design.inspector.resource import inspect_resource
from designer.design.inspector.value_form import ViewState
from hotcore.assist import PresentValues
from hotcore.catalogue import shipped_catalogue

SERVER = """\
heat_template_version: 2021-04-16
resources:
  one:
    type: OS::Nova::Server
    properties: {flavor: small, %s}
"""
START = "Start and user data"


def inspect(text, files=None, **view):
    document = hotcore.load(text, files=files or {})
    values = PresentValues(document, None)
    return inspect_resource(
        document.template, "one", shipped_catalogue(), values=values, found=document.diagnostics,
        view_state=ViewState(**view),
    )  # fmt: skip


def parts(text, **view):
    return {part.title: part for part in inspect(text, **view).property_parts.parts}


def labels(part):
    return [form.spot.label for form in part.forms]


def flat(forms):
    for form in forms:
        yield form
        yield from flat(form.parts)


def test_a_type_has_its_main_properties_first_and_all_others_in_themes():
    found = parts(SERVER % "")
    main, *others = found.values()
    assert labels(main)[:2] == ["flavor", "image"]
    assert (main.set_count, main.count) == (1, len(labels(main)))
    assert [part.title for part in others] == [START, "Disks", "Placement", "Name and updates"]
    assert all(part.forms == () or part.title == "Disks" for part in others), "the form asks for an image or a disk"
    schemas = shipped_catalogue().find("OS::Nova::Server").properties
    named = [name for part in found.values() for name in (*labels(part), *part.unshown)]
    assert sorted(named) == sorted(name for name, schema in schemas.items() if schema.is_offered)


def test_a_part_opens_if_something_in_it_is_set_or_wrong_or_it_is_opened():
    assert parts(SERVER % "config_drive: true")[START].is_open
    assert "admin_pass" in labels(parts(SERVER % "config_drive: true")[START])
    assert parts(SERVER % "", themes=frozenset({START}))[START].set_count == 0
    assert "config_drive" in labels(parts(SERVER % "", themes=frozenset({START}))[START])
    disks = parts(SERVER % "")["Disks"]
    assert disks.is_open, "an image or a disk is missing"


def test_what_heat_retires_is_there_only_if_it_is_set():
    def named(text):
        return [name for part in parts(text).values() for name in (*labels(part), *part.unshown)]

    assert "personality" not in named(SERVER % "image: i")
    assert "personality" in named(SERVER % "image: i, personality: {}")


def test_an_unknown_property_is_with_the_main_ones():
    assert "colour" in labels(parts(SERVER % "colour: red")[""])


def test_a_search_finds_names_descriptions_and_keys_inside():
    def sought(words, text=SERVER % "image: i"):
        return {form.spot.label for form in inspect(text, find=words).properties}

    assert sought("config dr") == {"config_drive"}
    assert "key_name" in sought("ssh")
    assert "networks" in sought("fixed_ip")
    assert sought("no such thing at all") == set()


def test_a_key_that_a_search_finds_is_open_where_it_is():
    text = SERVER % "image: i, networks: [{network: n}]"
    forms = {form.path[3:]: form for form in flat(inspect(text, find="port_security").properties)}
    assert ("networks", 0, "port_extra_properties", "port_security_enabled") in forms
    assert forms[("networks",)].opened
    assert ("networks", 0, "tag") not in forms, "the other keys do not stand in the way"
    named = {form.path[3:]: form for form in flat(inspect(text, find="networks").properties)}
    assert ("networks", 0, "network") in named


GROUP = """\
heat_template_version: 2021-04-16
resources:
  one:
    type: OS::Heat::AutoScalingGroup
    properties:
      min_size: 1
      max_size: 3
      resource:
        type: %s
        properties: {flavor: small, image: {get_param: imge}}
"""
MEMBER = ("resources", "one", "properties", "resource")


def test_the_members_of_a_group_have_the_form_of_their_type():
    found = inspect(GROUP % "OS::Nova::Server", in_member=True)
    assert found.in_member
    assert found.member.type == "OS::Nova::Server"
    assert found.property_parts.path == (*MEMBER, "properties")
    main = found.property_parts.parts[0]
    assert labels(main)[:2] == ["flavor", "image"]
    image = main.forms[1]
    assert image.path == (*MEMBER, "properties", "image")
    assert [one.code for one in image.diagnostics] == ["unknown-parameter"]
    assert START in [part.title for part in found.property_parts.parts]
    kind, metadata = found.fields
    assert "OS::Neutron::Port" in kind.choices
    assert not metadata.is_set


def test_the_form_of_a_group_knows_the_keys_of_its_members():
    resource = next(form for form in inspect(GROUP % "OS::Nova::Server").properties if form.spot.label == "resource")
    kind, properties = resource.parts
    assert (kind.spot.label, kind.text, kind.has_expressions) == ("type", "OS::Nova::Server", False)
    assert "networks" in properties.keys
    assert properties.parts[0].schema.description.startswith("Size of the server")


def test_a_new_group_asks_for_the_type_of_its_members():
    text = "heat_template_version: 2021-04-16\nresources:\n  one: {type: OS::Heat::ResourceGroup}\n"
    needed = [form.path[3:] for form in flat(inspect(text).properties) if form.spot.required and not form.is_set]
    assert needed == [("resource_def",), ("resource_def", "type")]
    member = inspect(text, in_member=True)
    assert member.member.type == ""
    assert member.fields[0].spot.required


def test_members_from_a_file_have_its_parameters():
    files = {"web.yaml": "heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\n"}
    found = inspect(GROUP % "web.yaml", files, in_member=True)
    assert "size" in labels(found.property_parts.parts[0])
    assert "web.yaml" in found.fields[0].choices


def test_other_resources_have_no_members():
    found = inspect(SERVER % "", in_member=True)
    assert found.member is None
    assert not found.in_member
