"""A cloud-config is passed to a server in a format that cloud-init does not read.

Unless `user_data_format` is `RAW`, Heat wraps user data for its own tools (`HEAT_CFNTOOLS`), and cloud-init does not
find the cloud-config. Of a config resource, the server would not even get more than the id.

Example::

    heat_template_version: 2021-04-16
    resources:
      setup:
        type: OS::Heat::CloudConfig
        properties: {cloud_config: {packages: [git]}}
      server:
        type: OS::Nova::Server
        properties:
          flavor: small
          image: debian
          networks: [{network: private}]
          user_data: {get_resource: setup}

Instead::

    heat_template_version: 2021-04-16
    resources:
      setup:
        type: OS::Heat::CloudConfig
        properties: {cloud_config: {packages: [git]}}
      server:
        type: OS::Nova::Server
        properties:
          flavor: small
          image: debian
          networks: [{network: private}]
          user_data_format: RAW
          user_data: {get_resource: setup}
"""

from collections.abc import Iterator

from hotcore.diagnostics import Applicability, Severity
from hotcore.linter.registry import About, Found, fix, rule
from hotcore.linter.subject import Subject, text_of
from hotcore.syntax import Mapping, Node, Scalar, at_path

_CONFIGS = ("OS::Heat::CloudConfig", "OS::Heat::MultipartMime", "OS::Heat::SoftwareConfig")
_SERVER = "OS::Nova::Server"
_WRAPPED = "HEAT_CFNTOOLS"


@rule(Severity.WARNING, changes=True, about=About.DECLARATION, fixes=Applicability.SUGGESTED)
def cloud_config_format(subject: Subject) -> Iterator[Found]:
    """Finds servers with a cloud-config in the format of Heat's own tools, which is the default."""
    for name, known in subject.types.items():
        schema = known.properties.get("user_data_format") if known.name == _SERVER else None
        properties = subject.template.resources[name].field("properties")
        if schema is None or schema.default != _WRAPPED or not isinstance(properties, Mapping):
            continue
        form = properties.members.get("user_data_format")
        wrapped = form is None or (isinstance(form, Scalar) and form.value in (None, _WRAPPED))
        if wrapped and _is_config(subject, properties.members.get("user_data")):
            path = ["resources", name, "properties", "user_data_format"]
            quick_fix = fix("Set `user_data_format: RAW`", "set", path=path, value="RAW")
            message = "cloud-init does not read this in the format `HEAT_CFNTOOLS`."
            yield Found(message, properties.key_span("user_data"), "Set `user_data_format: RAW`.", quick_fix)


def _is_config(subject: Subject, node: Node | None) -> bool:
    """Whether user data are a cloud-config: a resource with one, or a string that starts like one."""
    name = text_of(at_path(node, ("get_resource",)))
    if name is not None:
        resource = subject.template.resources.get(name)
        return resource is not None and resource.type in _CONFIGS
    replaced = at_path(node, ("str_replace", "template"))
    text = text_of(node) if replaced is None else text_of(replaced)
    return text is not None and text.startswith("#cloud-config")
