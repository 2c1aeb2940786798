"""The package of a stack: the files of the zip, their order, and the command."""

import shlex
from io import BytesIO
from zipfile import ZipFile

import pytest
import yaml

from designer.content.content import Content
from designer.fill.package.instructions import instructions
from designer.fill.package.package import Options, package_of
from designer.fill.package.tree import rows
from designer.fill.package.zipped import zipped
from designer.fill.values.environment_list import EnvironmentList, beside

TEMPLATE = """\
heat_template_version: 2021-04-16
parameters:
  count: {type: number, default: 2}
  zones: {type: comma_delimited_list, default: a}
  labels: {type: json, default: {}}
  note: {type: string, default: ''}
  password: {type: string, hidden: true, label: Pass's word}
  token: {type: string, hidden: true, default: none}
resources:
  database: {type: Shop::Database}
  web:
    type: nested/web.yaml
"""
NESTED = """\
heat_template_version: 2021-04-16
parameters:
  region: {type: string, default: nowhere}
outputs:
  script: {value: {get_file: ../scripts/start.sh}}
"""
PLAIN = "heat_template_version: 2021-04-16\n"
FILES = {
    "nested/web.yaml": NESTED,
    "nested/database.yaml": PLAIN,
    "nested/database-ha.yaml": PLAIN,
    "scripts/start.sh": "#!/bin/sh\n",
    "envs/base.yaml": "# ours\nresource_registry:\n  Shop::Database: ../nested/database.yaml\nparameters: {count: 3}\n",
    "envs/prod.yaml": "resource_registry:\n  Shop::Database: ../nested/database-ha.yaml\nparameters: {count: 4}\n",
    "README.md": "nothing names this",
}


def content_of(text=TEMPLATE, files=FILES):
    return Content(text.encode(), {path: data.encode() for path, data in files.items()})


def package(values=None, *, on=(), uploaded=None, content=None, **options):
    content = content or content_of()
    environments = beside(content).with_on(on)
    for name, text in (uploaded or {}).items():
        environments = environments.with_uploaded(name, text, replaces=False)
    return package_of(content, "shop.yaml", environments, values or {}, Options("orders", **options))


def places(found):
    return [file.place for file in found.files]


def roles(found):
    return {file.place: file.role for file in found.files}


def data(found, place):
    return next(file.data for file in found.files if file.place == place).decode()


def test_a_template_by_itself_goes_out_under_its_name():
    found = package(content=content_of(PLAIN, {}))
    assert places(found) == ["shop.yaml"]
    assert found.command.text == "openstack stack create orders \\\n  -t shop.yaml"


def test_what_the_template_and_nested_ones_name_goes_along_and_nothing_else():
    assert places(package()) == ["shop.yaml", "nested/web.yaml", "scripts/start.sh"]


def test_environments_go_out_as_they_are_in_their_order_with_every_file_that_one_of_them_names():
    found = package(on=["envs/base.yaml", "envs/prod.yaml"])
    assert set(places(found)) == {"shop.yaml", *FILES} - {"README.md"}
    assert data(found, "envs/base.yaml") == FILES["envs/base.yaml"]
    assert roles(found)["nested/database.yaml"] == "Shop::Database in base"
    assert roles(found)["nested/database-ha.yaml"] == "Shop::Database"
    assert roles(found)["envs/prod.yaml"] == "-e, second"
    assert found.command.text.splitlines()[2:4] == ["  -e envs/base.yaml \\", "  -e envs/prod.yaml \\"]


def test_typed_values_are_the_last_file_and_are_there_only_if_something_is_typed():
    found = package({"count": "6", "note": "it's $HOME"}, on=["envs/prod.yaml"])
    assert roles(found)["typed-values.yaml"] == "-e, last, 2 values"
    assert yaml.safe_load(data(found, "typed-values.yaml")) == {"parameters": {"count": 6, "note": "it's $HOME"}}
    assert [line.strip(" \\") for line in found.command.text.splitlines() if "-e " in line][
        -1
    ] == "-e typed-values.yaml"


def test_a_typed_value_that_is_the_default_wins_over_a_file():
    found = package({"count": "2"}, on=["envs/prod.yaml"])
    assert yaml.safe_load(data(found, "typed-values.yaml")) == {"parameters": {"count": 2}}


