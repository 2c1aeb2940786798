"""Invariants for any text, any template and any values."""

import json
import random

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hotcore
from hotcore.analysis import dependencies, wanted_attributes
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.cli.render import render_preview
from hotcore.environment import write_environment
from hotcore.resolver.build import preview_as_data
from tests.hotcore import strategies
from tests.hotcore.corpus import corpus_texts, needs_corpus, some_texts

pytestmark = pytest.mark.long

CORPUS = corpus_texts()
often = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))


def everything(text, values=None, environments=()):
    """Performs every operation on a template."""
    document = hotcore.load(text)
    preview = hotcore.preview(document, values, environments=environments)
    dependencies(document)
    wanted_attributes(document)
    if document.template:
        sections = hotcore.form_schema(document.template)
        shown = [parameter.name for section in sections for parameter in section.parameters]
        assert len(shown) == len(set(shown))
        write_environment(document.template, values or {}, everything=True, hidden=True)
    data = preview_as_data(preview)
    json.dumps(data, allow_nan=False)
    yaml.safe_dump(data)
    for form in ("text", "json", "sarif"):
        render_diagnostics([("x", document, preview.diagnostics)], form, colour=False)
    render_preview(preview, "x", document, colour=False)
    return document, preview


def check_diagnostics(document, preview):
    """The laws of every list of diagnostics."""
    lines = document.text.count("\n") + document.text.count("\r") + 1
    for found in preview.diagnostics:
        assert found.message
        if not found.parameter:  # a message about a value may be the author's own text
            assert found.message[0] in "`" or not found.message[0].islower(), found.message
        assert found.code == found.code.lower()
        if found.span and found.file is None:
            assert 1 <= found.span.line <= found.span.end_line <= lines
            assert 0 <= found.span.start <= found.span.end <= len(document.text)
    assert list(preview.diagnostics) == sorted(preview.diagnostics, key=lambda found: found.sort_key)
    assert set(document.diagnostics) <= set(preview.diagnostics) | set(hotcore.preview(document).diagnostics)


@often
@given(st.one_of(st.text(), st.binary(), st.text(alphabet="{}[]:,-&*!|>'\"%@#?<\n\t ab1~=", max_size=60)))
def test_any_text_is_answered(text):
    document, preview = everything(text)
    check_diagnostics(document, preview)
    assert preview.ok is False  # nothing without a version is a template


@often
@given(strategies.templates, strategies.given_values)
def test_any_template_with_any_values_is_answered(text, values):
    document, preview = everything(text, values)
    check_diagnostics(document, preview)


@often
@given(strategies.templates, strategies.given_values)
def test_the_same_is_always_the_same(text, values):
    first, second = (hotcore.preview(hotcore.load(text), values) for _ in range(2))
    assert [repr(d) for d in first.diagnostics] == [repr(d) for d in second.diagnostics]
    assert repr(preview_as_data(first)) == repr(preview_as_data(second))


@often
@given(strategies.templates, strategies.given_values)
def test_masking_changes_nothing_but_values(text, values):
    document = hotcore.load(text)
    masked, plain = (hotcore.preview(document, values, mask=mask) for mask in (True, False))
    assert masked.diagnostics == plain.diagnostics
    assert {n: c.value for n, c in masked.conditions.items()} == {n: c.value for n, c in plain.conditions.items()}
    assert [(r.name, r.enabled, r.depends_on) for r in masked.resources.values()] == [
        (r.name, r.enabled, r.depends_on) for r in plain.resources.values()
    ]


@often
@given(st.text(), st.text(max_size=10))
def test_any_environment_is_answered(text, name):
    environment = hotcore.read_environment(text, name)
    everything("heat_template_version: 2021-04-16\nparameters: {a: {type: string}}\n", None, [environment])


@needs_corpus
@pytest.mark.parametrize(("name", "text"), [pytest.param(name, text, id=name) for name, text in some_texts()])
def test_a_real_template_is_answered_whatever_happens_to_it(name, text):
    document, preview = everything(text)
    check_diagnostics(document, preview)
    random_edits = random.Random(name)
    for _ in range(12):
        document, preview = everything(mutated(text, random_edits))
        check_diagnostics(document, preview)


