"""One-time codes as apps show them (TOTP, RFC 6238), and the encryption of their secrets.

What this module imports is installed by the extra `identity`; import it only where the second factor is on.
"""

import hmac
import time

import pyotp
import segno
from django.conf import settings
from django.utils.crypto import salted_hmac

from designer.operation.encryption import decrypt, encrypt

STEP = 30  # seconds for which a code is shown
TOLERANCE = 1  # steps by which a clock may be wrong


def new_secret() -> str:
    """Return a secret for an app."""
    return pyotp.random_base32()


def encrypted(text: str) -> str:
    """Return a text encrypted with a key that follows from DESIGNER_SECRET_KEY."""
    return encrypt(text, [_key()]).decode()


def decrypted(text: str, *, seconds: int | None = None) -> str | None:
    """Return what was encrypted; None if it was with another key, or longer than `seconds` ago."""
    return decrypt(text, [_key()], seconds=seconds)


def step_of(secret: str, code: str) -> int | None:
    """Return the time step to which a code belongs, if that is now or next to it."""
    now = int(time.time()) // STEP
    for step in range(now - TOLERANCE, now + TOLERANCE + 1):
        if hmac.compare_digest(pyotp.TOTP(secret).generate_otp(step), code):
            return step
    return None


def qr_code(secret: str, name: str) -> str:
    """Return the image that an app reads, as a data: URL."""
    address = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name="HOT designer")
    return str(segno.make(address).svg_data_uri(scale=4, dark="#000", light="#fff"))


def _key() -> bytes:
    # The name is a part of the key with which secrets are stored.
    return salted_hmac("designer.one_time_codes", "", settings.SECRET_KEY, algorithm="sha256").digest()
