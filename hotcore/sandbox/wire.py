"""How the two ends of the sandbox talk: frames with a length in front, holding plain values as JSON.

JSON, because reading it cannot run anything: what comes back from the worker may have been made by a stranger. The
little that JSON lacks is added: maps whose keys are not all text, sets, and text that is not valid Unicode. The order
of maps stays, and so do NaN, the infinities and the difference between 1, 1.0 and true.
"""

import json
import socket
import struct
import time

from hotcore.values import Unordered

LARGEST_FRAME = 16 * 2**20
"""In bytes; neither end takes more."""

_HEADER = struct.Struct(">I")
_PAIRS = "\0pairs"
"""The only key of the object that stands for a map with other keys than text."""
_SET = "\0set"
"""The only key of the object that stands for a set."""


class WireError(Exception):
    """What was to be sent or was received is no plain value of a sensible size."""


def encode(value: object) -> bytes:
    """A plain value as bytes; raises `WireError` when it is too large, too deep or has numbers too long to write."""
    try:
        text = json.dumps(_to_json(value), ensure_ascii=False, separators=(",", ":"))
    except (ValueError, RecursionError) as problem:
        raise WireError(str(problem)) from None
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > LARGEST_FRAME:
        raise WireError("too large")
    return data


def decode(data: bytes) -> object:
    """The plain value in the bytes; raises `WireError` when there is none."""
    try:
        return json.loads(data.decode("utf-8", "surrogatepass"), object_hook=_from_json)
    except (ValueError, TypeError, RecursionError) as problem:
        raise WireError(str(problem)) from None


def send(link: socket.socket, data: bytes) -> None:
    """Sends one frame within the link's time limit."""
    link.sendall(_HEADER.pack(len(data)) + data)


def receive(link: socket.socket, deadline: float | None = None) -> bytes | None:
    """The next frame, or None when the other end is gone; raises `TimeoutError` after the deadline (monotonic)."""
    header = _receive_exactly(link, _HEADER.size, deadline)
    if header is None:
        return None
    (size,) = _HEADER.unpack(header)
    if size > LARGEST_FRAME:
        raise WireError("too large")
    return _receive_exactly(link, size, deadline)


def _receive_exactly(link: socket.socket, size: int, deadline: float | None) -> bytes | None:
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
        if _PAIRS not in value and _SET not in value and all(isinstance(key, str) for key in value):
            return {key: _to_json(item) for key, item in value.items()}
        return {_PAIRS: [[_to_json(key), _to_json(item)] for key, item in value.items()]}
    raise TypeError(f"{type(value).__name__} is not a plain value")


def _from_json(value: dict[str, object]) -> object:
    pairs, members = value.get(_PAIRS), value.get(_SET)
    if isinstance(members, list):
        return Unordered(tuple(members))
    return dict(pairs) if isinstance(pairs, list) else value
