"""The outputs of a stack that there is, beside what the preview said of them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any

from designer import analysis
from designer.cloud.faults import faults_of
from designer.cloud.heat import ORCHESTRATION, Answer
from designer.cloud.hidden_values import open_outputs
from designer.cloud.plans import outgoing_of
from designer.cloud.texts import as_text
from designer.models import Run
from hotcore import Preview, is_known


@dataclass(frozen=True, slots=True)
class Result:
    """An output: `text` is its value, empty while it is masked. `said` is what the preview said where that differs."""

    name: str
    text: str = ""
    is_masked: bool = False
    was_known: bool = False
    said: str = ""
    error: str = ""


def results_of(run: Run, stack: Answer, shown: str = "") -> list[Result]:
    """Return the outputs of the stack of a run; one that holds a secret is masked unless it is `shown`."""
    outgoing = outgoing_of(run, {})
    preview = analysis.preview(outgoing.content, outgoing.values, environments=outgoing.environments.in_force)
    with faults_of(ORCHESTRATION.name):
        results = list(_results(stack, preview, outgoing.template.hidden_names, shown))
    order = {name: number for number, name in enumerate(preview.outputs)}
    return sorted(results, key=lambda result: order.get(result.name, len(order)))


def _results(stack: Answer, preview: Preview, hidden: Collection[str], shown: str) -> Iterator[Result]:
    shows = open_outputs(preview, hidden)
    for output in stack.get("outputs") or ():
        name = str(output["output_key"])
        said = preview.outputs[name].value if name in preview.outputs else None
        yield _result(output, said, is_masked=name not in shows and name != shown, is_secret=name not in shows)


def _result(output: Answer, said: Any, *, is_masked: bool, is_secret: bool) -> Result:
    name, value = str(output["output_key"]), output.get("output_value")
    if error := output.get("output_error"):
        return Result(name, error=str(error))
    if is_masked:
        return Result(name, is_masked=True)
    was_known = not is_secret and is_known(said)
    differs = was_known and as_text(said) != as_text(value)
    return Result(name, as_text(value), was_known=was_known, said=as_text(said) if differs else "")
