"""Loading and importing of catalogues of resource types for the command line."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hotcore.catalogue import (
    BadCatalogue,
    BadResponse,
    Catalogue,
    NotInstalled,
    catalogue_from_responses,
    installed_catalogue,
    is_catalogue,
    read_catalogue,
    shipped_catalogue,
)
from hotcore.cli.files import is_folder, read_text
from hotcore.cli.outcome import Unusable

_ENDING = ".json"


def load_catalogue(name: str | None) -> Catalogue:
    """The catalogue in a file, or the one that is shipped with hotcore.  Raises `Unusable`."""
    if name is None:
        return shipped_catalogue()
    try:
        return read_catalogue(read_text(name), name)
    except BadCatalogue as error:
        raise Unusable(str(error)) from None


def import_catalogue(sources: Sequence[str], *, installed: bool) -> str:
    """The text of a catalogue, from the installed Heat or from the given files and folders.

    These contain one catalogue, or saved responses of Heat's resource-type API.  Raises `Unusable`.
    """
    if installed == bool(sources):
        raise Unusable("catalogue import takes either files and folders with saved responses, or --installed")
    texts = {} if installed else {name: read_text(name) for source in sources for name in _files(source)}
    try:
        if len(texts) == 1 and is_catalogue(next(iter(texts.values()))):
            data = json.loads(next(iter(texts.values())))
        else:
            data = installed_catalogue() if installed else catalogue_from_responses(texts)
        text = catalogue_text(data)
        read_catalogue(text, ", ".join(sources) or "the installed Heat")
    except (BadResponse, BadCatalogue, NotInstalled) as error:
        raise Unusable(str(error)) from None
    return text


def _files(source: str) -> list[str]:
    """The files of an argument: itself, or the JSON files in a folder."""
    if "\0" in source or not is_folder(source):
        return [source]
    found = sorted(str(path) for path in Path(source).glob(f"*{_ENDING}") if not path.name.startswith("."))
    if not found:
        raise Unusable(f"there is no {_ENDING} file in the folder {source}")
    return found


def catalogue_text(data: dict[str, Any]) -> str:
    """The text of a catalogue with sorted keys and one line per property."""
    return _text(data, ()) + "\n"


def _text(value: Any, path: tuple[str, ...]) -> str:
    if not (isinstance(value, dict) and value and _is_spread(path)):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    inner = "\n" + " " * (len(path) + 1)
    members = (f"{json.dumps(key, ensure_ascii=False)}: {_text(value[key], (*path, key))}" for key in sorted(value))
    return f"{{{inner}{f',{inner}'.join(members)}\n{' ' * len(path)}}}"


def _is_spread(path: tuple[str, ...]) -> bool:
    """Whether each member is on its own line."""
    match path:
        case () | ("types" | "aliases" | "references",) | ("types", _) | ("types", _, "properties" | "update_policy"):
            return True
    return False
