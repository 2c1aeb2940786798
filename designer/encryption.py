"""Encryption of what is stored of people's secrets.

`cryptography` is installed by the extras `identity` and `cloud`; import this module only where one of them is used.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterable

from cryptography.fernet import Fernet, InvalidToken, MultiFernet


def encrypt(text: str, keys: Iterable[bytes]) -> bytes:
    """Return a text encrypted with the first of some keys, of 32 bytes each."""
    return _cipher(keys).encrypt(text.encode())


def decrypt(data: bytes | memoryview | str, keys: Iterable[bytes], *, seconds: int | None = None) -> str | None:
    """Return what was encrypted; None if it was with a key that is not among these, or longer than `seconds` ago."""
    try:
        return _cipher(keys).decrypt(data if isinstance(data, str) else bytes(data), ttl=seconds).decode()
    except InvalidToken:
        return None


def _cipher(keys: Iterable[bytes]) -> MultiFernet:
    return MultiFernet([Fernet(urlsafe_b64encode(key)) for key in keys])
