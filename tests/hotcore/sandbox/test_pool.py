"""The sandbox's processes: they serve many threads, are replaced when they fail, and never outlive their parent."""

import os
import resource
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hotcore import sandbox
from hotcore.sandbox import pool, process
from tests.hotcore import processes

pytestmark = pytest.mark.long


@pytest.fixture(autouse=True)
def no_other_workers() -> None:
    """End the workers of earlier tests, such as those for guests, which would be counted too."""
    sandbox.stop_workers()


def test_many_threads_get_their_own_answers() -> None:
    def ask(number: int) -> object:
        if number % 20 == 7:
            return sandbox.evaluate_yaql(f"pow(10, pow(10, 8)) + {number}", None, seconds=0.1).kind
        return sandbox.evaluate_yaql("$.data * 2", number).value

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(60)))
    assert answers == ["timeout" if number % 20 == 7 else number * 2 for number in range(60)]
    processes.wait_until_at_most(pool.SIZE)


def test_worker_stays_for_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "GRACE_SECONDS", 30)  # a busy machine may let it report its timeout late
    sandbox.evaluate_yaql("1", None)
    before = processes.workers()
    sandbox.evaluate_yaql("range(1000000000).len()", None, seconds=0.1)
    sandbox.evaluate_yaql("1", None)
    assert processes.workers() == before


def test_worker_that_was_killed_is_replaced() -> None:
    sandbox.evaluate_yaql("1", None)
    for worker in processes.workers():
        os.kill(worker, signal.SIGKILL)
        processes.wait_for_end(worker)
    assert sandbox.evaluate_yaql("2", None).value == 2


def test_worker_that_is_killed_at_work_is_an_error_of_the_expression() -> None:
    sandbox.stop_workers()
    sandbox.evaluate_yaql("1", None)
    (worker,) = processes.workers()
    with ThreadPoolExecutor(1) as threads:
        outcome = threads.submit(sandbox.evaluate_yaql, "range(1000000000).len()", None, seconds=20)
        processes.wait_until_busy(worker)
        os.kill(worker, signal.SIGKILL)
        assert outcome.result() == sandbox.TOO_DEMANDING
    assert sandbox.evaluate_yaql("3", None).value == 3


def test_worker_that_ignores_its_timer_is_killed() -> None:
    sandbox.stop_workers()
    sandbox.evaluate_yaql("1", None)
    (worker,) = processes.workers()
    with ThreadPoolExecutor(1) as threads:
        outcome = threads.submit(sandbox.evaluate_yaql, "range(1000000000).len()", None, seconds=0.5)
        os.kill(worker, signal.SIGSTOP)
        assert outcome.result().kind == "timeout"
    assert worker not in processes.workers()
    assert sandbox.evaluate_yaql("4", None).value == 4


def test_stopped_workers_leave_no_processes() -> None:
    sandbox.evaluate_yaql("1", None)
    workers = processes.workers()
    sandbox.stop_workers()
    assert workers
    assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


def test_limits_are_on_the_worker_and_not_here() -> None:
    sandbox.stop_workers()  # the one that replaces a late worker may still be starting, without limits
    sandbox.evaluate_yaql("1", None)
    for worker in processes.workers():
        assert resource.prlimit(worker, resource.RLIMIT_AS) == (process.MEMORY, process.MEMORY)
        assert resource.prlimit(worker, resource.RLIMIT_FSIZE) == (0, 0)
    assert resource.getrlimit(resource.RLIMIT_AS) != (process.MEMORY, process.MEMORY)


def test_worker_does_not_see_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.stop_workers()
    monkeypatch.setenv("SECRET_KEY", "s3cret")
    sandbox.evaluate_yaql("1", None)
    assert processes.workers()
    assert not any(b"s3cret" in Path(f"/proc/{worker}/environ").read_bytes() for worker in processes.workers())


def test_broken_installation_is_reported_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox.stop_workers()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(sandbox.SandboxError, match="ended with 1"):
        sandbox.evaluate_yaql("1 + 17", None)


