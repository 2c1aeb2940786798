"""Inputs that were found and kept by fuzzing, and those made of what is registered, such as every gesture: none ends in
an exception, or takes long."""

import pytest

from tests.conftest import EXPLORES
from tests.fuzz.app_targets import TARGETS
from tests.fuzz.cost import SECONDS
from tests.fuzz.inputs import FOUND, KEPT, inputs_of
from tests.fuzz.seeds import REGISTERED, seeds
from tests.pace import within

pytestmark = [pytest.mark.long, pytest.mark.django_db]
REPLAYED = [name for name in TARGETS if any([*inputs_of(FOUND, name), *inputs_of(KEPT, name)])]
SLOW = "addresses"
"""The tests of leaks ask every address in more ways."""


def assert_each_ends_soon(name, inputs):
    assert inputs
    for data in inputs:
        with within(SECONDS):
            TARGETS[name](data)


@pytest.mark.parametrize("name", REPLAYED)
def test_no_input_that_was_found_or_kept_fails_or_hangs(name):
    kept = [*inputs_of(KEPT, name)]
    assert_each_ends_soon(name, [*inputs_of(FOUND, name), *kept[:: 1 if EXPLORES else 3]])


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] * (name == SLOW)) for name in REGISTERED]
)
def test_no_input_made_of_what_is_registered_fails_or_hangs(name):
    assert_each_ends_soon(name, [*seeds(name)])
