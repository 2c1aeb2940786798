"""Line lengths of files that no formatter checks."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LONGEST = 120
MEASURED = ["templates/**/*.html", "static/js/**/*.js", "static/css/**/*.css", "static/editor/src/*.js"]
FILES = sorted(path for pattern in MEASURED for path in ROOT.glob(pattern))
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in FILES}

# What no line break can go into: an attribute whose value is an address, a class or a message, alone on its line.
UNBREAKABLE = re.compile(r'\s*[\w:-]+="(?:\{\{.*?\}\}|\{%.*?%\}|[^{"])*"')


def test_lines_fit_on_a_screen():
    long = [
        f"{name}:{number}: {len(line)} characters"
        for name, text in TEXTS.items()
        for number, line in enumerate(text.split("\n"), 1)
        if len(line) > LONGEST and not UNBREAKABLE.fullmatch(line)
    ]
    assert long == []


def test_lines_are_indented_with_spaces_and_end_with_what_they_say():
    assert [name for name, text in TEXTS.items() if "\t" in text] == []
    assert [name for name, text in TEXTS.items() if re.search(r" $", text, re.MULTILINE)] == []
