"""Plans: what Heat would make of a revision with its values, beside what we say, before anything is sent for good."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from designer.cloud.project.heat import Answer, Heat, heat_of
from designer.cloud.project.quotas import quota_of
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.texts import storable
from designer.content import analysis
from designer.deployment.plans.nested_changes import LONGEST_NAME, actions_in, loses_inside
from designer.deployment.plans.snapshot_restore import content_of, kept_snapshot
from designer.deployment.plans.stack_request import stack_request
from designer.deployment.plans.update_preview import gone_text, present_stack, update_request, update_rows
from designer.deployment.secrets.masked_faults import masked_faults
from designer.fill.package.outgoing import Outgoing
from designer.fill.values.state import FormState, FormStates
from designer.models import CloudConnection, Run, RunAction
from designer.store.masks import without_quoted
from hotcore import Preview
from hotcore.template import Parameter

MOST = 1000  # resources that a plan lists, which is all that Heat makes by default
STACKS = (
    "OS::Heat::AutoScalingGroup",
    "OS::Heat::InstanceGroup",
    "OS::Heat::ResourceChain",
    "OS::Heat::ResourceGroup",
    "OS::Heat::SoftwareDeploymentGroup",
    "OS::Heat::StructuredDeploymentGroup",
    "AWS::AutoScaling::AutoScalingGroup",
    "AWS::CloudFormation::Stack",
    "AWS::ElasticLoadBalancing::LoadBalancer",
)
"""Types whose resources are stacks themselves, whatever is in them."""

HiddenValues = Mapping[str, object]
"""Hidden values by parameter, for as long as a request lasts."""


@dataclass(frozen=True, slots=True)
class HiddenParameter:
    """A hidden parameter: whether the stack has a value that `is_kept`, and whether one `is_needed` now."""

    parameter: Parameter
    is_kept: bool
    is_needed: bool

    @property
    def name(self) -> str:
        """The name of the parameter."""
        return self.parameter.name


def states_of(run: Run) -> FormStates:
    """Return what reads the form of a run, whose revision can be read."""
    content = content_of(run)
    template = analysis.document(content).template
    assert template is not None
    return FormStates(content, template)


def outgoing_of(run: Run, hidden: HiddenValues) -> Outgoing:
    """Return what a run sends, with hidden values."""
    states = states_of(run)
    state = states.restored(run.form)
    return Outgoing(states.content, state.environments, {**state.given.values, **hidden}, hidden=True)


def hidden_parameters(run: Run) -> list[HiddenParameter]:
    """Return the hidden parameters of a run, whose values are typed before it begins, each with what is so without."""
    if run.is_restore:  # the snapshot has them
        return []
    states = states_of(run)
    state = states.restored(run.form)
    outgoing = Outgoing(states.content, state.environments, state.given.values)
    missing = {each.parameter.name for each in outgoing.placeholders}
    typed, kept = set(run.plan.get("typed", ())), set(run.plan.get("kept", ()))
    return [
        HiddenParameter(each, name in kept, name in typed or (name in missing and name not in kept))
        for name, each in states.template.parameters.items()
        if each.hidden
    ]


def lacking(run: Run, hidden: HiddenValues) -> list[str]:
    """Return the hidden parameters whose values are still missing."""
    return [each.name for each in hidden_parameters(run) if each.is_needed and each.name not in hidden]


def typed_hidden(states: FormStates, state: FormState) -> list[str]:
    """Return the hidden parameters whose values a form gives, typed or in an uploaded file.

    Neither is kept, so that they have to be typed again when the run begins. Raises `CloudFault` for a file with values
    that only nested templates hide, for which there is no field.
    """
    typed = set(hidden_values(states, state))
    outgoing = Outgoing(states.content, state.environments, state.given.values)
    if left_out := outgoing.nested_left_out:
        words = _("%(file)s sets %(name)s, which a nested template hides. Save that file beside the template first.")
        raise CloudFault(Fault.REFUSED, words % {"file": left_out[0][1], "name": left_out[0][0]})
    for file in outgoing.in_force:
        if file.is_uploaded:
            typed |= set(file.withheld(outgoing.withheld)) & set(states.template.hidden_names)
    return sorted(typed)


def hidden_values(states: FormStates, state: FormState) -> dict[str, object]:
    """Return the hidden values of a form that was sent."""
    parameters = states.template.parameters
    return {name: value for name, value in state.given.values.items() if parameters[name].hidden}


def hidden_values_in(outgoing: Outgoing, hidden: HiddenValues) -> list[object]:
    """Return the hidden values that are sent: those that were typed, and those that are saved with the template."""
    return [*hidden.values(), *outgoing.saved_hidden_values]


def kept_hidden(run: Run) -> set[str]:
    """Return the hidden parameters whose values have stayed in the stack of an update: nobody has typed them."""
    return set(run.plan.get("kept", ())) - set(run.plan.get("typed", ()))


def keeps_hidden_values(run: Run) -> bool:
    """Whether hidden values that nobody here knows have stayed in the stack; of a snapshot, all are known."""
    return not run.is_restore and bool(kept_hidden(run) or run.plan.get("hides_inside"))


@contextmanager
def concealed_faults(run: Run, values: Iterable[object]) -> Iterator[None]:
    """Take hidden values out of the words of a `CloudFault`, and what Heat quotes if that may be one that has stayed in
    the stack.
    """
    try:
        with masked_faults(values):
            yield
    except CloudFault as fault:
        if fault.fault is not Fault.REFUSED or not keeps_hidden_values(run):
            raise
        raise fault.reworded(without_quoted(fault.rest)) from None


def make_plan(run: Run, connection: CloudConnection, hidden: HiddenValues) -> None:
    """Ask Heat what it would make, and set the plan of a run; what Heat refuses is part of the plan.

    Raises `CloudFault` where Heat cannot be asked.
    """
    outgoing = outgoing_of(run, hidden)
    with concealed_faults(run, hidden_values_in(outgoing, hidden)):
        _make_plan(run, connection, outgoing, hidden)


def _make_plan(run: Run, connection: CloudConnection, outgoing: Outgoing, hidden: HiddenValues) -> None:
    preview = analysis.preview(outgoing.content, outgoing.values, environments=outgoing.environments.in_force)
    typed = sorted({*run.plan.get("typed", ()), *hidden})
    snapshot = {"snapshot": run.plan["snapshot"]} if run.is_restore else {}
    run.plan = {"made": timezone.now().isoformat(), "refusal": "", "ours": "", "resources": [], "typed": typed}
    run.plan |= snapshot
    if run.changes_stack:
        _plan_update(run, heat_of(connection), outgoing, hidden)
    else:
        _plan_creation(run, heat_of(connection), outgoing, hidden, preview)
    made = {row["name"] for row in run.plan["resources"] if row["action"] in ("create", "replace", "unknown")}
    run.plan = storable(run.plan | {"quota": quota_of(connection, preview, made)})


def _plan_creation(run: Run, heat: Heat, outgoing: Outgoing, hidden: HiddenValues, preview: Preview) -> None:
    """Set the plan of a new stack: its resources, for Heat and for us."""
    plan = run.plan
    plan["ours"] = preview.refusal.message if preview.refusal else ""
    plan["lacks"] = lacking(run, hidden)
    told = None
    if not plan["lacks"]:
        try:
            with concealed_faults(run, hidden_values_in(outgoing, hidden)):
                told = _previewed(heat, run, outgoing)
        except CloudFault as fault:
            _refuse(run, fault)
    plan["resources"] = list(_rows(preview, told))


def _plan_update(run: Run, heat: Heat, outgoing: Outgoing, hidden: HiddenValues) -> None:
    """Set the plan of an update or a restoring: what becomes of each resource, for Heat and for us."""
    present = present_stack(heat, run.stack_name, run.stack_id)
    run.plan["at_work"] = present.action_at_work
    run.plan["kept"] = sorted(present.kept_in(outgoing.template))
    run.plan["hides_inside"] = present.hides_defaults
    run.plan["lacks"] = lacking(run, hidden)
    changes: Answer = {}
    if not run.plan["lacks"]:
        method, values = "PUT", hidden_values_in(outgoing, hidden)
        if run.is_restore:
            kept = kept_snapshot(heat, run)
            with faults_of("Heat"):
                request, values = kept.request | settings_of(run), [*kept.hidden_values()]
        else:
            sent = stack_request(outgoing, run.stack_name) | settings_of(run)
            method, request = update_request(sent, present, outgoing)
        try:
            with concealed_faults(run, values):
                changes = heat.preview_update(run.stack_name, run.stack_id, method, request)
        except CloudFault as fault:
            _refuse(run, fault)
    run.plan["resources"] = update_rows(run, present, outgoing, changes)
    run.plan["gone"] = gone_text(present, run.plan["resources"])


def _refuse(run: Run, fault: CloudFault) -> None:
    """Take what Heat refuses into a plan; a fault of another kind is raised again."""
    if fault.fault not in (Fault.REFUSED, Fault.CONFLICT):
        raise fault
    set_refusal(run, fault)


def set_refusal(run: Run, fault: CloudFault) -> None:
    """Take it into a plan if Heat refuses it, as its name is taken, or its stack is at work; its words are kept."""
    if fault.fault not in (Fault.REFUSED, Fault.CONFLICT):
        return
    run.plan["refusal"] = fault.words
    if fault.fault is Fault.CONFLICT:
        run.plan |= (
            {"is_taken": True} if run.action == RunAction.CREATE else {"at_work": run.plan.get("at_work") or "?"}
        )


def _previewed(heat: Heat, run: Run, outgoing: Outgoing) -> list[Answer]:
    request = stack_request(outgoing, run.stack_name)
    heat.validate({key: request[key] for key in ("template", "files", "environment_files")})
    return heat.preview(request | settings_of(run))


def settings_of(run: Run) -> dict[str, Any]:
    """Return what a run wants of Heat besides the template."""
    settings: dict[str, Any] = {"timeout_mins": run.minutes, "disable_rollback": not run.rolls_back}
    return settings | ({"tags": run.tags} if run.tags or run.changes_stack else {})


def counts_of(plan: Mapping[str, Any]) -> dict[str, int]:
    """Return how many resources of a plan are replaced, changed, added, deleted and left alone; in doubt replaced.

    What changes inside of nested stacks counts as well: it is made and lost like everything else.
    """
    found: Counter[str] = Counter()
    for row in plan.get("resources", ()):
        found.update(actions_in(row))
    counts = {action: found[action] for action in ("replace", "update", "create", "delete", "unchanged")}
    return counts | {"replace": found["replace"] + found["unknown"]}


def mark_new(plan: dict[str, Any], before: Mapping[str, Any]) -> None:
    """Mark the rows of a plan that are new or different since another one, which somebody has read."""
    read = {row["name"]: unmarked(row) for row in before.get("resources", ())}
    if not read:
        return
    for row in plan["resources"]:
        if unmarked(row) != read.get(row["name"]):
            row["since"] = "different" if row["name"] in read else "new"
    names = {row["name"] for row in plan["resources"]}
    plan["no_longer"] = [name for name in read if name not in names]
    for thing, row in _shortages(plan).items():
        if thing not in _shortages(before):
            row["since"] = "new"


def is_as_read(plan: Mapping[str, Any], before: Mapping[str, Any]) -> bool:
    """Whether a plan says of resources what another one has said, and everything fits that did."""
    one, other = ([unmarked(row) for row in each.get("resources", ())] for each in (plan, before))
    return one == other and _shortages(plan).keys() <= _shortages(before).keys()


def _shortages(plan: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the rows of a plan's quota that do not fit, by thing."""
    rows = plan.get("quota", {}).get("rows", ())
    return {row["thing"]: row for row in rows if row["needed"] > row["left"]}


