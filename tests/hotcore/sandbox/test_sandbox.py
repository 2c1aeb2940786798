"""The sandbox: untrusted expressions are evaluated as in Heat, and cannot block or affect this process."""

import math
import re
from collections.abc import Callable

import pytest

from hotcore import sandbox
from hotcore.runtime import memo
from hotcore.sandbox import patterns, timeouts, wire
from hotcore.sandbox.yaql_engine import MAX_NUMBER
from hotcore.values import Unordered
from tests.pace import within

HOSTILE_EXPRESSIONS = [
    pytest.param("range(1000000000).len()", id="long range"),
    pytest.param("pow(10, pow(10, 8))", id="huge power"),
    pytest.param("'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+$'", id="pattern"),
    pytest.param("shiftBitsLeft(1, 10000000000)", id="huge shift"),
    pytest.param("range(200).select(range(200).select(range(200).select(range(200))))", id="nested ranges"),
    pytest.param("def(f, f()) -> f()", id="endless recursion"),
    pytest.param("(" * 3_000 + "1" + ")" * 3_000, id="deep brackets"),
    pytest.param("1" + " + 1" * 3_000, id="long sum"),
    pytest.param("sequence().len()", id="endless sequence"),
    pytest.param("'x' * 1000000000", id="huge text"),
    pytest.param("pow(10, 5000)", id="number too long to write"),
]

HOSTILE_PATTERNS = [
    ("(a+)+$", "a" * 50 + "!"),
    ("(a|a)*$", "a" * 50 + "!"),
    ("(a*)*b", "a" * 50),
    ("(.*)(.*)(.*)(.*)(.*)(.*)(.*)x", "a" * 200),
    (r"(x+x+)+y", "x" * 50),
    ("((a{0,30}){0,30}){0,30}b", "a" * 60),
    ("((?:|.{100}){0,9}){100}()+b{2}|", ""),
]


@pytest.fixture(autouse=True)
def _no_remembered_timeouts(monkeypatch) -> None:
    monkeypatch.setattr(timeouts, "_until", {})


@pytest.mark.parametrize(
    ("expression", "data", "value"),
    [
        ("1 + 1", None, 2),
        ("$", {"a": 1}, {"data": {"a": 1}}),
        (
            "$.data",
            {1: "a", "1": "b", False: 0, None: None, 1.5: 1.0},
            {1: "a", "1": "b", False: 0, None: None, 1.5: 1.0},
        ),
        ("$.data", ["\ud800", "\ud83d\ude00", "\0", "é"], ["\ud800", "\ud83d\ude00", "\0", "é"]),
        ("$.data", {"\0pairs": [[1, 2]]}, {"\0pairs": [[1, 2]]}),
        ("$.data.z", {"z": {"b": 1, "a": 2}}, {"b": 1, "a": 2}),
        ("$.data.servers.select($.ip)", {"servers": [{"ip": "a"}, {"ip": "b"}]}, ["a", "b"]),
        ("$.data.where($ > 1).orderByDescending($)", [1, 2, 3], [3, 2]),
        ("dict($.data.select([$, $ * 2]))", [1, 2], {1: 2, 2: 4}),
        ("range(200)", None, list(range(200))),
        ("$.data.get(missing)", {}, None),
        ("7 / 2", None, 3),
        ("none", None, "none"),
        ("$nothing", None, None),
        ("set(3, 1, 2)", None, Unordered((1, 2, 3))),
        ("dict(a => 1).set(b => 2)", None, {"a": 1, "b": 2}),
        ("def(double, $ * 2) -> double(4)", None, 8),
        ("let(a => 1, b => 2) -> $a + $b", None, 3),
        ("datetime(2020, 1, 2)", None, "2020-01-02T00:00:00+00:00"),
        ("9" * 4000, None, int("9" * 4000)),
    ],
)
def test_value_of_an_expression(expression: str, data: object, value: object) -> None:
    outcome = sandbox.evaluate_yaql(expression, data)
    assert outcome == sandbox.Outcome("value", value)
    assert repr(outcome.value) == repr(value)  # 1, 1.0 and true differ, and so do orders of keys


def test_numbers_that_json_lacks() -> None:
    value = sandbox.evaluate_yaql("$.data", [math.nan, math.inf, -math.inf, -0.0]).value
    assert repr(value) == "[nan, inf, -inf, -0.0]"


