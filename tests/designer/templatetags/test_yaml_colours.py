"""Colours for a line of YAML."""

import pytest

from designer.templatetags.yaml_colours import yaml_colours


@pytest.mark.parametrize("name", ["get_param", "resource_facade", "equals", "Fn::Join", "Ref"])
def test_every_function_has_its_colour(name):
    assert f'<span class="f">{name}</span>' in yaml_colours(f"value: {{{name}: [a, b]}}")


@pytest.mark.parametrize("name", ["resource_facts", "value", "get_params"])
def test_other_keys_have_theirs(name):
    assert f'<span class="k">{name}</span>' in yaml_colours(f"{name}: 1")


def test_everything_is_escaped():
    assert yaml_colours("a: '<b>' # <i>") == (
        '<span class="k">a</span>: <span class="s">&#x27;&lt;b&gt;&#x27;</span> <span class="c"># &lt;i&gt;</span>'
    )
