"""What is fuzzed of the command line: any command with any options, in a folder with files."""

import io
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path

from hotcore.cli.arguments import COMMANDS, command_module
from hotcore.cli.commands import main
from tests.fuzz.targets import target, texts

for _name in COMMANDS:  # a command is imported when it is run, which is too late for the fuzzer
    command_module(_name)

FILES = ("t.yaml", "e.yaml", "a.yaml", "hotcore.toml")
"""The files of the folder, in the order of the texts of an input, after the command."""
_ROOM = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
"""In memory, where that is possible."""


@contextmanager
def in_folder(files: dict[str, str]) -> Iterator[None]:
    """A new folder with files, in which a command runs."""
    before, folder = Path.cwd(), Path(tempfile.mkdtemp(dir=_ROOM))
    try:
        for name, text in files.items():
            (folder / name).write_text(text, encoding="utf-8", errors="surrogatepass")
        os.chdir(folder)
        yield
    finally:
        os.chdir(before)
        shutil.rmtree(folder)


@target
def commands(data: bytes) -> None:
    """A command with its options, as in a shell, and the files of its folder.

    What would lead out of the folder is left out, and so is another number of processes.
    """
    line, *contents = texts(data, 5)
    try:
        arguments = [word.replace("/", "_").replace("..", "_") for word in shlex.split(line)]
    except ValueError:
        return
    arguments = [word for word in arguments if not word.startswith(("-j", "--j"))]
    files = {name: text for name, text in zip(FILES, contents, strict=True) if text}
    given, out = io.TextIOWrapper(io.BytesIO(contents[0].encode("utf-8", "replace"))), io.StringIO()
    before, sys.stdin = sys.stdin, given
    try:
        with in_folder(files), redirect_stdout(out), redirect_stderr(out), suppress(SystemExit):
            assert main(arguments) in (0, 1, 2)
    finally:
        sys.stdin = before
