"""Telling Heat which resources are gone, so that the next update makes them anew.

What Heat cannot read may be there: it hides why its question failed. So a resource is looked for in its service's own
list, and where there is none, something else of that service has to be readable.
"""

from collections.abc import Collection, Iterable

from django.utils.translation import gettext as _

from designer.cloud.project.heat import heat_of
from designer.cloud.project.list_definitions import LISTINGS
from designer.cloud.project.lists import read_list
from designer.cloud.service.faults import CloudFault, Fault
from designer.deployment.drift.drift import drift_of
from designer.deployment.stacks.stack_details import Details, Resource
from designer.help.resource_types import service_of
from designer.models import Act, CloudConnection
from designer.operation.audit import record
from hotcore.catalogue import shipped_catalogue


def tell_heat(connection: CloudConnection, details: Details, chosen: Collection[str]) -> int:
    """Tell Heat that those of the chosen resources that still cannot be read are gone; return how many there are.

    Raises `CloudFault` where one of them is there, or its service does not say; then nothing is told.
    """
    drift = drift_of(connection, details)
    gone = [each for each in details.own_resources if each.name in chosen and each.name in drift.unread]
    if not gone:
        raise CloudFault(Fault.REFUSED, _("Nothing was told. Choose resources that cannot be read."))
    try:
        _refuse_what_is_there(connection, gone, drift.silent)
    except CloudFault as fault:
        raise CloudFault(Fault.REFUSED, _("Nothing was told. %(why)s") % {"why": fault.words}) from None
    _mark(connection, details, [each.name for each in gone])
    return len(gone)


def _refuse_what_is_there(connection: CloudConnection, gone: Iterable[Resource], silent: Collection[str]) -> None:
    found: dict[str, set[str]] = {}
    for resource in gone:
        service, kind = service_of(resource.type), _listed_as(resource.type)
        if kind is None and service in silent:
            words = _("No resource of %(service)s can be read: perhaps it does not answer, or does not allow it.")
            raise CloudFault(Fault.REFUSED, words % {"service": service})
        if kind is not None and kind not in found:
            found[kind] = {row[1] for row in read_list(connection, kind).rows}
        if kind is not None and resource.id in found[kind]:
            words = _("%(service)s lists %(name)s, so it is there.")
            raise CloudFault(Fault.REFUSED, words % {"service": service, "name": resource.name})


def _listed_as(type_name: str) -> str | None:
    """Return the listing that has the resources of a type."""
    kinds = shipped_catalogue().references.items()
    return next((name for name, kind in kinds if type_name in kind.types and name in LISTINGS), None)


def _mark(connection: CloudConnection, details: Details, names: Iterable[str]) -> None:
    heat, stack = heat_of(connection), details.stack
    told: list[str] = []
    for name in names:
        try:
            heat.mark_unhealthy(stack.name, stack.id, name, "The resource could not be found.")
        except CloudFault as fault:
            if not told:
                raise
            words = _("Heat knows now that these are gone: %(names)s. Then it failed: %(why)s")
            raise CloudFault(Fault.REFUSED, words % {"names": ", ".join(told), "why": fault.words}) from None
        record(Act.STACK_CHANGED, f"{connection}: {stack.name}: {name} is gone")
        told.append(name)
