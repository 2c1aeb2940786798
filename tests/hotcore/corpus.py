"""The shared corpus of real templates; it lies beside the project and may be missing."""

from pathlib import Path

import pytest

from tests.conftest import EXPLORES

FILES = Path(__file__).resolve().parents[3] / "shared" / "corpus" / "files"

needs_corpus = pytest.mark.skipif(not FILES.is_dir(), reason=f"the shared corpus is not at {FILES}")


def corpus_texts() -> list[tuple[str, str]]:
    """Name and text of every template of the corpus; empty when it is missing."""
    found = []
    for path in sorted(FILES.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "heat_template_version" in text:
            found.append((path.relative_to(FILES).as_posix(), text))
    return found


def some_texts() -> list[tuple[str, str]]:
    """Name and text of every third template, for what takes long with each; of every one with EXPLORE=1."""
    return corpus_texts()[:: 1 if EXPLORES else 3]
