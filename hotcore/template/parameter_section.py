"""The reader of the parameters section (HOT specification, "Parameters section")."""

from collections.abc import Callable

from hotcore.constraints import KINDS, TYPES, BadOptions, Constraint, ParameterType
from hotcore.diagnostics import Phase, Report, Severity
from hotcore.function_registry import unmistakable_names
from hotcore.source import Span
from hotcore.spelling import nearest, no_name
from hotcore.syntax import Mapping, Node, Scalar, Sequence, foreign_idioms, to_plain
from hotcore.template.model import Parameter
from hotcore.values import kind_of
from hotcore.versions import Version

Complain = Callable[..., None]

_KEYS = ("type", "label", "description", "default", "hidden", "constraints", "immutable", "schema")
_KEYS_WITH_TAGS = (*_KEYS, "tags")
TAGS_SINCE = "2018-03-02"


def read_parameters(node: Node | None, version: Version, report: Report, complain: Complain) -> dict[str, Parameter]:
    """The parameters of a section; invalid ones are reported and omitted."""
    if node is None:
        return {}
    if not isinstance(node, Mapping):
        message = f"`parameters` must be a map of names and parameters, not {kind_of(to_plain(node))}."
        complain("bad-section", message, node.span, Phase.DEFINITIONS, foreign_idioms.map_hint(node))
        return {}
    found = {}
    keys = node.key_nodes
    for name, body in node.members.items():
        parameter = _Declaration(str(name), keys[name], version, report, complain).read(body)
        if not isinstance(name, str):
            complain("bad-name", no_name("a parameter", name), node.key_span(name), Phase.PARAMETERS)
        elif parameter:
            found[name] = parameter
    return found


