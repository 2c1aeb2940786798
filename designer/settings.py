"""Django settings, read from environment variables.

docs/operating.md describes every variable. If a required one is missing, or one is invalid, the start fails with a
message that names it.
"""

import os
import secrets
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from csp.constants import NONCE, NONE, SELF
from django.conf.locale import LANG_INFO
from django.utils.translation import to_language
from platformdirs import user_data_dir

from designer.operation.bundles import BUNDLED, current_bundles
from designer.operation.environment_variables import (
    check_extra,
    check_together,
    choice_setting,
    database_setting,
    issuer_setting,
    limit_setting,
    list_setting,
    mail_setting,
    networks_setting,
    number_setting,
    switch_setting,
    text_setting,
    zone_setting,
)

PACKAGE = Path(__file__).resolve().parent
IS_INSTALLED = (PACKAGE / "templates").is_dir()  # in a checkout, templates and static files lie beside the package
ROOT = PACKAGE if IS_INSTALLED else PACKAGE.parent


def languages_in(locale: Path) -> list[tuple[str, str]]:
    """Return the codes and names of the available languages: English, and those with a compiled catalogue.

    Without this, Django's own texts would appear in any of its languages, next to English ones.
    """
    codes = sorted(to_language(file.parts[-3]) for file in locale.glob("*/LC_MESSAGES/django.mo"))
    return [("en", "English"), *((code, name_of_language(code)) for code in codes if code != "en")]


def name_of_language(code: str) -> str:
    """Return a language's own name, or its code if Django does not know it."""
    return str(LANG_INFO.get(code, {}).get("name_local", code))


def stored_secret(file: Path) -> str:
    """Return the secret from a file that only its owner can read, created on first start."""
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            stream.write(secrets.token_urlsafe(50))
    return file.read_text(encoding="ascii")


def own_data() -> str | None:
    """Return the folder for data if none is named: of the checkout, or of the user; None if the user has no home."""
    if not IS_INSTALLED:
        return str(ROOT / "var")
    with suppress(RuntimeError):
        return user_data_dir("hot-designer", appauthor=False)
    return None


# -- mode ----------------------------------------------------------------------
LOCAL = switch_setting("DESIGNER_LOCAL", default=False)
DEBUG = switch_setting("DESIGNER_DEBUG", default=False)
HTTPS = switch_setting("DESIGNER_HTTPS", default=not (LOCAL or DEBUG))
DATA = Path(text_setting("DESIGNER_DATA", own_data()))

STORES_SECRET = LOCAL and not os.environ.get("DESIGNER_SECRET_KEY")
SECRET_KEY = stored_secret(DATA / "secret-key") if STORES_SECRET else text_setting("DESIGNER_SECRET_KEY")
ALLOWED_HOSTS = list_setting("DESIGNER_HOSTS", "localhost,127.0.0.1,[::1]" if LOCAL else None)

# -- clouds --------------------------------------------------------------------

STORES_CLOUD_KEY = LOCAL and not os.environ.get("DESIGNER_CLOUD_KEY")
CLOUD_KEYS = [stored_secret(DATA / "cloud-key")] if STORES_CLOUD_KEY else list_setting("DESIGNER_CLOUD_KEY", "")
"""What encrypts the tokens of people: the first key encrypts, all of them decrypt."""
CLOUDS_FILE = text_setting("OS_CLIENT_CONFIG_FILE", "")
CLOUDS = bool(CLOUD_KEYS) and find_spec("openstack") is not None
"""Whether people may connect to the clouds that `clouds.yaml` lists."""
if CLOUDS_FILE and not LOCAL:
    check_together("DESIGNER_CLOUD_KEY", further=("OS_CLIENT_CONFIG_FILE",))
    check_extra("cloud", "openstack", "OS_CLIENT_CONFIG_FILE")

# -- application ---------------------------------------------------------------
ROOT_URLCONF = "designer.urls"
WSGI_APPLICATION = "designer.wsgi.application"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
    "designer",
]