@pytest.mark.parametrize(
    ("expression", "data", "message"),
    [
        ("$.data.key", {}, "a map has no key `key`"),
        ("nope()", None, "there is no function `nope`"),
        ("$.data.toUpper()", 5, "`toUpper` does not accept these arguments"),
        ("1 + a", None, "`+` does not accept these arguments"),
        ("range(201)", None, "a collection has more than 200 items"),
        ("$.data.toUpper()", "x" * 10_000, "a value takes more than 10000 bytes"),
        ("1 / 0", None, "division by zero"),
        ("int($.data)", "secret", "a value does not have the expected format"),
        ("[].first()", None, "an empty list has no first item"),
        ("regex(a)", None, "the result is not plain data"),
        ("1 +", None, "unexpected end"),
        ("", None, "unexpected end"),
        ("1 + )", None, "unexpected `)` at position 5"),
    ],
)
def test_error_of_an_expression(expression: str, data: object, message: str) -> None:
    assert sandbox.evaluate_yaql(expression, data) == sandbox.Outcome("error", message=message)


@pytest.mark.parametrize(
    "expression",
    ["int($.data)", "$.data.nope()", "$.data.get(1)", "dict(a => 1).get($.data).x", "{a => 1}[$.data]", "$.data / 2"],
)
def test_messages_do_not_contain_data(expression: str) -> None:
    assert "s3cret" not in repr(sandbox.evaluate_yaql(expression, "s3cret"))


def test_syntax_is_checked_without_evaluating() -> None:
    assert sandbox.check_yaql("nope($.data)") is None
    assert sandbox.check_yaql("range(1000000000).len()") is None
    assert sandbox.check_yaql("$.data.(") == "unexpected end"
    assert sandbox.check_yaql("$.data ]") == "unexpected `]` at position 8"
    assert sandbox.check_yaql("'open") == "unexpected `'` at position 1"


@pytest.mark.parametrize("expression", HOSTILE_EXPRESSIONS)
def test_hostile_expression_ends_in_time_and_the_next_one_works(expression: str) -> None:
    assert sandbox.evaluate_yaql(expression, None, seconds=0.3).kind in ("timeout", "error")
    assert sandbox.evaluate_yaql("1 + 1", None).value == 2


def test_data_that_cannot_be_sent_is_an_error() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for data in (deep, MAX_NUMBER, "x" * (wire.MAX_FRAME_SIZE + 1)):
        assert sandbox.evaluate_yaql("1", data) == sandbox.TOO_MUCH_DATA


def test_no_time_means_not_evaluated() -> None:
    assert sandbox.evaluate_yaql("1", None, seconds=0).kind == "timeout"
    assert sandbox.match_pattern("(?i)a", "A", seconds=-1).kind == "timeout"


def test_an_expression_is_evaluated_once_within_a_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    with memo():
        first = sandbox.evaluate_yaql("$.data + [1]", [0])
        monkeypatch.setattr(sandbox.pool, "ask", lambda *_: pytest.fail("asked again"))
        again = sandbox.evaluate_yaql("$.data + [1]", [0], seconds=0)
        assert again.value == first.value == [0, 1]
        assert again.value is not first.value  # whoever gets it may change it


def test_what_may_differ_each_time_is_not_kept() -> None:
    with memo():
        assert len({sandbox.evaluate_yaql("random(1, 1000000000)", None).value for _ in range(4)}) > 1


def test_what_was_not_evaluated_is_not_kept() -> None:
    with memo():
        assert sandbox.evaluate_yaql("1 + 1", None, seconds=0).kind == "timeout"
        assert sandbox.evaluate_yaql("1 + 1", None).value == 2


def test_a_kept_answer_that_cannot_be_read_any_more_is_an_error() -> None:
    nested = "range(0, 190).aggregate([$1], [])"
    with memo():
        assert sandbox.evaluate_yaql(nested, None).kind == "value"
        outcome = deep(900, lambda: sandbox.evaluate_yaql(nested, None))
    assert outcome == sandbox.TOO_DEMANDING or outcome.kind == "value"  # as Python's own limits are


def deep(levels: int, call: Callable[[], sandbox.Outcome]) -> sandbox.Outcome:
    """What a call gives with so many more frames on the stack."""
    return deep(levels - 1, call) if levels else call()


