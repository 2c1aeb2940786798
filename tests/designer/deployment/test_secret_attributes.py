"""What may tell a secret of a stack: attributes that never become stand-ins, and outputs that are masked."""

import pytest
import yaml

import hotcore
from designer.deployment.secrets.secret_attributes import open_outputs, secret_resources, tells_secret
from designer.deployment.stacks.stack_details import policies_of

INNER = """\
heat_template_version: 2021-04-16
parameters: {given: {type: string, default: ""}HIDDEN}
resources:
  inside: {type: TYPE}
outputs:
  out: {value: {get_param: given}}
"""
NUMBERED = '{type: OS::Neutron::Net, properties: {name: "n-%index%"}}'


def preview(resources: str, outputs: str = "", values=None, files=None) -> hotcore.Preview:
    text = (
        "heat_template_version: 2021-04-16\n"
        "parameters:\n  key: {type: string, hidden: true}\n"
        "  early: {type: string, hidden: true, default: abc, constraints: [{length: {min: 9}}]}\n"
        f"resources:\n{resources}outputs:\n{outputs}"
    )
    return hotcore.preview(hotcore.load(text, files or {}), values or {})


def inner(kind: str, hidden: str = "") -> dict[str, str]:
    return {"inner.yaml": INNER.replace("TYPE", kind).replace("HIDDEN", hidden)}


def secrets(*args, **kwargs) -> set[str]:
    return secret_resources(preview(*args, **kwargs), {"key", "early"})


@pytest.mark.parametrize(
    "kind",
    [
        *("OS::Heat::WaitConditionHandle", "OS::Heat::SwiftSignalHandle", "OS::Heat::ScalingPolicy"),
        *("OS::Heat::RandomString", "OS::Nova::KeyPair", "OS::Barbican::Secret", "OS::Barbican::Order"),
        *("OS::Heat::SoftwareDeployment", "OS::Heat::Stack", "My::Own", "absent.yaml", "AWS::CloudFormation::Stack"),
    ],
)
def test_types_that_tell_secrets_or_that_nobody_knows_are_secret(kind) -> None:
    rows = f"  net: {{type: OS::Neutron::Net}}\n  one: {{type: {kind}}}\n"
    rows += "  reader: {type: OS::Heat::Value, properties: {value: {get_attr: [one, any_of_them]}}}\n"
    assert secrets(rows) == {"one", "reader"}


def test_what_a_handle_or_a_random_string_is_referred_to_by_is_secret_but_no_key_pair() -> None:
    rows = "  word: {type: OS::Heat::RandomString}\n  pair: {type: OS::Nova::KeyPair}\n" + "".join(
        f"  of_{name}: {{type: OS::Heat::Value, properties: {{value: {{get_resource: {name}}}}}}}\n"
        for name in ("word", "pair")
    )
    assert secrets(rows) == {"word", "of_word", "pair"}


@pytest.mark.parametrize(
    ("row", "files", "is_secret"),
    [
        ("OS::Heat::ResourceGroup, properties: {count: 3, resource_def: {type: OS::Heat::RandomString}}", {}, True),
        ("OS::Heat::ResourceGroup, properties: {count: 3, resource_def: {type: inner.yaml}}", {}, True),
        ("OS::Heat::ResourceGroup, properties: {count: 3, resource_def: {type: OS::Neutron::Net}}", {}, False),
        (f"OS::Heat::ResourceGroup, properties: {{count: 30, resource_def: {NUMBERED}}}", {}, True),
        (f"OS::Heat::ResourceGroup, properties: {{count: 3, resource_def: {NUMBERED}}}", {}, False),
        ("inner.yaml", inner("OS::Neutron::Net"), False),
        ("inner.yaml", inner("OS::Heat::RandomString"), True),
        ("inner.yaml", inner("OS::Neutron::Net", ", pin: {type: string, hidden: true, default: x}"), True),
        ("inner.yaml, properties: {given: {get_param: key}}", inner("OS::Neutron::Net"), True),
        ("inner.yaml, properties: {given: {get_param: early}}", inner("OS::Neutron::Net"), True),
        (
            "OS::Heat::ResourceGroup, properties: {resource_def: {type: inner.yaml}}",
            inner("OS::Barbican::Secret"),
            True,
        ),
    ],
)
def test_nested_stacks_are_secret_for_what_is_in_them(row, files, is_secret) -> None:
    assert secrets(f"  one: {{type: {row}}}\n", files=files) == ({"one"} if is_secret else set())


