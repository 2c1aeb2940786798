"""The outputs of a stack that there is, beside what the preview said of them."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from designer.cloud.project.heat import ORCHESTRATION, Answer
from designer.cloud.service.faults import faults_of
from designer.cloud.service.texts import as_text
from designer.content import analysis
from designer.deployment.plans.plans import outgoing_of
from designer.deployment.secrets.redaction import Concealing, concealing_of
from designer.deployment.secrets.secret_attributes import open_outputs
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
        hidden, outputs = outgoing.template.hidden_names, stack.get("outputs") or ()
        concealing = concealing_of(outgoing.template, preview, hidden, outputs)
        results = list(_results(outputs, preview, hidden, concealing, shown))
    order = {name: number for number, name in enumerate(preview.outputs)}
    return sorted(results, key=lambda result: order.get(result.name, len(order)))


def _results(
    outputs: Iterable[Answer], preview: Preview, hidden: Collection[str], concealing: Concealing, shown: str
) -> Iterator[Result]:
    shows = open_outputs(preview, hidden)
    for output in outputs:
        name = str(output["output_key"])
        said = preview.outputs[name].value if name in preview.outputs else None
        if error := output.get("output_error"):
            yield Result(name, error=concealing.reason(str(error)))
        elif name not in shows:
            yield Result(name, as_text(output.get("output_value"))) if name == shown else Result(name, is_masked=True)
        else:
            yield _open_result(name, concealing.text(as_text(output.get("output_value"))), said)


def _open_result(name: str, value: str, said: Any) -> Result:
    """Return an output that holds no secret, beside what the preview said."""
    was_known = is_known(said)
    differs = was_known and as_text(said) != value
    return Result(name, value, was_known=was_known, said=as_text(said) if differs else "")
