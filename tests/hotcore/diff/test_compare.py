"""The semantic diff of two templates, or of two sets of values."""

import json
import random
import re
from itertools import product
from string import ascii_lowercase
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hotcore
from hotcore import Side, load, read_environment, semantic_diff
from hotcore.catalogue import shipped_catalogue
from hotcore.cli.render_diff import render_semantic_diff
from hotcore.diff import narrowing
from hotcore.diff.narrowing import loss, takes
from hotcore.diff.pattern_inclusion import covers
from hotcore.diff.update_effects import POLICIES
from hotcore.edits import Draft
from hotcore.sandbox import TIMEOUT
from hotcore.symbolic.variables import unlike
from hotcore.values import MASK
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.hotcore.strategies import given_values
from tests.hotcore.strategies import templates as odd_templates
from tests.hotcore.symbolic import test_reachability
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
BASE = (
    HEAD
    + """\
parameters:
  web_count:
    type: number
    default: 1
    constraints: [{range: {min: 1, max: 12}}]
  flavor: {type: string, default: small}
  with_backup: {type: boolean, default: false}
  secret: {type: string, hidden: true, default: opensesame}
conditions:
  backed_up: {equals: [{get_param: with_backup}, true]}
resources:
  net: {type: OS::Neutron::Net, properties: {name: a}}
  port: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
  db:
    type: OS::Nova::Server
    properties:
      flavor: {get_param: flavor}
      image: debian
      networks: [{port: {get_resource: port}}]
      user_data: {get_param: secret}
  backup: {type: OS::Cinder::Volume, condition: backed_up, properties: {size: 1}}
outputs:
  url: {value: {str_replace: {template: 'http://host/', params: {x: y}}}}
  address: {value: {get_attr: [db, networks, private, 0]}}
"""
)


def compared(old, new, values=None, new_values=None, **more):
    """The semantic diff of two texts."""
    values = values or {}
    return semantic_diff(Side(load(old), values), Side(load(new), values if new_values is None else new_values), **more)


def changed(*pairs, base=BASE):
    """The base with text replacements."""
    for old, new in pairs:
        assert old in base
        base = base.replace(old, new)
    return base


def reported(found):
    """The reported changes by kind, section and name."""
    return [(change.kind, change.section, change.name) for change in found.changes]


def sentences(found, name):
    return " ".join(change.sentence for change in found.changes if change.name == name)


# -- parameters ----------------------------------------------------------------


def test_values_that_are_no_longer_allowed_are_reported_with_the_saved_sets_that_have_them():
    new = changed(("constraints: [{range: {min: 1, max: 12}}]", "constraints: [{modulo: {step: 2, offset: 0}}]"))
    new = changed(("default: 1\n", "default: 2\n"), base=new)
    saved = {"demo": {"web_count": 3}, "load-test": {"web_count": "7"}, "fine": {"web_count": 2}, "other": {}}
    found = compared(BASE, new, saved=saved)
    refused = found.of_kind("refused")
    assert [change.name for change in refused] == ["web_count"]
    assert "now must be even" in refused[0].sentence
    assert [(one.name, one.value) for one in refused[0].saved] == [("demo", "`3`"), ("load-test", "`7`")]
    assert found.refused_sets == ("demo", "load-test")
    assert "The default of parameter `web_count` changes from `1` to `2`." in sentences(found, "web_count")


@pytest.mark.parametrize(("was", "now"), [("true", "false"), ("false", "true"), ("true", "true")])
def test_a_saved_value_is_shown_only_for_a_parameter_that_is_hidden_on_neither_side(was, now):
    old = f"{HEAD}parameters: {{key: {{type: string, hidden: {was}}}}}\n"
    new = f"{HEAD}parameters: {{key: {{type: string, hidden: {now}, constraints: [{{length: {{max: 3}}}}]}}}}\n"
    found = compared(old, new, saved={"mine": {"key": "s3cret"}})
    assert [one.name for change in found.of_kind("refused") for one in change.saved] == ["mine"]
    assert "s3cret" not in repr(found)


def test_a_saved_set_that_lacks_something_or_has_too_much_is_refused_too():
    old = f"{HEAD}parameters: {{gone: {{type: string, default: x}}}}\n"
    new = f"{HEAD}parameters: {{must: {{type: string}}}}\n"
    saved = {"too-much": {"gone": "y", "must": "m"}, "too-little": {}, "right": {"must": "m"}}
    assert compared(old, new, saved=saved).refused_sets == ("too-much", "too-little")


@pytest.mark.parametrize(
    ("kind", "old", "new"),
    [
        ("string", "yes", "'True'"),
        ("string", "5", "'5'"),
        ("boolean", "'on'", "true"),
        ("number", "'5'", "5"),
        ("json", "'{\"a\": 1}'", "{a: 1}"),
        ("comma_delimited_list", "'a,b'", "[a, b]"),
    ],
)
def test_a_default_that_is_written_another_way_is_the_same(kind, old, new):
    before, after = (f"{HEAD}parameters: {{p: {{type: {kind}, default: {one}}}}}\n" for one in (old, new))
    assert reported(compared(before, after)) == []


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("{not: {not: {equals: [{get_param: p}, true]}}}", "{get_param: p}", True),
        (
            "{or: [{get_param: p}, {equals: [{get_param: q}, a]}]}",
            "{or: [{equals: [a, {get_param: q}]}, {get_param: p}]}",
            True,
        ),
        ("{get_param: p}", "{and: [{get_param: p}, {equals: [{get_param: q}, b]}]}", False),
        ("{not: other}", "{not: {get_param: p}}", False),
    ],
)
def test_a_condition_that_is_written_another_way_is_the_same(old, new, same):
    body = f"{HEAD}parameters: {{p: {{type: boolean, default: false}}, q: {{type: string, default: b}}}}\n"
    before, after = (f"{body}conditions: {{c: {one}, other: {{get_param: p}}}}\n" for one in (old, new))
    found = compared(before, after)
    assert ("The definition of condition" not in sentences(found, "c")) is same


def test_a_value_that_is_refused_is_named():
    text = f"{HEAD}parameters: {{size: {{type: number, default: 1, constraints: [{{range: {{max: 20}}}}]}}}}\n"
    found = hotcore.semantic_diff(hotcore.Side(hotcore.load(text)), hotcore.Side(hotcore.load(text), {"size": 45}))
    assert "Heat refuses the value of `size`: The maximum is 20." in " ".join(each.sentence for each in found.changes)


GIVEN = """\
parameters: {p: {type: number%s}}
conditions: {c: {equals: [{get_param: p}, 9]}}
resources: {r: {type: OS::Cinder::Volume, condition: c, properties: {size: {get_param: p}}}}
outputs: {o: {value: {get_param: p}}}
"""


def test_a_given_value_that_is_now_refused_changes_nothing_else():
    old, new = HEAD + GIVEN % "", HEAD + GIVEN % ", constraints: [{range: {max: 5}}]"
    found = compared(old, new, {"p": 9})
    assert [change.sentence for change in found.changes] == [
        "Heat refuses the value of `p`: The maximum is 5.",
        "Parameter `p` now must be at most 5. `6`, `7`, `8` were allowed and are now refused.",
    ]
    given = compared(new, new, {"p": 2}, {"p": 9})
    assert [change.sentence for change in given.changes] == ["Heat refuses the value of `p`: The maximum is 5."]
    assert reported(compared(new, new.replace("}, 9]", "}, 4]"), {"p": 2}, {"p": 9}))[1:] == [
        ("changed", "conditions", "c")
    ]
    fixed = compared(new, new, {"p": 9}, {"p": 2})
    assert [(change.kind, change.sentence) for change in fixed.changes] == [
        ("changed", "Parameter `p` changes to `2`."),
        ("fixed", "Before this change, Heat refused the value of `p`: The maximum is 5."),
    ]


