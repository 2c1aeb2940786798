"""hotcore's answers about templates with environment files, in the format of Heat's recorded answers.

A case has a `template`, `files` and `environments` (the texts of environment files, in order).  The answer says
whether all is accepted, and if not, at which stage Heat refuses; else the values of the parameters, and for each
resource the target of its type, its hooks and its restricted actions.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hotcore.analysis import load, preview
from hotcore.catalogue import shipped_catalogue
from hotcore.diagnostics import Phase, first_refusal
from hotcore.environment import combined, read_environment

CASES = Path(__file__).parents[1] / "recorded" / "environments.jsonl"

Case = dict[str, Any]


def answer_of(case: Case) -> dict[str, Any]:
    """hotcore's answer; types that the catalogue does not have are unknown to Heat."""
    document = load(case["template"], case.get("files"))
    environments = [read_environment(text, f"{number}.env") for number, text in enumerate(case["environments"])]
    result = preview(document, environments=environments, mask=False)
    # Heat was asked about environments and what they map, not about the nested stacks behind that.
    refusal = first_refusal(found for found in result.diagnostics if found.phase is not Phase.NESTED_STACKS)
    if refusal:
        return {"ok": False, "stage": refusal.phase.stage}
    known = shipped_catalogue().has
    registry = combined(environments).registry
    return {
        "ok": True,
        "parameters": {name: state.value for name, state in result.parameters.items()},
        "resources": {
            name: {
                "behind": target.name if (target := registry.target(state.type, name, known)) else state.type,
                "hooks": list(state.hooks),
                "restricted_actions": list(state.restricted_actions),
            }
            for name, state in result.resources.items()
        },
    }


def same(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> str | None:
    """The first difference between Heat's answer and hotcore's; None without one.

    Heat has a word for its refusal, and does not report the target of a type that it does not know.
    """
    for key in ("ok", "stage", "parameters"):
        if expected.get(key) != answer.get(key):
            return f"{key}: Heat has {expected.get(key)!r} ({expected.get('message', '')}), hotcore {answer.get(key)!r}"
    for name, resource in expected.get("resources", {}).items():
        found = answer["resources"][name]
        wanted = {**resource, "behind": resource["behind"] or found["behind"]}
        if wanted != found:
            return f"{name}: Heat has {wanted}, hotcore {found}"
    return None
