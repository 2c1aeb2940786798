"""The stack of an `OS::Heat::Stack`, whose template is a file of the bundle.

Heat hands the template to another Heat, possibly in another region, which checks it on its own: nothing that is wrong
inside is reported here, and no attributes are known.
"""

from dataclasses import replace

from hotcore.evaluation import Surroundings
from hotcore.resolver.nested.inputs import Inputs, Resolve, Use
from hotcore.resolver.nested.parameters import given_values, shown_values, with_defaults
from hotcore.resolver.states import NestedStack
from hotcore.syntax import Mapping, Scalar
from hotcore.template import NestedTemplate, Template
from hotcore.values import Unknown, Value

REMOTE_STACK = "OS::Heat::Stack"


def remote_stack(use: Use, resolve: Resolve) -> NestedStack | None:
    """The stack; None if its template is no readable file, or if there is no more room in the tree of stacks."""
    nested, tree = _template_file(use), use.nesting.tree
    if nested is None or nested.template is None or use.nesting.is_deepest:
        return None
    if use.nesting.uses(nested.name) and not (use.nesting.sure and use.sure):
        return None  # it contains itself, and only an unknown condition can end it
    if not tree.grow(nested.length, len(nested.template.resources)) or not tree.spend(nested.length):
        return None
    template = with_defaults(nested.template, tree.defaults)
    resolved = resolve(template, _surroundings(use, nested.name), _inputs(template, use), nested.found)
    return NestedStack(nested.name, resolved.preview, inside=resolved.shown)


def _template_file(use: Use) -> NestedTemplate | None:
    """The file that the property `template` consists of."""
    node, bundle = use.property_node("template"), use.nesting.tree.bundle
    name = node.members["get_file"] if isinstance(node, Mapping) and node.sole_key == "get_file" else None
    if not isinstance(name, Scalar) or not isinstance(name.value, str):
        return None
    path = bundle.key(name.value, use.nesting.file)
    return bundle.template(path) if path is not None else None


def _inputs(template: Template, use: Use) -> Inputs:
    true, shown = use.true, use.shown
    given = given_values(template, _parameters(true.properties), lambda *_: None)
    masked = {} if shown is true else shown_values(template, given, _parameters(shown.properties))
    return Inputs(given, masked, {}, {})


def _parameters(properties: Value) -> Value:
    return properties.get("parameters", {}) if isinstance(properties, dict) else properties


def _surroundings(use: Use, file: str) -> Surroundings:
    waits = Unknown(f"get_resource {use.true.name}")
    return replace(
        use.surroundings,
        attributes={},
        resource_ids={},
        stack={**use.surroundings.stack, "OS::stack_name": waits, "OS::stack_id": waits},
        parent={},
        registry=use.surroundings.registry.inside(use.true.name),
        nesting=use.nesting.of_file(file, use.span, frozenset(), sure=use.sure),
    )