def test_a_hidden_value_behind_more_unknowns_than_are_told_is_found() -> None:
    nets = "".join(f"  n{number}: {{type: OS::Neutron::Net}}\n" for number in range(35))
    read = ", ".join(f"{{get_attr: [n{number}, mtu]}}" for number in range(35))
    told = f"  told: {{type: OS::Heat::Value, properties: {{value: [{read}, {{get_param: key}}]}}}}\n"
    assert secrets(nets + told) == {"told"}


def test_some_attributes_let_somebody_in_or_tell_all_there_is() -> None:
    assert all(map(tells_secret, ("console_urls", "os_collect_config", "show", "token", "private_key")))
    assert not any(map(tells_secret, ("first_address", "addresses", "name")))


@pytest.mark.parametrize("values", [{}, {"key": "typed-in"}])
def test_an_output_is_masked_wherever_a_hidden_value_has_come_into_it(values) -> None:
    rows = (
        "  net: {type: OS::Neutron::Net}\n"
        "  told: {type: OS::Heat::Value, properties: {value: {get_param: key}}}\n"
        "  own: {type: inner.yaml, properties: {given: {get_attr: [told, value]}}}\n"
        "  far: {type: absent.yaml, properties: {given: {get_attr: [own, out]}}}\n"
    )
    outputs = (
        "  direct: {value: {get_param: key}}\n"
        "  by_value: {value: {get_attr: [told, value]}}\n"
        "  by_nested: {value: {get_attr: [own, out]}}\n"
        "  by_absent: {value: {get_attr: [far, some]}}\n"
        "  password: {value: plain}\n"
        "  mtu: {value: {get_attr: [net, mtu]}}\n"
        "  plain: {value: plain}\n"
    )
    found = preview(rows, outputs, values, inner("OS::Neutron::Net"))
    assert open_outputs(found, {"key", "early"}) == {"mtu", "plain"}


def test_an_output_is_masked_that_reads_a_property_which_was_given_what_is_hidden() -> None:
    rows = (
        "  net: {type: OS::Neutron::Net, properties: {name: {get_param: key}, shared: false}}\n"
        "  port:\n    type: OS::Neutron::Port\n"
        "    properties: {network: {get_resource: net}, name: {get_attr: [net, name]}}\n"
        "  server:\n    type: OS::Nova::Server\n"
        "    properties: {flavor: x, user_data: {get_param: key}, metadata: {one: {get_param: early}}}\n"
        "  config: {type: OS::Heat::MultipartMime, properties: {parts: [{config: {get_param: key}}]}}\n"
        "  plain: {type: OS::Neutron::Net, properties: {name: plain}}\n"
    )
    reads = {
        "name": "get_attr: [net, name]", "all": "get_attr: [net, show]", "any": "get_attr: [net]",
        "by_port": "get_attr: [port, name]", "referred": "get_resource: net",
        "metadata": "get_attr: [server, metadata]", "config": "get_attr: [config, config]",
        "inside": 'list_join: ["", ["x", {get_attr: [net, name]}]]',
    }  # fmt: skip
    open_reads = {
        "mtu": "get_attr: [net, mtu]", "address": "get_attr: [server, first_address]", "server": "get_resource: server",
        "plain": "get_attr: [plain, name]", "port_address": "get_attr: [port, fixed_ips]",
    }  # fmt: skip
    outputs = "".join(f"  {name}: {{value: {{{read}}}}}\n" for name, read in (reads | open_reads).items())
    assert open_outputs(preview(rows, outputs), {"key", "early"}) == open_reads.keys()


def test_what_becomes_of_a_resource_is_what_its_policy_comes_to() -> None:
    rows = (
        "  gone: {type: OS::Neutron::Net}\n"
        "  kept: {type: OS::Neutron::Net, deletion_policy: Retain}\n"
        "  copied: {type: OS::Cinder::Volume, deletion_policy: snapshot, properties: {size: 1}}\n"
        "  foreign: {type: OS::Neutron::Net, external_id: one}\n"
        "  computed: {type: OS::Neutron::Net, deletion_policy: {get_param: early}}\n"
        "  hidden: {type: OS::Neutron::Net, deletion_policy: {get_param: word}}\n"
        "  joined: {type: OS::Neutron::Net, deletion_policy: {list_join: ['', [Re, tain]]}}\n"
    )
    template = yaml.safe_load(f"resources:\n{rows}")
    known = {"gone": "delete", "kept": "retain", "copied": "snapshot", "foreign": "retain", "computed": "unknown"}
    known["hidden"] = "unknown"
    assert policies_of(template, preview(rows)) == {**known, "joined": "retain"}
    assert policies_of(template, hotcore.Preview()) == {**known, "joined": "unknown"}
    assert policies_of({"Resources": {"one": {"DeletionPolicy": "Snapshot"}}}, hotcore.Preview()) == {"one": "snapshot"}
