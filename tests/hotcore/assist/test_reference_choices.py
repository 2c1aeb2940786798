"""What a property that takes a thing of a kind can name."""

import hotcore
from hotcore.assist import item_schema, reference_choices
from hotcore.catalogue import shipped_catalogue

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  outside: {type: string, constraints: [{custom_constraint: neutron.network}]}
  size: {type: string, constraints: [{custom_constraint: nova.flavor}]}
resources:
  net: {type: OS::Neutron::Net}
  other: {type: OS::Neutron::Net}
  subnet: {type: OS::Neutron::Subnet}
  web: {type: OS::Neutron::SecurityGroup}
  policy: {type: OS::Heat::ScalingPolicy}
  alarm:
    type: OS::Aodh::GnocchiAggregationByResourcesAlarm
    properties: {alarm_actions: ['']}
  port:
    type: OS::Neutron::Port
    properties: {network: '', security_groups: [''], name: ''}
"""


def choices(resource, *path):
    template, catalogue = hotcore.load(TEXT).template, shipped_catalogue()
    schema = catalogue.find(template.resources[resource].type).properties[path[0]]
    for _ in path[1:]:
        schema = item_schema(schema)
    found = reference_choices(template, catalogue, schema, resource)
    return [(one.name or f"new {one.type}", one.value) for one in found]


def test_resources_come_first_then_parameters_with_its_constraint_then_new_ones():
    assert choices("subnet", "network") == [
        ("net", {"get_resource": "net"}),
        ("other", {"get_resource": "other"}),
        ("outside", {"get_param": "outside"}),
        ("new OS::Neutron::Net", None),
        ("new OS::Neutron::ProviderNet", None),
    ]


def test_the_items_of_a_list_of_names_are_such_names():
    assert choices("port", "security_groups", 0) == [
        ("web", {"get_resource": "web"}),
        ("new OS::Neutron::SecurityGroup", None),
    ]


def test_where_an_attribute_is_taken_it_is_the_attribute():
    assert ("policy", {"get_attr": ["policy", "alarm_url"]}) in choices("alarm", "alarm_actions", 0)


def test_other_values_name_nothing():
    assert choices("port", "name") == []
