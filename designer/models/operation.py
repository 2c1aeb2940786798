"""What the operation of an instance stores: counters of attempts, and the audit log."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from designer.models.written_once import WrittenOnce, WrittenOnceQuerySet


class Throttle(models.Model):
    """How many attempts somebody has made: `key` is a digest of what and who, `until` is in seconds since the epoch."""

    key = models.CharField(max_length=64, primary_key=True)
    count = models.IntegerField()
    until = models.FloatField(db_index=True)

    def __str__(self) -> str:
        return self.key


class Act(models.TextChoices):
    """What the audit log records."""

    SIGNED_IN = "signed-in", _("signed in")
    SIGNED_IN_WITH_PROVIDER = "signed-in-with-provider", _("signed in with")
    SIGNED_OUT = "signed-out", _("signed out")
    SIGN_IN_FAILED = "sign-in-failed", _("wrong password")
    CODE_FAILED = "code-failed", _("wrong code of the second factor")
    PROVIDER_REFUSED = "provider-refused", _("was refused after signing in at")
    SIGNED_UP = "signed-up", _("created an account")
    PASSWORD_CHANGED = "password-changed", _("changed their password")
    EMAIL_CHANGED = "email-changed", _("changed their e-mail address")
    PROVIDER_CONNECTED = "provider-connected", _("connected their account with")
    PROVIDER_DISCONNECTED = "provider-disconnected", _("disconnected their account from")
    SECOND_FACTOR_ADDED = "second-factor-added", _("set up their second factor")
    SECOND_FACTOR_REMOVED = "second-factor-removed", _("turned off their second factor")
    RECOVERY_CODES_RENEWED = "recovery-codes-renewed", _("created new recovery codes")
    RECOVERY_CODE_USED = "recovery-code-used", _("used a recovery code")
    TEMPLATE_PUBLISHED = "template-published", _("made a template public")
    TEMPLATE_WITHDRAWN = "template-withdrawn", _("made a template private")
    TEMPLATE_DELETED = "template-deleted", _("deleted a template")
    TEMPLATE_RESTORED = "template-restored", _("restored a template from the recycle bin")
    TEMPLATE_PURGED = "template-purged", _("deleted a template for good")
    REVISION_RESTORED = "revision-restored", _("restored a revision")
    LINK_CREATED = "link-created", _("created a share link")
    LINK_REVOKED = "link-revoked", _("revoked a share link")
    VALUES_SHARED = "values-shared", _("shared saved values")
    PERSON_INVITED = "person-invited", _("invited")
    PERSON_DEACTIVATED = "person-deactivated", _("deactivated")
    PERSON_ACTIVATED = "person-activated", _("activated")
    PASSWORD_LINK_CREATED = "password-link-created", _("created a password link for")
    SECOND_FACTOR_RESET = "second-factor-reset", _("reset the second factor of")
    PROVIDER_RESET = "provider-reset", _("disconnected from the provider the account of")
    CLOUD_ACCESS_ERASED = "cloud-access-erased", _("erased the access to clouds of")
    CLOUD_CONNECTED = "cloud-connected", _("connected to a cloud")
    CLOUD_REFUSED = "cloud-refused", _("was refused by a cloud")
    CLOUD_DISCONNECTED = "cloud-disconnected", _("disconnected from a cloud")
    RUN_STARTED = "run-started", _("started a run")
    RUN_CANCELLED = "run-cancelled", _("cancelled a run")
    STACK_CHANGED = "stack-changed", _("asked Heat for an action on a stack")
    STACK_DELETED = "stack-deleted", _("deleted a stack")
    ADMINISTRATOR_MADE = "administrator-made", _("made an administrator")
    INSTANCE_RESTORED = "instance-restored", _("restored the instance from the backup with the hash")


class AuditEntry(WrittenOnce):
    """An act: `actor` is the name of who did it, empty for a command or a stranger; `subject` is what it was done to.

    Names are stored as text, so that an entry stays what it was.
    """

    at = models.DateTimeField(default=timezone.now, db_index=True)
    act = models.CharField(max_length=30, choices=Act)
    actor = models.CharField(max_length=150, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    client = models.CharField(max_length=45, blank=True)

    objects = WrittenOnceQuerySet["AuditEntry"].as_manager()

    class Meta:
        ordering = ("-pk",)
        verbose_name_plural = "audit entries"

    def __str__(self) -> str:
        return f"{self.actor} {self.act} {self.subject}"


class PolicyViolation(models.Model):
    """How often pages violated a directive of the Content-Security-Policy on a day, as browsers report."""

    day = models.DateField()
    directive = models.CharField(max_length=40)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["day", "directive"], name="violation_per_day_and_directive"),)

    def __str__(self) -> str:
        return f"{self.directive} {self.day}"
