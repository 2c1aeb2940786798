"""The data files that come with the catalogue."""

import json
from pathlib import Path
from typing import Any


def packaged(name: str) -> Any:
    """The data of a JSON file that comes with the catalogue."""
    return json.loads(Path(__file__).with_name(name).read_bytes())
