"""Nested templates and groups of resources: the tree, the values that flow down and up, and the diagnostics."""

import json
import textwrap

import pytest

import hotcore
from hotcore.resolver.build import preview_as_data

HEAD = "heat_template_version: 2021-04-16\n"


def template(text):
    return HEAD + textwrap.dedent(text)


def preview(text, files, values=None, *, registry=None, **options):
    files = {name: template(content) for name, content in files.items()}
    registered = json.dumps({"resource_registry": registry or {}})
    environments = [hotcore.read_environment(registered, "env.yaml", "")]
    return hotcore.preview(hotcore.load(template(text), files), values or {}, environments=environments, **options)


def found(shown):
    return [(d.severity.value, d.code, d.file, d.span.line if d.span else None) for d in shown.diagnostics]


SERVER = """
    parameters:
      size: {type: string, default: small}
      names: {type: comma_delimited_list, default: ""}
      data: {type: json, default: {}}
      count: {type: number, default: 1}
      big: {type: boolean, default: false}
    resources:
      value: {type: OS::Heat::Value, properties: {value: {get_param: size}}}
      address: {type: OS::Heat::RandomString}
    outputs:
      size: {value: {get_param: size}}
      names: {value: {get_param: names}}
      data: {value: {get_param: data}}
      address: {value: {get_attr: [address, value]}}
      both: {value: [{get_param: size}, {get_attr: [address, value]}]}
"""


def in_resource(properties, more="", kind="server.yaml"):
    return f"resources:\n  a:\n    type: {kind}\n    properties: {properties}\n{more}"


def outputs(*attributes):
    return "outputs:\n" + "".join(f"  o{at}: {{value: {{get_attr: {path}}}}}\n" for at, path in enumerate(attributes))


def test_a_nested_template_has_its_own_preview_with_the_values_of_the_properties():
    shown = preview(in_resource("{size: large}"), {"server.yaml": SERVER})
    nested = shown.resources["a"].nested
    assert nested.file == "server.yaml"
    assert nested.preview.parameters["size"].value == "large"
    assert nested.resources["value"].properties == {"value": "large"}
    assert shown.ok


@pytest.mark.parametrize(
    ("properties", "name", "expected"),
    [
        ("{size: true}", "size", "True"),
        ("{size: 7}", "size", "7"),
        ("{size: null}", "size", ""),
        ("{count: '3'}", "count", 3),
        ("{count: null}", "count", 0),
        ("{big: 'TRUE'}", "big", True),
        ("{names: [a, 'b,c']}", "names", ["a", "b", "c"]),
        ("{names: [a, null]}", "names", ["a", ""]),
        ("{names: []}", "names", []),
        ("{names: [{a: 1, b: 2}, {c: 3}]}", "names", [".member.0.a=1", ".member.0.b=2", ".member.1.c=3"]),
        ("{data: {a: [1]}}", "data", {"a": [1]}),
        ("{data: '[1, 2]'}", "data", [1, 2]),
        ("{}", "size", "small"),
    ],
)
def test_properties_become_parameters_as_in_heat(properties, name, expected):
    shown = preview(in_resource(properties), {"server.yaml": SERVER})
    assert shown.resources["a"].nested.preview.parameters[name].value == expected


def test_known_outputs_of_a_nested_template_are_known_to_its_parent():
    shown = preview(
        in_resource("{size: large, data: {x: {y: 1}}}", outputs("[a, size]", "[a, data, x, y]", "[a, address]", "[a]")),
        {"server.yaml": SERVER},
    )
    assert shown.outputs["o0"].value == "large"
    assert shown.outputs["o1"].value == 1
    assert shown.outputs["o2"].value == hotcore.Unknown("get_attr a.address")
    assert shown.outputs["o3"].value["size"] == "large"


def test_an_unknown_part_of_an_output_has_the_label_of_the_parent():
    shown = preview(in_resource("{size: large}", outputs("[a, both]")), {"server.yaml": SERVER})
    assert shown.outputs["o0"].value == ["large", hotcore.Unknown("get_attr a.both")]


