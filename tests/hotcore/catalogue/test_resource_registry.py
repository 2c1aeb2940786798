"""The resource registry: the effective entry for a type, as in Heat."""

import pytest

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import CircularMapping
from hotcore.environment import combined, read_environment
from tests.pace import within


def registry(*texts, name="env.yaml"):
    return combined([read_environment(f"resource_registry:\n{text}", name) for text in texts]).registry


def behind(found):
    return found and found.name


@pytest.mark.parametrize(
    ("text", "type_name", "resource", "expected"),
    [
        ("  {}", "A::B", "a", None),
        ("  A::B: C::D", "A::B", "a", "C::D"),
        ("  A::B: C::D", "A::C", "a", None),
        ("  A::B: nested/b.yaml", "A::B", "a", "nested/b.yaml"),
        ("  A::B: b.template", "A::B", "a", "b.template"),
        ("  A::*: B::*", "A::X", "a", "B::X"),
        ("  A::*: OS::Heat::None", "A::X", "a", "OS::Heat::None"),
        ("  '*': OS::Heat::None", "OS::Heat::None", "a", None),
        ("  A::*: b.yaml", "A::X", "a", None),
        ("  A::B: C::D\n  A::*: E::F", "A::B", "a", "E::F"),
        ("  A::Nova::*: n.yaml\n  A::*: E::F", "A::Nova::X", "a", "E::F"),
        ("  A::B: C::D\n  C::D: e.yaml", "A::B", "a", "e.yaml"),
        ("  A::B: C::D\n  resources: {a: {A::B: E::F}}", "A::B", "a", "E::F"),
        ("  A::B: C::D\n  resources: {a: {A::B: E::F}}", "A::B", "b", "C::D"),
        ("  A::B: C::D\n  resources: {'*': {A::B: E::F}}", "A::B", "b", "C::D"),
        ("  A::B: A::B", "A::B", "a", None),
        ("  A::B: C::D\n  C::D: A::B", "A::B", "a", None),
        ("  A*: AB*", "A", "a", None),
        ("  A::B: C::D\n  A::B: null", "A::B", "a", None),
        ("  A::B: C::D\n  A::*: null", "A::B", "a", None),
        ("  b.yaml: C::D", "b.yaml", "a", "b.yaml"),
        ("  '*': C::D", "b.yaml", "a", "C::D"),
    ],
)
def test_an_entry_maps_a_type(text, type_name, resource, expected):
    assert behind(registry(text).target(type_name, resource)) == expected


def test_an_entry_that_leads_to_no_known_type_counts_only_when_none_leads_to_one():
    entries = registry("  A::B: C::D\n  A::*: E::F\n  X: Y")
    assert behind(entries.target("A::B", "a", {"C::D"}.__contains__)) == "C::D"
    assert behind(entries.target("A::B", "a", {"A::B"}.__contains__)) is None
    assert behind(entries.target("X", "a", set().__contains__)) == "Y"


def test_files_are_found_relative_to_the_environment():
    found = registry("  A::B: ../nested/b.yaml", name="env/prod.yaml").target("A::B")
    assert (found.name, found.written, found.is_file) == ("nested/b.yaml", "../nested/b.yaml", True)
    assert (found.file, found.span.line, found.span.column) == ("env/prod.yaml", 2, 9)
    assert found.key_in(BundleFiles({"nested/b.yaml": "", "../nested/b.yaml": ""})) == "nested/b.yaml"
    assert found.key_in(BundleFiles({"../nested/b.yaml": ""})) == "../nested/b.yaml"
    assert found.key_in(BundleFiles()) is None
    assert found.key_in(BundleFiles({"../nested/b.yaml": ""}, "stacks")) is None, "no client looks there"
    assert registry("  A::B: https://example.org/b.yaml").target("A::B").is_remote


def test_later_environments_win_key_by_key():
    entries = registry("  A: B\n  C: D\n  resources: {a: {A: E}}", "  A: F\n  C: null\n  resources: {b: {A: G}}")
    assert [behind(entries.target(*pair)) for pair in (("A", "x"), ("C", "x"), ("A", "a"), ("A", "b"))] == [
        "F",
        "D",
        "F",
        "G",
    ]


def test_hooks_and_restricted_actions_of_all_matching_names_count():
    entries = registry(
        "  resources:\n"
        "    web: {hooks: pre-update, restricted_actions: replace}\n"
        "    'w*': {hooks: [post-create, pre-create], restricted_actions: [update]}\n"
        "    db: {hooks: pre-delete}\n"
    )
    assert entries.hooks("web") == ("pre-create", "pre-update", "post-create")
    assert entries.restricted_actions("web") == ("update", "replace")
    assert (entries.hooks("other"), entries.restricted_actions("db")) == ((), ())


def test_a_nested_stack_sees_the_entries_for_its_resources_but_not_the_one_that_mapped_it():
    entries = registry(
        "  A::B: b.yaml\n"
        "  resources:\n"
        "    web: {disk: {A::C: E::F}, disk2: {hooks: pre-create}}\n"
        "    'w*': {disk: {A::C: c.yaml}, net: {A::C: G::H}}\n"
    )
    inner = entries.inside("web", entries.target("A::B", "web"))
    assert behind(inner.target("A::B", "web")) is None
    assert [behind(inner.target("A::C", name)) for name in ("disk", "net", "web")] == ["E::F", "G::H", None]
    assert inner.hooks("disk2") == ("pre-create",)
    assert inner.inside("disk").hooks("disk2") == ()


def test_endlessly_branching_entries_are_abandoned_soon():
    doubling = "".join(f"  T{n}: T{n + 1}\n  T{n}*: U{n}*\n  U{n}*: T{n + 1}*\n" for n in range(150))
    growing = "  A*: AB*\n  '*': AC*\n"
    with within(5):
        for text, name in ((doubling, "T0"), (growing, "A")):
            registry(text).target(name, "a", set().__contains__)


def test_a_cycle_is_reported_with_its_entries_only():
    with pytest.raises(CircularMapping) as circular:
        registry("  A: B\n  B: C\n  C: D\n  D: B\n").chain("A", "a")
    assert [entry.key for entry in circular.value.entries] == ["B", "C", "D"]
