"""Reading and writing of files, for the command line, the only part of hotcore that uses the disk."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext, suppress
from errno import EACCES, ETIMEDOUT
from pathlib import Path
from stat import S_IMODE
from typing import Any

from hotcore.cli.outcome import Unusable
from hotcore.runtime import LazyModule
from hotcore.source import decode
from hotcore.versions import VERSION_KEY

secrets: Any = LazyModule("secrets")
select: Any = LazyModule("select")

STANDARD_INPUT = "-"
LARGEST_FILE = 16 * 1024 * 1024
"""The largest file that is read, in bytes; one that a template needs counts as missing if it is larger."""
PIPE_SECONDS = 5.0
"""How long a named pipe may have no writer."""
_PIPE_PART = 1 << 16
ENDINGS = (".yaml", ".yml", ".json", ".hot", ".template")
"""The endings of file names that are considered templates in a folder."""


def templates_in(folder: Path) -> list[str]:
    """The names of all templates in a folder and its subfolders, in alphabetical order.

    Files without one of the `ENDINGS` are skipped, as are files and folders whose name starts with a dot.
    """
    found = sorted(path for path in _files_below(folder) if is_template(path))
    if not found:
        raise Unusable(f"there is no template in the folder {folder}")
    return [str(path) for path in found]


def _files_below(folder: Path) -> Iterator[Path]:
    for at, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(at, name) for name in names if name.endswith(ENDINGS) and not name.startswith("."))


def is_template(path: Path) -> bool:
    """Whether a file has a line that starts with `heat_template_version`, or has it in quotes, as in JSON."""
    try:
        if not path.is_file():  # reading a named pipe could block forever
            return False
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE)
    except OSError:
        return False
    key = VERSION_KEY.encode()
    return content.startswith(key) or b"\n" + key in content or b'"' + key + b'"' in content


def is_folder(name: str) -> bool:
    """Whether a path leads to a folder; not if it is one that no file can have."""
    with suppress(OSError):
        return Path(name).is_dir()
    return False


def is_file(name: str) -> bool:
    """Whether a path leads to a file; not if it is one that no file can have."""
    with suppress(OSError):
        return Path(name).is_file()
    return False


def read_file(name: str) -> bytes:
    """The content of a file or of standard input.  Raises `Unusable` if it cannot be read or is too large."""
    try:
        # Not the link itself: /dev/stdin leads to a pipe without a path, whose writer may have ended already.
        if name != STANDARD_INPUT and Path(os.path.realpath(name)).is_fifo():
            content = _read_pipe(name)
        else:
            with nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else Path(name).open("rb") as file:
                content = file.read(LARGEST_FILE + 1)  # not its size: a device has none, and may never end
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > LARGEST_FILE:
        raise Unusable(f"cannot read {name}: it is larger than {LARGEST_FILE >> 20} MiB")
    return content


def _read_pipe(name: str) -> bytes:
    """The content of a named pipe, which without a writer would never end.  Raises `TimeoutError` if there is none."""
    content = bytearray()
    seconds: float | None = PIPE_SECONDS
    pipe = os.open(name, os.O_RDONLY | os.O_NONBLOCK)
    try:
        while len(content) <= LARGEST_FILE:
            is_ready = bool(select.select([pipe], [], [], seconds)[0])
            try:
                part = os.read(pipe, _PIPE_PART)
            except BlockingIOError:  # there is a writer, which may take its time
                seconds = None
                continue
            if not part and not is_ready:
                raise TimeoutError(ETIMEDOUT, f"no program opened this pipe for writing within {PIPE_SECONDS:g} s")
            if not part:
                break
            content += part
    finally:
        os.close(pipe)
    return bytes(content)


def read_text(name: str) -> str:
    """The text of a file.  Raises `Unusable` if it cannot be read."""
    try:
        return decode(read_file(name))
    except ValueError as error:
        raise Unusable(f"cannot read {name}: {error}") from None


def write_text(name: str, text: str) -> None:
    """Writes a file atomically: the old content stays if the new one cannot be written completely.

    The file keeps its permissions, and symbolic links to it stay.  Raises `Unusable` if it cannot be written.
    """
    content = text.encode("utf-8", "backslashreplace")
    try:
        place = Path(name)
        if place.exists() and not place.is_file():  # pipes and terminals cannot be replaced
            place.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(place)), content)
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot write {name}: {getattr(error, 'strerror', None) or error}") from None


def _replace(place: Path, content: bytes) -> None:
    """Writes a temporary file in the same folder, and renames it to the target."""
    before = place.stat() if place.exists() else None
    if before is not None and not os.access(place, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    new = place.with_name(f".hotcore-{secrets.token_hex(8)}")
    try:
        with new.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            with suppress(OSError):  # changing the owner may not be permitted
                os.chown(new, before.st_uid, before.st_gid)
            new.chmod(S_IMODE(before.st_mode))
        new.replace(place)
    finally:
        new.unlink(missing_ok=True)


def check_standard_input(*names: Sequence[str | None]) -> None:
    """Refuses to read standard input twice, because it is empty the second time."""
    if sum(name == STANDARD_INPUT for given in names for name in given) > 1:
        raise Unusable(f"standard input ({STANDARD_INPUT}) can be read only once")


def pair(option: str, form: str, given: str) -> tuple[str, str]:
    """The name and the value of an argument.  Raises `Unusable` if it does not have this form."""
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise Unusable(f"{option} expects {form}, not {given!r}")
    return name, value