def test_a_default_that_is_now_refused_is_reported_with_its_narrowed_parameter():
    old, new = HEAD + GIVEN % ", default: 9", HEAD + GIVEN % ", default: 9, constraints: [{range: {max: 5}}]"
    found = compared(old, new)
    assert {change.kind for change in found.changes} == {"refused"}
    assert "The default of `p` breaks its `range`." in sentences(found, "")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("{type: string}", "{type: number}", "changes type from `string` to `number`"),
        ("{type: number}", "{type: number, constraints: [{range: {max: 5}}]}", "now must be at most 5"),
        (
            "{type: string, constraints: [{allowed_values: [a, b, c]}]}",
            "{type: string, constraints: [{allowed_values: [a]}]}",
            "`b`, `c` were allowed",
        ),
        (
            "{type: string, constraints: [{length: {max: 9}}]}",
            "{type: string, constraints: [{length: {max: 8}}]}",
            "`aaaaaaaaa`",
        ),
        (
            "{type: string, constraints: [{allowed_pattern: '[a-z]+'}]}",
            "{type: string, constraints: [{allowed_pattern: '[a-z][a-z]+'}]}",
            "`a`, `z` were allowed",
        ),
        (
            "{type: string, constraints: [{allowed_pattern: 'x[a-z]+'}]}",
            "{type: string, constraints: [{allowed_pattern: 'x[a-y]+'}]}",
            "`xz` was allowed",
        ),
        (
            "{type: string, constraints: [{allowed_pattern: '(a|b)*x?'}]}",
            "{type: string, constraints: [{allowed_pattern: '[ab]*x?'}]}",
            "may have been allowed",
        ),
        (
            "{type: comma_delimited_list, constraints: [{allowed_values: [a, b]}]}",
            "{type: comma_delimited_list, constraints: [{allowed_values: [a]}]}",
            "now must be one of a",
        ),
        ("{type: json}", "{type: json, constraints: [{length: {min: 2}}]}", "now must have at least 2 keys"),
        ("{type: string}", "{type: string, constraints: [{custom_constraint: nova.flavor}]}", "may have been allowed"),
    ],
)
def test_a_declaration_that_accepts_fewer_values(old, new, words):
    (change,) = compared(f"{HEAD}parameters: {{p: {old}}}\n", f"{HEAD}parameters: {{p: {new}}}\n").changes
    assert change.kind == "refused"
    assert words in change.sentence
    assert change.sure == ("may have been" not in words)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{type: number, constraints: [{range: {max: 5}}]}", "{type: number, constraints: [{range: {max: 6}}]}"),
        ("{type: number}", "{type: string}"),
        (
            "{type: string, constraints: [{allowed_values: [a]}]}",
            "{type: string, constraints: [{allowed_values: [a, b]}]}",
        ),
    ],
)
def test_a_declaration_that_accepts_more_values(old, new):
    (change,) = compared(f"{HEAD}parameters: {{p: {old}}}\n", f"{HEAD}parameters: {{p: {new}}}\n").changes
    assert (change.kind, change.section) == ("changed", "parameters")
    assert "accepts more values" in change.sentence


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "{type: comma_delimited_list}",
            "{type: json}",
            "changes type from `comma_delimited_list` to `json`. `a,b`, `a` were allowed",
        ),
        (
            "{type: boolean}",
            "{type: number}",
            "changes type from `boolean` to `number`. `yes`, `on`, `true` were allowed",
        ),
        ("{type: boolean}", "{type: json}", "changes type from `boolean` to `json`. `yes`, `on` were allowed"),
        (
            "{type: string, constraints: [{allowed_pattern: '[a-c]+'}]}",
            "{type: string, constraints: [{allowed_values: [a, b, d]}]}",
            "now must be one of a, b, d. `aa`, `c` were allowed",
        ),
    ],
)
def test_a_declaration_that_accepts_fewer_and_other_values(old, new, words):
    refused, more = compared(f"{HEAD}parameters: {{p: {old}}}\n", f"{HEAD}parameters: {{p: {new}}}\n").changes
    assert (refused.kind, refused.sure) == ("refused", True)
    assert words in refused.sentence
    assert more.kind == "changed"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[a-c]+", "^[a-c]+$"),
        ("^[a-c]+$", "[a-c]+"),
        ("[a-c]+", "[a-d]+"),
        ("[a-z][a-z0-9]{2,}", r"\w+"),
        ("[a-z]{2,8}", ".*"),
        ("(a|ab)", "(a|ab)$"),
    ],
)
def test_a_pattern_that_accepts_as_much_or_more_refuses_nothing(old, new):
    texts = (
        f"{HEAD}parameters: {{p: {{type: string, constraints: [{{allowed_pattern: '{one}'}}]}}}}\n"
        for one in (old, new)
    )
    assert not compared(*texts).of_kind("refused")


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_pattern_that_covers_another_accepts_whatever_that_accepts(data):
    letter = st.sampled_from(["a", "b", "[ab]", "[a-c]", ".", r"\w", r"\s", "[^a]", "(a|ab)", "(?:b|bc)?", r"[a\n]"])
    part = st.tuples(letter, st.sampled_from(["", "", "+", "*", "{2}", "{1,2}"])).map("".join)
    parts = st.lists(part, min_size=1, max_size=2).map("".join)
    pattern = st.tuples(st.sampled_from(["", "^"]), parts, st.sampled_from(["", "$"])).map("".join)
    wider, narrower = data.draw(pattern), data.draw(pattern)
    if data.draw(st.booleans()):
        narrower = data.draw(st.sampled_from([wider + "$", wider.removesuffix("$"), "^" + wider]))
    if covers(wider, narrower):
        for text in ("".join(letters) for length in range(5) for letters in product("abc\n", repeat=length)):
            match = re.match(narrower, text)
            if match is not None and match.end() == len(text):
                found = re.match(wider, text)
                assert found is not None
                assert found.end() == len(text)


def test_possible_refusals_have_a_heading_of_their_own():
    old, new = (
        f"{HEAD}parameters: {{p: {{type: string{more}}}}}\n"
        for more in ("", ", constraints: [{custom_constraint: nova.flavor}]")
    )
    found = compared(old, new)
    assert render_semantic_diff(found).startswith("Perhaps refused now\n  Parameter `p` now must be ")
    assert found.under("refused") == ()
    refused = compared(old, new.replace("custom_constraint: nova.flavor", "length: {max: 3}"))
    assert render_semantic_diff(refused).startswith("Refused now\n")
    narrower = compared(new, new.replace("[{", "[{length: {max: 3}}, {"))
    assert [(each.heading, "may have been allowed" in each.sentence) for each in narrower.changes] == [
        ("perhaps", True)
    ]


def test_a_saved_set_proves_a_refusal_that_is_otherwise_only_possible():
    text = HEAD + "parameters: {p: {type: string, constraints: [{allowed_pattern: '%s'}]}}\n"
    was, now = text % "[a-z]*(b|q)?", text % "[a-pr-z]*(b|q)?(b|q)?"
    assert [change.heading for change in compared(was, now).changes if change.kind == "refused"] == ["perhaps"]
    found = compared(was, now, saved={"mine": {"p": "aqqqa"}, "other": {"p": "a"}})
    (change,) = found.of_kind("refused")
    assert (change.heading, [one.name for one in change.saved]) == ("refused", ["mine"])


