"""An instance as docs/operating.md describes one: gunicorn with several processes, on a PostgreSQL database of its own.

A database is created on the server that DATABASE_URL names, and dropped at the end.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg

from tests.installation.environments import ROOT
from tests.installation.processes import Running, free_port

SERVER = "postgres://postgres@127.0.0.1/postgres"
HOST = "designer.example.org"
PAGE = os.sysconf("SC_PAGE_SIZE") / 2**20  # MiB


@dataclass(frozen=True)
class Process:
    """A process of the instance at some moment. Processes of sandboxes are children of workers."""

    pid: int
    parent: int
    started: int
    megabytes: float


class Instance:
    """The running instance."""

    def __init__(self, server: "psycopg.Connection[tuple[str]]", database: str) -> None:
        self.server, self.database = server, database
        self.seen: set[tuple[int, int]] = set()
        self.port = free_port()
        own = {"GUNICORN_CMD_ARGS": f"--bind=127.0.0.1:{self.port}"}
        serve = [sys.executable, "-m", "gunicorn", "--config", "python:designer.gunicorn_conf", "designer.wsgi"]
        self.running = Running(serve, folder=ROOT, variables=os.environ | own, until="Booting worker")

    def processes(self) -> list[Process]:
        """Return all processes that the instance has started and that have not ended, the first one first."""
        running = {(process.pid, process.started): process for process in read_processes()}
        own = {self.running.process.pid} | {pid for pid, _started in self.seen & running.keys()}
        for process in sorted(running.values(), key=lambda process: process.started):
            if process.parent in own:
                own.add(process.pid)
        found = [process for process in running.values() if process.pid in own and process.megabytes]
        self.seen |= {(process.pid, process.started) for process in found}
        return sorted(found, key=lambda process: (process.started, process.pid))

    def workers(self) -> list[Process]:
        """Return the processes that serve, the oldest first."""
        return [process for process in self.processes() if process.parent == self.running.process.pid]

    def kill_worker(self) -> None:
        """Kill the youngest worker, so that the oldest one shows what its memory does over time."""
        os.kill(self.workers()[-1].pid, signal.SIGKILL)

    def drop_connections(self) -> None:
        """Let the database end the connections of all workers."""
        self.server.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [self.database]
        )


def read_processes() -> Iterator[Process]:
    """Yield what the system knows of all processes."""
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, IndexError):  # it has ended in the meantime
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            pages = int((entry / "statm").read_text().split()[1])
            yield Process(int(entry.name), int(fields[1]), int(fields[19]), pages * PAGE)


@contextmanager
def settings() -> Iterator[tuple["psycopg.Connection[tuple[str]]", str]]:
    """Create a database and a folder, and set the variables of an instance for this process and those it starts."""
    address = os.environ.get("DATABASE_URL") or SERVER
    database = f"designer_soak_{os.getpid()}"
    with tempfile.TemporaryDirectory() as folder, psycopg.connect(address, autocommit=True) as server:
        server.execute(f"CREATE DATABASE {database}")
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "designer.settings",
            "DATABASE_URL": urlsplit(address)._replace(path=f"/{database}").geturl(),
            "DESIGNER_LOCAL": "0",
            "DESIGNER_SECRET_KEY": "0123456789-for-this-run-and-nothing-else-0123456789",
            "DESIGNER_HOSTS": f"{HOST},testserver",
            "DESIGNER_BEHIND_PROXY": "1",
            "DESIGNER_DATA": folder,
        }
        try:
            yield server, database
        finally:
            server.execute(f"DROP DATABASE {database} WITH (FORCE)")
