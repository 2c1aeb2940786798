"""What is deployed: a template with all that it names, its environments, what was typed, and the command for them."""

from designer.package.instructions import instructions, notes
from designer.package.package import Options, Package, package_of
from designer.package.stack_names import is_stack_name, stack_name
from designer.package.zipped import zipped

__all__ = ["Options", "Package", "instructions", "is_stack_name", "notes", "package_of", "stack_name", "zipped"]
