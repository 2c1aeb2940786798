"""Share links."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from designer.models.designs import Design, unguessable_token


class May(models.TextChoices):
    """What the holder of a share link may do."""

    VIEW = "view", _("View the template and fill its form")
    FILL = "fill", _("Only fill the form")


class ShareLink(models.Model):
    """A link that lets its holder view a design, or only fill its form, until it is revoked.

    `environments` are the environment files of its creator, as in a `ValueSet`. With a link that is only for filling,
    their names and contents and the values of outputs are shown only if its creator allowed it.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=64, unique=True, default=unguessable_token, editable=False)
    may = models.CharField(max_length=4, choices=May)
    environments = models.JSONField(default=list, blank=True)
    may_see_environments = models.BooleanField(default=False)
    may_see_outputs = models.BooleanField(default=False)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created",)

    def __str__(self) -> str:
        return f"{self.design}: {self.get_may_display()}"

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
