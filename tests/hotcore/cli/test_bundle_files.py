"""The command line reads the files that a template needs, and the files that those need."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import hotcore
from hotcore.cli.bundle_files import MOST_FILES, files_beside
from hotcore.cli.files import LARGEST_FILE
from hotcore.environment import named_files
from tests.hotcore.resolver.test_nested import template

ROOT = Path(__file__).resolve().parents[3]

INNER = """
    parameters: {names: {type: comma_delimited_list, default: ""}}
    resources:
      v: {type: OS::Heat::Value, properties: {value: {get_file: ../x.sh}}}
    outputs:
      names: {value: {get_param: names}}
"""


@pytest.fixture
def folder(tmp_path):
    def write(**files):
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("_yaml", ".yaml").replace("_sh", ".sh")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text if text.startswith("!") or "_sh" in name else template(text), encoding="utf-8")
        return tmp_path

    return write


def run(*arguments, cwd):
    done = subprocess.run(
        [sys.executable, "-m", "hotcore", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


def test_files_are_collected_from_template_to_template(folder):
    place = folder(
        main_yaml="resources:\n  a: {type: sub/c.yaml}\n  b: {type: My::T}\n",
        sub__c_yaml="resources:\n  d: {type: d.yaml}\n",
        sub__d_yaml=INNER,
        x_sh="echo\n",
    )
    (place / "env").mkdir()
    (place / "env" / "e.yaml").write_text("resource_registry: {'My::T': ../sub/d.yaml}\n")
    done = run("preview", "main.yaml", "-e", "env/e.yaml", "--format", "json", cwd=place)
    data = json.loads(done.stdout)
    assert data["ok"]
    inner = data["resources"]["a"]["nested"]["resources"]["d"]["nested"]
    assert inner["file"] == "sub/d.yaml"
    assert inner["resources"]["v"]["properties"] == {"value": "echo\n"}
    assert data["resources"]["b"]["nested"]["file"] == "sub/d.yaml"


def test_templates_of_group_members_are_read(folder):
    text = """
        resources:
          g: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def: {type: sub/d.yaml}}}
          c: {type: OS::Heat::ResourceChain, properties: {resources: [sub/e.yaml]}}
    """
    place = folder(main_yaml=text, sub__d_yaml=INNER, sub__e_yaml=INNER, x_sh="echo")
    done = run("preview", "main.yaml", cwd=place)
    assert done.returncode == 0
    assert "OS::Heat::ResourceGroup, 2 members, all alike" in done.stdout
    assert "      v  on   OS::Heat::Value" in done.stdout


def test_missing_files_are_diagnostics_in_the_file_that_names_them(folder):
    place = folder(main_yaml="resources:\n  a: {type: sub/c.yaml}\n", sub__c_yaml="resources:\n  d: {type: d.yaml}\n")
    done = run("validate", "main.yaml", cwd=place)
    assert done.returncode == 1
    assert "sub/c.yaml:3:13: error[missing-file]: There is no file `d.yaml`" in done.stdout
    assert "3 |   d: {type: d.yaml}" in done.stdout


def test_a_mistake_in_a_nested_template_shows_both_places(folder):
    bad = "resources:\n  v: {type: OS::Heat::Value, properties: {value: {get_resource: nobody}}}\n"
    place = folder(main_yaml="resources:\n  a: {type: sub/c.yaml}\n", sub__c_yaml=bad)
    done = run("validate", "main.yaml", cwd=place)
    assert "sub/c.yaml:3:65: error[unknown-resource]" in done.stdout
    assert "  --> main.yaml:3:13" in done.stdout
    data = json.loads(run("validate", "main.yaml", "--format", "json", cwd=place).stdout)
    assert [(row["file"], row["related"][0]["file"]) for row in data] == [("sub/c.yaml", "main.yaml")]


def test_a_mistake_in_a_nested_template_of_a_folder_is_reported_once(folder):
    bad = "resources:\n  v: {type: OS::Heat::Value, properties: {value: {get_resource: nobody}}}\n"
    place = folder(main_yaml="resources:\n  a: {type: sub/c.yaml}\n", sub__c_yaml=bad)
    done = run("validate", ".", cwd=place)
    assert done.stdout.count("unknown-resource") == 1


def test_a_cycle_of_links_and_a_folder_are_no_files(folder):
    place = folder(main_yaml="resources:\n  a: {type: ring.yaml}\n  b: {type: folder.yaml}\n")
    (place / "ring.yaml").symlink_to("ring.yaml")
    (place / "folder.yaml").mkdir()
    done = run("validate", "main.yaml", cwd=place)
    assert done.returncode == 1
    assert done.stdout.count("missing-file") == 2


def test_what_never_ends_is_not_read(folder):
    place = folder(main_yaml="resources:\n  a: {type: zero.yaml}\n  b: {type: pipe.yaml}\n")
    (place / "zero.yaml").symlink_to("/dev/zero")
    os.mkfifo(place / "pipe.yaml")
    assert run("validate", "main.yaml", cwd=place).stdout.count("missing-file") == 2


def test_a_nested_template_that_is_too_large_for_heat_is_reported(folder):
    place = folder(main_yaml="resources:\n  a: {type: big.yaml}\n", big_yaml="# " + "x" * 600_000)
    done = run("validate", "main.yaml", cwd=place)
    assert done.returncode == 1
    assert "main.yaml:3:13: error[bad-nested-template]" in done.stdout


def test_files_that_are_too_large_or_too_many_are_left_out(tmp_path):
    with (tmp_path / "huge.bin").open("wb") as huge:
        huge.truncate(LARGEST_FILE + 1)
    names = [f"{at}.txt" for at in range(MOST_FILES + 5)]
    for name in names:
        (tmp_path / name).write_text("")
    listed = ", ".join(f"{{get_file: {name}}}" for name in ["huge.bin", *names])
    document = hotcore.load(template(f"outputs:\n  o: {{value: [{listed}]}}\n"))
    files = files_beside(document.template, tmp_path)
    assert "huge.bin" not in files
    assert len(files) == MOST_FILES


def test_files_of_a_template_that_is_read_as_text_are_read_too(folder):
    place = folder(
        main_yaml="resources: {v: {type: OS::Heat::Value, properties: {value: {get_file: sub/inner.yaml}}}}\n",
        sub__inner_yaml="resources: {v: {type: OS::Heat::Value, properties: {value: {get_file: x.sh}}}}\n",
        sub__x_sh="echo\n",
    )
    document = hotcore.load((place / "main.yaml").read_text())
    found = files_beside(document.template, place)
    assert set(found) == {"sub/inner.yaml", "sub/x.sh"}
    assert named_files(document.text, found) == ("sub/inner.yaml", "sub/x.sh")


def test_the_client_does_not_send_a_file_that_only_a_chain_names(folder):
    place = folder(
        main_yaml="resources: {c: {type: OS::Heat::ResourceChain, properties: {resources: [a.yaml]}}}\n",
        a_yaml="resources: {}\n",
    )
    document = hotcore.load((place / "main.yaml").read_text())
    assert set(files_beside(document.template, place)) == {"a.yaml"}
    assert named_files(document.text, {"a.yaml": ""}) == ()
