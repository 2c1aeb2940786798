"""Syntax highlighting for a line of YAML: keys, strings, functions, numbers and comments."""

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from hotcore.evaluation import is_function

register = template.Library()

LONGEST = 2_000  # characters of a line that are highlighted
TOKEN = re.compile(
    r"""(?P<c>(?:(?<=\s)|^)\#.*$)"""
    r"""|(?P<s>(?<!\\)"(?:[^"\\]|\\.)*"|'[^']*')"""
    r"""|(?P<k>(?<![\w.-])(?>[A-Za-z_][\w.-]*(?:::\w+)*))(?=\s*:(?:\s|$))"""
    r"""|(?P<n>(?<![\w.:/-])-?\d+(?:\.\d+)?(?![\w.:/-]))"""
)


@register.filter
def yaml_colours(line: str, is_yaml: bool = True) -> SafeString:
    """Return a line as HTML, with a class on every highlighted part if it is YAML."""
    head, tail = (line[:LONGEST], line[LONGEST:]) if is_yaml else ("", line)
    parts, at = [], 0
    for token in TOKEN.finditer(head):
        kind = token.lastgroup or ""
        if kind == "k" and is_function(token[0]):
            kind = "f"
        parts += [escape(head[at : token.start()]), f'<span class="{kind}">{escape(token[0])}</span>']
        at = token.end()
    return mark_safe("".join([*parts, escape(head[at:]), escape(tail)]))  # noqa: S308 -- all pieces are escaped
