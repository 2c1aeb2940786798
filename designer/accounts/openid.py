"""The OpenID provider: where somebody is sent to sign in, and what it then says about them, checked.

Authlib speaks the protocol: state, nonce, PKCE, and the signature and the claims of the ID token. Here is what it
leaves to its user: the issuer is the configured one, and this server talks to no other host. Authlib is installed by
the extra `identity`; import this module only where a provider is configured.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from authlib.common.errors import AuthlibBaseError
from authlib.integrations.base_client.errors import MismatchingStateError
from authlib.integrations.django_client import DjangoIntegration, DjangoOAuth2App
from authlib.integrations.requests_client import OAuth2Session
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.http import HttpRequest
from joserfc.errors import JoseError
from requests import PreparedRequest, RequestException, Response

from designer.operation.bounded_responses import BoundedAdapter

TIMEOUT = 5  # seconds for a connection, and between two parts of a response
LARGEST = 1024 * 1024  # bytes of a response
ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
LONGEST_SUBJECT, LONGEST_ADDRESS = 255, 254


class ProviderFailed(Exception):
    """The provider cannot be reached, or what it says does not hold; why, in words without what it said."""


class ProviderUnreadable(ProviderFailed):
    """The provider's answer makes no sense, or is too large to be read."""


class SignInCancelled(Exception):
    """Somebody did not sign in at the provider, or may not."""


class SignInStale(Exception):
    """Somebody comes back from the provider whom this session has not sent there lately."""


@dataclass(frozen=True, slots=True)
class Claims:
    """What the provider says about somebody; `email` is empty unless it says that it has verified it."""

    subject: str
    email: str
    name: str


class OwnHosts(BoundedAdapter):
    """Sends nothing to any host but those of the provider, wherever an answer of it leads."""

    def send(self, request: PreparedRequest, *args: Any, **kwargs: Any) -> Response:
        """Send a request, if it is for the provider."""
        issuer, asked = urlsplit(settings.OIDC_ISSUER), urlsplit(request.url or "")
        if asked.netloc not in (issuer.netloc.lower(), *settings.OIDC_HOSTS) or asked.scheme != issuer.scheme:
            raise ProviderFailed("an address at another host")
        return super().send(request, *args, **kwargs)


class ProviderSession(OAuth2Session):  # type: ignore[misc] # published without type hints
    """Requests of this server to the provider."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, default_timeout=TIMEOUT, **kwargs)
        for scheme in ("https://", "http://"):
            self.mount(scheme, OwnHosts(LARGEST))


class Provider(DjangoOAuth2App):  # type: ignore[misc] # published without type hints
    """The configured provider."""

    client_cls = ProviderSession

    def __init__(self) -> None:
        super().__init__(
            DjangoIntegration("provider"),
            client_id=settings.OIDC_CLIENT_ID,
            client_secret=settings.OIDC_CLIENT_SECRET,
            server_metadata_url=f"{settings.OIDC_ISSUER.rstrip('/')}/.well-known/openid-configuration",
            client_kwargs={"scope": "openid email profile", "code_challenge_method": "S256"},
        )

    def load_server_metadata(self) -> dict[str, Any]:
        """Return what the provider publishes about itself, if it is who it should be."""
        found: dict[str, Any] = super().load_server_metadata()
        if found.get("issuer") != settings.OIDC_ISSUER:
            raise ProviderFailed("another issuer")
        offered = found.get("id_token_signing_alg_values_supported", [])
        found["id_token_signing_alg_values_supported"] = [each for each in ALGORITHMS if each in offered] or ["RS256"]
        return found


WRONG = (ValueError, LookupError, TypeError, AttributeError, RuntimeError)
"""What answers with missing keys, or with values of other types, raise in Authlib."""
BROKEN = (AuthlibBaseError, JoseError, RequestException)


def sign_in_begin(request: HttpRequest, address: str) -> str:
    """Return where somebody signs in at the provider, which then sends the browser back to an address of ours."""
    try:
        return str(Provider().authorize_redirect(request, address).url)
    except WRONG as error:
        raise ProviderUnreadable(type(error).__name__) from error
    except BROKEN as error:
        raise ProviderFailed(type(error).__name__) from error


def sign_in_end(request: HttpRequest) -> Claims:
    """Return what the provider says about whoever it has sent back."""
    if "error" in request.GET:
        raise SignInCancelled
    if request.GET.get("iss", settings.OIDC_ISSUER) != settings.OIDC_ISSUER:
        raise ProviderFailed("another issuer")
    provider = Provider()
    try:
        token = provider.authorize_access_token(request)
        said = dict(token["userinfo"])
        if not said.get("email") and "userinfo_endpoint" in provider.server_metadata:
            further = provider.userinfo(token=token)
            said |= further if further["sub"] == said["sub"] else {}
        return _claims(said)
    except MismatchingStateError as error:
        raise SignInStale from error
    except WRONG as error:
        raise ProviderUnreadable(type(error).__name__) from error
    except BROKEN as error:
        raise ProviderFailed(type(error).__name__) from error


def _claims(said: dict[str, Any]) -> Claims:
    subject, email, name = (_text(said.get(key)) for key in ("sub", "email", "preferred_username"))
    if not subject or len(subject) > LONGEST_SUBJECT:
        raise ValueError("no subject")
    is_verified = said.get("email_verified") in (True, "true") and len(email) <= LONGEST_ADDRESS
    try:
        validate_email(email)
    except ValidationError:
        is_verified = False
    return Claims(subject, email if is_verified else "", name or email.partition("@")[0])


def _text(value: Any) -> str:
    return value if isinstance(value, str) and value.isprintable() else ""
