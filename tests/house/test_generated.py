"""What scripts and Python share has one source."""

import re

import pytest

from tests.house.generated import GENERATED, ROOT, constants

SCRIPTS = ROOT / "static" / "js"
METRICS = ROOT / "hotcore" / "diagram" / "metrics.py"


@pytest.mark.parametrize("path", GENERATED)
def test_a_file_is_the_one_that_its_source_gives(path):
    assert (ROOT / path).read_text(encoding="utf-8") == GENERATED[path](), "make format"


def test_no_script_has_a_size_of_the_map_of_its_own():
    names = "|".join(name for name, _, _ in constants(METRICS.read_text(encoding="utf-8")))
    declared = re.compile(rf"\b(?:{names})\b\s*=(?![=>])")
    own = [
        f"{path.relative_to(SCRIPTS)}: {found[0]}"
        for path in sorted(SCRIPTS.rglob("*.js"))
        if path != SCRIPTS / "diagram" / "metrics.js"
        for found in declared.finditer(path.read_text(encoding="utf-8"))
    ]
    assert own == []
