"""Times in words, as pages say them."""

from datetime import datetime

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

JUST_NOW = 60  # seconds


def words_ago(moment: datetime, now: datetime | None = None) -> str:
    """Return a moment relative to now, such as "12 min ago" or "last week"; after two months, the date."""
    now = timezone.localtime(now or timezone.now())
    moment = timezone.localtime(moment)
    seconds = (now - moment).total_seconds()
    if seconds < JUST_NOW:
        return _("just now")
    if moment.date() == now.date():
        return _recently(int(seconds))
    days = (now.date() - moment.date()).days
    return _days_ago(days) if days < 60 else format_date(moment, "j M Y")


def _recently(seconds: int) -> str:
    """Return the minutes or hours since a moment of the same day."""
    minutes = seconds // 60
    if minutes < 60:
        return ngettext("%(count)d min ago", "%(count)d min ago", minutes) % {"count": minutes}
    return ngettext("%(count)d hour ago", "%(count)d hours ago", minutes // 60) % {"count": minutes // 60}


def _days_ago(days: int) -> str:
    """Return a number of days ago in days or weeks."""
    if days == 1:
        return _("yesterday")
    if days < 7:
        return ngettext("%(count)d day ago", "%(count)d days ago", days) % {"count": days}
    if days < 14:
        return _("last week")
    return ngettext("%(count)d week ago", "%(count)d weeks ago", days // 7) % {"count": days // 7}
