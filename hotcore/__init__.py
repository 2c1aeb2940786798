"""The HOT language: OpenStack Heat templates read, checked, resolved and explained, without Heat and without a cloud.

`load` reads a template, `preview` returns what Heat would make of it under given values, `lint` what its author should
know although Heat accepts it, and `semantic_diff` what changes for a stack when another template replaces it.  These
are the names that docs/library.md shows; everything else is imported from the packages.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hotcore.library import (
        Diagnostic,
        Document,
        Environment,
        Preview,
        SemanticDiff,
        Severity,
        Side,
        Unknown,
        form_schema,
        is_known,
        lint,
        load,
        preview,
        read_environment,
        semantic_diff,
        to_json,
    )

__all__ = [
    "Diagnostic",
    "Document",
    "Environment",
    "Preview",
    "SemanticDiff",
    "Severity",
    "Side",
    "Unknown",
    "form_schema",
    "is_known",
    "lint",
    "load",
    "preview",
    "read_environment",
    "semantic_diff",
    "to_json",
]


class _Package(ModuleType):
    """The package, whose names are imported with the first that is used: a command imports only what it needs."""

    def __getattr__(self, name: str) -> Any:
        """Imports the names."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        library = import_module("hotcore.library")
        self.__dict__.update({each: getattr(library, each) for each in __all__ if each not in self.__dict__})
        return self.__dict__[name]

    def __setattr__(self, name: str, value: Any) -> None:
        """Sets an attribute, except for a package in place of the function of the same name, as an import would."""
        if not (name in __all__ and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
