"""Modules that are imported when they are first used, because few programs need them and they take long to import."""

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any


class LazyModule:
    """Stands for a module; each of its attributes is that of the module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        """The attribute of the module, which is imported now if it was not."""
        return getattr(import_module(self._name), attribute)


def imported_when_used(package: str, **names: Sequence[str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package (PEP 562) that has these names of its modules, each imported when it is used."""
    homes = {name: module for module, own in names.items() for name in own}

    def imported(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return imported
