"""Completion by context: the options, their order, and the inserted text."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hotcore.assist import complete
from hotcore.catalogue import shipped_catalogue
from hotcore.diagnostics import Report
from hotcore.source import Source
from hotcore.syntax.nodes import Mapping, to_plain
from hotcore.syntax.parser import read
from hotcore.template.occurrence_search import occurrences
from tests.hotcore.corpus import corpus_texts, needs_corpus
from tests.pace import slowness, within

CURSOR = "¦"
HEAD = "heat_template_version: 2021-04-16\n"
PARAMETERS = """\
parameters:
  flavor: {type: string}
  image: {type: string}
  size: {type: number, default: 1}
  tags: {type: json}
  big: {type: boolean}
conditions:
  is_big: {get_param: big}
  is_small: {not: is_big}
"""
RESOURCES = """\
resources:
  net: {type: OS::Neutron::Net}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}}
  disk: {type: OS::Cinder::Volume}
"""
TEXT = HEAD + PARAMETERS + RESOURCES
NESTED = HEAD + "parameters:\n  zone: {type: string}\n  count: {type: number, default: 1}\noutputs:\n  ip: {value: 1}\n"
FILES = {"boot.sh": "#!/bin/sh", "nested/server.yaml": NESTED, "notes.yaml": "a: b"}
SERVER = TEXT + "  server:\n    type: OS::Nova::Server\n    properties:\n      flavor: small\n"


def found(text):
    return complete(text.replace(CURSOR, ""), text.index(CURSOR), shipped_catalogue(), FILES)


def labels(text):
    return [option.label for option in found(text).options]


def put(text, label):
    """The text that the option of a label puts in."""
    option = next(option for option in found(text).options if option.label == label)
    return option.text or option.label


PLACES = [
    # sections
    (CURSOR, "heat_template_version description parameter_groups parameters conditions resources outputs"),
    (HEAD + "res¦", "resources"),
    (HEAD + "parameters: {}\n¦\nresources: {}", "description parameter_groups conditions outputs"),
    ("heat_template_version: ¦", "2021-04-16 2018-08-31 2018-03-02"),
    ("heat_template_version: wal¦", "wallaby"),
    # parameters
    (HEAD + "parameters:\n  a:\n    ¦", "type label description default constraints"),
    (HEAD + "parameters:\n  a:\n    type: string\n    ¦", "label description default"),
    (HEAD + "parameters:\n  a: {¦}", "type label"),
    (HEAD + "parameters:\n  a: {type: ¦}", "string number"),
    (HEAD + "parameters:\n  a:\n    type: ¦", "string number boolean"),
    (HEAD + "parameters:\n  a:\n    hidden: ¦", "true false"),
    (HEAD + "parameters:\n  a:\n    type: boolean\n    default: ¦", "true false"),
    (HEAD + "parameters:\n  a:\n    type: number\n    constraints:\n      - ¦", "modulo range allowed_values"),
    (HEAD + "parameters:\n  a:\n    type: string\n    constraints:\n    - ¦", "length allowed_values allowed_pattern"),
    (HEAD + "parameters:\n  a:\n    constraints:\n      - range: {¦", "min max"),
    (HEAD + "parameters:\n  a:\n    constraints:\n      - range: {min: 1, ¦}", "max"),
    (HEAD + "parameters:\n  a:\n    constraints:\n      - length:\n          ¦", "min max"),
    (HEAD + "parameters:\n  a:\n    constraints: [{¦", "modulo range length"),
    (HEAD + "parameters:\n  a:\n    constraints:\n      - modulo: {¦", "step offset"),
    (HEAD + "parameters:\n  a:\n    constraints:\n      - custom_constraint: neutron.¦", "neutron.address_scope"),
    (HEAD + "parameters:\n  ¦\noutputs:\n  o: {value: {get_param: flavour}}", "flavour"),
    # groups
    (TEXT + "parameter_groups:\n  - label: a\n    ¦", "description parameters"),
    (TEXT + "parameter_groups:\n  - label: a\n    parameters:\n      - ¦", "flavor image size"),
    (TEXT + "parameter_groups:\n  - label: a\n    parameters: [flavor, ¦]", "image size"),
    # conditions
    (TEXT + "conditions:\n  c: ¦", "is_big is_small true false get_param"),
    (TEXT + "conditions:\n  c: {¦", "get_param and contains equals"),
    (TEXT + "conditions:\n  c: {eq¦}", "equals"),
    (TEXT + "conditions:\n  c: {and: [is_big, ¦", "is_small get_param"),
    (TEXT + "conditions:\n  c:\n    or:\n      - ¦", "is_big is_small"),
    (TEXT + "conditions:\n  c: {not: ¦}", "is_big is_small"),
    (TEXT + "conditions:\n  c: {equals: [{get_param: ¦", "flavor image"),
    # resources
    (TEXT + "  new:\n    ¦", "type properties condition depends_on"),
    (TEXT + "  new:\n    type: OS::Nova::Server\n    ¦", "properties condition depends_on"),
    (TEXT + "  new: {¦", "type properties"),
    (TEXT + "  new:\n    type: ¦", "nested/server.yaml OS::Neutron::Net OS::Neutron::Port OS::Cinder::Volume"),
    (TEXT + "  new:\n    type: nova¦", "OS::Nova::Flavor"),
    (TEXT + "  new:\n    type: OS::Nova::Ser¦", "OS::Nova::Server OS::Nova::ServerGroup"),
    (TEXT + "  new: {type: OS::Nova::Serv¦", "OS::Nova::Server OS::Nova::ServerGroup"),
    (TEXT + "  new:\n    condition: ¦", "is_big is_small"),
    (TEXT + "  new:\n    depends_on: ¦", "net port disk"),
    (TEXT + "  new:\n    depends_on: [net, ¦", "port disk"),
    (TEXT + "  new:\n    depends_on:\n      - net\n      - ¦", "port disk"),
    (TEXT + "  new:\n    deletion_policy: ¦", "Delete Retain Snapshot"),
    (TEXT + "  ¦\noutputs:\n  o: {value: {get_resource: router}}", "router"),
    # properties
    (TEXT + "  new:\n    type: OS::Nova::Server\n    properties:\n      ¦", "flavor admin_pass"),
    (SERVER + "      ¦", "admin_pass availability_zone"),
    (SERVER + "      net¦", "networks"),
    (SERVER + "      networks:\n        - ¦", "allocate_network fixed_ip"),
    (SERVER + "      networks:\n        - network: a\n          fix¦", "fixed_ip"),
    (SERVER + "      networks: [{net¦", "network"),
    (SERVER + "      networks: [\n        {network: a,\n         po¦", "port"),
    (SERVER + "      networks:\n        - port: ¦", "port"),
    (SERVER + "      user_data_format: ¦", "HEAT_CFNTOOLS RAW SOFTWARE_CONFIG"),
    (SERVER + "      config_drive: ¦", "true false"),
    (SERVER + "      image: ¦", "image flavor"),
    (SERVER + "      name: {¦", "flavor image"),
    (SERVER + "      security_groups:\n        - ¦", "flavor image"),
    (TEXT + "  n:\n    type: nested/server.yaml\n    properties:\n      ¦", "zone count"),
    (TEXT + "  n: {type: OS::Nova::Server, properties: {fla¦", "flavor flavor_update_policy"),
    (
        TEXT + "  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n"
        "        type: OS::Nova::Ser¦",
        "OS::Nova::Server",
    ),
    (
        TEXT + "  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n      resource_def:\n"
        "        type: OS::Nova::KeyPair\n        properties:\n          ¦",
        "name public_key",
    ),
    (
        TEXT + "  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n"
        "      resource_def: {type: OS::Nova::KeyPair, properties: {¦",
        "name public_key",
    ),
    (TEXT + "  g:\n    type: OS::Heat::ResourceGroup\n    update_policy:\n      ¦", "batch_create rolling_update"),
    # functions
    (TEXT + "outputs:\n  o:\n    ¦", "value description condition"),
    (TEXT + "outputs:\n  o:\n    value: ¦", "get_param get_resource get_attr str_replace"),
    (TEXT + "outputs:\n  o:\n    value: {¦", "get_param get_resource get_attr"),
    (TEXT + "outputs:\n  o:\n    value:\n      ¦", "get_param get_resource get_attr"),
    (TEXT + "outputs:\n  o: {value: {get_param: ¦", "flavor image size"),
    (TEXT + "outputs:\n  o: {value: {get_param: OS::¦", "OS::stack_name OS::stack_id OS::project_id"),
    (TEXT + "outputs:\n  o: {value: {get_resource: ¦", "net port disk"),
    (TEXT + "outputs:\n  o: {value: {get_attr: ¦", "net port disk"),
    (TEXT + "outputs:\n  o: {value: {get_attr: [¦", "net port disk"),
    (TEXT + "outputs:\n  o: {value: {get_attr: [port, fix¦", "fixed_ips"),
    (TEXT + "outputs:\n  o: {value: {get_attr: [port, fixed_ips, ¦", "0"),
    (TEXT + "outputs:\n  o: {value: {get_attr: [port, fixed_ips, 0, ¦", "ip_address subnet_id"),
    (TEXT + "outputs:\n  o:\n    value:\n      get_attr:\n        - port\n        - mac¦", "mac_address"),
    (TEXT + "  n: {type: nested/server.yaml}\noutputs:\n  o: {value: {get_attr: [n, ¦", "ip"),
    (TEXT + "outputs:\n  o: {value: {get_file: ¦", "boot.sh nested/server.yaml"),
    (TEXT + "outputs:\n  o: {value: {if: [¦", "is_big is_small"),
    (TEXT + "outputs:\n  o: {value: {if: [is_big, ¦", "get_param"),
    (TEXT + "outputs:\n  o: {value: {str_replace: {¦", "template params"),
    (TEXT + "outputs:\n  o: {value: {str_replace: {template: a, ¦", "params"),
    (TEXT + "outputs:\n  o:\n    value:\n      repeat:\n        ¦", "template for_each permutations"),
    (TEXT + "outputs:\n  o: {value: {resource_facade: ¦", "metadata deletion_policy update_policy"),
    (TEXT + "outputs:\n  o: {value: {digest: [sha2¦", "sha224 sha256"),
    (SERVER + "      config_drive: {if: [is_big, ¦", "true false"),
    (SERVER + "      networks:\n        if:\n        - is_big\n        - - port: ¦", "port"),
    (SERVER + "      user_data:\n        str_replace:\n          params:\n            $a: ¦", "get_param"),
    (SERVER + "      networks:\n        repeat:\n          template:\n            sub¦", "subnet"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "first"), PLACES, ids=range(len(PLACES)))
def test_what_fits_is_offered_first(text, first):
    assert labels(text)[: len(first.split())] == first.split()
    assert all(isinstance(option.detail, str) and isinstance(option.info, str) for option in found(text).options)


@pytest.mark.parametrize(
    ("text", "label", "put_in"),
    [
        (HEAD + "parameters:\n  a:\n    ¦", "type", "type: "),
        (HEAD + "parameters:\n  a:\n    ¦", "constraints", "constraints:\n  - ${}"),
        (HEAD + "parameters:\n  a:\n    ty¦: string", "type", "type"),
        (SERVER + "      ¦", "networks", "networks:\n  - ${}"),
        (SERVER + "      ¦", "scheduler_hints", "scheduler_hints: "),
        (TEXT + "  new:\n    type: OS::Nova::Server\n    ¦", "properties", "properties:\n  flavor: ${}"),
        (SERVER + "      name: ¦", "get_param", "{get_param: ${}}"),
        (SERVER + "      name: {¦", "get_param", "get_param: ${}"),
        (SERVER + "      name:\n        ¦", "get_param", "get_param: ${}"),
        (SERVER + "      security_groups:\n        - ¦", "get_resource", "{get_resource: ${}}"),
        (SERVER + "      name: ¦", "image", "{get_param: image}"),
        (SERVER + "      name: {¦", "image", "get_param: image"),
        (SERVER + "      networks:\n        - port: ¦", "port", "{get_resource: port}"),
        (SERVER + "      user_data: ¦", "list_join", '{list_join: ["${, }", [${items}]]}'),
        (
            SERVER + "      user_data: ¦",
            "str_replace",
            "\n  str_replace:\n    template: ${}\n    params:\n      ${$name}: ${value}",
        ),
        (SERVER + "      user_data: {¦", "str_replace", "str_replace: {template: ${}, params: {${$name}: ${value}}}"),
        (
            SERVER + "      networks:\n        - network: ¦",
            "str_replace",
            "\n    str_replace:\n      template: ${}\n      params:\n        ${$name}: ${value}",
        ),
        (
            HEAD + "parameters:\n  ¦\noutputs:\n  o: {value: {get_param: flavour}}",
            "flavour",
            "flavour:\n  type: ${}",
        ),
    ],
)  # fmt: skip
def test_an_option_puts_in_a_skeleton_in_the_style_of_its_place(text, label, put_in):
    assert put(text, label) == put_in


def test_indentation_is_that_of_the_text():
    wide = "resources:\n    a:\n        type: OS::Nova::Server\n        properties:\n            ¦"
    assert put(wide, "networks") == "networks:\n    - ${}"
    flush = "resources:\n  a:\n    depends_on:\n    - b\n    type: OS::Nova::Server\n    properties:\n      ¦"
    assert put(flush, "networks") == "networks:\n- ${}"


def test_existing_keys_and_deprecated_options_come_last():
    offered = found(SERVER + "      image: x\n      ¦").options
    assert {option.label for option in offered[-2:]} == {"flavor", "image"}
    kinds = found(TEXT + "  new:\n    type: OS::¦").options
    old = [option.is_old for option in kinds]
    assert old == sorted(old)
    hidden = "OS::Neutron::LBaaS::Pool"
    assert hidden not in labels(TEXT + "  new:\n    type: ¦")
    assert hidden in labels(TEXT + "  new:\n    type: OS::Neutron::LB¦")


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (SERVER + "      name: ¦", "type"),
        (TEXT + "outputs:\n  o: {value: {get_param: ¦", "get_resource"),
        (TEXT.replace("2021-04-16", "2015-10-15") + "outputs:\n  o: {value: ¦", "if"),
        (TEXT.replace("2021-04-16", "2015-10-15") + "  a:\n    ¦", "condition"),
        (TEXT + "conditions:\n  c: {¦", "str_replace"),
        (SERVER + "      user_data: |\n        ¦", "get_param"),
        (SERVER + "      # ¦", "name"),
        (TEXT + "  a:\n    depends_on: ¦", "a"),
    ],
)
def test_what_makes_no_sense_is_never_offered(text, never):
    assert never not in labels(text)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_half_typed_text_is_no_obstacle(data):
    text = data.draw(st.sampled_from([SERVER, TEXT]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 40)))
    typed = data.draw(st.text(alphabet="{}[]:-, \n\"'#|&*a\u20ac\U0001f600", max_size=12))
    changed = text[:start] + typed + text[end:]
    offset = start + len(typed)
    answer = complete(changed, offset, shipped_catalogue(), FILES)
    assert 0 <= answer.start <= offset


@pytest.mark.long
@needs_corpus
def test_every_place_of_real_templates_is_answered_quickly():
    """On 3,000 places of the corpus; 50 ms at the 95th percentile is far below what a person feels."""
    pick = random.Random(4)
    texts = [text for _name, text in corpus_texts()]
    complete(texts[0], 0, shipped_catalogue())
    times = []
    for text in pick.choices(texts, weights=[len(text) for text in texts], k=3000):
        offset = pick.randint(0, len(text))
        began = time.process_time()
        answer = complete(text, offset, shipped_catalogue())
        times.append(time.process_time() - began)
        assert 0 <= answer.start <= offset
    assert sorted(times)[int(len(times) * 0.95)] < 0.05 * slowness()


def names_in(text):
    """Every place of a text at which its author chose a name that is declared there, a function, or a property."""
    root = read(Source(text), Report())
    if not isinstance(root, Mapping):
        return
    declared = {kind: getattr(root.get(kind), "members", {}) for kind in ("parameters", "resources", "conditions")}
    for use in occurrences(root):
        if use.name in declared.get(use.kind, ()):
            yield use.node
    for resource in declared["resources"].values():
        kind = resource.get("type") if isinstance(resource, Mapping) else None
        known = shipped_catalogue().find(str(to_plain(kind))) if kind else None
        properties = resource.get("properties") if known else None
        for name, node in properties.key_nodes.items() if isinstance(properties, Mapping) else ():
            if name in known.properties:
                yield node


@pytest.mark.long
@needs_corpus
def test_the_names_of_real_templates_are_among_those_that_are_offered():
    asked, missed = 0, []
    for name, text in corpus_texts():
        for node in names_in(text):
            word = text[node.start : node.end].strip("\"'")
            begun = node.start + 1 + (text[node.start] in "\"'")
            offered = [option.label for option in complete(text, begun, shipped_catalogue()).options]
            asked += 1
            if word not in offered:
                missed.append((name, node.span.line, word))
    assert asked > 1000
    assert len(missed) <= asked * 0.01, missed[:20]


HOSTILE = {
    "nested brackets": "resources:\n  a: " + "{a: [" * 900,
    "brackets line by line": "resources:\n" + "".join(f"{' ' * (200 - i)}a: [\n" for i in range(200)) * 20,
    "items line by line": "outputs:\n  o:\n    value:\n      get_attr:\n" + "        - a\n" * 40_000 + "        - ",
    "keys line by line": "resources:\n  a:\n    properties:\n" + "      a: {a: {\n" * 30_000 + "      ",
    "calls": "outputs:\n" + "  o: {value: {get_param: [" * 15_000,
    "many names": "parameters:\n" + "  p: {type: string}\n" * 15_000 + "outputs:\n  o: {value: {get_param: ",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_no_text_keeps_completion_busy(name):
    with within(3):
        complete(HOSTILE[name], len(HOSTILE[name]), shipped_catalogue())


def test_attributes_that_heat_keeps_for_old_templates_are_not_offered():
    offered = labels(SERVER + "outputs:\n  o: {value: {get_attr: [server, ¦")
    assert {"addresses", "networks"} <= set(offered)
    assert not {"first_address", "accessIPv4"} & set(offered)
