"""Packages deploy as printed: with the unmodified client, in a shell, against a real Heat."""

from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

import hotcore
from designer.store.value_sets import value_set_save
from tests.browser.fill.page import control

pytestmark = pytest.mark.heat

PASSWORD = """it's; $HOME "é" `x` \\ !"""
NOTE = """yes: {no}\n  'two' "lines" $HOME `x` \\ ünï #\n\n0123"""
VALUES = {"count": "0006", "note": NOTE, "code": "1e3", "zones": "a b,it's,$c", "labels": '{"k": "$v", "n": null}'}

PARAMETERS = """\
heat_template_version: 2021-04-16
parameters:
  count: {type: number, default: 2}
  note: {type: string, default: "two\\nlines"}
  code: {type: string, default: '0123'}
  zones: {type: comma_delimited_list, default: a}
  labels: {type: json, default: {}}
  empty: {type: string, default: full}
  flag: {type: boolean, default: true}
  password: {type: string, hidden: true, label: Password}
  token: {type: string, hidden: true, label: Token}
"""
OUTPUTS = """\
outputs:
  all:
    value:
      count: {get_param: count}
      note: {get_param: note}
      code: {get_param: code}
      zones: {get_param: zones}
      labels: {get_param: labels}
      empty: {get_param: empty}
      flag: {get_param: flag}
  secrets: {value: [{get_param: password}, {get_param: token}]}
"""
SINGLE = PARAMETERS + OUTPUTS
SHOP = f"""\
{PARAMETERS}
resources:
  database: {{type: Shop::Database}}
  web: {{type: nested/web.yaml}}
{OUTPUTS}
  script: {{value: {{get_attr: [web, script]}}}}
  kind: {{value: {{get_attr: [database, kind]}}}}
"""
NESTED = """\
heat_template_version: 2021-04-16
parameters: {region: {type: string, default: nowhere}}
outputs:
  script: {value: {list_join: [' ', [{get_param: region}, {get_file: ../scripts/start it.sh}]]}}
"""
KIND = "heat_template_version: 2021-04-16\noutputs: {kind: {value: KIND}}\n"
BASE = """\
resource_registry: {'Shop::Database': ../nested/plain.yaml}
parameters: {count: 3, zones: [z], labels: {a: b}, note: more}
parameter_merge_strategies: {zones: merge, labels: deep_merge, note: merge}
parameter_defaults: {region: east, code: west}
"""
BUNDLE = {
    "nested/web.yaml": NESTED,
    "nested/plain.yaml": KIND.replace("KIND", "plain"),
    "nested/ha.yaml": KIND.replace("KIND", "ha"),
    "scripts/start it.sh": "#!/bin/sh\necho $HOME\n",
    "envs/base.yaml": BASE,
    "envs/prod site's.yaml": "resource_registry: {'Shop::Database': ../nested/ha.yaml}\nparameters: {flag: false}\n",
}
REPOSITORY = {
    **{path: text for path, text in BUNDLE.items() if not path.startswith("envs/")},
    "../network/ha.yaml": KIND.replace("KIND", "ha"),
    "../envs/prod.yaml": "resource_registry: {'Shop::Database': ../network/ha.yaml}\n",
}


def outputs_by_preview(text, files, environments, values):
    document = hotcore.load(text, files)
    read = [hotcore.read_environment(files[name], name) for name in environments]
    found = hotcore.preview(document, values, environments=read, mask=False)
    return {name: hotcore.to_json(output.value) for name, output in found.outputs.items()}


def filled(page, values):
    for name, value in values.items():
        control(page, name).fill(value)
    expect(page.locator("#preview")).not_to_have_class("waiting")


def downloaded(page, folder):
    """The folder with the unpacked zip, and the command on the page, which is the one in the zip."""
    command = page.get_by_test_id("deploy-command").inner_text()
    with page.expect_download() as download:
        page.get_by_test_id("download-deploy").click()
    download.value.save_as(folder / "package.zip")
    with ZipFile(folder / "package.zip") as archive:
        archive.extractall(folder / "unpacked")
    assert command in (folder / "unpacked" / "DEPLOY.txt").read_text()
    return folder / "unpacked", command


CASES = {
    "single": (SINGLE, {}, []),
    "bundle": (SHOP, BUNDLE, ["envs/base.yaml", "envs/prod site's.yaml"]),
    "repository": (SHOP, REPOSITORY, ["../envs/prod.yaml"]),
}


@pytest.mark.parametrize(
    ("case", "together"), [("single", False), ("bundle", False), ("bundle", True), ("repository", False)]
)
def test_the_zip_deploys_as_printed(alice_page: Page, alice, make_design, tmp_path, expect_to_deploy, case, together):
    page = alice_page
    text, files, on = CASES[case]
    design = make_design(text, name="Shop", files={path: data.encode() for path, data in files.items()})
    kept = [{"name": name, "on": True} for name in on]
    value_set_save(design=design, owner=alice, name=f"{case} {together}", values={"empty": ""}, environments=kept)
    page.goto(f"/templates/shop/?set={case}+{together}")
    filled(page, VALUES)
    page.get_by_role("button", name="Download to deploy").click()
    dialog = page.get_by_role("dialog", name="Download to deploy")
    if together:
        dialog.get_by_label("All in one").check()
        expect(dialog.get_by_text("-e, all in one")).to_be_visible()
    folder, command = downloaded(page, tmp_path)
    quoted = PASSWORD.replace("'", "'\\''")
    command = command.replace("<Password>", quoted).replace("<Token>", "t0ken")
    expected = outputs_by_preview(text, files, on, {**VALUES, "empty": "", "password": PASSWORD, "token": "t0ken"})
    expect_to_deploy(command, folder, f"{case}-{together}", expected, "CREATE_COMPLETE")


def test_a_stack_that_is_there_is_updated_and_keeps_its_hidden_values(
    alice_page: Page, make_design, tmp_path, expect_to_deploy
):
    page = alice_page
    make_design(SINGLE, name="There")
    page.goto("/templates/there/")
    secrets = {"password": PASSWORD, "token": "t0ken"}
    filled(page, {**VALUES, **secrets})
    page.get_by_role("button", name="Download to deploy").click()
    dialog = page.get_by_role("dialog", name="Download to deploy")
    dialog.get_by_label("Hidden values too").check()
    expect(dialog.get_by_text("This zip holds 2 hidden values").first).to_be_visible()
    folder, command = downloaded(page, tmp_path / "first")
    expected = outputs_by_preview(SINGLE, {}, [], {**VALUES, **secrets})
    expect_to_deploy(command, folder, "there", expected, "CREATE_COMPLETE")
    page.keyboard.press("Escape")
    filled(page, {"count": "8", "password": "", "token": ""})
    page.get_by_role("button", name="Download to deploy").click()
    dialog.get_by_label("Is there already").check()
    expect(page.get_by_test_id("deploy-command")).to_contain_text("stack update --existing there")
    folder, command = downloaded(page, tmp_path / "second")
    expected = outputs_by_preview(SINGLE, {}, [], {**VALUES, **secrets, "count": "8"})
    expect_to_deploy(command, folder, "there", expected, "UPDATE_COMPLETE")