def test_a_pattern_that_times_out_refuses_nothing(monkeypatch):
    monkeypatch.setattr(narrowing, "match_pattern", lambda *_: TIMEOUT)
    text = HEAD + "parameters: {p: {type: string%s}}\n"
    found = compared(text % "", text % ", constraints: [{allowed_pattern: '(a+)+b'}]")
    assert [change.heading for change in found.changes] == ["perhaps"]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("max: 10", "max: 12", "accepts more values: at most 12 characters, was at most 10 characters."),
        ("min: 2, max: 10", "max: 10", "accepts more values: at most 10 characters, was 2 to 10 characters."),
    ],
)
def test_a_wider_length_is_reported_with_both_lengths(old, new, words):
    text = HEAD + "parameters: {p: {type: string, constraints: [{length: {%s}}]}}\n"
    (change,) = compared(text % old, text % new).changes
    assert change.sentence == f"Parameter `p` {words}"


def test_a_changed_type_is_reported_once():
    text = HEAD + "parameters: {p: {type: %s, default: '1'}}\n"
    (change,) = compared(text % "string", text % "number").changes
    assert "changes type from `string` to `number`" in change.sentence
    (change,) = compared(text % "number", text % "string").changes
    assert "changes type from `number` to `string` and accepts more values" in change.sentence


def test_an_equivalent_constraint_is_no_difference():
    old = "{type: number, constraints: [{range: {min: 1, max: 3}}, {range: {max: 9}}]}"
    new = "{type: number, constraints: [{range: {min: 1, max: 3}, description: One to three}]}"
    assert compared(f"{HEAD}parameters: {{p: {old}}}\n", f"{HEAD}parameters: {{p: {new}}}\n").changes == ()


def test_parameters_that_are_added_removed_or_newly_required():
    old = f"{HEAD}parameters: {{a: {{type: string, default: x}}, b: {{type: string}}, c: {{type: string}}}}\n"
    new = (
        f"{HEAD}parameters: {{a: {{type: string}}, b: {{type: string, default: y}}, d: {{type: number}}, "
        "e: {type: boolean, default: on}}\n"
    )
    found = compared(old, new, saved={"mine": {"a": "1", "c": "2"}, "bare": {}})
    assert reported(found) == [
        ("needed", "parameters", "a"),
        ("needed", "parameters", "d"),
        ("removed", "parameters", "c"),
        ("added", "parameters", "e"),
        ("changed", "parameters", "b"),
    ]
    assert [[one.name for one in change.saved] for change in found.changes[:3]] == [
        ["bare"],
        ["mine", "bare"],
        ["mine"],
    ]
    assert "its default is `true`" in sentences(found, "e")


def declared(body):
    """A parameter, from its declaration."""
    return load(HEAD + "parameters: " + json.dumps({"p": body})).template.parameters["p"]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(["number", "string", "comma_delimited_list"]), st.data())
def test_every_example_was_accepted_and_is_refused(kind, data):
    numbers = st.integers(-4, 9)
    constraint = {
        "number": st.one_of(
            st.tuples(numbers, numbers).map(lambda pair: {"range": {"min": min(pair), "max": max(pair)}}),
            st.integers(1, 5).map(lambda step: {"modulo": {"step": step, "offset": 0}}),
            st.lists(numbers, min_size=1, max_size=4).map(lambda listed: {"allowed_values": listed}),
        ),
        "string": st.one_of(
            st.tuples(st.integers(0, 4), st.integers(4, 9)).map(
                lambda pair: {"length": dict(zip(("min", "max"), pair, strict=True))}
            ),
            st.lists(st.sampled_from("abc"), min_size=1).map(lambda listed: {"allowed_values": listed}),
            st.sampled_from(["[a-z]*", "a+", "[0-9]{2}"]).map(lambda pattern: {"allowed_pattern": pattern}),
        ),
        "comma_delimited_list": st.one_of(
            st.integers(0, 3).map(lambda most: {"length": {"max": most}}),
            st.lists(st.sampled_from("abc"), min_size=1).map(lambda listed: {"allowed_values": listed}),
        ),
    }[kind]
    several = st.lists(constraint, max_size=2)
    old, new = (declared({"type": kind, "constraints": data.draw(several)}) for _ in range(2))
    lost = loss(old, new)
    for value in lost.examples if lost else ():
        assert takes(old, value)
        assert not takes(new, value)
    if lost is None and kind == "number":  # and where nothing was found, no small number proves the opposite
        assert [value for value in range(-12, 20) if takes(old, value) and not takes(new, value)] == []


# -- resources -------------------------------------------------------------------


def test_a_replaced_resource_changes_those_that_reference_its_id():
    found = compared(
        BASE,
        changed(("network: {get_resource: net}", "network: {get_resource: net}, mac_address: '00:11:22:33:44:55'")),
    )
    assert reported(found) == [
        ("replaced", "resources", "port"),
        ("changed", "resources", "db"),
    ]
    assert "Heat cannot change that in place" in sentences(found, "port")
    assert "`networks` changes because `port` is new" in sentences(found, "db")
    found = compared(
        BASE, changed(("OS::Neutron::Net,", "OS::Neutron::ProviderNet,"), ("{name: a}", "{network_type: flat}"))
    )
    assert ("replaced", "resources", "net") in reported(found)
    assert "`network` changes because `net` is new" in sentences(found, "port")
    assert "Output `address` may change because `db` is new." not in sentences(found, "address")


def test_an_attribute_of_a_replaced_resource_may_change():
    found = compared(BASE, changed(("image: debian", "image: debian\n      availability_zone: nova")))
    assert reported(found) == [("replaced", "resources", "db"), ("changed", "outputs", "address")]
    assert "may change because `db` is new" in sentences(found, "address")


def test_update_policies_of_a_server_decide_about_its_replacement():
    large = compared(BASE, BASE, {"flavor": "small"}, {"flavor": "large"})
    assert reported(large) == [("changed", "parameters", "flavor"), ("changed", "resources", "db")]
    assert "`flavor` changes from `small` to `large`" in sentences(large, "db")
    strict = changed(("image: debian", "image: debian\n      flavor_update_policy: REPLACE"))
    assert ("replaced", "resources", "db") in reported(
        compared(strict, strict, {"flavor": "small"}, {"flavor": "large"})
    )


def test_a_condition_creates_and_deletes():
    on = compared(BASE, BASE, {}, {"with_backup": "true"})
    assert reported(on) == [
        ("added", "resources", "backup"),
        ("changed", "parameters", "with_backup"),
        ("changed", "conditions", "backed_up"),
    ]
    assert "will be created because `backed_up` is true" in sentences(on, "backup")
    kept = changed(("condition: backed_up,", "condition: backed_up, deletion_policy: Retain,"))
    off = compared(kept, kept, {"with_backup": "true"}, {})
    assert ("removed", "resources", "backup") in reported(off)
    assert "will be deleted because `backed_up` is false" in sentences(off, "backup")
    assert "is kept: its `deletion_policy` is `Retain`" in sentences(off, "backup")


def test_a_renamed_resource_is_created_again_and_recognized():
    found = compared(BASE, changed(("  backup: {type: OS", "  spare: {type: OS")), {"with_backup": "true"})
    assert reported(found) == [("removed", "resources", "backup"), ("added", "resources", "spare")]
    assert "It has the same definition as `backup`, which is deleted" in sentences(found, "spare")


