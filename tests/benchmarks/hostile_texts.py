"""Templates at the limits of size: each is built to cost as much as a text of 512 KiB can."""

from collections.abc import Mapping
from random import Random

from hotcore.syntax import LIMITS
from tests.hotcore.test_hostile import HEAD, dense, items, lines, nested

SIZE = LIMITS.size


def filled(head: str, line: str, first: str = "") -> str:
    """As many lines as fit into a template, each with its number in it.

    `{i}` is the number, `{next}` the next one, `{mod}` and `{more}` two numbers below 40.
    """
    parts = [HEAD, head, first]
    left, number = SIZE - len("".join(parts).encode()), 0
    while True:
        part = _numbered(line, number) + "\n"
        left -= len(part)
        if left < 0:
            return "".join(parts)
        parts.append(part)
        number += 1


def _numbered(line: str, number: int) -> str:
    names = {"{i}": number, "{next}": number + 1, "{mod}": number % 40, "{more}": number * 7 % 40}
    for name, value in names.items():
        line = line.replace(name, str(value))
    return line


def resources(line: str, first: str = "") -> str:
    """As many resources as fit."""
    return filled("resources:\n", line, first)


def outputs(value: str, before: str = "") -> str:
    """As many outputs as fit."""
    return filled(f"{before}outputs:\n", f"  o{{i}}: {{value: {value}}}")


def output(value: str, before: str = "") -> str:
    """One output."""
    return f"{HEAD}{before}outputs: {{o: {{value: {value}}}}}\n"


STACK = """\
  n{i}: {type: OS::Neutron::Net}
  s{i}: {type: OS::Neutron::Subnet, properties: {network: {get_resource: n{i}}, cidr: 10.0.0.0/24}}
  p{i}:
    type: OS::Neutron::Port
    properties: {network: {get_resource: n{i}}, fixed_ips: [{subnet: {get_resource: s{i}}}]}
  r{i}: {type: OS::Nova::Server, properties: {flavor: m, image: i, networks: [{port: {get_resource: p{i}}}]}}
  v{i}: {type: OS::Cinder::Volume, properties: {size: 1}}
  a{i}:
    type: OS::Cinder::VolumeAttachment
    properties: {instance_uuid: {get_resource: r{i}}, volume_id: {get_resource: v{i}}}"""

IN_NET = "{network: {get_resource: r}}"
NET = "  r: {type: OS::Neutron::Net}\n"
GIVEN = f"parameters:\n{lines('  p{i}: {type: boolean}', 2000)}conditions:\n{lines('  c{i}: {get_param: p{i}}', 2000)}"
FEW = f"parameters:\n{lines('  p{i}: {type: boolean}', 45)}conditions:\n{lines('  c{i}: {get_param: p{i}}', 45)}"
BRANCHES = f"{''.join(f'{{if: [c{i}, x, ' for i in range(45))}y{']}' * 45}"
NUMBERS = f"parameters: {{p: {{type: json, default: '[{items('1', 240_000)}]'}}}}\n"
AGAIN = "{get_attr: [r{next}, value]}"
TEXT = "parameters:\n  p:\n    type: string\n    default: aaaa\n"

