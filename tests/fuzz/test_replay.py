"""Inputs that were found and kept by fuzzing, and those made of what is registered, such as every address: none ends in
an exception, or takes long."""

import pytest

from tests.fuzz.app_targets import TARGETS
from tests.fuzz.cost import SECONDS
from tests.fuzz.inputs import FOUND, KEPT, inputs_of
from tests.fuzz.seeds import REGISTERED, seeds
from tests.pace import within

pytestmark = pytest.mark.long


@pytest.mark.django_db
@pytest.mark.parametrize("name", TARGETS)
def test_no_input_fails_or_hangs(name):
    inputs = [*inputs_of(FOUND, name), *inputs_of(KEPT, name), *(seeds(name) if name in REGISTERED else ())]
    assert inputs
    for data in inputs:
        with within(SECONDS):
            TARGETS[name](data)
