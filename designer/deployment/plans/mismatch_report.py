"""Where Heat and we differ about a plan, for whoever develops the designer: without a value, and without a name."""

from collections.abc import Iterator, Mapping
from importlib import metadata
from typing import Any

from designer.cloud.project.heat import Heat
from designer.cloud.service.faults import CloudFault
from designer.deployment.plans.plans import states_of
from designer.models import Run
from hotcore.catalogue import shipped_catalogue

OTHER = "not in the catalogue"


def report_of(run: Run, heat: Heat | None) -> dict[str, Any]:
    """Return what differs: types and properties that the catalogue knows, both verdicts, and versions."""
    plan = run.plan
    check = {"heat": _verdict(plan.get("refusal")), "we": _verdict(plan.get("ours"))}
    return {
        "versions": {
            "designer": metadata.version("hot-designer"),
            "template": states_of(run).template.version.date,
            "heat": _build(heat),
        },
        "action": run.action,
        "check": check if check["heat"] != check["we"] and not plan.get("lacks") else {},
        "resources": list(_differences(plan.get("resources", ()))),
    }


def _verdict(refusal: object) -> str:
    return "refuses it" if refusal else "accepts it"


def _differences(rows: Any) -> Iterator[dict[str, Any]]:
    catalogue = shipped_catalogue()  # that of a cloud has names of its own
    for row in rows:
        heat, we = _verdicts(row)
        if heat == we:
            continue
        known = catalogue.find(row["type"])
        first = {str(detail["path"]).partition(".")[0] for detail in row.get("details", ())}
        properties = sorted(name for name in first if known is not None and name in known.properties)
        kind = row["type"] if known is not None else OTHER
        yield {"type": kind, "heat": heat, "we": we, "is_sure": row.get("is_sure", False), "properties": properties}


def _verdicts(row: Mapping[str, Any]) -> tuple[str, str]:
    """Return what Heat and we say of a resource; of a new stack, who says that it is made."""
    if says := row.get("says"):
        return ("create", "nothing") if says == "heat" else ("nothing", "create")
    return row.get("heat", ""), row.get("we", "")


def _build(heat: Heat | None) -> str:
    """Return the version of Heat, where it tells."""
    try:
        return heat.build() if heat is not None else ""
    except CloudFault:
        return ""
