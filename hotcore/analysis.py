"""The front door: a text with its files and values in; declarations, a preview, a graph and findings out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import Catalogue, ResourceRegistry, shipped_catalogue
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.environment import Environment, check_registry, combined
from hotcore.evaluation import Nesting, Surroundings, Tree
from hotcore.gc_pause import collector_at_rest
from hotcore.parameters import Places
from hotcore.preview import Preview, ResolvedStack, nested_refusals, resolve_stack, with_repairs
from hotcore.resources import is_computed
from hotcore.sandbox import shared_time
from hotcore.source import Source
from hotcore.syntax import LIMITS, Limits, decode, first_undecodable, read
from hotcore.template import (
    Bundle,
    Graph,
    NestedTemplate,
    SectionReader,
    Template,
    dependency_graph,
    has_version,
    needed_files,
    no_echo,
    references,
)
from hotcore.values import Unknown, is_shallow

SANDBOX_SECONDS = 2.0
"""What all expressions and patterns of a template may take together; the rest is not evaluated."""

REPAIR_SECONDS = 0.5
"""What all patterns may take together, of what is left, while values are looked for in place of refused ones."""

_PENDING = ("value-needed",)
"""Findings that say no more than that values are still to be given."""


class Document:
    """A template that was read: its declarations, and what is wrong with it whatever values it gets.

    `template` is None when the text is no template at all.
    """

    def __init__(
        self, text: str, bundle: Bundle, name: str, found: tuple[Diagnostic, ...], template: Template | None
    ) -> None:
        self.text = text
        self.files = bundle.files
        self.name = name
        self.found = found
        self.template = template
        self.bundle = bundle

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The findings that do not depend on values: a parameter without one is none."""
        if self.template is None:
            return self.found
        return tuple(found for found in self.unfilled.diagnostics if found.code not in _PENDING)

    @cached_property
    def unfilled(self) -> Preview:
        """What Heat would make of the template while no values are given."""
        return preview(self)

    def parameter_types(self, environments: Sequence[Environment] = ()) -> Mapping[str, str]:
        """The types of all parameters, those of the templates that are sent along too; the template's own count first.

        Heat merges environments by them.
        """
        if self.template is None:
            return {}
        sent = _templates_sent(self.template, self.bundle, [each.registry for each in environments])
        templates = [*(nested.template for nested in sent if nested.template is not None), self.template]
        return {name: parameter.type for template in templates for name, parameter in template.parameters.items()}

    @cached_property
    def hidden_names(self) -> frozenset[str]:
        """The names of all hidden parameters, those of the templates among the files too, which environments reach."""
        foreign = (content for content in self.files.values() if "NoEcho" in content)
        own = (template.hidden_names for template in self._templates)
        return frozenset().union(*own, *map(no_echo, foreign))

    @property
    def _templates(self) -> Iterator[Template]:
        """The templates among the files, and last this one."""
        for name, content in self.files.items():
            nested = self.bundle.template(name).template if has_version(content) else None
            if nested is not None:
                yield nested
        if self.template is not None:
            yield self.template

    @property
    def ok(self) -> bool:
        """Whether the template itself is without errors."""
        return all(diagnostic.severity is not Severity.ERROR for diagnostic in self.diagnostics)


def load(
    text: str | bytes,
    files: Mapping[str, str] | None = None,
    name: str = "template",
    *,
    folder: str | None = None,
    limits: Limits = LIMITS,
) -> Document:
    """Reads a template.  `files` are the contents that come with it, by their paths beside it; all of them are sent to
    Heat.  With a `folder`, they are those of a repository in which the template lies in that folder (empty: at the
    top), and a client sends the ones that are named.  `limits` are how much the template may ask for, for those whose
    Heat takes more than it does by default.

    Whatever is wrong is told by the document's diagnostics; nothing is raised.
    """
    bundle = Bundle(BundleFiles(files, folder))
    report = Report()
    if isinstance(text, bytes):
        content = text
        try:
            text = decode(content)
        except ValueError as error:
            source, found = _undecodable(content, str(error))
            return Document(source.text, bundle, name, (found,), None)
    source = Source(text)
    with collector_at_rest(len(source.text)):
        root = read(source, report, limits)
        with shared_time(SANDBOX_SECONDS):
            template = SectionReader(source, report).template(root) if root is not None else None
            if template is not None:
                report.extend(_found_in_files(template, bundle))
        return Document(source.text, bundle, name, report.sorted, template)


