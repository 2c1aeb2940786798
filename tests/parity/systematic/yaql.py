"""Expressions of yaql over data of all kinds."""

from collections.abc import Callable, Iterator
from typing import Any

from tests.parity.systematic.frames import LATEST, PLAIN, Case, in_output, in_property, short

DATA: tuple[Any, ...] = (
    {"a": 1, "b": [3, 1, 2], "c": {"x": "y"}, "d": None, "e": "text", "f": 1.5, "g": True},
    [3, 1, 2],
    "some text",
    {"get_param": "obj"},
    {"get_attr": ["box", "info"]},
    None,
)
ON_MAPS = (
    *("$", "$.data", "$.data.a", "$.data.zz", "$.data.get(zz)", "$.data.get(zz, 5)", "$.data['a']", "$.data[a]", "$.data.b[0]", "$.data.b[9]", "$.data.b[-1]"),
    *("$.data.keys()", "$.data.values()", "$.data.items()", "$.data.keys().orderBy($)", "$.data.len()", "len($.data)", "$.data.containsKey(a)", "a in $.data"),
    *("$.data.containsValue(1)", "$.data.set(z, 1)", "$.data.set({z => 1})", "$.data.delete(a)", "$.data.deleteAll([a, b])", "$.data + {z => 1}", "$.data.mergeWith({a => 2})"),
    *("$.data.c.x", "$.data.c.x.y", "$.data?.zz", "$.data?.c?.x", "$.data.b.select($ + 1)", "$.data.b.where($ > 1)", "$.data.b.orderBy($)", "$.data.b.orderByDescending($)"),
    *("$.data.b.sum()", "$.data.b.max()", "$.data.b.min()", "$.data.b.len()", "$.data.b.first()", "$.data.b.last()", "$.data.b.reverse()", "$.data.b.toList()"),
    *("$.data.b.indexOf(1)", "$.data.b.join(',')", "$.data.b.select(str($)).join(',')", "$.data.b.contains(1)", "1 in $.data.b", "$.data.b.append(4)", "$.data.b.insert(0, 9)"),
    *("$.data.b.any($ > 2)", "$.data.b.all($ > 0)", "$.data.b.skip(1)", "$.data.b.limit(1)", "$.data.b.take(2)", "$.data.b.enumerate()", "$.data.b.zip($.data.b)"),
    *("$.data.b.toSet()", "$.data.b.distinct()", "$.data.b.groupBy($ mod 2)", "$.data.b.toDict($, $ * 2)", "$.data.b.aggregate($1 + $2)", "$.data.b.accumulate($1 + $2)"),
    *("$.data.b.slice(2)", "$.data.b.splitWhere($ = 1)", "$.data.b.sum(10)", "$.data.b.delete(0)", "$.data.b.replace(0, 9)", "$.data.b + [1]", "$.data.b * 2", "$.data.b.single()"),
    *("$.data.e.len()", "$.data.e.toUpper()", "$.data.e.split('e')", "$.data.e.substring(1)", "$.data.e.substring(1, 2)", "$.data.e.replace('t', 'T')", "$.data.e + 'x'"),
    *("$.data.e =~ 't.*'", "$.data.e !~ 't.*'", "$.data.e.startsWith('t')", "$.data.e.matches('t.*')", "regex('t').search($.data.e)", "regex('(t)').split($.data.e)", "$.data.e * 2"),
    *("$.data.e.trim()", "$.data.e.trim('t')", "$.data.e.indexOf('x')", "$.data.e[0]", "$.data.e.toCharArray()", "$.data.e.isString()", "isString($.data.e)", "$.data.e > 'a'"),
    *("$.data.a + 1", "$.data.a / 2", "$.data.a / 2.0", "$.data.a mod 2", "-$.data.a", "$.data.a / 0", "$.data.a + x", "$.data.a = 1.0", "$.data.a = true", "$.data.f + 1", "$.data.g and 1"),
    *("$.data.d = null", "$.data.d + 1", "$.data.d.x", "$.data.d?.x", "coalesce($.data.d, 5)", "isDict($.data)", "isList($.data.b)", "isInteger($.data.a)", "isBoolean($.data.g)"),
    *("bool($.data.e)", "int('5')", "int(' 5 ')", "int(x)", "float('1.5')", "str($.data)", "str($.data.b)", "str(null)", "str(true)", "str(1.0)", "str(1e22)", "dict(a => 1)", "dict([[a, 1]])"),
    *("{a => 1}", "{1 => a}", "{null => 1}", "[1, 2]", "[]", "{}", "list(1, 2)", "list()", "set(1, 2)", "range(3)", "range(1, 3)", "range(3, 1, -1)", "sequence()", "sequence().take(3)"),
    *("range(200)", "range(201)", "range(300).len()", "repeat(a, 3)", "let(x => 1) -> $x + 1", "let(1) -> $1", "$x", "with(1) -> $", "def(f, $ + 1) -> f(1)", "lambda($ + 1)", "switch($.data.a = 1 => x, true => y)"),
    *("selectCase($.data.a > 5, true).switchCase(a, b)", "examine(1)", "assert(true)", "call(len, [[1]], {})", "random()", "now()", "format('{0}', 1)", "'{0}'.format(1)", "rand", "concat(a, b)", "max(1, 2)"),
    *("min(1, 2)", "abs(-1)", "round(1.5)", "round(2.5)", "pow(2, 3)", "sign(-2)", "ceil(1.2)", "floor(1.8)", "hex(10)", "characters(digits => true).len()", "shiftBitsLeft(1, 3)", "bitwiseAnd(3, 1)"),
    *("true", "false", "null", "none", "True", "a", "'a'", '"a"', "`a`", "'a\\'b'", "1", "1.5", "1e3", "-1", "+1", "0x1", "1_0", "a.b", "a b", "a-b", "@a", "#a", "$a", "$1", "$$", "$.", "$.data.", "", " ", "("),
    *(")", "[", "{", "a =>", "=> a", "1 +", "+", "1 2", "$.data.nofunction()", "nofunction()", "$.data.select()", "$.data.b.select($.x)", "not true", "not 1", "1 and 2", "1 or 2", "true and null", "1 = '1'", "1 != 1"),
    *("1 < 2", "1 < a", "a < b", "null < 1", "[1] = [1]", "{a => 1} = {a => 1}", "1 in [1]", "a in abc", "1.0 * 3", "10 / 3", "-7 / 2", "-7 mod 3", "7.5 mod 2", "2 * a", "[1] * 2", "'5' + 1", "null + null", "9999999999 * 9999999999"),
    *("$.data.b.select({v => $})", "$.data.items().toDict($[0], $[1])", "$.data.items().select($[0])", "$.data.b.flatten()", "[[1, [2]]].flatten()", "[[1], [2]].selectMany($)", "$.data.b.memorize()", "$.data.b.cycle().take(5)"),
    *("$.data.toList()", "$.data.keys().toList()", "$.data.b.toSet().union(set(9))", "set(1).add(2)", "$.data.b.defaultIfEmpty([0])", "[].defaultIfEmpty([0])", "[].first()", "[].first(null)", "[].sum()", "[].max()", "[].len()"),
    *("$.data.b.takeWhile($ > 2)", "$.data.b.skipWhile($ > 2)", "$.data.b.mergeWith([1])", "$.data.b.join($.data.b, $1 = $2, $1)", "$.data.e.join([a, b])", "$.data.b.lastIndexOf(1)", "$.data.b.indexWhere($ = 1)", "$.data.b.slice(0)"),
    *("datetime('2020-01-01T00:00:00Z')", "str(datetime('2020-01-01T00:00:00Z'))", "timespan(days => 1)", "isDatetime(1)", "yaqlize(1)", "$.data.__class__", "$.__class__", "'a'.__class__", "$.data.a.b.c", "call('len', [[1,2]], {})"),
    *("x" * 200, "1 + " * 50 + "1", "(" * 30 + "1" + ")" * 30, "[" * 30 + "]" * 30, "$.data" + ".c" * 3, "'é'.len()", "é", "'\U0001f600'.len()", "'a\nb'", "1\n+ 1", "# c", "1 # c", "'a' like 'a'", "isEmpty([])", "empty"),
    *("$.data.b.where($ > 1).select($ * 2).sum()", "$.data.b.orderBy($).thenBy(-$)", "$.data.b.groupBy($ > 1, $, [$[0], $[1].sum()])", "$.data.c.items().select($[0] + $[1]).first()", "$.data.e.split('').len()", "$.data.e.split()", "norm(' a ')"),
    *("' a '.norm()", "'abc'.toLower()", "'a,b'.split(',', 1)", "'a,b'.rightSplit(',')", "'a'.hex()", "'aXb'.replace({a => 1, b => 2})", "'a'.isEmpty()", "'  '.isEmpty()", "str(set(1))", "set(1).len()", "set(1).toList()", "[1, 2].toSet().contains(1)"),
    *("range(100).select(range(100)).len()", "range(150).join(range(150), true, 1).len()", "'x' * 5000", "'x' * 20000", "range(199).toList()", "range(0, 1000, 10).toList()", "list(range(10))", "[1,2,3].select($).where(true)", "dict(a => range(3))", "[range(3)]"),
)  # fmt: skip


