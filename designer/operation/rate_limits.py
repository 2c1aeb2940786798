"""Limits of attempts, counted in the database, so that all processes share them."""

import hashlib
import math
import time
import unicodedata
from collections.abc import Sequence

from django.conf import settings
from django.db import DatabaseError, connection
from limits import RateLimitItem
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter

from designer.models import Throttle

NAME_FROM_ANYWHERE, CLIENT_IN_ALL = 10, 4
"""How many times as many wrong passwords as for one name from one client are accepted in all: from anywhere for one
name, so that nobody can lock a person out with a few, and from one client for any names, which may be an office."""


class TooManyAttempts(Exception):
    """A limit is reached. The next attempt is possible after `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(f"Try again in {seconds} seconds.")
        self.seconds = seconds


class DatabaseStorage(Storage):
    """Counters of `limits` in the database. Only digests of names and addresses are stored."""

    STORAGE_SCHEME = None
    base_exceptions = DatabaseError

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        """Add to a counter, which starts anew after `expiry` seconds, in one statement; return its value."""
        now = time.time()
        table = Throttle._meta.db_table
        with connection.cursor() as cursor:
            cursor.execute(
                f"INSERT INTO {table} (key, count, until) VALUES (%s, %s, %s) ON CONFLICT (key) DO UPDATE SET"  # noqa: S608 -- the name of our own table
                f" count = CASE WHEN {table}.until <= %s THEN excluded.count ELSE {table}.count + excluded.count END,"
                f" until = CASE WHEN {table}.until <= %s THEN excluded.until ELSE {table}.until END RETURNING count",
                [_digest(key), amount, now + expiry, now, now],
            )
            count = int(cursor.fetchone()[0])
        if count == amount:  # a window begins, which happens seldom enough to delete those that are over
            Throttle.objects.filter(until__lte=now).delete()
        return count

    def get(self, key: str) -> int:
        """Return the value of a counter."""
        found = Throttle.objects.filter(key=_digest(key), until__gt=time.time()).values_list("count", flat=True)
        return found.first() or 0

    def get_expiry(self, key: str) -> float:
        """Return when a counter starts anew, in seconds since the epoch."""
        return Throttle.objects.filter(key=_digest(key)).values_list("until", flat=True).first() or time.time()

    def check(self) -> bool:
        """Whether the storage responds, which `/healthz` finds out for the whole database."""
        return True

    def reset(self) -> int:
        """Reset all counters."""
        return Throttle.objects.all().delete()[0]

    def clear(self, key: str) -> None:
        """Reset a counter."""
        Throttle.objects.filter(key=_digest(key)).delete()


LIMITER = FixedWindowRateLimiter(DatabaseStorage())


def count_attempt(action: str, *who: str, times: int = 1) -> None:
    """Count an attempt of an action of `settings.THROTTLES`; raise `TooManyAttempts` if it is one too many.

    `times` multiplies the limits.
    """
    for limit in _limits(action, times):
        if not LIMITER.hit(limit, action, *who):
            raise _too_many(limit, action, *who)


def forget_attempt(action: str, *who: str, times: int = 1) -> None:
    """Take back one count of an attempt that turned out well."""
    for limit in _limits(action, times):
        LIMITER.hit(limit, action, *who, cost=-1)


def check_attempts(action: str, *who: str) -> None:
    """Raise `TooManyAttempts` if no further attempt is possible now."""
    for limit in _limits(action, 1):
        if not LIMITER.test(limit, action, *who):
            raise _too_many(limit, action, *who)


def count_sign_in(name: str, client: str, *, step: str = "") -> None:
    """Count a sign-in before its password is checked, so that simultaneous attempts count too.

    A further `step` of signing in is counted apart: who knows a password has no more attempts at the code after it.
    """
    for times, who in _sign_in_scopes(name, client, step):
        count_attempt("sign-in", *who, times=times)


def forget_sign_in(name: str, client: str, *, step: str = "") -> None:
    """Take back the count of a sign-in whose password was right; wrong ones for this name from this client too."""
    for times, who in _sign_in_scopes(name, client, step):
        if times > 1:
            forget_attempt("sign-in", *who, times=times)
            continue
        for limit in _limits("sign-in", times):
            LIMITER.clear(limit, "sign-in", *who)


def _sign_in_scopes(name: str, client: str, step: str) -> Sequence[tuple[int, tuple[str, ...]]]:
    name = unicodedata.normalize("NFKC", name.strip()).casefold()  # as forms read it
    scopes = ((1, ("both", name, client)), (NAME_FROM_ANYWHERE, ("name", name)), (CLIENT_IN_ALL, ("client", client)))
    return tuple((times, (step + kind, *who)) for times, (kind, *who) in scopes)


def _limits(action: str, times: int) -> list[RateLimitItem]:
    limits: list[RateLimitItem] = settings.THROTTLES[action]
    return [type(each)(each.amount * times, each.multiples) for each in limits]


def _too_many(limit: RateLimitItem, *who: str) -> TooManyAttempts:
    until = LIMITER.get_window_stats(limit, *who).reset_time
    return TooManyAttempts(max(1, math.ceil(until - time.time())))


def _digest(key: str) -> str:
    return hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=32, key=_secret()).hexdigest()


def _secret() -> bytes:
    return hashlib.sha256(settings.SECRET_KEY.encode()).digest()
