"""What several commands print."""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from hotcore.analysis import Document
from hotcore.cli.checked_templates import render_diagnostics
from hotcore.diagnostics import Diagnostic

_NONE: Mapping[str, str] = {}


def print_json(data: Any) -> None:
    """Prints data as JSON."""
    sys.stdout.write(json.dumps(data, indent=2, ensure_ascii=False, default=str) + "\n")


def print_problems(
    name: str, document: Document, found: Sequence[Diagnostic], others: Mapping[str, str] = _NONE
) -> None:
    """Prints problems of a template to standard error; see `render_diagnostics` for `others`."""
    sys.stderr.write(render_diagnostics([(name, document, tuple(found))], "text", colour=False, others=others))
