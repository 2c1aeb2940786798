"""The one Django app."""

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from hotcore.sandbox import set_guest_workers


class Designer(AppConfig):
    """The Django app of the designer."""

    name = "designer"
    verbose_name = _("HOT designer")

    def ready(self) -> None:
        """Set the share of the sandbox that visitors have, and let the audit log listen."""
        from designer.audit import listen  # models can be imported only now

        listen()
        set_guest_workers(settings.VISITORS_SANDBOX)
