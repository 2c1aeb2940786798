"""What a cloud says is kept by any database, also for a session that has ended while the cloud was asked."""

from datetime import timedelta

import pytest
from django.utils import timezone

from designer.cloud.project.facts import read_facts
from designer.cloud.service.texts import storable
from designer.models import CloudCatalogue, CloudConnection, CloudQuota


def test_texts_lose_what_a_database_refuses():
    told = {"m1\0": (1, 2), "rows": [{"name": "half \ud83d", "sum": 1.5}], "long": "x" * 9000, "none": None}
    kept = {"m1": [1, 2], "rows": [{"name": "half ?", "sum": 1.5}], "long": "x" * 9000, "none": None}
    assert storable(told) == kept


@pytest.mark.django_db(transaction=True)
def test_nothing_is_kept_of_the_quota_for_a_session_that_has_ended_meanwhile(alice):
    ends = timezone.now() - timedelta(hours=1)
    connection = CloudConnection.objects.create(owner=alice, cloud="lab", project_id="p", access=b"", ends=ends)
    read_facts(connection, is_wanted=True)
    assert CloudQuota.objects.count() == 1
    CloudConnection.objects.all().delete()
    read_facts(connection, is_wanted=True)
    assert CloudQuota.objects.count() == 0
    assert CloudCatalogue.objects.get().fault
