"""The contract of faces: code outside of a package imports the package itself, none of its modules."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class Faces(Contract):
    """Every package below `root` is imported from outside of it by its face alone.

    `open_modules` are those that others may import all the same.
    """

    root = fields.StringField()
    open_modules = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find imports that bypass a face."""
        found = sorted(
            (importer, imported)
            for package in graph.find_children(self.root)
            for imported in graph.find_descendants(package) - set(self.open_modules)
            for importer in graph.find_modules_that_directly_import(imported)
            if not f"{importer}.".startswith(f"{package}.")
        )
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the offending imports."""
        for importer, imported in check.metadata["found"]:
            face = ".".join(imported.split(".")[:2])
            output.print_error(f"{importer} imports {imported}; what it needs belongs into {face}", bold=False)
