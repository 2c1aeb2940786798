"""Templates with environment files: values of all types merged in all ways, registries, and mistakes."""

import json

from hypothesis import strategies as st

HEAD = "heat_template_version: 2021-04-16\n"
PARAMETERS = {
    "s": {"type": "string", "default": "x"},
    "n": {"type": "number", "default": 1},
    "l": {"type": "comma_delimited_list", "default": "a"},
    "j": {"type": "json", "default": {}},
    "b": {"type": "boolean", "default": True},
    "c": {"type": "string", "default": "abc", "constraints": [{"length": {"max": 4}}]},
}
TYPES = ["OS::Neutron::Net", "OS::Neutron::Router", "OS::Heat::RandomString", "My::Server", "My::Other", "Your::Thing"]
FILES = {"a.yaml": HEAD + "parameters: {t: {type: string, default: y}}\n", "b.template": HEAD}

texts = st.sampled_from(["", "a", "b,c", "12", "true", "on", "{}", '{"a": {"b": 1}}', "[1]", "long text"])
plain = st.one_of(texts, st.none(), st.booleans(), st.integers(0, 3), st.floats(0, 2))
values = st.recursive(
    plain,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(["a", "b", "c"]), inner, max_size=3)
    ),
    max_leaves=5,
)
fitting = {
    "s": texts,
    "n": st.one_of(st.integers(0, 9), st.sampled_from(["1", "2"])),
    "l": st.one_of(texts, st.lists(texts, max_size=3)),
    "j": st.dictionaries(st.sampled_from(["a", "b", "c"]), values, max_size=3),
    "b": st.sampled_from([True, False, "on", "off"]),
    "c": st.sampled_from(["a", "ab", "abcd"]),
}
names = st.sampled_from([*PARAMETERS, *PARAMETERS, "t", "nobody"])
strategies = st.sampled_from(["overwrite", "merge", "merge", "deep_merge", "deep_merge", "merged", 1, None])


@st.composite
def _given(draw):
    chosen = draw(st.lists(names, max_size=4, unique=True))
    return {name: draw(fitting[name] if name in fitting and draw(st.integers(0, 4)) else values) for name in chosen}


patterns = st.one_of(
    st.sampled_from(TYPES), st.sampled_from(["OS::*", "OS::Neutron::*", "My::*", "*", "OS::Neutron*", "a.yaml"])
)
targets = st.one_of(
    st.sampled_from(TYPES),
    st.sampled_from(["a.yaml", "b.template", "missing.yaml", "OS::*", "My::*", "x.yml", "", None]),
)
odd = st.one_of(st.integers(0, 3), st.lists(st.just("a"), max_size=1), st.just({"a": "b"}))
hooks = st.one_of(
    st.sampled_from(["pre-create", "post-update", "pre-delete", "before", None]),
    st.lists(st.sampled_from(["pre-create", "pre-update", "post-create", "after"]), max_size=2),
)
actions = st.one_of(st.sampled_from(["update", "replace", "delete"]), st.lists(st.sampled_from(["update", "replace"])))


@st.composite
def _overrides(draw):
    found = dict(draw(st.lists(st.tuples(patterns, targets), max_size=2)))
    if draw(st.booleans()):
        found["hooks"] = draw(hooks)
    if draw(st.booleans()):
        found["restricted_actions"] = draw(actions)
    if not draw(st.integers(0, 5)):
        found["inner"] = {"hooks": "pre-create", "OS::Neutron::Net": "My::Other"}
    return found


@st.composite
def _registry(draw):
    found = dict(draw(st.lists(st.tuples(patterns, targets), max_size=4)))
    if not draw(st.integers(0, 9)):
        found[draw(patterns)] = draw(odd)
    if draw(st.booleans()):
        resources = st.sampled_from(["web", "disk", "w*", "*", "d?sk", "other"])
        found["resources"] = draw(st.dictionaries(resources, _overrides(), max_size=3))
        if not draw(st.integers(0, 15)):
            found["resources"] = draw(st.sampled_from([{}, "text", {"web": "OS::Neutron::Net"}, {"web": None}]))
    return found


sinks = st.lists(st.sampled_from([{"type": "zaqar-queue", "target": "q"}, {"type": "zaqar"}, "text"]), max_size=1)


@st.composite
def _environment(draw):
    found = {}
    for section, strategy, often in (
        ("parameters", _given(), 8),
        ("parameter_defaults", _given(), 4),
        (
            "parameter_merge_strategies",
            st.dictionaries(st.one_of(names, st.just("default")), strategies, max_size=3),
            6,
        ),
        ("resource_registry", _registry(), 5),
        ("event_sinks", sinks, 1),
        ("encrypted_param_names", st.lists(st.just("s"), max_size=1), 1),
    ):
        if draw(st.integers(1, 10)) <= often:
            found[section] = draw(strategy)
    if not draw(st.integers(0, 30)):
        found[draw(st.sampled_from([*found, "paramters", "event_sinks"]))] = draw(
            st.sampled_from([None, [], "", "text", ["a"], 5])
        )
    return json.dumps(found)


@st.composite
def environment_cases(draw):
    """A case of `tests.parity.environments`."""
    kinds = draw(st.lists(st.sampled_from([*TYPES[:3], *TYPES]), min_size=1, max_size=2))
    resources = {name: {"type": kind} for name, kind in zip(("web", "disk"), kinds, strict=False)}
    template = {"heat_template_version": "2021-04-16", "parameters": PARAMETERS, "resources": resources}
    return {
        "template": json.dumps(template),
        "files": FILES,
        "environments": draw(st.lists(_environment(), min_size=1, max_size=3)),
    }
