"""How gunicorn serves a team: `gunicorn --config python:designer.gunicorn_conf designer.wsgi`.

The options of its command line and `GUNICORN_CMD_ARGS` come before these.
"""

import os
import shutil
import tempfile
from typing import Any

from designer.settings import LOGGING, METRICS_TOKEN, VISITORS
from designer.turns import PROVIDER_WAITING, SIGN_INS_WAITING

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 2
threads = 20  # eighteen may be visitors' and their sign-ins', with those that wait
graceful_timeout = 10  # seconds for requests in flight when it is stopped
control_socket_disable = True  # nobody talks to it, and the file system may be read-only
# Its own lines have the format of the others.
OWN_LOG = {"handlers": ["stderr"], "level": "INFO", "propagate": False}
logconfig_dict = {**LOGGING, "loggers": {**LOGGING["loggers"], "gunicorn.error": OWN_LOG}}

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")  # asked by the formatter of the log
SIGN_INS = 1 + SIGN_INS_WAITING + 1 + PROVIDER_WAITING  # with those that are worked on
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"


def on_starting(server: Any) -> None:
    """Create the folder in which the processes count together, before there is more than one.

    Visitors and sign-ins that could take all threads, at work or waiting, keep gunicorn from starting.
    """
    if server.cfg.threads <= 3 * VISITORS + SIGN_INS:
        raise RuntimeError(  # gunicorn prints its message
            f"DESIGNER_VISITORS is {VISITORS}; three times this number, and {SIGN_INS} for sign-ins, must be below the "
            f"number of threads, {server.cfg.threads}. See docs/operating.md."
        )
    if METRICS_TOKEN:
        os.environ[METRICS_FOLDER] = tempfile.mkdtemp(prefix="designer-metrics-")


def child_exit(_server: Any, worker: Any) -> None:
    """Let the metrics of a process that has ended stay without it."""
    if METRICS_TOKEN:
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(worker.pid)  # type: ignore[no-untyped-call] # published without type hints


def on_exit(_server: Any) -> None:
    """Delete that folder."""
    if folder := os.environ.get(METRICS_FOLDER):
        shutil.rmtree(folder, ignore_errors=True)
