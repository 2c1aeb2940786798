"""What servers need of a quota, where their flavors are known and where not."""

from django.template.loader import render_to_string

import hotcore
from designer.cloud.project.quotas import Quota, compared, needs_of, silent_about, uncounted

TEXT = """\
heat_template_version: 2018-08-31
parameters: {flavor: {type: string}}
resources:
  small: {type: OS::Nova::Server, properties: {flavor: m1.small}}
  huge: {type: OS::Nova::Server, properties: {flavor: m1.huge}}
  asked: {type: OS::Nova::Server, properties: {flavor: {get_param: flavor}}}
"""
LEFT = {"servers": (9, 9), "cores": (9, 9)}


def shown(needed, quota):
    """The quota of a plan."""
    found = sorted(compared(needed, quota), key=lambda row: -row.lacking)
    rows = [{"thing": row.thing, "needed": row.needed, "left": row.left} for row in found]
    plan = {"quota": {"rows": rows, "uncounted": uncounted(needed, quota), "silences": silent_about(needed, quota)}}
    return " ".join(render_to_string("deployment/_run/quota.html", {"run": {"plan": plan}}).split())


def test_servers_whose_flavor_is_not_known_are_told_and_nothing_is_said_to_fit():
    needed = needs_of(list(hotcore.preview(hotcore.load(TEXT)).resources.values()))
    html = shown(needed, Quota(LEFT, {"m1.small": (1, 512)}))
    assert "The flavors of 2 servers are not known" in html
    assert "Everything fits." not in html

    html = shown(needed, Quota(LEFT, {"m1.small": (1, 512), "m1.huge": (9, 512)}))
    assert "The flavor of one server is not known" in html
    assert "Cores: 1 missing." in html
    assert "Servers:" not in html


def test_where_all_flavors_are_known_or_cores_have_no_limit_all_is_counted():
    needed = needs_of(list(hotcore.preview(hotcore.load(TEXT), {"flavor": "m1.small"}).resources.values()))
    assert "Everything fits." in shown(needed, Quota(LEFT, {"m1.small": (1, 512), "m1.huge": (2, 512)}))
    assert "Everything fits." in shown(needed, Quota({"servers": (9, 9)}))


def test_a_service_that_a_policy_forbids_to_ask_is_told_from_one_that_says_nothing():
    needed = needs_of(list(hotcore.preview(hotcore.load(TEXT)).resources.values()))
    assert "Nova does not say what is left." in shown(needed, Quota(silent={"Nova": False}))
    assert "does not let you see what is left of Nova." in shown(needed, Quota(silent={"Nova": True}))


def test_groups_count_by_their_members_however_many_those_are():
    group = "heat_template_version: 2018-08-31\nresources:\n  g:\n    type: OS::Heat::ResourceGroup\n    properties:\n"
    group += "      count: 1000000000\n      resource_def: {type: OS::Cinder::Volume, properties: {size: 2}}\n"
    needed = needs_of(list(hotcore.preview(hotcore.load(group)).resources.values()))
    assert (needed["volumes"], needed["volume-size"]) == (10**9, 2 * 10**9)
