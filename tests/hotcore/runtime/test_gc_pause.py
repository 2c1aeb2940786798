"""Python's collector is paused while a large template is processed, and restored afterwards."""

import gc
from collections.abc import Iterator

import pytest

import hotcore
from hotcore.runtime import LARGE, paused_collector

BIG = "heat_template_version: 2021-04-16\noutputs:\n" + "".join(
    f"  output{number}: {{value: {number}}}\n" for number in range(LARGE // 20)
)


@pytest.fixture(autouse=True)
def collector_on() -> Iterator[None]:
    gc.enable()
    yield
    gc.enable()


def test_it_rests_for_the_whole_of_a_large_text_and_works_on_afterwards() -> None:
    with paused_collector(LARGE):
        with paused_collector(LARGE):
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_on_for_a_small_text() -> None:
    with paused_collector(LARGE - 1):
        assert gc.isenabled()


def test_it_works_on_after_an_exception() -> None:
    with pytest.raises(KeyError), paused_collector(LARGE):
        raise KeyError
    assert gc.isenabled()


def test_it_stays_off_where_the_program_has_switched_it_off() -> None:
    gc.disable()
    with paused_collector(LARGE):
        pass
    hotcore.preview(hotcore.load(BIG))
    assert not gc.isenabled()


def test_reading_and_previewing_a_large_template_is_done_without_it() -> None:
    runs: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            runs.append(info["generation"])

    gc.callbacks.append(note)
    try:
        preview = hotcore.preview(hotcore.load(BIG))
    finally:
        gc.callbacks.remove(note)
    assert preview.ok
    assert len(runs) <= 4  # one when it comes back after reading, one after previewing; thousands of nodes came
    assert gc.isenabled()
