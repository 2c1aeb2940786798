"""A stack as its page shows it: resources, outputs, parameters, environment and template, as Heat says now."""

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from designer.cloud.project.heat import ORCHESTRATION, Answer, Heat, heat_of
from designer.cloud.service.faults import faults_of
from designer.cloud.service.texts import as_text
from designer.content import analysis
from designer.content.content import Content
from designer.content.impact import semantic_diff
from designer.deployment.secrets.redaction import MASKED, Concealing, concealing_of
from designer.deployment.secrets.secret_attributes import open_outputs
from designer.deployment.stacks.revision_match import matched_stack
from designer.deployment.stacks.stacks import Stack, WithStatus, runs_of_stacks, stack_from
from designer.fill.values.in_stack import written
from designer.help.resource_types import find_type
from designer.models import CloudConnection
from hotcore import Preview, SemanticDiff
from hotcore.constraints import TRUE_WORDS
from hotcore.diagram import draw_map, write_picture
from hotcore.environment_values import withheld
from hotcore.linter import is_secret
from hotcore.syntax import write_yaml
from hotcore.template import Template

MOST_DRAWN = 300
MOST_OUTPUTS = 500  # that are shown
POLICIES = ("delete", "retain", "snapshot")
DEPTH = 4  # of nested stacks that are looked into


@dataclass(frozen=True, slots=True)
class Resource(WithStatus):
    """A resource of a stack; `path` are the resources around it, and its own name. Its ID is that of its service."""

    path: tuple[str, ...]
    type: str
    id: str
    status: str
    reason: str

    @property
    def name(self) -> str:
        """The names from the outermost resource to this one."""
        return " / ".join(self.path)


@dataclass(frozen=True, slots=True)
class Output:
    """An output of a stack; one that may hold a secret is masked until it is asked for."""

    name: str
    text: str
    is_masked: bool
    error: str


@dataclass(frozen=True)
class Details:
    """All that a page shows of a stack. `text` is its template, as Heat has kept it.

    `hidden` are its hidden parameters, `policies` what becomes of its resources when it is deleted. `concealing` takes
    hidden values out of what Heat says besides. `more_outputs` is the number of outputs that are left out.
    """

    stack: Stack
    resources: list[Resource]
    outputs: list[Output]
    parameters: Mapping[str, str]
    text: str
    picture: str
    hidden: frozenset[str] = frozenset()
    policies: Mapping[str, str] = field(default_factory=dict)
    concealing: Concealing = field(default_factory=Concealing)
    more_outputs: int = 0

    @property
    def update_address(self) -> str:
        """The form of the template from here; empty for a stack that is not. Its values are sent with a request."""
        if self.stack.origin is None:
            return ""
        return f"{reverse('fill', args=[self.stack.origin.design.slug])}?{urlencode({'stack': self.stack.name})}"

    @property
    def repair_address(self) -> str:
        """Where an update with the present values is planned; empty for a stack that is not from here."""
        return reverse("runs", args=[self.stack.origin.design.slug]) if self.stack.origin else ""

    @property
    def open_values(self) -> dict[str, str]:
        """The present values of parameters, for the fields of that form; hidden ones stay in the stack."""
        return {f"param-{name}": text for name, text in self.known.items()}

    @property
    def in_stack(self) -> str:
        """What that form is told of the stack, to mark what is changed."""
        return written(self.known, sorted(self.hidden & self.parameters.keys()))

    @property
    def known(self) -> dict[str, str]:
        """The present values of parameters that are not hidden."""
        return {name: text for name, text in self.parameters.items() if name not in self.hidden}

    @property
    def shown_parameters(self) -> dict[str, str]:
        """The present values of all parameters, to be looked at."""
        return {name: self.concealing.text(text) for name, text in self.parameters.items()}

    @property
    def states(self) -> str:
        """The state of each resource as JSON, for the map."""
        return json.dumps({each.name: each.state or "wait" for each in self.own_resources})

    @property
    def fates(self) -> dict[str, list[str]]:
        """The resources by what becomes of them when it is deleted: `delete`, `retain`, `snapshot` or `unknown`."""
        found: dict[str, list[str]] = {}
        for each in self.own_resources:
            found.setdefault(self.policies.get(each.name, "delete"), []).append(each.name)
        return found

    @property
    def own_resources(self) -> list[Resource]:
        """The resources of the stack itself, without those of nested stacks."""
        return [each for each in self.resources if len(each.path) == 1]


