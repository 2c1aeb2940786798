"""Files that the command line writes atomically."""

import os
import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hotcore.cli.files import write_text
from hotcore.cli.outcome import Unusable
from tests.hotcore.cli.test_commands import run  # noqa: F401  a fixture

LINES = "".join(f"# line {number}\n" for number in range(3000))
LARGE = f"heat_template_version: 2016-10-14\n{LINES}outputs: {{o: {{value: {{list_join: ['', [a]]}}}}}}\n"


def small_files_only():
    """Simulates a full disk in the process that is about to start."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))


@pytest.mark.parametrize(
    "arguments",
    [
        ("upgrade", "large.yaml", "--to", "wallaby", "--in-place"),
        ("upgrade", "large.yaml", "--to", "wallaby", "-o", "other.yaml"),
        ("validate", "large.yaml", "--fix", "--hints"),
    ],
)
def test_a_file_that_cannot_be_written_completely_keeps_its_content(tmp_path, arguments):
    for name in ("large.yaml", "other.yaml"):
        (tmp_path / name).write_text(LARGE, encoding="utf-8")
    command = [str(tmp_path / each) if each.endswith(".yaml") else each for each in arguments]
    result = subprocess.run(
        [sys.executable, "-m", "hotcore", *command], capture_output=True, preexec_fn=small_files_only, check=False
    )
    assert (result.returncode, b"cannot write" in result.stderr) == (2, True)
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        "large.yaml": LARGE,
        "other.yaml": LARGE,
    }


def test_a_file_keeps_its_permissions_and_its_links(tmp_path):
    (tmp_path / "file").write_text("before")
    (tmp_path / "file").chmod(0o640)
    (tmp_path / "link").symlink_to("file")
    write_text(str(tmp_path / "link"), "after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_text() == "after"
    assert stat.S_IMODE((tmp_path / "file").stat().st_mode) == 0o640
    assert {path.name for path in tmp_path.iterdir()} == {"file", "link"}


def test_a_new_file_has_the_permissions_of_any_other(tmp_path):
    (tmp_path / "other").write_text("")
    write_text(str(tmp_path / "new"), "text")
    assert (tmp_path / "new").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_file_that_nobody_may_write_is_not_written(tmp_path, monkeypatch):
    path = tmp_path / "file"
    path.write_text("before")
    monkeypatch.setattr(os, "access", lambda *_: False)  # the tests may run as root
    with pytest.raises(Unusable, match="Permission denied"):
        write_text(str(path), "after")
    assert path.read_text() == "before"


def test_a_pipe_is_written_to_directly(run, tmp_path):  # noqa: F811  a fixture
    reading, writing = os.pipe()
    write_text(f"/dev/fd/{writing}", "text")
    os.close(writing)
    with os.fdopen(reading) as pipe:
        assert pipe.read() == "text"
    code, _, err = run("upgrade", "good.yaml", "--to", "wallaby", "-o", str(tmp_path))
    assert (code, err) == (2, f"hotcore: cannot write {tmp_path}: Is a directory\n")


IMPATIENT = "from hotcore.cli import commands, files; files.PIPE_SECONDS = 1; raise SystemExit(commands.main())"
"""The command, which waits a second for the writer of a pipe."""


@pytest.mark.parametrize(
    "arguments",
    [("validate", "pipe"), ("validate", "t.yaml", "-e", "pipe"), ("validate", "t.yaml", "--catalogue", "pipe")],
)
def test_a_named_pipe_to_which_nobody_writes_is_refused(tmp_path, arguments):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "t.yaml").write_text(LARGE)
    command = [sys.executable, "-c", IMPATIENT, *arguments]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (result.returncode, "cannot read pipe: no program opened this pipe" in result.stderr) == (2, True)


WAYS = {
    "a named pipe": "{{ cat t.yaml > pipe; }} & {validate} pipe",
    "a named pipe whose writer is slow": "{{ sleep 2; cat t.yaml; }} > pipe & {validate} pipe",
    "another process": "{validate} <(sleep 2; cat t.yaml)",
    "standard input as a device": "cat t.yaml | {validate} /dev/stdin",
    "standard input": "cat t.yaml | {validate} -",
}


@pytest.mark.parametrize("way", WAYS)
def test_a_pipe_is_read_until_its_end(tmp_path, way):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "t.yaml").write_text(f"{LARGE}# {'x' * 200_000}\noutputz: {{}}\n")
    validate = f"{sys.executable} -c '{IMPATIENT}'"
    command = WAYS[way].format(validate=f"{validate} validate")
    result = subprocess.run(
        ["bash", "-c", command], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert "error[unknown-section]: A template has no section `outputz`" in result.stdout, result.stderr


@pytest.mark.parametrize("command", [("upgrade", "-", "--to", "wallaby"), ("conditions", "-"), ("rules",)])
def test_a_full_disk_is_reported_in_a_sentence(command):
    with Path("/dev/full").open("wb") as full:
        arguments = [sys.executable, "-m", "hotcore", *command]
        result = subprocess.run(
            arguments, input=LARGE.encode(), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert result.returncode == 2
    assert result.stderr == b"hotcore: cannot write the output: No space left on device\n"
