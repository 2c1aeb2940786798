"""The preview: known and unknown values, and the reasons why resources and outputs are on or off."""

import textwrap

import pytest

import hotcore
from hotcore import Unknown, is_known, to_json
from hotcore.analysis import dependencies, wanted_attributes
from hotcore.analysis import preview as preview_with
from hotcore.evaluation.scope import Surroundings
from hotcore.resolver import Reason

HEAD = "heat_template_version: 2021-04-16\n"


def preview(text, values=None, **options):
    return hotcore.preview(hotcore.load(HEAD + textwrap.dedent(text)), values, **options)


def output(expression, values=None, sections="", **options):
    """The value of one output."""
    text = f"{HEAD}{textwrap.dedent(sections)}\noutputs: {{o: {{value: {expression}}}}}\n"
    return hotcore.preview(hotcore.load(text), values, **options).outputs["o"].value


# -- what is not known yet ---------------------------------------------------

SERVER = """
parameters:
  name: {type: string}
  size: {type: number}
resources:
  server: {type: Demo::Server}
  port: {type: OS::Neutron::Port}
"""


@pytest.mark.parametrize(
    ("expression", "waits_for"),
    [
        ("{get_param: name}", "get_param name"),
        ("{get_param: [name, 0]}", "get_param name"),
        ("{get_resource: server}", "get_resource server"),
        ("{get_attr: [server, first_address]}", "get_attr server.first_address"),
        ("{get_attr: [server, addresses, {get_param: name}]}", "get_param name"),
        ("{get_attr: [server]}", "get_attr server"),
        ("{list_join: ['', [a, {get_attr: [server, name]}]]}", "get_attr server.name"),
        ("{list_join: ['', [{get_param: name}, {get_attr: [server, ip]}, {get_param: name}]]}",
         "get_param name, get_attr server.ip"),
        ("{str_replace: {template: $a, params: {$a: {get_resource: port}}}}", "get_resource port"),
        ("{str_split: [',', {get_param: name}, 0]}", "get_param name"),
        ("{digest: [md5, {get_param: name}]}", "get_param name"),
        ("{make_url: {host: {get_attr: [server, ip]}, port: {get_param: size}}}", "get_attr server.ip, get_param size"),
        ("{repeat: {for_each: {<a>: {get_param: name}}, template: <a>}}", "get_param name"),
        ("{repeat: {for_each: {<a>: [x]}, template: {get_param: name}}}", "get_param name"),
        ("{yaql: {expression: $.data, data: {get_param: name}}}", "get_param name"),
        ("{map_replace: [{a: b}, {values: {b: {get_param: name}}}]}", "get_param name"),
        ("{map_merge: [{a: b}, {get_param: name}]}", "get_param name"),
        ("{list_concat: [[a], {get_attr: [server, list]}]}", "get_attr server.list"),
        ("{list_concat_unique: [[a], [{get_param: name}]]}", "get_param name"),
        ("{filter: [[a], [{get_param: name}]]}", "get_param name"),
        ("{contains: [a, {get_param: name}]}", "get_param name"),
        ("{if: [{equals: [{get_param: name}, a]}, 1, 2]}", "get_param name"),
        ("{str_replace: {template: {str_split: [',', {get_param: name}, 0]}, params: {}}}", "get_param name"),
    ],
)  # fmt: skip
def test_an_unknown_value_names_what_it_waits_for(expression, waits_for):
    value = output(expression, sections=SERVER)
    assert isinstance(value, Unknown)
    assert str(value) == waits_for
    assert to_json(value) == {"unknown": waits_for}


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("{a: 1, b: [{get_param: name}, 2]}", {"a": 1, "b": [{"unknown": "get_param name"}, 2]}),
        ("{list_concat: [[a], [{get_param: name}]]}", ["a", {"unknown": "get_param name"}]),
        ("{map_merge: [{a: b}, {c: {get_param: name}}]}", {"a": "b", "c": {"unknown": "get_param name"}}),
    ],
)
def test_the_known_parts_of_a_value_are_shown(expression, shown):
    value = output(expression, sections=SERVER)
    assert not is_known(value)
    assert to_json(value) == shown


def test_the_value_of_an_error_is_silently_unknown():
    found = preview("""
        outputs:
          o: {value: {list_join: [',', [{str_split: [',', {get_param: nobody}]}]]}}
    """)
    assert [d.code for d in found.diagnostics] == ["unknown-parameter"]
    assert str(found.outputs["o"].value) == "see the problems"


