"""`manage.py load_samples`: puts the sample library into the database."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand

from designer.models import Design, Visibility
from designer.samples import SAMPLES, SAMPLES_OWNER, Sample
from designer.services import design_create, design_update, revision_create


class Command(BaseCommand):
    """Makes the sample library public, and brings it up to date when it is there already."""

    help = "Puts the sample templates into the library, public; run again, it brings them up to date."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load every sample under an account that nobody can sign in to."""
        owner, created = User.objects.get_or_create(username=SAMPLES_OWNER)
        if created:
            owner.set_unusable_password()
            owner.save()
        for sample in reversed(SAMPLES):  # so that the first is the one changed last
            keep(sample, owner)
        if options["verbosity"]:
            self.stdout.write(f"The library has {len(SAMPLES)} sample templates.")


def keep(sample: Sample, owner: User) -> Design:
    """Make the sample's design, or a new revision of it where the sample has changed since."""
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
