"""What compares hotcore with Heat runs where Heat is, whether it asks Heat or reads its recorded answers."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark these tests `heat`."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.heat)
