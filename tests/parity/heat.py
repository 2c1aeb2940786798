"""The answer of a real Heat, in this process, to a case of the conformance format.

Heat runs as far as it gets without a cloud: a template becomes a stack whose resources are opaque (any type is
accepted, properties have no schemas) and whose created resources have the attributes that the case gives them.  The
steps follow `Stack.validate`, each with the stage under which the conformance format files its refusals.
"""

import contextlib
import json
import sys
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from typing import Any, TypeVar

import yaml

from tests.parity.heat_stack import Case, Stack

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import exception, template_format
    from heat.engine import api, environment, function, output, parameter_groups, template

_FRAMES = 1000
"""Heat's recursion limit, as in a separate process: some refusals only come from exceeding it."""

Result = TypeVar("Result")


def reads_unsteadily(text: str) -> bool:
    """Whether a text is YAML only for Heat's second parser, which it asks when the first one, libyaml, refuses; or has
    a set, whose order is a new one in every process."""
    with contextlib.suppress(ValueError, RecursionError):
        json.loads(text)
        return False
    if "!!set" in text:
        return True
    try:
        yaml.load(text, Loader=template_format.yaml_loader)
    except yaml.YAMLError:
        with contextlib.suppress(yaml.YAMLError, ValueError, RecursionError):
            yaml.safe_load(text)
            return True
    except (ValueError, LookupError, RecursionError):
        pass  # a tag on an empty text, for one, makes it stumble
    return False


class Refused(Exception):
    """Heat refuses the template: at which stage, with which exception, in which words."""

    def __init__(self, stage: str, kind: str, message: str) -> None:
        super().__init__(f"{stage}: {kind}: {message}")
        self.stage = stage
        self.kind = kind
        self.message = message


