"""How gunicorn serves a team: `gunicorn --config python:designer.gunicorn_conf designer.wsgi`.

The options of its command line and `GUNICORN_CMD_ARGS` come before these.
"""

import gc
import os
import shutil
import tempfile
from importlib import import_module
from typing import Any

from designer.operation.concurrency import THREADS, threads_taken
from designer.settings import LOGGING, METRICS_TOKEN, VISITORS

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 2
threads = THREADS
preload_app = True  # its processes share the memory of what is loaded before they begin
graceful_timeout = 10  # seconds for requests in flight when it is stopped
control_socket_disable = True  # nobody talks to it, and the file system may be read-only
# Its own lines have the format of the others.
OWN_LOG = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
logconfig_dict = {**LOGGING, "loggers": {**LOGGING["loggers"], "gunicorn.error": OWN_LOG}}

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")  # asked by the formatter of the log
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def on_starting(server: Any) -> None:
    """Load the pages and create the folder in which the processes count together, before there is more than one.

    Visitors and sign-ins that could take all threads, at work or waiting, keep gunicorn from starting.
    """
    taken = threads_taken(VISITORS)
    if server.cfg.threads <= taken:
        raise RuntimeError(  # gunicorn prints its message
            f"DESIGNER_VISITORS is {VISITORS}: visitors and sign-ins could take {taken} threads, and gunicorn has "
            f"{server.cfg.threads}. Lower it, or raise the number of threads. See docs/operating.md."
        )
    if METRICS_TOKEN:
        os.environ[METRICS_FOLDER] = tempfile.mkdtemp(prefix="designer-metrics-")
    load_pages()


def load_pages() -> None:
    """Load the pages and lint rules, which wait for their first use, and let the garbage collector write to none of it.

    A page of memory stays shared until a process writes to it, and each collection marks every object that it visits.
    """
    from hotcore.linter import RULES

    import_module("designer.urls")
    list(RULES.values())
    gc.collect()
    gc.freeze()


def child_exit(_server: Any, worker: Any) -> None:
    """Let the metrics of a process that has ended stay without it."""
    if METRICS_TOKEN:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call] # published without type hints


def on_exit(_server: Any) -> None:
    """Delete that folder."""
    if folder := os.environ.get(METRICS_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)
