"""`manage.py serve`, used by `make run` and `hot-designer`: the designer for a single user on their own machine."""

import errno
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
from django.utils.module_loading import import_string
from gunicorn.app.base import BaseApplication

from designer.accounts.sign_in_links import link_token, local_user
from designer.operation.concurrency import THREADS, threads_taken
from designer.operation.staticfiles import collected_files

LOOPBACK = "127.0.0.1"


def local_origin() -> str:
    """Return the start of the addresses of the designer on this machine."""
    return f"http://{LOOPBACK}:{local_port()}"


def local_port() -> str:
    """Return the port that PORT names, or the usual one."""
    return os.environ.get("PORT", "").strip() or "8000"


class Command(BaseCommand):
    """Prepares the database, serves on the loopback interface and prints a sign-in link."""

    help = "Prepares the database, serves on this machine only (PORT, default 8000) and prints a sign-in link."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Serve until Ctrl-C."""
        if not settings.LOCAL:
            raise CommandError(
                "This command serves a single user on their own machine. Set DESIGNER_LOCAL=1 to use it."
            )
        listener = listen(local_port())
        with ExitStack() as until_the_end:
            if not settings.DEBUG:  # then files are served as they are
                keep_static_files(until_the_end)
            self.prepare_database()
            port = listener.getsockname()[1]
            start_watching()
            Server(listener.detach(), when_ready=lambda: self.print_address(port)).run()

    def prepare_database(self) -> None:
        """Bring the database up to date, with the samples."""
        self.print_line("Preparing the database ...")
        call_command("migrate", verbosity=0)
        self.print_line("Loading the sample library ...")
        call_command("load_samples", verbosity=0)
        connections.close_all()  # each process opens its own

    def print_line(self, line: str) -> None:
        """Print a line immediately, also to a pipe."""
        self.stdout.write(line)
        self.stdout.flush()

    def print_address(self, port: int) -> None:
        """Print the address and a link that signs the local user in."""
        user = local_user()
        address = f"http://{LOOPBACK}:{port}/"
        minutes = settings.SIGN_IN_LINK_SECONDS // 60
        self.print_line(f"\nHOT designer is running at {address}")
        self.print_line(f"Sign in as {user.get_username()} with this link, valid once and for {minutes} minutes:")
        self.print_line(f"  {address}accounts/local/{link_token(user)}/\n")
        self.print_line("Press Ctrl-C to stop.")
        connections.close_all()


def keep_static_files(stack: ExitStack) -> None:
    """Collect the static files, and keep them until the stack is closed; raise `CommandError` if that fails."""
    try:
        stack.enter_context(collected_files())
    except (OSError, RuntimeError, ValueError) as error:
        raise CommandError(f"The static files cannot be collected into {settings.STATIC_ROOT}: {error}") from error


def start_watching() -> None:
    """Start the process that watches runs in clouds, where there are any; it ends with this one."""
    if settings.CLOUDS:
        subprocess.Popen([sys.executable, "-m", "designer", "watch_runs", "--parent", str(os.getpid())])


def listen(port: str) -> socket.socket:
    """Return a socket bound to the port on loopback; raise `CommandError` with the reason if that fails."""
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise CommandError(f"PORT is {port!r}; it must be a number from 0 (any free port) to 65535.")
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((LOOPBACK, int(port)))
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            raise CommandError(
                f"Port {port} is in use by another program. Set PORT to choose another one, such as PORT=8001."
            ) from error
        raise CommandError(f"Port {port} cannot be opened: {os.strerror(error.errno or 0)}.") from error
    return listener


class Server(BaseApplication):  # type: ignore[misc]  # gunicorn has no type hints
    """Gunicorn with a single process, on a listener that is given by its file descriptor."""

    def __init__(self, listener: int, when_ready: Callable[[], None]) -> None:
        self.options = {
            "bind": [f"fd://{listener}"],
            "worker_class": "gthread",
            "threads": max(THREADS, threads_taken(settings.VISITORS) + 1),
            "graceful_timeout": 10,
            "loglevel": "warning",
            "proc_name": "hot-designer",
            "when_ready": lambda _arbiter: when_ready(),
            "control_socket_disable": True,
        }
        super().__init__()

    def load_config(self) -> None:
        """Apply our options, except for those that this version of gunicorn does not know."""
        for name, value in self.options.items():
            if name in self.cfg.settings:
                self.cfg.set(name, value)

    def load(self) -> Any:
        """Return the application."""
        logging.captureWarnings(capture=True)
        return import_string(settings.WSGI_APPLICATION)
