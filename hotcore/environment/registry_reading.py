"""The reader of the section `resource_registry`: nodes to entries, with errors and ineffective entries."""

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
"""The key of the base for relative file names, in the registry and in the branch of a resource."""

_SETTINGS = {
    HOOKS: (HOOK_TYPES, "unknown-hook", "a hook"),
    RESTRICTED_ACTIONS: (RESTRICTABLE, "unknown-action", "an action that can be restricted"),
}
OTHER_ENDINGS = (".yml", ".json", ".hot")


def unexpected_map(key: str, span: Span | None, file: str | None, *, used: bool) -> Diagnostic:
    """The diagnostic for a map in place of a type's name; Heat fails when it creates such a resource."""
    hint = did_you_mean(key, [RESOURCES]) or f"Put entries for a single resource under `{RESOURCES}`."
    severity = Severity.ERROR if used else Severity.WARNING
    message = f"`{key}` must be mapped to a name, not to a map."
    return Diagnostic("idle-entry", message, span, severity, hint, file, phase=Phase.RESOURCES)


def unexpected_string(entry: Entry, *, used: bool) -> Diagnostic:
    """The diagnostic for a name in place of a resource's map; Heat fails when it creates the resource."""
    message = f"The resource `{entry.key}` needs a map of types here, not a string."
    severity = Severity.ERROR if used else Severity.WARNING
    return Diagnostic("idle-entry", message, entry.span, severity, None, entry.file, phase=Phase.RESOURCES)


class RegistryReader:
    """Reads the registry of the environment `file`; file names in it are relative to `folder`."""

    def __init__(self, file: str, folder: str, report: Report) -> None:
        self.file = file
        self.folder = folder
        self.report = report

    def registry(self, node: Mapping) -> ResourceRegistry:
        """The registry as written, without invalid entries."""
        resources = node.get(RESOURCES)
        if resources is not None and not isinstance(resources, Mapping):
            message = f"`{RESOURCES}` must be a map of resources, not {kind_of(to_plain(resources))}."
            span = resources.span if to_plain(resources) else node.key_span(RESOURCES)
            hint = None if to_plain(resources) else "Remove it, or write `{}`."
            self.error("bad-section", message, span, hint, phase=Phase.RESOURCES)
        return ResourceRegistry(self.branch(node, (), self.folder, node.span))

    def branch(self, node: Mapping, path: tuple[str, ...], folder: str, key_span: Span) -> Branch:
        """The branch of a map."""
        base = node.get(BASE_URL)
        if isinstance(base, Scalar) and isinstance(base.value, str):
            folder = path_beside(folder, base.value)
        found = Branch.at(key_span, self.file)
        for key, item in node.members.items():
            if not isinstance(key, str):
                message = f"The name of a type must be a string, not {kind_of(key)}; quote it."
                self.error("bad-registry-entry", message, node.key_span(key))
            elif key != BASE_URL and not (path == () and key == RESOURCES and not isinstance(item, Mapping)):
                read = self.item(node, key, item, (*path, key), folder)
                found.update({} if read is None else {key: read})
        return found

    def item(self, parent: Mapping, key: str, node: Node, path: tuple[str, ...], folder: str) -> Any:
        """An entry or a branch, or None for an invalid one."""
        value = to_plain(node)
        if value is not None and key in _SETTINGS:
            if not self.is_setting(key, node, value):
                return None
            if len(path) == 1 or (path[0] == RESOURCES and len(path) == 2):
                message = f"`{key}` only applies to single resources and has no effect here."
                self.warning(
                    "idle-entry",
                    message,
                    parent.key_span(key),
                    f"Put it under `{RESOURCES}` and the name of a resource.",
                )
        elif isinstance(node, Mapping):
            if len(path) == 1 and key != RESOURCES:
                self.report.add(unexpected_map(key, parent.key_span(key), self.file, used=False))
            return self.branch(node, path, folder, parent.key_span(key))
        elif value is not None and not isinstance(value, str) and not key.endswith(TEMPLATE_ENDINGS):
            message = f"`{key}` must be mapped to the name of a type or a template file, not to {kind_of(value)}."
            self.error("bad-registry-entry", message, node.span)
            return None
        entry = Entry(path, value, node.span, parent.key_span(key), self.file, folder)
        if value is not None and not entry.is_setting:
            self.check(entry, value if isinstance(value, str) else kind_of(value), parent.key_span(key), node.span)
        return entry

    def is_setting(self, key: str, node: Node, value: Any) -> bool:
        """Whether hooks or restricted actions have valid names; reports the others."""
        known, code, what = _SETTINGS[key]
        if not isinstance(value, str | list):
            self.error(
                "bad-registry-entry", f"`{key}` must be a name or a list of names, not {kind_of(value)}.", node.span
            )
            return False
        wrong = [
            item
            for item in (node.items if isinstance(node, Sequence) else [node])
            if not isinstance(item, Scalar) or item.value not in known
        ]
        for item in wrong:
            name = to_plain(item)
            shown = f"`{name}`" if isinstance(name, str) and name else kind_of(name)
            hint = self.report.did_you_mean(name, known) or f"The names are {', '.join(known)}."
            self.error(code, f"{shown[:1].upper()}{shown[1:]} is not {what}.", item.span, hint)
        return not wrong

    def check(self, entry: Entry, value: str, key_span: Span, span: Span) -> None:
        """Warns about entries that Heat accepts but that have no effect or an unexpected one."""
        key, of_resource = entry.key, len(entry.path) > 1
        if of_resource and "::" not in key and (hint := self.report.did_you_mean(key, _SETTINGS)):
            self.warning(
                "idle-entry", f"Heat treats `{key}` as the name of a type, so it has no effect.", key_span, hint
            )
        elif of_resource and len(entry.path) == 2:
            self.report.add(unexpected_string(entry, used=False))
        elif of_resource and ("*" in key or "*" in entry.path[-2]):
            message = "Wildcards have no effect on the types of single resources."
            self.warning(
                "idle-entry",
                message,
                key_span,
                "Use them in the types for all resources, or in resource names for hooks and restricted actions.",
            )
        elif key.endswith("*") and entry.template_name is not None:
            message = "A type with a wildcard cannot be mapped to a file."
            self.warning("idle-entry", message, key_span, "Map each type to the file by its full name.")
        elif key.endswith(TEMPLATE_ENDINGS) and value != key:
            message = f"`{key}` is the name of a template file, so Heat uses that file and not `{value}`."
            self.warning("idle-entry", message, span)
        elif not value:
            self.warning("idle-entry", f"`{key}` is mapped to an empty name.", span, "`null` removes a mapping.")
        elif value.endswith(OTHER_ENDINGS):
            message = f"Heat treats `{value}` as the name of a type, because of its ending."
            self.warning(
                "not-a-template-name",
                message,
                span,
                f"The name of a template file must end in {' or '.join(TEMPLATE_ENDINGS)}.",
            )

    def error(
        self, code: str, message: str, span: Span, hint: str | None = None, phase: Phase = Phase.ENVIRONMENT
    ) -> None:
        """Reports an error."""
        self.report.add(Diagnostic(code, message, span, hint=hint, file=self.file, phase=phase))

    def warning(self, code: str, message: str, span: Span, hint: str | None = None) -> None:
        """Reports a warning."""
        found = Diagnostic(code, message, span, Severity.WARNING, hint, self.file, phase=Phase.ENVIRONMENT)
        self.report.add(found)
