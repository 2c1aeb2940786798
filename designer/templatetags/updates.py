"""A template tag that makes an element a part which an update sends only if it differs.

    {% part %}<li id="row-1">…</li>{% endpart %}

`mark=` is the mark of the data that it depends on, if known: then it is rendered only if it differs. Such a part takes
a `name=` as well. `left_out=` leaves its content out of updates: the page requests it.
"""

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token, token_kwargs
from django.utils.safestring import SafeString, mark_safe

from designer.site.page_updates import Part, Parts

register = template.Library()

OPTIONS = {"left_out", "mark", "name"}


class PartNode(template.Node):
    """The node of an element that is a part."""

    def __init__(self, nodelist: NodeList, options: dict[str, FilterExpression]) -> None:
        self.nodelist = nodelist
        self.options = options

    def render(self, context: template.Context) -> SafeString:
        """Return the part, or in an update what the page does not show yet."""
        parts: Parts = context["parts"]
        given = {key: expression.resolve(context) for key, expression in self.options.items()}
        name, mark, is_left_out = str(given.get("name") or ""), str(given.get("mark") or ""), given.get("left_out")
        if mark and parts.may_skip(mark):
            return mark_safe(parts.skip(name))  # noqa: S308 -- a placeholder without any user input
        html, inside = self.rendered(context, parts)
        placed = parts.add(html, inside, name=name, mark=mark, is_left_out=bool(is_left_out))
        if placed is None:
            parts.skips = False
            html, inside = self.rendered(context, parts)
            placed = parts.add(html, inside, name=name, mark=mark, is_left_out=bool(is_left_out))
            parts.skips = True
        return mark_safe(placed or "")  # noqa: S308 -- rendered by a template

    def rendered(self, context: template.Context, parts: Parts) -> tuple[str, list[Part]]:
        """Return the HTML with placeholders for the parts inside, and those parts."""
        inside: list[Part] = []
        parts.open.append(inside)
        try:
            return self.nodelist.render(context).strip(), inside
        finally:
            parts.open.pop()


@register.tag
def part(parser: Parser, token: Token) -> PartNode:
    """Parse an element that an update sends only if it differs."""
    words = token.split_contents()[1:]
    options = token_kwargs(words, parser)
    if words or not OPTIONS.issuperset(options):
        raise template.TemplateSyntaxError(f"A part takes {', '.join(sorted(OPTIONS))}.")
    nodelist = parser.parse(("endpart",))
    parser.delete_first_token()
    return PartNode(nodelist, options)


@register.simple_tag(takes_context=True)
def mark_of(context: template.Context, *data: object) -> str:
    """Return the mark of a part that depends only on the data."""
    parts: Parts = context["parts"]
    return parts.mark_of(data)