def test_fields_other_than_the_properties():
    more = changed(("{name: a}}", "{name: a}, metadata: {a: 1}, deletion_policy: Retain}"))
    (change,) = compared(BASE, more).changes
    assert (change.kind, change.name) == ("changed", "net")
    assert "`metadata`" in change.sentence
    assert "`deletion_policy` changes from `Delete` to `Retain`" in change.sentence
    there = changed(("{name: a}}", "{name: a}, external_id: 1234}"))
    assert ("refused", "resources", "net") in reported(compared(BASE, there))


def test_a_change_of_an_immutable_parameter_is_refused():
    old = f"{HEAD}parameters: {{p: {{type: string, default: a, immutable: true}}}}\n"
    (change,) = compared(old, old, {}, {"p": "b"}).changes
    assert change.kind == "refused"
    assert "immutable" in change.sentence


def test_a_resource_of_an_unknown_type_may_be_replaced():
    old = f"{HEAD}resources: {{a: {{type: Acme::Thing, properties: {{size: 1}}}}}}\n"
    (change,) = compared(old, old.replace("1}}", "2}}")).changes
    assert change.kind == "replaced"
    assert not change.sure
    assert "`Acme::Thing` is not known" in change.sentence


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("{size: 1}", "{size: '1'}", "`size` is written another way"),
        ("{size: 1}", "{size: 1, multiattach: false}", "`multiattach` is written out with the value that it has"),
        ("{size: 1, multiattach: false}", "{size: 1}", "`multiattach` is left out and keeps its value"),
    ],
)
def test_what_means_the_same_is_an_update_without_a_change(before, after, words):
    text = f"{HEAD}resources: {{a: {{type: OS::Cinder::Volume, properties: %s}}}}\n"
    found = compared(text % before, text % after)
    assert reported(found) == [("rewritten", "resources", "a")]
    assert found.changes[0].sentence.startswith(f"Resource `a`: {words}")
    assert found.changes[0].sentence.endswith("Heat reports an update, in which nothing changes.")
    assert "Updated without a change\n" in render_semantic_diff(found)


def test_a_new_name_for_the_same_property_is_an_update_without_a_change():
    text = f"{HEAD}resources: {{a: {{type: OS::Neutron::FloatingIP, properties: {{%s: ext}}}}}}\n"
    (change,) = compared(text % "floating_network_id", text % "floating_network").changes
    assert change.kind == "rewritten"
    assert "`floating_network_id` is now written as `floating_network`." in change.sentence


def test_a_pending_expression_is_compared_by_its_residual():
    text = (
        HEAD
        + "parameters: {a: {type: string, default: x}}\nresources:\n  n: {type: OS::Heat::RandomString}\n"
        + "  v:\n    type: OS::Heat::Value\n    properties:\n"
        + "      value: {list_join: ['-', [{get_param: a}, {get_attr: [n, value]}]]}\n"
    )
    assert compared(text, text.replace("{get_param: a}", "x")).changes == ()
    assert reported(compared(text, text, {}, {"a": "y"})) == [
        ("changed", "parameters", "a"),
        ("changed", "resources", "v"),
    ]


PASSED_ON = (
    HEAD
    + """\
parameters: {secret: {type: string, hidden: true, default: opensesame}}
resources:
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  v: {type: OS::Heat::Value, properties: {value: {zone: %s, count: %s}}}
  net: {type: OS::Neutron::Net, properties: {name: {get_attr: [v, value, count]}}}
  copy: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: {get_attr: [v, value, zone]}}}
outputs: {zone: {value: {get_attr: [v, value, zone]}}}
"""
)


def test_what_is_read_from_another_resource_changes_like_a_value():
    found = compared(PASSED_ON % ("a", 1), PASSED_ON % ("b", 1))
    assert reported(found) == [
        ("replaced", "resources", "copy"),
        ("changed", "resources", "v"),
        ("changed", "outputs", "zone"),
    ]
    assert "`availability_zone` changes from `a` to `b`" in sentences(found, "copy")
    assert compared(PASSED_ON % ("a", 1), PASSED_ON % ("{list_join: ['', [a]]}", 1)).changes == ()


def test_what_is_read_from_another_resource_and_unknown_changes_with_its_source():
    waiting = PASSED_ON % ("{get_attr: [disk, availability_zone]}", 1)
    other = waiting.replace("[disk, availability_zone]", "[disk, status]")
    assert [name for _, _, name in reported(compared(waiting, other))] == ["copy", "v", "zone"]
    replaced = compared(
        waiting,
        waiting.replace(
            "disk: {type: OS::Cinder::Volume, properties: {size: 1",
            "disk: {type: OS::Cinder::Volume, properties: {size: 1, availability_zone: z",
        ),
    )
    assert "may change because `disk` is new" in sentences(replaced, "copy")
    assert "net" not in [name for _, _, name in reported(replaced)]


def test_a_hidden_value_that_another_resource_reads_is_not_shown():
    found = compared(
        PASSED_ON % ("{get_param: secret}", 1), PASSED_ON % ("{list_join: ['', [{get_param: secret}, x]]}", 1)
    )
    assert ("replaced", "resources", "copy") in reported(found)
    assert "opensesame" not in render_semantic_diff(found)


def test_values_that_grow_from_resource_to_resource_are_compared_in_time():
    body = "  n: {type: OS::Heat::RandomString}\n"
    body += "  v0: {type: OS::Heat::Value, properties: {value: {get_attr: [n, value]}}}\n"
    for at in range(1, 60):
        twice = f"[{{get_attr: [v{at - 1}, value]}}, {{get_attr: [v{at - 1}, value]}}]"
        body += f"  v{at}: {{type: OS::Heat::Value, properties: {{value: {twice}}}}}\n"
    text = f"{HEAD}resources:\n{body}outputs: {{o: {{value: {{get_attr: [v59, value]}}}}}}\n"
    with within(20):
        assert compared(text, text).changes == ()


CALLS = """\
parameters: {p: {type: string}, l: {type: comma_delimited_list}}
resources:
  q: {type: OS::Heat::RandomString}
  z: {type: OS::Heat::RandomString}
  v: {type: OS::Heat::Value, properties: {value: %s}}
outputs:
  o: {value: %s}
"""


REPLACED = "{str_replace: {template: '%s', params: {X: {get_param: p}, YX: {get_attr: [q, value]}}}}"


def with_call(call, version="2015-10-15"):
    """A template in which a resource and an output have a value."""
    return f"heat_template_version: {version}\n" + CALLS % (call, call)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{Ref: q}", "{get_resource: q}"),
        ("{Ref: p}", "{get_param: p}"),
        ("{'Fn::Join': ['-', [a, {Ref: q}]]}", "{list_join: ['-', [a, {get_resource: q}]]}"),
        ("{'Fn::Split': ['-', {Ref: p}]}", "{str_split: ['-', {get_param: p}]}"),
        (
            "{'Fn::Replace': [{X: {Ref: p}}, aXb]}",
            "{str_replace: {params: {X: {get_param: p}}, template: aXb}}",
        ),
        ("{'Fn::Base64': {Ref: p}}", "{get_param: p}"),
        ("{'Fn::ResourceFacade': Metadata}", "{resource_facade: metadata}"),
    ],
)
def test_a_function_by_another_name_is_no_change(old, new):
    found = compared(with_call(old, "2013-05-23"), with_call(new))
    assert reported(found) == [("changed", "template", "heat_template_version")]


