"""What an update of a stack changes: Heat's dry run beside our difference in meaning."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from designer.cloud.project.heat import CHANGES, ORCHESTRATION, Answer, Heat
from designer.cloud.service.faults import faults_of
from designer.content import analysis
from designer.content.content import Content
from designer.deployment.plans.nested_changes import (
    LONGEST,
    LONGEST_NAME,
    MOST_DETAILS,
    OURS,
    actions_in,
    detail_of,
    inside_rows,
)
from designer.deployment.secrets.redaction import MASKED
from designer.fill.package.outgoing import Outgoing
from designer.models import Run
from hotcore import Environment, Side, Unknown, semantic_diff
from hotcore.catalogue import shipped_catalogue
from hotcore.diff import Change, SemanticDiff
from hotcore.environment_values import withheld
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import at_path, to_plain, write_yaml
from hotcore.template import Template, dependency_graph, occurrences

HEATS = dict(zip(CHANGES, ("delete", "replace", "update", "create", "unchanged"), strict=True))
WORST = ("delete", "replace", "unknown", "update", "create", "unchanged")
"""What becomes of a resource, worst first."""
MOST = 2000  # resources that a plan lists: before and after, as many each as Heat makes by default


@dataclass(frozen=True)
class Present:
    """A stack as it is: its template, environment and parameters, hidden ones without their values.

    `failed` are the resources that have failed, or that Heat was told are gone.
    """

    content: Content
    environment: Environment
    parameters: Mapping[str, Any]
    failed: frozenset[str] = frozenset()
    status: str = ""

    @property
    def action_at_work(self) -> str:
        """What Heat does with it now, such as `UPDATE`; empty at rest."""
        return self.status.removesuffix("_IN_PROGRESS") if self.status.endswith("_IN_PROGRESS") else ""

    @property
    def template(self) -> Template | None:
        """The template, if we can read it."""
        return analysis.document(self.content).template

    def kept_in(self, template: Template) -> set[str]:
        """Return the parameters that have values here, and that a template hides: they stay unless they are typed."""
        return {name for name in self.parameters if name in template.parameters and template.parameters[name].hidden}

    @property
    def hides_defaults(self) -> bool:
        """Whether its environment has hidden values for templates that are nested in it."""
        document = analysis.document(self.content)
        return not withheld(document, [self.environment]).names.isdisjoint(self.environment.parameter_defaults)

    @property
    def known(self) -> dict[str, Any]:
        """The parameters whose values Heat tells."""
        return {name: value for name, value in self.parameters.items() if value != MASKED}


def present_stack(heat: Heat, name: str, stack_id: str) -> Present:
    """Return a stack as it is now."""
    answer = heat.without_outputs(name, stack_id)
    files, environment = heat.files(name, stack_id), heat.environment(name, stack_id)
    resources = heat.resources(name, stack_id)
    with faults_of(ORCHESTRATION.name):
        text = write_yaml(heat.template(name, stack_id))
        sections = {key: environment.get(key) or {} for key in ("resource_registry", "parameter_defaults")}
        parameters = {key: value for key, value in answer["parameters"].items() if not key.startswith("OS::")}
        failed = {str(each["resource_name"]) for each in resources if str(each["resource_status"]).endswith("_FAILED")}
    content = Content(text.encode("utf-8", "replace"), files)
    environment = analysis.read_environment(write_yaml(sections), "environment")
    return Present(content, environment, parameters, frozenset(failed), str(answer.get("stack_status") or ""))


def update_request(request: dict[str, Any], present: Present, outgoing: Outgoing) -> tuple[str, dict[str, Any]]:
    """Return the method and the body of an update from the body of a new stack.

    Everything that the stack has and the form does not give falls back to its default. Only where hidden values that
    are not sent have to stay, the rest of the stack's environment stays as well: Heat keeps all of it or nothing.
    """
    body = {key: value for key, value in request.items() if key != "stack_name"}
    kept = present.kept_in(outgoing.template) - outgoing.values.keys()
    if not kept and not present.hides_defaults:
        return "PUT", body
    cleared = [name for name in present.parameters if name not in kept and name not in outgoing.values]
    return "PATCH", body | {"clear_parameters": cleared}


def update_rows(run: Run, present: Present, outgoing: Outgoing, changes: Answer) -> list[dict[str, Any]]:
    """Return a row for each resource of the stack before or after, what becomes of it the worst first."""
    with faults_of(ORCHESTRATION.name):
        own = ((kind, each) for kind in HEATS for each in changes.get(kind, ()) if _is_own(run, each))
        heats = {str(each["resource_name"])[:LONGEST_NAME]: HEATS[kind] for kind, each in own}
    difference = _difference(present, outgoing)
    ours, inside = _ours(difference), inside_rows(difference)
    before = present.template.resources if present.template else {}
    after = outgoing.template.resources
    again = {name for name in present.failed if heats.get(name) == "replace"}
    doubts = set(again)  # if those are made anew, we do not know what that means for what needs them
    unsure = {*difference.unknown, *(present.kept_in(outgoing.template) if run.is_restore else ())}
    unknown = _readers(outgoing.template, unsure)
    unknown |= _readers(present.template, unsure) if present.template else set()
    needs = _references(outgoing.template)
    rows: dict[str, dict[str, Any]] = {}
    for name in dict.fromkeys([*needs, *before, *heats]):  # what a resource refers to comes before it
        if name not in heats and name not in ours:
            continue
        around = needs.get(name, set())
        rows[name] = _row(
            name,
            after.get(name) or before.get(name),
            heats.get(name),
            ours.get(name),
            is_readable=bool(before) and name not in unknown and around.isdisjoint(doubts),
            refers=bool(around),
        ) | (_repair() if name in again else {})
        if name in inside and rows[name]["action"] in ("update", "unknown"):
            rows[name]["inside"] = inside[name]
        doubts |= {name} if rows[name]["action"] == "unknown" else set()
    listed = [rows[name] for name in dict.fromkeys([*after, *before, *heats]) if name in rows]
    return sorted(listed, key=lambda row: min(map(WORST.index, actions_in(row))))[:MOST]


def _readers(template: Template, parameters: Iterable[str]) -> set[str]:
    """Return the resources that read any of these parameters, themselves or in a condition."""
    used = [each for each in occurrences(template.root) if each.kind in ("parameters", "conditions")]
    found = {("parameters", name) for name in parameters}
    before = 0
    while before < (before := len(found)):  # until no more conditions are found
        found |= {each.path[:2] for each in used if (each.kind, each.name) in found}
    return {str(name) for section, name in found if section == "resources"}


def _references(template: Template) -> dict[str, set[str]]:
    """Return what each resource refers to, in their order of creation."""
    graph = dependency_graph(template)
    found: dict[str, set[str]] = {name: set() for name in graph.nodes}
    for edge in graph.edges:
        if edge.kind == "reference":
            found[edge.source].add(edge.target)
    return found


def _repair() -> dict[str, Any]:
    """Return what is so of a resource that Heat makes anew because it is gone or has failed."""
    words = _("It is gone, or has failed: Heat makes it anew, though nothing of it changes.")
    return {"action": "replace", "we": "replace", "is_sure": True, "sentence": words}


def _is_own(run: Run, resource: Answer) -> bool:
    """Whether a resource is one of the stack itself, not of a nested one."""
    return bool(resource["stack_name"] == run.stack_name)


def _difference(present: Present, outgoing: Outgoing) -> SemanticDiff:
    """Return our difference, in which hidden values are unknown: on both sides those that stay."""
    kept = present.kept_in(outgoing.template)
    hidden = {name: Unknown(f"get_param {name}") for name in present.parameters.keys() - present.known.keys() | kept}
    given = {name for file in outgoing.in_force for name in file.values()} | _other_defaults(present, outgoing)
    stays = {name: hidden[name] for name in kept - given}
    return semantic_diff(
        Side(analysis.document(present.content), present.known | hidden, [present.environment]),
        Side(outgoing.document, {**stays, **outgoing.values}, outgoing.environments.in_force),
    )


def _other_defaults(present: Present, outgoing: Outgoing) -> set[str]:
    """Return the parameters with another default than before: Heat does not tell whether a hidden value is one."""
    before = present.template.parameters if present.template else {}
    after = outgoing.template.parameters
    return {name for name in before.keys() & after.keys() if before[name].default != after[name].default}


def _ours(difference: SemanticDiff) -> dict[str, tuple[str, Change]]:
    """Return what we say of resources; what changes inside of one changes that one."""
    found: dict[str, tuple[str, Change]] = {}
    for change in difference.changes:
        if change.section != "resources" or change.kind not in OURS:
            continue
        name = change.path[0] if change.path else change.name
        action = "update" if change.path else OURS[change.kind]
        before = found.get(name)
        is_worse = before is None or WORST.index(action) < WORST.index(before[0])
        if is_worse or (before and action == before[0] and before[1].path and not change.path):
            found[name] = action, change
    return found


def _row(
    name: str,
    resource: Any,
    heat: str | None,
    ours: tuple[str, Change] | None,
    *,
    is_readable: bool,
    refers: bool,
) -> dict[str, Any]:
    """Return the row of a resource: Heat's word, ours, and which of them holds."""
    we = ours[0] if ours else "unchanged"
    says = heat or we
    action, is_sure = says, True
    if we != says:
        # Heat's dry run takes every reference for a change, as nothing in the new stack has an ID yet, and so for one
        # that replaces; what then happens is ours. Where nothing is referred to, Heat has another reason.
        is_milder = says in ("update", "replace") and WORST.index(says) < WORST.index(we) and we != "create"
        is_milder = is_milder and (refers or says == "update")
        is_known = is_readable and (ours is None or ours[1].sure) and not _is_plugin(resource)
        is_sure = is_milder and is_known
        action = we if is_sure else "unknown"
    elif ours and not ours[1].sure and not ours[1].path and we == "update":
        action, is_sure = "unknown", False
    change = ours[1] if ours and not ours[1].path else None  # what changes inside has rows of its own
    return {
        "name": name[:LONGEST_NAME],
        "type": resource.type[:LONGEST_NAME] if resource else "",
        "action": action,
        "heat": says,
        "we": we,
        "is_sure": is_sure,
        "sentence": change.sentence[:LONGEST] if change else "",
        "details": [detail_of(detail) for detail in change.details[:MOST_DETAILS]] if change else [],
    }


def gone_text(present: Present, rows: Iterable[Mapping[str, Any]]) -> str:
    """Return a template of the resources that an update deletes, as they are, for the map that keeps them."""
    declared = at_path(present.template.root, ("resources",)) if present.template else None
    members = declared.members if isinstance(declared, MappingNode) else {}
    gone = [row["name"] for row in rows if row["action"] == "delete" and row["name"] in members]
    if not gone or present.template is None:
        return ""
    resources = {name: to_plain(members[name]) for name in gone}
    for resource in resources.values():
        resource.pop("condition", None)  # those of the stack's template are not there
    return write_yaml({"heat_template_version": present.template.version.date, "resources": resources})


def _is_plugin(resource: Any) -> bool:
    """Whether the type of a resource is none that we know, even where the connected cloud's catalogue has it."""
    return resource is None or shipped_catalogue().find(resource.type) is None
