"""Random templates and values, for tests that search for unexpected failures."""

import json

from hypothesis import strategies as st

from hotcore.function_registry import CONDITIONS, function_names
from hotcore.versions import VERSIONS

PARAMETERS = ("name", "count", "flag", "data", "items")
TYPES = ("string", "number", "boolean", "json", "comma_delimited_list")
RESOURCES = ("server", "port", "volume")
CONDITION_NAMES = ("wanted", "other", "third")
ODD_TEXTS = ("", " ", "$x", "<%i%>", "a,b", "{}", "[1]", "null", "0", "1.5", "é😀", "\ud800", "%", "a/b", "x" * 50)

names = st.sampled_from((*PARAMETERS, *RESOURCES, *CONDITION_NAMES, "nowhere", "OS::stack_name"))
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 70_000),
    st.floats(allow_nan=True),
    st.text(max_size=5),
    st.sampled_from(ODD_TEXTS),
    names,
)
FUNCTIONS = tuple(sorted({name for version in VERSIONS for name in function_names(version)}))
CONDITION_FUNCTIONS = tuple(sorted({name for version in VERSIONS for name in function_names(version, CONDITIONS)}))
ARGUMENTS = (
    "template", "params", "for_each", "permutations", "expression", "data", "keys", "values", "scheme", "host", "port",
    "path", "query", "fragment", "username", "password",
)  # fmt: skip


def _compound(inner):
    argument = st.one_of(
        inner,
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(ARGUMENTS), inner, max_size=4),
    )
    return st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(("a", "b", "$x")), st.text(max_size=3)), inner, max_size=3),
        st.tuples(st.sampled_from(FUNCTIONS + CONDITION_FUNCTIONS), argument).map(lambda pair: {pair[0]: pair[1]}),
        st.sampled_from(PARAMETERS).map(lambda name: {"get_param": name}),
        st.tuples(st.sampled_from(RESOURCES), scalars).map(lambda pair: {"get_attr": list(pair)}),
    )


values = st.recursive(scalars, _compound, max_leaves=12)

_parameter = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES)},
    optional={
        "default": scalars,
        "hidden": st.booleans(),
        "label": scalars,
        "constraints": st.lists(
            st.one_of(
                st.just({"length": {"max": 5}}),
                st.just({"range": {"min": 0}}),
                st.just({"allowed_pattern": "[a-z]*"}),
                st.lists(scalars, max_size=3).map(lambda listed: {"allowed_values": listed}),
                st.just({"modulo": {"step": 2, "offset": 0}, "description": "Even numbers only"}),
                st.just({"custom_constraint": "ip_addr"}),
            ),
            max_size=2,
        ),
    },
)
_resource = st.fixed_dictionaries(
    {"type": st.one_of(st.just("OS::Heat::Value"), scalars)},
    optional={
        "properties": st.one_of(st.dictionaries(st.sampled_from(("p", "q")), values), values),
        "metadata": values,
        "depends_on": st.one_of(names, st.lists(names, max_size=3), scalars),
        "condition": values,
        "deletion_policy": values,
        "update_policy": values,
        "external_id": values,
    },
)
_sections = st.fixed_dictionaries(
    {"heat_template_version": st.sampled_from([version.date for version in VERSIONS])},
    optional={
        "description": scalars,
        "parameters": st.dictionaries(st.sampled_from(PARAMETERS), _parameter, max_size=5),
        "parameter_groups": st.lists(
            st.fixed_dictionaries({}, optional={"label": scalars, "parameters": st.lists(names, max_size=3)}),
            max_size=2,
        ),
        "conditions": st.dictionaries(st.sampled_from(CONDITION_NAMES), values, max_size=3),
        "resources": st.dictionaries(st.sampled_from(RESOURCES), st.one_of(_resource, values), max_size=3),
        "outputs": st.dictionaries(
            st.sampled_from(("one", "two")),
            st.one_of(st.fixed_dictionaries({"value": values}, optional={"condition": values}), values),
            max_size=2,
        ),
    },
)
templates = _sections.map(json.dumps)
"""Texts of templates that are right in most of their parts."""

given_values = st.dictionaries(st.sampled_from((*PARAMETERS, "nowhere")), st.one_of(scalars, values), max_size=5)