@pytest.mark.parametrize(
    ("old", "new", "sure"),
    [
        (
            "{list_join: ['-', [a, {get_param: p}]]}",
            "{str_replace: {template: a-X, params: {X: {get_param: p}}}}",
            False,
        ),
        ("{list_join: ['-', [a, {get_param: p}]]}", "{list_join: ['-', [b, {get_param: p}]]}", True),
        (
            "{list_join: ['-', [a, {list_join: ['', [b, {get_param: p}]]}]]}",
            "{list_join: ['-', [a, {list_join: ['', [c, {get_param: p}]]}]]}",
            True,
        ),
        (
            "{list_concat: [[{get_attr: [q, value]}], {get_param: l}, [a]]}",
            "{list_concat: [[{get_attr: [q, value]}], {get_param: l}, [b]]}",
            True,
        ),
        (
            "{map_merge: [{a: {get_attr: [q, value]}}, {get_attr: [q, show]}, {b: 1}]}",
            "{map_merge: [{a: {get_attr: [q, value]}}, {get_attr: [q, show]}, {b: 2}]}",
            True,
        ),
        (
            "{map_merge: [{b: 1}, {get_attr: [q, show]}]}",
            "{map_merge: [{b: 2}, {get_attr: [q, show]}]}",
            False,
        ),
        ("{list_join: ['', [a, {get_param: p}, bc]]}", "{list_join: ['', [ab, {get_param: p}, c]]}", False),
        ("{list_join: ['-', [a, {get_param: p}]]}", "a-b", False),
        (REPLACED % "install X", REPLACED % "install -y X", True),
        (REPLACED % "a: X, b: X", REPLACED % "c: X, b: X", True),
        (REPLACED % "aX", REPLACED % "Xa", False),
        (REPLACED % "aXb", REPLACED % "bXa", False),
        (REPLACED % "aX", REPLACED % "aXX", False),
        (REPLACED % "aX", REPLACED % "aXY", True),
        (REPLACED % "aX", REPLACED % "aYXYX", False),
        ("{get_resource: q}", "{get_resource: z}", True),
        ("{get_attr: [q, value]}", "{get_attr: [z, value]}", False),
        ("[{get_attr: [q, value]}]", "[{get_attr: [q, value]}, b]", True),
        ("{a: {get_attr: [q, value]}}", "{b: {get_attr: [q, value]}}", True),
        ("{get_param: [l, 0]}", "{get_param: [l, 1]}", False),
        ("{get_param: p}", "known", False),
    ],
)
def test_only_a_certainly_different_value_is_a_certain_change(old, new, sure):
    found = compared(with_call(old, "2018-03-02"), with_call(new, "2018-03-02"))
    assert reported(found) == [("changed", "resources", "v"), ("changed", "outputs", "o")]
    assert {change.sure for change in found.changes} == {sure}
    assert ("may change" in sentences(found, "v")) is not sure


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_certain_change_occurs_under_all_values(data):
    piece = st.sampled_from(["a", "b", "X", "Y", "YX", "{get_param: p}", "{get_param: r}"])
    joined = st.lists(piece, min_size=1, max_size=3).map(lambda items: f"{{list_join: ['', [{', '.join(items)}]]}}")
    text = st.text("abXY", max_size=5).filter(bool)
    replaced = text.map(
        lambda text: f"{{str_replace: {{template: {text}, params: {{X: {{get_param: p}}, YX: {{get_param: r}}}}}}}}"
    )
    call = data.draw(st.sampled_from([joined, replaced]))
    body = HEAD + "parameters: {p: {type: string}, r: {type: string}}\noutputs: {o: {value: %s}}\n"
    before, after = (load(body % data.draw(call)) for _ in range(2))
    if any(change.sure for change in semantic_diff(Side(before), Side(after)).changes):
        for p, r in product(["", "a", "b", "X", "ab", "aX"], repeat=2):
            was, now = (hotcore.preview(each, {"p": p, "r": r}).outputs["o"].value for each in (before, after))
            assert was != now


def test_a_possible_change_is_a_possible_replacement():
    text = HEAD + "parameters: {p: {type: string}}\nresources: {k: {type: OS::Nova::KeyPair, properties: {name: %s}}}\n"
    joined = "{list_join: ['', [a, {get_param: p}]]}"
    replaced = "{str_replace: {template: aX, params: {X: {get_param: p}}}}"
    (change,) = compared(text % joined, text % replaced).changes
    assert (change.kind, change.sure) == ("replaced", False)
    assert "`name` may change from `a{get_param: p}` to `{str_replace:" in change.sentence
    assert "Heat cannot change that in place: in that case the update replaces" in change.sentence


NESTED = (
    HEAD
    + "parameters: {size: {type: number, default: 1}}\n"
    + "resources:\n  v: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}\n"
)


def test_nested_stacks_are_compared_inside():
    outer = HEAD + "resources:\n  app: {type: app.yaml, properties: {size: 1}}\n"
    old, new = (
        load(outer, {"app.yaml": text})
        for text in (NESTED, NESTED.replace("{size: {get", "{availability_zone: z, size: {get"))
    )
    (change,) = semantic_diff(Side(old), Side(new)).changes
    assert (change.kind, change.path, change.name) == ("replaced", ("app",), "v")
    assert change.sentence.startswith("In `app`: Resource `v`: `availability_zone` is set to `z`")


def test_members_of_a_group_are_reported_once():
    outer = (
        HEAD
        + "resources:\n  all:\n    type: OS::Heat::ResourceGroup\n"
        + "    properties: {count: 2, resource_def: {type: app.yaml, properties: {size: 1}}}\n"
    )
    files = {"app.yaml": NESTED}
    found = semantic_diff(
        Side(load(outer, files)), Side(load(outer.replace("count: 2", "count: 5").replace("size: 1", "size: 2"), files))
    )
    assert ("added", ("all",)) in [(change.kind, change.path) for change in found.changes]
    assert "3 members added: 5 in total, 2 before." in sentences(found, "all")
    assert [change.name for change in found.changes if change.path == ("all", "0")] == ["v"]


def test_members_without_a_template_are_judged_by_their_type():
    group = (
        HEAD
        + "parameters: {name: {type: string, hidden: true, default: opensesame}}\n"
        + "resources:\n  all:\n    type: OS::Heat::ResourceGroup\n    properties:\n      count: 3\n"
        + "      resource_def:\n        type: OS::Cinder::Volume\n"
        + "        properties: {size: 1, name: {get_param: name}, availability_zone: a}\n"
    )
    found = compared(group, changed(("availability_zone: a", "availability_zone: b"), ("sesame", ""), base=group))
    (replaced,) = found.of_kind("replaced")
    assert (replaced.path, replaced.name) == (("all",), "0")
    assert "Each member: `availability_zone` changes from `a` to `b`; `name` changes." in replaced.sentence
    assert ("changed", "resources", "all") in reported(found)
    assert "opens" not in repr(found)
    other = compared(group, changed(("Cinder::Volume", "Cinder::Backup"), base=group))
    assert (
        "Each member: the type changes from `OS::Cinder::Volume` to `OS::Cinder::Backup`. The update replaces"
        in sentences(other, "0")
    )


GROUP = (
    HEAD
    + """\
parameters: {kind: {type: string, default: OS::Heat::RandomString, hidden: true}}
resources:
  all: {type: OS::Heat::ResourceGroup, properties: {count: 3, resource_def: {type: app.yaml, properties: {size: a-1}}}}
"""
)
CHAIN = HEAD + "resources: {all: {type: OS::Heat::ResourceChain, properties: {resources: [OS::Heat::None, %s]}}}\n"


