"""What can go wrong with a cloud, in words that say what still works and what to do."""

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

from django.utils.translation import gettext as _
from keystoneauth1 import exceptions

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What an answer of another shape raises in code that reads it; JSON has infinite numbers, which are no integers."""


class Fault(StrEnum):
    """The kinds of fault."""

    WRONG_SIGN_IN = "wrong-sign-in"
    TOKEN_ENDED = "token-ended"  # noqa: S105 -- a word, no secret
    NO_PROJECT = "no-project"
    NO_SERVICE = "no-service"
    NO_ANSWER = "no-answer"
    UNREADABLE = "unreadable"
    BROKEN = "broken"
    FORBIDDEN = "forbidden"
    POLICY = "policy"
    REFUSED = "refused"
    CONFLICT = "conflict"
    GONE = "gone"


class CloudFault(Exception):
    """A cloud did not do what it was asked. `words` are for the person; they hold no value that anybody typed."""

    def __init__(self, fault: Fault, words: str) -> None:
        super().__init__(words)
        self.fault = fault
        self.words = words


@contextmanager
def faults_of(service: str) -> Iterator[None]:
    """Turn the errors of a request to a service (named as people know it) into a `CloudFault`."""
    try:
        yield
    except CloudFault:
        raise
    except exceptions.Unauthorized:
        raise CloudFault(Fault.TOKEN_ENDED, _("The token has ended. Templates and values go on as before.")) from None
    except exceptions.Forbidden:
        words = _("The project's policy does not allow it. Ask for the role that does.")
        raise CloudFault(Fault.FORBIDDEN, words) from None
    except (exceptions.EndpointNotFound, exceptions.EmptyCatalog):
        raise CloudFault(Fault.NO_SERVICE, _("This cloud has no %(service)s.") % {"service": service}) from None
    except exceptions.ConnectionError as error:
        raise CloudFault(Fault.NO_ANSWER, _no_answer(service, error)) from None
    except exceptions.HttpServerError as error:
        words = _("%(service)s answered with an error (%(status)s). Try again later.")
        raise CloudFault(Fault.BROKEN, words % {"service": service, "status": error.http_status}) from None
    except (exceptions.ClientException, *UNREADABLE):
        raise CloudFault(Fault.UNREADABLE, unreadable(service)) from None


def unreadable(service: str) -> str:
    """Return the words for an answer that makes no sense."""
    return _("%(service)s's answer could not be read.") % {"service": service}


def _no_answer(service: str, error: Exception) -> str:
    if isinstance(error, exceptions.SSLError):
        return _("The certificate of %(service)s cannot be trusted. The administrator has to look.") % {
            "service": service
        }
    if isinstance(error, exceptions.ConnectTimeout):
        return _("%(service)s did not answer in time. Try again.") % {"service": service}
    return _("%(service)s does not answer. Try again.") % {"service": service}
