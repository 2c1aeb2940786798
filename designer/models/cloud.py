"""The connections of people to clouds."""

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone


def scope_of(found: Any) -> str:
    """Return what a token, or a run, is scoped to: the cloud, the region and the ID of the project, as JSON."""
    return json.dumps([found.cloud, found.region, found.project_id])


class ProjectToken(models.Model):
    """A person's token for a project of a cloud.

    `access` is the token, and the catalogue that came with it, encrypted; it is useless after `ends`.
    """

    cloud = models.CharField(max_length=200)
    region = models.CharField(max_length=200, blank=True)
    project_id = models.CharField(max_length=64, blank=True)
    project = models.CharField(max_length=200, blank=True)
    user = models.CharField(max_length=255, blank=True)
    is_by_credential = models.BooleanField(default=False)
    access = models.BinaryField()
    ends = models.DateTimeField(db_index=True)

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.cloud}: {self.project}"

    @property
    def scope(self) -> str:
        """What the token is scoped to."""
        return scope_of(self)

    @property
    def has_ended(self) -> bool:
        """Whether the token is over."""
        return self.ends <= timezone.now()

    @property
    def minutes_left(self) -> int:
        """The whole minutes for which the token is still good."""
        return max(0, int((self.ends - timezone.now()).total_seconds() // 60))


class CloudConnection(ProjectToken):
    """The token of one of a person's sessions; without a project, it only lists projects.

    `away_since` is when Heat did not answer any more, as far as is known, see `designer.cloud.project.reachability`.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cloud_connections")
    created = models.DateTimeField(auto_now_add=True)
    away_since = models.DateTimeField(null=True, blank=True)


class CloudCredential(models.Model):
    """An application credential that its owner wants kept, encrypted."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cloud_credentials")
    cloud = models.CharField(max_length=200)
    identifier = models.CharField(max_length=64)
    secret = models.BinaryField()
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["owner", "cloud", "identifier"], name="credential_of_owner_and_cloud"),
        )

    def __str__(self) -> str:
        return f"{self.cloud}: {self.identifier}"

    @property
    def way(self) -> str:
        """The name of this way to sign in, in the form that connects."""
        return f"kept-{self.pk}"


class CloudList(models.Model):
    """What a cloud lists for a custom constraint, as its project saw it at `read_at`.

    `rows` are lists of a name, an ID and the texts of the columns.
    """

    connection = models.ForeignKey(CloudConnection, on_delete=models.CASCADE, related_name="lists")
    constraint = models.CharField(max_length=60)
    rows = models.JSONField(default=list)
    read_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["connection", "constraint"], name="list_of_connection"),)

    def __str__(self) -> str:
        return f"{self.connection}: {self.constraint}"


class CloudQuota(models.Model):
    """What was left of a project's quota at `read_at`.

    `left` has by thing what is left and the limit, `flavors` by name or ID what a server needs: cores and MiB. `silent`
    are the services that did not tell, each with whether a policy forbids it.
    """

    connection = models.OneToOneField(CloudConnection, on_delete=models.CASCADE, related_name="quota")
    left = models.JSONField(default=dict)
    flavors = models.JSONField(default=dict)
    silent = models.JSONField(default=list)
    read_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return str(self.connection)


class CloudCatalogue(models.Model):
    """What a person's project finds in the Heat of a cloud: resource types and template versions.

    `types` are the names that Heat lists, `versions` the template versions with their aliases; both were read at
    `read_at`, unless `fault` says in words why not. `unread` are the types that have not been described since then, and
    `content` is what Heat has told of the others, compressed. It is a whole catalogue since `whole_at`.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="cloud_catalogues")
    cloud = models.CharField(max_length=200)
    region = models.CharField(max_length=200, blank=True)
    project_id = models.CharField(max_length=64)
    types = models.JSONField(default=list)
    versions = models.JSONField(default=dict)
    fault = models.TextField(blank=True)
    read_at = models.DateTimeField(default=timezone.now)
    unread = models.JSONField(default=list)
    content = models.BinaryField(default=b"")
    whole_at = models.DateTimeField(null=True)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["owner", "cloud", "region", "project_id"], name="catalogue_of_project"),
        )

    def __str__(self) -> str:
        return f"{self.cloud}: {self.project_id}"

    @property
    def count_read(self) -> int:
        """The number of types that have been described since the list was read."""
        return len(self.types) - len(self.unread)