def test_outputs_flow_from_one_nested_template_into_the_next():
    text = """
        resources:
          z: {type: server.yaml, properties: {size: {get_attr: [a, size]}}}
          a: {type: server.yaml, properties: {size: {get_attr: [m, size]}}}
          m: {type: server.yaml, properties: {size: large}}
    """
    shown = preview(text, {"server.yaml": SERVER})
    assert list(shown.resources) == ["m", "a", "z"]
    assert shown.resources["z"].nested.resources["value"].properties == {"value": "large"}


def test_stand_ins_for_a_live_stack_override_outputs():
    shown = preview(in_resource("{}", outputs("[a, size]")), {"server.yaml": SERVER}, attributes={"a": {"size": "x"}})
    assert shown.outputs["o0"].value == "x"


def test_an_unknown_value_stays_unknown_inside():
    text = """
        resources:
          other: {type: OS::Heat::RandomString}
          a: {type: server.yaml, properties: {size: {get_attr: [other, value]}, names: [x, {get_attr: [other, value]}]}}
    """
    nested = preview(text, {"server.yaml": SERVER}).resources["a"].nested
    assert nested.preview.parameters["size"].value == hotcore.Unknown("get_attr other.value")
    assert nested.preview.parameters["names"].value == hotcore.Unknown("get_attr other.value")
    assert nested.resources["value"].properties == {"value": hotcore.Unknown("get_attr other.value")}


def test_a_type_is_mapped_to_a_file_by_the_registry():
    shown = preview(in_resource("{size: x}", kind="My::Server"), {"s.yaml": SERVER}, registry={"My::Server": "s.yaml"})
    assert shown.resources["a"].nested.file == "s.yaml"


def test_file_names_are_relative_to_their_template():
    files = {
        "deep/a.yaml": "resources:\n  b: {type: b.yaml}\n",
        "deep/b.yaml": "resources:\n  v: {type: OS::Heat::Value, properties: {value: {get_file: ../x.sh}}}\n",
        "b.yaml": "description: the wrong one\n",
    }
    document = hotcore.load(
        template("resources:\n  a: {type: deep/a.yaml}\n"),
        {name: HEAD + content for name, content in files.items()} | {"x.sh": "echo"},
    )
    inner = hotcore.preview(document).resources["a"].nested.resources["b"].nested
    assert inner.file == "deep/b.yaml"
    assert inner.resources["v"].properties == {"value": "echo"}


def test_resource_facade_reads_the_resource_of_the_parent():
    text = "resources:\n  a: {type: f.yaml, metadata: {x: 1}, deletion_policy: retain}\n"
    facade = """
        outputs:
          m: {value: {resource_facade: metadata}}
          d: {value: {resource_facade: deletion_policy}}
          u: {value: {resource_facade: update_policy}}
    """
    shown = preview(text + outputs("[a, m, x]", "[a, d]", "[a, u]"), {"f.yaml": facade})
    assert [state.value for state in shown.outputs.values()] == [1, "Retain", {}]


def test_defaults_of_the_environment_go_down():
    files = {"server.yaml": template(SERVER)}
    document = hotcore.load(template(in_resource("{}")), files)
    environment = hotcore.read_environment("parameter_defaults: {size: huge}")
    shown = hotcore.preview(document, environments=[environment])
    assert shown.resources["a"].nested.preview.parameters["size"].value == "huge"


GROUP = "OS::Heat::ResourceGroup"
SCALING = "OS::Heat::AutoScalingGroup"
CHAIN = "OS::Heat::ResourceChain"


def members(shown):
    return shown.resources["a"].nested


def test_members_of_a_group_get_their_number():
    text = in_resource("{count: 3, resource_def: {type: server.yaml, properties: {size: s-%index%}}}", kind=GROUP)
    group = members(preview(text, {"server.yaml": SERVER}))
    assert (group.members, group.alike, list(group.resources)) == (3, False, ["0", "1", "2"])
    assert group.resources["2"].nested.resources["value"].properties == {"value": "s-2"}


