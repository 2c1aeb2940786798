"""`make soak MINUTES=5`: many people at one instance; its exit status says whether it has kept everything."""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from math import ceil

import django
from django.core.management import call_command
from django.db import connections

from tests.soak.instance import Instance, Process, settings

FILLERS, SHARING, ALONE, DESIGNERS = 40, 6, 4, 5
BETWEEN_SAMPLES = 15.0  # seconds
Disturbance = tuple[float, float]  # its start and end
MARKS = ("saved", "refused", "unclear")


def main() -> int:
    """Run for some minutes, and print the verdict."""
    parser = argparse.ArgumentParser(prog="make soak")
    parser.add_argument("--minutes", type=float, default=5)
    options = parser.parse_args()
    with settings() as (server, database):
        django.setup()
        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        instance = Instance(server, database)
        try:
            return soak(instance, options.minutes * 60)
        finally:
            instance.running.end()


def soak(instance: Instance, seconds: float) -> int:
    """Let people work while the instance is disturbed; 1 if anything was lost, double, half or refused."""
    from tests.soak import verdict
    from tests.soak.crowd import TEXT, designs, make_people
    from tests.soak.people import LONGEST, Record, Saver

    record = Record(instance.port)
    people = make_people(record, fillers=FILLERS, sharing=SHARING, alone=ALONE, designers=DESIGNERS)
    connections.close_all()  # before they are dropped
    for person in people:
        person.start()
    disturbances: list[Disturbance] = []
    samples = list(watched(instance, record.responses, seconds, disturbances))
    record.ends.set()
    for person in people:
        person.join(timeout=2 * LONGEST)
    samples.append(instance.processes())
    savers = [person for person in people if isinstance(person, Saver)]
    faults = [
        *(f"{person.name} does not end" for person in people if person.is_alive()),
        *record.faults,
        *verdict.faults_of_responses(record.responses, disturbances),
        *verdict.faults_of_revisions(designs(), savers, TEXT),
        *verdict.faults_of_drafts(people, TEXT),
        *verdict.faults_of_memory(samples, instance.running.process.pid),
    ]
    say(*verdict.figures(record))
    failed = sum(not 0 < response.status < 500 for response in record.responses)
    saved, refused, unclear = (sum(len(getattr(saver, name)) for saver in savers) for name in MARKS)
    say(
        f"  {len(record.responses):,} requests, of which {failed} failed; {len(disturbances)} disturbances",
        f"  {saved} saves confirmed, {refused} refused because somebody else was faster, {unclear} unclear",
    )
    say(*(f"  FAULT {fault}" for fault in faults))
    say("Nothing was lost, double or half, and memory is flat." if not faults else f"{len(faults)} faults.")
    return int(bool(faults))


def watched(
    instance: Instance, responses: Sequence[object], seconds: float, disturbances: list[Disturbance]
) -> Iterator[list[Process]]:
    """Kill a worker each minute, drop the connections of the database once, and yield the processes in between."""
    started = time.monotonic()
    kills = [(minute + 0.5) * 60 for minute in range(ceil(seconds / 60))]
    acts = [*((at, instance.kill_worker) for at in kills if at < seconds), (seconds * 0.6, instance.drop_connections)]
    at = 0.0
    while at < seconds:
        at += BETWEEN_SAMPLES
        for due, act in sorted((each for each in acts if each[0] <= min(at, seconds)), key=lambda each: each[0]):
            acts.remove((due, act))
            time.sleep(max(0.0, started + due - time.monotonic()))
            before = time.monotonic()
            act()
            disturbances.append((before, time.monotonic()))
            say(f"  {clock(due)}  {act.__name__.replace('_', ' ')}")
        time.sleep(max(0.0, started + min(at, seconds) - time.monotonic()))
        found = instance.processes()
        say(f"  {clock(at)}  {len(responses):>6,} requests  {memory_of(found, instance.running.process.pid)}")
        yield found


def memory_of(processes: Sequence[Process], arbiter: int) -> str:
    """Return the memory of each process in words."""
    roles = {arbiter: "arbiter"}
    roles |= {each.pid: "worker" for each in processes if each.parent == arbiter}
    return ", ".join(f"{roles.get(each.pid, 'sandbox')} {each.pid} {each.megabytes:.0f} MiB" for each in processes)


def clock(seconds: float) -> str:
    """Return a time since the start as minutes and seconds."""
    return f"{int(seconds // 60)}:{int(seconds % 60):02}"


def say(*lines: str) -> None:
    """Print lines immediately, also to a pipe."""
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
