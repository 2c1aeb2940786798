"""The law of secrets: no address reveals a template's text to users who may not read it.

Each kind of reader asks every address in every way that it can be asked. What may not come back is marked in the
template and its files: the marks that begin with `hiddenQ` (and the long numbers) are values of hidden parameters,
`authorQ` other text of the template, `ownQ` what its owner alone sees, `formQ` what its form shows.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from designer.design.views.assist import QUERIES
from designer.models import Design, May, Visibility, hash_of
from designer.store.designs import design_create, revision_create
from designer.store.drafts.design_drafts import Window, draft_write
from designer.store.share_links import share_link_create, share_link_revoke
from designer.store.value_sets import value_set_save
from tests.conftest import EXPLORES
from tests.designer.leaks.walk import Asker, addresses, everything_of, patterns, revealed, without_names

pytestmark = pytest.mark.long

BUNDLE = Path(__file__).parent / "bundle"
FILES = {str(file.relative_to(BUNDLE)): file.read_bytes() for file in sorted(BUNDLE.rglob("*.*"))}
TEXT = FILES.pop("template.yaml")
OLD = TEXT.replace(b"hiddenQpassword", b"hiddenQold").replace(b"authorQcomment", b"authorQoldcomment")
DRAFT = TEXT.replace(b"authorQcomment", b"ownQdraft")
WRONG = (
    TEXT.replace(b"max: 60", b"max: 6")  # a hidden default that its own constraint refuses
    .replace(b"image: authorQimage", b"image: {get_param: authorQtypo}")
    .replace(b"zone: authorQzone", b"zone: authorQzone, authorQsurplus: 1")
)
NESTED = "nested/server.yaml"
WRONG_FILES = {NESTED: FILES[NESTED].replace(b"{get_param: zone}", b"{get_param: authorQnestedtypo}")}
PATHS = [path for path in FILES if "Q" not in path]
EVERYTHING = b"\n".join([OLD, DRAFT, WRONG, *FILES.values(), *WRONG_FILES.values(), *map(str.encode, FILES)]).decode()
HIDDEN = sorted(set(re.findall(r"hiddenQ\w+|904172635\d+", EVERYTHING)))
OF_THE_AUTHOR = sorted(set(re.findall(r"authorQ\w+", EVERYTHING)))
OF_THE_OWNER = ["ownQdraft", "ownQvalue", "ownQset", "ownQlabel"]
OF_THE_FORM = sorted(set(re.findall(r"formQ\w+", EVERYTHING)))

SHOWN, MASKED, ELSEWHERE = "shown", "masked", "elsewhere"
ADDRESSES = {
    # These show the text of a template, hidden defaults included, to users who may read it.
    **dict.fromkeys(("raw", "raw_file", "raw_revision", "raw_revision_file", "environment", "history"), SHOWN),
    **dict.fromkeys(("shared_raw", "shared_raw_file", "shared_raw_revision", "shared_raw_revision_file"), SHOWN),
    **dict.fromkeys(("shared_environment", "shared_history", "restore", "package", "shared_package"), SHOWN),
    **dict.fromkeys(("design", "assist", "draft", "gesture", "inspector", "fix_all", "parameters", "review"), SHOWN),
    # These say what a template makes of values, and mask hidden ones for everybody.
    **dict.fromkeys(("fill", "conditions", "values", "shared", "shared_conditions", "files", "fork"), MASKED),
    **dict.fromkeys(("settings", "share", "library", "diagram", "positions", "versions"), MASKED),
    **dict.fromkeys(("compare", "shared_compare", "choices", "shared_choices"), MASKED),
    # These know of no template.
    **dict.fromkeys(("local", "login", "logout", "password", "signup", "healthz", "theme", "new"), ELSEWHERE),
    **dict.fromkeys(
        ("help_problems", "help_problem", "help_types", "help_type", "new-with-stroke", "upload", "diagram-as-picture"),
        ELSEWHERE,
    ),
    **dict.fromkeys(("metrics", "readyz", "recycle_bin", "clouds", "runs", "run"), ELSEWHERE),
    **dict.fromkeys(("run_events", "run_report", "stacks", "stack"), ELSEWHERE),
    **dict.fromkeys(("account", "email", "confirm_email", "second_factor", "code"), ELSEWHERE),
    **dict.fromkeys(("provider", "provider_callback", "facts", "catalogue"), ELSEWHERE),
    **dict.fromkeys(("forgot", "reset", "people", "instance", "audit", "csp_report"), ELSEWHERE),
}
"""What each address may reveal to a reader of the template. A new address is tested once it is listed here."""

PARAMETERS = re.findall(r"^  (\w+):\n    type:", TEXT.decode().partition("\nconditions:")[0], re.MULTILINE)
OPEN = {"param-size": "3", "param-zones": "a,b", "param-mode": "large", "param-region": "r", "param-spare": "s"}
ENVIRONMENT = """\
parameters: {region: b, password: typed}
parameter_defaults: {spare: c, zone: d, pin: wrong}
parameter_merge_strategies: {zones: merge, tokens: deep_merge}
resource_registry:
  "OS::*": nested/server.yaml
  resources: {vault: {hooks: pre-create, "*": nested/server.yaml}}
