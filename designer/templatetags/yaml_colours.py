"""Colours for a line of YAML, by classes: keys, texts, functions, numbers and notes."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

LONGEST = 2_000  # characters of a line that are coloured
FUNCTIONS = frozenset(
    (
        "and",
        "contains",
        "digest",
        "equals",
        "filter",
        "get_attr",
        "get_file",
        "get_param",
        "get_resource",
        "if",
        "list_concat",
        "list_concat_unique",
        "list_join",
        "make_url",
        "map_merge",
        "map_replace",
        "not",
        "or",
        "repeat",
        "resource_facts",
        "str_replace",
        "str_replace_strict",
        "str_replace_vstrict",
        "str_split",
        "yaql",
        "Fn::Select",
        "Fn::GetAZs",
        "Ref",
    )
)
TOKEN = re.compile(
    r"""(?P<c>(?:(?<=\s)|^)\#.*$)"""
    r"""|(?P<s>"(?:[^"\\]|\\.)*"|'[^']*')"""
    r"""|(?P<k>[A-Za-z_][\w.-]*(?:::\w+)*)(?=\s*:(?:\s|$))"""
    r"""|(?P<n>(?<![\w.:/-])-?\d+(?:\.\d+)?(?![\w.:/-]))"""
)


@register.filter
def yaml_colours(line: str, is_yaml: bool = True) -> SafeString:
    """Return a line of YAML as HTML with a class on every part that has a colour; another line has no colours."""
    head, tail = (line[:LONGEST], line[LONGEST:]) if is_yaml else ("", line)
    parts, at = [], 0
    for token in TOKEN.finditer(head):
        kind = token.lastgroup or ""
        if kind == "k" and token[0] in FUNCTIONS:
            kind = "f"
        parts += [escape(head[at : token.start()]), f'<span class="{kind}">{escape(token[0])}</span>']
        at = token.end()
    return mark_safe("".join([*parts, escape(head[at:]), escape(tail)]))  # noqa: S308 -- every piece is escaped