def expressions() -> Iterator[Case]:
    """Every expression over some data, in an output and, for a few, in a property."""
    for index, expression in enumerate(ON_MAPS):
        for number, data in enumerate(DATA):
            value = {"yaql": {"expression": expression, "data": data}}
            yield f"{index}:{expression[:40]}/{number}", in_output(value)
        yield f"{index}:{expression[:40]}/no-data", in_output({"yaql": {"expression": expression}})
        yield f"{index}:{expression[:40]}/property", in_property({"yaql": {"expression": expression, "data": DATA[0]}})
        joined = {"list_concat": [{"yaql": {"expression": expression, "data": DATA[0]}}, [1]]}
        yield f"{index}:{expression[:40]}/in-list", in_output(joined)
        shown = {"str_replace": {"template": "<x>", "params": {"x": {"yaql": {"expression": expression, "data": DATA[0]}}}}}
        yield f"{index}:{expression[:40]}/in-text", in_output(shown)


def on_data() -> Iterator[Case]:
    """Simple expressions over every kind of data."""
    for data in (*PLAIN, [{"a": 1}, {"b": 2}], [None, 1], ["a", 1], [[1], [2]], [True, 1], [1.0, 1]):
        for expression in ("$.data", "$.data.len()", "str($.data)", "$.data.first()", "$.data.keys()", "$.data.a", "$.data + 1", "$.data = 1", "bool($.data)", "$.data.toList()",
                           "$.data.select($)", "$.data.distinct()", "$.data.orderBy($)", "$.data.sum()", "$.data.toSet()", "isList($.data)", "$.data[0]", "$.data.items()", "not $.data"):  # fmt: skip
            yield f"{short(data)}/{expression}", in_output({"yaql": {"expression": expression, "data": data}}, LATEST)


AREAS: dict[str, Callable[[], Iterator[Case]]] = {"yaql/expressions": expressions, "yaql/data": on_data}
