"""The one Django app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class Designer(AppConfig):
    """Everything that the web application adds to Django."""

    name = "designer"
    verbose_name = _("HOT designer")
