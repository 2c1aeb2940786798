"""Access rules. Every view fetches its object here, by a function whose name says what the user is about to do.

An object that a user may not see is treated as missing: both raise the same `Http404`.
"""

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from designer.models import Design, Revision, ShareLink, Upload, ValueSet, Visibility, hash_of, working_links
from designer.operation.clients import client_of
from designer.operation.rate_limits import check_attempts, count_attempt
from designer.store.link_uses import count_use

Person = AbstractBaseUser | AnonymousUser


def readable_designs(user: Person) -> QuerySet[Design]:
    """Return the designs that a user may find and read: public ones and their own."""
    mine = Q(owner_id=user.pk) if user.is_authenticated else Q()
    return Design.objects.filter(Q(visibility=Visibility.PUBLIC) | mine, deleted_at=None)


def get_readable_design(user: Person, slug: str) -> Design:
    """Return a design that the user may read, with its head revision and owner."""
    return get_object_or_404(readable_designs(user).select_related("head", "owner"), slug=slug)


def find_readable_origin(user: Person, design: Design) -> Design | None:
    """Return the design that a design was forked from; None if the user may not read it."""
    if design.forked_from_id is None:
        return None
    return readable_designs(user).only("name", "slug").filter(pk=design.forked_from_id).first()


def get_owned_design(user: Person, slug: str) -> Design:
    """Return a design that the user owns and so may rename, share and delete."""
    if not user.is_authenticated:
        raise Http404
    designs = Design.objects.filter(owner_id=user.pk, deleted_at=None)
    return get_object_or_404(designs.select_related("head", "owner"), slug=slug)


def deleted_designs(user: Person) -> QuerySet[Design]:
    """Return the designs in a user's recycle bin, last deleted first, without what the bin does not show."""
    found = Design.objects.filter(owner_id=user.pk, deleted_at__isnull=False).order_by("-deleted_at")
    return found.only("slug", "name", "deleted_at").annotate(run_count=Count("runs", filter=Q(runs__owner_id=user.pk)))


def get_deleted_design(user: Person, slug: str) -> Design:
    """Return a design in the user's recycle bin."""
    return get_object_or_404(deleted_designs(user), slug=fit_for_search(slug))


def may_edit(user: Person, design: Design) -> bool:
    """Whether the user may add revisions to a design that they may read."""
    return user.is_authenticated and design.owner_id == user.pk


def get_editable_design(user: Person, slug: str) -> Design:
    """Return a design to which the user may add revisions."""
    return get_owned_design(user, slug)


def get_administrator(user: Person) -> User:
    """Return the user if they are an administrator; for others, the pages of administrators do not exist."""
    if not isinstance(user, User) or not user.is_superuser:
        raise Http404
    return user


def get_revision(design: Design, number: int) -> Revision:
    """Return a revision of a design that the user is already known to be allowed to read."""
    return get_object_or_404(design.revisions.select_related("author"), number=number)


def get_shared_link(request: HttpRequest, token: str) -> ShareLink:
    """Return a share link that works, with its design and head revision, and count its use.

    Whoever tries too many wrong ones gets `TooManyAttempts`.
    """
    client = client_of(request)
    check_attempts("link", client)
    links = ShareLink.objects.select_related("design", "design__head", "design__owner")
    link = links.filter(working_links(), design__deleted_at=None, token_hash=hash_of(token)).first()
    if link is None:
        count_attempt("link", client)
        raise Http404
    if not count_use(request, link):
        raise Http404
    link.token = token
    return link


def get_viewable_link(request: HttpRequest, token: str) -> ShareLink:
    """Return a share link whose holder may read the template itself."""
    link = get_shared_link(request, token)
    if not link.shows_template:
        raise Http404
    return link


def get_own_upload(user: Person, token: str) -> Upload:
    """Return a file that the user uploaded and has not imported yet."""
    if not user.is_authenticated:
        raise Http404
    return get_object_or_404(Upload, token=fit_for_search(token), owner_id=user.pk)


def positions_of(user: Person, design: Design, path: str) -> dict[str, dict[str, list[float]]]:
    """Return the user's own node positions in the diagrams of a file, by view; nobody sees those of others."""
    if not user.is_authenticated:
        return {}
    return dict(design.positions.filter(owner_id=user.pk, path=path).values_list("view", "places"))


def value_sets_of(user: Person, design: Design) -> QuerySet[ValueSet]:
    """Return the user's value sets of a design."""
    return design.value_sets.filter(owner_id=user.pk) if user.is_authenticated else design.value_sets.none()


def shared_value_sets(user: Person, design: Design) -> QuerySet[ValueSet]:
    """Return the value sets of a design that other users share with everybody who may see it."""
    return design.value_sets.filter(is_shared=True).exclude(owner_id=user.pk).select_related("owner")


def find_value_set(user: Person, design: Design, name: str, owner: str = "") -> ValueSet | None:
    """Return one of the user's own value sets by name, or one that the user named `owner` shares."""
    if "\0" in name + owner:
        return None
    if owner and owner != user.get_username():
        return shared_value_sets(user, design).filter(name=name, owner__username=owner).first()
    return value_sets_of(user, design).filter(name=name).first()


def get_readable_value_set(user: Person, design: Design, key: str) -> ValueSet:
    """Return a value set by primary key, from the user's own and those that others share."""
    if not key.isascii() or not key.isdigit() or len(key) > 18:
        raise Http404
    visible = Q(is_shared=True) | (Q(owner_id=user.pk) if user.is_authenticated else Q())
    return get_object_or_404(design.value_sets.filter(visible).select_related("owner"), pk=int(key))


def get_value_set(user: Person, design: Design, name: str) -> ValueSet:
    """Return one of the user's own value sets by name."""
    return get_object_or_404(value_sets_of(user, design), name=fit_for_search(name))


def fit_for_search(text: str) -> str:
    """Return a search term from a request; one with NUL, which databases refuse, raises `Http404`."""
    if "\0" in text:
        raise Http404
    return text
