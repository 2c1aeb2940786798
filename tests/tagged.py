"""Templates in which a scalar has a tag: its value is of a type that YAML has and templates do not expect."""

from collections.abc import Iterator
from itertools import islice

from hotcore.diagnostics import Report
from hotcore.source import Source
from hotcore.syntax import Mapping, Scalar, Sequence, read
from tests.conftest import EXPLORES

TAGS = {
    "binary": "!!binary YQ==",
    "timestamp": "!!timestamp 2001-01-01",
    "set": "!!set {a, b}",
    "omap": "!!omap [a: b]",
    "float": "!!float .nan",
    "null": "!!null ''",
    "python": "!!python/none ''",
}
"""A value for each tag."""

SAMPLES = {
    "declarations": """\
heat_template_version: 2021-04-16
description: One of each
parameter_groups: [{label: l, description: d, parameters: [a]}]
parameters:
  a: {type: string, default: b, label: l, description: d, hidden: false, immutable: false, tags: [t], constraints: [
    {allowed_pattern: b, description: d}, {allowed_values: [b]}, {length: {min: 1}}, {custom_constraint: nova.flavor}]}
  n: {type: number, default: 2, constraints: [{range: {min: 1}}, {modulo: {step: 2, offset: 0}}]}
conditions: {c: {equals: [{get_param: a}, b]}, d: {not: c}, e: {or: [c, d]}}
outputs: {o: {value: {get_param: a}, description: d, condition: c}}
""",
    "resources": """\
heat_template_version: 2018-08-31
parameters: {a: {type: string, default: b}}
resources:
  r: {type: OS::Neutron::Port, depends_on: e, deletion_policy: Retain, description: d, metadata: {k: v}, properties: {
    network: {get_resource: e}, name: {get_param: a}, fixed_ips: [{ip_address: 10.0.0.4}]}}
  e: {type: OS::Neutron::Net, external_id: x}
  f: {type: a.yaml, properties: {i: {get_file: b.txt}}}
  g: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: OS::Heat::None}}}
outputs: {o: {value: {get_attr: [r, fixed_ips, 0]}}}
""",
    "functions": """\
heat_template_version: 2021-04-16
parameters: {a: {type: boolean}}
conditions: {c: {get_param: a}}
outputs:
  o: {value: [{list_join: [',', [a]]}, {str_replace: {template: a, params: {a: b}}}, {if: [c, a, b]}]}
  p: {value: [{repeat: {template: '%a%', for_each: {'%a%': [b]}}}, {map_merge: [{a: b}]}, {digest: [md5, a]}]}
  q: {value: {yaql: {expression: $.data, data: 1}}}
""",
}


def tagged(sample: str, tag: str) -> Iterator[str]:
    """A sample with the value of a tag in place of each scalar in turn, keys included.

    Each tag takes other scalars, so that each scalar gets one of them; with EXPLORE=1 it takes all.
    """
    start, step = (0, 1) if EXPLORES else ([*TAGS].index(tag), len(TAGS))
    return islice(tagged_everywhere(sample, tag), start, None, step)


def tagged_everywhere(sample: str, tag: str) -> Iterator[str]:
    """A sample with the value of a tag in place of each scalar in turn, keys included; all of them at all times."""
    text = SAMPLES[sample]
    for scalar in _scalars(text):
        yield f"{text[: scalar.start]}{TAGS[tag]}{text[scalar.end :]}"


def _scalars(text: str) -> Iterator[Scalar]:
    pending = [read(Source(text), Report())]
    while pending:
        node = pending.pop()
        if isinstance(node, Scalar):
            yield node
        elif isinstance(node, Sequence):
            pending += node.items
        elif isinstance(node, Mapping):
            pending += node.written
