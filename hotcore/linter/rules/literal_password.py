"""A password is hardcoded in the template.

Everyone who can read the template knows it, and all stacks share it. Ask for it with a parameter that has `hidden:
true`, or generate one for each stack with `OS::Heat::RandomString`.

Example::

    heat_template_version: 2021-04-16
    resources:
      server:
        type: OS::Nova::Server
        properties:
          flavor: small
          image: debian
          networks: [{network: private}]
          admin_pass: opensesame

Instead::

    heat_template_version: 2021-04-16
    parameters:
      admin_pass: {type: string, hidden: true}
    resources:
      server:
        type: OS::Nova::Server
        properties:
          flavor: small
          image: debian
          networks: [{network: private}]
          admin_pass: {get_param: admin_pass}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.secret_names import is_secret
from hotcore.linter.subject import PropertyAt, Subject, text_of

_KINDS = ("string", "any")
_CHOSEN = ("allowed_values", "custom_constraint")


@rule(Severity.WARNING, about=About.PLACE)
def literal_password(subject: Subject) -> Iterator[Found]:
    """Finds strings in properties whose names are those of secrets."""
    for one in subject.properties:
        if text_of(one.node) and takes_secret(one):
            yield Found(f"`{one.path[-1]}` is hardcoded in the template.", one.node.span)


def takes_secret(one: PropertyAt) -> bool:
    """Whether a property is a secret: a string that is neither one of some choices nor a reference."""
    chosen = any(constraint.kind in _CHOSEN for constraint in one.schema.constraints)
    known = not chosen and not one.schema.references and one.schema.type in _KINDS
    return known and isinstance(one.path[-1], str) and is_secret(one.path[-1])
