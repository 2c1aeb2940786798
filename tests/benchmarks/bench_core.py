"""Reading and previewing templates against composing the same text with PyYAML's C parser."""

import statistics
from collections.abc import Iterator
from functools import partial

import yaml

import hotcore
from tests.benchmarks.timing import FEWEST, compare, fastest, report
from tests.hotcore.corpus import corpus_texts

HEAD = "heat_template_version: 2021-04-16\n"
UNIT = "yaml.compose"


def main() -> None:
    """Measure on real templates, then on generated ones of growing size."""
    measure_corpus()
    for name, text, values in generated():
        compare(name, partial(read_and_preview, text, values), partial(compose, text), UNIT)


def measure_corpus() -> None:
    """Print the median and the worst ratio over the templates of the shared corpus that use no yaql."""
    times = {}
    for name, text in corpus_texts():
        try:
            compose(text)
        except yaml.YAMLError:
            continue
        if "yaql:" not in text:
            times[name] = fastest([partial(read_and_preview, text), partial(compose, text)], fewest=FEWEST)
    if not times:
        print("  the shared corpus is missing; its templates are not measured")
        return
    by_ratio = sorted(times, key=lambda name: times[name][0] / times[name][1])
    middle = by_ratio[len(by_ratio) // 2]
    report(f"{len(times)} real templates, the median", *times[middle], UNIT, most=2.6)
    report(f"the worst, {by_ratio[-1].rpartition('/')[2]}", *times[by_ratio[-1]], UNIT)
    whole = statistics.fsum(time for time, _ in times.values()), statistics.fsum(time for _, time in times.values())
    report("all of them", *whole, UNIT)


def read_and_preview(text: str, values: dict[str, object] | None = None) -> None:
    """Do what a page does to show a template for the first time."""
    hotcore.preview(hotcore.load(text), values)


def compose(text: str) -> None:
    """Do the minimum: compose the text."""
    yaml.compose(text, Loader=yaml.CSafeLoader)


def generated() -> Iterator[tuple[str, str, dict[str, object]]]:
    """Yield name, text and values of templates in which one thing grows."""
    for count in (100, 1000, 5000):
        parameters = "".join(
            f"  p{number}:\n    type: number\n    default: {number}\n    constraints:\n    - range: {{min: 0}}\n"
            for number in range(count)
        )
        yield f"{count} parameters", f"{HEAD}parameters:\n{parameters}", {"p0": "5"}
    for count in (100, 1000, 3000):
        resources = "".join(
            f"  r{number}:\n    type: OS::Nova::Server\n    properties:\n      name: {{get_param: name}}\n"
            f"      port: {{get_resource: r{max(number - 1, 0)}}}\n"
            for number in range(1, count)
        )
        text = f"{HEAD}parameters:\n  name: {{type: string}}\nresources:\n  r0: {{type: OS::Heat::Value}}\n{resources}"
        yield f"{count} resources in a chain", text, {"name": "web"}
    one = "properties: {name: a, flavor: b, image: {get_param: image}, networks: [{network: c}]}"
    servers = "".join(f"  s{number}: {{type: OS::Nova::Server, {one}}}\n" for number in range(200))
    yield "200 servers", f"{HEAD}parameters: {{image: {{type: string}}}}\nresources:\n{servers}", {"image": "i"}
    for count in (100, 1000, 3000):
        conditions = "".join(f"  c{number}: {{not: c{number - 1}}}\n" for number in range(1, count))
        yield f"{count} conditions in a chain", f"{HEAD}conditions:\n  c0: true\n{conditions}", {}
