"""Pieces of templates: what is copied with a resource, and how it is pasted into another template."""

import json
import random
import textwrap

import pytest

import hotcore
from hotcore.edits import CannotEdit, Draft, clip, perform
from hotcore.edits.draft import same
from hotcore.edits.paste import paste
from hotcore.template.occurrence_search import occurrences
from tests.hotcore.corpus import corpus_texts, needs_corpus

TEXT = """\
heat_template_version: 2018-08-31

parameters:
  # how it is called
  name: {type: string, default: "web"}   # short
  zone:
    type: string
  unused: {type: number}

conditions:
  prod: {equals: [{get_param: zone}, "eu"]}
  sure: {and: [prod, {not: prod}]}

resources:
  net: {type: OS::Neutron::Net}

  # the machine
  server:
    type: OS::Nova::Server
    condition: sure
    properties:
      name: {get_param: name}   # as given
      networks:
        - network: {get_resource: net}
      user_data: {get_file: boot.sh}
"""

PIECE = """\
heat_template_version: 2018-08-31

parameters:
  # how it is called
  name: {type: string, default: "web"}   # short
  zone:
    type: string

conditions:
  prod: {equals: [{get_param: zone}, "eu"]}
  sure: {and: [prod, {not: prod}]}

resources:
  # the machine
  server:
    type: OS::Nova::Server
    condition: sure
    properties:
      name: {get_param: name}   # as given
      networks:
        - network: {get_resource: net}
      user_data: {get_file: boot.sh}
"""


def pasted(piece, text):
    return perform(textwrap.dedent(text), "paste", {"piece": textwrap.dedent(piece)})


def test_a_piece_is_a_template_with_what_it_needs_as_it_is_written():
    piece = clip(TEXT, ["server"])
    assert piece.text == PIECE
    assert (piece.left, piece.files) == (("net",), ("boot.sh",))
    assert clip(TEXT, ["server", "net"]).left == ()


def test_a_piece_pasted_into_its_own_template_shares_identical_declarations():
    change = pasted(PIECE, TEXT)
    assert change.title == "Paste server_2"
    server = PIECE[PIECE.index("  # the machine") :].replace("server:", "server_2:")
    assert change.after == f"{TEXT}\n{server}"
    assert change.notes == ("`server` was renamed to `server_2`.",)


def test_a_different_declaration_of_the_same_name_is_renamed():
    text = """\
        heat_template_version: 2018-08-31
        parameters:
          name: {type: number}
          server: {type: string}
        conditions:
          prod: {equals: [1, 2]}
        resources:
          zone: {type: OS::Heat::None}
        """
    change = pasted(PIECE, text)
    after = Draft(change.after).plain()
    assert list(after["parameters"]) == ["name", "server", "name_2", "zone_2"]
    assert after["conditions"]["prod_2"] == {"equals": [{"get_param": "zone_2"}, "eu"]}
    assert after["conditions"]["sure"] == {"and": ["prod_2", {"not": "prod_2"}]}
    assert after["resources"]["server_2"]["properties"]["name"] == {"get_param": "name_2"}
    assert after["resources"]["server_2"]["properties"]["networks"] == [{"network": {"get_resource": "net"}}]
    assert "The resource `net` is used but does not exist here." in change.notes


def test_pasting_twice_shares_what_the_first_time_brought():
    once = pasted(PIECE, "heat_template_version: 2018-08-31\nparameters:\n  name: {type: number}\n").after
    twice = pasted(PIECE, once).after
    after = Draft(twice).plain()
    assert list(after["parameters"]) == ["name", "name_2", "zone"]
    assert list(after["conditions"]) == ["prod", "sure"]
    assert list(after["resources"]) == ["server", "server_2"]


def test_the_style_of_the_surroundings_is_followed():
    text = "heat_template_version: 2018-08-31\nresources:\n    one:\n        type: OS::Heat::None\n"
    change = pasted("resources:\n  two:\n    type: a\n    properties:\n      b: 1\n", text)
    assert change.after == text + "    two:\n        type: a\n        properties:\n            b: 1\n"


def test_json_stays_json():
    text = '{\n  "heat_template_version": "2018-08-31",\n  "resources": {\n    "a": {"type": "x"}\n  }\n}\n'
    after = pasted(PIECE, text).after
    assert json.loads(after)["resources"]["server"]["condition"] == "sure"
    assert '    "a": {"type": "x"},\n    "server": {\n' in after


def test_windows_line_ends_are_followed():
    after = pasted(PIECE, TEXT.replace("\n", "\r\n")).after
    assert "\n" not in after.replace("\r\n", "")


def test_what_the_version_does_not_have_is_noted():
    notes = pasted(PIECE, "heat_template_version: 2015-04-30\n").notes
    assert "`conditions` requires template version 2016-10-14; this template has 2015-04-30." in notes
    assert "`equals` requires template version 2016-10-14; this template has 2015-04-30." in notes


def test_anchors_of_the_other_text_are_expanded():
    text = "x: &x {a: 1}\nresources:\n  r: {type: t, properties: {<<: *x, b: *x}}\n  s: *x\n"
    piece = clip("heat_template_version: 2018-08-31\n" + text, ["r", "s"])
    assert Draft(piece.text).plain(("resources",)) == {
        "r": {"type": "t", "properties": {"a": 1, "b": {"a": 1}}},
        "s": {"a": 1},
    }


@pytest.mark.parametrize("piece", ["", "hello", "- a", "a: 1", "resources: []", "resources: {1: {}}", "[" * 9999, "\0"])
def test_a_text_that_is_not_a_piece_is_refused(piece):
    with pytest.raises(CannotEdit):
        pasted(piece, TEXT)


@pytest.mark.parametrize("names", [[], ["nowhere"], ["server", "nowhere"]])
def test_only_existing_resources_are_copied(names):
    with pytest.raises(CannotEdit, match="Select"):
        clip(TEXT, names)


def renamed(data, names):
    """The data of a piece with the new names in all its references."""
    draft = Draft(data)
    plain = draft.plain()
    for use in occurrences(draft.tree.root):
        found = plain
        for key in use.path[:-1]:
            found = found[key]
        found[use.path[-1]] = names.get(use.kind, {}).get(use.name, use.name)
    return plain


@pytest.mark.long
@needs_corpus
def test_random_resources_of_real_templates_are_the_same_in_others():
    texts = [(name, text) for name, text in corpus_texts() if hotcore.load(text).template]
    sources = [(name, text) for name, text in texts if Draft(text).plain().get("resources")]
    for _ in range(200):
        (source, text), (target, other) = random.choice(sources), random.choice(texts)
        declared = list(Draft(text).plain()["resources"])
        before, draft = Draft(other), Draft(other)
        piece = clip(text, random.sample(declared, random.randint(1, min(4, len(declared)))))
        try:
            names = paste(draft, piece.text)
        except CannotEdit as refused:
            raise AssertionError((source, target, str(refused))) from None
        wanted = renamed(piece.text, names)
        for section in ("parameters", "conditions", "resources"):
            there = draft.plain().get(section) or {}
            for name, new in names[section].items():
                assert same(there[new], wanted[section][name]), (source, target, section, name)
            old = before.plain().get(section) or {}
            assert all(same(there[name], old[name]) for name in old)
        lines = iter(draft.text.splitlines())
        gone = [line for line in other.splitlines() if line not in lines]
        assert gone == [] or before.plain().get("resources", 0) in (None, {}), (source, target)
