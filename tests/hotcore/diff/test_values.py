"""What a semantic diff says about the insides of values."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotcore import Side, load, semantic_diff
from hotcore.cli.render_diff import render_semantic_diff, semantic_diff_as_data
from hotcore.diff.alignment import Alignment
from hotcore.diff.text_lines import MOST_LINES, line_difference
from hotcore.diff.value_paths import MOST_PARTS, ValueComparison, path_text
from tests.pace import within

HEAD = "heat_template_version: 2021-04-16\n"
WAITING = (
    HEAD
    + """\
parameters: {image: {type: string}, tls: {type: boolean}}
conditions: {tls_on: {get_param: tls}}
resources: {base: {type: OS::TripleO::Base}, other: {type: OS::TripleO::Base}}
outputs: {role_data: {value: %s}}
"""
)


def told(old, new):
    """The places of the only change between two values of an output that wait for other parts, with what happens."""
    (change,) = semantic_diff(*(Side(load(WAITING % value)) for value in (old, new))).changes
    return [detail.sentence for detail in change.details]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "{docker_config: {step_1: {image: a, env: {get_attr: [base, env]}}}}",
            "{docker_config: {step_1: {image: b, env: {get_attr: [base, env]}}}}",
            ["Output `role_data`: `docker_config.step_1.image` changes from `a` to `b`."],
        ),
        (
            "{a: {get_param: image}, b: 1}",
            "{a: {get_param: image}, c: [1]}",
            ["`c` is set to `[1]`.", "`b` is removed, was `1`."],
        ),
        (
            "{map_merge: [{get_attr: [base, config]}, {net: host, user: root}]}",
            "{map_merge: [{get_attr: [base, config]}, {net: none, user: root}]}",
            ["Output `role_data`: `net` changes from `host` to `none`."],
        ),
        (
            "{map_merge: [{net: host}, {get_attr: [base, config]}]}",
            "{map_merge: [{net: none}, {get_attr: [base, config]}]}",
            ["Output `role_data`: `net` may change from `host` to `none`."],
        ),
        (
            "{a: {map_merge: [{get_attr: [base, config]}, {x: 1}]}}",
            "{a: {map_merge: [{get_attr: [base, config]}, {get_attr: [other, config]}, {x: 1}]}}",
            ["Output `role_data`: `a` now includes `{get_attr: [other, config]}`."],
        ),
        (
            "{volumes: {list_concat: [{get_attr: [base, volumes]}, [/a, /b]]}}",
            "{volumes: {list_concat: [{get_attr: [base, volumes]}, [/a, /c, /d, /b]]}}",
            ["`volumes[*]` is added: `/c`.", "`volumes[*]` is added: `/d`."],
        ),
        (
            "{if: [tls_on, {port: 443, to: {get_attr: [base, to]}}, {port: 80}]}",
            "{if: [tls_on, {port: 8443, to: {get_attr: [base, to]}}, {port: 80}]}",
            ["Output `role_data`: `port` may change from `443` to `8443`."],
        ),
        (
            "{url: {list_join: ['', ['http://', {get_attr: [base, ip]}, '/v1']]}}",
            "{url: {list_join: ['', ['https://', {get_attr: [base, ip]}, '/v1']]}}",
            ["Output `role_data`: `url` changes from `http://{get_attr: [base, ip]}/v1` to `https://"],
        ),
        (
            "{get_attr: [base, ip]}",
            "{get_attr: [other, ip]}",
            ["Output `role_data` may change from `{get_attr: [base, ip]}` to `{get_attr: [other, ip]}`."],
        ),
        (
            "{x: {get_attr: [base, ip]}}",
            "{x: 10.0.0.1}",
            ["Output `role_data`: `x` may change from `{get_attr: [base, ip]}` to `10.0.0.1`."],
        ),
        (
            "{x: {yaql: {expression: $.data.a, data: {a: 1, b: {get_attr: [base, ip]}}}}}",
            "{x: {yaql: {expression: $.data.a, data: {a: 2, b: {get_attr: [base, ip]}}}}}",
            ["Output `role_data`: `x.yaql.data.a` may change from `1` to `2`."],
        ),
    ],
)  # fmt: skip
def test_what_is_constant_is_compared_beside_what_is_pending(old, new, said):
    places = told(old, new)
    if len(places) == 1:
        (change,) = semantic_diff(*(Side(load(WAITING % value)) for value in (old, new))).changes
        places = [change.sentence]
    assert len(places) == len(said)
    for place, start in zip(places, said, strict=True):
        assert place.startswith(start)


@pytest.mark.parametrize(
    ("function", "old", "new", "said"),
    [
        ("Fn::GetAZs", "x", "y", "`[1].Fn::GetAZs` may change from `x` to `y`."),
        ("get_resource", "base", "other", "`[1]` changes from `{get_resource: base}` to `{get_resource: other}`."),
        (
            "resource_facade", "metadata", "update_policy",
            "`[1]` may change from `{resource_facade: metadata}` to `{resource_facade: update_policy}`.",
        ),
    ],
)  # fmt: skip
def test_what_means_nothing_alone_is_told_with_its_call(function, old, new, said):
    text = WAITING.replace("2021-04-16", "2013-05-23").replace("conditions: {tls_on: {get_param: tls}}\n", "")
    sides = (Side(load(text % f"[{{get_attr: [base, a]}}, {{'{function}': {name}}}]")) for name in (old, new))
    (change,) = semantic_diff(*sides).changes
    assert change.sentence == f"Output `role_data`: {said}"


def test_items_keep_their_names_where_others_come_and_go():
    old = "[{name: stop, run: a}, {name: start, run: {get_attr: [base, b]}}, {name: check, run: c}]"
    new = "[{name: start, run: {get_attr: [base, b]}, when: x}, {name: test, run: t}, {name: check, run: c}]"
    assert told(old, new) == [
        "`[0]` is removed, was `{name: stop, run: a}`.",
        "`[0].when` is set to `x`.",
        "`[1]` is added: `{name: test, run: t}`.",
    ]


def with_server(script, params="{$ip: {get_attr: [ip, floating_ip_address]}}"):
    return load(
        HEAD
        + "parameters: {password: {type: string, hidden: true, default: hunter22}}\n"
        + "resources:\n  ip: {type: OS::Neutron::FloatingIP, properties: {floating_network: public}}\n  web:\n"
        + "    type: OS::Nova::Server\n    properties:\n      flavor: m1\n      user_data_update_policy: IGNORE\n"
        + f"      user_data: {{str_replace: {{params: {params}, template: {json.dumps(script)}}}}}\n"
    )


def test_the_lines_of_a_script_that_differ_are_shown():
    script = "#!/bin/sh\n" + "".join(f"echo {number}\n" for number in range(40)) + "echo $ip\n"
    old, new = with_server(script), with_server(script.replace("echo 20\n", "echo twenty\necho more\n"))
    (change,) = semantic_diff(Side(old), Side(new)).changes
    assert change.sentence == "Resource `web`: `user_data` changes."
    assert change.details[0].lines == (
        "…", "  echo 19", "- echo 20", "+ echo twenty", "+ echo more", "  echo 21", "…",
    )  # fmt: skip
    (change,) = semantic_diff(Side(old), Side(with_server(script, "{$ip: {get_attr: [ip, show]}}"))).changes
    assert "`user_data.params.$ip` may change from" in change.sentence


def test_the_lines_of_a_script_do_not_show_what_is_hidden():
    params = "{$ip: x, $password: {get_param: password}}"
    script = "#!/bin/sh\nlogin $password\necho one\n"
    old, new = with_server(script, params), with_server(script.replace("one", "two"), params)
    (change,) = semantic_diff(Side(old), Side(new)).changes
    assert "- echo one" in change.details[0].lines
    assert "hunter22" not in repr(change)
    assert "old" not in change.details[0].values


def test_defaults_and_given_values_are_compared_by_their_parts():
    text = HEAD + "parameters: {p: {type: json, default: %s}, l: {type: comma_delimited_list, default: '%s'}}\n"
    long = {f"key{number}": "a value" for number in range(9)}
    old, new = (
        text % (json.dumps(long), "a,b"),
        text % (json.dumps(long | {"key3": "b"}), ",".join(map(str, range(40)))),
    )
    one, other = semantic_diff(Side(load(old)), Side(load(new))).changes
    assert one.sentence == "The default of parameter `p`: `key3` changes from `a value` to `b`."
    assert other.sentence == "The default of parameter `l` changes in 42 places."
    (change, *_) = semantic_diff(Side(load(old), {"p": long}), Side(load(old), {"p": long | {"key4": "c"}})).changes
    assert change.sentence == "Parameter `p`: `key4` changes from `a value` to `c`."


@pytest.mark.parametrize("hidden", ["old", "new"])
def test_no_part_of_a_hidden_value_is_told(hidden):
    text = HEAD + "parameters: {p: {type: json, hidden: %s, default: {a: s3cret1, b: %s}}}\n"
    text += "resources: {v: {type: OS::Heat::Value, properties: {value: [{get_param: p}, {k: {get_param: [p, b]}}]}}}\n"
    old, new = text % (str(hidden == "old").lower(), "s3cret2"), text % (str(hidden == "new").lower(), "s3cret3")
    values = {"p": {"a": "s3cret4", "b": "s3cret5"}}, {"p": {"a": "s3cret6", "b": "s3cret7"}}
    for both in (({}, {}), values):
        found = semantic_diff(*(Side(load(each), value) for each, value in zip((old, new), both, strict=True)))
        printed = repr([change for change in found.changes if change.section == "parameters"])
        assert "s3cret" not in printed


def test_a_long_line_is_shown_around_its_difference():
    one = "a" * 500 + "-old-" + "b" * 500
    lines = line_difference(one, one.replace("old", "new"), Alignment())
    assert [line[0] for line in lines] == ["-", "+"]
    assert "-old-" in lines[0]
    assert "-new-" in lines[1]
    assert all(len(line) < 200 for line in lines)


def test_a_large_difference_is_cut_off_and_says_so():
    old, new = ("\n".join(f"{word} {number}" for number in range(100)) for word in ("one", "two"))
    lines = line_difference(old, new, Alignment())
    assert len(lines) == MOST_LINES
    assert lines[-1] == f"… {200 - MOST_LINES + 1} more lines"
    values = [HEAD + f"outputs: {{o: {{value: {json.dumps([[word, at] for at in range(500)])}}}}}" for word in "ab"]
    (change,) = semantic_diff(*(Side(load(text)) for text in values)).changes
    assert change.sentence == f"Output `o` changes in more than {MOST_PARTS} places."
    assert len(change.details) == MOST_PARTS
    assert render_semantic_diff(semantic_diff(*(Side(load(text)) for text in values))).endswith("180 more\n")


@pytest.mark.parametrize("kind", ["lists", "texts"])
def test_values_that_repeat_themselves_are_compared_in_time(kind):
    def template(word):
        lines = [word if at % 2 else "same" for at in range(199)]
        value = json.dumps(lines if kind == "lists" else "\n".join(lines))
        body = "".join(f"  v{at}: {{type: OS::Heat::Value, properties: {{value: {value}}}}}\n" for at in range(200))
        return Side(load(HEAD + "resources:\n" + body))

    sides = template("a"), template("b")
    with within(4):
        found = semantic_diff(*sides)
        semantic_diff_as_data(found)
        render_semantic_diff(found)
    assert len(found.changes) == 200


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (("a", 0, "b"), "a[0].b"),
        (("volumes", None), "volumes[*]"),
        (("hiera::key", "a.b"), "hiera::key['a.b']"),
        (("a b",), "['a b']"),
        ((2,), "[2]"),
    ],
)
def test_paths_are_written_as_people_do(path, text):
    assert path_text(path) == text


SCALARS = st.one_of(st.none(), st.booleans(), st.integers(0, 3), st.sampled_from(["a", "b", "x\ny"]))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.sampled_from(["name", "k", "a.b", "c"]), inner, max_size=4)
    ),
    max_leaves=15,
)


def rebuilt(value, parts):
    """A value after the changes of its parts."""
    whole = [part for part in parts if not part.path]
    if whole:
        return whole[0].now
    if isinstance(value, dict):
        keys = dict.fromkeys([*value, *(part.path[0] for part in parts)])
        members = {key: _member(value.get(key), key, parts) for key in keys}
        return {key: member[0] for key, member in members.items() if member}
    if not isinstance(value, list):
        return value
    gone = {part.path[0] for part in parts if part.kind == "removed" and len(part.path) == 1}
    added = {part.path[0]: part.now for part in parts if part.kind == "added" and len(part.path) == 1}
    left = [item for at, item in enumerate(value) if at not in gone]
    items = []
    for at in range(len(left) + len(added)):
        inner = [part for part in parts if part.path[0] == at and (len(part.path) > 1 or part.kind == "changed")]
        items.append(added[at] if at in added else rebuilt(left.pop(0), [_below(part) for part in inner]))
    return items


def _member(value, key, parts):
    inner = [part for part in parts if part.path[0] == key]
    own = next((part for part in inner if len(part.path) == 1), None)
    if own is not None:
        return [] if own.kind == "removed" else [own.now]
    return [rebuilt(value, [_below(part) for part in inner])]


def _below(part):
    return type(part)(part.kind, part.path[1:], part.was, part.now, part.sure)


@settings(max_examples=400, deadline=None)
@given(VALUES, VALUES)
def test_the_parts_that_differ_make_one_value_of_the_other(was, now):
    parts = ValueComparison().parts(was, now)
    assert all(repr(part.was) != repr(part.now) for part in parts if part.kind == "changed")
    assert rebuilt(was, parts) == now
    assert bool(parts) == (was != now)
