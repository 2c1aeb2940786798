"""What makes Python fast enough, and docstrings where it leaves them out.

Cheap dataclasses, what is imported or compiled when used, the garbage collector, the stack, and a memo.
"""

from hotcore.runtime.cached_properties import cached_property
from hotcore.runtime.dataclasses import dataclass
from hotcore.runtime.docstrings import docstring
from hotcore.runtime.gc_pause import LARGE, paused_collector
from hotcore.runtime.lazy_module import LazyModule, imported_when_used
from hotcore.runtime.memos import keep, kept, memo
from hotcore.runtime.patterns import regex
from hotcore.runtime.stack_chunk import in_one_stack_chunk

__all__ = [
    "LARGE",
    "LazyModule",
    "cached_property",
    "dataclass",
    "docstring",
    "imported_when_used",
    "in_one_stack_chunk",
    "keep",
    "kept",
    "memo",
    "paused_collector",
    "regex",
]
