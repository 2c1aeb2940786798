"""The lint rules: one file each.  Dropping a file in here is all it takes to add one."""

from importlib import import_module
from pkgutil import iter_modules

for _module in iter_modules(__path__, __name__ + "."):
    import_module(_module.name)
