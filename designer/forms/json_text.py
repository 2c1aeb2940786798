"""Values as JSON that can be sent."""

import json
import re

SURROGATE = re.compile("[\ud800-\udfff]")


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as JSON that can be sent: a lone half of a character stays escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=str)
    return SURROGATE.sub(lambda half: f"\\u{ord(half.group()):04x}", text)
