"""Accounts, sessions and templates for the people."""

from collections.abc import Iterable
from itertools import cycle

from django.contrib.auth.models import User
from django.test import Client

from designer.models import Design, Visibility
from designer.samples import sample
from designer.store.designs import design_create
from tests.soak.people import NOTE, Designer, Filler, Monitor, Person, Record, Saver

SAMPLE = sample("three-tiers")
assert SAMPLE
TEXT = f"""{SAMPLE.text.decode()}\
  ordered:
    value: {{yaql: {{expression: $.data.orderBy($), data: {{get_param: backup_hours}}}}}}
"""
"""A template whose preview also needs the processes of the sandbox."""


def make_people(record: Record, *, fillers: int, sharing: int, alone: int, designers: int) -> list[Person]:
    """Create everybody: of those who save, some share a template in pairs, the others have one with a file.

    The forms that are filled in are those of the templates that are saved.
    """
    owner = User.objects.create(username="owner")
    shared = [make_design(owner, f"shared {number}") for number in range(sharing // 2)]
    own = [make_design(owner, f"own {number}", files={NOTE: b"first"}) for number in range(alone)]
    filled = cycle([*shared, *own])
    return [
        *(Filler(record, name, session_of(make_user(name)), next(filled)) for name in names("filler", fillers)),
        *(
            Saver(record, name, session_of(owner), slug, TEXT, has_file=slug in own)
            for name, slug in zip(names("saver", sharing + alone), [*shared, *shared, *own], strict=True)
        ),
        *(make_designer(record, name) for name in names("designer", designers)),
        Monitor(record, "monitor", "", ""),
    ]


def make_designer(record: Record, name: str) -> Designer:
    """Create somebody who designs a template of their own."""
    user = make_user(name)
    return Designer(record, name, session_of(user), make_design(user, name), TEXT)


def designs() -> Iterable[Design]:
    """Return all templates."""
    return Design.objects.select_related("head").order_by("pk")


def make_design(owner: User, name: str, **more: dict[str, bytes]) -> str:
    """Create a template and return its address."""
    made = design_create(owner=owner, name=name, text=TEXT.encode(), visibility=Visibility.PUBLIC, **more)
    return made.slug


def make_user(name: str) -> User:
    """Create an account without a password."""
    return User.objects.create(username=name)


def session_of(user: User) -> str:
    """Sign a user in and return the key of the session."""
    client = Client()
    client.force_login(user)
    return client.cookies["sessionid"].value


def names(kind: str, count: int) -> list[str]:
    """Return the names of several people of a kind."""
    return [f"{kind}-{number}" for number in range(count)]