def _undecodable(content: bytes, message: str) -> tuple[Source, Diagnostic]:
    """The text of a file that is not UTF-8, as far as it can be shown, and the finding about it."""
    source = Source(content.decode("utf-8", "replace"))
    start = len(Source(content[: first_undecodable(content)].decode("utf-8")).text)
    utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    hint = "It looks like UTF-16; save it as UTF-8." if utf_16 else "Save it as UTF-8."
    return source, Diagnostic("not-utf-8", message, source.span(start, min(start + 1, len(source.text))), hint=hint)


def _found_in_files(
    template: Template, bundle: Bundle, registries: Sequence[ResourceRegistry] = ()
) -> Iterator[Diagnostic]:
    """Heat reads every file that it is sent and that is a template, and refuses the whole for its version or
    parameters."""
    for nested in _templates_sent(template, bundle, registries):
        if nested.is_versioned or nested.is_foreign:
            early = (found for found in nested.found if found.phase in (Phase.TEXT, Phase.DEFINITIONS))
            yield from (replace(found, phase=Phase.TEXT) for found in early)


def _templates_sent(
    template: Template, bundle: Bundle, registries: Sequence[ResourceRegistry]
) -> Iterator[NestedTemplate]:
    """The templates among the files that are sent along."""
    is_repository = bundle.files.folder is not None
    for path in needed_files(template, bundle, registries) if is_repository else bundle.files:
        if has_version(bundle.files[path]):
            yield bundle.template(path)


def preview(
    document: Document,
    values: Mapping[str, Any] | None = None,
    *,
    environments: Sequence[Environment] = (),
    attributes: Mapping[str, Mapping[str, Any]] | None = None,
    stack: Mapping[str, str] | None = None,
    mask: bool = True,
    catalogue: Catalogue | None = None,
    api_versions: Mapping[str, str] | None = None,
    surroundings: Surroundings | None = None,
) -> Preview:
    """What Heat would make of the template.

    `values` are what somebody gives, as texts of a form or as JSON values; they win over the `environments`, of
    which later ones win.  `attributes` stand in for what only a live stack knows, `stack` for the pseudo
    parameters.  With `mask`, the values of hidden parameters are replaced wherever they flow.  Resource types are those
    of the shipped catalogue unless another one is given; `api_versions` are the configured API versions by client
    plug-in.  `surroundings` take the place of all that stands around the template.
    """
    return resolved(
        document,
        values,
        environments=environments,
        attributes=attributes,
        stack=stack,
        mask=mask,
        catalogue=catalogue,
        api_versions=api_versions,
        surroundings=surroundings,
    ).preview


