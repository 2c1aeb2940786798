"""The files that a template, its nested templates and its environments reference."""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from posixpath import dirname, join

from django.utils.translation import gettext as _

import hotcore.environment
from designer.content.content import Content
from hotcore import Environment
from hotcore.catalogue import path_beside
from hotcore.template import has_version


def named_files(content: Content, environments: Sequence[Environment]) -> Mapping[str, str]:
    """Return the paths of the files that a client reads with a template, each with its role.

    Missing files have an empty role.
    """
    paths = hotcore.environment.named_files(text_of(content.text), content.file_texts, environments)
    types, users = mapped_types(content, environments), users_of(content, paths)
    return {path: types.get(path) or use_of(content, path, users.get(path)) for path in paths}


def use_of(content: Content, path: str, user: str | None) -> str:
    """Return the role of a file that is in no registry; `user` is the nested template that references it."""
    if path not in content.files:
        return ""
    if is_template(content, path):
        return _("nested template")
    return _("get_file in %(file)s") % {"file": PurePosixPath(user).stem} if user else "get_file"


def is_template(content: Content, path: str) -> bool:
    """Return whether a file may be a template."""
    return has_version(content.file_texts[path])


def users_of(content: Content, paths: Sequence[str]) -> Mapping[str, str]:
    """Return the files that nested templates reference, each with the first template that does."""
    found: dict[str, str] = {}
    for path in paths:
        if path in content.files and is_template(content, path):
            for name in hotcore.environment.named_files(content.file_texts[path], {}):
                found.setdefault(content.path_of(join(dirname(path), name)), path)
    return found


def mapped_types(content: Content, environments: Sequence[Environment]) -> Mapping[str, str]:
    """Return the files that resource types are mapped to, each with the type, and with the environment if a later one
    overrides the entry."""
    last = {entry.path: environment for environment in environments for entry in environment.registry.walk()}
    found: dict[str, str] = {}
    for environment in reversed(environments):
        for entry in environment.registry.walk():
            name = entry.template_name
            if name is None or name == entry.key:
                continue
            stem = PurePosixPath(environment.name).stem
            is_replaced = last[entry.path] is not environment
            words = _("%(type)s in %(file)s") % {"type": entry.key, "file": stem} if is_replaced else entry.key
            found.setdefault(content.path_of(path_beside(entry.folder, name)), words)
    return found


def text_of(data: bytes) -> str:
    """Return a template as text; bytes that are not UTF-8 become replacement characters."""
    return data.decode("utf-8-sig", "replace")
