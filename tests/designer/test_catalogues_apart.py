"""What a process keeps of one person's cloud is not what it shows of another's."""

import json

from designer.content.content import Content
from designer.content.impact import semantic_diff
from designer.design.palette import palette_services, pattern_palette
from designer.help.problems import problem_page
from hotcore.catalogue import read_catalogue, using_catalogue
from hotcore.linter import code_pages


def cloud(name, *, update_allowed=True):
    """The catalogue of a cloud whose Heat has one type, which may change in place or not."""
    value = {
        "family": "OS",
        "support_status": {"status": "SUPPORTED"},
        "properties": {"value": {"type": "any", "update_allowed": update_allowed}},
        "attributes": {},
    }
    return read_catalogue(json.dumps({"format": 1, "types": {"OS::Heat::Value": value}, "cloud": name}), name)


def test_the_impact_of_a_change_is_that_in_the_cloud_in_use():
    old, new = (
        Content(
            "heat_template_version: 2018-08-31\nresources:\n"
            f"  a: {{type: OS::Heat::Value, properties: {{value: {value}}}}}\n".encode()
        )
        for value in (1, 2)
    )
    kinds = []
    for catalogue in (cloud("lab"), cloud("prod", update_allowed=False)):
        with using_catalogue(lambda found=catalogue: found):
            kinds.append([change.kind for change in semantic_diff(old, new).under("replaced")])
    assert not kinds[0]
    assert kinds[1]


def test_the_palette_has_the_types_of_the_cloud_in_use():
    all_types = palette_services()
    with using_catalogue(lambda: cloud("lab")):
        of_lab = palette_services()
    assert 'data-type="OS::Nova::Server"' in all_types
    assert 'data-type="OS::Nova::Server"' not in of_lab
    assert 'data-type="OS::Heat::Value"' in of_lab
    assert palette_services() == all_types


def test_what_everybody_reads_does_not_depend_on_who_reads_it_first():
    def shown():
        problem_page.cache_clear()
        pattern_palette.cache_clear()
        return [problem_page(code) for code in code_pages()], [each.shape for each in pattern_palette()]

    expected = shown()
    with using_catalogue(lambda: cloud("lab")):
        assert shown() == expected
