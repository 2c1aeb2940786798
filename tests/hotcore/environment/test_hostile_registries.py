"""Registries that anybody may send: each is looked up quickly, and what is cut off is said."""

import pytest

import hotcore
from hotcore.environment import combined, read_environment
from tests.pace import within

pytestmark = pytest.mark.long

SECONDS = 6.0
"""On an idle machine each takes less than one second; before there was a budget, it took half a minute or more."""

HEAD = "heat_template_version: 2021-04-16\nresources:\n"
ONE = f"{HEAD}  a: {{type: T0}}\n"
MANY = HEAD + "".join(f"  r{n}: {{type: OS::Heat::None}}\n" for n in range(10_000))
GROUPS = HEAD + "".join(
    f"  r{n}: {{type: OS::Heat::ResourceGroup, properties: {{count: 1, resource_def: {{type: OS::Heat::None}}}}}}\n"
    for n in range(3000)
)


def entries(lines):
    return "".join(f"  {line}\n" for line in lines)


def of_resources(lines):
    return "  resources:\n" + "".join(f"    {line}\n" for line in lines)


CHAIN = entries(f"T{n}: T{n + 1}" for n in range(30_000))
CYCLES = entries(f"T{n}: T{n + 1 if n % 190 != 189 else n - 189}" for n in range(30_000))
GROWING = entries(f"{'T' * n}*: {'T' * n}b*" for n in range(1, 300)) + entries(f"U{n}: TTT{n}" for n in range(1000))
REMOVED = entries(f"T{n}: OS::Heat::None" for n in range(12_000)) + entries(f"U{n}*: null" for n in range(12_000))
STARTS = of_resources(f"x{n}*: {{hooks: pre-create}}" for n in range(12_000))
ENDS = of_resources(f"'*{n}': {{hooks: pre-create}}" for n in range(12_000))
STRINGS = of_resources(f"'*{n}': a" for n in range(12_000))


@pytest.mark.parametrize(
    ("template", "registry", "cut_off"),
    [
        (ONE, CHAIN, True),
        (ONE, CYCLES, False),
        (ONE, GROWING, True),
        (ONE, REMOVED, False),
        (MANY, STARTS, False),
        (MANY, ENDS, True),
        (MANY, STRINGS, True),
        (GROUPS, STARTS, False),
    ],
    ids=["chain", "cycles", "growing", "removed", "starts", "ends", "strings", "groups"],
)
def test_a_preview_comes_soon(template, registry, cut_off):
    text = f"resource_registry:\n{registry}"
    with within(SECONDS):
        environment = read_environment(text, "env.yaml")
        preview = hotcore.preview(hotcore.load(template), environments=[environment])
    found = [each for each in preview.diagnostics if each.code == "too-large"]
    assert [each.file for each in found] == ["env.yaml"] * cut_off
    assert not found or "registry" in found[0].message


def test_what_is_looked_up_first_is_not_cut_off():
    registry = entries(["T0: T00", "T00: OS::Heat::Value"]) + CHAIN.replace("  T0: T1\n", "")
    environment = read_environment(f"resource_registry:\n{registry}", "env.yaml")
    preview = hotcore.preview(hotcore.load(ONE), environments=[environment])
    assert preview.resources["a"].mapped_to == "OS::Heat::Value"


def test_many_patterns_find_what_matches():
    lines = [*(f"'x{n}*': {{hooks: pre-create}}" for n in range(300)), "'*7': {hooks: pre-update}", "x5: {hooks: []}"]
    registry = combined([read_environment(f"resource_registry:\n{of_resources(lines)}")]).registry
    assert registry.hooks("x7") == ("pre-create", "pre-update")
    assert registry.hooks("x5") == ("pre-create",)
    assert registry.hooks("y7") == ("pre-update",)
    assert registry.hooks("y8") == ()


def test_a_registry_answers_the_hundredth_preview_as_it_did_the_first():
    lines = of_resources(f"'server_*{n}': {{hooks: pre-create}}" for n in range(60))
    environments = [read_environment(f"resource_registry:\n{lines}")]
    document = hotcore.load(HEAD + "".join(f"  server_{n}: {{type: OS::Heat::None}}\n" for n in range(100)))
    first, *_, last = (hotcore.preview(document, environments=environments) for _ in range(100))
    assert first.resources["server_7"].hooks == ("pre-create",)
    assert (last.resources["server_7"].hooks, last.diagnostics) == (("pre-create",), first.diagnostics)


def test_a_long_chain_is_no_cycle():
    environment = read_environment(f"resource_registry:\n{entries(f'T{n}: T{n + 1}' for n in range(250))}", "env.yaml")
    preview = hotcore.preview(hotcore.load(ONE), environments=[environment])
    (error,) = [each for each in preview.diagnostics if each.code == "registry-circle" and each.severity == "error"]
    assert error.message == "More than 200 entries of the resource registry lead on from one to the next."
