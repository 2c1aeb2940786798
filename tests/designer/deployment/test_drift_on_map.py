"""What the map of a stack says of drift."""

import json

from designer.deployment.drift.drift import Drift, Finding


def test_the_map_says_the_worst_of_each_resource():
    found = [
        Finding("servers / 0", "gone", is_heats=True),
        Finding("address", "gone", is_heats=True),
        Finding("subnet", "unread", is_heats=False),
        Finding("server", "changed", is_heats=True, words="status ERROR"),
        Finding("network", "changed", is_heats=False, property="name", wanted="a", found="b"),
        Finding("servers", "changed", is_heats=False, property="count", wanted="1", found="2"),
    ]
    drawn = [finding.name for finding in found if finding.name != "servers / 0"]
    words = json.loads(Drift([*found, Finding("old", "gone", is_heats=True)], 0, 0, [], frozenset()).words(drawn))
    assert {name: told["word"] for name, told in words.items()} == {
        "servers": "Gone inside",
        "address": "Gone",
        "subnet": "Cannot be read",
        "server": "Check failed",
        "network": "Not as in the text",
    }
