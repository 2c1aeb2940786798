"""The catalogue of the resource types that a cloud's Heat has, its own plug-ins among them."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from designer.cloud.connection.sign_in import CloudsFile, plugin_of, sign_in
from designer.cloud.project.heat import ORCHESTRATION, Answer, Heat
from designer.cloud.project.lists import service_address
from designer.cloud.service.configuration import Cloud
from designer.cloud.service.faults import CloudFault, Fault, faults_of
from designer.cloud.service.transport import session_for
from hotcore.catalogue import BadResponse, catalogue_from_responses

MOST_VERSIONS = 40  # whose functions are asked for, one request each; Heat has had about twenty
MOST_FUNCTIONS = 200  # of a version
LONGEST = 100  # characters of a function's name
UNREAD = (Fault.TOKEN_ENDED, Fault.NO_PROJECT, Fault.NO_ANSWER, Fault.NO_SERVICE)
"""The faults after which nothing else can be read."""
POLICIES = "resource_types:"  # of all types; for a single one that is forbidden, Heat names the type


def catalogue_of(cloud: Cloud, region: str, tell: Callable[[int, int], None]) -> dict[str, Any]:
    """Return the catalogue of a cloud, by the sign-in that `clouds.yaml` holds for it; raise `CloudFault`.

    `tell` is called with how many of how many types have been read.
    """
    access = sign_in(cloud, CloudsFile(region))
    session = session_for(cloud, plugin_of(cloud, access.state))
    with faults_of(ORCHESTRATION.name):
        heat = Heat(session, service_address(session, cloud, region, ORCHESTRATION))
        listed = heat.resource_types()
        answers: dict[str, Any] = {}
        for number, name in enumerate(map(name_of, listed)):
            tell(number, len(listed))
            answers[name] = read_type(heat, name)
        versions = versions_with_functions(heat.template_versions())
        functions = {date: functions_of(heat, name) for date, name in versions.items()}
    return catalogue_data(cloud.name, listed, answers, functions)


@faults_of(ORCHESTRATION.name)
def catalogue_data(
    cloud: str, listed: Sequence[Answer], answers: Mapping[str, Answer], functions: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return a catalogue as data from what Heat answers; a type that it lists and does not describe may be used."""
    described = [answer for answer in answers.values() if answer is not None]
    try:
        texts = {"types": json.dumps(described), "list": json.dumps({"resource_types": listed})}
        data = dict(catalogue_from_responses(texts))
    except BadResponse as error:
        raise CloudFault(Fault.UNREADABLE, str(error)) from None
    opaque = {name: {"template": name} for name, answer in answers.items() if answer is None}
    data["aliases"] = {**data["aliases"], **opaque}
    return {**data, "cloud": cloud, "template_versions": dict(functions)}


def read_type(heat: Heat, name: str) -> Answer | None:
    """Return what Heat says of a resource type; None if it does not describe this one."""
    try:
        return heat.resource_type(name)
    except CloudFault as fault:
        if fault.fault in UNREAD or fault.policy.startswith(POLICIES):
            raise
        return None


def name_of(listed: Answer) -> str:
    """Return the name of a resource type in Heat's list, whose entries have had two forms."""
    return str(listed["resource_type"] if isinstance(listed, dict) else listed)


def versions_of(answer: Sequence[Answer]) -> dict[str, list[str]]:
    """Return the versions of HOT in Heat's list by date, with their aliases; Heat puts the section before both."""
    return {
        str(each["version"]).rpartition(".")[2]: [str(alias).rpartition(".")[2] for alias in each.get("aliases") or ()]
        for each in answer
        if each["type"] == "hot"
    }


def versions_with_functions(answer: Sequence[Answer]) -> dict[str, str]:
    """Return the newest versions of HOT in Heat's list by date, as Heat calls them."""
    names = {str(each["version"]).rpartition(".")[2]: str(each["version"]) for each in answer if each["type"] == "hot"}
    return {date: names[date] for date in sorted(names, reverse=True)[:MOST_VERSIONS]}


def functions_of(heat: Heat, version: str) -> list[str]:
    """Return the names of the functions of a template version, which is named as Heat calls it."""
    names = [str(each["functions"]) for each in heat.template_functions(version)]
    return sorted(name for name in names[:MOST_FUNCTIONS] if len(name) <= LONGEST)