def test_another_variable_and_skipped_names():
    properties = """{count: 2, index_var: '##', removal_policies: [{resource_list: ['0', 2]}],
        resource_def: {type: server.yaml, properties: {size: 's##%index%'}}}"""
    group = members(preview(in_resource(properties, kind=GROUP), {"server.yaml": SERVER}))
    assert {name: state.properties["size"] for name, state in group.resources.items()} == {
        "1": "s1%index%",
        "3": "s3%index%",
    }


def test_attributes_of_a_group():
    text = in_resource(
        "{count: 2, resource_def: {type: server.yaml, properties: {size: 's%index%'}}}",
        outputs(
            "[a, size]", "[a, attributes, size]", "[a, resource.1.size]", "[a, resource.1]", "[a, refs]", "[a, address]"
        ),
        kind=GROUP,
    )
    shown = preview(text, {"server.yaml": SERVER})
    values = [state.value for state in shown.outputs.values()]
    assert values[:3] == [["s0", "s1"], {"0": "s0", "1": "s1"}, "s1"]
    assert all(isinstance(value, hotcore.Unknown) for value in values[3:])


def test_attributes_of_a_scaling_group_and_a_chain():
    scaling = "{min_size: 1, desired_capacity: 3, max_size: 5, resource: {type: server.yaml, properties: {size: x}}}"
    asked = outputs("[a, outputs_list, size]", "[a, current_size]", "[a, resource.2.size]", "[a, outputs, size]")
    shown = preview(in_resource(scaling, asked, kind=SCALING), {"server.yaml": SERVER})
    assert [state.value for state in shown.outputs.values()][:3] == [["x", "x", "x"], 3, "x"]
    assert isinstance(shown.outputs["o3"].value, hotcore.Unknown)
    chain = "{resources: [server.yaml, server.yaml], resource_properties: {size: y}}"
    asked = outputs("[a, size]", "[a, attributes, size]")
    shown = preview(in_resource(chain, asked, kind=CHAIN), {"server.yaml": SERVER})
    assert [state.value for state in shown.outputs.values()] == [["y", "y"], {"0": "y", "1": "y"}]
    assert members(shown).resources["1"].depends_on == ("0",)


def test_a_group_of_a_thousand_is_evaluated_once_or_a_few_times():
    text = in_resource("{count: 1000, resource_def: {type: server.yaml, properties: {size: x}}}", kind=GROUP)
    group = members(preview(text + outputs("[a, size]"), {"server.yaml": SERVER}))
    assert (group.members, group.alike, len(group.resources)) == (1000, True, 1)
    text = in_resource("{count: 1000, resource_def: {type: server.yaml, properties: {size: '%index%'}}}", kind=GROUP)
    shown = preview(text + outputs("[a, size]", "[a, resource.3.size]"), {"server.yaml": SERVER})
    assert (members(shown).members, members(shown).alike, len(members(shown).resources)) == (1000, False, 10)
    assert shown.outputs["o1"].value == "3"


def test_an_empty_group_hides_errors_in_its_members():
    text = in_resource("{count: 0, resource_def: {type: missing.yaml}}", kind=GROUP)
    shown = preview(text, {})
    assert shown.ok
    assert members(shown).members == 0


def test_an_empty_group_inside_of_another_stack_needs_no_definition():
    inner = in_resource("{count: 0, resource_def: {properties: {}}}", kind=GROUP)
    assert preview("resources:\n  a: {type: i.yaml}\n", {"i.yaml": inner}).ok
    assert not preview("resources:\n  a: {type: i.yaml}\n", {"i.yaml": inner.replace("count: 0", "count: 1")}).ok


def test_a_group_of_unknown_size_shows_one_member():
    text = """
        parameters: {n: {type: number}}
        resources:
          a: {type: OS::Heat::ResourceGroup, properties: {count: {get_param: n}, resource_def: {type: server.yaml}}}
    """
    group = members(preview(text, {"server.yaml": SERVER}))
    assert group.members == hotcore.Unknown("get_param n")
    assert list(group.resources) == ["0"]


def test_a_missing_file_is_reported_at_the_type():
    shown = preview(in_resource("{}", kind="sever.yaml"), {"server.yaml": SERVER})
    (problem,) = shown.diagnostics
    assert (problem.code, problem.file, problem.hint) == ("missing-file", None, "Did you mean `server.yaml`?")
    assert (problem.span.line, problem.span.column) == (4, 11)
    assert shown.resources["a"].nested.left_out == "missing"


