"""Carries out a Containerfile without a container engine.

Each stage gets a copy-on-write view of this machine's files, whose Python stands for that of the image. What a stage
runs sees that view as its root, in a mount namespace of its own. That takes root.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

UNSHARE = ("unshare", "--mount", "--propagation", "private")
# The arguments are the folder of the view, the options of its remount, and the command.
ENTER = """
set -e
view=$1 mode=$2; shift 2
mount -t overlay overlay -o "lowerdir=/,upperdir=$view/changes,workdir=$view/work" "$view/root"
[ "$mode" = rw ] || mount -o remount,ro "$view/root"
mount -t proc proc "$view/root/proc"
mount --rbind /dev "$view/root/dev"
[ "$mode" = rw ] || mount -t tmpfs -o mode=1777 tmpfs "$view/root/tmp"
exec /usr/sbin/chroot "$view/root" "$@"
"""


def may_mount() -> bool:
    """Whether this process may make views."""
    tried = subprocess.run([*UNSHARE, "true"], check=False, capture_output=True) if shutil.which("unshare") else None
    return tried is not None and tried.returncode == 0


@dataclass
class Stage:
    """A stage: its view, and what its instructions set."""

    folder: Path
    working: str = "/"
    user: str = "0:0"
    command: list[str] = field(default_factory=list)
    health: list[str] = field(default_factory=list)
    variables: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/local/bin:/usr/bin:/bin"})

    def __post_init__(self) -> None:
        for name in ("changes", "work", "root"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "changes").chmod(0o755)
        python = self.path("/usr/local/bin/python")
        python.parent.mkdir(parents=True)
        python.write_text(f'#!/bin/sh\nexec {sys.base_prefix}/bin/python3 "$@"\n')
        python.chmod(0o755)
        home = self.path(str(Path(sys.base_prefix).resolve()))
        for folder in [home, *home.parents]:  # where others may not look, as in root's home
            if folder.is_relative_to(self.folder / "changes"):
                folder.mkdir(parents=True, exist_ok=True)
                folder.chmod(0o755)

    def path(self, inside: str) -> Path:
        """Where a file of the view lies on this machine, if the stage has written it."""
        return self.folder / "changes" / inside.lstrip("/")

    def entered(self, command: Sequence[str], *, read_only: bool = False) -> list[str]:
        """The command line that runs a command in the view, as its user."""
        user, _, group = self.user.partition(":")
        person = ("setpriv", "--reuid", user, "--regid", group, "--clear-groups", "--inh-caps=-all", "--no-new-privs")
        place = ("sh", "-c", 'cd "$0" && exec "$@"', self.working)
        return [
            *UNSHARE,
            "sh",
            "-c",
            ENTER,
            "sh",
            str(self.folder),
            "ro" if read_only else "rw",
            *person,
            *place,
            *command,
        ]

    def run(self, command: Sequence[str], given: Mapping[str, str], *, read_only: bool = False) -> str:
        """Run a command, and return what it says."""
        done = subprocess.run(
            self.entered(command, read_only=read_only), env={**self.variables, **given},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout


def build(text: str, context: Path, place: Path) -> Stage:
    """Carry out the instructions, and return the last stage."""
    stages: dict[str, Stage] = {}
    stage = None
    for instruction, words in instructions(text):
        if instruction == "FROM":
            stage = Stage(place / str(len(stages)))
            stages[words.partition(" AS ")[2]] = stage
            continue
        assert stage
        match instruction:
            case "WORKDIR":
                stage.working = words
                stage.path(words).mkdir(parents=True)
            case "COPY":
                copy(words, stage, stages, context)
            case "RUN":
                stage.run(["sh", "-c", words], of_this_machine())
            case "ENV":
                stage.variables |= dict(word.split("=", 1) for word in shlex.split(words))
            case "USER":
                stage.user = words
            case "HEALTHCHECK":
                stage.health = json.loads(words.removeprefix("CMD "))
            case "CMD":
                stage.command = json.loads(words)
            case _:
                assert instruction == "EXPOSE", instruction
    assert stage
    return stage


def of_this_machine() -> dict[str, str]:
    """Where its settings lie, and the certificates that it trusts, without which npm would try for minutes."""
    names = ("HOME", "NODE_EXTRA_CA_CERTS", "PIP_CERT", "SSL_CERT_DIR", "SSL_CERT_FILE")
    return {"HOME": "/"} | {name: os.environ[name] for name in names if name in os.environ}


def instructions(text: str) -> list[tuple[str, str]]:
    """The instructions of a Containerfile with their arguments."""
    lines = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)).splitlines()
    return [(words[0], words[2]) for line in lines if (words := line.partition(" "))[0]]


def copy(words: str, stage: Stage, stages: Mapping[str, Stage], context: Path) -> None:
    """Copy a folder of the context, or of another stage."""
    found = re.fullmatch(r"(?:--from=(?P<stage>\S+) )?(?P<source>\S+) (?P<target>\S+)", words)
    assert found
    source = stages[found["stage"]].path(found["source"]) if found["stage"] else context / found["source"]
    target = stage.path(str(Path(stage.working) / found["target"]))
    shutil.copytree(source, target, symlinks=True, dirs_exist_ok=True)
