"""Repairs of booleans."""

from collections.abc import Iterator

from hotcore.budget import Budget
from hotcore.constraints import FALSE_WORDS, TRUE_WORDS, Refused, to_boolean
from hotcore.spelling import nearest
from hotcore.template import Parameter
from hotcore.values import Value

_WORDS = {
    **{word: True for word in TRUE_WORDS | {"enable", "enabled", "active"} if len(word) > 1},
    **{word: False for word in FALSE_WORDS | {"disable", "disabled", "none", "null", "inactive"} if len(word) > 1},
}


def truths_near(_parameter: Parameter, value: Value, _budget: Budget) -> Iterator[list[bool]]:
    """The boolean that a value probably means; both when it is similar to no known word."""
    try:
        yield [not to_boolean(value)]
        return
    except Refused:
        pass
    word = nearest(str(value).strip(" \t\n'\".").lower(), _WORDS) if isinstance(value, str) else None
    yield [True, False] if word is None else [_WORDS[word]]
