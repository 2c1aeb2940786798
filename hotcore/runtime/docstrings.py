"""Docstrings that people read, also where Python leaves them out (`python -OO`)."""

from functools import cache
from typing import TYPE_CHECKING, Any

from hotcore.runtime.lazy_module import LazyModule

if TYPE_CHECKING:
    import ast
    import inspect
    import textwrap
else:
    ast, inspect, textwrap = LazyModule("ast"), LazyModule("inspect"), LazyModule("textwrap")


def docstring(owner: Any) -> str:
    """The docstring of a module, class or function, without its indentation; empty if it has none.

    One that Python left out is read from the source; it is empty where only compiled files are installed.
    """
    written = owner.__doc__
    return inspect.cleandoc(_docstring_in_source(owner) if written is None else written)


@cache
def _docstring_in_source(owner: Any) -> str:
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(owner)))
    except (OSError, TypeError):
        return ""
    return ast.get_docstring(tree if inspect.ismodule(owner) else tree.body[0], clean=False) or ""  # type: ignore[arg-type]
