"""The files that a template references, directly or indirectly."""

from collections.abc import Hashable, Iterable, Iterator
from posixpath import dirname

from hotcore.bundle_files import plain_path
from hotcore.catalogue import RESOURCES, TEMPLATE_ENDINGS, Branch, Entry, ResourceRegistry, path_beside
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node, Scalar, Sequence, maps
from hotcore.template.bundle import Bundle, NamedFile, has_version
from hotcore.template.model import Template
from hotcore.template.sections import CFN_VERSION_KEYS
from hotcore.versions import VERSION_KEY


def followed_names(
    root: Node | None, bundle: Bundle, registries: Iterable[ResourceRegistry] = ()
) -> Iterator[NamedFile]:
    """Every file reference that a client or Heat follows: in `get_file` and types, in the template, in registries and
    in referenced templates, each of which is visited once."""
    registered = [named for registry in registries for named in _registered(registry.written, bundle)]
    pending = [*_named(root, None, bundle), *registered][::-1]
    seen: set[str] = set()
    while pending:
        named = pending.pop()
        yield named
        path = named.path
        if path is None or path in seen:
            continue
        seen.add(path)
        pending += _named_in(path, bundle)[::-1]


def needed_files(template: Template, bundle: Bundle, registries: Iterable[ResourceRegistry] = ()) -> Iterator[str]:
    """The paths of the files of a bundle that a client sends with the template, each once."""
    seen: set[str] = set()
    for named in followed_names(template.root, bundle, registries):
        if named.path is not None and named.path not in seen:
            seen.add(named.path)
            yield named.path


def _named_in(path: str, bundle: Bundle) -> tuple[NamedFile, ...]:
    """The files that a template of the bundle references; cached."""
    if path not in bundle.named:
        is_template = has_version(bundle.files[path])
        bundle.named[path] = tuple(_named(bundle.template(path).root, path, bundle)) if is_template else ()
    return bundle.named[path]


def _named(root: Node | None, file: str | None, bundle: Bundle) -> Iterator[NamedFile]:
    """The files that a template references, the main one or a `file` of the bundle; a client searches all of it."""
    if not isinstance(root, MappingNode) or not any(key in root.members for key in (VERSION_KEY, *CFN_VERSION_KEYS)):
        return
    if not _may_name_files(root.source.text):
        return
    folder = dirname(file or "")
    for node in maps(root):
        for key, item in node.members.items():
            is_chain = key == "resources" and isinstance(item, Sequence)
            for name in item.items if is_chain and isinstance(item, Sequence) else (item,):
                if isinstance(name, Scalar) and isinstance(name.value, str) and _is_followed(key, name.value, is_chain):
                    place = path_beside(folder, name.value)
                    path = bundle.key(name.value, file)
                    if on_disk := _on_disk(name.value, place, bundle):
                        yield NamedFile(name.value, on_disk, path, file, name.span, not is_chain)


def _may_name_files(text: str) -> bool:
    """Whether a text may reference files: one without the words for it does not, unless it has escaped characters."""
    return any(word in text for word in ("get_file", "\\", *TEMPLATE_ENDINGS))


def _is_followed(key: Hashable, name: str, is_chain: bool) -> bool:
    """Whether a string under a key is the name of a file; only Heat follows those of a chain's members."""
    return key == "get_file" or ((key == "type" or is_chain) and name.endswith(TEMPLATE_ENDINGS))


def _registered(branch: Branch, bundle: Bundle) -> Iterator[NamedFile]:
    """The files that a registry references.

    The client follows the values of all type mappings, including those of single resources.  A key that is a file, and
    deeper entries, are followed only by Heat.
    """
    for item in branch.values():
        if isinstance(item, Branch):
            yield from _registered(item, bundle)
        elif not item.is_setting and isinstance(item.value, str):
            is_own = len(item.path) == 1 or (len(item.path) == 3 and item.path[0] == RESOURCES)
            if is_own and "::" not in item.value:
                yield from _of_entry(item, item.value, item.folder, bundle, is_sent=True)
            if item.template_name not in (None, item.value) or not is_own:
                folder = "" if item.template_name == item.key else item.folder
                yield from _of_entry(item, item.template_name or "", folder, bundle, is_sent=False)


def _of_entry(entry: Entry, name: str, folder: str, bundle: Bundle, *, is_sent: bool) -> Iterator[NamedFile]:
    place = path_beside(folder, name)
    if on_disk := _on_disk(name, place, bundle):
        yield NamedFile(name, on_disk, bundle.files.key(place), entry.file, entry.span, is_sent)


def _on_disk(name: str, place: str, bundle: Bundle) -> str | None:
    """The normalised place of a referenced file; None for a URL."""
    return plain_path(place, bundle.files.folder) if name and "://" not in place else None