class _Declaration:
    """Reads one parameter."""

    def __init__(self, name: str, key: Node, version: Version, report: Report, complain: Complain) -> None:
        self.name = name
        self.span = key.span
        self.version = version
        self.report = report
        self.complain = complain

    def read(self, body: Node) -> Parameter | None:
        if not isinstance(body, Mapping):
            message = (
                f"The parameter `{self.name}` must be a map with at least a `type`, not {kind_of(to_plain(body))}."
            )
            self.complain("bad-parameter", message, self.span, Phase.DEFINITIONS, _hint_of_body(body))
            return None
        self.check_keys(body)
        kind = self.type_of(body)
        tags = self.tags(body)
        constraints = self.constraints(body.members.get("constraints"), TYPES[kind or "string"])
        if kind is None:
            return None
        declared = to_plain(body)
        default_node = body.members.get("default")
        default = declared.get("default")
        return Parameter(
            name=self.name,
            type=kind,
            label=str(declared.get("label") or self.name),
            description=str(declared.get("description") or ""),
            has_default=default is not None,
            default=default,
            hidden=bool(declared.get("hidden")),
            immutable=bool(declared.get("immutable")),
            tags=tags,
            constraints=constraints,
            span=self.span,
            default_span=default_node.span if default_node else self.span,
            declared=declared,
        )

    def check_keys(self, body: Mapping) -> None:
        known = _KEYS_WITH_TAGS if self.version.date >= TAGS_SINCE else _KEYS
        for key in body.members:
            if key not in known:
                own_key = foreign_idioms.PARAMETER_KEYS.get(str(key).lower())
                hint = foreign_idioms.constraint_hint(key) or (f"Did you mean `{own_key}`?" if own_key else None)
                hint = hint or self.report.did_you_mean(key, known) or f"The keys are {', '.join(known)}."
                if key == "tags":
                    hint = f"`tags` requires version {TAGS_SINCE} or later."
                self.complain(
                    "unknown-parameter-key",
                    f"A parameter has no key `{key}`.",
                    body.key_span(key),
                    Phase.DEFINITIONS,
                    hint,
                )

    def type_of(self, body: Mapping) -> str | None:
        node = body.members.get("type")
        if node is None and nearest("type", (key for key in body.members if key not in _KEYS)):
            return None  # the misspelt key was reported
        if node is None:
            hint = f"The types are {', '.join(TYPES)}."
            self.complain(
                "missing-type", f"The parameter `{self.name}` has no `type`.", self.span, Phase.DEFINITIONS, hint
            )
            return None
        if isinstance(node, Scalar) and isinstance(node.value, str) and node.value in TYPES:
            self.check_default(body, node.value)
            return node.value
        if not isinstance(node, Scalar) or not isinstance(node.value, str):
            message = f"The type of a parameter must be one of {', '.join(TYPES)}, not {kind_of(to_plain(node))}."
            self.complain("unknown-type", message, body.value_span("type"), Phase.DEFINITIONS)
            return None
        written = node.value.lower()
        own_type = f"Did you mean `{foreign_idioms.TYPES[written]}`?" if written in foreign_idioms.TYPES else None
        hint = own_type or self.report.did_you_mean(node.value, TYPES) or f"The types are {', '.join(TYPES)}."
        message = f"There is no parameter type `{node.value}`."
        self.complain("unknown-type", message, node.span, Phase.DEFINITIONS, hint)
        return None

    def check_default(self, body: Mapping, kind: str) -> None:
        """Warns about a function in a default, which Heat takes literally; for most types it is an error."""
        default = body.members.get("default")
        if kind in ("string", "json") and isinstance(default, Mapping) and default.sole_key in unmistakable_names():
            message = f"`{default.sole_key}` is not evaluated in a default; Heat takes the map literally."
            span = default.key_span(default.sole_key)
            self.complain("function-in-default", message, span, Phase.DEFINITIONS, severity=Severity.WARNING)

    def tags(self, body: Mapping) -> tuple[str, ...]:
        node = body.members.get("tags")
        if node is None:
            return ()
        if not isinstance(node, Sequence):
            message = f"`tags` must be a list, not {kind_of(to_plain(node))}."
            hint = "Write it as `[a, b]`."
            self.complain("bad-tags", message, body.value_span("tags"), Phase.DEFINITIONS, hint)
            return ()
        return tuple(str(tag) for tag in to_plain(node))

    def constraints(self, node: Node | None, kind: ParameterType) -> tuple[Constraint, ...]:
        if node is None or (isinstance(node, Scalar) and node.value is None):
            return ()
        if not isinstance(node, Sequence):
            message = f"`constraints` must be a list, each item starting with `-`, not {kind_of(to_plain(node))}."
            names = [key for key in node.members if key in KINDS] if isinstance(node, Mapping) else []
            hint = f"Write `- {names[0]}: ...`." if names else None
            self.complain("bad-constraint", message, node.span, Phase.DEFINITIONS, hint)
            return ()
        read = (self.constraint(item, kind) for item in node.items)
        return tuple(constraint for constraint in read if constraint)

    def constraint(self, node: Node, type_: ParameterType) -> Constraint | None:
        if not isinstance(node, Mapping):
            message = f"A constraint must be a map such as `range: {{min: 1}}`, not {kind_of(to_plain(node))}."
            name = node.value if isinstance(node, Scalar) and isinstance(node.value, str) else ""
            hint = f"Write it as `{name}: ...`." if name in KINDS else None
            self.complain("bad-constraint", message, node.span, Phase.DEFINITIONS, hint)
            return None
        for key in node.members:
            if key not in KINDS and key != "description":
                hint = self.report.did_you_mean(key, KINDS) or f"The constraints are {', '.join(KINDS)}."
                self.complain(
                    "unknown-constraint",
                    f"There is no constraint `{key}`.",
                    node.key_span(key),
                    Phase.DEFINITIONS,
                    hint,
                )
                return None
        kind = next((kind for name, kind in KINDS.items() if name in node.members and self.exists(name)), None)
        if kind is None:
            self.no_constraint(node)
            return None
        return self.read_constraint(kind.name, node, type_)

    def no_constraint(self, node: Mapping) -> None:
        """Reports an item without a constraint of this version."""
        later = next((name for name in KINDS if name in node.members), None)
        if later:
            message = f"Version {self.version.date} has no constraint `{later}`."
            hint = f"`{later}` requires version {KINDS[later].since} or later."
        else:
            message = "This item has no constraint."
            hint = f"The constraints are {', '.join(KINDS)}."
            if node.members:
                hint = "A description belongs to the item of its constraint; remove the `-` before it."
        span = node.key_span(later) if later else node.span
        self.complain("no-constraint", message, span, Phase.DEFINITIONS, hint)

    def exists(self, name: str) -> bool:
        return KINDS[name].since <= self.version.date

    def read_constraint(self, name: str, node: Mapping, kind: ParameterType) -> Constraint | None:
        options = node.members[name]
        description = to_plain(node.members["description"]) if "description" in node.members else None
        try:
            rule = KINDS[name].read(to_plain(options))
        except BadOptions as error:
            self.complain("bad-constraint", str(error), _option_span(node, name, error), Phase.DEFINITIONS, error.hint)
            return None
        return Constraint(name, kind, rule, str(description) if description else None, node.key_span(name))


def _hint_of_body(body: Node) -> str:
    """The hint for a parameter that is not a map."""
    if isinstance(body, Scalar) and isinstance(body.value, str):
        kind = foreign_idioms.TYPES.get(body.value.lower(), body.value.lower())
        if kind in TYPES:
            return f"Write `type: {kind}` on a line below it, indented further."
        if body.value.startswith("type:"):
            return "Add a space after the `:`."
    return "Write `type:` on a line below it, indented further."


def _option_span(node: Mapping, name: str, error: BadOptions) -> Span:
    """The location of an error in the options of a constraint: an option's name, its value, or all of them."""
    options = node.members[name]
    if isinstance(options, Mapping) and error.at in options.members:
        value = options.members[error.at]
        return options.key_span(error.at) if error.at_key or value.end == value.start else value.span
    return options.span if options.end > options.start else node.key_span(name)
