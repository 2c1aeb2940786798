"""The fill page of a repository of TripleO's size, 900 files, against that of a repository with 14."""

import json
from collections.abc import Callable

from django.contrib.auth.models import User
from django.test import Client

from designer.models import Visibility
from designer.store.designs import design_create
from tests.benchmarks.database import empty_database
from tests.benchmarks.timing import fastest, report
from tests.repository import repository

FILES = 900
SERVICES = 150
ENVIRONMENTS = 200
HTMX = {"HX-Request": "true"}


def main() -> None:
    """Measure opening the page and one typed value, with no, some and all environments in force."""
    small, large = repository(), of_many_files()
    with empty_database():
        for on in (0, 40, ENVIRONMENTS):
            little, much = asked(small, min(on, 2)), asked(large, on)
            for what, small_one, large_one in zip(("page", "update with all parts"), little, much, strict=True):
                taken, small_taken = fastest([large_one, small_one], enough=3)
                report(f"{on} environments, {what}", taken, small_taken, "the small one")
                print(f"    {len(large_one())} bytes against {len(small_one())}")


def of_many_files() -> dict[str, str]:
    """Return the files of a repository of TripleO's size."""
    files = repository(services=SERVICES)
    for number in range(ENVIRONMENTS - 2):
        values = "".join(f"  Option{number}x{at}: value\n" for at in range(20))
        files[f"environments/more/site{number:03}.yaml"] = (
            f"parameter_defaults:\n  Region: site{number}\n{values}"
            f"resource_registry: {{'OS::TripleO::Network': ../../network/network.yaml}}\n"
        )
    notes = range(FILES - len(files))
    return files | {f"releasenotes/notes/more{number}.yaml": "features: [one]\n" * 100 for number in notes}


def asked(files: dict[str, str], on: int) -> tuple[Callable[[], bytes], Callable[[], bytes]]:
    """Return what asks for the page, and for one update with so many environments in force."""
    owner, _ = User.objects.get_or_create(username="bench")
    beside = {path: text.encode() for path, text in files.items() if path != "overcloud.yaml"}
    text = files["overcloud.yaml"].encode()
    design = design_create(
        owner=owner, name="Repository", text=text, files=beside, path="overcloud.yaml", visibility=Visibility.PUBLIC
    )
    names = sorted(path for path in beside if path.startswith("environments/"))[:on]
    fields = {"environment-name": names, "environment-on": names, "environments-shown": json.dumps(names)}
    address, client = f"/templates/{design.slug}/", Client()
    client.post(address, fields, headers=HTMX)

    def page() -> bytes:
        return client.get(address).content

    def update() -> bytes:
        return client.post(address, fields | {"param-Stage": "prod"}, headers=HTMX).content

    return page, update
