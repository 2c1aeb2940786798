"""Restoring a snapshot as a run: what the snapshot holds takes the place of a revision and of a form.

Heat keeps hidden values in a snapshot, and gives them to whoever reads it. They are used within a request and never
stored: neither those of parameters, nor files that no template names, as clients send environments in files as well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from designer import analysis
from designer.cloud.faults import faults_of, unreadable
from designer.cloud.heat import ORCHESTRATION, Answer, Heat
from designer.files.content import Content
from designer.forms.state import FormStates
from designer.models import Run
from hotcore.syntax import write_yaml
from hotcore.template import followed_names

ENVIRONMENT = "snapshot"
"""The name of the environment file that a snapshot's environment is in the form of its run."""
TAKEN = {"snapshot_image_id": "image", "backup_id": "backup_id"}
"""What Heat has taken of a server or a volume, and the property by which it is made from that."""
SOURCES = ("image", "image_ref", "source_volid", "snapshot_id")
"""The properties of servers and volumes that say what they are made from."""


@dataclass(frozen=True)
class Kept:
    """A snapshot as Heat has it."""

    answer: Answer

    @property
    def data(self) -> Mapping[str, Any]:
        """The stack as it was."""
        return self.answer.get("data") or {}

    @property
    def environment(self) -> Mapping[str, Any]:
        """Its environment, with hidden values."""
        return self.data.get("environment") or {}

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The values that were given, hidden ones too."""
        return self.environment.get("parameters") or {}

    @property
    def template(self) -> dict[str, Any]:
        """Its template, in which servers and volumes come from the images and backups that Heat has taken of them."""
        template, kept = dict(self.data["template"]), self.data.get("resources") or {}
        resources = template.get("resources")
        if not isinstance(resources, dict):
            return template
        named = {name: (kept.get(name) or {}).get("resource_data") or {} for name in resources}
        return template | {"resources": {name: _restored(each, named[name]) for name, each in resources.items()}}

    @property
    def request(self) -> dict[str, Any]:
        """The body of an update that does what restoring does."""
        environment = {key: value for key, value in self.environment.items() if value}
        return {
            "template": self.template,
            "files": self.data.get("files") or {},
            "environment": environment,
        }

    @property
    def content(self) -> Content:
        """Its template, with the files that this names."""
        text = write_yaml(self.template).encode("utf-8", "replace")
        files = {str(path): str(file).encode("utf-8", "replace") for path, file in self.request["files"].items()}
        document = analysis.document(Content(text, files))
        if document.template is None:
            return Content(text)
        registry = analysis.read_environment(self.shared_environment, ENVIRONMENT).registry
        named = followed_names(document.template.root, document.bundle, [registry])
        paths = {each.path for each in named}
        return Content(text, {path: file for path, file in files.items() if path in paths})

    @property
    def shared_environment(self) -> str:
        """What its environment says besides the values of parameters."""
        sections = ("resource_registry", "parameter_defaults")
        return write_yaml({key: self.environment.get(key) or {} for key in sections})

    def hidden_values(self) -> Iterator[object]:
        """Yield the values that its template hides."""
        declared = analysis.document(self.content).template
        for name, value in self.parameters.items():
            if declared is None or name not in declared.parameters or declared.parameters[name].hidden:
                yield value


def _restored(resource: Any, taken: Mapping[str, Any]) -> Any:
    """Return the declaration of a resource as Heat restores it from what it has taken of it."""
    found = {name: str(taken[key]) for key, name in TAKEN.items() if taken.get(key)}
    if not found or not isinstance(resource, dict):
        return resource
    given = resource.get("properties")
    properties = {key: value for key, value in (given if isinstance(given, dict) else {}).items() if key not in SOURCES}
    return resource | {"properties": properties | found}


def kept_snapshot(heat: Heat, run: Run) -> Kept:
    """Return the snapshot that a run restores; raise `CloudFault` if it is gone or unreadable."""
    with faults_of(ORCHESTRATION.name):
        found = Kept(heat.snapshot(run.stack_name, run.stack_id, str(UUID(run.plan["snapshot"]["id"]))))
        if not found.data.get("template"):
            raise unreadable(ORCHESTRATION.name)
        return found


def set_snapshot(run: Run, kept: Kept) -> None:
    """Set the revision and the form of a run as a snapshot has them, without hidden values."""
    content = kept.content
    template = analysis.document(content).template
    if template is None:
        raise unreadable(ORCHESTRATION.name)
    states = FormStates(content, template)
    values = {name: value for name, value in kept.parameters.items() if name in template.parameters}
    file = {"name": ENVIRONMENT, "on": True, "text": kept.shared_environment}
    run.form = states.kept(states.of_values(values, states.arranged([file])))
    run.plan = {
        "snapshot": {
            "id": str(kept.answer["id"]),
            "name": str(kept.answer.get("name") or ""),
            "made": str(kept.answer.get("creation_time") or ""),
            "text": content.text.decode(),
            "files": {path: file.decode() for path, file in content.files.items()},
        }
    }


def content_of(run: Run) -> Content:
    """Return what a run makes of its stack: the revision, or what its snapshot holds."""
    kept = run.plan.get("snapshot")
    if not kept:
        return run.revision.content
    return Content(kept["text"].encode(), {path: text.encode() for path, text in kept["files"].items()})
