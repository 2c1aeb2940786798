"""Renaming of a file of a bundle, and of the references to it."""

import pytest

from hotcore.edits import CannotEdit
from hotcore.edits.file_names import file_renamed

ROOT = """\
heat_template_version: 2021-04-16
resources:
  # two machines
  web:
    type: "nested/server.yaml"   # quoted
    properties: {script: {get_file: run.sh}, other: {get_file: file://run.sh}}
  many:
    type: OS::Heat::ResourceGroup
    properties:
      resource_def:
        type: nested/server.yaml
"""
NESTED = "heat_template_version: 2021-04-16\nresources:\n  a: {type: disk.yaml}\n  b: {type: ../net.yaml}\n"
FILES = {"nested/server.yaml": NESTED, "nested/disk.yaml": "", "net.yaml": "", "run.sh": "", "env.yaml": ""}


def test_every_name_of_the_file_changes_and_nothing_else():
    renamed = file_renamed(ROOT, FILES, "nested/server.yaml", "machines/vm.yaml")
    assert renamed == ROOT.replace("nested/server.yaml", "machines/vm.yaml")
    assert file_renamed(ROOT, FILES, "run.sh", "s/go.sh") == ROOT.replace("run.sh", "s/go.sh")


def test_names_are_as_seen_from_the_file_that_has_them():
    assert "{type: ../b/d.yaml}" in file_renamed(NESTED, FILES, "nested/disk.yaml", "b/d.yaml", "nested/server.yaml")
    assert "{type: ../x/net.yaml}" in file_renamed(NESTED, FILES, "net.yaml", "x/net.yaml", "nested/server.yaml")


def test_names_in_a_file_are_rewritten_when_the_file_moves():
    moved = file_renamed(NESTED, FILES, "nested/server.yaml", "server.yaml", "nested/server.yaml")
    assert moved == NESTED.replace("disk.yaml", "nested/disk.yaml").replace("../net.yaml", "net.yaml")


def test_a_registry_follows():
    text = "resource_registry:\n  My::Server: nested/server.yaml\n"
    assert file_renamed(text, FILES, "nested/server.yaml", "vm.yaml", "env.yaml") == text.replace(
        "nested/server.yaml", "vm.yaml"
    )


def test_a_text_without_references_to_it_keeps_every_byte():
    assert file_renamed(ROOT, FILES, "net.yaml", "lan.yaml") == ROOT


def test_a_text_that_cannot_be_read_is_refused():
    with pytest.raises(CannotEdit):
        file_renamed("a: [", FILES, "run.sh", "go.sh")