def test_a_file_that_is_no_template_is_reported_at_the_type():
    document = hotcore.load(template(in_resource("{}", kind="a.yaml")), {"a.yaml": "a: [b"})
    (problem,) = hotcore.preview(document).diagnostics
    assert (problem.code, problem.file, problem.span.line) == ("bad-nested-template", None, 4)
    assert problem.related[0].file == "a.yaml"


def test_a_cloudformation_template_is_accepted_and_not_evaluated():
    content = "AWSTemplateFormatVersion: 2010-09-09\nParameters: {x: {Type: String}}\nNope: 1\n"
    shown = hotcore.preview(hotcore.load(template(in_resource("{x: 1}", kind="a.yaml")), {"a.yaml": content}))
    assert shown.ok
    assert shown.resources["a"].nested.left_out == "foreign"


@pytest.mark.parametrize(
    ("content", "message", "column"),
    [
        ("AWSTemplateFormatVersion: '1'", "`AWSTemplateFormatVersion` has no version `1`", 27),
        (
            "HeatTemplateFormatVersion: 2012-12-12\nParameters: {x: {Type: string}}",
            "A parameter's `Type` must be one of",
            24,
        ),
        ("HeatTemplateFormatVersion: 2012-12-12\nParameters: {x: {Type: Json, Defalt: 1}}", "no key `Defalt`", 30),
        ("HeatTemplateFormatVersion: 2012-12-12\nParameters: [x]", "`Parameters` must be a map", 13),
    ],
)
def test_a_broken_cloudformation_template_is_reported_in_its_file(content, message, column):
    (problem,) = hotcore.load(template("resources: {}"), {"a.yaml": content}).diagnostics
    assert (problem.code, problem.file, problem.span.column) == ("cfn-template", "a.yaml", column)
    assert message in problem.message


def test_an_error_in_a_nested_template_is_one_diagnostic_for_all_uses():
    text = "resources:\n" + "".join(f"  a{at}: {{type: bad.yaml}}\n" for at in range(10))
    bad = "resources:\n  v: {type: OS::Heat::Value, properties: {value: {get_resource: nobody}}}\n"
    shown = preview(text, {"bad.yaml": bad})
    assert found(shown) == [("error", "unknown-resource", "bad.yaml", 3)]
    (related,) = shown.diagnostics[0].related
    assert (related.file, related.span.line) == ("template", 3)
    assert not shown.ok


def test_an_error_that_heat_finds_only_at_creation_of_a_nested_stack_is_a_warning():
    bad = "resources:\n  v: {type: OS::Heat::Value, properties: {value: {get_file: nothing.sh}}}\n"
    shown = preview(in_resource("{}", kind="bad.yaml"), {"bad.yaml": bad})
    assert found(shown) == [("warning", "missing-file", "bad.yaml", 3)]
    assert "only when it creates the nested stack" in shown.diagnostics[0].hint


@pytest.mark.parametrize("function", ["get_param", "Ref"])
def test_heat_finds_a_wrong_default_that_a_group_inside_reads_before_it_creates_anything(function):
    group = f"{{count: {{{function}: n}}, resource_def: {{type: OS::Heat::RandomString}}}}"
    inner = f"""\
heat_template_version: 2013-05-23
parameters: {{n: {{type: number, default: abc}}}}
resources:
  g: {{type: OS::Heat::ResourceGroup, properties: {group}}}
"""
    shown = hotcore.preview(hotcore.load(f"{HEAD}resources: {{a: {{type: inner.yaml}}}}\n", {"inner.yaml": inner}))
    assert found(shown) == [("error", "bad-default", "inner.yaml", 2)]


def test_a_list_for_a_nested_template_contains_only_strings():
    shown = preview(in_resource("{names: [a, 80]}"), {"server.yaml": SERVER})
    (problem,) = shown.diagnostics
    assert (problem.code, problem.span.line, problem.span.column) == ("bad-list-item", 5, 29)


