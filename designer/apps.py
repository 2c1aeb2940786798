"""The one Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Designer(AppConfig):
    """The Django app of the designer."""

    name = "designer"
    verbose_name = _("HOT designer")