def stack_of(connection: CloudConnection, name: str, stack_id: str, shown: str = "", *, depth: int = 0) -> Details:
    """Return a stack, with what is nested in it down to a depth; `shown` is the output whose value is asked for."""
    with faults_of(ORCHESTRATION.name):
        return _details(connection, heat_of(connection), name, stack_id, shown, depth)


def resources_from(answers: Iterable[Answer]) -> list[Resource]:
    """Return resources, each with its path; of a nested one Heat says which stack it is in, not whose that is."""
    found = list(answers)
    owners = {stack: each for each in found if (stack := _linked_stack(each, "nested"))}
    return sorted((_resource(each, owners) for each in found), key=lambda resource: resource.path)


def difference_of(connection: CloudConnection, details: Details) -> SemanticDiff | None:
    """Return what has changed since the revision of a stack's run; None where nothing has, or there is no run."""
    run = details.stack.run
    if run is None or not details.stack.is_changed:
        return None
    files = heat_of(connection).files(details.stack.name, details.stack.id)
    present = Content(details.text.encode("utf-8", "replace"), files)
    return semantic_diff(run.revision.content, present, values=details.known)


def environment_text(connection: CloudConnection, details: Details) -> str:
    """Return the environment of a stack as YAML; what is hidden, or has the name of a secret, is masked.

    That is also what nested templates hide, as far as Heat has their files.
    """
    heat = heat_of(connection)
    with faults_of(ORCHESTRATION.name):
        found, hidden = _environment(heat, details.stack.name, details.stack.id, details.text)
        for section in ("parameters", "parameter_defaults"):
            values = found.get(section) or {}
            shown = {
                name: MASKED if name in details.hidden | hidden or is_secret(name) else value
                for name, value in values.items()
            }
            found |= {section: shown} if values else {}
        return details.concealing.text(write_yaml(found)) if found else ""


def _environment(heat: Heat, name: str, stack_id: str, text: str) -> tuple[dict[str, Any], frozenset[str]]:
    """Return the sections of a stack's environment, and the parameters of which the values in it are hidden."""
    found = {key: value for key, value in heat.environment(name, stack_id).items() if value}
    document = analysis.document(Content(text.encode("utf-8", "replace"), heat.files(name, stack_id)))
    return found, withheld(document, [analysis.read_environment(write_yaml(found), "environment")]).names


def _given_inside(heat: Heat, name: str, stack_id: str, text: str, resources: list[Answer]) -> set[str]:
    """Return the resources that are stacks, if the environment has hidden values for what is nested in the stack."""
    stacks = {each["resource_name"] for each in resources if _linked_stack(each, "stack") == stack_id}
    stacks &= {each["resource_name"] for each in resources if _may_be_stack(each)}
    if not stacks:
        return set()
    found, hidden = _environment(heat, name, stack_id, text)
    return stacks if hidden & (found.get("parameter_defaults") or {}).keys() else set()


def _may_be_stack(resource: Answer) -> bool:
    """Whether a resource is a stack, or was one: Heat links to it only while it is there."""
    known = find_type(str(resource["resource_type"]))
    return known is None or known.nested_stack or bool(_linked_stack(resource, "nested"))


def _linked_stack(answer: Answer, relation: str) -> str:
    """Return the ID of the stack that a resource is in ("stack") or that it is ("nested"); empty without."""
    hrefs = (str(link["href"]) for link in answer.get("links") or () if link.get("rel") == relation)
    return next(hrefs, "").rsplit("/", 1)[-1]


