"""Environment files (Heat's "Environments"): read, merged as Heat merges them, checked, written."""

from hotcore.environment.declaration import SECTIONS, Environment
from hotcore.environment.merging import combined
from hotcore.environment.reading import is_environment, read_environment
from hotcore.environment.writing import write_environment

__all__ = ["SECTIONS", "Environment", "combined", "is_environment", "read_environment", "write_environment"]
