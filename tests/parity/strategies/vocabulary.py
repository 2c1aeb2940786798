"""The words that generated templates are made of: versions, functions, values of ordinary and of odd kinds."""

from typing import Any

VERSIONS = (
    "2021-04-16",
    "2018-08-31",
    "2018-03-02",
    "2017-09-01",
    "2017-02-24",
    "2016-10-14",
    "2016-04-08",
    "2015-10-15",
    "2015-04-30",
    "2014-10-16",
    "2013-05-23",
)
RELEASES = {
    "wallaby": "2021-04-16",
    "rocky": "2018-08-31",
    "queens": "2018-03-02",
    "pike": "2017-09-01",
    "ocata": "2017-02-24",
    "newton": "2016-10-14",
}
SINCE = {
    "repeat": "2015-04-30",
    "digest": "2015-04-30",
    "str_split": "2015-10-15",
    "map_merge": "2016-04-08",
    "map_replace": "2016-10-14",
    "yaql": "2016-10-14",
    "if": "2016-10-14",
    "str_replace_strict": "2017-02-24",
    "filter": "2017-02-24",
    "list_concat": "2017-09-01",
    "list_concat_unique": "2017-09-01",
    "contains": "2017-09-01",
    "make_url": "2017-09-01",
    "str_replace_vstrict": "2017-09-01",
}
"""When a function came that the first version does not have."""

CONDITIONS_SINCE = "2016-10-14"
LEGACY = (
    "Ref",
    "Fn::GetAZs",
    "Fn::Select",
    "Fn::Join",
    "Fn::Split",
    "Fn::Replace",
    "Fn::Base64",
    "Fn::MemberListToMap",
    "Fn::ResourceFacade",
)
FUNCTIONS = (
    *SINCE,
    *LEGACY,
    "get_param",
    "get_attr",
    "get_resource",
    "get_file",
    "list_join",
    "str_replace",
    "resource_facade",
    "equals",
    "not",
    "and",
    "or",
)
TYPES = ("string", "number", "boolean", "json", "comma_delimited_list")
SECTIONS = ("parameters", "parameter_groups", "conditions", "resources", "outputs", "description")
CUSTOM_CONSTRAINTS = (
    "ip_addr",
    "net_cidr",
    "ip_or_cidr",
    "mac_addr",
    "dns_name",
    "dns_domain",
    "rel_dns_name",
    "cron_expression",
    "timezone",
    "expiration",
    "iso_8601",
    "json_string",
    "no_such_constraint",
)

OBJECT = {
    "name": "n1",
    "list": ["k1", "k2", "k1"],
    "n": 3,
    "ratio": 0.5,
    "deep": {"a": {"b": "leaf"}, "list": [1, "two", None]},
    "none": None,
    "on": True,
    "7": "seven",
}
"""What json parameters hold, so that paths lead somewhere."""

ATTRIBUTES = {
    "ip": "192.0.2.10",
    "names": ["alpha", "beta", "red"],
    "info": {"zone": "north", "ids": [5, 6], "k1": "v1", "deep": {"a": "b"}},
    "size": 7,
    "ratio": 1.5,
    "ready": True,
    "none": None,
    "empty": "",
}
"""What resources that exist have."""

TEXTS = ("north", "a", "ab", "red", "k1", "x-y", "", "aaa", "10.0.0.1", "1", "true", "a,b", "$name", "é ü", "n 1", "%s")
NUMBERS = (0, 1, 3, -1, 7, 80, 1.5, 1.0, 0.1, 1e-05, 1e16, 1e22, 2**53, 10**20, -0.0, 65535, 12345678.9)
ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    *NUMBERS,
    *TEXTS,
    " 5 ",
    "1_000",
    "0x10",
    "1e3",
    "nan",
    "inf",
    "-3",
    "yes",
    " On ",
    "null",
    "[1, 2]",
    '{"a": 1}',
    '"quoted"',
    "a\nb",
    ",",
    "a, b",
    "word",
    "box",
    "\u00e9\u4e2d\U0001f600",
    "٣",
    [],
    {},
    [[]],
    [None],
    [1, "1", True],
    ["a", "b"],
    ["a,b", ""],
    [{"a": 1}],
    [1.0, [2, {"b": None}]],
    {"a": None},
    {"a": 1, "b": [True]},
    {"name": "n1"},
    {"a": {"b": {"c": 1.50}}},
    {1: "one"},
    {True: 1},
    {None: 1},
    {1.5: "x"},
    {"a": 1, 2: "mixed"},
    {"get_param": "word"},
    {"get_param": "size"},
    {"get_param": "flag"},
    {"get_param": "csv"},
    {"get_param": "obj"},
    {"get_param": ["obj", "deep"]},
    {"get_param": "missing"},
    {"get_attr": ["box", "names"]},
    {"get_attr": ["box", "none"]},
    {"get_attr": ["late", "any"]},
    {"get_attr": ["box"]},
    {"get_resource": "box"},
    {"get_resource": "nowhere"},
    {"get_file": "boot.sh"},
    {"if": ["chosen", 1]},
    {"if": ["spurned", 1]},
    {"if": ["spurned", "a", "b"]},
    {"equals": [1, 1]},
    {"not": "spurned"},
    {"yaql": {"expression": "$.data", "data": [1, 2]}},
    {"list_join": [",", ["a", "b"]]},
)
"""Values for places that they were not meant for."""

PLAIN_SCALARS = (
    *("yes", "No", "ON", "off", "y", "n", "~", "null", "Null", "true", "TRUE", "tRue", "Y"),
    *("0o17", "017", "08", "0x1F", "0b101", "1_000", "_1", "1__0", "0b", "0x_", "+1", "-0", "00", "-0x1", "0_"),
    *("1e3", "1.0e+3", "1.0e3", "+12e03", "012e3", ".5", "-.5", "1.", "0.", "1.e3", "1.5_0", ".inf", "-.INF", ".nan"),
    *("22:30", "1:2:3", "1:60", "190:20:30.15", "2020-01-01", "2020-13-45", "2001-12-14t21:59:43.10-05:00"),
)
"""Scalars that YAML 1.1 interprets when they are not quoted."""

TOKENS = (
    *(": ", "- ", "-", "- -", ",", "{", "}", "[", "]", "'", '"', "\\", "#", "# x", "@", "`", "=", "? ", "? a\n: b"),
    *("\t", "\n", "  ", "\r\n", "|", "|-\n", "|+2\n", ">\n", ">-\n", "---\n", "...\n", "%YAML 1.2\n---\n"),
    *("&a ", "*a", "<<", "<<: *a", "<<: {b: 1}", "!!int ", "!!str ", "!!float ", "!!bool ", "!!null ", "!!timestamp "),
    *("! ", "!x ", "!!set {a, b}", "!!omap [a: 1]", "!!pairs [a: 1, a: 2]", "!!python/none x"),
    *("é", "\u2028", "\x85", "\x00", "\x07", "\ufeff", "get_param", "a: 1", "0.0.0"),
    *PLAIN_SCALARS,
)
"""What is thrown into texts."""
