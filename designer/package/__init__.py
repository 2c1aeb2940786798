"""Deployment packages: a template with its files, environments and typed values, and the command to deploy them."""

from designer.package.instructions import instructions, notes
from designer.package.package import Options, Package, package_of
from designer.package.stack_names import is_stack_name, stack_name
from designer.package.zipped import zipped

__all__ = ["Options", "Package", "instructions", "is_stack_name", "notes", "package_of", "stack_name", "zipped"]
