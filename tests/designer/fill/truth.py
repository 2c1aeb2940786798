"""The results of the fill page and of `hotcore preview` for the same files and values."""

import json
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from posixpath import basename
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from designer.content.content import Content
from designer.models import Design
from hotcore.cli.commands import main
from hotcore.resolver.build import preview_as_data

TYPED_OVER = "value-outdone"
"""The page passes typed values in a file after the others, and does not report this."""

MISSING = ("missing-template", "missing-file")
"""What may have been meant the page takes from all files of the bundle, the command from those that are named."""

Typed = str | tuple[str, str]
"""What is typed into a field, and what `-P` is given where that is another text."""


@dataclass(frozen=True)
class Case:
    """A template with its files and a user's actions on its page.

    `files` lie beside the template by their paths, which lies at `path` in its repository. `on` are names of files and
    of `uploaded` ones in the order of the list.
    """

    text: str
    files: Mapping[str, bytes] = field(default_factory=dict)
    path: str = ""
    on: tuple[str, ...] = ()
    uploaded: Mapping[str, str] = field(default_factory=dict)
    typed: Mapping[str, Typed] = field(default_factory=dict)

    @property
    def content(self) -> Content:
        """The template and its files."""
        return Content(self.text.encode(), self.files, self.path)

    @property
    def arguments(self) -> list[str]:
        """The command's arguments after the template."""
        texts = {name: text if isinstance(text, str) else text[1] for name, text in self.typed.items()}
        files = [part for name in self.on for part in ("-e", name)]
        return [*files, *(part for name, text in texts.items() for part in ("-P", f"{name}={text}"))]


class FillPage:
    """A template's page, on which a user enables files and then types."""

    def __init__(self, client: Client, design: Design, case: Case) -> None:
        self.client = client
        self.address = reverse("fill", args=[design.slug])
        self.case = case
        uploaded = {f"environment-text-{name}": text for name, text in case.uploaded.items()}
        self.files = {"environment-name": list(case.on), "environment-on": list(case.on), **uploaded}

    def filled(self, **more: str) -> HttpResponse:
        """Enable the files, type, and return the response."""
        opened = self.client.post(self.address, {**self.files, **more})
        if not self.case.typed:
            return opened
        return self.client.post(self.address, {**self.files, **self.texts(opened), **more})

    def combinations(self) -> HttpResponse:
        """Enable the files, type, and return the page of all combinations."""
        opened = self.client.post(self.address, self.files)
        return self.client.post(f"{self.address}conditions/", {**self.files, **self.texts(opened)})

    def handed_over(self, **more: str) -> str:
        """Enable the files, type, and return the downloaded environment file with hidden values."""
        opened = self.client.post(self.address, self.files)
        answer = self.client.post(
            f"{self.address}environment/", {**self.files, **self.texts(opened), "hidden": "1", **more}
        )
        assert answer.status_code == 200
        return answer.content.decode()

    def texts(self, page: HttpResponse) -> dict[str, str]:
        """The field values that a browser sends."""
        fields = page.context["form"].fields.values()
        shown = {each.name: each.text for each in fields if not each.parameter.hidden}
        typed = {name: text if isinstance(text, str) else text[0] for name, text in self.case.typed.items()}
        return {
            **{f"param-{name}": text for name, text in (shown | typed).items()},
            "answered": json.dumps([name for name, text in typed.items() if not text]),
            "environments-shown": json.dumps(self.case.on),
        }


def names_in_force(page: HttpResponse) -> tuple[str, ...]:
    """The environment files in effect on a page, in order."""
    return tuple(file.name for file in page.context["filled"].environments if file.is_in_force)


def shown_by(page: HttpResponse, case: Case) -> dict[str, Any]:
    """The preview of a page as data."""
    data = preview_as_data(page.context["filled"].preview)
    return comparable(json.loads(json.dumps(data, default=str)), case)


def printed(case: Case, folder: Path, *arguments: str) -> dict[str, Any]:
    """The command's output, run in the template's folder with the arguments of the case or others."""
    return comparable(run("preview", case, folder, *(arguments or case.arguments)), case)


def printed_conditions(case: Case, folder: Path) -> dict[str, Any]:
    """What `hotcore conditions` prints under the environments of a case."""
    return run("conditions", case, folder, *(part for name in case.on for part in ("-e", name)))


def run(command: str, case: Case, folder: Path, *arguments: str) -> dict[str, Any]:
    """The JSON output of a command, run in the template's folder."""
    content = case.content
    beside = folder / content.folder
    uploaded = {name: text.encode() for name, text in case.uploaded.items()}
    for name, data in {**case.files, **uploaded, basename(content.place): content.text}.items():
        (beside / name).parent.mkdir(parents=True, exist_ok=True)
        (beside / name).write_bytes(data)
    out = StringIO()
    with chdir(beside), redirect_stdout(out), redirect_stderr(StringIO()):
        main([command, basename(content.place), *arguments, "--format", "json"])
    return dict(json.loads(out.getvalue()))


def comparable(preview: dict[str, Any], case: Case) -> dict[str, Any]:
    """A preview without what both tell differently on purpose: for the page, what a field shows anyway is not typed."""
    diagnostics = [each for each in preview["diagnostics"] if each["code"] != TYPED_OVER]
    found = [{**each, "hint": None} if each["code"] in MISSING else each for each in diagnostics]
    sources = {name: source for name, source in preview["sources"].items() if name not in case.typed}
    return {**preview, "diagnostics": found, "sources": sources}
