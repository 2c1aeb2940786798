"""What can go wrong with a cloud, in words that say what still works and what to do."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext as _
from keystoneauth1 import exceptions
from requests import exceptions as of_requests
from urllib3.exceptions import NewConnectionError

from designer.cloud.service.texts import readable
from designer.cloud.service.unreadable_answers import keep_unreadable, remembered_answers, request_of

UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What an answer of another shape raises in code that reads it; JSON has infinite numbers, which are no integers."""
POLICIES = tuple(
    re.compile(pattern, re.DOTALL)
    for pattern in (
        r"not authorized to use ([\w:.-]*\w)",
        r"[Pp]olicy doesn't allow ([\w:.-]+) to be performed",
        r"not authorized to perform the requested action:? ([\w:.-]*\w)",
        r"rule:([\w:.-]++)[^)]*+\) is disallowed by policy",
        r"not authorized to complete ([\w:.-]+) action",
    )
)
"""How services name what a policy forbids: Heat, Nova and Cinder, Keystone, Neutron, Glance."""


class NoPlaceError(exceptions.ConnectTimeout):
    """Nothing was sent: other requests from here to the same cloud were under way for too long."""


LONGEST = 100  # characters of the name of a policy
MOST_SAID = 2000  # characters in which it is looked for


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
    NO_TRUST = "no-trust"
    POLICY = "policy"
    REFUSED = "refused"
    CONFLICT = "conflict"
    GONE = "gone"


class CloudFault(Exception):
    """A cloud did not do what it was asked. The words are for the person; they hold no value that anybody typed.

    `title` is a sentence without its end, `rest` what it means. `policy` is the rule that forbids a `request`, which is
    given without names and IDs, to a `service`. What `is_unsent` has not reached the service.
    """

    def __init__(
        self,
        fault: Fault,
        rest: str,
        *,
        title: str = "",
        policy: str = "",
        service: str = "",
        request: str = "",
        is_unsent: bool = False,
    ) -> None:
        self.fault = fault
        self.rest = rest
        self.title = title
        self.policy = policy
        self.service = service
        self.request = request
        self.is_unsent = is_unsent
        super().__init__(self.words)

    @property
    def words(self) -> str:
        """All that is said."""
        return " ".join(filter(None, (f"{self.title}." if self.title else "", self.rest)))

    def reworded(self, rest: str, **changes: Any) -> "CloudFault":
        """Return the same fault in other words."""
        return CloudFault(**{**vars(self), "rest": rest, **changes})


@contextmanager
def faults_of(service: str) -> Iterator[None]:
    """Turn the errors of a request to a service (named as people know it) into a `CloudFault`."""
    with remembered_answers():
        try:
            yield
        except CloudFault:
            raise
        except exceptions.Unauthorized:
            raise token_ended() from None
        except exceptions.Forbidden as error:
            said = error.response.text if error.response is not None else ""
            raise forbidden(service, error, said) from None
        except (exceptions.EndpointNotFound, exceptions.EmptyCatalog):
            title = _("This cloud has no %(service)s") % {"service": service}
            raise CloudFault(Fault.NO_SERVICE, "", title=title) from None
        except exceptions.ConnectionError as error:
            raise _no_answer(service, error) from None
        except exceptions.HttpServerError as error:
            title = _("%(service)s answered with an error (%(status)s)")
            title %= {"service": service, "status": error.http_status}
            raise CloudFault(Fault.BROKEN, _("Try again later."), title=title) from None
        except (exceptions.ClientException, *UNREADABLE):
            keep_unreadable(service)
            raise unreadable(service) from None


def token_ended() -> CloudFault:
    """Return the fault of a token that a service does not take."""
    return CloudFault(Fault.TOKEN_ENDED, _("Templates and values go on as before."), title=_("Your token has ended"))


def forbidden(service: str, error: exceptions.HttpError, said: str) -> CloudFault:
    """Return the fault of a request that a service forbids, with the policy, if it says which."""
    policy = next((found[1] for each in POLICIES if (found := each.search(said[:MOST_SAID]))), "")
    title = _("The project's policy does not allow it")
    return CloudFault(
        Fault.POLICY if policy else Fault.FORBIDDEN,
        _("Ask for the role that does."),
        title=f'{title}: "{readable(policy, LONGEST)}"' if policy else title,
        policy=policy,
        service=service,
        request=request_of(str(error.method or ""), str(error.url or "")),
    )


def unreadable(service: str) -> CloudFault:
    """Return the fault of an answer that makes no sense."""
    title = _("%(service)s's answer could not be read") % {"service": service}
    return CloudFault(Fault.UNREADABLE, _("It is kept for the administrator, without values."), title=title)


def _no_answer(service: str, error: Exception) -> CloudFault:
    rest, is_unsent, is_theirs = _("Try again."), _is_unsent(error), not isinstance(error, NoPlaceError)
    if isinstance(error, exceptions.SSLError):
        title, rest = _("The certificate of %(service)s cannot be trusted"), _("The administrator has to look.")
        is_unsent, is_theirs = True, False
    elif isinstance(error, exceptions.ConnectTimeout):
        title = _("%(service)s did not answer in time")
    else:
        title = _("%(service)s does not answer")
    title %= {"service": service}
    return CloudFault(Fault.NO_ANSWER, rest, title=title, service=service if is_theirs else "", is_unsent=is_unsent)


def _is_unsent(error: Exception) -> bool:
    """Whether there was not even a connection, or no place for one, so that nothing can have been sent."""
    cause = error.__context__
    if cause is None or isinstance(cause, of_requests.ConnectTimeout):
        return True
    reason = getattr(cause.args[0], "reason", None) if cause.args else None
    return isinstance(reason, NewConnectionError)
