"""What the holder of a fill-only link may see besides the form: only what its creator allows."""

import re

import pytest

from designer.models import May, ShareLink, hash_of
from tests.conftest import EXPLORES
from tests.designer.leaks.test_leaks import (
    FILES,
    HIDDEN,
    OF_THE_AUTHOR,
    OF_THE_OWNER,
    OPEN,
    TEXT,
    asker,
    link_of,
    of_link,
    rich_design,
)
from tests.designer.leaks.walk import everything_of, revealed

pytestmark = pytest.mark.long

ENVIRONMENTS = "\n".join(f"{path}\n{text.decode()}" for path, text in FILES.items() if path.startswith("envs/"))
IN_FILES = frozenset(re.findall(r"authorQ\w+?(?=\.yaml|\b)", ENVIRONMENTS))
IN_OUTPUTS = frozenset({"authorQoutput", "authorQjoint"})
"""The known values of the outputs; `address` is unknown before deployment."""


@pytest.mark.parametrize(
    ("allowed", "shown"),
    [("may_see_outputs", IN_OUTPUTS), ("may_see_environments", IN_FILES)],
    ids=["outputs", "environments"],
)
def test_who_only_fills_sees_what_the_maker_allows_and_no_more(alice, allowed, shown):
    token = link_of(rich_design(alice, TEXT), May.FILL)
    ShareLink.objects.filter(token_hash=hash_of(token)).update(**{allowed: True})
    secret = [word for word in OF_THE_AUTHOR if word not in shown]
    seen: set[str] = set()
    for _name, path in of_link(token):
        for asked, answer in asker(None, token, OPEN).answers(path, thorough=EXPLORES):
            said = everything_of(answer)
            assert not revealed(said, HIDDEN, [*secret, *OF_THE_OWNER]), asked
            seen.update(word for word in shown if word in said)
    assert seen >= shown - {"authorQoffvalue"}  # in a file that is off and was not opened
