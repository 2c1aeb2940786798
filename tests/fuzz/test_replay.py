"""Inputs that were found and kept by fuzzing: none ends in an exception, or takes long."""

import time

import pytest

from tests.fuzz.app_targets import TARGETS
from tests.fuzz.inputs import FOUND, KEPT, inputs_of

pytestmark = pytest.mark.long

SECONDS = 6.0
"""Processor time of an input at most; a hang takes minutes."""


@pytest.mark.django_db
@pytest.mark.parametrize("name", TARGETS)
def test_no_input_fails_or_hangs(name):
    inputs = [*inputs_of(FOUND, name), *inputs_of(KEPT, name)]
    assert inputs
    for data in inputs:
        start = time.process_time()
        TARGETS[name](data)
        assert time.process_time() - start < SECONDS, data
