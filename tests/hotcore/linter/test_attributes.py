"""The quick fix that reads the successor of a deprecated attribute."""

import pytest

from hotcore.linter import apply_fixes

TEXT = """\
heat_template_version: 2021-04-16
resources:
  queue: {type: OS::Zaqar::Queue}
  disk: {type: OS::Cinder::Volume, properties: {size: 1}}
  web: {type: OS::Nova::Server, properties: {flavor: small, image: debian, networks: [{network: private}]}}
outputs:
  it:
    value: VALUE   # here
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{get_attr: [queue, queue_id]}", "{get_resource: queue}"),
        ("{list_join: [a, [{get_attr: [queue, queue_id]}, b]]}", "{list_join: [a, [{get_resource: queue}, b]]}"),
    ],
)
def test_a_successor_with_the_same_value_is_read_instead(old, new):
    fixed = apply_fixes(TEXT.replace("VALUE", old))
    assert fixed.text == TEXT.replace("VALUE", new)
    assert not fixed.suggested


def test_a_successor_of_another_type_is_suggested():
    text = TEXT.replace("VALUE", "{get_attr: [disk, attachments, 0]}")
    kept = apply_fixes(text)
    assert (kept.text, [each.fix.title for each in kept.suggested]) == (text, ["Write `attachments_list`"])
    assert apply_fixes(text, suggested=True).text == TEXT.replace("VALUE", "{get_attr: [disk, attachments_list, 0]}")


@pytest.mark.parametrize("value", ["{get_attr: [web, first_address]}", "{get_attr: [queue, queue_id, 0]}"])
def test_there_is_no_fix_where_the_successor_has_to_be_read_otherwise(value):
    text = TEXT.replace("VALUE", value)
    assert apply_fixes(text, suggested=True).text == text
