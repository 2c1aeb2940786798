"""hotcore against a real Heat and against PyYAML's C parser: real templates, generated ones of growing size, memory.

    make bench ARGS=bench_heat

Everything is measured in one process and one run. hotcore reads, validates and resolves a text (`load` and `preview`);
Heat does the same with its own code, driven by `tests.parity.heat`; the yardstick is `yaml.compose` with the C loader,
the least that anybody can do with the text. Compared workloads take turns, and the fastest run of each counts, in
processor time, that of the process in which hotcore evaluates yaql included. Without the extra `parity`, everything
except Heat is measured.

How to read it: `x compose` is how much longer than the yardstick hotcore takes (smaller is better), `Heat` how many
times longer than hotcore Heat takes (larger is better). `each` is the time for one parameter, resource or condition;
`growth` divides it by that of the smallest template of the kind: 1 is linear. Memory peaks are those of Python's own
allocations, counted in a separate run. The last lines compare the results with the goals; they are not a test.
"""

import gc
import importlib.util
import statistics
import tracemalloc
from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import yaml

import hotcore
from hotcore.syntax import Limits
from hotcore.template import Parameter
from tests.benchmarks.timing import fastest
from tests.hotcore.corpus import FILES, corpus_texts

GENERATOR = FILES.parents[1] / "benchmark" / "generate.py"
SIZES = {
    "parameters": (100, 1000, 5000),
    "chain": (100, 1000, 3000),
    "fan": (100, 1000, 3000),
    "conditions": (10, 100, 1000),
    "repeat": (10, 50),
    "yaql": (20, 1000),
}
"""The generated templates, from small to large."""

HEAT_TAKES = {"parameters": 1000, "chain": 1000, "fan": 100, "conditions": 100, "repeat": 50, "yaql": 1000}
"""The largest of each kind that Heat processes; beyond that it takes minutes, or gives up."""

LARGE = Limits(size=2 * 2**20)
"""Heat takes half a megabyte by default, which 5000 parameters of the generator exceed."""

ENOUGH = 0.3
"""Seconds for each text."""

LINEAR = ("parameters", "chain", "fan", "conditions")
STAND_INS = {"number": 1, "boolean": True, "json": {}, "comma_delimited_list": "a"}

Work = Callable[[], object]


class Times(NamedTuple):
    """Seconds for one text; None if Heat was not run or refuses it."""

    hotcore: float
    compose: float
    heat: float | None


def main() -> None:
    """Measure everything, then compare it with the goals."""
    if heat() is None:
        print("  Heat is not installed (the extra `parity`); the rest is measured without it")
    gc.collect()
    gc.freeze()  # so that the collector does not traverse Heat's many objects during other measurements
    real = measure_corpus()
    grown = measure_generated()
    print_memory()
    print_goals(real, grown)


@cache
def heat() -> Any:
    """Return the module that drives Heat, or None without it."""
    try:
        from tests.parity import heat as module
    except ImportError:
        return None
    return module


@cache
def generate() -> Callable[[str, int], str] | None:
    """Return the shared generator of templates, or None when it is missing."""
    if not GENERATOR.is_file():
        return None
    spec = importlib.util.spec_from_file_location("generate", GENERATOR)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.generate  # type: ignore[no-any-return]