MIDDLEWARE = [
    "designer.middleware.one_stack_chunk",
    "designer.operation.monitoring.MeasuredRequests",
    "designer.middleware.BodilessHead",
    "designer.middleware.ReadBodies",
    "designer.middleware.health_check",
    "django.middleware.security.SecurityMiddleware",
    "django_permissions_policy.PermissionsPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "designer.middleware.CompressedPages",  # behind what serves files, which are compressed once for all
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "designer.middleware.CheckedHost",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "designer.middleware.BoundedBodies",
    "designer.middleware.PrivatePages",
    "designer.operation.audit.AuditContext",
    "designer.middleware.SignedOut",
    "designer.accounts.second_factors.SecondFactorRequired",
    "designer.middleware.Visitors",
    "designer.store.unknown_outcomes.UnknownOutcomes",
    "designer.middleware.one_memo",  # behind what makes requests wait, which need no memory meanwhile
    "designer.store.link_uses.LinkUses",
    "designer.middleware.CatalogueInUse",
    "designer.middleware.GoneDesigns",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# -- database ------------------------------------------------------------------

DATABASES = {"default": database_setting("DATABASE_URL", f"sqlite:///{DATA / 'designer.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["ENGINE"] = "designer.operation.sqlite"  # the same backend, with private files
    # Writers wait for each other instead of failing, and readers never wait for a writer.
    DATABASES["default"]["OPTIONS"] = {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# -- users ---------------------------------------------------------------------

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "library"
LOGOUT_REDIRECT_URL = "library"
SIGN_UP_OPEN = choice_setting("DESIGNER_SIGN_UP", "open" if LOCAL else "closed", ["open", "closed"]) == "open"
SIGN_IN_LINK_SECONDS = 15 * 60  # for which the sign-in link of `make run` is valid
PASSWORD_RESET_TIMEOUT = 3 * 24 * 60 * 60  # seconds for which a link that sets a password is valid
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# -- sign-in by an OpenID provider, and the second factor ----------------------

OIDC_ISSUER = issuer_setting("DESIGNER_OIDC_ISSUER")
OIDC_CLIENT_ID = text_setting("DESIGNER_OIDC_CLIENT_ID", "")
OIDC_CLIENT_SECRET = text_setting("DESIGNER_OIDC_CLIENT_SECRET", "")
OIDC_NAME = text_setting("DESIGNER_OIDC_NAME", "OpenID Connect")
OIDC_HOSTS = list_setting("DESIGNER_OIDC_HOSTS", "")
OIDC_SIGN_UP_OPEN = (
    choice_setting("DESIGNER_OIDC_SIGN_UP", "open" if SIGN_UP_OPEN else "closed", ["open", "closed"]) == "open"
)
check_together(
    "DESIGNER_OIDC_ISSUER",
    "DESIGNER_OIDC_CLIENT_ID",
    "DESIGNER_OIDC_CLIENT_SECRET",
    further=("DESIGNER_OIDC_NAME", "DESIGNER_OIDC_HOSTS", "DESIGNER_OIDC_SIGN_UP"),
)
SECOND_FACTOR = choice_setting("DESIGNER_SECOND_FACTOR", "off", ["off", "offered", "required"])
if OIDC_ISSUER:
    check_extra("identity", "authlib", "DESIGNER_OIDC_ISSUER")
if SECOND_FACTOR != "off":
    check_extra("identity", "pyotp", "DESIGNER_SECOND_FACTOR")

# -- mails ---------------------------------------------------------------------

MAIL = mail_setting("DESIGNER_EMAIL_URL")
EMAIL_BACKEND, EMAIL_FILE_PATH = MAIL["EMAIL_BACKEND"], MAIL["EMAIL_FILE_PATH"]
EMAIL_HOST, EMAIL_PORT = MAIL["EMAIL_HOST"], MAIL["EMAIL_PORT"]
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["EMAIL_HOST_USER"], MAIL["EMAIL_HOST_PASSWORD"]
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL["EMAIL_USE_TLS"], MAIL["EMAIL_USE_SSL"]
EMAIL_TIMEOUT = 10  # s
SENDS_MAILS = not EMAIL_BACKEND.endswith("dummy.EmailBackend")
DEFAULT_FROM_EMAIL = text_setting("DESIGNER_EMAIL_FROM", "designer@localhost")

# -- language and time ---------------------------------------------------------

LOCALE = ROOT / "locale"
LANGUAGES = languages_in(LOCALE)
LANGUAGE_CODE = choice_setting("DESIGNER_LANGUAGE", "en", [code for code, _name in LANGUAGES])
TIME_ZONE = zone_setting("DESIGNER_TIME_ZONE", "UTC")
USE_I18N = True
USE_TZ = True
LOCALE_PATHS = [LOCALE]

# -- static files --------------------------------------------------------------

# With DEBUG, files are served as they are, so that whoever develops sees each change.
STATIC_URL = "static/"
BUNDLES = {} if DEBUG else current_bundles(ROOT)
"""The files that the bundle of each page imports; nothing if pages load the modules that bundles are built from."""
STATICFILES_DIRS = [*([ROOT / BUNDLED] if BUNDLES else []), ROOT / "static"]
STATICFILES_FINDERS = [
    "designer.operation.staticfiles.SourceFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
# Otherwise `collectstatic` fills this folder, which `serve` runs by itself.
STATIC_ROOT = DATA / "static" if LOCAL else Path(text_setting("DESIGNER_STATIC_ROOT", str(DATA / "static")))
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "designer.operation.staticfiles.ManifestStorage"
    },
}

# -- security------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "base-uri": [NONE],
        "connect-src": [SELF],
        "font-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],  # the style sheet embeds the icons of its controls as data: URLs
        "manifest-src": [SELF],
        "report-uri": "/csp-report/",
        "script-src": [SELF],
        "style-src": [SELF, NONCE],  # the editor creates its own style sheet
        "worker-src": [SELF],
    }
}
PERMISSIONS_POLICY: dict[str, list[str]] = {
    feature: []
    for feature in (
        "accelerometer",
        "autoplay",
        "browsing-topics",
        "camera",
        "display-capture",
        "encrypted-media",
        "gamepad",
        "geolocation",
        "gyroscope",
        "hid",
        "identity-credentials-get",
        "idle-detection",
        "local-fonts",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "picture-in-picture",
        "publickey-credentials-get",
        "screen-wake-lock",
        "serial",
        "storage-access",
        "usb",
        "window-management",
        "xr-spatial-tracking",
    )
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# Subdomains are those of the designer's own host.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = (
    choice_setting("DESIGNER_HSTS", "complete", ["complete", "host"]) == "complete"
)
SECURE_REDIRECT_EXEMPT = [r"^(healthz|readyz|metrics)$"]  # monitors request them over plain HTTP
BEHIND_PROXY = switch_setting("DESIGNER_BEHIND_PROXY", default=False)
PROXIES = networks_setting("DESIGNER_PROXIES", "127.0.0.1, ::1" if BEHIND_PROXY else "")
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_ENGINE = "designer.operation.sessions"
SESSION_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"

# -- visitors, in each process

VISITORS = number_setting("DESIGNER_VISITORS", default=2)
VISITORS_PER_CLIENT = number_setting("DESIGNER_VISITORS_PER_CLIENT", default=1)
VISITORS_SANDBOX = number_setting("DESIGNER_VISITORS_SANDBOX", default=1)

THROTTLES = {
    "sign-in": limit_setting("DESIGNER_SIGN_IN_LIMIT", "5 per 5 minutes; 50 per day"),
    "sign-up": limit_setting("DESIGNER_SIGN_UP_LIMIT", "20 per hour"),
    "report": limit_setting("DESIGNER_REPORT_LIMIT", "60 per 10 minutes"),
    "link": limit_setting("DESIGNER_LINK_LIMIT", "60 per 10 minutes"),
}

# -- sizes, in bytes -----------------------------------------------------------

# The largest sizes are those at which no answer takes long; Heat refuses larger templates, too.
LARGEST_TEMPLATE = number_setting("DESIGNER_LARGEST_TEMPLATE", default=512, most=512) * 1024
LARGEST_REQUEST = number_setting("DESIGNER_LARGEST_REQUEST", default=13, least=2, most=13) * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = min(8 * 1024 * 1024, LARGEST_REQUEST)  # of a form, which may have a thousand parameters
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000
DATA_UPLOAD_MAX_NUMBER_FILES = 20

# -- logging -------------------------------------------------------------------

DEFAULT_EXCEPTION_REPORTER_FILTER = "designer.operation.error_reports.WithoutPostedValues"
LOG_FORMAT = choice_setting("DESIGNER_LOG_FORMAT", "text" if LOCAL or DEBUG else "json", ["text", "json"])
LOG_LEVEL = choice_setting("DESIGNER_LOG_LEVEL", "INFO", ["DEBUG", "INFO", "WARNING", "ERROR"])
METRICS_TOKEN = text_setting("DESIGNER_METRICS_TOKEN", "")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "text": {
            "()": "designer.operation.error_reports.WithoutValues",
            "format": "{asctime} {levelname} {name} [{request_id}]: {message}",
            "style": "{",
        },
        "json": {"()": "designer.operation.error_reports.WithoutValuesAsJson"},
    },
    "filters": {"without_traceback": {"()": "designer.operation.error_reports.WithoutTraceback"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        "authlib": {"level": "INFO"},  # at DEBUG, it logs what only the provider may learn
        "django": {"handlers": [], "level": "INFO"},
        "django.request": {"level": "ERROR"},  # no log line for a missing page
        "designer.requests": {"level": "WARNING" if LOCAL else "INFO"},  # one line for each
        "django.security.DisallowedHost": {"filters": ["without_traceback"]},
        **{name: {"level": "WARNING"} for name in ("keystoneauth", "openstack", "urllib3")},  # they log bodies
    },
}
