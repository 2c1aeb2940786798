"""The value of a hidden parameter is exposed in the user data of a server.

Every process on the server can read the user data from the metadata service for as long as the server exists, and so
can everyone who may view the server. Let the server fetch the secret (`OS::Barbican::Secret`), or change it soon after.

Example::

    heat_template_version: 2021-04-16
    parameters:
      token: {type: string, hidden: true}
    resources:
      setup:
        type: OS::Heat::SoftwareConfig
        properties:
          config:
            str_replace:
              template: join --token=<token>
              params: {<token>: {get_param: token}}

Instead::

    heat_template_version: 2021-04-16
    parameters:
      token: {type: string, hidden: true}
    resources:
      secret:
        type: OS::Barbican::Secret
        properties: {payload: {get_param: token}, payload_content_type: text/plain}
      setup:
        type: OS::Heat::SoftwareConfig
        properties:
          config:
            str_replace:
              template: join --token-from=<secret>
              params: {<secret>: {get_resource: secret}}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Severity
from hotcore.linter.registry import About, Found, rule
from hotcore.linter.subject import Subject

_READ_BY_SERVERS = ("user_data", "config", "cloud_config")


@rule(Severity.HINT, about=About.DECLARATION)
def hidden_in_user_data(subject: Subject) -> Iterator[Found]:
    """Finds hidden parameters in user data and software configs."""
    for use in subject.shown_secrets:
        if use.path[2:3] == ("properties",) and use.path[3:4] and use.path[3] in _READ_BY_SERVERS:
            yield Found(f"`{use.name}` stays readable in the user data of the server.", use.node.span)