def measure_corpus() -> list[Times]:
    """Measure the real templates without yaql and print what is typical and what is worst."""
    times: dict[str, Times] = {}
    for name, text in corpus_texts():
        try:
            compose(text)
        except yaml.YAMLError:
            continue
        if "yaql:" not in text:
            times[name] = measure(text, stand_ins(text))
    if not times:
        print("  the shared corpus is missing; its templates are not measured")
        return []
    by_ratio = sorted(times, key=lambda name: times[name].hotcore / times[name].compose)
    print(f"  {len(times)} real templates")
    for what, name in (("best", by_ratio[0]), ("median", by_ratio[len(by_ratio) // 2]), ("worst", by_ratio[-1])):
        print_times(f"{what}: {name.rpartition('/')[2]}"[:46], times[name])
    asked = [each for each in times.values() if each.heat]
    if heat():
        print(f"    Heat resolves {len(asked)} of them; the others it refuses or has no values for")
    return list(times.values())


def stand_ins(text: str) -> dict[str, Any]:
    """Return a value of the right type for every parameter that needs one."""
    document = hotcore.load(text)
    needed = [parameter for parameter in document.template.parameters.values() if parameter.required]
    return {parameter.name: stand_in(parameter) for parameter in needed}


def stand_in(parameter: Parameter) -> Any:
    """Return a value that the parameter takes, unless its constraints are odd."""
    for constraint in parameter.constraints:
        if constraint.kind == "allowed_values":
            return constraint.options["values"][0]
    return STAND_INS.get(parameter.type, "a")


def measure_generated() -> dict[tuple[str, int], Times]:
    """Measure the generated templates, each kind in growing size, and print a line for each."""
    make = generate()
    if make is None:
        print("  the shared generator is missing; generated templates are not measured")
        return {}
    print("  generated templates")
    found: dict[tuple[str, int], Times] = {}
    for kind, sizes in SIZES.items():
        for size in sizes:
            found[kind, size] = measure(make(kind, size), {}, asks_heat=size <= HEAT_TAKES[kind])
            each = found[kind, size].hotcore / size
            growth = each / (found[kind, sizes[0]].hotcore / sizes[0])
            shown = f"   each {each * 1e6:7.1f} us   growth {growth:.2f}" if kind != "repeat" else ""
            print_times(f"{kind} {size}", found[kind, size], shown)
    return found


def measure(text: str, values: dict[str, Any], *, asks_heat: bool = True) -> Times:
    """Return the seconds that each takes for a text."""
    works: list[Work] = [partial(resolve, text, values), partial(compose, text)]
    if asks_heat and heat() and accepts(text, values):
        works.append(partial(resolve_in_heat, text, values))
    times = fastest(works, ENOUGH)
    return Times(times[0], times[1], times[2] if len(times) > 2 else None)


def resolve(text: str, values: dict[str, Any]) -> None:
    """Do what a page does to show a template for the first time."""
    hotcore.preview(hotcore.load(text, limits=LARGE), values)


def compose(text: str) -> None:
    """Do the minimum: compose the text."""
    yaml.compose(text, Loader=yaml.CSafeLoader)


def resolve_in_heat(text: str, values: dict[str, Any]) -> None:
    """Let Heat read, validate and resolve the text."""
    heat().resolve({"template": text, "environment": {"parameters": values}})


def accepts(text: str, values: dict[str, Any]) -> bool:
    """Return whether Heat gets through."""
    try:
        resolve_in_heat(text, values)
    except Exception:  # noqa: BLE001  Heat refuses with whatever it stumbles over
        return False
    return True


def print_times(what: str, times: Times, more: str = "") -> None:
    """Print one line."""
    against = f"   Heat {times.heat / times.hotcore:7.1f} x" if times.heat else " " * 17
    print(
        f"    {what:<48} {times.hotcore * 1000:9.2f} ms {times.hotcore / times.compose:6.2f} x compose{against}{more}",
        flush=True,
    )


def print_memory() -> None:
    """Print the peaks of memory, for one template of each kind that Heat can do as well."""
    make = generate()
    if make is None:
        return
    print("  peaks of memory, in MB")
    for kind, size in (("parameters", 1000), ("chain", 300), ("fan", 100), ("conditions", 100), ("repeat", 50)):
        text = make(kind, size)
        peaks = {"hotcore": peak(partial(resolve, text, {})), "compose": peak(partial(compose, text))}
        if heat() and accepts(text, {}):
            peaks["Heat"] = peak(partial(resolve_in_heat, text, {}))
        shown = "   ".join(f"{name} {most / 2**20:6.2f}" for name, most in peaks.items())
        print(f"    {kind + ' ' + str(size):<48} {shown}", flush=True)


def peak(work: Work) -> int:
    """Return the peak memory of a workload in bytes."""
    work()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def print_goals(real: list[Times], grown: dict[tuple[str, int], Times]) -> None:
    """Print each goal with what was measured."""
    print("  goals")
    if real:
        goal("real templates, median, x compose", statistics.median(t.hotcore / t.compose for t in real), most=2.6)
    everything = [each for each in (*real, *grown.values()) if each.heat]
    if everything:
        goal("the slowest of all templates, x faster than Heat", min(t.heat / t.hotcore for t in everything), least=1)
    for what, key, least in (("a chain of 1000", ("chain", 1000), 40), ("1000 of yaql", ("yaql", 1000), 3)):
        if key in grown and grown[key].heat:
            goal(f"{what}, x faster than Heat", grown[key].heat / grown[key].hotcore, least=least)
    for kind in LINEAR if grown else ():
        first, last = SIZES[kind][0], SIZES[kind][-1]
        growth = grown[kind, last].hotcore / last / (grown[kind, first].hotcore / first)
        goal(f"{kind}, growth from {first} to {last}", growth, most=1.3)


def goal(what: str, measured: float, *, most: float | None = None, least: float | None = None) -> None:
    """Print a goal and whether it is met."""
    met = measured <= most if most is not None else least is not None and measured >= least
    limit = f"at most {most:g}" if most is not None else f"at least {least:g}"
    print(f"    {'met    ' if met else 'NOT MET'} {what:<56} {measured:8.2f}  ({limit})", flush=True)
