"""Processor time and memory of every command and page for templates at the limits; the ten that cost most."""

import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path

from django.contrib.auth.models import User
from django.db import connections
from django.test import Client

from designer import urls as _all_pages  # noqa: F401 -- so that no measurement includes imports
from designer.models import Design
from designer.store.designs import revision_create
from hotcore.cli.commands import main as command
from tests.benchmarks.database import empty_database
from tests.benchmarks.hostile_texts import TEXTS, changed
from tests.fuzz import command_target as _all_commands  # noqa: F401 -- likewise
from tests.fuzz.cost import MEGABYTES, SECONDS, Cost, measured

COMMANDS = (
    "validate t.yaml", "validate --format sarif t.yaml", "validate --fix --suggested t.yaml", "preview t.yaml",
    "preview --format json t.yaml", "schema t.yaml", "graph t.yaml", "graph --view map t.yaml", "conditions t.yaml",
    "versions t.yaml", "upgrade t.yaml --to 2021-04-16", "diff t.yaml changed.yaml",
)  # fmt: skip
PAGES = (
    "", "conditions/", "compare/?a=1", "environment/", "package/", "raw/", "history/", "settings/", "share/",
    "files/", "design/", "design/diagram/", "design/diagram/?view=map", "design/diagram/?format=svg",
)  # fmt: skip
FORM = ("", "values/", "compare/", "conditions/", "environment/", "package/")
"""Pages that take the whole form."""
SENT = ("design/parameters/", "design/versions/", "design/review/", "design/diagram/", "design/draft/", "")


def main() -> None:
    """Measure all of them, or those of the texts that HOSTILE names, separated by commas."""
    wanted = os.environ.get("HOSTILE", "")
    found = []
    with empty_database():
        for name in wanted.split(",") if wanted else TEXTS:
            costs = list(costs_of(name))
            found += [(name, what, cost) for what, cost in costs]
            print(f"{name}: {sum(cost.seconds for _, cost in costs):.1f} s", flush=True)
            for what, cost in costs:
                if cost.is_over:
                    _show(name, what, cost)
    over = [each for each in found if each[2].is_over]
    print(f"{len(found)} measured, {len(over)} over {SECONDS} s or {MEGABYTES} MB; those that cost most:")
    for key in (lambda each: -each[2].seconds, lambda each: -each[2].megabytes):
        for each in sorted(found, key=key)[:10]:
            _show(*each)


def _show(name: str, what: str, cost: Cost) -> None:
    print(f"{cost.seconds:7.2f} s {cost.megabytes:6.0f} MB  {name}: {what}  {cost.fault}", flush=True)


def costs_of(name: str) -> Iterator[tuple[str, Cost]]:
    """The cost of each command and page for a text, each in a process that did nothing with it before."""
    with tempfile.TemporaryDirectory() as folder:
        for line in COMMANDS:
            (Path(folder) / "t.yaml").write_text(TEXTS[name], encoding="utf-8")
            (Path(folder) / "changed.yaml").write_text(changed(name), encoding="utf-8")
            yield line, measured(partial(_run, folder, line))
    connections.close_all()
    yield "new", measured(partial(_make, name))
    if Design.objects.filter(slug="hostile").exists():
        for what, work in requests(TEXTS[name]):
            connections.close_all()
            yield what, measured(work)
        Design.objects.all().delete()


def _run(folder: str, line: str) -> None:
    os.chdir(folder)
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        assert command(line.split()) in (0, 1, 2)  # 2: `diff` of a text that is no template


def _make(name: str) -> None:
    owner, _ = User.objects.get_or_create(username="hostile")
    client = Client()
    client.force_login(owner)
    _answered(client.post("/templates/new", {"name": "hostile", "text": TEXTS[name]}))


def requests(text: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """A request for each page of the design; before the last one, the design gets another revision."""
    client = Client()
    client.force_login(User.objects.get(username="hostile"))
    here = f"/templates/{Design.objects.get().slug}/"
    for page in PAGES:
        yield f"GET {page}", partial(_sent, client.get, here + page, {})
    fields = {"text": text + "# more\n", "counter": "1", "base": "1", "based_on": "1", "window": "a"}
    for page in SENT:
        yield f"POST {page}", partial(_sent, client.post, here + page, fields)
    for kind, section in (("resource", "r1"), ("parameter", "p1"), ("output", "o1"), ("condition", "c1")):
        asked = {**fields, "kind": kind, "name": section, kind: section}
        yield f"POST design/inspector/ {kind}", partial(_sent, client.post, f"{here}design/inspector/", asked)
    for what in ("complete", "explain", "declaration", "readers", "homes", "neighbours", "condition-parts"):
        asked = {**fields, "what": what, "at": str(len(text) // 2), "source": "r1", "name": "r1", "side": "uses"}
        yield f"POST design/assist/ {what}", partial(_sent, client.post, f"{here}design/assist/", asked)
    steps = [{"name": "rename", "arguments": {"section": "resources", "name": "r1", "new": "x"}}]
    for page, asked in (("gesture/", {"text": text, "steps": steps}), ("fix-all/", {"text": text})):
        work = partial(client.post, content_type="application/json")
        yield f"POST design/{page}", partial(_sent, work, f"{here}design/{page}", asked)
    if names := re.findall(r"^  (p\d+):", text, re.MULTILINE):
        given = {f"param-{name}": "x" for name in names} | {"set_name": "all"}
        for page in FORM:
            yield f"POST {page} with {len(names)} values", partial(_sent, client.post, here + page, given)
    _make_revision(text)
    yield "GET history/ of two revisions", partial(_sent, client.get, f"{here}history/", {"from": "1", "to": "2"})


def _make_revision(text: str) -> None:
    design = Design.objects.get()
    fewer = text.rpartition("\n")[0].rpartition("\n")[0] + "\n"  # without the last line
    revision_create(design=design, author=design.owner, text=fewer.encode(), based_on=1)


def _sent(send: Callable[..., object], path: str, data: object) -> None:
    _answered(send(path, data))


def _answered(response: object) -> None:
    for _ in response.streaming_content if response.streaming else ():
        pass
    assert response.status_code < 500, response.status_code


if __name__ == "__main__":
    sys.exit(main())
