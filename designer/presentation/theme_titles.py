"""The titles of the parts of a resource's form, for translators: they are data of the catalogue."""

from django.utils.translation import gettext_noop as _

THEME_TITLES = (
    _("Access"),
    _("Addresses and names"),
    _("Availability"),
    _("Binding and traffic"),
    _("Disks"),
    _("Disks and network"),
    _("Everything else"),
    _("Further notifications"),
    _("IPv6"),
    _("Initial content"),
    _("Key"),
    _("Name and updates"),
    _("Names and traffic"),
    _("Placement"),
    _("Range from a pool"),
    _("Schedule and severity"),
    _("Start and user data"),
    _("System in the image"),
    _("Traffic"),
)
