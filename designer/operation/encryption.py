"""Encryption of what is stored of people's secrets.

`cryptography` is installed by the extras `identity` and `cloud`. Encrypt and decrypt only where one of them is used;
the keys of clouds are there in any case.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet


def cloud_keys() -> list[bytes]:
    """Return the keys of tokens and credentials of clouds: the first one encrypts, all of them decrypt."""
    return [sha256(key.encode()).digest() for key in settings.CLOUD_KEYS]


def encrypt(text: str, keys: Iterable[bytes]) -> bytes:
    """Return a text encrypted with the first of some keys, of 32 bytes each."""
    return _cipher(keys).encrypt(text.encode())


def decrypt(data: bytes | memoryview | str, keys: Iterable[bytes], *, seconds: int | None = None) -> str | None:
    """Return what was encrypted; None if it was with a key that is not among these, or longer than `seconds` ago."""
    from cryptography.fernet import InvalidToken

    try:
        return _cipher(keys).decrypt(data if isinstance(data, str) else bytes(data), ttl=seconds).decode()
    except InvalidToken:
        return None


def _cipher(keys: Iterable[bytes]) -> "MultiFernet":
    from cryptography.fernet import Fernet, MultiFernet

    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in keys])
