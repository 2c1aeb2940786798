"""`make_url`: a URL from its parts."""

from collections.abc import Iterator
from typing import Annotated
from urllib.parse import quote, urlencode, urlunsplit

from hotcore.evaluation import GAP, ArgumentSpec, Call, CallError, Step, function
from hotcore.syntax import Mapping
from hotcore.values import Unknown, Value, kind_of

_LEFT_OUT: Value = object()


@function("make_url", since="2017-09-01", literal=Step.VALIDATION, others=Step.VALIDATION, partial=True, gives="string")
def make_url(
    call: Call,
    *,
    scheme: Annotated[Value, ArgumentSpec(gap=GAP)] = _LEFT_OUT,
    username: Value = _LEFT_OUT,
    password: Value = _LEFT_OUT,
    host: Annotated[Value, ArgumentSpec(keeps="value", gap=GAP)] = _LEFT_OUT,
    port: Value = _LEFT_OUT,
    path: Value = _LEFT_OUT,
    query: Annotated[Value, ArgumentSpec("map")] = _LEFT_OUT,
    fragment: Value = _LEFT_OUT,
) -> Value:
    """A URL, correctly quoted, from `scheme`, `username`, `password`, `host`, `port`, `path`, `query` and `fragment`;
    all are optional (HOT specification, "make_url")."""
    named = {
        "scheme": scheme,
        "username": username,
        "password": password,
        "host": host,
        "port": port,
        "path": path,
        "query": query,
        "fragment": fragment,
    }
    given = {name: value for name, value in named.items() if value is not _LEFT_OUT}
    _check(call, given)
    if unknown := call.waits(list(given.values())):
        return unknown
    if not call.resolving:
        return Unknown()
    if ":" in given.get("scheme", ""):
        raise CallError("The scheme of a URL cannot contain a colon.", "scheme")
    fragment = given.get("fragment", "")
    if not isinstance(fragment, str):
        raise CallError(f"`fragment` must be a string, not {kind_of(fragment)}.", "fragment")
    call.scope.budget.spend(0, 4 * sum(len(part) for part in given.values() if isinstance(part, str)))
    try:
        return _address(given, fragment)
    except UnicodeEncodeError:
        raise CallError("A part of the URL contains a character that UTF-8 cannot encode.") from None


def _address(given: dict[str, Value], fragment: str) -> str:
    netloc = "".join(_netloc(given))
    asked = urlencode(given.get("query", {})).replace("%2F", "/")
    return str(urlunsplit((given.get("scheme", ""), netloc, quote(given.get("path", "")), asked, quote(fragment))))


def _check(call: Call, given: dict[str, Value]) -> None:
    """Refuses parts of the wrong kind.  Heat checks nothing after `query`."""
    node = call.argument
    assert isinstance(node, Mapping)
    for name, value in given.items():
        step = Step.VALUE if call.evaluator.is_call(node.members[name]) else Step.VALIDATION
        if isinstance(value, Unknown):
            continue
        if name == "query":
            if not isinstance(value, dict):
                raise CallError(f"`query` must be a map, not {kind_of(value)}.", name, step=step)
            return
        if name == "port":
            _check_port(value, step)
        elif not isinstance(value, str):
            raise CallError(f"`{name}` must be a string, not {kind_of(value)}.", name, step=step)


def _check_port(value: Value, step: Step) -> None:
    try:
        number = int(value)
    except (ValueError, TypeError, OverflowError):
        raise CallError(f"`port` must be a number from 1 to 65535, not {kind_of(value)}.", "port", step=step) from None
    if not 0 < number <= 65535:
        raise CallError("`port` must be a number from 1 to 65535.", "port", step=step)


def _netloc(given: dict[str, Value]) -> Iterator[str]:
    username, password = given.get("username", ""), given.get("password", "")
    if username or password:
        yield quote(username, safe="")
        if password:
            yield ":" + quote(password, safe="")
        yield "@"
    host = given.get("host", "")
    if host.startswith("[") and host.endswith("]"):
        host = host[1:-1]
    host = quote(host, safe=":")
    yield f"[{host}]" if ":" in host else host
    if given.get("port"):
        yield f":{given['port']}"