def _details(connection: CloudConnection, heat: Heat, name: str, stack_id: str, shown: str, depth: int) -> Details:
    answer = heat.with_outputs(name, stack_id)
    listed = heat.resources(name, stack_id, depth=depth)
    resources = resources_from(listed)
    template = heat.template(name, stack_id)
    text = write_yaml(template)
    values = {key: value for key, value in answer["parameters"].items() if not key.startswith("OS::")}
    stack = stack_from(answer | {"id": stack_id}, runs_of_stacks(connection, [stack_id]))
    stack = matched_stack(connection, stack, template)
    parameters = {key: as_text(value) for key, value in sorted(values.items())}
    hidden = frozenset({name for name, value in values.items() if value == MASKED} | hidden_parameters(template))
    ours, preview = _previewed(text, {name: value for name, value in values.items() if name not in hidden})
    outputs = answer.get("outputs") or ()
    inside = _given_inside(heat, name, stack_id, text, listed)
    concealing = concealing_of(ours, preview, hidden, outputs).with_resources(inside)
    shows = open_outputs(preview, hidden)
    return Details(
        replace(stack, reason=concealing.reason(stack.reason)),
        [replace(each, reason=concealing.reason(each.reason, each.path[0])) for each in resources],
        [_output(each, concealing, shows=shows, shown=shown) for each in outputs[:MOST_OUTPUTS]],
        parameters,
        text,
        _picture(ours, preview),
        hidden,
        policies_of(template, preview),
        concealing,
        len(outputs[MOST_OUTPUTS:]),
    )


def _previewed(text: str, values: Mapping[str, Any]) -> tuple[Template | None, Preview]:
    """Return the template of a stack as we read it, and its preview; None, and an empty one, where we cannot."""
    content = Content(text.encode("utf-8", "replace"))
    template = analysis.document(content).template
    if template is None:
        return None, Preview()
    return template, analysis.preview(content, {name: values[name] for name in values if name in template.parameters})


def _resource(answer: Answer, owners: Mapping[str, Answer]) -> Resource:
    path, owner = [str(answer["resource_name"])], owners.get(_linked_stack(answer, "stack"))
    while owner is not None and len(path) <= DEPTH:
        path.insert(0, str(owner["resource_name"]))
        owner = owners.get(_linked_stack(owner, "stack"))
    return Resource(
        tuple(path),
        str(answer["resource_type"]),
        str(answer.get("physical_resource_id") or ""),
        str(answer["resource_status"]),
        str(answer.get("resource_status_reason") or ""),
    )


def _output(answer: Answer, concealing: Concealing, *, shows: Collection[str], shown: str) -> Output:
    """Return an output; of one that `shows`, what is known to be hidden is masked, and one that is `shown` is whole."""
    name, value = str(answer["output_key"]), as_text(answer.get("output_value"))
    text = value if name == shown else concealing.text(value) if name in shows else ""
    is_masked = name not in shows and name != shown
    return Output(name, text, is_masked, concealing.reason(str(answer.get("output_error") or "")))


def hidden_parameters(template: Any) -> set[str]:
    """Return the hidden parameters of a HOT or AWS template."""
    declared = template.get("parameters") or template.get("Parameters") or {}
    return {key for key, each in declared.items() if isinstance(each, dict) and _is_hidden(each)}


def policies_of(template: Any, preview: Preview) -> dict[str, str]:
    """Return what becomes of the resources of a HOT or AWS template when its stack is deleted.

    What Heat has not made stays. A policy may be a function: what that comes to is in the preview, or not known.
    """
    declared = template.get("resources") or template.get("Resources") or {}
    found = {}
    for name, each in declared.items():
        fields = each if isinstance(each, dict) else {}
        policy = fields.get("deletion_policy", fields.get("DeletionPolicy"))
        if fields.get("external_id") is not None:
            found[name] = "retain"
        elif isinstance(policy, dict):
            said = str(preview.resources[name].deletion_policy).lower() if name in preview.resources else ""
            found[name] = "unknown" if said == "delete" else said  # it says so also where a hidden value decides
        else:
            found[name] = str(policy or "delete").lower()
    return {name: policy if policy in POLICIES else "unknown" for name, policy in found.items()}


def _is_hidden(declaration: Mapping[str, Any]) -> bool:
    """Whether a parameter of a HOT or AWS template is hidden, in any of Heat's spellings."""
    return str(declaration.get("hidden", declaration.get("NoEcho"))).lower() in TRUE_WORDS


def _picture(template: Template | None, preview: Preview) -> str:
    """Return the map of a stack's template; empty for one that we cannot read, or that is too large for a map."""
    if template is None or len(template.resources) > MOST_DRAWN:
        return ""
    return write_picture(draw_map(template, preview))