def mutated(text, random_edits):
    """The text after one or two typing mistakes."""
    for _ in range(random_edits.randint(1, 3)):
        place = random_edits.randrange(len(text) + 1)
        lines = text.splitlines(keepends=True)
        line = random_edits.randrange(len(lines)) if lines else 0
        match random_edits.randrange(6):
            case 0:
                text = text[:place] + random_edits.choice("{}[]:,-&*!|>'\"%@#?\n\t x1\0\ud800") + text[place:]
            case 1:
                text = text[:place] + text[place + random_edits.randint(1, 30) :]
            case 2:
                text = "".join([*lines[:line], *lines[line + 1 :]])
            case 3:
                text = "".join([*lines[:line], *(below[:9] for below in lines[line : line + 1]), *lines[line:]])
            case 4:
                text = "".join([*lines[:line], *("  " + below for below in lines[line : line + 3]), *lines[line + 3 :]])
            case _:
                old, new = random_edits.sample(["get_param", "get_resource", "type", "if", "string", "equals"], 2)
                text = text.replace(old, new, 1)
    return text


@needs_corpus
@pytest.mark.parametrize(("name", "text"), CORPUS, ids=[name for name, _ in CORPUS])
def test_diagnostics_in_real_templates_are_right(name, text):
    """The diagnostics were verified by hand."""
    reported = {found.code for found in hotcore.load(text).diagnostics}
    assert reported <= REAL_PROBLEMS.get(name.rpartition("/")[2], set()) | {"missing-file"}


KEY_OF_ANOTHER_LENGTH = {"bad-default"}
JINJA = {"invalid-yaml"}
OLD_NAMES = {"deprecated-property"}
OLD_ATTRIBUTE = {"deprecated-attribute"}
OF_TRIPLEO = {"unknown-resource-type"}  # its environment files map its types
REAL_PROBLEMS = {
    "ceph-base.yaml": KEY_OF_ANOTHER_LENGTH,
    "manila-backend-cephfs.yaml": KEY_OF_ANOTHER_LENGTH,
    "haproxy-internal-tls-certmonger.j2.yaml": JINJA,
    "net_ip_map.j2.yaml": JINJA,
    "net_vip_map_external.j2.yaml": JINJA,
    "gnocchi-api-container-puppet.yaml": {"duplicate-key"},
    "nova-conductor-container-puppet.yaml": {"functions-as-data"} | OF_TRIPLEO,  # `{get_attr: [...], rabbitmq}`
    "ceilometer-base-container-puppet.yaml": {"unknown-parameter"},
    "rabbitmq-messaging-pacemaker-puppet.yaml": {"unknown-resource"},
    "snmp-baremetal-puppet.yaml": {"empty-default"},  # what it repeats over is in no default
    "tripleo-firewall-baremetal-ansible.yaml": {"empty-default", "unknown-function"},  # `get_params`
    "MSSQL.yaml": OLD_NAMES,
    "openshift.yaml": OLD_NAMES | OLD_ATTRIBUTE | {"deprecated-type"},
    "WordPress_Native.yaml": OLD_ATTRIBUTE,
    "chef-server.yaml": OLD_ATTRIBUTE,
    "example-os-apply-config.yaml": OLD_ATTRIBUTE,
    "server_with_encrpyted_volume.yaml": OLD_ATTRIBUTE,
    "ctlplane-port.yaml": OLD_NAMES,
    "desginate_record.yaml": {"deprecated-type"},
    # before it exists, an attribute is null
    "autoscaling_using_mistral.yaml": {"deprecated-type", "missing-property", "unknown-resource-type"},
    "neutron-mlnx-agent-container-puppet.yaml": OF_TRIPLEO,
    "neutron-plugin-ml2-ansible-container-puppet.yaml": OF_TRIPLEO,
    "nova-compute-container-puppet.yaml": OF_TRIPLEO,
}
