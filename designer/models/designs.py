"""Designs, their revisions and drafts, value sets and uploads."""

import secrets

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from designer.content.content import Content, Contents
from designer.models.written_once import WrittenOnce, WrittenOnceQuerySet

CONTENTS = Contents(most=16)  # each is at most 12 MiB


class Visibility(models.TextChoices):
    """Who may find and read a design without a link."""

    PRIVATE = "private", _("Only you")
    PUBLIC = "public", _("Everybody")


def unguessable_token() -> str:
    """Return an unguessable token that can be part of an address."""
    return secrets.token_urlsafe(24)


class Design(models.Model):
    """A template in a user's library: a name and a sequence of revisions.

    The columns from `version` on are an index of the head revision, written on each save, so that the library never
    parses a template; `indexed_by` is the version of the code that wrote it. `is_fork` stays true when the original
    is deleted. A design with `deleted_at` is in its owner's recycle bin. `shape` is the thumbnail of the map: the
    boxes of `frames`, `cards` and `rows` as left, top, width and height, and `lines` as points.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="designs")
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True)
    visibility = models.CharField(_("visibility"), max_length=8, choices=Visibility, default=Visibility.PRIVATE)
    head = models.OneToOneField("Revision", on_delete=models.RESTRICT, null=True, related_name="+")
    forked_from = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks")
    is_fork = models.BooleanField(default=False)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    version = models.CharField(max_length=20, blank=True)
    resource_count = models.PositiveIntegerField(default=0)
    parameter_count = models.PositiveIntegerField(default=0)
    error_count = models.PositiveIntegerField(default=0)
    warning_count = models.PositiveIntegerField(default=0)
    indexed_by = models.PositiveSmallIntegerField(default=0)
    search_text = models.TextField(blank=True)
    shape = models.JSONField(default=dict, blank=True)

    class Meta:
        indexes = (
            models.Index(fields=["visibility", "-changed"], name="design_visibility_changed"),
            models.Index(fields=["owner", "-changed"], name="design_owner_changed"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        """Whether everybody may find and read the design."""
        return self.visibility == Visibility.PUBLIC

    @property
    def newest(self) -> "Revision":
        """The head revision, which every saved design has."""
        if self.head is None:
            raise ValueError(f"The design {self.slug!r} has no revision.")
        return self.head


class Tag(models.Model):
    """A tag of a design."""

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="tags")
    name = models.CharField(max_length=40, db_index=True)

    class Meta:
        ordering = ("name",)
        constraints = (models.UniqueConstraint(fields=["design", "name"], name="tag_once_per_design"),)

    def __str__(self) -> str:
        return self.name


class Revision(WrittenOnce):
    """A saved version of a template, byte for byte. It never changes; `number` counts from 1 within its design.

    `path` is the template's path in the repository that it was imported from, empty for a template on its own.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.BinaryField()
    path = models.CharField(max_length=255, blank=True)
    message = models.CharField(_("message"), max_length=200, blank=True)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    created = models.DateTimeField(default=timezone.now)
    content_hash = models.CharField(max_length=64)

    objects = WrittenOnceQuerySet["Revision"].as_manager()

    class Meta:
        ordering = ("-number",)
        constraints = (models.UniqueConstraint(fields=["design", "number"], name="revision_number_in_design"),)

    def __str__(self) -> str:
        return f"{self.design} {self.number}"

    @property
    def content(self) -> Content:
        """The text and files of this revision."""
        return CONTENTS.get(self.content_hash, self._read_content)

    def _read_content(self) -> Content:
        files = {file.path: bytes(file.content) for file in self.files.all()}
        return Content(text=bytes(self.text), files=files, path=self.path)


class RevisionFile(WrittenOnce):
    """A file of a template: one that `get_file` reads, a nested template or an environment."""

    revision = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="files")
    path = models.CharField(max_length=255)
    content = models.BinaryField()

    objects = WrittenOnceQuerySet["RevisionFile"].as_manager()

    class Meta:
        ordering = ("path",)
        constraints = (models.UniqueConstraint(fields=["revision", "path"], name="path_once_per_revision"),)

    def __str__(self) -> str:
        return self.path


