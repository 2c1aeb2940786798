"""The memo: what is kept, for how long, and how much of it."""

from hotcore.runtime import memo, recall, remember

LARGE = 40_000_000


def test_what_is_remembered_is_kept_until_the_block_ends() -> None:
    with memo():
        remember("key", 1, 10)
        assert recall("key") == 1
        assert recall("other") is None
    assert recall("key") is None


def test_nothing_is_kept_without_a_memo() -> None:
    remember("key", 1, 10)
    assert recall("key") is None


def test_an_inner_memo_is_apart_from_the_outer_one() -> None:
    with memo():
        remember("outer", 1, 10)
        with memo():
            assert recall("outer") is None
            remember("inner", 2, 10)
        assert recall("outer") == 1
        assert recall("inner") is None


def test_the_oldest_results_are_dropped_when_there_is_too_much() -> None:
    with memo():
        for number in range(3):
            remember(number, str(number), LARGE)
        assert [recall(number) for number in range(3)] == [None, None, "2"]


def test_the_first_result_of_a_key_counts_once() -> None:
    with memo():
        remember("key", 1, LARGE)
        remember("key", 2, LARGE)
        assert recall("key") == 1
