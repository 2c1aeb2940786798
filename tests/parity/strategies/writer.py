"""Writes expressions of a wanted kind: functions nested in functions, over what a template has."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from tests.parity.strategies import vocabulary as words

Draw = Callable[[st.SearchStrategy[Any]], Any]


@dataclass
class World:
    """What expressions can refer to; `date` decides which functions there are."""

    date: str
    parameters: dict[str, str] = field(default_factory=dict)
    """The type of every parameter by name."""
    resources: list[str] = field(default_factory=list)
    live: set[str] = field(default_factory=set)
    conditions: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    has_parent: bool = False

    def of_type(self, kind: str) -> list[str]:
        """The names of the parameters of a type."""
        return [name for name, of in self.parameters.items() if of == kind]


class Writer:
    """Draws expressions; a method's name is the kind that its expressions nearly always evaluate to."""

    def __init__(self, draw: Draw, world: World) -> None:
        self.draw = draw
        self.world = world
        self.sources: list[str] = []
        """The resources that may be referred to."""

    def pick(self, options: Any) -> Any:
        """One of the options."""
        return self.draw(st.sampled_from(options))

    def chance(self, percent: int) -> bool:
        """True in about so many of a hundred cases."""
        return bool(self.draw(st.integers(0, 99)) >= 100 - percent)

    def knows(self, function: str) -> bool:
        """Whether the version has the function; sometimes true regardless."""
        return words.SINCE.get(function, "") <= self.world.date or self.chance(3)

    def write(self, depth: int, plain: Callable[[], Any], functions: dict[str, Callable[[int], Any]]) -> Any:
        """A plain value or one of the functions; in conditions and odd places something else."""
        if depth <= 0 or self.chance(30):
            return plain()
        usable = [name for name in functions if self.knows(name.partition(" ")[0])]
        if not usable:
            return plain()
        name = self.pick(usable)
        return functions[name](depth - 1)

    # -- kinds of values ---------------------------------------------------------------------------------------

    def anything(self, depth: int) -> Any:
        """A value of any kind, with members of any kind."""
        kinds = (self.text, self.number, self.boolean, self.text_list, self.map, self.mixed_list, self.odd)
        return self.pick(kinds)(depth)

    def odd(self, _depth: int) -> Any:
        """A value that few places want."""
        return copied(self.pick(words.ODD))

    def text(self, depth: int) -> Any:
        """An expression for a string."""
        functions: dict[str, Callable[[int], Any]] = {
            "get_param": lambda _: self.parameter("string", "north"),
            "get_param path": lambda _: self.path("string"),
            "get_attr": lambda _: self.attribute(("ip", "empty"), [("names", 0), ("names", 2), ("info", "zone")], "a"),
            "get_resource": lambda _: {"get_resource": self.source()} if self.sources else "none",
            "get_file": lambda _: {"get_file": self.pick(self.world.files)} if self.world.files else "file",
            "list_join": self.list_join,
            "str_replace": lambda d: self.str_replace("str_replace", d),
            "str_replace_strict": lambda d: self.str_replace("str_replace_strict", d),
            "str_replace_vstrict": lambda d: self.str_replace("str_replace_vstrict", d),
            "str_split": lambda d: {"str_split": [self.pick([",", "-", "a"]), self.text(d), self.pick([0, "0", -1])]},
            "digest": lambda d: {"digest": [self.pick(["md5", "sha256", "SHA1"]), self.text(d)]},
            "make_url": self.make_url,
            "yaql": lambda d: self.yaql(("$.data.name", "str($.data)", "$.data.keys().orderBy($).first()"), d),
            "if": lambda d: self.choice(d, self.text),
        }
        if self.world.date == words.VERSIONS[-1]:
            functions |= self.legacy_texts()
        return self.write(depth, lambda: self.pick(words.TEXTS), functions)

    def legacy_texts(self) -> dict[str, Callable[[int], Any]]:
        """The functions of the oldest version that return strings."""
        return {
            "Ref": lambda _: {"Ref": self.pick([*self.sources, *self.world.of_type("string")] or ["OS::stack_name"])},
            "Fn::Join": lambda d: {"Fn::Join": [self.pick(["", ","]), self.text_list(d)]},
            "Fn::Select": lambda d: {"Fn::Select": [self.pick([0, "1", "name", 9]), self.anything(d)]},
            "Fn::Base64": lambda d: {"Fn::Base64": self.text(d)},
            "Fn::Replace": lambda d: {"Fn::Replace": [{"a": self.text(d), "k1": self.number(d)}, self.text(d)]},
            "Fn::ResourceFacade": lambda _: self.facade("Fn::ResourceFacade", ["DeletionPolicy"], "Retain"),
            "Fn::GetAZs": lambda d: {"Fn::Select": [0, {"Fn::GetAZs": self.text(d)}]},
        }

    def number(self, depth: int) -> Any:
        """An expression for a number."""
        functions: dict[str, Callable[[int], Any]] = {
            "get_param": lambda _: self.parameter("number", 7),
            "get_param path": lambda _: self.path("number"),
            "get_attr": lambda _: self.attribute(("size", "ratio"), [("info", "ids", 0)], 5),
            "yaql": lambda d: self.yaql(("len($.data)", "$.data.len() * 2", "7 / 2", "7.0 / 2"), d),
            "if": lambda d: self.choice(d, self.number),
        }
        return self.write(depth, lambda: self.pick(words.NUMBERS), functions)

    def boolean(self, depth: int) -> Any:
        """An expression for a boolean."""
        functions: dict[str, Callable[[int], Any]] = {
            "get_param": lambda _: self.parameter("boolean", True),
            "get_attr": lambda _: self.attribute(("ready",), [], False),
            "contains": lambda d: {"contains": [self.text(d), self.pick([self.text, self.text_list])(d)]},
            "yaql": lambda d: self.yaql(("$.data.len() > 1", "$.data = $.data", "not $.data"), d),
            "if": lambda d: self.choice(d, self.boolean),
        }
        return self.write(depth, lambda: self.pick([True, False]), functions)

    def text_list(self, depth: int) -> Any:
        """An expression for a list of strings."""
        functions: dict[str, Callable[[int], Any]] = {
            "get_param": lambda _: self.parameter("comma_delimited_list", ["red", "k1"]),
            "get_param path": lambda _: self.path("list"),
            "get_attr": lambda _: self.attribute(("names",), [], ["alpha"]),
            "str_split": lambda d: {"str_split": [self.pick([",", "-", "a"]), self.text(d)]},
            "repeat": lambda d: self.repeat(d, self.text),
            "list_concat": lambda d: {"list_concat": [self.text_list(d), self.text_list(d)]},
            "list_concat_unique": lambda d: {"list_concat_unique": [self.text_list(d), self.text_list(d)]},
            "filter": lambda d: {"filter": [self.text_list(d), self.text_list(d)]},
            "yaql": lambda d: self.yaql(("$.data.keys().orderBy($)", "$.data.select($ + 'x')", "list(a, b)"), d),
            "if": lambda d: self.choice(d, self.text_list),
        }
        if self.world.date == words.VERSIONS[-1]:
            functions["Fn::Split"] = lambda d: {"Fn::Split": [self.pick([",", "a"]), self.text(d)]}
            functions["Fn::GetAZs"] = lambda d: {"Fn::GetAZs": self.text(d)}
        return self.write(depth, lambda: self.items(depth, self.text), functions)

    def mixed_list(self, depth: int) -> Any:
        """An expression for a list of anything."""
        functions: dict[str, Callable[[int], Any]] = {
            "repeat": lambda d: self.repeat(d, self.anything),
            "list_concat": lambda d: {"list_concat": [self.mixed_list(d), self.text_list(d)]},
            "list_concat_unique": lambda d: {"list_concat_unique": [self.mixed_list(d), self.mixed_list(d)]},
            "filter": lambda d: {"filter": [self.mixed_list(d), self.mixed_list(d)]},
            "yaql": lambda d: self.yaql(("$.data.values()", "$.data.items()", "$.data", "[1, a, true, null]"), d),
        }
        return self.write(depth, lambda: self.items(depth, self.anything), functions)

    def items(self, depth: int, kind: Callable[[int], Any]) -> list[Any]:
        """A few members, written out."""
        return [kind(depth - 1) for _ in range(self.draw(st.integers(0, 3)))]

    def map(self, depth: int) -> Any:
        """An expression for a map."""
        functions: dict[str, Callable[[int], Any]] = {
            "get_param": lambda _: self.parameter("json", {"a": "b"}),
            "get_param path": lambda _: self.path("map"),
            "get_attr": lambda _: self.attribute(("info",), [("info", "deep")], {}, whole=True),
            "map_merge": lambda d: {"map_merge": [self.map(d), self.pick([self.map, self.nothing])(d)]},
            "map_replace": self.map_replace,
            "yaql": lambda d: self.yaql(("dict(a => 1)", "dict(b => $.data)", "$.data.items().toDict($[0], 1)"), d),
            "resource_facade": lambda _: self.facade("resource_facade", ["metadata", "update_policy"], {"a": 1}),
            "if": lambda d: self.choice(d, self.map),
        }
        if self.world.date == words.VERSIONS[-1]:
            functions["Fn::MemberListToMap"] = self.member_list
        return self.write(depth, lambda: self.members(depth), functions)

    def members(self, depth: int) -> dict[Any, Any]:
        """A map, written out."""
        keys = self.draw(st.lists(st.sampled_from(("a", "b", "k1", "name", "x-y", "", 1, True)), max_size=3))
        return {key: self.anything(depth - 1) for key in keys}

    def nothing(self, _depth: int) -> None:
        """A null, which many places skip."""

    # -- functions ---------------------------------------------------------------------------------------------

    def parameter(self, kind: str, otherwise: Any) -> Any:
        """A parameter of a type, if there is one; now and then one of another type."""
        names = list(self.world.parameters) if self.chance(5) else self.world.of_type(kind)
        return {"get_param": self.pick(names)} if names else otherwise

    def path(self, kind: str) -> Any:
        """A parameter followed by a path into it."""
        if not (names := self.world.of_type("json")):
            return "none"
        paths = {
            "string": [["name"], ["list", 0], ["deep", "a", "b"], ["list", "1"], ["missing"], ["7"], ["name", 0]],
            "number": [["n"], ["ratio"], ["deep", "list", 0]],
            "list": [["list"]],
            "map": [["deep"], ["deep", "a"]],
        }
        odd = [[7], [True], ["none", "x"], ["n", 0], ["list", -9], ["list", 1.0], [None], [["a"]], ["list", "x"], []]
        return {"get_param": [self.pick(names), *self.pick(odd if self.chance(10) else paths[kind])]}

    def source(self) -> str:
        """A resource to refer to; now and then one that comes later, is off, or is not there."""
        return str(self.pick([*self.world.resources, "nowhere"] if self.chance(4) else self.sources))

    def attribute(self, names: tuple[str, ...], paths: list[Any], otherwise: Any, *, whole: bool = False) -> Any:
        """An attribute of a resource that exists, or of one that does not yet."""
        if not self.sources:
            return otherwise
        wanted = [(name,) for name in names] + paths + ([()] if whole and self.world.date >= "2015-10-15" else [])
        odd = [("none", 0), ("names", "1"), ("names", 9), ("info", 0), ("show",), ("missing",), ("size", "x"), (1,)]
        path = self.pick(odd if self.chance(6) else wanted)
        live = [name for name in self.sources if name in self.world.live]
        name = self.pick(live) if live and not self.chance(15) else self.source()
        return {"get_attr": [name, *path]}

    def facade(self, function: str, parts: list[str], otherwise: Any) -> Any:
        """A part of the parent's resource, if there is a parent."""
        return {function: self.pick(parts)} if self.world.has_parent or self.chance(3) else otherwise

    def choice(self, depth: int, kind: Callable[[int], Any]) -> Any:
        """An `if`."""
        branches = [kind(depth), kind(depth)]
        if self.world.date >= "2021-04-16" and self.chance(20):
            branches.pop()
        return {"if": [self.condition(depth), *branches]}

    def list_join(self, depth: int) -> Any:
        """A `list_join`, over several lists where that is possible."""
        lists = [self.text_list(depth)]
        if self.world.date >= "2015-10-15":
            lists += [self.pick([self.text_list, self.mixed_list])(depth) for _ in range(self.draw(st.integers(0, 1)))]
        return {"list_join": [self.pick(["", ",", "-", ", "]), *lists]}

    def str_replace(self, function: str, depth: int) -> Any:
        """One of the functions that replace in texts; their keys overlap."""
        keys = self.draw(st.lists(st.sampled_from(("a", "$name", "k1", "aa", "ab", "north", "n")), max_size=3))
        kinds = (self.text, self.text, self.number, self.boolean, self.map, self.mixed_list)
        params = {key: self.pick(kinds)(depth) for key in keys}
        template = self.text(depth) if self.chance(50) else self.pick(["$name is a", "aab k1 n", "aa $name north"])
        if function != "str_replace" and not self.chance(20):
            template = "".join(params)
        return {function: {"template": template, "params": params}}

    def repeat(self, depth: int, kind: Callable[[int], Any]) -> Any:
        """A `repeat` over lists or maps, with placeholders that overlap."""
        keys = self.draw(st.lists(st.sampled_from(("a", "%s", "<%n%>", "k1", "aa", "")), min_size=1, max_size=2))
        kinds = [self.text_list] * 4 + ([self.map] if self.world.date >= words.CONDITIONS_SINCE else [])
        template = self.pick([kind(depth), "%s-a", {"a": "%s", "%s": ["<%n%>"]}, ["a", {"get_param": "%s"}]])
        body = {"template": template, "for_each": {key: self.pick(kinds)(depth) for key in keys}}
        if self.chance(25):
            body["permutations"] = self.pick([True, False, False]) if not self.chance(5) else self.odd(0)
        return {"repeat": body}

    def make_url(self, depth: int) -> Any:
        """A `make_url` with some of its parts."""
        parts: dict[str, Callable[[], Any]] = {
            "scheme": lambda: self.pick(["http", "https", ""]),
            "host": lambda: self.pick(["h.example", "2001:db8::1", "[::1]", "ü.example", "a b"]),
            "port": lambda: self.pick([80, "8080", 80.5, " 80 ", True, {"get_param": "size"}]),
            "path": lambda: self.text(depth),
            "username": lambda: self.text(depth),
            "password": lambda: self.text(depth),
            "query": lambda: self.map(depth),
            "fragment": lambda: self.text(depth),
        }
        chosen = self.draw(st.lists(st.sampled_from(list(parts)), unique=True, max_size=5))
        return {"make_url": {part: parts[part]() for part in chosen}}

    def map_replace(self, depth: int) -> Any:
        """A `map_replace`, whose keys may collide."""
        keys = ("a", "b", "k1", "name", "c", "zone")
        replaced = {
            "keys": {self.pick(keys): self.pick(keys) for _ in range(self.draw(st.integers(0, 2)))},
            "values": {self.pick(("a", "north", 1, 7, True, "k1")): self.text(depth) for _ in range(2)},
        }
        sections = self.draw(st.lists(st.sampled_from(list(replaced)), unique=True))
        return {"map_replace": [self.map(depth), {section: replaced[section] for section in sections}]}

    def member_list(self, depth: int) -> Any:
        """The oldest version's way from a list to a map."""
        members = [".member.0.Name=a", f".member.0.Value={self.pick(words.TEXTS)}", ".member.1.Name=b"]
        return {"Fn::MemberListToMap": ["Name", "Value", self.pick([members, members[:1], self.text_list(depth)])]}

    def yaql(self, expressions: tuple[str, ...], depth: int) -> Any:
        """A `yaql` expression over data that mostly suit it."""
        data = self.pick([self.map, self.text_list, lambda _: copied(words.OBJECT)])(depth)
        return {"yaql": {"expression": self.pick(expressions), "data": data}}

    # -- conditions --------------------------------------------------------------------------------------------

    def condition(self, depth: int) -> Any:
        """A condition where one is used: mostly a name, else written out."""
        names = [name for name in self.world.conditions if isinstance(name, str)]
        if names and not self.chance(15):
            return self.pick(names)
        return (
            self.test(depth)
            if self.chance(80)
            else self.pick([True, False, {"get_param": "flag"}, None, "nowhere"][: 5 if self.chance(20) else 3])
        )

    def test(self, depth: int) -> Any:
        """A condition, written out."""
        if depth <= 0:
            return {"equals": [self.pick([{"get_param": "word"}, "a", 1, True]), self.pick(["north", "a", 1.0, True])]}
        functions: dict[str, Callable[[int], Any]] = {
            "equals": lambda d: {"equals": [self.compared(d), self.compared(d)]},
            "not": lambda d: {"not": self.condition(d)},
            "and": lambda d: {"and": [self.condition(d) for _ in range(self.draw(st.integers(2, 3)))]},
            "or": lambda d: {"or": [self.condition(d) for _ in range(self.draw(st.integers(2, 3)))]},
            "contains": lambda d: {"contains": [self.compared(0), self.parameter("comma_delimited_list", ["red"])]},
            "get_param": lambda _: self.parameter("boolean", True),
        }
        if self.world.date >= "2017-09-01" or self.chance(2):
            data = self.parameter("json", ["a"])
            functions["yaql"] = lambda _: {"yaql": {"expression": "$.data.len() > 2", "data": data}}
        return self.write(depth, lambda: self.pick([True, False]), functions)

    def compared(self, depth: int) -> Any:
        """One side of `equals`: what a condition may read."""
        kinds = ("string", "number", "boolean", "json", "comma_delimited_list")
        plain = self.pick([*words.TEXTS[:6], 1, 1.0, True, None, [], ["red"], {"a": "b"}])
        return self.pick([plain, self.parameter(self.pick(kinds), 1), self.path("string"), self.path("number")])


def copied(value: Any) -> Any:
    """A value of its own, so that no anchors come into a text by chance."""
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return [copied(item) for item in value] if isinstance(value, list) else value