def test_a_folder_stands_once_in_the_tree_with_all_that_is_in_it():
    files = {"nested/web.yaml": NESTED, "scripts/start.sh": "", "../envs/prod.yaml": "parameters: {count: 4}\n"}
    content = Content(TEMPLATE.encode(), {path: data.encode() for path, data in files.items()}, "stacks/main.yaml")
    found = package(content=content, on=["../envs/prod.yaml"], is_together=True)
    names = [row.name for row in rows(found.files)]
    assert names[:3] == ["stacks/", "main.yaml", "environment.yaml"]
    assert names.count("stacks/") == 1


def test_files_that_are_off_are_not_in_it():
    found = package(on=["envs/prod.yaml"])
    assert "envs/base.yaml" not in places(found)
    assert [file.name for file in found.left_out] == ["envs/base.yaml"]


def test_a_hidden_value_that_nobody_gave_is_a_placeholder_and_one_with_a_default_is_none():
    found = package()
    assert [placeholder.parameter.name for placeholder in found.placeholders] == ["password"]
    assert shlex.split(found.command.text)[-2:] == ["--parameter", "password=<Pass’s word>"]


def test_a_typed_hidden_value_is_left_out_unless_it_is_wanted():
    typed = {"password": "s3cret", "token": "t0ken"}
    found = package(typed)
    assert "typed-values.yaml" not in places(found)
    assert [placeholder.parameter.name for placeholder in found.placeholders] == ["password", "token"]
    assert b"s3cret" not in zipped(found, instructions(found, "Shop"))
    found = package(typed, hidden=True)
    assert yaml.safe_load(data(found, "typed-values.yaml"))["parameters"] == typed
    assert (found.placeholders, found.outgoing.hidden_count) == ([], 2)


def test_hidden_values_of_an_uploaded_file_are_left_out_and_asked_for():
    site = "parameters:\n  password: s3cret\n  count: 8\n"
    found = package(uploaded={"site.yaml": site})
    assert data(found, "site.yaml") == "parameters:\n  count: 8\n"
    assert roles(found)["site.yaml"] == "-e, first, 1 hidden left out"
    assert [(each.parameter.name, each.file) for each in found.placeholders] == [("password", "site.yaml")]
    found = package(uploaded={"site.yaml": site}, hidden=True)
    assert data(found, "site.yaml") == site
    assert (found.placeholders, found.outgoing.hidden_count) == ([], 1)


SECRETS = {**FILES, "envs/secret.yaml": "parameters: {password: from-file, count: 5}\n"}


def test_a_hidden_value_beside_the_template_stays_in_its_file():
    found = package(content=content_of(files=SECRETS), on=["envs/secret.yaml"])
    assert data(found, "envs/secret.yaml") == SECRETS["envs/secret.yaml"]
    assert not found.placeholders


def test_the_list_of_files_says_which_hold_hidden_values():
    found = package(content=content_of(files=SECRETS), on=["envs/secret.yaml"])
    assert roles(found)["envs/secret.yaml"] == "-e, first, holds 1 hidden value"
    found = package({"password": "typed"}, content=content_of(files=SECRETS), on=["envs/secret.yaml"])
    assert "holds" not in roles(found)["envs/secret.yaml"]


def test_a_file_says_nothing_of_a_hidden_value_that_is_given_on_the_command_line():
    """Heat lets a file win over the command line."""
    found = package({"password": "typed"}, content=content_of(files=SECRETS), on=["envs/secret.yaml"])
    assert yaml.safe_load(data(found, "envs/secret.yaml")) == {"parameters": {"count": 5}}
    assert found.placeholders[0].was_typed


MERGING = {
    **FILES,
    "envs/merge.yaml": "parameter_merge_strategies: {zones: merge}\n"
    "parameters: {zones: [b], count: 3}\nparameter_defaults: {zones: [c], region: east}\n",
}


def test_what_is_typed_is_not_added_to_what_a_file_merges():
    found = package({"zones": ["x", "y"]}, content=content_of(files=MERGING), on=["envs/merge.yaml"])
    assert yaml.safe_load(data(found, "envs/merge.yaml"))["parameters"] == {"count": 3}
    typed = yaml.safe_load(data(found, "typed-values.yaml"))
    assert typed == {"parameters": {"zones": ["x", "y"]}, "parameter_defaults": {"zones": ["c"]}}
    assert roles(found)["envs/merge.yaml"] == "-e, first, 1 overridden left out"


