"""Modules that are imported when they are first used, because few programs need them and they take long to import."""

from importlib import import_module
from typing import Any


class LazyModule:
    """Stands for a module; each of its attributes is that of the module."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        """The attribute of the module, which is imported now if it was not."""
        return getattr(import_module(self._name), attribute)
