"""The protocol between the two ends of the sandbox: length-prefixed frames of plain values as JSON.

JSON, because reading it cannot execute anything: the worker's answers may be controlled by an attacker. It is extended
by maps whose keys are not all strings, sets, bytes, and text that is not valid Unicode. The order of maps is preserved,
and so are NaN, the infinities and the difference between 1, 1.0 and true.
"""

import json
import struct
import time
from typing import TYPE_CHECKING

from hotcore.values import Unordered

if TYPE_CHECKING:
    import socket

MAX_FRAME_SIZE = 16 * 2**20
"""In bytes; neither end accepts more."""

_HEADER = struct.Struct(">I")
_PAIRS = "\0pairs"
"""The only key of an object that encodes a map with keys that are not strings."""
_SET = "\0set"
"""The only key of an object that encodes a set."""
_BYTES = "\0bytes"
"""The only key of an object that encodes bytes, which a key of a map in YAML can be."""
_TAGS = frozenset({_PAIRS, _SET, _BYTES})


class WireError(Exception):
    """The data to send, or the received data, is not a plain value of a reasonable size."""


def encode(value: object) -> bytes:
    """A plain value as bytes; raises `WireError` when it is too large, too deep or has numbers that are too long."""
    try:
        text = json.dumps(_to_json(value), ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError) as problem:
        raise WireError(str(problem)) from None
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > MAX_FRAME_SIZE:
        raise WireError("too large")
    return data


def decode(data: bytes) -> object:
    """The plain value encoded in the bytes; raises `WireError` when there is none."""
    try:
        return json.loads(data.decode("utf-8", "surrogatepass"), object_hook=_from_json)
    except (ValueError, TypeError, RecursionError) as problem:
        raise WireError(str(problem)) from None


def send(link: "socket.socket", data: bytes) -> None:
    """Sends one frame within the link's time limit."""
    link.sendall(_HEADER.pack(len(data)) + data)


def receive(link: "socket.socket", deadline: float | None = None) -> bytes | None:
    """The next frame, or None when the connection is closed; raises `TimeoutError` after the deadline (monotonic)."""
    header = _receive_exactly(link, _HEADER.size, deadline)
    if header is None:
        return None
    (size,) = _HEADER.unpack(header)
    if size > MAX_FRAME_SIZE:
        raise WireError("too large")
    return _receive_exactly(link, size, deadline)


def _receive_exactly(link: "socket.socket", size: int, deadline: float | None) -> bytes | None:
    data = bytearray()
    while len(data) < size:
        if deadline is not None:
            link.settimeout(max(deadline - time.monotonic(), 0.001))
        part = link.recv(min(size - len(data), 2**20))
        if not part:
            return None
        data += part
    return bytes(data)


def _to_json(value: object) -> object:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, list | tuple):
        return [_to_json(item) for item in value]
    if isinstance(value, Unordered):
        return {_SET: [_to_json(item) for item in value.members]}
    if isinstance(value, dict):
        if not _TAGS & value.keys() and all(isinstance(key, str) for key in value):
            return {key: _to_json(item) for key, item in value.items()}
        return {_PAIRS: [[_to_json(key), _to_json(item)] for key, item in value.items()]}
    if isinstance(value, bytes):
        return {_BYTES: list(value)}
    raise TypeError(f"{type(value).__name__} is not a plain value")


def _from_json(value: dict[str, object]) -> object:
    pairs, members, numbers = value.get(_PAIRS), value.get(_SET), value.get(_BYTES)
    if isinstance(members, list):
        return Unordered(tuple(members))
    if isinstance(numbers, list):
        return bytes(numbers)
    return dict(pairs) if isinstance(pairs, list) else value
