"""The cost of commands: whatever a file holds, a command ends soon, with little memory, and says what it left out."""

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

import pytest

from tests.hotcore import test_hostile as hostile
from tests.pace import slowness

pytestmark = pytest.mark.long

HEAD = hostile.HEAD
SECONDS = 6
"""Processor time, start of the process included.  On an idle machine each takes about one; a hang takes minutes."""
MEGABYTES = 340
"""Resident memory at most: 300 above that of an idle process."""


def bundle_of_six() -> dict[str, str]:
    """Each template has ten resources of the next one's type: a hundred thousand resources in all."""
    texts = {}
    for level in range(6):
        kind = f"t{level + 1}.yaml" if level < 5 else "OS::Heat::None"
        texts[f"t{level}.yaml"] = f"{HEAD}resources:\n" + hostile.lines(f"  r{{i}}: {{type: {kind}}}", 10)
    return texts


def chain(count: int) -> str:
    return (
        f"{HEAD}resources:\n"
        + hostile.lines("  r{i}: {type: T, depends_on: r{next}}", count)
        + f"  r{count}: {{type: T}}\n"
    )


def idle_conditions(count: int) -> str:
    """Conditions of which only the last one is not used by another."""
    start = (
        f"{HEAD}parameters: {{p: {{type: string, default: a}}}}\nconditions:\n  c0: {{equals: [{{get_param: p}}, a]}}\n"
    )
    return (
        start + hostile.lines("  c{next}: {and: [c{i}, {not: c0}]}", count) + "resources: {r: {type: OS::Heat::None}}\n"
    )


INPUTS: Mapping[str, dict[str, str]] = {
    "a bundle of six": bundle_of_six(),
    "a chain of thousands": {"t0.yaml": chain(8000)},
    "idle conditions": {"t0.yaml": idle_conditions(400)},
    "aliases": {
        "t0.yaml": f"{HEAD}outputs: {{o: {{value:\n  {{a0: &a0 [x,x,x,x,x,x,x,x,x]"
        + "".join(f",\n  a{i}: &a{i} [{','.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 8))
        + "}}}\n"
    },
    "a path of thousands": {
        "t0.yaml": f"{HEAD}resources: {{r: {{type: OS::Heat::None}}}}\n"
        f"outputs: {{o: {{value: {{get_attr: [r, {', '.join('a' * 50_000)}]}}}}}}\n"
    },
    "conditions that read through thousands": {
        "t0.yaml": hostile.MANY["conditions that wait for each other's values"]
    },
    "thousands of unknown names": {"t0.yaml": hostile.MANY["unknown parameters"]},
    "a list as a name": {"t0.yaml": hostile.TEXTS["a list as a text"]},
    "everything depends on everything": {"t0.yaml": hostile.dense(400)},
}  # fmt: skip

COMMANDS = {
    "validate": ("validate", "t0.yaml"),
    "validate --fix": ("validate", "--fix", "--suggested", "t0.yaml"),
    "preview": ("preview", "t0.yaml"),
    "preview --format json": ("preview", "--format", "json", "t0.yaml"),
    "conditions": ("conditions", "t0.yaml"),
    "graph": ("graph", "t0.yaml"),
    "graph --view map": ("graph", "--view", "map", "--format", "svg", "t0.yaml"),
    "upgrade": ("upgrade", "t0.yaml", "--to", "2021-04-16"),
    "diff": ("diff", "t0.yaml", "changed.yaml"),
}

COSTLY = [
    ("a bundle of six", "validate"),
    ("a bundle of six", "preview"),
    ("a bundle of six", "preview --format json"),
    ("a bundle of six", "graph"),
    ("a chain of thousands", "graph"),
    ("a chain of thousands", "graph --view map"),
    ("a chain of thousands", "diff"),
    ("aliases", "preview"),
    ("aliases", "upgrade"),
    ("a path of thousands", "preview"),
    ("a path of thousands", "upgrade"),
    ("conditions that read through thousands", "conditions"),
    ("conditions that read through thousands", "diff"),
    ("thousands of unknown names", "diff"),
    ("idle conditions", "validate --fix"),
    ("a list as a name", "conditions"),
    ("everything depends on everything", "graph"),
    ("everything depends on everything", "graph --view map"),
]


def bounded(seconds: int) -> None:
    """Ends a process that takes too much."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES << 20, MEGABYTES << 20))


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a command in an own process, in a folder of its own, within the bounds."""

    limit = partial(bounded, round(SECONDS * slowness()))

    def run_bounded(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "hotcore", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, preexec_fn=limit, capture_output=True, text=True, check=False, **options
        )

    return run_bounded


@pytest.mark.parametrize(("hurts", "command"), COSTLY)
def test_a_command_ends_soon(tmp_path, run, hurts, command):
    texts = INPUTS[hurts]
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "changed.yaml").write_text(f"{texts['t0.yaml']}# changed\n", encoding="utf-8")
    result = run(*COMMANDS[command])
    assert result.returncode in (0, 1), result.stderr[-2000:]
    assert "Traceback" not in result.stderr


def test_what_is_left_out_of_a_preview_is_said(tmp_path, run):
    for name, text in bundle_of_six().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    shown = json.loads(run("preview", "--format", "json", "t0.yaml").stdout)
    assert [found["code"] for found in shown["diagnostics"]] == ["nested-left-out"]
    first, *_, last = (resource["nested"] for resource in shown["resources"].values())
    assert len(first["resources"]["r0"]["nested"]["resources"]["r0"]["nested"]["resources"]) == 10
    assert last == {"file": "t1.yaml", "left_out": "too-many"}


def test_more_fixes_than_fit_into_one_run_are_said(tmp_path, run):
    (tmp_path / "t0.yaml").write_text(idle_conditions(400), encoding="utf-8")
    assert "run the command again" in run("validate", "--fix", "--suggested", "t0.yaml").stdout
    left = (tmp_path / "t0.yaml").read_text()
    assert ("  c0: " in left, "  c400: " in left) == (True, False)


@pytest.mark.parametrize("name", ["/dev/zero", "large.yaml", "-"])
@pytest.mark.parametrize("command", ["validate", "preview"])
def test_what_is_larger_than_a_file_may_be_is_refused(tmp_path, run, command, name):
    with (tmp_path / "large.yaml").open("wb") as file:
        file.truncate(3 << 30)
    with (tmp_path / "large.yaml").open("rb") as file:
        result = run(command, name, stdin=file)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == f"hotcore: cannot read {name}: it is larger than 16 MiB\n"
