"""Share links."""

import hashlib

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from designer.models.designs import Design


class May(models.TextChoices):
    """What the holder of a share link may do."""

    VIEW = "view", _("View the template and fill its form")
    FILL = "fill", _("Only fill the form")


def hash_of(token: str) -> str:
    """Return what is stored of a link's token. It is random and long enough to need no salt."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def working_links() -> models.Q:
    """Return the condition of the links that are neither revoked nor over; their uses may be taken."""
    return models.Q(revoked_at=None) & (models.Q(expires=None) | models.Q(expires__gt=timezone.now()))


class ShareLink(models.Model):
    """A link that lets its holder view a design, or only fill its form, until it is revoked or over.

    Its token is stored as a hash, so that nobody who reads the database can use it. `token` is known in the request
    that creates the link, and in those that use it.

    `environments` are the environment files of its creator, as in a `ValueSet`. With a link that is only for filling,
    their names and contents and the values of outputs are shown only if its creator allowed it.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="share_links")
    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    may = models.CharField(max_length=4, choices=May)
    environments = models.JSONField(default=list, blank=True)
    may_see_environments = models.BooleanField(default=False)
    may_see_outputs = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    label = models.CharField(max_length=80, blank=True)
    expires = models.DateTimeField(null=True, blank=True)
    most_uses = models.PositiveIntegerField(null=True, blank=True)
    uses = models.PositiveIntegerField(default=0)
    last_used = models.DateTimeField(null=True, blank=True)

    token = ""

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.design}: {self.get_may_display()}"

    @property
    def is_over(self) -> bool:
        """Whether its last day is over, or all of its uses are taken."""
        is_used_up = self.most_uses is not None and self.uses >= self.most_uses
        return is_used_up or (self.expires is not None and self.expires <= timezone.now())

    @property
    def shows_template(self) -> bool:
        """Whether the holder may read the template's text, and not only fill its form."""
        return self.may == May.VIEW

    @property
    def shows_environments(self) -> bool:
        """Whether the holder may see and change the list of environment files."""
        return self.shows_template or self.may_see_environments

    @property
    def shows_outputs(self) -> bool:
        """Whether the holder may see the values of outputs."""
        return self.shows_template or self.may_see_outputs
