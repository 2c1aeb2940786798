"""A temporary database for a benchmark."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.test.utils import (
    setup_databases,
    setup_test_environment,
    teardown_databases,
    teardown_test_environment,
)


@contextmanager
def empty_database() -> Iterator[None]:
    """Create an empty, migrated database, and delete it afterwards."""
    setup_test_environment(debug=False)
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        yield
    finally:
        teardown_databases(databases, verbosity=0)
        teardown_test_environment()