def unmarked(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row of a plan without the mark that it is new."""
    return {key: value for key, value in row.items() if key != "since"}


def actions_of(run: Run) -> str:
    """Return what becomes of each resource as JSON, for the map; of a new stack nothing, as all of it is added."""
    rows = run.plan.get("resources", ()) if run.changes_stack else ()
    return json.dumps({row["name"]: "inside" if loses_inside(row) else row["action"] for row in rows})


def destroys(run: Run) -> bool:
    """Whether a plan deletes or replaces something that there is; restoring a snapshot undoes what came after it."""
    counts = counts_of(run.plan)
    return run.is_restore or (run.changes_stack and bool(counts["replace"] + counts["delete"]))


def _rows(preview: Preview, told: list[Answer] | None) -> Iterator[dict[str, str]]:
    """Yield a row for each resource, in our order of creation: who says that it is made, us and Heat, if it was asked.

    Heat names no resource that is a stack itself, only what is in it.
    """
    ours = {name: each for name, each in preview.resources.items() if each.enabled is not False}
    with faults_of("Heat"):
        own = [each for each in told or () if isinstance(each, dict)]
        named = [(str(each["resource_name"]), str(each["resource_type"])) for each in own]
        heats = {name[:LONGEST_NAME]: kind[:LONGEST_NAME] for name, kind in named}
    for name, each in [*ours.items()][:MOST]:
        is_both = told is None or name in heats or each.nested is not None or each.type in STACKS
        action, says = ("create", "") if is_both else ("unknown", "we")
        yield {"name": name, "type": each.type, "action": action, "says": says}
    for name in [name for name in heats if name not in ours][:MOST]:
        yield {"name": name, "type": heats[name], "action": "unknown", "says": "heat"}
