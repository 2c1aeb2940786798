"""The HOT language: OpenStack Heat templates read, checked, resolved and explained, without Heat and without a cloud.

`load` reads a template, `preview` returns what Heat would make of it under given values, `lint` what its author should
know although Heat accepts it, and `semantic_diff` what changes for a stack when another template replaces it.  These
are the names that docs/library.md shows; everything else is imported from the packages.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotcore.analysis import Document as Document
    from hotcore.analysis import load as load
    from hotcore.analysis import preview as preview
    from hotcore.diagnostics import Diagnostic as Diagnostic
    from hotcore.diagnostics import Severity as Severity
    from hotcore.diff import SemanticDiff as SemanticDiff
    from hotcore.diff import Side as Side
    from hotcore.diff import semantic_diff as semantic_diff
    from hotcore.environment import Environment as Environment
    from hotcore.environment import read_environment as read_environment
    from hotcore.linter import lint as lint
    from hotcore.parameters import form_schema as form_schema
    from hotcore.resolver import Preview as Preview
    from hotcore.values import Unknown as Unknown
    from hotcore.values import is_known as is_known
    from hotcore.values import to_json as to_json

_MODULES = {
    "Diagnostic": "diagnostics",
    "Document": "analysis",
    "Environment": "environment",
    "Preview": "resolver",
    "SemanticDiff": "diff",
    "Severity": "diagnostics",
    "Side": "diff",
    "Unknown": "values",
    "form_schema": "parameters",
    "is_known": "values",
    "lint": "linter",
    "load": "analysis",
    "preview": "analysis",
    "read_environment": "environment",
    "semantic_diff": "diff",
    "to_json": "values",
}
"""Where each name comes from.  It is imported when it is first used: a command imports only what it needs."""

__all__ = list(_MODULES)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return __all__
