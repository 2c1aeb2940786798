"""Write operations on uploads, as in `designs`."""

from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from designer.models import Upload

UPLOADS = 3  # pending per user
UPLOADS_WAIT = timedelta(days=1)


@transaction.atomic
def upload_create(*, owner: User, file_name: str, content: bytes, title: str = "") -> Upload:
    """Store an upload until its owner has reviewed it. Abandoned uploads are deleted."""
    Upload.objects.filter(created__lt=timezone.now() - UPLOADS_WAIT).delete()
    newest = Upload.objects.filter(owner=owner).order_by("-created").values_list("pk", flat=True)
    Upload.objects.filter(owner=owner).exclude(pk__in=list(newest[: UPLOADS - 1])).delete()
    return Upload.objects.create(owner=owner, file_name=file_name, content=content, title=title)


def upload_delete(*, upload: Upload) -> None:
    """Delete an upload that was imported or abandoned."""
    upload.delete()
