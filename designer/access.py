"""Who may do what. Every view finds its object here, by a function whose name says what the person is going to do.

What a person may not see does not exist for them: a missing object and a missing right raise the same `Http404`.
"""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404

from designer.models import Design, Revision, ShareLink, Upload, ValueSet, Visibility

Person = AbstractBaseUser | AnonymousUser


def readable_designs(user: Person) -> QuerySet[Design]:
    """The designs that a person may find and read: the public ones and their own."""
    mine = Q(owner_id=user.pk) if user.is_authenticated else Q()
    return Design.objects.filter(Q(visibility=Visibility.PUBLIC) | mine)


def get_readable_design(user: Person, slug: str) -> Design:
    """Find a design that the person may read, with its head revision and owner."""
    return get_object_or_404(readable_designs(user).select_related("head", "owner"), slug=slug)


def find_readable_origin(user: Person, design: Design) -> Design | None:
    """Find what a design was forked from, where the person may know of it."""
    if design.forked_from_id is None:
        return None
    return readable_designs(user).only("name", "slug").filter(pk=design.forked_from_id).first()


def get_owned_design(user: Person, slug: str) -> Design:
    """Find a design that belongs to the person: who owns it decides on its name, sharing and end."""
    if not user.is_authenticated:
        raise Http404
    return get_object_or_404(Design.objects.select_related("head", "owner"), slug=slug, owner_id=user.pk)


def get_editable_design(user: Person, slug: str) -> Design:
    """Find a design to which the person may add revisions."""
    return get_owned_design(user, slug)


def get_revision(design: Design, number: int) -> Revision:
    """Find one revision of a design that the person was already allowed to read."""
    return get_object_or_404(design.revisions.select_related("author"), number=number)


def get_shared_link(token: str) -> ShareLink:
    """Find a share link that has not been revoked, with its design and head revision."""
    links = ShareLink.objects.select_related("design", "design__head", "design__owner")
    return get_object_or_404(links, token=fit_for_search(token), revoked_at=None)


def get_viewable_link(token: str) -> ShareLink:
    """Find a share link whose holder may read the template itself."""
    link = get_shared_link(token)
    if not link.shows_template:
        raise Http404
    return link


def get_own_upload(user: Person, token: str) -> Upload:
    """Find a file that the person brought and has not kept yet."""
    if not user.is_authenticated:
        raise Http404
    return get_object_or_404(Upload, token=fit_for_search(token), owner_id=user.pk)


def positions_of(user: Person, design: Design, path: str) -> dict[str, list[float]]:
    """Where the person put the nodes of a graph; nobody sees how others arranged theirs."""
    if not user.is_authenticated:
        return {}
    kept = design.positions.filter(owner_id=user.pk, path=path).first()
    return kept.places if kept else {}


def value_sets_of(user: Person, design: Design) -> QuerySet[ValueSet]:
    """The values that a person keeps for a design."""
    return design.value_sets.filter(owner_id=user.pk) if user.is_authenticated else design.value_sets.none()


def shared_value_sets(user: Person, design: Design) -> QuerySet[ValueSet]:
    """The values that others keep for a design, and show to everybody who may see it."""
    return design.value_sets.filter(is_shared=True).exclude(owner_id=user.pk).select_related("owner")


def find_value_set(user: Person, design: Design, name: str, owner: str = "") -> ValueSet | None:
    """Find one of the person's own saved sets by its name, or one that the `owner` of a user name shares."""
    if "\0" in name + owner:
        return None
    if owner and owner != user.get_username():
        return shared_value_sets(user, design).filter(name=name, owner__username=owner).first()
    return value_sets_of(user, design).filter(name=name).first()


def get_readable_value_set(user: Person, design: Design, key: str) -> ValueSet:
    """Find a saved set by its number among the person's own and those that others share."""
    if not key.isascii() or not key.isdigit() or len(key) > 18:
        raise Http404
    visible = Q(is_shared=True) | (Q(owner_id=user.pk) if user.is_authenticated else Q())
    return get_object_or_404(design.value_sets.filter(visible).select_related("owner"), pk=int(key))


def get_value_set(user: Person, design: Design, name: str) -> ValueSet:
    """Find one of the person's own saved sets of values by its name."""
    return get_object_or_404(value_sets_of(user, design), name=fit_for_search(name))


def fit_for_search(text: str) -> str:
    """Return a text that came from outside; one with NUL, which databases refuse to look for, names nothing."""
    if "\0" in text:
        raise Http404
    return text
