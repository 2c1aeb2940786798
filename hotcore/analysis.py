"""The main entry points: load a template with its files, preview it with values, get its graph and diagnostics."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hotcore.bundle_files import BundleFiles
from hotcore.catalogue import Catalogue, ResourceRegistry, catalogue_in_use
from hotcore.diagnostics import Diagnostic, Phase, Report, Severity
from hotcore.environment import Environment, check_registry, combined
from hotcore.evaluation import Nesting, Surroundings, Tree
from hotcore.parameters import Locations
from hotcore.resolver import Preview, ResolvedStack, nested_refusals, resolve_stack, with_empty_defaults, with_repairs
from hotcore.resources import is_computed
from hotcore.runtime import cached_property, paused_collector
from hotcore.sandbox import shared_time
from hotcore.source import Source, decode, first_undecodable
from hotcore.syntax import LIMITS, Limits, read
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
    possibly_hidden,
    references,
)
from hotcore.values import Unknown, is_shallow

SANDBOX_SECONDS = 2.0
"""Time limit for all expressions and patterns of a template together; the rest is not evaluated."""

REPAIR_SECONDS = 0.5
"""Time limit for all patterns while replacements for rejected values are searched, within the time that is left."""

_PENDING = ("value-needed",)
"""Diagnostics that only say that a value has not been given yet."""


class Document:
    """A template that was read: its declarations, and the diagnostics that do not depend on values.

    `template` is None when the text is not a template.
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
        """The diagnostics that do not depend on values; a parameter that has no value yet is not a diagnostic."""
        if self.template is None:
            return self.found
        return tuple(found for found in self.unfilled.diagnostics if found.code not in _PENDING)

    @cached_property
    def unfilled(self) -> Preview:
        """The preview of the template without any values."""
        return preview(self)

    def parameter_types(self, environments: Sequence[Environment] = ()) -> Mapping[str, str]:
        """The types of all parameters, including those of nested templates; the template's own take precedence.

        Heat uses them to merge environments.
        """
        if self.template is None:
            return {}
        sent = _templates_sent(self.template, self.bundle, [each.registry for each in environments])
        templates = [*(nested.template for nested in sent if nested.template is not None), self.template]
        return {name: parameter.type for template in templates for name, parameter in template.parameters.items()}

    @cached_property
    def hidden_names(self) -> frozenset[str]:
        """The names of all hidden parameters, including those of nested templates, which environments reach too."""
        names = set(self.template.hidden_names if self.template else ())
        for name, content in self.files.items():
            is_foreign = "NoEcho" in content
            if not is_foreign and not has_version(content):
                continue
            nested = self.bundle.template(name, is_needed=False)
            if nested.is_left_out:
                names |= possibly_hidden(content)
            elif nested.template is not None:
                names |= nested.template.hidden_names
            if is_foreign:
                names |= no_echo(nested.root)
        return frozenset(names)

    def with_files(self, files: Mapping[str, str]) -> "Document":
        """The document with the files that come with it; see `load`. The text is not read again."""
        bundle = Bundle(BundleFiles(files))
        report = Report()
        report.extend(self.found)
        if self.template is not None:
            with shared_time(SANDBOX_SECONDS):
                report.extend(_found_in_files(self.template, bundle))
        return Document(self.text, bundle, self.name, report.sorted, self.template)

    @property
    def ok(self) -> bool:
        """Whether the template itself has no errors."""
        return all(diagnostic.severity is not Severity.ERROR for diagnostic in self.diagnostics)


