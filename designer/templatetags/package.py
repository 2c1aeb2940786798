"""Texts about packages: the command, the tree of files, and what is left out."""

from collections.abc import Iterator

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from designer.content.uploads import words_for_size
from designer.fill.form.fields import key_of
from designer.fill.package.command import NEXT_LINE, Command, Piece
from designer.fill.package.instructions import sentence_about, words_about
from designer.fill.package.outgoing import Placeholder
from designer.fill.package.package import Package, PackedFile
from designer.fill.package.tree import Row, rows

register = template.Library()


@register.filter
def coloured(command: Command) -> SafeString:
    """Return a command as HTML with highlighted options, stack name and placeholders."""
    lines = (format_html_join("", "{}", ((piece_html(piece),) for piece in line)) for line in command.lines)
    return format_html_join(NEXT_LINE, "{}", ((line,) for line in lines))


def piece_html(piece: Piece) -> SafeString:
    """Return a piece of a command as HTML."""
    return (
        format_html('<span class="is-{}">{}</span>', piece.kind, piece.text)
        if piece.kind
        else conditional_escape(piece.text)
    )


@register.filter
def in_words(placeholder: Placeholder) -> SafeString:
    """Return why a value is left out, as HTML with highlighted names."""
    shapes = {
        "label": '<strong dir="auto">{}</strong>',
        "text": '<code dir="auto">{}</code>',
        "file": "<code>{}</code>",
    }
    words = {key: format_html(shapes[key], word) for key, word in words_about(placeholder).items()}
    return mark_safe(conditional_escape(sentence_about(placeholder)) % words)  # noqa: S308 -- every part was escaped


@register.filter
def key(name: str) -> str:
    """Return a parameter's name for use in ids."""
    return key_of(name)


@register.filter
def tree(package: Package) -> Iterator[Row]:
    """Return the lines of the tree of a package's files."""
    return rows(package.files)


@register.filter
def file_size(files: list[PackedFile]) -> str:
    """Return the total size of files."""
    return words_for_size(sum(len(file.data) for file in files))
