"""A template in its repository: what names a file over folders finds it, from wherever the template lies."""

import json
import shutil
from posixpath import basename, dirname, relpath

import pytest

import hotcore
from hotcore.bundle_files import BundleFiles, plain_path
from hotcore.cli.documents import environments_for, read_document
from hotcore.environment import named_files
from tests.hotcore.cli.test_bundle_files import run
from tests.hotcore.corpus import FILES, needs_corpus
from tests.repository import repository

MAINS = ("overcloud.yaml", "stacks/overcloud.yaml", "stacks/deep/overcloud.yaml")
ENVIRONMENTS = ("environments/base.yaml", "environments/more/site.yaml")


def beside(main, files):
    """The files by their paths beside the template, as a bundle keeps them."""
    return {relpath(path, dirname(main) or "."): text for path, text in files.items() if path != main}


def previewed(main, files, environments=ENVIRONMENTS):
    """What comes out of a bundle."""
    kept = beside(main, files)
    read = [hotcore.read_environment(kept[path], path) for path in beside(main, dict.fromkeys(environments, ""))]
    return hotcore.preview(hotcore.load(files[main], kept, folder=dirname(main)), environments=read)


@pytest.mark.parametrize("main", MAINS)
def test_names_that_lead_over_folders_and_back_find_their_files(main):
    found = previewed(main, repository(main))
    assert found.diagnostics == ()
    assert found.outputs["hosts"].value == [
        "prod-echo start\n", "ntp.example.org echo hosts\n", "ntp.example.org echo hosts\n"
    ]  # fmt: skip
    assert found.outputs["region"].value == "site"
    assert found.outputs["service0"].value == ["ntp.example.org", "site", "echo start\n"]


@pytest.mark.parametrize("main", MAINS)
def test_a_bundle_and_the_command_on_disk_tell_the_same(main, tmp_path):
    files = repository(main)
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    arguments = [part for path in ENVIRONMENTS for part in ("-e", path)]
    printed = json.loads(run("preview", main, *arguments, "--format", "json", cwd=tmp_path).stdout)
    found = previewed(main, files)
    assert printed["ok"]
    assert printed["diagnostics"] == []
    assert printed["outputs"] == {name: state.value for name, state in found.outputs.items()}
    assert nested_files(printed["resources"]) == {
        name: state.nested.file if state.nested else None for name, state in found.resources.items()
    }


def nested_files(resources):
    return {name: (one.get("nested") or {}).get("file") for name, one in resources.items()}


MAPPED = ("mysql-client.yaml", "nova-base-puppet.yaml")
REGISTRY = """
resource_registry:
  OS::TripleO::Services::Logging::NovaCommon: ../deployment/database/mysql-client.yaml
  OS::TripleO::Services::NovaApi: ../deployment/nova/../nova/nova-base-puppet.yaml
parameter_defaults: {NovaPassword: secret, NeutronPassword: secret, PlacementPassword: secret}
"""


@needs_corpus
def test_every_template_of_a_real_repository_has_the_same_result_in_a_bundle_and_on_disk(tmp_path, monkeypatch):
    monkeypatch.setattr("hotcore.analysis.SANDBOX_SECONDS", 600.0)  # what takes too long is not worked out
    folder = shutil.copytree(FILES / "tripleo", tmp_path / "tripleo")
    (folder / "environments").mkdir()
    environment = folder / "environments" / "some.yaml"
    environment.write_text(REGISTRY)
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in folder.rglob("*")
        if path.is_file()
    }
    mains = [path for path, text in files.items() if path.endswith(".yaml") and "heat_template_version" in text]
    mains = [path for path in mains if not path.endswith(MAPPED)]  # what is mapped is no main template
    assert len(mains) > 60
    for main in mains:
        monkeypatch.chdir((folder / main).parent)
        environments = environments_for(basename(main), {relpath(environment, dirname(folder / main)): REGISTRY})
        on_disk = hotcore.preview(read_document(basename(main), environments), environments=environments)
        found = previewed(main, files, ["environments/some.yaml"])
        assert (found.resources, found.outputs) == (on_disk.resources, on_disk.outputs), main
        assert [(each.code, each.message) for each in found.diagnostics] == [
            (each.code, each.message) for each in on_disk.diagnostics
        ], main


def test_a_file_that_is_reached_by_two_ways_is_read_as_one_and_named_once(tmp_path):
    main = "stacks/overcloud.yaml"
    files = repository(main) | {
        "stacks/hosts.yaml": "heat_template_version: 2021-04-16\nresources: {a: {type: No::Such}}\n"
    }
    found = previewed(main, files)
    assert {each.file for each in found.diagnostics if each.code == "unknown-resource-type"} == {"hosts.yaml"}


@pytest.mark.parametrize("main", MAINS)
def test_all_files_that_the_client_takes_along_are_there_under_their_paths(main):
    files = repository(main)
    kept = BundleFiles(beside(main, files), dirname(main))
    read = [hotcore.read_environment(kept[path], path) for path in beside(main, dict.fromkeys(ENVIRONMENTS, ""))]
    named = named_files(files[main], kept, read)
    assert len(named) == len({*named}) == 9
    assert {*named} <= kept.keys()


def test_a_file_that_nothing_names_is_not_sent_and_not_checked():
    files = repository()
    found = previewed("overcloud.yaml", files)
    assert "extraconfig/unused.yaml" in files
    assert found.ok
    sent = hotcore.load(files["overcloud.yaml"], {"unused.yaml": files["extraconfig/unused.yaml"]})
    assert [each.code for each in sent.found] == ["unknown-version"]


def test_a_template_that_only_an_environment_names_is_checked():
    files = repository() | {"network/network.yaml": "heat_template_version: 1999-01-01\n"}
    found = previewed("overcloud.yaml", files)
    assert "network/network.yaml" in {each.file for each in found.diagnostics}
    assert not found.ok


@pytest.mark.parametrize(
    ("path", "folder", "plain"),
    [
        ("../web/a.yaml", "web", "a.yaml"),
        ("../web/a.yaml", "", "../web/a.yaml"),
        ("../web/a.yaml", None, "../web/a.yaml"),
        ("../other/a.yaml", "web", "../other/a.yaml"),
        ("../../x/web/sub/a.yaml", "x/web", "sub/a.yaml"),
        ("../../x/a.yaml", "x/web", "../a.yaml"),
        ("../../web/a.yaml", "web", "../../web/a.yaml"),
        ("a.yaml", "web", "a.yaml"),
        ("../web", "web", "."),
        ("..", "web", ".."),
    ],
)
def test_a_path_that_leads_out_and_back_is_plain(path, folder, plain):
    assert plain_path(path, folder) == plain


INNER = {
    "sub/inner.yaml": "heat_template_version: 2021-04-16\nresources: {b: {type: b.yaml}}\n",
    "b.yaml": "heat_template_version: 2021-04-16\n",
}


@pytest.mark.parametrize(("folder", "codes"), [("", ["missing-file"]), ("stacks", ["missing-file"]), (None, [])])
def test_a_client_looks_beside_the_file_that_has_a_name_and_nowhere_else(folder, codes):
    """python-heatclient joins the name to the folder of the file; what is sent without it has the names as written."""
    document = hotcore.load(
        "heat_template_version: 2021-04-16\nresources: {a: {type: sub/inner.yaml}}\n", INNER, folder=folder
    )
    found = hotcore.preview(document).diagnostics
    assert [each.code for each in found] == codes
    assert all(each.file == "sub/inner.yaml" for each in found)