def test_a_cycle_of_files_is_reported_where_it_closes():
    files = {"b.yaml": "resources:\n  c: {type: c.yaml}\n", "c.yaml": "resources:\n  b: {type: b.yaml}\n"}
    shown = preview("resources:\n  a: {type: b.yaml}\n", files)
    assert [d.code for d in shown.diagnostics] == ["nested-circle"]
    assert "`b.yaml` uses `c.yaml` uses `b.yaml`" in shown.diagnostics[0].message
    assert shown.diagnostics[0].file == "c.yaml"


def test_a_template_may_use_itself_as_long_as_that_ends():
    files = {
        "n.yaml": """
            parameters: {left: {type: number}}
            conditions: {more: {yaql: {expression: "$.data > 0", data: {get_param: left}}}}
            resources:
              n:
                type: n.yaml
                condition: more
                properties: {left: {yaql: {expression: "$.data - 1", data: {get_param: left}}}}
        """
    }
    text = (
        "parameters: {left: {type: number}}\nresources:\n  a: {type: n.yaml, properties: {left: {get_param: left}}}\n"
    )
    assert found(preview(text, files, {"left": 3})) == []
    assert [d.code for d in preview(text, files, {"left": 9}).diagnostics] == ["nested-circle"]
    assert [d.code for d in preview(text, files).diagnostics if d.severity == "error"] == ["value-needed"]


def test_nested_stacks_have_at_most_five_levels():
    files = {f"{at}.yaml": f"resources:\n  a: {{type: {at + 1}.yaml}}\n" for at in range(1, 6)} | {"6.yaml": ""}
    assert found(preview("resources:\n  a: {type: 2.yaml}\n", files)) == []
    shown = preview("resources:\n  a: {type: 1.yaml}\n", files)
    assert found(shown) == [("error", "nested-too-deep", "5.yaml", 3)]


def test_a_type_of_the_registry_is_not_known_inside_its_own_template():
    shown = preview(
        "resources:\n  a: {type: My::T}\n", {"t.yaml": "resources:\n  q: {type: My::T}\n"}, registry={"My::T": "t.yaml"}
    )
    assert found(shown) == [("error", "unknown-resource-type", "t.yaml", 3)]


def test_the_tree_as_a_whole_has_a_budget():
    files = {
        f"{at}.yaml": "parameters: {p: {type: string}}\nresources:\n"
        + "".join(
            f"  r{n}: {{type: {at + 1}.yaml, properties: {{p: {{list_join: ['', [{{get_param: p}}, '{n}']]}}}}}}\n"
            for n in range(8)
        )
        for at in range(1, 5)
    } | {"5.yaml": "parameters: {p: {type: string}}\n"}
    shown = preview("resources:\n  a: {type: 1.yaml, properties: {p: x}}\n", files)
    assert [(d.code, d.severity) for d in shown.diagnostics] == [("nested-left-out", "hint")]
    assert "too-many" in json.dumps(preview_as_data(shown))


SECRET = "hunter2"
HIDING = """
    parameters: {password: {type: string, hidden: true}}
    resources:
      v: {type: OS::Heat::Value, properties: {value: {get_param: password}}}
    outputs:
      plain: {value: {get_param: password}}
      in_text: {value: {list_join: ['', [x, {get_param: password}]]}}
"""


def test_hidden_values_leak_neither_down_nor_up():
    text = """
        parameters: {secret: {type: string, hidden: true}, open: {type: string}}
        resources:
          down:
            type: server.yaml
            properties: {size: {get_param: secret}, names: [x, {get_param: secret}], data: {k: {get_param: secret}}}
          up: {type: hiding.yaml, properties: {password: {get_param: open}}}
          on: {type: server.yaml, properties: {size: {get_attr: [up, in_text]}}}
          group:
            type: OS::Heat::ResourceGroup
            properties: {count: 2, resource_def: {type: server.yaml, properties: {size: {get_param: secret}}}}
        outputs:
          o1: {value: {get_attr: [up, plain]}}
          o2: {value: {get_attr: [down, size]}}
          o3: {value: {str_split: ['e', {get_attr: [up, in_text]}]}}
          o4: {value: {get_attr: [group, size]}}
    """
    files = {"server.yaml": SERVER, "hiding.yaml": HIDING}
    values = {"secret": SECRET, "open": SECRET}
    shown = preview_as_data(preview(text, files, values))
    del shown["parameters"]["open"], shown["resources"]["up"]["properties"]
    assert SECRET not in json.dumps(shown)
    assert "hunt" not in json.dumps(shown)
    open_shown = preview(text, files, values, mask=False)
    assert open_shown.outputs["o1"].value == SECRET
    assert open_shown.outputs["o4"].value == [SECRET, SECRET]


