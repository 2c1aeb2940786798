"""What the operation of an instance stores: counters of attempts."""

from django.db import models


class Throttle(models.Model):
    """How many attempts somebody has made: `key` is a digest of what and who, `until` is in seconds since the epoch."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.IntegerField()
    until = models.FloatField(db_index=True)

    def __str__(self) -> str:
        return self.key