"""
RESOURCES = ["server", "extra", "vault", "others", "vault/inside", "others/0"]
VALUES = {
    **{name: [PARAMETERS] for name in ("reset", "answer", "unfolded")},
    **{name: [json.dumps(PARAMETERS)] for name in ("touched", "answered", "boxes")},
    **{name: [json.dumps(dict.fromkeys(PARAMETERS, "0"))] for name in ("seen", "idle")},
    "text": ["heat_template_version: 2021-04-16\nparameters: {size: {type: number}}\n"],
    **{name: ["", *PATHS] for name in ("file", "path", "upload")},
    "environment_file": [("a.yaml", ENVIRONMENT.encode()), ("b.yaml", b"resource_registry: {vault: [")],
    **{name: [["envs/prod.yaml", "typed.yaml"]] for name in ("environment-name", "environment-on", "environment")},
    "environments-shown": [json.dumps(["envs/prod.yaml"]), "[]"],
    "environment-open": ["envs/prod.yaml", "typed.yaml"],
    "environment_same": ["replace", "keep"],
    "environment_text": [
        ENVIRONMENT,
        "[",
        "parameter_defaults: {key: [1]}",
        "resource_registry: {server: envs/prod.yaml}",
    ],
    "open": [RESOURCES],
    "show": ["everything", "needed", "changed"],
    "source": ["link", "combination", "file", "device", RESOURCES[0]],
    "side": ["uses", "used", "holds"],
    "checked": ["1", "keep"],
    **{name: ["prod"] for name in ("set", "to_set", "set_name", "delete")},
    "format": ["svg", "json", "dot", "mermaid"],
    "what": list(QUERIES),
    "kind": ["resources", "parameters", "conditions", "outputs"],
    "do": ["write", "add", "rename", "remove", "restore", "give-up", "bring-back"],
    **dict.fromkeys(("name", "resource", "target"), RESOURCES[:3]),
    "at": ["0", "400", "1200"],
    "view": ["sides", "semantic_diff", "text"],
    "q": ["Q"],
}
"""What is sent in a field, one after the other; in those that are not named here it is 1."""
UNASKED = {
    "environment-text-typed.yaml": ENVIRONMENT,
    **{f"use-{name}": "3" for name in PARAMETERS},
    **{f"attribute-{name}": "typed" for name in ("server.networks", "vault.told", "others.refs")},
}
"""Fields that a view finds by the beginning of their names."""
ARGUMENTS = {
    "path": PATHS,
    "uidb64": ("MQ",),
    "revision": (1, 2),
    "number": (1, 2),
    "stack_id": ("5f1b1f4e-6a34-4d1c-9d3e-8f3f5a1f2b3c",),
    "code": ("unknown-parameter",),
    "name": ("OS::Nova::Server",),
}


@pytest.fixture
def design(alice: User) -> Design:
    """A template of Alice's that is rich in what others may not see, with an older revision, a draft and values."""
    return rich_design(alice, TEXT)


def rich_design(owner: User, text: bytes) -> Design:
    files = FILES if text == TEXT else FILES | WRONG_FILES
    found = design_create(owner=owner, name="formQname", text=OLD, files=FILES, slug="what-isprivate")
    revision_create(design=found, author=owner, text=text, files=files, based_on=1)
    draft_write(design=found, owner=owner, window=Window(0, 2), changes={"": DRAFT})
    value_set_save(design=found, owner=owner, name="prod", values={"spare": "ownQvalue"})
    value_set_save(design=found, owner=owner, name="ownQset", values={})
    found.refresh_from_db()
    return found


def link_of(design: Design, may: May) -> str:
    """Create a link of this kind, and another one; the labels of both are for their owner."""
    share_link_create(design=design, created_by=design.owner, may=May.VIEW, label="ownQlabel")
    link = share_link_create(design=design, created_by=design.owner, may=may, label="ownQlabel")
    link.environments = [{"name": f"envs/{name}.yaml", "on": True} for name in ("prod", "authorQon")]
    link.save()
    return link.token


