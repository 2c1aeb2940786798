"""The section `resource_registry`: nodes to entries, and what Heat refuses or overlooks about them."""

from typing import Any

from hotcore.catalogue import (
    HOOK_TYPES,
    HOOKS,
    RESOURCES,
    RESTRICTABLE,
    RESTRICTED_ACTIONS,
    TEMPLATE_ENDINGS,
    Branch,
    Entry,
    ResourceRegistry,
    path_beside,
)
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.source import Span
from hotcore.spelling import did_you_mean
from hotcore.syntax import Mapping, Node, Scalar, Sequence, to_plain
from hotcore.values import kind_of

BASE_URL = "base_url"
"""What names of files are relative to, in the registry and in the part of a resource."""

_SETTINGS = {
    HOOKS: (HOOK_TYPES, "unknown-hook", "a hook"),
    RESTRICTED_ACTIONS: (RESTRICTABLE, "unknown-action", "an action that can be restricted"),
}
OTHER_ENDINGS = (".yml", ".json", ".hot")


def idle_branch(key: str, span: Span | None, file: str | None, *, used: bool) -> Diagnostic:
    """A map where the name of a type is expected; Heat stumbles over it when it is to make such a resource."""
    hint = did_you_mean(key, [RESOURCES]) or f"What is for one resource is under `{RESOURCES}`."
    severity = Severity.ERROR if used else Severity.WARNING
    message = f"The map under `{key}` maps no type."
    return Diagnostic("idle-entry", message, span, severity, hint, file, phase=Phase.RESOURCES)


def idle_text(entry: Entry, *, used: bool) -> Diagnostic:
    """A name where the map of a resource is expected; Heat stumbles over it when it is to make the resource."""
    message = f"`{entry.key}` stands for a resource here, which needs a map of types, not a text."
    severity = Severity.ERROR if used else Severity.WARNING
    return Diagnostic("idle-entry", message, entry.span, severity, None, entry.file, phase=Phase.RESOURCES)


