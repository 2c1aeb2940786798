"""How gunicorn serves a team: `gunicorn --config python:designer.gunicorn_conf designer.wsgi`.

The options of its command line and `GUNICORN_CMD_ARGS` come before these.
"""

bind = "127.0.0.1:8000"
worker_class = "gthread"
workers = 2
threads = 8
graceful_timeout = 10  # seconds for requests in flight when it is stopped
control_socket_disable = True  # nobody talks to it, and the file system may be read-only
