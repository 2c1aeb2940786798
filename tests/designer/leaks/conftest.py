"""Many requests without limits."""

import pytest
from limits import parse_many


@pytest.fixture(autouse=True)
def unlimited(settings):
    """Let whoever asks for everything ask for it at once."""
    settings.THROTTLES = dict.fromkeys(settings.THROTTLES, parse_many("1000000 per day"))