class RegistryReader:
    """Reads the registry of the environment file called `file`; names of files in it are relative to `folder`."""

    def __init__(self, file: str, folder: str, report: Report) -> None:
        self.file = file
        self.folder = folder
        self.report = report

    def registry(self, node: Mapping) -> ResourceRegistry:
        """The registry as written, without what cannot be read."""
        resources = node.get(RESOURCES)
        if resources is not None and not isinstance(resources, Mapping):
            message = f"`{RESOURCES}` is a map of resources, not {kind_of(to_plain(resources))}."
            span = resources.span if to_plain(resources) else node.key_span(RESOURCES)
            hint = None if to_plain(resources) else "Leave it out, or write `{}`."
            self.error("bad-section", message, span, hint, phase=Phase.RESOURCES)
        return ResourceRegistry(self.branch(node, (), self.folder, node.span))

    def branch(self, node: Mapping, path: tuple[str, ...], folder: str, key_span: Span) -> Branch:
        """What stands under the keys of a map."""
        base = node.get(BASE_URL)
        if isinstance(base, Scalar) and isinstance(base.value, str):
            folder = path_beside(folder, base.value)
        found = Branch.at(key_span, self.file)
        for key, item in node.members.items():
            if not isinstance(key, str):
                message = f"The name of a type is a text, not {kind_of(key)}; put it in quotes."
                self.error("bad-registry-entry", message, node.key_span(key))
            elif key != BASE_URL and not (path == () and key == RESOURCES and not isinstance(item, Mapping)):
                read = self.item(node, key, item, (*path, key), folder)
                found.update({} if read is None else {key: read})
        return found

    def item(self, parent: Mapping, key: str, node: Node, path: tuple[str, ...], folder: str) -> Any:
        """An entry, or a branch of them, or None for what Heat refuses."""
        value = to_plain(node)
        if value is not None and key in _SETTINGS:
            if not self.is_setting(key, node, value):
                return None
            if len(path) == 1 or (path[0] == RESOURCES and len(path) == 2):
                message = f"`{key}` counts only for a resource; here it does nothing."
                self.warning("idle-entry", message, parent.key_span(key), f"Write it under `{RESOURCES}` and a name.")
        elif isinstance(node, Mapping):
            if len(path) == 1 and key != RESOURCES:
                self.report.add(idle_branch(key, parent.key_span(key), self.file, used=False))
            return self.branch(node, path, folder, parent.key_span(key))
        elif value is not None and not isinstance(value, str) and not key.endswith(TEMPLATE_ENDINGS):
            message = f"`{key}` is mapped to the name of a type or of a template's file, not to {kind_of(value)}."
            self.error("bad-registry-entry", message, node.span)
            return None
        entry = Entry(path, value, node.span, parent.key_span(key), self.file, folder)
        if value is not None and not entry.is_setting:
            self.check(entry, value if isinstance(value, str) else kind_of(value), parent.key_span(key), node.span)
        return entry

    def is_setting(self, key: str, node: Node, value: Any) -> bool:
        """Whether hooks or restricted actions are of the names that Heat knows."""
        known, code, what = _SETTINGS[key]
        if not isinstance(value, str | list):
            self.error("bad-registry-entry", f"`{key}` is a name or a list of names, not {kind_of(value)}.", node.span)
            return False
        wrong = [
            item
            for item in (node.items if isinstance(node, Sequence) else [node])
            if not isinstance(item, Scalar) or item.value not in known
        ]
        for item in wrong:
            name = to_plain(item)
            said = f"`{name}` is not {what}." if isinstance(name, str) and name else f"{kind_of(name)} is not {what}."
            hint = self.report.did_you_mean(name, known) or f"The names are {', '.join(known)}."
            self.error(code, said[:1].upper() + said[1:], item.span, hint)
        return not wrong

    def check(self, entry: Entry, value: str, key_span: Span, span: Span) -> None:
        """What Heat takes without a word, and what does not do what it seems to."""
        key, of_resource = entry.key, len(entry.path) > 1
        if of_resource and "::" not in key and (hint := did_you_mean(key, _SETTINGS)):
            self.warning(
                "idle-entry", f"`{key}` is taken for the name of a type, so nothing comes of it.", key_span, hint
            )
        elif of_resource and len(entry.path) == 2:
            self.report.add(idle_text(entry, used=False))
        elif of_resource and ("*" in key or "*" in entry.path[-2]):
            message = "Wildcards have no effect on the types of single resources."
            self.warning(
                "idle-entry",
                message,
                key_span,
                "They count in the types for all resources, and in names for hooks and restricted actions.",
            )
        elif key.endswith("*") and entry.template_name is not None:
            message = "A type with a wildcard is never mapped to a file."
            self.warning("idle-entry", message, key_span, "Map each type to the file by its name.")
        elif key.endswith(TEMPLATE_ENDINGS) and value != key:
            message = f"`{key}` is a template's file by its name, so Heat takes that and not `{value}`."
            self.warning("idle-entry", message, span)
        elif not value:
            self.warning("idle-entry", f"`{key}` is mapped to an empty name.", span, "`null` removes a mapping.")
        elif value.endswith(OTHER_ENDINGS):
            message = f"Heat takes `{value}` for the name of a type, because it does not end like a template's file."
            self.warning("not-a-template-name", message, span, f"Templates end in {' or '.join(TEMPLATE_ENDINGS)}.")

    def error(
        self, code: str, message: str, span: Span, hint: str | None = None, phase: Phase = Phase.ENVIRONMENT
    ) -> None:
        """Tells what Heat refuses."""
        self.report.add(Diagnostic(code, message, span, hint=hint, file=self.file, phase=phase))

    def warning(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Tells what has no effect."""
        found = Diagnostic(code, message, span, Severity.WARNING, hint, self.file, phase=Phase.ENVIRONMENT)
        self.report.add(found)
