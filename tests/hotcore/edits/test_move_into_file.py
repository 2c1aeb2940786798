"""The gesture that moves a text into a file."""

import pytest

from hotcore.edits import CannotEdit, perform

TEXT = """\
heat_template_version: 2021-04-16
resources:
  server:
    type: OS::Nova::Server
    properties:
      user_data: |
        #!/bin/sh
        echo hello
      networks: []   # none
"""
PATH = ["resources", "server", "properties", "user_data"]


def test_a_text_becomes_a_file_that_the_template_reads():
    change = perform(TEXT, "move-into-file", {"path": PATH, "file": "start.sh"})
    assert change.files == {"start.sh": "#!/bin/sh\necho hello\n"}
    assert change.after == TEXT.replace("|\n        #!/bin/sh\n        echo hello\n", "{get_file: start.sh}\n")
    assert change.title == "Move user_data of server into start.sh"


@pytest.mark.parametrize("file", ["", ".hidden", "../up", "a/b", "a\nb"])
def test_a_name_that_is_none_is_refused(file):
    with pytest.raises(CannotEdit, match="name for a file"):
        perform(TEXT, "move-into-file", {"path": PATH, "file": file})


def test_only_a_text_can_move():
    with pytest.raises(CannotEdit, match="Only a text"):
        perform(TEXT, "move-into-file", {"path": [*PATH[:-1], "networks"], "file": "a"})
