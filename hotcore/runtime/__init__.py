"""What hotcore does about Python itself: cheap dataclasses, lazy imports, a memo, the garbage collector, the stack."""

from hotcore.runtime.dataclasses import dataclass
from hotcore.runtime.gc_pause import LARGE, paused_collector
from hotcore.runtime.lazy_module import LazyModule
from hotcore.runtime.memos import memo, recall, remember
from hotcore.runtime.properties import cached_property
from hotcore.runtime.stack_chunk import in_one_stack_chunk

__all__ = [
    "LARGE",
    "LazyModule",
    "cached_property",
    "dataclass",
    "in_one_stack_chunk",
    "memo",
    "paused_collector",
    "recall",
    "remember",
]