def test_all_in_one_is_one_file_beside_the_template():
    found = package({"count": "6"}, on=["envs/base.yaml", "envs/prod.yaml"], is_together=True)
    assert places(found)[-1] == "environment.yaml"
    one = yaml.safe_load(data(found, "environment.yaml"))
    assert one["parameters"] == {"count": 6}
    assert one["resource_registry"] == {"Shop::Database": "nested/database-ha.yaml"}
    assert "nested/database.yaml" not in places(found)
    assert [line.strip(" \\") for line in found.command.text.splitlines()][2] == "-e environment.yaml"


def test_a_stack_that_is_there_is_updated_without_placeholders():
    found = package({"count": "6"}, is_there=True)
    lines = [line.strip(" \\") for line in found.command.text.splitlines()]
    assert lines == ["openstack stack update --existing orders", "-t shop.yaml", "-e typed-values.yaml"]


def test_a_repository_is_laid_out_as_it_came():
    files = {
        "../environments/prod.yaml": "resource_registry: {Shop::Database: ../stacks/database.yaml}\n",
        "database.yaml": PLAIN.replace("\n", "\nresources: {a: {type: ../stacks/more.yaml}}\n"),
        "more.yaml": PLAIN,
        "web.yaml": PLAIN,
    }
    text = TEMPLATE.replace("nested/web.yaml", "web.yaml")
    content = Content(text.encode(), {path: data.encode() for path, data in files.items()}, "stacks/main.yaml")
    found = package(content=content, on=["../environments/prod.yaml"])
    assert sorted(places(found)) == [
        "environments/prod.yaml",
        "stacks/database.yaml",
        "stacks/main.yaml",
        "stacks/more.yaml",
        "stacks/web.yaml",
    ]
    assert not found.missing
    assert roles(found)["stacks/database.yaml"] == "Shop::Database"
    assert found.command.text.splitlines()[1:3] == ["  -t stacks/main.yaml \\", "  -e environments/prod.yaml \\"]


def test_names_that_lead_out_of_the_folder_of_a_template_without_a_name_are_right():
    files = {
        "../environments/prod.yaml": "resource_registry: {Shop::Database: ../network/database.yaml}\n",
        "../network/database.yaml": PLAIN,
    }
    content = Content(TEMPLATE.encode(), {path: data.encode() for path, data in files.items()})
    found = package(content=content, on=["../environments/prod.yaml"])
    assert sorted(places(found)) == ["environments/prod.yaml", "network/database.yaml", "template/shop.yaml"]


@pytest.mark.parametrize(
    "name", ["with space.yaml", "it's $HOME.yaml", "-x.yaml", "größe.yaml", "a:b.yaml", "~/x.yaml", 'say "no".yaml']
)
def test_names_of_files_are_quoted_for_a_shell(name):
    files = {name: "parameters: {count: 3}\n"}
    found = package(content=content_of(PLAIN, files), on=[name])
    words = shlex.split(found.command.text)
    assert words[words.index("-e") + 1] in (name, f"./{name}")
    assert not words[words.index("-e") + 1].startswith(("-", "~"))


def test_an_uploaded_file_never_takes_the_place_of_another_nor_leaves_the_zip():
    uploaded = {"shop.yaml": "parameters: {count: 8}\n", "../../etc/passwd": "parameters: {count: 9}\n"}
    found = package(uploaded=uploaded)
    assert places(found)[-2:] == ["shop-2.yaml", "environment.yaml"]
    assert data(found, "shop.yaml") == TEMPLATE


def test_a_zip_has_the_same_bytes_each_time_and_the_command_of_the_page():
    first, second = (
        zipped(found, instructions(found, "Shop")) for found in (package({"count": "6"}), package({"count": "6"}))
    )
    assert first == second
    archive = ZipFile(BytesIO(first))
    assert archive.namelist() == ["shop.yaml", "nested/web.yaml", "scripts/start.sh", "typed-values.yaml", "DEPLOY.txt"]
    assert archive.read("DEPLOY.txt").decode().endswith(f"\n{package({'count': '6'}).command.text}\n")


def test_every_line_of_the_instructions_before_the_command_is_a_comment():
    text = TEMPLATE.replace("label: Pass's word", 'label: "two\\nlines"')
    found = package(content=content_of(text))
    before = instructions(found, "Shop\n; rm -rf /").split("openstack stack create")[0]
    assert all(line.startswith("#") or not line for line in before.splitlines())


def test_no_environments_at_all_make_no_file():
    assert EnvironmentList() == EnvironmentList(())
    assert places(package(is_together=True)) == ["shop.yaml", "nested/web.yaml", "scripts/start.sh"]