def test_stand_in_attributes_make_a_value_known():
    attributes = {"server": {"addresses": {"private": [{"addr": "10.0.0.1"}]}, "name": "web"}}
    sections, options = SERVER, {"attributes": attributes}
    assert output("{get_attr: [server, addresses, private, 0, addr]}", sections=sections, **options) == "10.0.0.1"
    assert output("{get_attr: [server, addresses, nowhere]}", sections=sections, **options) is None
    assert output("{get_attr: [server]}", sections=sections, **options) == attributes["server"]
    assert str(output("{get_attr: [server, other]}", sections=sections, **options)) == "get_attr server.other"
    assert str(output("{get_resource: server}", sections=sections, **options)) == "get_resource server"


def test_a_stack_that_exists_has_only_the_attributes_that_it_has():
    document = hotcore.load(
        HEAD + "resources: {a: {type: OS::Heat::None}}\noutputs: {o: {value: {get_attr: [a, nam]}}}"
    )
    around = Surroundings(attributes={"a": {"name": "x"}}, created=True)
    (found,) = preview_with(document, surroundings=around).diagnostics
    assert (found.code, found.hint) == ("unknown-attribute", "Did you mean `name`?")


def test_the_pseudo_parameters_are_those_of_a_future_stack():
    expression = "[{get_param: OS::stack_name}, {get_param: OS::project_id}]"
    name, project = output(expression)
    assert name == "demo"
    assert len(project) == 32
    assert output(expression, stack={"OS::stack_name": "mine"})[0] == "mine"


def test_wanted_attributes_are_listed_once():
    document = hotcore.load(
        HEAD
        + textwrap.dedent("""
        resources:
          a: {type: OS::Heat::None, properties: {x: {get_attr: [b, ip]}}}
          b: {type: OS::Neutron::Port}
        outputs:
          one: {value: {list_join: ['', [{get_attr: [b, ip]}, {get_attr: [b, name, 0]}]]}}
          two: {value: {get_attr: [nobody, ip]}}
          three: {value: {get_attr: [{get_param: OS::stack_name}, ip]}}
    """)
    )
    assert wanted_attributes(document) == (("b", "ip"), ("b", "name"))


# -- values that are missing or wrong ----------------------------------------

FORM = """
parameters:
  name: {type: string}
  count:
    type: number
    constraints:
    - range: {min: 1, max: 9}
      description: One to nine
    - modulo: {step: 2, offset: 1}
  zone: {type: string, default: east, constraints: [allowed_values: [east, west]]}
conditions:
  many: {equals: [{get_param: count}, 3]}
  eastern: {equals: [{get_param: zone}, east]}
resources:
  server: {type: OS::Heat::None, condition: many, properties: {zone: {get_param: zone}, count: {get_param: count}}}
  other: {type: OS::Heat::None, condition: eastern, properties: {name: {get_param: name}}}
outputs:
  zone: {value: {get_param: zone}}
  both: {value: [{get_param: zone}, {get_param: name}]}
"""


def test_a_missing_value_leaves_the_rest_known():
    found = preview(FORM, {"count": "3"})
    assert found.ok is False
    assert {n: (s.source, s.diagnostics) for n, s in found.parameters.items()} == {
        "name": ("missing", ()),
        "count": ("given", ()),
        "zone": ("default", ()),
    }
    assert found.conditions["many"].value is True
    assert found.resources["server"].properties == {"zone": "east", "count": 3}
    assert to_json(found.outputs["both"].value) == ["east", {"unknown": "get_param name"}]
    assert [(d.code, d.parameter) for d in found.diagnostics] == [("value-needed", "name")]


def test_a_wrong_value_is_reported_for_each_broken_constraint_in_order():
    found = preview(FORM, {"name": "web", "count": "12", "zone": "north"})
    assert [d.message for d in found.parameters["count"].diagnostics] == [
        "One to nine",
        "The number must be odd.",
    ]
    assert [d.message for d in found.parameters["zone"].diagnostics] == ["Allowed: east, west."]
    assert str(found.parameters["count"].value) == "get_param count"
    assert str(found.conditions["many"].value) == "get_param count"
    assert str(found.resources["server"].enabled) == "get_param count"
    assert found.resources["other"].properties == {"name": "web"}
    assert {d.parameter for d in found.diagnostics} == {"count", "zone"}


