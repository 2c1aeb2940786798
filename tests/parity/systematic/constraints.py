"""Every constraint with every type, every odd option, and values on both sides of the limits."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.strategies.writer import copied
from tests.parity.systematic.frames import LATEST, ODD, PLAIN, Body, Case, read_values, short
from tests.parity.systematic.parameters import declared

LIMITS: tuple[Any, ...] = (
    *(None, 0, 1, 2, 3, -1, 5, 1.0, 2.5, -0.0, True, False, 10**20, float("inf"), float("nan"), float("-inf")),
    *("", "1", "2", " 2 ", "1.0", "2.5", "1e2", "x", "-1", "0x10", "nan", "1_0", [], [1], {}, {"a": 1}),
)
SAMPLES: dict[str, tuple[Any, ...]] = {
    "string": ("", "a", "ab", "abcdef", "é\U0001f600", 5, 1.5, True, ["a"], {"a": 1}, "5", "\n", "a\n", "ba", "aaa"),
    "number": (0, 1, 2, 5, -1, -3, 1.5, 2.5, "2", "1.0", " 3 ", True, "nan", "inf", 10**20, "1e2", 0.1, "-0.5"),
    "boolean": (True, False, "yes", "0", 1),
    "comma_delimited_list": ("", "a", "a,b", "a,b,c", ["a"], ["a", "b", "c"], [1, 2], [], ",", ["a,b"], "1,2", [None]),
    "json": (
        {},
        {"a": 1},
        {"a": 1, "b": 2},
        [],
        [1, 2],
        "{}",
        '{"a": 1}',
        "[1, 2, 3]",
        "",
        "5",
        5,
        '"abc"',
        "null",
        True,
    ),
}
LISTED: tuple[Any, ...] = (
    *(
        [],
        None,
        "a",
        5,
        {},
        {"a": 1},
        ["a"],
        ["a", "ab"],
        [5],
        ["5"],
        [1.5],
        [True],
        [False],
        ["True"],
        ["yes"],
        [None],
    ),
    *(
        [["a"]],
        [{"a": 1}],
        ["a", "b", "c"],
        [1, 2],
        ["1", "2"],
        ["1.0"],
        ["nan"],
        ["x", 5],
        [1, "1"],
        [10**20],
        [""],
        [",", ""],
    ),
    *({"get_param": "p"}, ["a", "a"], [0.1], ["é\U0001f600"], ["a", None], ["\n"], [{"a": 1}, ["a"]], [0, 1], [-0.0]),
)
PATTERNS: tuple[Any, ...] = (
    *(
        "",
        "a",
        "a*",
        "[a-z]+",
        "a|ab",
        "ab|a",
        "a+?",
        "(?i)A",
        "^a$",
        "a$",
        "^",
        "\\w*",
        "\\d+",
        ".",
        ".*",
        "(?s).*",
        "(?m)^a$",
    ),
    *(
        "(",
        "[",
        "*",
        "a{2}",
        "a{1,",
        "(?P<x>a)\\1",
        "(?P<x>a)(?P=x)?",
        "(?<x>a)",
        "\\p{L}",
        "[[:alpha:]]",
        "\\Aa\\Z",
        "a\\n",
        "é.*",
    ),
    *(
        "(?=a)a",
        "(?!b).*",
        "(?<=a)b",
        "a++",
        "(?>a)",
        "\\",
        "(?x) a b",
        "5",
        "T.*",
        "\\['a'\\]",
        "(a)(b)?\\2",
        "[b-a]",
        "\\u00e9.*",
    ),
    *(None, 5, True, [], ["a"], {}, {"a": 1}),
)


def with_samples(constraint: Any, kind: str, version: str = LATEST) -> Iterator[Case]:
    """A constraint in front of the sample values of a type, supplied and as defaults."""
    for value in SAMPLES[kind]:
        body = {"type": kind, "constraints": [copied(constraint)]}
        yield f"{short(value)}/given", declared(body, version, parameters={"p": copied(value)})
        yield f"{short(value)}/default", declared({**copied(body), "default": copied(value)}, version)


def _each(constraints: Iterator[tuple[str, Any]] | list[tuple[str, Any]], kinds: tuple[str, ...]) -> Iterator[Case]:
    for name, constraint in constraints:
        for kind in kinds:
            for what, case in with_samples(constraint, kind):
                yield f"{kind}/{name}/{what}", case


def lengths() -> Iterator[Case]:
    """Limits of lengths."""
    options: list[tuple[str, Any]] = [("min", {"length": {"min": 2}}), ("max", {"length": {"max": 1}})]
    for name, constraint in options:
        yield from _each([(name, constraint)], tuple(SAMPLES))
    for limit in LIMITS:
        for key in ("min", "max"):
            yield from _each(
                [(f"{key}={short(limit)}", {"length": {key: limit}})], ("string", "comma_delimited_list", "json")
            )
        for other in (1, None, "x", 2.5):
            yield from _each([(f"{short(limit)}..{other}", {"length": {"min": limit, "max": other}})], ("string",))


def ranges() -> Iterator[Case]:
    """Limits of ranges."""
    yield from _each([("both", {"range": {"min": 1, "max": 5}})], tuple(SAMPLES))
    for limit in LIMITS:
        for key in ("min", "max"):
            yield from _each([(f"{key}={short(limit)}", {"range": {key: limit}})], ("number",))
        for other in (1, None, "x", 2.5):
            yield from _each([(f"{short(limit)}..{other}", {"range": {"min": limit, "max": other}})], ("number",))


def modulos() -> Iterator[Case]:
    """Steps and offsets."""
    yield from _each([("both", {"modulo": {"step": 2, "offset": 1}})], tuple(SAMPLES))
    for step in LIMITS:
        yield from _each([(f"{short(step)}", {"modulo": {"step": step}})], ("number",))
        for offset in (0, 1, -1, None, "1", 0.5, step):
            yield from _each(
                [(f"{short(step)}+{short(offset)}", {"modulo": {"step": step, "offset": offset}})], ("number",)
            )
    for offset in LIMITS:
        for step in (2, -3, 0):
            yield from _each([(f"{step}+{short(offset)}", {"modulo": {"step": step, "offset": offset}})], ("number",))


def allowed_values() -> Iterator[Case]:
    """What may be listed."""
    for listed in LISTED:
        yield from _each([(short(listed), {"allowed_values": listed})], tuple(SAMPLES))


def allowed_patterns() -> Iterator[Case]:
    """Patterns that match in part, in their own way, or are none."""
    yield from _each([("a", {"allowed_pattern": "a"})], tuple(SAMPLES))
    for pattern in PATTERNS:
        yield from _each([(short(pattern), {"allowed_pattern": pattern})], ("string",))


def shapes() -> Iterator[Case]:
    """Odd values in place of the list, a constraint, or its options."""
    for value in ODD:
        for kind in SAMPLES:
            name = f"{kind}/{short(value)}"
            sample = SAMPLES[kind][1]
            given: Body = {"parameters": {"p": copied(sample)}}
            yield f"{name}/constraints", declared({"type": kind, "constraints": copied(value)}, **given)
            yield f"{name}/item", declared({"type": kind, "constraints": [copied(value)]}, **given)
            for key in (
                "length",
                "range",
                "modulo",
                "allowed_values",
                "allowed_pattern",
                "custom_constraint",
                "description",
            ):
                constraint = {key: copied(value)}
                yield f"{name}/{key}", declared({"type": kind, "constraints": [constraint]}, **given)


_BOTH: dict[str, Any] = {
    "length": {"min": 1},
    "range": {"max": 3},
    "modulo": {"step": 2},
    "allowed_values": ["a", 2],
    "allowed_pattern": "[a-z0-9]*",
    "custom_constraint": "ip_addr",
    "description": "why",
    "zz": 1,
    "min": 1,
}


def several() -> Iterator[Case]:
    """Two kinds in one constraint, two constraints, the same kind twice, in all versions that matter."""
    for one, first in _BOTH.items():
        for other, second in _BOTH.items():
            for kind in ("string", "number"):
                together, apart = [{one: first, other: second}], [{one: first}, {other: second}]
                for name, constraints in (("together", together), ("apart", apart)):
                    for value in SAMPLES[kind][:3]:
                        for version in (LATEST, "2016-10-14"):
                            body = {"type": kind, "constraints": copied(constraints)}
                            identity = f"{kind}/{one}/{other}/{name}/{short(value)}/{version}"
                            yield identity, declared(body, version, parameters={"p": value})
    for key in ("min", "max", "step", "offset", "zz", 1, None):
        for kind in ("length", "range", "modulo"):
            for value in (1, None, "x"):
                body = {
                    "type": "number" if kind != "length" else "string",
                    "default": 1,
                    "constraints": [{kind: {key: value}}],
                }
                yield f"options/{kind}/{key}/{value}", declared(body)
                body = {**copied(body), "constraints": [{kind: {key: value, "min": 1, "max": 3}}]}
                yield f"options-with-limits/{kind}/{key}/{value}", declared(body)


def described() -> Iterator[Case]:
    """Descriptions of constraints, in the form."""
    for one in PLAIN:
        for two in (None, "why", "", 5):
            constraints = [
                {"length": {"min": 0}, "description": copied(one)},
                {"allowed_pattern": ".*", "description": two},
                {"length": {"max": 9}},
            ]
            yield f"{short(one)}/{two}", declared({"type": "string", "default": "a", "constraints": constraints})


def customs() -> Iterator[Case]:
    """Custom constraints over values that are close to the edge."""
    for name, options in read_values("custom_constraints").items():
        for value in options:
            body = {"type": "string", "constraints": [{"custom_constraint": name}]}
            yield f"{name}/{value!r}/given", declared(body, parameters={"p": value})
        for kind, samples in SAMPLES.items():
            for value in (*samples, *([["10.0.0.1"], ["a."], {"a": "b"}] if kind != "number" else [])):
                body = {"type": kind, "constraints": [{"custom_constraint": name}]}
                yield f"{name}/{kind}/{short(value)}/given", declared(body, parameters={"p": copied(value)})
                body = {**copied(body), "default": copied(value)}
                yield f"{name}/{kind}/{short(value)}/default", declared(body)


AREAS: dict[str, Callable[[], Iterator[Case]]] = {
    "constraints/length": lengths,
    "constraints/range": ranges,
    "constraints/modulo": modulos,
    "constraints/allowed_values": allowed_values,
    "constraints/allowed_pattern": allowed_patterns,
    "constraints/shapes": shapes,
    "constraints/several": several,
    "constraints/described": described,
    "constraints/custom": customs,
}
