"""`manage.py load_samples`: loads the sample library into the database."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand

from designer.models import Design, Visibility
from designer.samples import SAMPLES, SAMPLES_OWNER, Sample
from designer.store.designs import design_create, design_update, revision_create


class Command(BaseCommand):
    """Creates or updates the public sample templates."""

    help = "Loads the sample templates into the library as public templates, or updates them."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load all samples under an account that nobody can sign in to."""
        owner, created = User.objects.get_or_create(username=SAMPLES_OWNER)
        if created:
            owner.set_unusable_password()
            owner.save()
        for sample in reversed(SAMPLES):  # so that the first one is the most recently changed
            create_or_update(sample, owner)
        if options["verbosity"]:
            self.stdout.write(f"The library has {len(SAMPLES)} sample templates.")


def create_or_update(sample: Sample, owner: User) -> Design:
    """Create the sample's design, or a new revision of it if the sample has changed since."""
    design = Design.objects.select_related("head").filter(owner=owner, name=sample.name).first()
    if design is None:
        return design_create(
            owner=owner,
            name=sample.name,
            slug=sample.slug,
            text=sample.text,
            files=sample.files,
            description=sample.description,
            tags=sample.tags,
            visibility=Visibility.PUBLIC,
        )
    revision_create(design=design, author=owner, text=sample.text, files=sample.files, based_on=design.newest.number)
    design.refresh_from_db()
    return design_update(design=design, description=sample.description, tags=sample.tags)