def load(
    text: str | bytes,
    files: Mapping[str, str] | None = None,
    name: str = "template",
    *,
    folder: str | None = None,
    limits: Limits = LIMITS,
) -> Document:
    """Reads a template.  `files` are the contents of the files that come with it, by their path relative to it; all of
    them are sent to Heat.  With a `folder`, they are the files of a repository that has the template in that folder
    (empty: at the top), and a client sends only those that are referenced.  `limits` are the size limits, for a Heat
    that is configured to accept more than the default.

    Problems become diagnostics of the document; nothing is raised.
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
    with paused_collector(len(source.text)):
        root = read(source, report, limits)
        with shared_time(SANDBOX_SECONDS):
            template = SectionReader(source, report).template(root) if root is not None else None
            if template is not None:
                report.extend(_found_in_files(template, bundle))
        return Document(source.text, bundle, name, report.sorted, template)


def _undecodable(content: bytes, message: str) -> tuple[Source, Diagnostic]:
    """The text of a file that is not UTF-8, as far as it can be decoded, and its diagnostic."""
    source = Source(content.decode("utf-8", "replace"))
    start = len(Source(content[: first_undecodable(content)].decode("utf-8")).text)
    utf_16 = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    hint = "It looks like UTF-16; save it as UTF-8." if utf_16 else "Save it as UTF-8."
    return source, Diagnostic("not-utf-8", message, source.span(start, min(start + 1, len(source.text))), hint=hint)


def _found_in_files(
    template: Template, bundle: Bundle, registries: Sequence[ResourceRegistry] = ()
) -> Iterator[Diagnostic]:
    """The diagnostics of nested templates that make Heat reject the whole stack: their version and parameters."""
    left_out = 0
    for nested in _templates_sent(template, bundle, registries):
        left_out += nested.is_left_out
        if nested.is_versioned or nested.is_foreign:
            early = (found for found in nested.found if found.phase in (Phase.TEXT, Phase.DEFINITIONS))
            yield from (replace(found, phase=Phase.TEXT) for found in early)
    if left_out:
        message = f"The files are too long to be read all at once; {left_out} of the templates among them are left out."
        yield Diagnostic("nested-left-out", message, severity=Severity.HINT)


def _templates_sent(
    template: Template, bundle: Bundle, registries: Sequence[ResourceRegistry]
) -> Iterator[NestedTemplate]:
    """The templates among the files that a client sends, those that something refers to first."""
    needed = dict.fromkeys(needed_files(template, bundle, registries)) if bundle.files else {}
    for path in needed if bundle.files.folder is not None else {**needed, **dict.fromkeys(bundle.files)}:
        if has_version(bundle.files[path]):
            yield bundle.template(path, is_needed=path in needed)


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
    """The stack that Heat would create from the template.

    `values` are the values from a form, as strings or as JSON values; they override the `environments`, of which later
    ones override earlier ones.  `attributes` stand in for attributes that only a live stack has, `stack` for the pseudo
    parameters.  With `mask`, the values of hidden parameters are masked wherever they are used.  Resource types are
    those of the shipped catalogue unless another one is given; `api_versions` are the configured API versions by client
    plug-in.  `surroundings` replaces the whole context of the template.
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
    """A preview with its context, so that further values can be evaluated in the same context."""
    environment = combined(environments, document.parameter_types(environments) if environments else None)
    known = document.found + environment.diagnostics + tuple(_overridden(environment, values or {}))
    if document.template is None:
        return ResolvedStack(Preview(diagnostics=known))
    if environment.registry:
        known += tuple(_found_in_files(document.template, document.bundle, [each.registry for each in environments]))
    given = environment.parameters | dict(values or {})
    around = surroundings or Surroundings(
        files=document.files,
        attributes=_stand_ins(attributes or {}),
        stack=stack or {},
        catalogue=catalogue or catalogue_in_use(),
        api_versions=api_versions or {},
        nesting=Nesting(Tree(document.bundle, environment.parameter_defaults)),
    )
    if environment.registry:
        around = replace(around, registry=around.registry.overridden_by(environment.registry).with_new_budget())
    template, defaults = document.template, environment.parameter_defaults
    locations = _locations(environment, values)

    def resolve(more: Mapping[str, Any]) -> ResolvedStack:
        return resolve_stack(template, around, given | dict(more), defaults, known, mask=mask, locations=locations)

    with paused_collector(len(document.text)), shared_time(SANDBOX_SECONDS):
        result = resolve({})
        repaired = _with_repairs(_checked(result.preview, document, around, resolve), template, given, defaults)
        return result if repaired is result.preview else replace(result, preview=repaired)


def _checked(
    result: Preview, document: Document, around: Surroundings, resolve: Callable[[Mapping[str, Any]], ResolvedStack]
) -> Preview:
    """The preview with the problems of the registry, and without errors that only empty defaults cause."""
    checked = _with_registry_checked(result, document, around)
    if around.created or document.template is None:
        return checked
    return with_empty_defaults(checked, document.template, lambda more: resolve(more).preview)


def _with_repairs(
    result: Preview, template: Template, given: Mapping[str, Any], defaults: Mapping[str, Any]
) -> Preview:
    """The preview with the nearest legal values for refused ones, also for those that nested templates refuse."""
    if not result.diagnostics:
        return result
    with shared_time(REPAIR_SECONDS):
        repaired = with_repairs(result, template, given, defaults)
        if not any(found.refusals for found in repaired.diagnostics):
            return repaired
        refusals = nested_refusals(repaired.diagnostics, _as_given(template, given, defaults))
    return replace(repaired, nested_refusals=refusals)


def _as_given(template: Template, given: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """The unconverted values of all parameters: given ones, then defaults of environments, then the template's."""
    own = {name: parameter.default for name, parameter in template.parameters.items()}
    sources = (own, defaults, given)
    return {name: value for source in sources for name, value in source.items() if value is not None}


def _locations(environment: Environment, values: Mapping[str, Any] | None) -> Locations:
    """The locations of the effective values that come from environments."""
    given = environment.places.get("parameters", {})
    return {
        "given": {name: place for name, place in given.items() if name not in (values or ())},
        "parameter_defaults": environment.places.get("parameter_defaults", {}),
    }


def _overridden(environment: Environment, values: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Environment values that are overridden by given ones here, although Heat would use the environment's."""
    for name, place in environment.places.get("parameters", {}).items():
        if values.get(name) is not None and environment.parameters.get(name) is not None:
            message = f"The value of `{name}` entered by hand overrides this one here."
            hint = "Heat uses the environment's value when it gets both."
            yield Diagnostic(
                "value-outdone", message, place.key_span, Severity.HINT, hint, place.file, phase=Phase.ENVIRONMENT
            )


def _with_registry_checked(result: Preview, document: Document, around: Surroundings) -> Preview:
    """The preview with the problems of the registry for this template added."""
    if not around.registry or document.template is None:
        return result
    report = Report()
    report.extend(result.diagnostics)
    enabled = {name: state.enabled for name, state in result.resources.items()}
    known = around.catalogue.has if around.catalogue else None
    check_registry(around.registry, document.template, document.files, enabled, report, known)
    return replace(result, diagnostics=report.sorted)


def _stand_ins(attributes: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """The stand-in attributes of resources; values that are nested too deeply stay unknown."""
    return {
        name: {key: value if is_shallow(value) else Unknown(f"get_attr {name}.{key}") for key, value in values.items()}
        for name, values in attributes.items()
    }


def dependencies(document: Document) -> Graph:
    """The dependency graph of the template as written, regardless of its conditions."""
    if document.template is None:
        return Graph((), (), {})
    return dependency_graph(document.template)


def wanted_attributes(document: Document) -> tuple[tuple[str, str], ...]:
    """The resource attributes that the template references by name and that cannot be derived from properties: those
    that stand-in values can be given for."""
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