def test_timed_out_task_is_not_retried_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 0.2)
    assert sandbox.evaluate_yaql("range(1000000000).len()", None, seconds=0.2).kind == "timeout"
    with monkeypatch.context() as patch:
        patch.setattr(sandbox.pool, "ask", lambda *_: pytest.fail("it was asked again"))
        assert sandbox.evaluate_yaql("range(1000000000).len()", None, seconds=0.2).kind == "timeout"
    monkeypatch.setattr(timeouts, "SECONDS_TO_REMEMBER", 0)
    timeouts.remember(b"work")
    assert not timeouts.has(b"work")


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("[a-z]+", "abc", True),
        ("[a-z]+", "abc1", False),
        ("a|ab", "ab", False),
        ("(?:a|ab)$", "ab", True),
        ("a+?", "aaa", False),
        ("[a-z]+$", "abc\n", False),
        ("[a-z]+\n?", "abc\n", True),
        ("", "", True),
        ("", "a", False),
        ("(?i)abc", "ABC", True),
        (r"(\d{1,3}\.){3}\d{1,3}", "10.0.0.1", True),
        (r"(?P<a>x)(?P=a)", "xx", True),
        ("^(dev|test|prod)$", "test", True),
        ("\\w+", "\ud800", False),
        (".", "\ud800", True),
        ("é+", "éé", True),
        ("[[]", "[", True),
    ],
)
def test_pattern_has_to_match_from_the_start_to_the_end(pattern: str, text: str, fits: bool) -> None:
    assert sandbox.match_pattern(pattern, text) == sandbox.Outcome("value", fits)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("(", "missing ), unterminated subpattern at position 0"),
        ("[a-", "unterminated character set at position 0"),
        ("a{3,2}", "min repeat greater than max repeat at position 2"),
        ("a{99999999999999999999}", "it is too large"),
        ("(" * 5_000 + ")" * 5_000, "it is nested too deeply"),
        ("(?L)a", "bad inline flags: cannot use 'L' flag with a str pattern at position 3"),
    ],
)
def test_pattern_that_cannot_be_used(pattern: str, problem: str) -> None:
    assert sandbox.compile_pattern(pattern) == problem
    assert sandbox.match_pattern(pattern, "a") == sandbox.Outcome("error", message=problem)


def test_pattern_that_can_be_used() -> None:
    assert all(sandbox.compile_pattern(pattern) is None for pattern in ("", "[a-z]+", "(?i)a", "[[]", "(a+)+$"))


def test_one_hostile_pattern_does_not_take_the_time_of_the_others() -> None:
    requests = [*HOSTILE_PATTERNS[:2], ("(?i)abc", "ABC"), ("[0-9]+", "17"), ("(", ""), ("(?i)abc", "x")]
    outcomes = sandbox.match_patterns(requests)
    assert [outcome.kind for outcome in outcomes] == ["timeout", "timeout", "value", "value", "error", "value"]
    assert [outcome.value for outcome in outcomes[2:4]] == [True, True]
    assert sandbox.match_patterns([]) == []


@pytest.mark.parametrize(("pattern", "text"), HOSTILE_PATTERNS)
def test_hostile_pattern_needs_a_worker(pattern: str, text: str) -> None:
    assert patterns.match_cheap(pattern, text) is None
    assert sandbox.match_pattern(pattern, text, seconds=0.2).kind == "timeout"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("[a-z]+", "abc"),
        ("^[a-zA-Z][a-zA-Z0-9_-]{2,23}$", "some-name"),
        (r"^(\d{1,3}\.){3}\d{1,3}$", "10.0.0.1"),
        ("^(dev|test|stage|prod)(-[0-9]+)?$", "stage-12"),
        (r"[A-Za-z0-9._%+-]+@[a-z.]+", "someone@example.org"),
        ("^[!@#$%^&*()A-Z]{8,}$", "ABC!DEF#"),
        (r"([0-9a-f]{2}:){5}[0-9a-f]{2}", "00:11:22:33:44:5f"),
        (r"\d+(\.\d+)?", "12.5"),
        ("x" * 400, "x" * 400),
    ],
)
def test_usual_pattern_needs_no_worker(pattern: str, text: str) -> None:
    assert patterns.match_cheap(pattern, text) is True


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("[a-z0-9]*[a-z]*[0-9]*!", "a" * 55),
        ("(a?){10}a{10}b", "a" * 20),
        ("(a|b|c|ab|bc|abc){3}d", "abc" * 3),
        (".*.*x", "a" * 440),
        ("()" * 100 + "(a*)b", "a" * 1_000),
        ("((((((a?)?)?)?)?)?)?b", "a"),
        ("([a-z]?){16}[a-z!]$", "a" * 12 + "!!"),
        ("([a-z][a-z]?){15}$", "a" * 25 + "!"),
    ],
)
def test_pattern_that_is_called_cheap_is_cheap(pattern: str, text: str) -> None:
    with within(0.2):
        fits = patterns.match_cheap(pattern, text)
    match = re.compile(pattern).match(text) if fits is not None else None
    assert fits in (None, match is not None and match.end() == len(text))


@pytest.mark.parametrize(
    "data",
    [b"", b"nothing", b"\xff", b"[" * 100_000, b"9" * 5_000, b'{"\\u0000pairs": [[[], 1]]}', b'{"\\u0000pairs": [1]}'],
)
def test_broken_frame_is_refused(data: bytes) -> None:
    with pytest.raises(wire.WireError):
        wire.decode(data)


def test_only_plain_values_are_sent() -> None:
    with pytest.raises(TypeError):
        wire.encode(object())
