"""Values as JSON that can be encoded as UTF-8."""

import json
import re

SURROGATE = re.compile("[\ud800-\udfff]")


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON; lone surrogates stay escaped, since UTF-8 cannot encode them."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return SURROGATE.sub(lambda half: f"\\u{ord(half.group()):04x}", text)
