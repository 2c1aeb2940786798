"""`manage.py watch_runs`: watches the runs in clouds, next to the processes that serve pages."""

import os
import signal
import threading
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, close_old_connections

IDLE_SECONDS = 1.0  # between two looks for runs; each is looked at when its turn comes


class Command(BaseCommand):
    """Watches runs until it is ended."""

    help = "Watches runs in clouds until Ctrl-C. Several may run at once: each run is watched by one of them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the option of `serve`."""
        parser.add_argument("--parent", type=int, help="the process that started it, with which it ends")

    def handle(self, *_args: Any, **options: Any) -> None:
        """Watch until SIGTERM or SIGINT."""
        if not settings.CLOUDS:
            raise CommandError("No clouds are set up: set DESIGNER_CLOUD_KEY, and install the extra `cloud`.")
        from designer.deployment.runs.watcher import Watchers

        ended = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_signal: ended.set())
        if options["parent"] is None:
            self.stdout.write("Watching runs. Ctrl-C ends it.")
            self.stdout.flush()
        watchers = Watchers(ended)
        while not ended.is_set():
            try:
                watchers.begin()
            except DatabaseError as error:  # it may come back
                self.stderr.write(f"The database does not answer: {type(error).__name__}")
            close_old_connections()
            ended.wait(IDLE_SECONDS)
            if options["parent"] not in (None, os.getppid()):
                ended.set()
        watchers.join()
