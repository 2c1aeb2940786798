"""The version of hotcore."""

from typing import Any

from hotcore.runtime import LazyModule

metadata: Any = LazyModule("importlib.metadata")


def hotcore_version() -> str:
    """The version of the installed package; "0" if it is not installed."""
    try:
        return str(metadata.version("hot-designer"))
    except metadata.PackageNotFoundError:
        return "0"