def inside(found):
    """What is reported about the members, without the change of the group."""
    return [change.sentence.removeprefix("In `all`: ").split(". ")[0] for change in found.changes if change.path]


def test_each_member_of_a_group_is_compared():
    plain = GROUP.replace("app.yaml", "OS::Heat::RandomString").replace("size:", "salt:")
    found = compared(plain, plain.replace("a-1", "'a-%index%'"))
    assert inside(found) == [
        "Member `0`: `salt` changes from `a-1` to `a-0`",
        "Member `2`: `salt` changes from `a-1` to `a-2`",
    ]
    found = compared(plain, plain.replace("a-1", "'b-%index%'"))
    assert inside(found) == ["Each member, such as `0`: `salt` changes from `a-1` to `b-0`"]
    found = compared(CHAIN % "OS::Heat::RandomString, OS::Heat::None", CHAIN % "OS::Heat::Value, OS::Heat::Value")
    assert inside(found) == [
        "Member `1`: the type changes from `OS::Heat::RandomString` to `OS::Heat::Value`",
        "Member `2`: the type changes from `OS::Heat::None` to `OS::Heat::Value`",
    ]
    found = compared(CHAIN % "OS::Heat::None, OS::Heat::None", CHAIN % "OS::Heat::Value, OS::Heat::Value")
    assert inside(found) == ["Members `1` and `2`: the type changes from `OS::Heat::None` to `OS::Heat::Value`"]


def test_members_that_are_written_another_way_are_updated_without_a_change():
    plain = GROUP.replace("app.yaml", "OS::Heat::RandomString").replace("size:", "salt:")
    found = compared(plain, plain.replace("salt: a-1", "salt: a-1, length: 32"))
    assert [(change.kind, change.path) for change in found.changes][1:] == [("rewritten", ("all",))]
    assert inside(found) == ["Each member: `length` is written out with the value that it has without that"]


@pytest.mark.parametrize(
    ("size", "inner", "start"),
    [
        ("'a-%index%'", NESTED, "In `all`: In `0`, and similarly in 1 more member: Resource `v`: `size` changes"),
        (
            "a-2",
            NESTED,
            "In `all`: In `0`, and similarly in each other member: Resource `v`: `size` changes from `a-1` to `a-2`.",
        ),
        (
            "'%index%'",
            NESTED.replace("number", "string"),
            "In `all`: In `0`, and similarly in each other member: Resource `v`: ",
        ),
    ],
)
def test_what_changes_inside_several_members_is_reported_for_one(size, inner, start):
    files = {"app.yaml": inner.replace("type: number", "type: string")}
    old, new = (load(GROUP.replace("a-1", each), files) for each in ("a-1", size))
    found = semantic_diff(Side(old), Side(new))
    inside = [change for change in found.changes if len(change.path) > 1]
    assert [(change.path, change.name) for change in inside] == [(("all", "0"), "v")]
    assert inside[0].sentence.startswith(start)


def test_what_changes_inside_some_members_says_how_many():
    inner = NESTED.replace("size: {get_param: size}", "size: 1, name: {get_param: size}").replace("number", "string")
    old, new = (
        load(GROUP.replace("a-1", f"'{each}'"), {"app.yaml": inner}) for each in ("%index%", "1")
    )  # the second member keeps its value
    inside = [change for change in semantic_diff(Side(old), Side(new)).changes if len(change.path) > 1]
    assert [change.sentence for change in inside] == [
        "In `all`: In `0`, and similarly in 1 more member: Resource `v`: `name` changes from `0` to `1`."
    ]


def test_a_hidden_type_of_members_is_not_shown():
    group = GROUP.replace("app.yaml, properties: {size: a-1}", "{get_param: kind}, properties: {salt: a}")
    for old, new in (({}, {"kind": "OS::Heat::Value"}), ({"kind": "Odd::A"}, {"kind": "Odd::B"})):
        assert not {"RandomString", "Value", "Odd"} & set(re.findall(r"\w+", repr(compared(group, group, old, new))))


def test_a_nested_stack_gets_another_file_in_place():
    outer = HEAD + "resources:\n  app: {type: app.yaml, properties: {size: 1}}\n"
    files = {"app.yaml": NESTED, "new.yaml": NESTED.replace("{size: {get", "{name: z, size: {get")}
    found = semantic_diff(Side(load(outer, files)), Side(load(outer.replace("app.yaml", "new.yaml"), files)))
    assert [(change.kind, change.sentence) for change in found.changes] == [
        ("changed", "Resource `app`: its template changes from `app.yaml` to `new.yaml`."),
        ("changed", "In `app`: Resource `v`: `name` is set to `z`."),
    ]
    other = compared(outer.replace("app.yaml", "http://host/a.yaml"), outer.replace("app.yaml", "http://host/b.yaml"))
    assert not other.of_kind("replaced")
    assert compared(outer, outer.replace("app.yaml", "OS::Heat::Value")).of_kind("replaced")


def test_members_of_another_file_are_updated_in_place():
    files = {"app.yaml": NESTED, "new.yaml": NESTED.replace("{size: {get", "{name: z, size: {get")}
    old, new = (load(GROUP.replace("app.yaml", name).replace("a-1", "1"), files) for name in files)
    found = semantic_diff(Side(old), Side(new))
    assert not found.of_kind("replaced")
    assert "In `0`, and similarly in each other member: Resource `v`: `name` is set to `z`." in inside(found)


def test_a_changed_order_is_reported():
    text = (
        HEAD + "resources:\n  a: {type: OS::Heat::None}\n  b: {type: OS::Heat::None}\n  c: {type: OS::Heat::None%s}\n"
    )
    (change,) = compared(text % ", depends_on: a", text % ", depends_on: [b]").changes
    assert (change.kind, change.name) == ("changed", "c")
    assert change.sentence == "Resource `c` now waits for `b` and no longer waits for `a`."
    assert not compared(text % ", depends_on: a", text % ", depends_on: [a]").changes
    gone = compared(
        text % ", depends_on: a", HEAD + "resources: {b: {type: OS::Heat::None}, c: {type: OS::Heat::None}}"
    )
    assert [change.kind for change in gone.changes] == ["removed", "rewritten"]


def test_a_sentence_begins_with_a_capital():
    text = HEAD + "parameters: {p: {type: string%s}}\n"
    (change,) = compared(text % "", text % ", constraints: [{length: {min: 1}}]").changes
    assert change.sentence == (
        "Parameter `p` now must have at least 1 character. The empty string was allowed and is now refused."
    )


CFN = '{"AWSTemplateFormatVersion": "2010-09-09", "Resources": {%s}}'


@pytest.mark.parametrize(
    ("old", "new", "kind", "words"),
    [
        ("a: [", "b: [", "refused", "This is not a template that Heat can read. "),
        (
            CFN % "",
            CFN % '"a": {}',
            "incomparable",
            "This is a CloudFormation template, which cannot be compared. The older",
        ),
        (
            CFN % "",
            BASE,
            "incomparable",
            "The older text is a CloudFormation template, which cannot be compared, so there is",
        ),
        ("a: [", BASE, "incomparable", "The older text is not a template that Heat can read, so there is nothing to"),
    ],
)
def test_texts_that_are_not_templates_differ(old, new, kind, words):
    (change,) = compared(old, new).changes
    assert change.kind == kind
    assert change.sentence.startswith(words)
    assert "nothing to compare with" in change.sentence
    assert not compared(old, old).changes


