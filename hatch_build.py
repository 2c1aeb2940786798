"""Takes the bundles of scripts into the wheel and the source distribution, and builds them first where Node is."""

import importlib.util
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Bundles(BuildHookInterface):
    """The hook that hatchling calls."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Take what is there: without bundles, pages load the modules."""
        if version == "editable":
            return
        root = Path(self.root)
        # The file alone: what is being built is not installed yet.
        found = importlib.util.spec_from_file_location("bundles", root / "designer/operation/bundles.py")
        assert found
        assert found.loader
        bundles = importlib.util.module_from_spec(found)
        found.loader.exec_module(bundles)
        bundles.build_bundles(root)
        if bundles.current_bundles(root):
            folder = "designer/" if self.target_name == "wheel" else ""
            for name in (bundles.BUNDLED, bundles.RECORD):
                build_data["force_include"][str(root / name)] = folder + name
