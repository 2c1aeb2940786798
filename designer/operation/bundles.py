"""Bundles: one script for each page, and chunks of what pages share, built from the modules in `static/js`.

They lie in `build/static` beside `static`, and a record beside them says of which sources. Without Node there are none,
and pages load the modules. This needs nothing but Python, because the build of the wheel runs it.
"""

import json
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

BUNDLED, RECORD = "build/static", "build/static.json"
BUILDER, LOCK = "static/editor/bundle.mjs", "static/editor/package-lock.json"
NODE, PACKAGES = ".venv/bin/node", ".venv/node"
"""What `make bundle` installs."""


def sources_digest(root: Path) -> str:
    """Return the hash of all that bundles are built from."""
    found = sha256()
    for path in (*sorted((root / "static/js").rglob("*.js")), root / BUILDER, root / LOCK):
        content = path.read_bytes()
        found.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def current_bundles(root: Path) -> dict[str, list[str]]:
    """Return the files that the bundle of each page imports; nothing if one is not there, or if sources have changed.

    A record that cannot be read is none: whatever has become of it, pages load the modules.
    """
    try:
        record = json.loads((root / RECORD).read_bytes())
        bundles: dict[str, list[str]] = record["bundles"]
        return bundles if record["sources"] == sources_digest(root) and _are_there(root, bundles) else {}
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return {}


def _are_there(root: Path, bundles: dict[str, list[str]]) -> bool:
    """Return whether bundles and chunks exist. What they import beside those is served as it is, as the editor is."""
    imported = {name for names in bundles.values() for name in names}
    built = bundles.keys() | {name for name in imported if not (root / "static" / name).is_file()}
    return all((root / BUNDLED / name).is_file() for name in built)


def can_build(root: Path) -> bool:
    """Return whether esbuild is there, as it is locked: by another one, bundles would not be what the sources say."""
    installed = root / PACKAGES / LOCK.rpartition("/")[2]
    is_locked = installed.is_file() and installed.read_bytes() == (root / LOCK).read_bytes()
    return is_locked and (root / PACKAGES / "node_modules/esbuild").is_dir()


def build_bundles(root: Path) -> None:
    """Build the bundles where Node is, unless they are those of the sources."""
    if current_bundles(root) or not can_build(root):
        return
    (root / RECORD).unlink(missing_ok=True)
    shutil.rmtree(root / BUNDLED, ignore_errors=True)
    sources = sources_digest(root)
    command = [root / NODE, root / BUILDER, root / "static", root / BUNDLED]
    built = subprocess.run(command, cwd=root / PACKAGES, check=True, stdout=subprocess.PIPE)
    beside = root / f"{RECORD}.new"
    beside.write_text(json.dumps({"sources": sources, "bundles": json.loads(built.stdout)}), encoding="utf-8")
    beside.replace(root / RECORD)


if __name__ == "__main__":
    build_bundles(Path.cwd())
