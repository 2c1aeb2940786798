"""Erase with which clouds are asked in the name of people who were deactivated before that did it."""

from django.db import migrations
from django.utils import timezone

AT_WORK = ("starting", "running", "cancelling", "blind", "away")
WORDS = "Watching ended: the account was deactivated. What became of the stack is not known here."


def erase(apps, _schema_editor):
    """Delete their tokens and credentials; their runs are no longer watched."""
    runs = apps.get_model("designer", "Run").objects.filter(owner__is_active=False)
    runs.filter(state__in=AT_WORK).update(state="failed", reason=WORDS, ended=timezone.now(), masks=[])
    apps.get_model("designer", "RunToken").objects.filter(run__owner__is_active=False).delete()
    for name in ("CloudConnection", "CloudCredential"):
        apps.get_model("designer", name).objects.filter(owner__is_active=False).delete()


class Migration(migrations.Migration):
    dependencies = [("designer", "0030_resets_by_administrators")]
    operations = [migrations.RunPython(erase, migrations.RunPython.noop)]
