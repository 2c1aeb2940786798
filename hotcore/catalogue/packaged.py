"""The data files that come with the catalogue."""

import json
from pkgutil import get_data
from typing import Any


def packaged(name: str) -> Any:
    """The data of a JSON file that comes with the catalogue."""
    return json.loads(get_data(__package__, name) or b"")