class Draft(models.Model):
    """A user's unsaved changes to a design, on top of the revision `base`: one per user and design.

    `counter` increases with every write, also from one draft to the next, so that windows with an older state are
    recognized; `window` is the one that wrote last. A draft that was discarded (`given_up`) can be restored until
    another one is started.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="drafts")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts")
    base = models.ForeignKey(Revision, on_delete=models.CASCADE, related_name="+")
    counter = models.PositiveBigIntegerField()
    given_up = models.BooleanField(default=False)
    window = models.CharField(max_length=36, blank=True)
    changed = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["design", "owner"], name="draft_per_person_and_design"),)

    def __str__(self) -> str:
        return f"{self.design}, not saved"


class DraftFile(models.Model):
    """A changed file of a draft: the template itself if `path` is empty, a removed file if `content` is null.

    `counter` is that of the draft when the file was last written. `fresh` are the resources whose missing values are
    still needed and no errors yet: each with the paths of those that are errors.
    """

    draft = models.ForeignKey(Draft, on_delete=models.CASCADE, related_name="files")
    path = models.CharField(max_length=255, blank=True)
    content = models.BinaryField(null=True)
    counter = models.PositiveBigIntegerField(default=0)
    fresh = models.JSONField(default=list, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["draft", "path"], name="path_once_per_draft"),)

    def __str__(self) -> str:
        return self.path


class Upload(models.Model):
    """An uploaded file that its owner is still looking at before importing it. Nobody else ever sees it.

    `title` is the name that was typed for the template.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=64, unique=True, default=unguessable_token, editable=False)
    file_name = models.CharField(max_length=255)
    title = models.CharField(max_length=120, blank=True)
    content = models.BinaryField()
    created = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.file_name


class ValueSet(models.Model):
    """Named values for a design's parameters, saved by a user. Hidden parameters are never in it.

    `environments` are the environment files in order, each with `name` and `on`, and `text` if it was uploaded, without
    the values of hidden parameters. Others who may see the design see the set if it `is_shared`.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="value_sets")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="value_sets")
    name = models.CharField(_("name"), max_length=80)
    values = models.JSONField(default=dict)
    environments = models.JSONField(default=list, blank=True)
    is_shared = models.BooleanField(default=False)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=["design", "owner", "name"], name="value_set_name_per_person_and_design"),
        )

    def __str__(self) -> str:
        return self.name


class FormDraft(models.Model):
    """The current state of a user's form of a design: one per user and design.

    `state`, and `former`, the state before the last replacement, are written by `designer.fill.values.state`, without
    hidden values. `counter` increases with every write, so that windows with an older state are recognized; `window` is
    the one that wrote last, and `sequence` the number of its request.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="form_drafts")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="form_drafts")
    state = models.JSONField(default=dict)
    former = models.JSONField(null=True, blank=True)
    counter = models.PositiveBigIntegerField(default=1)
    window = models.CharField(max_length=36, blank=True)
    sequence = models.PositiveBigIntegerField(default=0)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["design", "owner"], name="form_draft_per_person_and_design"),)

    def __str__(self) -> str:
        return f"{self.design}, form"


class DiagramView(models.TextChoices):
    """What a diagram shows: what a template builds, or every resource and every reference."""

    MAP = "map"
    DEPENDENCIES = "graph"


class Positions(models.Model):
    """The positions of a diagram's boxes for one user: `places` maps names to corners and sizes.

    They are never part of the template. `path` is the file that the diagram shows, empty for the template itself.
    """

    design = models.ForeignKey(Design, on_delete=models.CASCADE, related_name="positions")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    path = models.CharField(max_length=255, blank=True)
    view = models.CharField(max_length=10, choices=DiagramView.choices, default=DiagramView.DEPENDENCIES)
    places = models.JSONField(default=dict)
    changed = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "positions"
        constraints = (
            models.UniqueConstraint(
                fields=["design", "owner", "path", "view"], name="positions_once_per_person_and_graph"
            ),
        )

    def __str__(self) -> str:
        return f"{self.design} {self.path}".rstrip()
