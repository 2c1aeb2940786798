"""The pre-commit hook."""

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[2]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


def hook(*files):
    """Runs the hook on files, as pre-commit would: what it is in the project's scripts, and behind it the files."""
    command, *arguments = shlex.split(HOOK["entry"])
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, function = scripts[command].partition(":")
    program = f"import sys; from {module} import {function}; sys.exit({function}())"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments, *map(str, files)],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_pre_commit_is_reported_what_it_asks_for():
    assert HOOK["id"] == "hotcore"
    assert HOOK["language"] == "python"
    assert set(HOOK["types_or"]) == {"yaml", "json"}
    assert HOOK["name"]


def test_a_good_template_passes():
    done = hook("designer/samples/single-server/template.yaml")
    assert (done.returncode, done.stdout) == (0, "no problems in 1 template\n")


def test_a_broken_template_does_not_pass_and_other_files_do_not_matter(tmp_path):
    (tmp_path / "other.yaml").write_text("services: {}\n")
    assert hook(tmp_path / "other.yaml").returncode == 0
    (tmp_path / "template.yaml").write_text("heat_template_version: 2021-04-16\nresource: {}\n")
    done = hook(tmp_path / "other.yaml", tmp_path / "template.yaml")
    assert done.returncode == 1
    assert "template.yaml:2:1: error[unknown-section]" in done.stdout
