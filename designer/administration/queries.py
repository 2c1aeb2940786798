"""Database queries for administrators. Each function makes a fixed number of queries, however many rows there are."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from designer.models import (
    Design,
    Draft,
    PolicyViolation,
    ProviderIdentity,
    Revision,
    SecondFactor,
    ShareLink,
    Upload,
    ValueSet,
    Visibility,
    working_links,
)
from designer.samples import SAMPLES_OWNER

PEOPLE = User.objects.exclude(username=SAMPLES_OWNER)
LATELY = timedelta(days=30)


def people_list(text: str = "") -> QuerySet[User]:
    """Return the people whose name or address has the text, by name.

    Each has a `design_count`, and whether they have a second factor and are connected with the provider.
    """
    found = PEOPLE.filter(Q(username__icontains=text) | Q(email__icontains=text))
    has_second_factor = Exists(SecondFactor.objects.filter(person=OuterRef("pk")))
    is_connected = Exists(ProviderIdentity.objects.filter(person=OuterRef("pk"), issuer=settings.OIDC_ISSUER))
    found = found.annotate(has_second_factor=has_second_factor, is_connected=is_connected)
    return found.annotate(design_count=Count("designs")).order_by("username")


@dataclass(frozen=True)
class InstanceCounts:
    """What the instance holds; `database_bytes` is the size of the whole database."""

    people: int
    administrators: int
    inactive: int
    signed_in_lately: int
    designs: int
    public_designs: int
    revisions: int
    drafts: int
    value_sets: int
    links: int
    uploads: int
    sessions: int
    violations: int
    database: str
    database_bytes: int


def instance_counts() -> InstanceCounts:
    """Return what the instance holds."""
    lately = timezone.now() - LATELY
    return InstanceCounts(
        people=PEOPLE.count(),
        administrators=User.objects.filter(is_superuser=True, is_active=True).count(),
        inactive=User.objects.filter(is_active=False).count(),
        signed_in_lately=User.objects.filter(last_login__gte=lately).count(),
        designs=Design.objects.count(),
        public_designs=Design.objects.filter(visibility=Visibility.PUBLIC).count(),
        revisions=Revision.objects.count(),
        drafts=Draft.objects.filter(given_up=False).count(),
        value_sets=ValueSet.objects.count(),
        links=ShareLink.objects.filter(working_links()).count(),
        uploads=Upload.objects.count(),
        sessions=Session.objects.filter(expire_date__gt=timezone.now()).count(),
        violations=PolicyViolation.objects.filter(day__gte=lately.date()).aggregate(all=Sum("count"))["all"] or 0,
        database=connection.display_name,
        database_bytes=_database_bytes(),
    )


def _database_bytes() -> int:
    sizes = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }
    with connection.cursor() as cursor:
        cursor.execute(sizes[connection.vendor])
        return int(cursor.fetchone()[0])