def answer(case: Case) -> dict[str, Any]:
    """What Heat makes of a case: the `expect` of the conformance format as plain Python values, and beside it the
    `message` of a refusal.

    The case stays as it is, although some of Heat's functions change the lists that they are given.
    """
    with _frames(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            answered = _accepted(_Run(deepcopy(case), strict=True))
        except Refused as refused:
            answered = {
                "ok": False,
                "error_stage": refused.stage,
                "error_type": refused.kind,
                "message": refused.message,
                **dict.fromkeys(("parameters", "conditions", "resources", "outputs", "parameter_groups")),
            }
        try:
            answered["schema"] = _schema(_Run(deepcopy(case), strict=False))
        except Refused:
            answered["schema"] = None
    return answered


def resolve(case: Case) -> dict[str, Any]:
    """The resolved stack of the case, as in `answer`, and nothing else: Heat reads, validates and resolves the
    template once.  Raises `Refused`."""
    with _frames(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _accepted(_Run(case, strict=True))


@contextlib.contextmanager
def _frames() -> Iterator[None]:
    """Gives Heat the stack depth of a fresh process, whatever the caller."""
    depth, frame = 0, sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        depth += 1
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + _FRAMES)
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _at(stage: str, step: Callable[[], Result]) -> Result:
    """The result of a step; whatever it raises is a refusal at the stage, or at `outputs` when an output raised it."""
    try:
        return step()
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        if stage == "resources" and any(frame.filename == output.__file__ for frame in frames):
            stage = "outputs"
        raise Refused(stage, type(error).__name__, str(error)[:300]) from error


class _Run:
    """A template and its stack, as far as both can be made; `check` does what Heat does before it creates anything."""

    def __init__(self, case: Case, *, strict: bool) -> None:
        self.strict = strict
        given = case.get("environment") or {}
        files = case.get("files") or {}
        data = _at("parse", lambda: template_format.parse(case["template"]))
        around = environment.Environment({key: given.get(key) or {} for key in ("parameters", "parameter_defaults")})
        self.template = _at("parse", lambda: template.Template(data, files=files, env=around))
        _at("parse", lambda: [template.Template(content).param_schemata() for content in _templates(files.values())])
        _at("parameters", self.template.param_schemata)
        self.stack = _at("parameters", lambda: Stack(case, self.template, strict=strict))

    @property
    def pseudo(self) -> tuple[str, ...]:
        """The names of the parameters that every stack has."""
        return tuple(self.stack.parameters.PSEUDO_PARAMETERS)

    def check(self) -> None:
        """Raises the first refusal."""
        built = self.stack
        _at("parse", self.check_sections)
        _at("resources", self.template.validate)
        _at("parameters", lambda: built.parameters.validate(context=built.context, validate_value=self.strict))
        _at("parameters", parameter_groups.ParameterGroups(self.template).validate)
        _at("conditions", lambda: self.template.conditions(built).validate())
        _at("resources", lambda: built.resources)
        _at("resources", self.check_names)
        _at("resources", lambda: next(iter(built._explicit_dependencies()), None))
        if built.resources:
            _at("outputs", lambda: self.template.outputs(built.defn))
        _at("resources", lambda: built._update_all_resource_data(for_resources=True, for_outputs=True))
        _at("resources", self.check_resources)

    def check_sections(self) -> None:
        for section in self.template.t:
            if section not in self.template.SECTIONS:
                raise exception.InvalidTemplateSection(section=section)

    def check_names(self) -> None:
        if both := set(self.stack.parameters) & set(self.stack.resources):
            raise exception.StackValidationFailed(message=f"Duplicate names {both}")

    def check_resources(self) -> None:
        for each in self.stack.dependencies if self.strict else self.stack._explicit_dependencies():
            if each.external_id is None:
                each.validate()

    def outputs(self) -> dict[str, Any]:
        """The outputs that are on, validated."""
        outputs = _at("outputs", lambda: self.template.outputs(self.stack.defn))
        for declared in outputs.values():
            _at("outputs", declared.validate)
        return outputs


def _templates(contents: Iterable[str]) -> Iterator[Any]:
    """Those of the files that Heat can read as templates."""
    for content in contents:
        with contextlib.suppress(ValueError):
            yield template_format.parse(content)


def _accepted(run: _Run) -> dict[str, Any]:
    run.check()
    sections, definition = run.template.t, run.stack.defn
    found = _at("resources", lambda: {name: _resource(run, name) for name in definition.enabled_rsrc_names()})
    for name, body in (sections.get("resources") or {}).items():
        found.setdefault(name, _disabled(body["type"]))
    outputs = run.outputs()
    return {
        "ok": True,
        "error_stage": None,
        "error_type": None,
        "outputs": _at("outputs", lambda: {name: declared.get_value() for name, declared in outputs.items()}),
        "resources": found,
        "parameters": {
            name: run.stack.parameters[name] for name in sections.get("parameters") or {} if not name.startswith("OS::")
        },
        "conditions": _conditions(run),
        "parameter_groups": sections.get("parameter_groups") or [],
    }


def _resource(run: _Run, name: str) -> dict[str, Any]:
    definition = run.stack.defn.resource_definition(name)
    return {
        "type": definition.resource_type,
        "enabled": True,
        "depends_on": sorted(need for need in definition.required_resource_names() if need in run.stack.resources),
        "properties": _resolved(definition._properties),
        "metadata": definition.metadata(),
        "deletion_policy": definition.deletion_policy(),
        "update_policy": _resolved(definition._update_policy),
        "external_id": definition.external_id(),
    }


def _resolved(field: Any) -> Any:
    value = function.resolve(field)
    return {} if value is None else value


def _disabled(kind: str) -> dict[str, Any]:
    fields = ("properties", "metadata", "deletion_policy", "update_policy", "external_id")
    return {"type": kind, "enabled": False, "depends_on": [], **dict.fromkeys(fields)}


def _conditions(run: _Run) -> dict[str, bool | None]:
    """The value of every condition; None for one that Heat cannot evaluate."""
    if not hasattr(run.template, "CONDITIONS"):
        return {}
    values: dict[str, bool | None] = {}
    for name in run.template.t.get("conditions") or {}:
        try:
            values[name] = run.template.conditions(run.stack.defn).is_enabled(name)
        except Exception:  # noqa: BLE001  Heat refuses with whatever it stumbles over
            values[name] = None
    return values


def _schema(run: _Run) -> dict[str, Any]:
    """What Heat's `validate_template` call answers."""
    run.check()
    run.outputs()
    parameters, form = run.stack.parameters, api.format_validate_parameter
    own = _at("parameters", lambda: parameters.map(form, lambda parameter: parameter.name not in run.pseudo))
    schema = {"Description": run.template.t.get("description") or "No description", "Parameters": own}
    if groups := run.template.t.get("parameter_groups"):
        schema["ParameterGroups"] = groups
    return schema
