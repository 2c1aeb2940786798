"""The checks of a group: its members' definition against their type, and the sizes of a scaling group."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from hotcore.diagnostics import Diagnostic, Phase, Report
from hotcore.evaluation import ResolvedType
from hotcore.resolver.nested.diagnostics import as_found_in_nested
from hotcore.resolver.nested.inputs import Use
from hotcore.resources import FieldCheck, Member, below, unknown_type
from hotcore.source import Span
from hotcore.syntax import Mapping as MappingNode
from hotcore.syntax import Node
from hotcore.template import Resource
from hotcore.values import Unknown, Value


def check_member(member: Member, use: Use, span: Span, resolved_type: ResolvedType, report: Report) -> None:
    """Reports errors in the properties of a member; Heat checks no values before it creates the group."""
    kind = resolved_type.schema
    if kind is None or kind.any_properties or not isinstance(member.properties, dict):
        catalogue = use.surroundings.catalogue
        if not resolved_type.known and member.type not in use.nesting.gone and catalogue is not None:
            mapped, file = resolved_type.target is not None, use.nesting.file
            report.add(
                unknown_type(
                    str(member.type), catalogue, span, report, mapped=mapped, file=file, phase=Phase.NESTED_STACKS
                )
            )
        return
    resource = Resource(use.true.name, str(member.type), member.node or use.node, span)
    given = member.properties_node
    node = given if isinstance(given, MappingNode) and not use.evaluator.is_call(given) else None
    found = Report()
    FieldCheck(resource, kind, node, use.evaluator, found, kind.properties).check(member.properties)
    for each in as_found_in_nested(found):
        refusals = tuple(replace(refusal, path=use.path) for refusal in each.refusals)
        report.add(replace(each, file=use.nesting.file, refusals=refusals))


def wrong_sizes(properties: Mapping[str, Value], node: Node | None, otherwise: Span) -> Iterator[Diagnostic]:
    """The errors in the sizes of an OS::Heat::AutoScalingGroup, as far as they are known."""
    least, most = _number(properties.get("min_size")), _number(properties.get("max_size"))
    desired = _number(properties.get("desired_capacity"))

    def problem(name: str, message: str) -> Diagnostic:
        value = below(node, name)
        span = value.span if value is not None and value.end > value.start else otherwise
        return Diagnostic("bad-size", message, span, phase=Phase.NESTED_STACKS)

    if least is not None and most is not None and most < least:
        yield problem("max_size", "`max_size` is smaller than `min_size`.")
    elif desired is not None and ((least is not None and desired < least) or (most is not None and desired > most)):
        yield problem("desired_capacity", "`desired_capacity` must be between `min_size` and `max_size`.")


def _number(value: Value) -> int | None:
    if value is None or isinstance(value, Unknown | dict | list):
        return None
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return None
