"""Templates that are expensive for one lint rule, which still answers in a fraction of a second."""

import pytest

from hotcore.analysis import load
from hotcore.linter.linter import lint
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
SECONDS = 3.0
"""Three times what the dearest takes, and a fraction of what it would take without its limit."""


def lines(line, count):
    """So many lines, each with its number in it."""
    return "".join(line.replace("#", str(number)) + "\n" for number in range(count))


def items(item, count):
    """So many items of a list, each with its number in it."""
    return ", ".join(item.replace("#", str(number)) for number in range(count))


TEXTS = {
    "hidden-in-output": (
        f"{HEAD}parameters:\n{lines('  p#: {type: string, hidden: true}', 1500)}resources:\n  v:\n"
        "    type: OS::Heat::Value\n    properties: {value: {list_join: ['', ["
        + items("{get_param: p#}", 1500) + "]]}}\n"
        f"outputs:\n{lines('  o#: {value: {get_attr: [v, value]}}', 1500)}",
        "The output `o0` exposes the hidden parameters `p0`, `p1`, `p2` and 1497 more, which `v` passes on.",
    ),
    "unused-repeat-variable": (
        f"{HEAD}parameters:\n  l: {{type: comma_delimited_list, default: [" + items("abc", 25_000) + "]}\noutputs:\n"
        + lines("  o#: {value: {repeat: {for_each: {zq: {get_param: l}}, template: a}}}", 2500),
        "The template of this `repeat` does not use `zq`.",
    ),
    "implied-depends-on": (
        f"{HEAD}resources:\n{lines('  x#: {type: OS::Heat::None}', 5000)}"
        "  hub: {type: OS::Heat::None, depends_on: [" + items("x#", 5000) + "]}\n"
        + lines("  r#: {type: OS::Heat::None, depends_on: [hub, x#]}", 5000),
        "`r0` depends on `hub`, which already depends on `x0`.",
    ),
    "name-for-attribute": (
        f"{HEAD}resources:\n{lines('  f#: {type: OS::Neutron::FloatingIP}', 6000)}"
         "  r:\n    type: OS::Designate::RecordSet\n    properties: {name: n, type: A, records: ["
        + items("floating_ip_address", 6000)
        + "]}\n",
        "`floating_ip_address` is an attribute of `f0`, but this is only a string.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("code", TEXTS)
def test_a_rule_is_fast(code):
    text, expected = TEXTS[code]
    document = load(text)
    with within(SECONDS):
        found = lint(document, select=[code])
    assert found[0].message == expected