TEXTS: Mapping[str, str] = {
    "small resources": resources("  r{i}: {type: OS::Heat::None}"),
    "servers in networks": resources(STACK),
    "dense dependencies": dense(400),
    "ports in ports": resources("  r{i}: {type: OS::Neutron::Port, properties: {network: {get_resource: r{next}}}}"),
    "ports of one network": resources(f"  r{{i}}: {{type: OS::Neutron::Port, properties: {IN_NET}}}", NET),
    "subnets of one network": resources(f"  r{{i}}: {{type: OS::Neutron::Subnet, properties: {IN_NET}}}", NET),
    "a chain of attributes": resources(f"  r{{i}}: {{type: OS::Heat::Value, properties: {{value: {AGAIN}}}}}"),
    "a doubling chain of attributes": resources(
        f"  r{{i}}: {{type: OS::Heat::Value, properties: {{value: {{list_join: ['', [{AGAIN}, {AGAIN}]]}}}}}}"
    ),
    "a wide map": resources("        k{i}: 1", "  r:\n    type: OS::Heat::Value\n    properties:\n      value:\n"),
    "unknown properties": resources("      naem{i}: 1", "  r:\n    type: OS::Neutron::Port\n    properties:\n"),
    "a list on one line": output(f"[{items('1', 99_000)}]"),
    "problems on one line": output(f"[{items('{get_param: p{i}}', 22_000)}]"),
    "a huge text": output(f"'{'a ' * 261_000}'"),
    "a huge description": f"{HEAD}description: '{'a ' * 261_000}'\n",
    "a huge block": f"{HEAD}outputs:\n  o:\n    value: |\n" + "      a\n" * 65_000,
    "many bytes a character": f"{HEAD}description: '{chr(0x1F600) * 130_000}'\n",
    "a huge default": output("{get_param: [p, 1]}", NUMBERS),
    "parameters": filled("parameters:\n", "  p{i}: {type: string, default: a, description: b}"),
    "patterns": filled(
        "parameters:\n", "  p{i}: {type: string, default: aaaaaaab, constraints: [{allowed_pattern: '(a|a)*{i}'}]}"
    ),
    "constraints of one parameter": filled(f"{TEXT}    constraints:\n", "    - length: {min: 1}"),
    "allowed values": f"{HEAD}{TEXT}    constraints: [{{allowed_values: [{items('v{i}', 60_000)}]}}]\n",
    "parameter groups": filled(f"{TEXT}parameter_groups:\n", "- {label: l{i}, parameters: [p]}"),
    "conditions of one value": filled(f"{TEXT}conditions:\n", "  c{i}: {equals: [{get_param: p}, v{i}]}"),
    "conditions of many values": filled(
        f"parameters:\n{lines('  p{i}: {type: boolean}', 40)}conditions:\n",
        "  c{i}: {or: [{get_param: p{mod}}, {not: {get_param: p{more}}}]}",
    ),
    "resources of conditions": f"{HEAD}{GIVEN}resources:\n" + lines("  r{i}: {type: T, condition: c{i}}", 2000),
    "branches in branches": f"{HEAD}{FEW}outputs:\n" + lines(f"  o{{i}}: {{value: {BRANCHES}}}", 500),
    "outputs": outputs("{get_attr: [r, show]}", f"resources:\n{NET}"),
    "misspelt attributes": outputs("{get_attr: [r, shwo]}", f"resources:\n{NET}"),
    "suppressions": resources("  r{i}: {type: OS::Heat::Nnoe}  # hotcore: ignore[unknown-type]"),
    "comments": f"{HEAD}resources:\n{NET}" + "# comment\n" * 52_000,
    "files that are missing": resources("  r{i}: {type: f{i}.yaml}"),
    "aliases to one map": output(f"[{items('*a', 450)}]", f"x-a: &a {{{items('k{i}: 1', 1000)}}}\n"),
    "deep and wide": output(f"[{items(nested('[', 'x', ']', 90), 1090)}]"),
    "old functions": "heat_template_version: 2013-05-23\nresources: {r: {type: OS::Heat::None}}\noutputs:\n"
    + lines("  o{i}: {value: {'Fn::Join': [',', [a, {'Fn::GetAtt': [r, show]}]]}}", 7000),
    "str_replace": outputs("{str_replace: {template: a$x, params: {$x: {i}}}}"),
    "yaql": outputs("{yaql: {expression: $.data + {i}, data: 1}}"),
    "security rules": filled(
        "resources:\n  r:\n    type: OS::Neutron::SecurityGroup\n    properties:\n      rules:\n",
        "      - {protocol: tcp, port_range_min: {i}, port_range_max: 70000}",
    ),
    "nothing but a bracket": "[" * SIZE,
    "one byte too many": f"{HEAD}#{'x' * SIZE}",
}  # fmt: skip

SHUFFLED = ("small resources",)
"""Texts that are compared with the same lines in another order; elsewhere each number is another one."""


def changed(name: str) -> str:
    """The other side of a comparison."""
    head, _, body = TEXTS[name].partition("resources:\n")
    if name not in SHUFFLED:
        return TEXTS[name].replace("1", "2").replace("2022-04-26", "2021-04-16")
    rest = body.splitlines(keepends=True)
    Random(1).shuffle(rest)
    return "".join([head, "resources:\n", *rest])