def test_a_parameter_of_a_nested_template_changes_in_place():
    outer = HEAD + "resources:\n  app: {type: app.yaml, properties: {size: 1}}\n"
    files = {"app.yaml": NESTED}
    found = semantic_diff(Side(load(outer, files)), Side(load(outer.replace("size: 1", "size: 2"), files)))
    assert ("changed", "resources", "app") in reported(found)
    assert [change.path for change in found.changes if change.name == "v"] == [("app",)]


# -- outputs, conditions, the template ---------------------------------------------


def test_outputs_conditions_and_the_version():
    new = changed(
        ("http://host/", "https://host/"),
        ("2021-04-16", "2018-08-31"),
        ("{equals: [{get_param: with_backup}, true]}", "{equals: [{get_param: web_count}, 12]}\n  fresh: true"),
        ("  address:", "  ip:"),
    )
    found = compared(BASE, new)
    assert sentences(found, "url") == "Output `url` changes from `http://host/` to `https://host/`."
    assert sentences(found, "backed_up") == (
        "The definition of condition `backed_up` changes from `{equals: [{get_param: with_backup}, true]}` to "
        "`{equals: [{get_param: web_count}, 12]}`; under these values it is still false."
    )
    assert reported(found) == [
        ("removed", "outputs", "address"),
        ("added", "conditions", "fresh"),
        ("added", "outputs", "ip"),
        ("changed", "template", "heat_template_version"),
        ("changed", "conditions", "backed_up"),
        ("changed", "outputs", "url"),
    ]


def test_labels_groups_and_comments_mean_nothing_to_heat():
    new = changed(
        ("type: number\n", "type: number\n    label: How many\n    description: Web servers\n"),
        ("parameters:\n", "# more\ndescription: A service\nparameter_groups: [{parameters: [flavor]}]\nparameters:\n"),
        ("  url: {value", "  url: {description: Where it is, value"),
    )
    found = compared(BASE, new)
    assert found == hotcore.SemanticDiff()
    found = compared(BASE, changed(("flavor: {get_param: flavor}", "flavor: small")))
    assert (found.changes, found.written_alike) == ((), False)


def test_new_errors_are_reported():
    found = compared(BASE, changed(("{get_resource: net}", "{get_resource: nett}")))
    assert found.changes[0].kind == "refused"
    assert "There is no resource" in found.changes[0].sentence
    assert [change.kind for change in compared(BASE, "a: [").changes] == ["refused"]
    assert [change.kind for change in compared("a: [", BASE).changes] == ["incomparable"]
    assert compared("a: [", "a: [").changes == ()


def test_fixed_errors_are_reported():
    found = compared(BASE, BASE, {"web_count": 99}, {"web_count": 3})
    words = sentences(found, "")
    assert words == "Before this change, Heat refused the value of `web_count`: The maximum is 12."
    assert compared(BASE, BASE, {"web_count": 99}, {"web_count": 99}).changes == ()


def test_hidden_values_are_never_shown():
    new = changed(
        ("opensesame", "swordfish"),
        ("'http://host/', params: {x: y}", "'http://h/x', params: {x: {get_param: secret}}"),
    )
    for found in (compared(BASE, new), compared(BASE, new, {"secret": "first-one"}, {"secret": "second-one"})):
        words = repr(found)
        for value in ("opensesame", "swordfish", "first-one", "second-one", MASK):
            assert value not in words
        assert "`user_data` changes" in sentences(found, "db")


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_hostile_declarations_are_compared(data):
    odd = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(10**30), 10**30),
        st.floats(),
        st.sampled_from(["", "(", "(a+)+$", "x" * 3000, "\ud800", "1e400"]),
        st.lists(st.floats(), max_size=3),
        st.dictionaries(st.sampled_from(["a", "min"]), st.integers(), max_size=2),
    )
    limits = st.dictionaries(st.sampled_from(["min", "max", "step", "offset"]), odd, max_size=2)
    constraint = st.one_of(
        st.tuples(st.sampled_from(["range", "length", "modulo"]), limits),
        st.tuples(st.just("allowed_values"), st.lists(odd, max_size=4)),
        st.tuples(st.sampled_from(["allowed_pattern", "custom_constraint"]), odd),
    ).map(lambda pair: {pair[0]: pair[1]})
    body = st.fixed_dictionaries(
        {"type": st.sampled_from(["string", "number", "boolean", "json", "comma_delimited_list"])},
        optional={"default": odd, "constraints": st.lists(constraint, max_size=3), "hidden": odd, "immutable": odd},
    )
    old, new = (f"{HEAD}parameters: {json.dumps({'p': data.draw(body)})}\n" for _ in range(2))
    found = compared(old, new, {"p": data.draw(odd)}, {"p": data.draw(odd)}, saved={"s": {"p": data.draw(odd)}})
    assert all(change.sentence.strip() for change in found.changes)


def test_a_large_template_is_compared_in_time():
    resources = "".join(f"  r{number}: {{type: OS::Heat::Value, properties: {{value: x}}}}\n" for number in range(3000))
    declared_so = "{type: string, constraints: [{length: {max: 9}}]}"
    parameters = "".join(f"  p{number}: {declared_so}\n" for number in range(900))
    old = f"{HEAD}parameters:\n{parameters}resources:\n{resources}"
    with within(30):
        found = compared(old, old.replace("max: 9", "max: 8").replace("  r", "  s"), saved={"s": {"p1": "x" * 9}})
    assert found.count("refused", "parameters") == 900
    assert found.count("added", "resources") == 3000


def test_what_is_deep_in_a_value_is_not_evaluated_at_each_level():
    texts = []
    for end in "xy":
        value = [*({"get_attr": ["r", "value"]} for _ in range(2000)), end]
        for _ in range(40):
            value = {"deep": value}
        texts.append(
            json.dumps(
                {"r": {"type": "OS::Heat::Value"}, "s": {"type": "OS::Heat::Value", "properties": {"value": value}}}
            )
        )
    old, new = (load(f"{HEAD}resources: {text}\n") for text in texts)
    times = [process_time()]
    for work in (lambda: [hotcore.preview(each) for each in (old, new)], lambda: semantic_diff(Side(old), Side(new))):
        found = work()
        times.append(process_time())
    assert [change.name for change in found.changes] == ["s"]
    assert times[2] - times[1] < 20 * (times[1] - times[0])


# -- properties of every comparison --------------------------------------------------


def values_at_random(template, chance):
    """Random values for some of the parameters; many are refused."""
    tried = [None, True, False, 3, "a", "", "x" * 9, ["a"], {"a": 1}, "true"]
    given = {}
    for name, parameter in template.parameters.items():
        if chance.random() < 0.5:
            value = unlike(parameter, (name,), []) if chance.random() < 0.5 else chance.choice(tried)
            given[name] = value
    return given


@needs_corpus
@pytest.mark.parametrize(("name", "text"), corpus_texts(), ids=lambda value: value if len(value) < 100 else "")
def test_a_template_does_not_differ_from_itself(name, text):
    old, new, chance = load(text), load(text), random.Random(name)
    for values in ({}, values_at_random(old.template, chance) if old.template else {}):
        found = semantic_diff(Side(old, values), Side(new, values))
        assert found == hotcore.SemanticDiff()


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(odd_templates, given_values)
def test_an_odd_template_does_not_differ_from_itself(text, values):
    assert compared(text, text, values).changes == ()


@pytest.mark.long
@settings(max_examples=100, deadline=None)
@given(odd_templates, odd_templates, given_values)
def test_what_one_way_adds_the_other_way_removes(old, new, values):
    there, back = compared(old, new, values), compared(new, old, values)
    assert len(repr(there)) < 200_000
    for section in ("conditions", "outputs", "resources"):
        assert names_of(there, "added", section) == names_of(back, "removed", section)
        assert names_of(there, "removed", section) == names_of(back, "added", section)


