"""Line lengths of files that no formatter checks."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 120
MEASURED = ["templates/**/*.html", "static/js/**/*.js", "static/css/**/*.css", "static/editor/src/*.js"]
FILES = sorted(path.relative_to(ROOT).as_posix() for pattern in MEASURED for path in ROOT.glob(pattern))

# What no line break can go into: an attribute whose value is an address, a class or a message, alone on its line.
UNBREAKABLE = re.compile(r'\s*[\w:-]+="(?:\{\{.*?\}\}|\{%.*?%\}|[^{"])*"')


@pytest.mark.parametrize("name", FILES)
def test_a_line_fits_on_a_screen(name):
    lines = (ROOT / name).read_text(encoding="utf-8").split("\n")
    long = [
        f"{name}:{number}: {len(line)} characters"
        for number, line in enumerate(lines, 1)
        if len(line) > LONGEST and not UNBREAKABLE.fullmatch(line)
    ]
    assert long == []


@pytest.mark.parametrize("name", FILES)
def test_a_line_is_indented_with_spaces_and_ends_with_what_it_says(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "\t" not in text
    assert not re.search(r" $", text, re.MULTILINE)
