"""Many environment files: merged with no more work for each than there is in it."""

from collections.abc import Sequence

import hotcore
from hotcore.environment import combined as combined_environments
from hotcore.template.file_references import _named as named_of
from hotcore.template.file_references import followed_names
from tests.counting import calls
from tests.repository import repository

LINEAR = 2.2  # times the calls for twice as many


def environments(count: int) -> Sequence[hotcore.Environment]:
    """Return environments that each map their own types, one of them to a missing file."""
    return [
        hotcore.read_environment(
            "resource_registry:\n"
            + "".join(f"  OS::My{number}::Type{at}: type.yaml\n" for number in range(10))
            + f"  OS::My::Shared: [{at}]\n",
            f"env{at}.yaml",
        )
        for at in range(count)
    ]


def test_the_work_of_merging_grows_as_they_do():
    few, many = environments(40), environments(80)
    assert calls(lambda: combined_environments(many)) < LINEAR * calls(lambda: combined_environments(few))


def test_nested_templates_are_looked_through_once_for_the_names_in_them(monkeypatch):
    files = repository(services=20)
    document = hotcore.load(files.pop("overcloud.yaml"), files)
    read = hotcore.read_environment(files["environments/base.yaml"], "environments/base.yaml")
    assert document.template is not None
    root = document.template.root
    first = list(followed_names(root, document.bundle, [read.registry]))
    assert ("ports/port.yaml", "network/network.yaml") in [(named.name, named.file) for named in first]
    looked = []
    monkeypatch.setattr(
        "hotcore.template.file_references._named", lambda *where: looked.append(where[1]) or named_of(*where)
    )
    assert list(followed_names(root, document.bundle, [read.registry])) == first
    assert looked == [None]  # the template itself
