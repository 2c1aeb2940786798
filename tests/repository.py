"""Repositories of templates with the shape of TripleO's."""

from posixpath import dirname, relpath

TEMPLATE = "heat_template_version: 2021-04-16\n"


def repository(main: str = "overcloud.yaml", services: int = 3) -> dict[str, str]:
    """Return the files of a repository by their paths: the template at `main`, environments that map its types to
    files of other folders and have defaults for parameters that only nested templates read, and what nothing names.
    """
    home = dirname(main) or "."
    names = [f"service{number}" for number in range(services)]
    return {
        main: _main(home, names),
        "environments/base.yaml": _environment(home, names),
        "environments/more/site.yaml": "parameter_defaults: {NtpServer: ntp.example.org, Region: site}\n"
        "resource_registry: {'OS::TripleO::Network': ../../network/network.yaml}\n",
        "network/network.yaml": NETWORK.replace("HOSTS", relpath(f"{home}/hosts.yaml", "network")),
        "network/ports/port.yaml": PORT,
        f"{home}/hosts.yaml".removeprefix("./"): HOSTS.replace("SCRIPT", relpath("scripts/hosts.sh", home)),
        "common/base.yaml": BASE,
        **{f"deployment/{name}/{name}.yaml": SERVICE for name in names},
        "scripts/hosts.sh": "echo hosts\n",
        "scripts/start.sh": "echo start\n",
        "extraconfig/unused.yaml": "heat_template_version: 1999-01-01\n",
        "README.rst": "About it.\n",
        "releasenotes/notes/one.yaml": "features: [one]\n",
    }


def _main(home: str, services: list[str]) -> str:
    own = "".join(f"  {name}:\n    type: OS::TripleO::Services::{name}\n" for name in services)
    outputs = "".join(f"  {name}: {{value: {{get_attr: [{name}, start]}}}}\n" for name in services)
    return (
        f"{TEMPLATE}description: The whole cloud\nparameters:\n  Stage: {{type: string, default: test}}\n"
        f"resources:\n  net:\n    type: OS::TripleO::Network\n    properties: {{stage: {{get_param: Stage}}}}\n"
        f"  base: {{type: {relpath('common/base.yaml', home)}}}\n{own}"
        f"outputs:\n  hosts: {{value: {{get_attr: [net, hosts]}}}}\n"
        f"  region: {{value: {{get_attr: [base, region]}}}}\n{outputs}"
    )


def _environment(home: str, services: list[str]) -> str:
    mapped = "".join(f"  OS::TripleO::Services::{name}: ../deployment/{name}/{name}.yaml\n" for name in services)
    return (
        "resource_registry:\n  OS::TripleO::Network: ../network/network.yaml\n"
        f"  OS::TripleO::Hosts: {relpath(f'{home}/hosts.yaml', 'environments')}\n{mapped}"
        "parameter_defaults:\n  NtpServer: ntp.base.example.org\n  Region: base\n  Stage: prod\n"
    )


NETWORK = f"""{TEMPLATE}
parameters: {{stage: {{type: string}}}}
resources:
  port: {{type: ports/port.yaml, properties: {{stage: {{get_param: stage}}}}}}
  hosts: {{type: HOSTS}}
  mapped: {{type: OS::TripleO::Hosts}}
outputs:
  hosts:
    value: [{{get_attr: [port, address]}}, {{get_attr: [hosts, script]}}, {{get_attr: [mapped, script]}}]
"""
PORT = f"""{TEMPLATE}
parameters: {{stage: {{type: string}}}}
outputs:
  address:
    value: {{list_join: ["-", [{{get_param: stage}}, {{get_file: ../../scripts/start.sh}}]]}}
"""
HOSTS = f"""{TEMPLATE}
parameters: {{NtpServer: {{type: string}}}}
outputs:
  script: {{value: {{list_join: [" ", [{{get_param: NtpServer}}, {{get_file: SCRIPT}}]]}}}}
"""
BASE = f"""{TEMPLATE}
parameters: {{Region: {{type: string, default: nowhere}}}}
outputs:
  region: {{value: {{get_param: Region}}}}
"""
SERVICE = f"""{TEMPLATE}
parameters: {{NtpServer: {{type: string}}}}
resources:
  base: {{type: ../../common/base.yaml}}
outputs:
  start:
    value: [{{get_param: NtpServer}}, {{get_attr: [base, region]}}, {{get_file: ../../scripts/start.sh}}]
"""
