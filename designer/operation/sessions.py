"""Sessions in the database, as Django has them."""

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import InterfaceError, InternalError, OperationalError

UNAVAILABLE = (OperationalError, InterfaceError, InternalError)
"""What is raised by a database that is gone, full, or can only be read."""


class SessionStore(db.SessionStore):
    """A session that tells a database that cannot write from a session that somebody ended meanwhile.

    Django takes both for a bad request.
    """

    def save(self, must_create: bool = False) -> None:
        """Save the session; the database's own error is raised where there is one."""
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            if isinstance(error.__context__, UNAVAILABLE):
                raise error.__context__ from None
            raise
