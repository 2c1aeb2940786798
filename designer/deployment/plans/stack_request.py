"""What is sent to Heat for a stack: the template with its files, environments and values, as a client sends them."""

import base64
import json
from collections.abc import Iterable
from posixpath import basename
from typing import Any

from designer.content.content import Content
from designer.fill.package.outgoing import Outgoing
from hotcore.template import NamedFile, followed_names

TYPED_VALUES = "typed-values"


def stack_request(outgoing: Outgoing, stack_name: str) -> dict[str, Any]:
    """Return the body of a request to preview or to make a stack; it holds the values, hidden ones too.

    Files go by their path relative to the template. Where a text names one relative to itself, that name is replaced:
    Heat finds files by name alone.
    """
    content = outgoing.content
    registries = [environment.registry for environment in outgoing.environments.in_force]
    named = [*followed_names(outgoing.template.root, outgoing.document.bundle, registries)]
    paths = dict.fromkeys(each.path for each in named if each.is_sent and each.path is not None)
    files = {path: sent_file(content, path, named) for path in paths}
    environments = []
    for number, each in enumerate(outgoing.files):
        key = f"environment-{number}/{basename(each.file.name)}"
        files[key] = each.text if each.is_changed else renamed(each.text, each.file.name, named)
        environments.append(key)
    if outgoing.typed_text:
        files[TYPED_VALUES] = outgoing.typed_text
        environments.append(TYPED_VALUES)
    return {
        "stack_name": stack_name,
        "template": renamed(content.text.decode("utf-8-sig", "replace"), None, named),
        "files": files,
        "environment_files": environments,
    }


def sent_file(content: Content, path: str, named: Iterable[NamedFile]) -> str:
    """Return a file as text; as base64, like other clients, if it is none."""
    try:
        return renamed(content.files[path].decode("utf-8-sig"), path, named)
    except UnicodeDecodeError:
        return base64.b64encode(content.files[path]).decode()


def renamed(text: str, file: str | None, named: Iterable[NamedFile]) -> str:
    """Return a text whose references to files say their paths relative to the template."""
    spans = {
        each.span.start: (each.span, each.path)
        for each in named
        if each.file == file and each.path not in (None, each.name) and each.span and each.name in each.span.text
    }
    for start in sorted(spans, reverse=True):
        span, path = spans[start]
        text = text[:start] + json.dumps(path) + text[span.end :]
    return text
