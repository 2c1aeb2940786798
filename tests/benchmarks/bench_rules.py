"""All lint rules against the preview of the same templates, and the condition matrix."""

import math

import hotcore
from hotcore.cli.documents import read_document
from hotcore.symbolic.matrix import condition_matrix
from tests.benchmarks.timing import fastest, report
from tests.hotcore.corpus import FILES, corpus_texts

HEAD = "heat_template_version: 2021-04-16\n"
UNIT = "preview"


def main() -> None:
    """Measure on real templates, then on generated ones of growing size."""
    measure_corpus()
    for count in (100, 1000, 3000):
        compare(f"{count} parameters with a pattern each", parameters(count))
        compare(f"{count} resources with a condition each", resources(count))
    for kind, text in (("of their own", conditions(10)), ("that hang together", conditions(10, is_chain=True))):
        measure_matrix(kind, hotcore.load(text))


def measure_matrix(kind: str, document: hotcore.Document) -> None:
    """Print how long all combinations of conditions take, with the values for each."""
    template = document.template
    assert template is not None
    rows = len(list(condition_matrix(template).rows))
    times = fastest([lambda: list(condition_matrix(template).rows), lambda: hotcore.preview(document)])
    report(f"{rows} combinations of 10 conditions over 10 inputs {kind}", *times, UNIT)


def measure_corpus() -> None:
    """Print the median, the worst and the sum of the ratios over the shared corpus."""
    times = {}
    for name, text in corpus_texts():
        document = read_document(str(FILES / name))
        if document.ok and "yaql:" not in text:
            times[name] = fastest([lambda: hotcore.lint(document), lambda: hotcore.preview(document)], enough=0.1)  # noqa: B023 -- called at once
    if not times:
        print("  the shared corpus is missing; its templates are not measured")
        return
    by_ratio = sorted(times, key=lambda name: times[name][0] / times[name][1])
    middle, worst = by_ratio[len(by_ratio) // 2], by_ratio[-1]
    report(f"all rules on {len(times)} real templates, the median", *times[middle], UNIT)
    report(f"the worst, {worst.rpartition('/')[2]}", *times[worst], UNIT)
    report("all of them", *(math.fsum(pair[at] for pair in times.values()) for at in (0, 1)), UNIT)


def compare(name: str, text: str) -> None:
    """Print how long the rules take for a text, reading left out."""
    document = hotcore.load(text)
    report(name, *fastest([lambda: hotcore.lint(document), lambda: hotcore.preview(document)]), UNIT)


def parameters(count: int) -> str:
    """A template with so many parameters."""
    constraints = "[{{length: {{max: 9}}}}, {{allowed_pattern: a.*}}]"
    one = f"  p{{n}}:\n    type: string\n    default: a{{n}}\n    constraints: {constraints}\n"
    return f"{HEAD}parameters:\n{''.join(one.format(n=n) for n in range(count))}"


def resources(count: int) -> str:
    """A template with so many resources, each with its own condition and a reference to the previous one."""
    tests = "".join(f"  c{n}: {{equals: [{{get_param: size}}, s{n % 7}]}}\n" for n in range(count))
    value = "{{if: [c{n}, {{get_resource: x}}, 1]}}"
    one = f"  r{{n}}: {{{{type: OS::Heat::Value, condition: c{{n}}, properties: {{{{value: {value}}}}}}}}}\n"
    made = "".join(one.format(n=n) for n in range(count))
    head = f"{HEAD}parameters:\n  size: {{type: string, default: s1}}\n"
    return f"{head}conditions:\n{tests}resources:\n  x: {{type: OS::Heat::None}}\n{made}"


def conditions(count: int, *, is_chain: bool = False) -> str:
    """A template with so many conditions, each with its own input; in a chain, each also reads the previous one."""
    inputs = "".join(
        f"  p{n}: {{type: string, default: a, constraints: [{{allowed_values: [a, b, c]}}]}}\n" for n in range(count)
    )
    own = "{{equals: [{{get_param: p{n}}}, b]}}"
    both = "{{and: [{{equals: [{{get_param: p{before}}}, c]}}, {{equals: [{{get_param: p{n}}}, c]}}]}}"
    test = f"{{{{or: [{own}, {both}]}}}}" if is_chain else own
    tests = "".join(f"  c{n}: {test.format(n=n, before=max(n - 1, 0))}\n" for n in range(count))
    return f"{HEAD}parameters:\n{inputs}conditions:\n{tests}"