def test_conditions_inside_use_the_true_value_of_a_hidden_parameter():
    inner = """
        parameters: {password: {type: string, default: ""}}
        conditions: {given: {not: {equals: [{get_param: password}, ""]}}}
        resources:
          v: {type: OS::Heat::Value, condition: given}
    """
    text = "parameters: {s: {type: string, hidden: true}}\n" + in_resource("{password: {get_param: s}}", kind="i.yaml")
    shown = preview(text, {"i.yaml": inner}, {"s": ""})
    assert shown.resources["a"].nested.resources["v"].enabled is False


def test_the_tree_as_data():
    text = in_resource("{count: 2, resource_def: {type: server.yaml}}", kind=GROUP)
    data = preview_as_data(preview(text, {"server.yaml": SERVER}))
    group = data["resources"]["a"]["nested"]
    assert (group["members"], group["alike"], list(group["resources"])) == (2, True, ["0"])
    nested = group["resources"]["0"]["nested"]
    assert set(nested) == {"file", "parameters", "conditions", "resources", "outputs"}
    assert "nested" not in nested["resources"]["value"]
    json.dumps(data)


def test_the_cached_stack_of_one_resource_is_not_used_for_another_with_its_own_part_of_the_registry():
    count = 40
    files = {
        "outer.yaml": "resources: {inner: {type: leaf.yaml}}",
        "leaf.yaml": "resources: {x: {type: Own}}",
        **{f"t{n}.yaml": f"resources: {{only{n}: {{type: OS::Heat::None}}}}" for n in range(count)},
    }
    own = {f"r{n}": {"inner": {"x": {"Own": f"t{n}.yaml"}}} for n in range(count)}
    text = "resources:\n" + "".join(f"  r{n}: {{type: outer.yaml}}\n" for n in range(count))
    shown = preview(text, files, registry={"resources": own})
    for n in range(count):
        leaf = shown.resources[f"r{n}"].nested.resources["inner"].nested
        assert list(leaf.resources["x"].nested.resources) == [f"only{n}"]


@pytest.mark.parametrize("uses", [("perhaps", "surely"), ("surely", "perhaps")])
def test_a_cycle_is_found_also_when_the_same_file_is_used_under_an_unknown_condition(uses):
    each = {
        "perhaps": "  perhaps: {type: outer.yaml, condition: c}\n",
        "surely": "  surely: {type: outer.yaml}\n",
    }
    text = "parameters:\n  p: {type: string}\nconditions:\n  c: {equals: [{get_param: p}, x]}\nresources:\n"
    files = {
        "outer.yaml": "resources: {inner: {type: loop.yaml}}",
        "loop.yaml": "resources: {x: {type: loop.yaml}}",
    }
    shown = preview(text + "".join(each[use] for use in uses), files)
    assert ("error", "nested-circle", "loop.yaml", 2) in found(shown)


@pytest.mark.parametrize("secret", ["s3cret", "s3cret.yaml"])
def test_a_hidden_type_of_the_members_of_a_group_is_never_shown(secret):
    text = """
        parameters:
          kind: {type: string, hidden: true}
        resources:
          group:
            type: OS::Heat::ResourceGroup
            properties: {count: 2, resource_def: {type: {get_param: kind}}}
          chain:
            type: OS::Heat::ResourceChain
            properties: {resources: [{get_param: kind}]}
    """
    shown = preview(text, {}, {"kind": secret})
    assert "s3cret" not in json.dumps(preview_as_data(shown), default=str)
    assert not any("s3cret" in f"{each.message} {each.hint}" for each in shown.diagnostics)
