"""The help pages of what hotcore finds without lint rules, as far as there is more to say than one line."""

EXPLANATIONS = {
    "later-function": """
A function came with a later version of templates; here it is plain data.

Heat takes a map whose only key is the name of a function that the template's version does not have for what it is: a
map. Nothing is called, and nobody says so.

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
No function has this name, but one nearly; here it is plain data.

Heat takes a map with a misspelt function for a map. Nothing is called, and nobody says so.

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
The name of a function stands among other keys, so that nothing is called.

A function is the only key of its map. Mostly the next line is indented deeper, or less deep, than it should be.

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
    "duplicate-key": """
A key is given twice in one map; the last one counts.

YAML forbids it; Heat's reader forgets all but the last one without a word.

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
A resource type is only there for old templates, or not supported.

It may be gone with the next release of Heat. The message names what took its place, where there is something.

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
    "deprecated-property": """
A property is only there for old templates, or not supported.

It may be gone with the next release of Heat. The message names what took its place, where there is something.

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

Its condition is false under these values, and what refers to it is there: Heat refuses the stack. The lint rule
`optional-resource-reference` tells of all values under which that happens.

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
Resources wait for each other in a circle.

Each is made after those that it refers to or depends on, so that none can be the first. The finding stands at the first
link of the circle in the text, and names the others.

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
The version of the template is none that Heat knows.

A version is a date as it was published, or the name of a release since newton. Heat reads an unquoted date as a text,
so quotes make no difference; other readers of YAML may see a date in it. Written in another way (`2018-8-31`, or with a
time) it is a version that there is none of, and as a plain number it is no version at all.

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

A form can ask for it only once, and Heat refuses the template.

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
"""By their codes, in the form of the docstrings of lint rules."""
