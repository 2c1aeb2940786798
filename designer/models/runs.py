"""Runs: what becomes of a template in a cloud, from its plan to its result."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from designer.models.cloud import ProjectToken, scope_of
from designer.models.designs import Design, Revision


class RunState(models.TextChoices):
    """The states of a run.

    `BLIND` means that the cloud tells its person nothing any more, as the token is over or the policy forbids it;
    `AWAY` means that it does not answer.
    """

    PLANNED = "planned", _("Planned")
    STARTING = "starting", _("Starting")
    RUNNING = "running", _("At work")
    CANCELLING = "cancelling", _("Cancelling")
    BLIND = "blind", _("Watching paused")
    AWAY = "away", _("The cloud does not answer")
    COMPLETE = "complete", _("Complete")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")
    ROLLED_BACK = "rolled-back", _("Rolled back")


class RunAction(models.TextChoices):
    """What a run does with its stack."""

    CREATE = "create", _("create")
    UPDATE = "update", _("update")
    RESTORE = "restore", _("restore")


AT_WORK = (RunState.STARTING, RunState.RUNNING, RunState.CANCELLING, RunState.BLIND, RunState.AWAY)
"""The states in which a run is watched."""


class Run(models.Model):
    """A plan to make a stack of a revision in a project of a cloud, to update or restore one, and what came of it.

    `form` is the state of the form, as `designer.fill.values.state` keeps it, so without hidden values. `plan` is
    written by `designer.deployment.plans.plans`. `masks` recognize the hidden values in Heat's words while the run is
    watched, see `designer.store.masks`. `reason` is what Heat says of the end. `begins_after` is the ID of the stack's
    last event before an update. `seen` is when Heat last answered, and `leased_until` keeps a second process from
    watching the same run.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="runs")
    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="runs")
    cloud = models.CharField(max_length=200)
    region = models.CharField(max_length=200, blank=True)
    project_id = models.CharField(max_length=64)
    project = models.CharField(max_length=200, blank=True)
    stack_name = models.CharField(max_length=255)
    stack_id = models.CharField(max_length=64, blank=True)
    action = models.CharField(max_length=7, choices=RunAction, default=RunAction.CREATE)
    state = models.CharField(max_length=12, choices=RunState, default=RunState.PLANNED)
    form = models.JSONField(default=dict)
    is_cancelled = models.BooleanField(default=False)
    rolls_back = models.BooleanField(default=True)
    minutes = models.PositiveIntegerField(default=60)
    tags = models.CharField(max_length=255, blank=True)
    begins_after = models.CharField(max_length=64, blank=True)
    plan = models.JSONField(default=dict, blank=True)
    masks = models.JSONField(default=list, blank=True)
    reason = models.TextField(blank=True)
    created = models.DateTimeField(default=timezone.now)
    started = models.DateTimeField(null=True, blank=True)
    ended = models.DateTimeField(null=True, blank=True)
    seen = models.DateTimeField(null=True, blank=True)
    leased_until = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ("-pk",)
        indexes = (models.Index(fields=["state", "leased_until"], name="run_state_leased_until"),)

    def __str__(self) -> str:
        return f"{self.design}: {self.stack_name}"

    @property
    def is_at_work(self) -> bool:
        """Whether it has begun and not ended."""
        return self.state in AT_WORK

    @property
    def changes_stack(self) -> bool:
        """Whether there is a stack before it."""
        return self.action != RunAction.CREATE

    @property
    def scope(self) -> str:
        """The scope of the tokens that may begin it and see its results."""
        return scope_of(self)

    @property
    def is_restore(self) -> bool:
        """Whether it brings a stack back to a snapshot, which its plan names."""
        return self.action == RunAction.RESTORE

    @property
    def has_stack(self) -> bool:
        """Whether there is a stack after it: a new one that was rolled back is gone, as Heat deletes it."""
        is_gone = self.action == RunAction.CREATE and self.state == RunState.ROLLED_BACK
        return bool(self.stack_id) and not is_gone


def owners_runs_at_work() -> models.QuerySet[Run]:
    """Return the runs at work of people who own the template."""
    return Run.objects.filter(owner=models.F("design__owner"), state__in=AT_WORK)


class RunToken(ProjectToken):
    """The token by which a run is watched, erased when it ends."""

    run = models.OneToOneField(Run, on_delete=models.CASCADE, related_name="token")


class RunEvent(models.Model):
    """What Heat said of a resource, or of the stack itself. `stack` is the name of the nested stack that it is in."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="events")
    event_id = models.CharField(max_length=64)
    at = models.DateTimeField()
    stack = models.CharField(max_length=255, blank=True)
    resource = models.CharField(max_length=255)
    status = models.CharField(max_length=40)
    reason = models.TextField(blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=["run", "event_id"], name="event_once_per_run"),)

    def __str__(self) -> str:
        return f"{self.resource} {self.status}"
