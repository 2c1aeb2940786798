"""The settings under which the tests run: a local start, on the database that DATABASE_URL names."""

import os
from pathlib import Path

data = Path(__file__).resolve().parent.parent / "var" / "tests"
data.mkdir(parents=True, exist_ok=True)
os.environ |= {
    "DESIGNER_LOCAL": "1",
    "DESIGNER_DATA": str(data),
    "DESIGNER_SECRET_KEY": "only-for-tests",
    "OS_CLIENT_CONFIG_FILE": str(data / "no-clouds.yaml"),  # whatever clouds this machine knows
    # All visitors of the tests share one address, and a slow machine must not turn one away.
    "DESIGNER_VISITORS": "20",
    "DESIGNER_VISITORS_PER_CLIENT": "20",
    # The browser's driver runs an event loop in the thread of the tests, which Django would take for asynchronous code.
    "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
}

from designer.settings import *  # noqa: E402, F403 -- the variables above have to be set before
from designer.settings import DATABASES, STORAGES  # noqa: E402

# Static files as they are found, under the names that they have.
STORAGES |= {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_USE_FINDERS = True
STATIC_ROOT = None  # type: ignore[assignment] # a folder that is not there would be a warning
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # fast, and fit for tests only
# A file, as in use: a database in memory would be one connection shared by all threads of the live server.
if DATABASES["default"]["ENGINE"] == "designer.operation.sqlite":
    DATABASES["default"]["TEST"] = {"NAME": str(data / f"test-{os.getpid()}.sqlite3")}
