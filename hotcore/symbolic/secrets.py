"""What was given for hidden parameters, to be told from values that the analysis makes up for them."""

from collections.abc import Iterable, Iterator
from typing import Any

from hotcore.template import Template

_SHORT = 4
"""The length from which a secret is also looked for within longer texts."""


def secrets_of(template: Template) -> tuple[str, ...]:
    """The texts and numbers in the defaults of hidden parameters, as texts."""
    hidden = (each for each in template.parameters.values() if each.hidden and each.has_default)
    return tuple(dict.fromkeys(text for each in hidden for text in _texts(each.default)))


def has_secret(value: Any, secrets: Iterable[str]) -> bool:
    """Whether a value is one of the secrets, or contains one."""
    texts = list(_texts(value))
    return any(secret == text or (len(secret) >= _SHORT and secret in text) for secret in secrets for text in texts)


def _texts(value: Any) -> Iterator[str]:
    """The texts and numbers in a value; whether something is true, or empty, is no secret."""
    pending = [value]
    while pending:
        one = pending.pop()
        if isinstance(one, dict):
            pending += [*one, *one.values()]
        elif isinstance(one, list):
            pending += one
        elif not isinstance(one, bool) and one not in (None, ""):
            yield str(one)