def test_starting_a_worker_does_not_count_against_the_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slow = tmp_path / "slow"
    slow.write_text(f'#!/bin/sh\nsleep 1.5\nexec "{sys.executable}" "$@"\n')
    slow.chmod(0o700)
    sandbox.stop_workers()
    monkeypatch.setattr(sys, "executable", str(slow))
    with sandbox.shared_time(1.0):
        outcomes = [sandbox.evaluate_yaql("$.data + 1", number) for number in range(3)]
        assert [outcome.value for outcome in outcomes] == [1, 2, 3]
        assert sandbox.evaluate_yaql("range(1000000001).len()", None).kind == "timeout"
        assert sandbox.evaluate_yaql("$.data + 1", 3).kind == "timeout"


def test_shorter_of_nested_limits_applies() -> None:
    sandbox.evaluate_yaql("1", None)
    with sandbox.shared_time(0.2), sandbox.shared_time(60):
        assert sandbox.evaluate_yaql("range(1000000002).len()", None).kind == "timeout"
        assert sandbox.evaluate_yaql("1", None).kind == "timeout"
    with sandbox.shared_time(60):
        with sandbox.shared_time(0.2):
            assert sandbox.evaluate_yaql("range(1000000002).len()", None).kind == "timeout"
            assert sandbox.evaluate_yaql("1", None).kind == "timeout"
        assert sandbox.evaluate_yaql("1", None).value == 1


@pytest.mark.parametrize(
    "ending",
    ["pass", "sys.exit(3)", "os._exit(0)", "os.kill(os.getpid(), 9)", "os.kill(os.getpid(), 15)", "1 / 0"],
)
def test_worker_ends_with_its_parent(ending: str) -> None:
    script = f"import os, sys\nfrom tests.hotcore import processes\nprocesses.announce()\n{ending}"
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.communicate(timeout=20)
    processes.wait_for_end(worker)


def test_worker_at_work_ends_with_its_parent() -> None:
    script = (
        "import os, threading\nfrom hotcore import sandbox\nfrom tests.hotcore import processes\n"
        "processes.announce()\n"
        "threading.Timer(0.2, os._exit, [0]).start()\n"
        "sandbox.evaluate_yaql('range(1000000000).len()', None, seconds=1)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.communicate(timeout=20)
    processes.wait_for_end(worker)


def test_forked_process_has_workers_of_its_own() -> None:
    script = """
import os
from hotcore import sandbox
from tests.hotcore import processes
mine = processes.announce()
child = os.fork()
if child == 0:
    assert sandbox.evaluate_yaql("$.data", "child").value == "child"
    assert mine not in processes.workers() and len(processes.workers()) == 1
    sandbox.stop_workers()
    os._exit(7)
for number in range(100):
    assert sandbox.evaluate_yaql("$.data", number).value == number
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
assert processes.workers() == {mine}
print("both")
"""
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, timeout=30, check=False
    )
    assert result.stdout.endswith("both\n"), result.stderr
    assert result.stderr == ""


def test_ctrl_c_ends_both_quietly(interruptible: None) -> None:
    script = (
        "from hotcore import sandbox\nfrom tests.hotcore import processes\nprocesses.announce()\n"
        "try:\n    sandbox.evaluate_yaql('range(1000000000).len()', None, seconds=30)\n"
        "except KeyboardInterrupt:\n    print('interrupted', sandbox.evaluate_yaql('1', None).value)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        processes.wait_until_busy(worker)
        os.killpg(parent.pid, signal.SIGINT)
        out, error = parent.communicate(timeout=20)
    assert (out, error) == ("interrupted 1\n", "")
    processes.wait_for_end(worker)


def test_guests_do_not_keep_others_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "WAIT_SECONDS", 0.01)
    sandbox.stop_workers()

    def ask_as_guest() -> str:
        with sandbox.guest_work():
            return sandbox.evaluate_yaql("range(1000000000).len()", None, seconds=20).kind

    with ThreadPoolExecutor(1) as threads:
        with sandbox.guest_work():
            sandbox.evaluate_yaql("1", None)
        (worker,) = processes.workers()
        busy = threads.submit(ask_as_guest)
        processes.wait_until_busy(worker)
        with sandbox.guest_work():
            assert sandbox.evaluate_yaql("2", None, seconds=20).kind == "timeout"
        assert sandbox.evaluate_yaql("2", None, seconds=20).value == 2
        assert os.getpriority(os.PRIO_PROCESS, worker) == os.getpriority(os.PRIO_PROCESS, 0) + pool.GUEST_NICENESS
        os.kill(worker, signal.SIGKILL)
        assert busy.result() == "error"