def resolved(
    document: Document,
    values: Mapping[str, Any] | None = None,
    *,
    environments: Sequence[Environment] = (),
    attributes: Mapping[str, Mapping[str, Any]] | None = None,
    stack: Mapping[str, str] | None = None,
    mask: bool = True,
    catalogue: Catalogue | None = None,
    api_versions: Mapping[str, str] | None = None,
    surroundings: Surroundings | None = None,
) -> ResolvedStack:
    """A preview with what it came out of, so that further values can be worked out under the same circumstances."""
    environment = combined(environments, document.parameter_types(environments) if environments else None)
    known = document.found + environment.diagnostics + tuple(_outdone(environment, values or {}))
    if document.template is None:
        return ResolvedStack(Preview(diagnostics=known))
    attributes = {name: _stand_ins(name, values) for name, values in (attributes or {}).items()}
    if environment.registry:
        registries = [each.registry for each in environments]
        known += tuple(_found_in_files(document.template, document.bundle, registries))
    given = environment.parameters | dict(values or {})
    places = _places(environment, values or {})
    around = surroundings or Surroundings(
        files=document.files,
        attributes=attributes,
        stack=stack or {},
        catalogue=catalogue or shipped_catalogue(),
        api_versions=api_versions or {},
        nesting=Nesting(Tree(document.bundle, environment.parameter_defaults)),
    )
    if environment.registry:
        around = replace(around, registry=around.registry.overridden_by(environment.registry))
    with collector_at_rest(len(document.text)), shared_time(SANDBOX_SECONDS):
        result = resolve_stack(
            document.template, around, given, environment.parameter_defaults, known, mask=mask, places=places
        )
        checked = _with_registry_checked(result.preview, document, around)
        with shared_time(REPAIR_SECONDS):
            repaired = with_repairs(checked, document.template, given, environment.parameter_defaults)
            values = _as_given(document.template, given, environment.parameter_defaults)
            refusals = nested_refusals(repaired.diagnostics, values)
    return replace(result, preview=replace(repaired, nested_refusals=refusals))


def _as_given(template: Template, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The values of all parameters as they were given or stand as defaults, those of environments first."""
    own = {name: parameter.default for name, parameter in template.parameters.items()}
    sources = (own, defaults, given)
    return {name: value for source in sources for name, value in source.items() if value is not None}


def _places(environment: Environment, values: Mapping[str, Any]) -> Places:
    """Where the values that count stand, as far as they stand in environments."""
    given = environment.places.get("parameters", {})
    return {
        "given": {name: place for name, place in given.items() if name not in values},
        "parameter_defaults": environment.places.get("parameter_defaults", {}),
    }


def _outdone(environment: Environment, values: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Values of environments that others were given for: here those count, but Heat would take the environment's."""
    for name, place in environment.places.get("parameters", {}).items():
        if values.get(name) is not None and environment.parameters.get(name) is not None:
            message = f"`{name}` is given by hand as well, and that counts here."
            hint = "Heat takes the value of the environment when it is sent both."
            yield Diagnostic(
                "value-outdone", message, place.key_span, Severity.HINT, hint, place.file, phase=Phase.ENVIRONMENT
            )


def _with_registry_checked(result: Preview, document: Document, around: Surroundings) -> Preview:
    """The preview with what is wrong with the registry for this template."""
    if not around.registry or document.template is None:
        return result
    report = Report()
    report.extend(result.diagnostics)
    enabled = {name: state.enabled for name, state in result.resources.items()}
    known = around.catalogue.has if around.catalogue else None
    check_registry(around.registry, document.template, document.files, enabled, report, known)
    return replace(result, diagnostics=report.sorted)


def _stand_ins(name: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The stand-in attributes of a resource; what is nested too deeply stays unknown."""
    return {key: value if is_shallow(value) else Unknown(f"get_attr {name}.{key}") for key, value in values.items()}


def dependencies(document: Document) -> Graph:
    """What depends on what, as the template is written, whatever its conditions say."""
    if document.template is None:
        return Graph((), (), {})
    return dependency_graph(document.template)


def wanted_attributes(document: Document) -> tuple[tuple[str, str], ...]:
    """The attributes of resources that the template asks for by name and that their properties do not tell: what
    stand-in values can be given for."""
    if document.template is None:
        return ()
    named: Iterable[tuple[str, str]] = (
        (reference.name, reference.attribute)
        for _, _, node in document.template.values()
        for reference in references(node)
        if reference.kind == "attribute" and reference.attribute and reference.name in document.template.resources
        if not is_computed(document.template.resources[reference.name].type, reference.attribute)
    )
    return tuple(dict.fromkeys(named))
