"""Small mistakes and oddities put into the data of a template."""

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.texts import Merge, Plain
from tests.parity.strategies.writer import Draw, copied

Path = tuple[Any, ...]
_DEEPEST = 30


def paths_of(data: Any, path: Path = ()) -> Iterator[Path]:
    """The places of everything below some data."""
    members = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in members:
        yield (*path, key)
        if len(path) < _DEEPEST:
            yield from paths_of(value, (*path, key))


def mutate(draw: Draw, data: dict[Any, Any], pool: tuple[Any, ...] = words.ODD) -> None:
    """Changes one place; values come from the pool or from elsewhere in the data."""
    full = [section for section, members in data.items() if isinstance(members, dict | list) and members]
    rarely = draw(st.integers(0, 19)) == 0 or not full
    section = draw(st.sampled_from((*words.SECTIONS, *data) if rarely else full))
    places = list(paths_of(data[section], (section,))) if section in data else []
    if not places:
        data[section] = copied(draw(st.sampled_from(pool)))
        return
    path = draw(st.sampled_from(places))
    holder = _at(data, path[:-1])
    _CHANGES[draw(st.sampled_from(tuple(_CHANGES)))](draw, data, holder, path[-1], pool)


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _odd(draw: Draw, _data: Any, holder: Any, key: Any, pool: tuple[Any, ...]) -> None:
    holder[key] = copied(draw(st.sampled_from(pool)))


def _plain(draw: Draw, _data: Any, holder: Any, key: Any, _pool: Any) -> None:
    holder[key] = Plain(draw(st.sampled_from(words.PLAIN_SCALARS)))


def _remove(_draw: Draw, _data: Any, holder: Any, key: Any, _pool: Any) -> None:
    holder.pop(key)


def _rename(draw: Draw, data: Any, holder: Any, key: Any, pool: tuple[Any, ...]) -> None:
    """Gives a member of a map another key, in its place."""
    if isinstance(holder, list):
        holder.insert(key, copied(draw(st.sampled_from(pool))))
        return
    keys = [place[-1] for place in paths_of(data) if isinstance(place[-1], str)]
    new = draw(st.sampled_from([*keys, *words.FUNCTIONS, "", 1, True, None, 1.5, Plain("0x1F"), Plain("22:30"), "a.b"]))
    members = [(new if old == key else old, value) for old, value in holder.items()]
    holder.clear()
    holder.update(members)


def _wrap(draw: Draw, _data: Any, holder: Any, key: Any, pool: tuple[Any, ...]) -> None:
    """Makes a function of the value, or puts it into a list."""
    value, other = holder[key], copied(draw(st.sampled_from(pool)))
    function = draw(st.sampled_from(words.FUNCTIONS))
    around: tuple[Any, ...] = (value, [value], [value, copied(value)], [value, other], [other, value, copied(value)])
    holder[key] = draw(st.sampled_from([{function: argument} for argument in around] + [[value], {"a": value}]))


def _call(draw: Draw, data: Any, holder: Any, key: Any, pool: tuple[Any, ...]) -> None:
    """Gives a call another function, or wraps the value in a call."""
    value, function = holder[key], draw(st.sampled_from(words.FUNCTIONS))
    if isinstance(value, dict) and len(value) == 1:
        holder[key] = {function: next(iter(value.values()))}
    else:
        _wrap(draw, data, holder, key, pool)


def _unwrap(draw: Draw, _data: Any, holder: Any, key: Any, _pool: Any) -> None:
    """Puts a member in the place of what holds it."""
    value = holder[key]
    members = list(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())
    if members:
        holder[key] = draw(st.sampled_from(members))


def _move(draw: Draw, data: Any, holder: Any, key: Any, _pool: Any) -> None:
    """Copies a value from elsewhere; as the same object it becomes an anchor and an alias."""
    source = _at(data, draw(st.sampled_from(list(paths_of(data)))))
    if draw(st.booleans()) or source is holder or not isinstance(source, dict | list):
        holder[key] = copied(source)
    elif not any(_at(source, path) is holder for path in paths_of(source)):
        holder[key] = source


def _merge(draw: Draw, data: Any, holder: Any, key: Any, _pool: Any) -> None:
    """Merges a map, or several, into a map."""
    maps = [value for path in paths_of(data) if isinstance(value := _at(data, path), dict)]
    target = holder[key]
    if isinstance(target, dict) and maps:
        chosen = copied(draw(st.sampled_from(maps)))
        target[Merge("<<")] = draw(st.sampled_from([chosen, [chosen, {"a": 1}], [chosen], "x"]))


def _text(draw: Draw, _data: Any, holder: Any, key: Any, _pool: Any) -> None:
    """Turns a value into its text."""
    holder[key] = str(holder[key])


def _version(draw: Draw, data: Any, _holder: Any, _key: Any, pool: tuple[Any, ...]) -> None:
    versions = [*words.VERSIONS, *words.VERSIONS, *words.RELEASES, "2099-01-01", "stein"]
    data["heat_template_version"] = copied(draw(st.sampled_from([*versions, *pool[:12]])))


_CHANGES = {
    "odd": _odd,
    "odd again": _odd,
    "odd once more": _odd,
    "another call": _call,
    "plain": _plain,
    "remove": _remove,
    "rename": _rename,
    "wrap": _wrap,
    "unwrap": _unwrap,
    "move": _move,
    "merge": _merge,
    "text": _text,
    "version": _version,
}
