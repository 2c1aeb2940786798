"""The memo: what is kept, for how long, and how much of it."""

from contextlib import suppress

from hotcore.runtime import keep, kept, memo

LARGE = 150_000_000


def test_results_are_kept_until_the_block_ends() -> None:
    with memo():
        keep("key", 1, 10)
        assert kept("key") == 1
        assert kept("other") is None
    assert kept("key") is None


def test_nothing_is_kept_without_a_memo() -> None:
    keep("key", 1, 10)
    assert kept("key") is None


def test_an_inner_memo_is_apart_from_the_outer_one() -> None:
    with memo():
        keep("outer", 1, 10)
        with memo():
            assert kept("outer") is None
            keep("inner", 2, 10)
        assert kept("outer") == 1
        assert kept("inner") is None


def test_the_oldest_results_are_dropped_when_there_is_too_much() -> None:
    with memo():
        for number in range(3):
            keep(number, str(number), LARGE)
        assert [kept(number) for number in range(3)] == [None, None, "2"]


def test_the_first_result_of_a_key_counts_once() -> None:
    with memo():
        keep("key", 1, LARGE)
        keep("key", 2, LARGE)
        assert kept("key") == 1


def test_nothing_is_kept_after_an_exception() -> None:
    with suppress(ValueError), memo():
        keep("key", 1, 10)
        raise ValueError
    assert kept("key") is None