def names_of(found, kind, section):
    return {change.name for change in found.of_kind(kind) if change.section == section}


@settings(max_examples=60, deadline=None)
@given(test_reachability.templates(), st.data())
def test_changed_conditions_are_those_that_change_in_a_preview(text, data):
    one, other = (
        {name: data.draw(st.sampled_from(tried)) for name, (_, tried) in test_reachability.PARAMETERS.items()}
        for _ in range(2)
    )
    document = load(text)
    found = semantic_diff(Side(document, one), Side(document, other))
    before, after = (test_reachability.outcomes(document, values) for values in (one, other))
    changed_names = {change.name for change in found.changes if change.section == "conditions"}
    assert changed_names == {name for name in before if before[name] is not after[name]}


@needs_corpus
def test_comments_labels_and_descriptions_of_real_templates_mean_nothing():
    chance = random.Random(5)
    for name, text in chance.sample(corpus_texts(), 25):
        draft = Draft(text)
        plain = draft.plain()
        for parameter in list(plain.get("parameters") or {})[:2]:
            draft.set(("parameters", parameter, "label"), "Words: of somebody")
        draft.set(("description",), "".join(chance.choices(ascii_lowercase, k=9)))
        assert compared(text, "# a comment\n" + draft.text) == hotcore.SemanticDiff(), name


@pytest.mark.parametrize(
    "kind",
    ["OS::Neutron::Port", "OS::Cinder::Volume", "OS::Nova::Server", "OS::Neutron::Subnet", "OS::Heat::RandomString"],
)
def test_the_catalogue_decides_between_update_in_place_and_replacement(kind):
    """For every property that takes any string or number."""
    resource = shipped_catalogue().find(kind)
    for name, schema in resource.properties.items():
        if schema.type not in ("string", "integer", "number", "boolean") or name in POLICIES.get(kind, ()):
            continue
        one, other = ("true", "false") if schema.type == "boolean" else ("1", "2")
        text = f"{HEAD}resources: {{a: {{type: '{kind}', properties: {{{name}: {one}}}}}}}\n"
        found = compared(text, text.replace(f"{name}: {one}", f"{name}: {other}"))
        changes = {change.kind for change in found.changes if change.section == "resources"}
        assert changes == {"refused" if schema.immutable else "changed" if schema.update_allowed else "replaced"}, name


@pytest.mark.parametrize(
    ("was", "now", "same"),
    [
        ("{equals: [{get_param: p}, x]}", "false", False),
        (
            "{or: [{equals: [{get_param: p}, x]}, {equals: [{get_param: p}, y]}]}",
            "{equals: [{get_param: p}, y]}",
            False,
        ),
        ("{not: {not: {equals: [{get_param: p}, x]}}}", "{equals: [{get_param: p}, x]}", True),
    ],
)
def test_what_only_the_older_condition_tests_counts(was, now, same):
    old, new = (
        f"{HEAD}parameters: {{p: {{type: string, default: q}}}}\n"
        f"conditions: {{c: {condition}, other: {{equals: [{{get_param: p}}, y]}}}}\n"
        "resources: {r: {type: OS::Heat::None, condition: c}}\n"
        for condition in (was, now)
    )
    assert ("The definition of condition" in sentences(compared(old, new), "c")) is not same


def test_very_many_changed_conditions_are_reported_in_time():
    parameters = "".join(f"  p{number}: {{type: string, default: a}}\n" for number in range(400))
    old, new = (
        f"{HEAD}parameters:\n{parameters}conditions:\n"
        + "".join(f"  c{number}: {{equals: [{{get_param: p{number}}}, {value}]}}\n" for number in range(400))
        for value in "bc"
    )
    with within(1.5):
        assert len(compared(old, new).changes) == 400


def test_one_long_pattern_of_very_many_parameters_is_read_once():
    pattern = "{allowed_pattern: '(x|[a-f]{400}[0-9]{2})'}"
    old, new = (
        f"{HEAD}parameters:\n"
        + "".join(
            f"  p{number}: {{type: string, constraints: [{pattern}, {{length: {{max: {most}}}}}]}}\n"
            for number in range(500)
        )
        for most in (1, 0)
    )
    with within(1.5):
        assert len(compared(old, new).changes) == 500


def test_the_same_template_under_other_environments():
    text = HEAD + "parameters: {a: {type: string, default: x}, b: {type: string, hidden: true, default: q}}\n"
    text += "conditions: {c: {equals: [{get_param: a}, y]}}\n"
    text += "resources:\n  r: {type: OS::Heat::None, condition: c}\n  s: {type: My::T}\n"
    files = {"n.yaml": HEAD + "resources: {k: {type: OS::Heat::None}}\n"}
    one = "resource_registry: {'My::T': OS::Heat::None}\n"
    other = "parameters: {a: y, b: geheim}\nresource_registry: {'My::T': n.yaml}\n"
    sides = [
        Side(load(text, files), environments=[read_environment(each, f"{at}.yaml")])
        for at, each in enumerate((one, other, f"# spaced\n\n{one}"))
    ]
    found = semantic_diff(sides[0], sides[1])
    assert [change.sentence for change in found.changes] == [
        "Resource `s`: its type changes from `OS::Heat::None` to `n.yaml`. The update replaces the resource.",
        "Resource `r` will be created because `c` is true.",
        "Parameter `a` changes from `x` to `y`.",
        "Parameter `b` changes.",
        "Condition `c` is now true, was false.",
    ]
    assert not found.written_alike
    same = semantic_diff(sides[0], sides[2])
    assert (same.changes, same.written_alike) == ((), True)


@pytest.mark.parametrize(
    ("kind", "older", "newer", "rest"),
    [
        ("OS::Neutron::FloatingIP", "floating_network_id", "floating_network", ""),
        ("OS::Neutron::Port", "network_id", "network", ""),
        ("OS::Neutron::RouterInterface", "router_id", "router", ", subnet: s"),
    ],
)
def test_a_value_under_a_retired_name_changes_like_any_other(kind, older, newer, rest):
    text = HEAD + f"resources: {{a: {{type: '{kind}', properties: {{%s: %s{rest}}}}}}}\n"
    (change,) = compared(text % (older, "one"), text % (older, "two")).changes
    assert change.kind == "replaced"
    assert f"`{older}` changes from `one` to `two`." in change.sentence
    (moved,) = compared(text % (older, "one"), text % (newer, "two")).changes
    assert f"`{newer}` changes from `one` to `two`." in moved.sentence
    (back,) = compared(text % (newer, "one"), text % (older, "two")).changes
    assert f"`{older}` changes from `one` to `two`." in back.sentence


def test_pseudo_parameters_of_the_stack_are_not_made_up():
    text = HEAD + "outputs: {o: {value: %s}}\n"
    (change,) = compared(text % "x", text % "{get_param: 'OS::stack_id'}").changes
    assert (change.sure, change.sentence) == (
        False, "Output `o` may change from `x` to `{get_param: OS::stack_id}`.",
    )  # fmt: skip
    joined = "{list_join: ['-', [{get_param: 'OS::stack_name'}, %s]]}"
    (change,) = compared(text % (joined % "a"), text % (joined % "b")).changes
    assert change.sure
    assert "`{get_param: OS::stack_name}-a` to `{get_param: OS::stack_name}-b`" in change.sentence