def test_a_value_of_the_wrong_type_is_reported_once():
    found = preview(FORM, {"name": "web", "count": "many"})
    assert [(d.code, d.message) for d in found.parameters["count"].diagnostics] == [
        ("wrong-type", "Expected a number.")
    ]


def test_a_value_for_an_unknown_parameter_is_refused_with_the_nearest_name():
    found = preview(FORM, {"name": "web", "count": 3, "zoen": "east"})
    assert [(d.code, d.parameter, d.hint, d.span) for d in found.diagnostics] == [
        ("unknown-value", "zoen", "Did you mean `zone`?", None)
    ]


def test_diagnostics_of_the_template_itself_do_not_ask_for_values():
    document = hotcore.load(HEAD + textwrap.dedent(FORM))
    assert document.diagnostics == ()
    assert document.ok


# -- conditions --------------------------------------------------------------

THREE = """
parameters:
  u: {type: boolean}
  f: {type: boolean, default: false}
  t: {type: boolean, default: true}
"""
TRUTH = [
    ("{and: [{get_param: t}, {get_param: t}]}", True),
    ("{and: [{get_param: u}, {get_param: t}]}", Unknown("get_param u")),
    ("{and: [{get_param: u}, {get_param: f}]}", False),
    ("{and: [{get_param: f}, {get_param: u}]}", False),
    ("{or: [{get_param: f}, {get_param: f}]}", False),
    ("{or: [{get_param: u}, {get_param: f}]}", Unknown("get_param u")),
    ("{or: [{get_param: u}, {get_param: t}]}", True),
    ("{or: [{get_param: t}, {get_param: u}]}", True),
    ("{not: {get_param: u}}", Unknown("get_param u")),
    ("{not: {and: [{get_param: u}, {get_param: f}]}}", True),
    ("{equals: [{get_param: u}, true]}", Unknown("get_param u")),
    ("{contains: [a, [{get_param: u}]]}", Unknown("get_param u")),
]


@pytest.mark.parametrize(("condition", "value"), TRUTH, ids=[condition for condition, _ in TRUTH])
def test_a_condition_is_true_false_or_unknown(condition, value):
    resources = "resources:\n  r: {type: OS::Heat::None, condition: c}"
    found = preview(f"{textwrap.dedent(THREE)}\nconditions:\n  c: {condition}\n{resources}")
    assert found.conditions["c"].value == value
    assert found.resources["r"].enabled == value


def test_both_branches_are_checked_while_a_condition_is_unknown():
    found = preview(
        THREE
        + textwrap.dedent("""
        resources:
          a: {type: OS::Heat::None}
          b: {type: OS::Heat::None}
          c: {type: OS::Heat::None, properties: {x: {if: [{get_param: u}, {get_resource: a}, {get_resource: b}]}}}
    """)
    )
    assert found.resources["c"].depends_on == ("a", "b")
    found = preview(
        THREE
        + textwrap.dedent("""
        resources:
          a: {type: OS::Heat::None}
          b: {type: OS::Heat::None}
          c: {type: OS::Heat::None, properties: {x: {if: [{get_param: t}, {get_resource: a}, {get_resource: b}]}}}
    """)
    )
    assert found.resources["c"].depends_on == ("a",)