def asker(user: User | None, link: str = "", always: dict[str, str] = OPEN) -> Asker:
    """A user who sends requests, signed in or not; fields for a share link get their own one."""
    client = Client()
    if user:
        client.force_login(user)
    return Asker(client, {**VALUES, "link": [link or "no-link"]}, always, UNASKED)


def of_template(design: Design) -> Iterator[tuple[str, str]]:
    """Yield the addresses of a template that are named after it."""
    return addresses({**ARGUMENTS, "slug": [design.slug]}, of="slug")


def of_link(token: str) -> list[tuple[str, str]]:
    """Return the addresses that begin with a link."""
    found = addresses({**ARGUMENTS, "token": [token]}, of="token")
    return [(name, path) for name, path in found if ADDRESSES[name] != ELSEWHERE]


def test_every_address_says_what_it_may_tell():
    assert {pattern.name for pattern in patterns()} == set(ADDRESSES)


@pytest.mark.parametrize(("text", "typed"), [(TEXT, OPEN), (WRONG, {})], ids=["typed", "wrong"])
def test_who_only_fills_sees_no_text_of_the_template(alice, text, typed):
    token = link_of(rich_design(alice, text), May.FILL)
    for _name, path in of_link(token):
        for asked, answer in asker(None, token, typed).answers(path, thorough=EXPLORES or text is TEXT):
            assert not revealed(everything_of(answer), HIDDEN, [*OF_THE_AUTHOR, *OF_THE_OWNER]), asked


def test_who_only_fills_finds_nothing_else_of_the_template(design, bob):
    reader = asker(bob, link_of(design, May.FILL))
    for _name, path in of_template(design):
        for asked, answer in reader.answers(path, thorough=False):
            said = everything_of(answer)
            assert not revealed(said, HIDDEN, [*OF_THE_AUTHOR, *OF_THE_OWNER, *OF_THE_FORM]), asked


@pytest.mark.parametrize("signed_in", [True, False])
def test_hidden_values_are_masked_for_those_who_may_read_the_template(design, bob, signed_in):
    token = link_of(design, May.VIEW)
    design.visibility = Visibility.PUBLIC
    design.save()
    reader = asker(bob if signed_in else None, token)
    for address, path in [*of_template(design), *of_link(token)]:
        if not (EXPLORES or path.startswith("/s/") != signed_in):
            continue  # each address is asked by one of the two
        secrets = HIDDEN if ADDRESSES[address] == MASKED else []
        for asked, answer in reader.answers(path, thorough=EXPLORES and address == "fill"):
            assert not revealed(everything_of(answer), secrets, OF_THE_OWNER), asked


def test_those_who_may_read_the_template_read_all_of_it(design, client):
    token = link_of(design, May.VIEW)
    assert client.get(f"/s/{token}/raw/").content == TEXT
    text = client.post(f"/s/{token}/environment/", {"hidden": "1", "everything": "1"}).content.decode()
    assert "hiddenQpassword" in text


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_private_template_answers_strangers_as_one_that_never_was(design, bob, signed_in):
    reader, other = (asker(bob if signed_in else None) for _ in range(2))
    paths = [path for _name, path in of_template(design)]
    for path in paths if EXPLORES else paths[signed_in::2]:  # each address is asked by one of the two
        answers = (
            reader.answers(path, thorough=False),
            other.answers(path.replace("what-isprivate", "what-never-was"), thorough=False),
        )
        for (asked, answer), (_asked, none) in zip(*answers, strict=True):
            said = without_names(everything_of(answer), design.slug)
            nothing = without_names(everything_of(none), "what-never-was")
            assert said == nothing, asked
            assert not revealed(said, HIDDEN, [*OF_THE_AUTHOR, *OF_THE_OWNER, *OF_THE_FORM]), asked


def test_a_revoked_link_answers_as_one_that_never_was(design, client):
    token = link_of(design, May.VIEW)
    share_link_revoke(link=design.share_links.get(token_hash=hash_of(token)))
    for _name, path in of_link(token):
        other = token[::-1]
        answers = (asker(None).answers(each, thorough=False) for each in (path, path.replace(token, other)))
        for (asked, answer), (_asked, none) in zip(*answers, strict=True):
            assert without_names(everything_of(answer), token) == without_names(everything_of(none), other), asked


def test_addresses_of_no_template_tell_of_none_that_is_private(design, bob):
    for user in (bob, None):
        for name, path in addresses({**ARGUMENTS, "slug": [], "token": ["none"]}):
            if ADDRESSES[name] != ELSEWHERE and name != "library":
                continue
            for asked, answer in asker(user).answers(path, thorough=False):
                said = everything_of(answer)
                assert not revealed(said, HIDDEN, [*OF_THE_AUTHOR, *OF_THE_OWNER, *OF_THE_FORM]), asked
