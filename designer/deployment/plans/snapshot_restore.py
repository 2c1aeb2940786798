"""Restoring a snapshot as a run: what the snapshot holds takes the place of a revision and of a form.

Heat keeps hidden values in a snapshot, and gives them to whoever reads it. They are used within a request and never
stored: neither those of parameters, nor files that no template names, as clients send environments in files as well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from designer.cloud.project.heat import ORCHESTRATION, Answer, Heat
from designer.cloud.service.faults import CloudFault, Fault, faults_of, unreadable
from designer.content import analysis
from designer.content.content import Content
from designer.content.uploads import LARGEST_BUNDLE, words_for_size
from designer.fill.values.state import FormStates, is_keepable
from designer.models import Run
from hotcore.syntax import write_yaml
from hotcore.template import followed_names

LONGEST = 255  # characters of what Heat says of a snapshot besides what it holds
ENVIRONMENT = "snapshot"
"""The name of the environment file that a snapshot's environment is in the form of its run."""
TAKEN = {"snapshot_image_id": "image", "backup_id": "backup_id"}
"""What Heat has taken of a server or a volume, and the property by which it is made from that."""
SOURCES = ("image", "image_ref", "source_volid", "snapshot_id")
"""The properties of servers and volumes that say what they are made from."""


@dataclass(frozen=True)
class Kept:
    """A snapshot as Heat has it; `hidden` are the parameters that its stack hides now, which it may show."""

    answer: Answer
    hidden: frozenset[str] = frozenset()

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
    def encrypted(self) -> list[str]:
        """The names of the parameters that Heat has encrypted."""
        return self.environment.get("encrypted_param_names") or []

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
    def parameter_defaults(self) -> Mapping[str, Any]:
        """The values for parameters of nested templates, hidden ones too."""
        return self.environment.get("parameter_defaults") or {}

    @property
    def shared_environment(self) -> str:
        """What its environment says besides the values of parameters, without what may be hidden."""
        defaults = {name: value for name, value in self.parameter_defaults.items() if self.is_open(name)}
        registry = self.environment.get("resource_registry") or {}
        return write_yaml({"resource_registry": registry, "parameter_defaults": defaults})

    @cached_property
    def _declared(self) -> dict[str, bool]:
        """Whether a parameter is hidden, of all that the template or any of the files declares.

        The files count whatever they are called: clients name those of nested templates by addresses.
        """
        found: dict[str, bool] = {}
        texts = [write_yaml(self.template), *map(str, self.request["files"].values())]
        for text in texts:
            template = analysis.document(Content(text.encode("utf-8", "replace"))).template
            for name, parameter in template.parameters.items() if template else ():
                found[name] = found.get(name, False) or parameter.hidden
        return found

    def is_open(self, name: str) -> bool:
        """Whether a parameter is declared, and hidden nowhere: only then its values may be stored."""
        return self._declared.get(name) is False and name not in self.hidden and name not in self.encrypted

    def hidden_values(self) -> Iterator[object]:
        """Yield the values that may be hidden, and the defaults of parameters that are."""
        for given in (self.parameters, self.parameter_defaults):
            yield from (value for name, value in given.items() if not self.is_open(name))
        template = analysis.document(self.content).template
        for parameter in template.parameters.values() if template else ():
            if parameter.has_default and not self.is_open(parameter.name):
                yield parameter.default


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
        kept = run.plan["snapshot"]
        answer = heat.snapshot(run.stack_name, run.stack_id, str(UUID(kept["id"])))
        found = Kept(answer, frozenset(kept.get("hidden", ())))
        parts = (found.data, found.environment, found.parameters, found.parameter_defaults, found.request["files"])
        is_whole = all(isinstance(part, dict) for part in parts) and isinstance(found.encrypted, list)
        if not answer.get("id") or not found.template or not is_whole:
            raise unreadable(ORCHESTRATION.name)
        return found


def set_snapshot(run: Run, kept: Kept) -> None:
    """Set the revision and the form of a run as a snapshot has them, without hidden values."""
    content = kept.content
    template = analysis.document(content).template
    if template is None:
        raise unreadable(ORCHESTRATION.name)
    states = FormStates(content, template)
    values = {name: value for name, value in kept.parameters.items() if kept.is_open(name)}
    if not all(is_keepable(name, value) for name, value in values.items()):
        raise unreadable(ORCHESTRATION.name)
    environment = kept.shared_environment
    file = {"name": ENVIRONMENT, "on": True, "text": environment}
    texts = [content.text, *content.files.values(), environment.encode("utf-8", "replace")]
    if sum(map(len, texts)) > LARGEST_BUNDLE:
        words = _("The snapshot is larger than %(most)s.") % {"most": words_for_size(LARGEST_BUNDLE)}
        raise CloudFault(Fault.REFUSED, words)
    run.form = states.kept(states.of_values(values, states.arranged([file])))
    run.plan = {
        "snapshot": {
            "id": str(kept.answer["id"])[:LONGEST],
            "name": str(kept.answer.get("name") or "")[:LONGEST],
            "made": str(kept.answer.get("creation_time") or "")[:LONGEST],
            "hidden": sorted(kept.hidden),
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
