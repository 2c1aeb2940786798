"""The help pages of codes that no lint rule reports, where a one-line description is not enough."""

EXPLANATIONS = {
    "later-function": """
A function was added in a later template version; here it is plain data.

If the only key of a map is the name of a function that the template's version does not have, Heat treats the map as
plain data. Nothing is called, and there is no error.

Example::

    heat_template_version: 2015-04-30
    outputs:
      first: {value: {str_split: [',', 'a,b', 0]}}

Instead::

    heat_template_version: 2015-10-15
    outputs:
      first: {value: {str_split: [',', 'a,b', 0]}}
""",
    "unknown-function": """
There is no function of this name, but one with a similar name; here it is plain data.

Heat treats a map with a misspelled function as plain data. Nothing is called, and there is no error.

Example::

    heat_template_version: 2021-04-16
    parameters: {size: {type: number, default: 1}}
    outputs:
      size: {value: {get_params: size}}

Instead::

    heat_template_version: 2021-04-16
    parameters: {size: {type: number, default: 1}}
    outputs:
      size: {value: {get_param: size}}
""",
    "functions-as-data": """
The name of a function is one of several keys, so that the function is not called.

A function has to be the only key of its map. Usually the next line is indented too much, or not enough.

Example::

    heat_template_version: 2021-04-16
    parameters: {size: {type: number, default: 1}}
    outputs:
      size: {value: {get_param: size, unit: GiB}}

Instead::

    heat_template_version: 2021-04-16
    parameters: {size: {type: number, default: 1}}
    outputs:
      size: {value: {size: {get_param: size}, unit: GiB}}
""",
    "empty-default": """
An output cannot be computed only because the default of a parameter is empty.

Heat creates the stack. The output has no value, but an error, until the parameter has a value.

Example::

    heat_template_version: 2021-04-16
    parameters: {sites: {type: json, default: {}}}
    outputs:
      names:
        value: {repeat: {for_each: {NAME: {get_param: [sites, names]}}, template: site-NAME}}

Instead::

    heat_template_version: 2021-04-16
    parameters: {sites: {type: json, default: {names: []}}}
    outputs:
      names:
        value: {repeat: {for_each: {NAME: {get_param: [sites, names]}}, template: site-NAME}}
""",
    "duplicate-key": """
A key occurs twice in one map; the last one counts.

YAML forbids this; Heat silently ignores all but the last one.

Example::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}
      net: {type: OS::Neutron::ProviderNet, properties: {network_type: flat, physical_network: one}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      net: {type: OS::Neutron::Net}
      provider_net: {type: OS::Neutron::ProviderNet, properties: {network_type: flat, physical_network: one}}
""",
    "deprecated-type": """
A resource type is deprecated or not supported.

It may be removed in the next release of Heat. The message names its replacement, if there is one.

Example::

    heat_template_version: 2021-04-16
    resources:
      association:
        type: OS::Nova::FloatingIPAssociation
        properties: {floating_ip: one, server_id: two}

Instead::

    heat_template_version: 2021-04-16
    resources:
      association:
        type: OS::Neutron::FloatingIPAssociation
        properties: {floatingip_id: one, port_id: two}
""",
    "deprecated-attribute": """
An attribute is deprecated or not supported.

It may be removed in the next release of Heat. The message names its replacement, if there is one.

Example::

    heat_template_version: 2021-04-16
    resources:
      server: {type: OS::Nova::Server, properties: {flavor: small, networks: [{network: private}]}}
    outputs:
      address: {value: {get_attr: [server, first_address]}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      server: {type: OS::Nova::Server, properties: {flavor: small, networks: [{network: private}]}}
    outputs:
      address: {value: {get_attr: [server, networks, private, 0]}}
""",
    "deprecated-property": """
A property is deprecated or not supported.

It may be removed in the next release of Heat. The message names its replacement, if there is one.

Example::

    heat_template_version: 2021-04-16
    resources:
      port: {type: OS::Neutron::Port, properties: {network_id: private}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      port: {type: OS::Neutron::Port, properties: {network: private}}
""",
    "disabled-resource": """
Something refers to a resource that is off.

With these values, the condition of the resource is false, but what refers to it is on: Heat refuses the stack. The
lint rule `optional-resource-reference` finds this for all values.

Example::

    heat_template_version: 2021-04-16
    parameters: {backup: {type: boolean, default: false}}
    conditions: {with_backup: {get_param: backup}}
    resources:
      disk: {type: OS::Cinder::Volume, condition: with_backup, properties: {size: 1}}
    outputs:
      disk: {value: {get_resource: disk}}

Instead::

    heat_template_version: 2021-04-16
    parameters: {backup: {type: boolean, default: false}}
    conditions: {with_backup: {get_param: backup}}
    resources:
      disk: {type: OS::Cinder::Volume, condition: with_backup, properties: {size: 1}}
    outputs:
      disk: {condition: with_backup, value: {get_resource: disk}}
""",
    "circular-dependency": """
Resources depend on each other in a cycle.

A resource is created after those that it refers to or depends on, so none of them can be the first. The problem is
reported at the first link of the cycle in the text, and names the others.

Example::

    heat_template_version: 2021-04-16
    resources:
      one: {type: OS::Heat::Value, properties: {value: {get_attr: [two, value]}}}
      two: {type: OS::Heat::Value, properties: {value: {get_attr: [one, value]}}}

Instead::

    heat_template_version: 2021-04-16
    resources:
      one: {type: OS::Heat::Value, properties: {value: 1}}
      two: {type: OS::Heat::Value, properties: {value: {get_attr: [one, value]}}}
""",
    "unknown-version": """
There is no template version of this name.

A version is the date of its publication, or the name of a release since newton. Heat reads an unquoted date as a
string, so quotes make no difference; other YAML parsers may read it as a date. In another spelling (`2018-8-31`, or
with a time) it is an unknown version, and a plain number is not a version at all.

Example::

    heat_template_version: 2018-8-31
    resources:
      net: {type: OS::Neutron::Net}

Instead::

    heat_template_version: 2018-08-31
    resources:
      net: {type: OS::Neutron::Net}
""",
    "grouped-twice": """
A parameter is in more than one group.

A form can show it only once, and Heat refuses the template.

Example::

    heat_template_version: 2021-04-16
    parameter_groups:
    - {label: One, parameters: [size]}
    - {label: Two, parameters: [size]}
    parameters: {size: {type: number, default: 1}}

Instead::

    heat_template_version: 2021-04-16
    parameter_groups:
    - {label: One, parameters: [size]}
    parameters: {size: {type: number, default: 1}}
""",
}
"""Help pages by code, in the format of the docstrings of lint rules."""
