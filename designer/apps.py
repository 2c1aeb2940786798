"""The one Django app."""

import sys

from django.apps import AppConfig
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from hotcore.sandbox import set_guest_workers

SWITCH_SECONDS = 0.0005
"""For which a thread may compute while others want to. A request waits so long each time that the database has answered
it, once for each visitor whose template is computed in the same process; Python's 5 ms add up to seconds."""


class Designer(AppConfig):
    """The Django app of the designer."""

    name = "designer"
    verbose_name = _("HOT designer")

    def ready(self) -> None:
        """Set the share of the process and of the sandbox that visitors have, and let the audit log listen."""
        from designer.cloud import listen as listen_for_clouds
        from designer.operation.audit import listen  # models can be imported only now

        listen()
        sys.setswitchinterval(SWITCH_SECONDS)
        if settings.CLOUDS:
            listen_for_clouds()
        set_guest_workers(settings.VISITORS_SANDBOX)
