"""What must be true after the run, asked from the database, and the figures."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from statistics import quantiles

from designer.models import Design, DraftFile, FormDraft, Revision
from tests.soak.instance import Process
from tests.soak.people import FAILED, FOUND, NOTE, OK, Designer, Filler, Person, Record, Response, Saver, marked

MOST_GROWTH = 0.1
"""By how much the oldest worker may grow from the middle of the run to its end."""
EXPECTED = {"save": (OK, FOUND)}
BARE = "bare view"


def faults_of_responses(responses: Iterable[Response], disturbances: Sequence[tuple[float, float]]) -> Iterator[str]:
    """Yield the responses that nobody should get, apart from failures of requests in flight at a disturbance."""
    unexpected: Counter[tuple[str, int]] = Counter()
    for response in responses:
        is_failure = response.status == 0 or response.status >= FAILED
        is_excused = is_failure and any(
            response.started <= end and start <= response.ended for start, end in disturbances
        )
        if response.status not in EXPECTED.get(response.kind, (OK,)) and not is_excused:
            unexpected[response.kind, response.status] += 1
    for (kind, status), count in sorted(unexpected.items()):
        yield f"{kind}: {count} times {status or 'no response'}"


def faults_of_revisions(designs: Iterable[Design], savers: Sequence[Saver], text: str) -> Iterator[str]:
    """Yield lost, half and double revisions."""
    found: Counter[str] = Counter()
    for design in designs:
        revisions = list(Revision.objects.filter(design=design).prefetch_related("files").order_by("number"))
        if [each.number for each in revisions] != [*range(1, len(revisions) + 1)] or design.head != revisions[-1]:
            yield f"{design.slug}: the history has gaps"
        for revision in revisions[1:]:
            found[revision.message] += 1
            yield from faults_of_revision(revision, text)
    for saver in savers:
        yield from (f"lost: {mark}" for mark in sorted(saver.saved - found.keys()))
        yield from (f"refused, but saved: {mark}" for mark in sorted(saver.refused & found.keys()))
    yield from (f"double: {mark}" for mark, count in found.items() if count > 1)
    known = {mark for saver in savers for mark in saver.saved | saver.unclear}
    yield from (f"saved, but not confirmed: {mark}" for mark in sorted(found.keys() - known))


def faults_of_revision(revision: Revision, text: str) -> Iterator[str]:
    """Yield what a revision lacks of what was saved with it."""
    mark = revision.message
    content = revision._read_content()  # from the database, whatever this process remembers
    if content.text.decode() != marked(text, mark) or content.hash_value != revision.content_hash:
        yield f"half: the text of {mark}"
    if NOTE in content.files and content.files[NOTE].decode() != mark:
        yield f"half: the file of {mark}"


def faults_of_drafts(people: Iterable[Person], text: str) -> Iterator[str]:
    """Yield drafts that lack what was confirmed."""
    for person in people:
        if isinstance(person, Filler):
            form = FormDraft.objects.filter(owner__username=person.name).first()
            value = form.state["values"].get("name") if form else ""
            if value not in (person.kept, person.typed):
                yield f"lost: {person.kept} of {person.name}; the draft has {value}"
        elif isinstance(person, Designer):
            file = DraftFile.objects.filter(draft__owner__username=person.name, path="").first()
            stored = bytes(file.content or b"").decode() if file else text
            if stored not in (marked(text, person.kept), marked(text, person.typed), text if not person.kept else ""):
                yield f"lost: {person.kept} of {person.name}"


def faults_of_memory(samples: Sequence[Sequence[Process]], arbiter: int) -> Iterator[str]:
    """Yield what has grown: the oldest worker and the arbiter from the middle of the run on, and processes left."""
    last = samples[-1]
    workers = [process for process in last if process.parent == arbiter]
    for process in (*(each for each in last if each.pid == arbiter), *workers[:1]):
        middle = [each for each in samples[len(samples) // 2] if each.pid == process.pid]
        if middle and process.megabytes > middle[0].megabytes * (1 + MOST_GROWTH):
            yield f"process {process.pid} has grown from {middle[0].megabytes:.0f} to {process.megabytes:.0f} MiB"
    known = {arbiter, *(process.pid for process in workers)}
    left = [process.pid for process in last if process.pid not in known and process.parent not in known]
    if left:
        yield f"processes without a parent: {left}"


def figures(record: Record) -> Iterator[str]:
    """Yield a line for each kind of request: how many, and the median and the 95th percentile against the bare view."""
    times: dict[str, list[float]] = {}
    for response in record.responses:
        if 0 < response.status < FAILED:
            times.setdefault(response.kind, []).append(response.ended - response.started)
    bare = percentiles(times[BARE])
    yield f"  {'':<14}{'requests':>10}{'p50':>12}{'p95':>12}    against the bare view"
    for kind, taken in sorted(times.items(), key=lambda item: item[0] != BARE):
        p50, p95 = percentiles(taken)
        ratios = f"{p50 / bare[0]:8.1f} x{p95 / bare[1]:8.1f} x"
        yield f"  {kind:<14}{len(taken):>10,}{p50 * 1000:>9.0f} ms{p95 * 1000:>9.0f} ms  {ratios}"


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    parts = quantiles([*times, *times[:1]], n=20)
    return parts[9], parts[18]
