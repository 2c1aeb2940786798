"""Every icon that a page shows is in the sprite, and the sprite holds no other."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SPRITE = ROOT / "static" / "vendor" / "bootstrap-icons" / "icons.svg"
SOURCES = [
    *(ROOT / "templates").rglob("*.html"),
    *(ROOT / "designer").rglob("*.py"),
    *(ROOT / "static/js").rglob("*.js"),
]


def test_what_is_used_is_bundled_and_what_is_bundled_is_used():
    bundled = set(re.findall(r'<symbol id="([\w-]+)"', SPRITE.read_text(encoding="utf-8")))
    texts = [path.read_text(encoding="utf-8") for path in SOURCES]
    named = {name for text in texts for name in re.findall(r'{% icon "([\w-]+)"', text)}
    assert named <= bundled
    words = {word for text in texts for word in re.findall(r"[\"'#]([\w-]+)[\"']", text)}
    assert bundled <= words


def test_what_is_bundled_has_its_licence_beside_it():
    for folder in (ROOT / "static" / "vendor").iterdir():
        assert (folder / "LICENSE").read_text(encoding="utf-8").strip(), folder.name