@pytest.mark.parametrize(
    ("condition", "values", "reasons"),
    [
        ("{equals: [{get_param: env}, prod]}", {"env": "prod"}, [Reason("is", "parameter", "env", "prod")]),
        ("{equals: [{get_param: env}, prod]}", {"env": "test"}, [Reason("is", "parameter", "env", "test")]),
        ("{equals: [prod, {get_param: env}]}", {}, [Reason("missing", "parameter", "env")]),
        ("{equals: [{get_param: count}, 3]}", {"count": "x"}, [Reason("invalid", "parameter", "count")]),
        ("{contains: [a, {get_param: zones}]}", {"zones": "a,b"}, [Reason("contains", "parameter", "zones", "a")]),
        ("{contains: [a, {get_param: zones}]}", {"zones": "b"}, [Reason("not-contains", "parameter", "zones", "a")]),
        ("{not: yes_please}", {}, [Reason("true", "condition", "yes_please")]),
        ("{and: [yes_please, no_thanks]}", {}, [Reason("false", "condition", "no_thanks")]),
        ("{or: [yes_please, no_thanks]}", {}, [Reason("true", "condition", "yes_please")]),
        ("{and: [yes_please, {get_param: flag}]}", {"flag": "on"},
         [Reason("true", "condition", "yes_please"), Reason("is", "parameter", "flag", True)]),
        ("{or: [no_thanks, {get_param: flag}, {equals: [{get_param: env}, x]}]}", {},
         [Reason("missing", "parameter", "flag"), Reason("missing", "parameter", "env")]),
        ("true", {}, [Reason("literal", value=True)]),
        ("{get_param: flag}", {"flag": "no"}, [Reason("is", "parameter", "flag", False)]),
        ("{equals: [{get_param: [zones, 0]}, a]}", {"zones": "a"}, [Reason("expression", "parameter", "zones")]),
        ("{yaql: {expression: $.data = 1, data: 1}}", {}, [Reason("expression")]),
        ("{yaql: {expression: $.data = 1, data: {get_param: env}}}", {}, [Reason("missing", "parameter", "env")]),
        ("{equals: [1, 2]}", {}, [Reason("expression")]),
    ],
)  # fmt: skip
def test_a_condition_has_reasons(condition, values, reasons):
    found = preview(
        f"""
parameters:
  env: {{type: string}}
  count: {{type: number}}
  zones: {{type: comma_delimited_list}}
  flag: {{type: boolean}}
conditions:
  yes_please: true
  no_thanks: false
  c: {condition}
""",
        values,
    )
    assert list(found.conditions["c"].reason) == reasons


def test_resources_and_outputs_name_their_condition_with_reasons():
    found = preview("""
        parameters: {env: {type: string, default: test}}
        conditions:
          production: {equals: [{get_param: env}, production]}
        resources:
          named: {type: OS::Heat::None, condition: production}
          written: {type: OS::Heat::None, condition: {not: production}}
          plain: {type: OS::Heat::None}
        outputs:
          named: {value: 1, condition: production}
          empty: {value: 1, condition: null}
    """)
    because = (Reason("false", "condition", "production"),)
    shown = {r.name: (r.condition, r.enabled, r.reason) for r in found.resources.values()}
    assert shown["named"] == ("production", False, because)
    assert shown["written"] == ("expression", True, because)
    assert shown["plain"] == (None, True, ())
    assert (found.outputs["named"].value, found.outputs["named"].enabled) == (None, False)
    assert found.outputs["named"].reason == because
    assert (found.outputs["empty"].value, found.outputs["empty"].reason) == (1, ())


def test_an_unused_condition_with_an_error_is_only_a_warning():
    text = "conditions:\n  a: {get_param: nobody}\n"
    found = preview(text)
    assert [(d.code, str(d.severity)) for d in found.diagnostics] == [("unknown-parameter", "warning")]
    assert found.ok
    assert found.conditions["a"].value is None
    found = preview(
        text + "resources: {r: {type: OS::Heat::None, condition: a}, s: {type: OS::Heat::None, condition: a}}\n"
    )
    assert [(d.code, str(d.severity)) for d in found.diagnostics] == [("unknown-parameter", "error")]


# -- order and dependencies --------------------------------------------------


def test_resources_come_in_the_order_of_creation():
    found = preview("""
        conditions: {never: false}
        resources:
          server: {type: OS::Heat::None, properties: {port: {get_resource: port}}}
          spare: {type: OS::Heat::None, condition: never}
          port: {type: OS::Heat::None, depends_on: network}
          lonely: {type: OS::Heat::None}
          network: {type: OS::Heat::None}
    """)
    assert list(found.resources) == ["lonely", "network", "spare", "port", "server"]
    assert found.resources["server"].depends_on == ("port",)
    assert found.resources["spare"].properties is None


def test_a_cycle_is_reported_and_the_others_stay():
    found = preview("""
        resources:
          a: {type: OS::Heat::None, properties: {x: {get_resource: c}}}
          b: {type: OS::Heat::None, depends_on: a}
          c: {type: OS::Heat::None, depends_on: b}
          d: {type: OS::Heat::None, depends_on: c}
          e: {type: OS::Heat::None}
    """)
    (circle,) = found.diagnostics
    assert circle.message == "Circular dependency: `a` depends on `c` depends on `b` depends on `a`."
    assert next(iter(found.resources)) == "e"
    assert set(found.resources) == set("abcde")


