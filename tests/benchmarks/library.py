"""The library's first page, searched and counted, with 10,000 templates against the same with 100.

Both need a database of their own and cannot take turns with each other: each takes turns with a page that knows no
templates, and counts as so many of these.
"""

from collections.abc import Callable

from django.contrib.auth.models import User
from django.test import Client

from designer.content.content import Content
from designer.content.index import INDEX, index
from designer.models import Design, Revision, Tag, Visibility
from designer.samples import SAMPLES
from tests.benchmarks.database import empty_database
from tests.benchmarks.timing import FEWEST, fastest, report

FEW, MANY = 100, 10_000
PLAIN = "/help/problems/"
TAGS = ("compute", "network", "storage", "dns", "database", "web", "batch", "lab")
PAGES = {
    "first page": "/",
    "search for a resource type": "/?q=os::nova::server+17",
    "search without a match": "/?q=nowhere",
    "one tag, by name": "/?tag=dns&sort=name",
    "page 3": "/?page=3",
}


def main() -> None:
    """Measure each page with few templates, then with many."""
    few, many = times_with(FEW), times_with(MANY)
    for name in PAGES:
        report(name, many[name], few[name], f"{FEW} templates, in pages without any")


def times_with(count: int) -> dict[str, float]:
    """Fill a library and return how many times as long as a page without templates each page takes."""
    with empty_database():
        fill_library(count)
        client = Client()
        plain, found = getter(client, PLAIN), {}
        for name, address in PAGES.items():
            taken, yardstick = fastest([getter(client, address), plain], fewest=FEWEST)
            found[name] = taken / yardstick
        return found


def getter(client: Client, address: str) -> Callable[[], object]:
    """Return the function that asks for a page."""

    def get() -> None:
        assert client.get(address).status_code == 200

    return get


def fill_library(count: int) -> None:
    """Keep the sample templates again and again, under other names and by twenty people."""
    people = User.objects.bulk_create(User(username=f"person{number}") for number in range(20))
    contents = [Content(sample.text) for sample in SAMPLES]
    found = [index(content) for content in contents]
    designs = []
    for number in range(count):
        index = found[number % len(found)]
        name = f"{SAMPLES[number % len(SAMPLES)].name} {number}"
        designs.append(
            Design(
                owner=people[number % 20],
                slug=f"design-{number}",
                name=name,
                visibility=Visibility.PUBLIC,
                version=index.version,
                resource_count=index.resource_count,
                parameter_count=index.parameter_count,
                search_text=f"{name} {index.words}".casefold(),
                indexed_by=INDEX,
                shape=index.shape,
            )
        )
    Design.objects.bulk_create(designs, batch_size=500)
    Revision.objects.bulk_create(
        (
            Revision(
                design=design,
                number=1,
                text=contents[number % len(contents)].text,
                author=design.owner,
                content_hash=contents[number % len(contents)].hash_value,
            )
            for number, design in enumerate(designs)
        ),
        batch_size=500,
    )
    for revision in Revision.objects.only("pk", "design_id"):
        Design.objects.filter(pk=revision.design_id).update(head=revision)
    Tag.objects.bulk_create(
        (Tag(design=design, name=TAGS[number % len(TAGS)]) for number, design in enumerate(designs)), batch_size=500
    )