def test_disabled_resources_make_no_cycle():
    found = preview("""
        conditions: {never: false}
        resources:
          a: {type: OS::Heat::None, depends_on: b}
          b: {type: OS::Heat::None, depends_on: a, condition: never}
    """)
    assert found.ok


def test_the_graph_shows_the_template_as_it_is_written():
    graph = dependencies(
        hotcore.load(
            HEAD
            + textwrap.dedent("""
        conditions: {never: false}
        resources:
          server:
            type: OS::Heat::None
            condition: never
            depends_on: [network, volume, nobody]
            properties: {a: {get_attr: [port, x]}, b: {if: [never, {get_resource: port}, {get_resource: network}]}}
          volume: {type: OS::Heat::None}
          port: {type: OS::Heat::None, metadata: {n: {get_resource: network}}}
          network: {type: OS::Heat::None}
          me: {type: OS::Heat::None, properties: {x: {get_resource: me}}}
    """)
        )
    )
    assert {(e.source, e.target, e.kind) for e in graph.edges} == {
        ("server", "network", "reference"), ("server", "volume", "depends_on"), ("server", "port", "reference"),
        ("port", "network", "reference"), ("me", "me", "reference"),
    }  # fmt: skip
    assert graph.nodes == ("volume", "network", "port", "server", "me")
    assert graph.layers == {"volume": 0, "network": 0, "port": 1, "server": 2, "me": 0}


def test_the_graph_of_no_template_is_empty():
    assert dependencies(hotcore.load("[")).nodes == ()


# -- diagnostics ----------------------------------------------------------------


def test_diagnostics_are_in_template_order_and_distinct():
    found = preview("""
        outputs:
          b: {value: {get_param: x}}
          a: {value: [{get_resource: y}, {get_param: x}]}
        resources:
          r: {type: OS::Heat::None, properties: {p: {get_param: z}}}
    """)
    assert [(d.code, d.span.line) for d in found.diagnostics] == [
        ("unknown-parameter", 4), ("unknown-resource", 5), ("unknown-parameter", 5), ("unknown-parameter", 7),
    ]  # fmt: skip


def test_an_error_behind_an_alias_is_one_diagnostic():
    found = preview("""
        outputs:
          a: {value: &x {get_param: nobody}}
          b: {value: *x}
          c: {value: [*x, *x]}
    """)
    assert [d.span.line for d in found.diagnostics] == [4]


def test_the_refusal_is_the_first_error_of_heat():
    found = preview("""
        outputs: {o: {value: {get_param: nobody}}}
        resources: {r: {tpe: T}}
    """)
    assert [d.code for d in found.diagnostics] == ["unknown-parameter", "unknown-resource-key"]
    assert found.refusal.code == "unknown-resource-key"


def test_a_misspelt_type_is_one_diagnostic():
    found = preview("""
        parameters: {p: {tpye: string}}
        resources: {r: {tpye: T}}
    """)
    assert [(d.code, d.hint) for d in found.diagnostics] == [
        ("unknown-parameter-key", "Did you mean `type`?"),
        ("unknown-resource-key", "Did you mean `type`?"),
    ]


@pytest.mark.parametrize(
    "needs",
    [
        "properties: {value: {get_resource: database_security}}",
        "properties: {value: {get_attr: [database_security, value]}}",
        "metadata: {a: {get_resource: database_security}}",
        "depends_on: database_security",
        "depends_on: [database_security]",
    ],
)
def test_a_resource_is_not_suggested_to_itself_nor_to_its_dependencies(needs):
    text = f"""\
heat_template_version: 2018-08-31
resources:
  database_server:
    type: OS::Heat::None
    {needs}
  plain:
    type: OS::Heat::None
"""
    user = "  database_sec:\n    type: OS::Heat::None\n    depends_on: between\n"
    between = "  between:\n    type: OS::Heat::None\n    metadata: {a: {get_resource: database_server}}\n"
    free = "  database_sec:\n    type: OS::Heat::None\n"

    def offered(text):
        return [each.suggestion for each in hotcore.preview(hotcore.load(text)).diagnostics]

    assert offered(text) == [None]
    assert offered(text + user + between) == [None]
    assert offered(text + free) == ["database_sec"]
