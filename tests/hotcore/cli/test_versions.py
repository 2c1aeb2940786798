"""`hotcore versions` and `hotcore upgrade`, as scripts rely on them."""

import json

import pytest

from tests.counting import parsed_texts
from tests.hotcore.cli.test_commands import run  # noqa: F401  a fixture
from tests.hotcore.upgrade.test_rewriting import NEW, OLD


@pytest.fixture
def old(run, tmp_path):  # noqa: F811  a fixture
    (tmp_path / "old.yaml").write_bytes(OLD.encode())
    return run


def test_versions_shows_what_is_needed_and_what_later_ones_offer(old):
    code, out, err = old("versions", "good.yaml")
    assert (code, err) == (0, "")
    head = "Version  2021-04-16 (wallaby)\nNeeds    2016-10-14 (newton)\n  2016-10-14  17:1  The section"
    assert out.startswith(head)
    code, out, _ = old("versions", "old.yaml")
    assert code == 0
    assert "\n2017-02-24 (ocata)\n  for you   line 16: `str_replace_strict`" in out
    assert "upgrade   not possible, line 22: `Fn::Split` was removed" in out
    assert out.endswith("upgrade   possible, with the same result, 11 calls rewritten\n")


def test_versions_as_json(old):
    _, out, _ = old("versions", "old.yaml", "--format", "json")
    data = json.loads(out)
    assert (data["version"], data["lowest"], data["needs"]) == ("2013-05-23", "2013-05-23", [])
    first, *_, last = data["later"]
    assert {"name": "Ref", "instead": "`get_param` or `get_resource`"} in first["removed"]
    assert first["refused"][0]["line"] == 22
    assert (last["release"], last["refused"], len(last["rewritten"])) == ("wallaby", [], 11)


def test_upgrade_writes_the_template_to_the_given_place(old, tmp_path):
    code, out, err = old("upgrade", "old.yaml", "--to", "wallaby")
    assert (code, out) == (0, NEW)
    assert "old.yaml:9: Write `get_param` instead of `Ref`.\n" in err
    assert (tmp_path / "old.yaml").read_bytes() == OLD.encode()
    assert old("upgrade", "old.yaml", "--to", "wallaby", "-o", "new.yaml")[:2] == (0, "")
    assert (tmp_path / "new.yaml").read_bytes() == NEW.encode()
    assert old("upgrade", "-", "--to", "wallaby", stdin=OLD.encode())[:2] == (0, NEW)
    assert old("upgrade", "old.yaml", "--to", "wallaby", "--in-place")[:2] == (0, "")
    assert (tmp_path / "old.yaml").read_bytes() == NEW.encode()


def test_upgrade_parses_each_text_once(old, monkeypatch):
    parsed = parsed_texts(monkeypatch)
    for times in (1, 2):
        assert old("upgrade", "old.yaml", "--to", "wallaby")[0] == 0
        assert len(parsed) >= 2  # what was read and what was written
        assert set(parsed.values()) == {times}


def test_line_ends_and_byte_order_marks_stay(old, tmp_path):
    before, after = ("\ufeff" + text.replace("\n", "\r\n") for text in (OLD, NEW))
    (tmp_path / "old.yaml").write_bytes(before.encode())
    assert old("upgrade", "-", "--to", "wallaby", stdin=before.encode())[:2] == (0, after)
    assert old("upgrade", "old.yaml", "--to", "wallaby", "--in-place")[0] == 0
    assert (tmp_path / "old.yaml").read_bytes() == after.encode()


def test_what_would_be_different_is_reported_and_nothing_is_written(old, tmp_path):
    code, out, err = old("upgrade", "old.yaml", "--to", "2014-10-16", "--in-place")
    assert (code, out) == (1, "")
    assert err.startswith("old.yaml:22:15: error[cannot-rewrite]: `Fn::Split` was removed in version 2014-10-16.\n")
    assert (tmp_path / "old.yaml").read_bytes() == OLD.encode()


def test_remaining_errors_are_reported(old, tmp_path):
    text = "heat_template_version: 2013-05-23\nparameters: {a: 5}\nresources: {r: 5}\n"
    (tmp_path / "odd.yaml").write_text(text, encoding="utf-8")
    code, out, err = old("upgrade", "odd.yaml", "--to", "newton")
    assert (code, out) == (1, text.replace("2013-05-23", "newton"))
    assert err.startswith("odd.yaml:2:14: error[bad-parameter]: ")


def test_an_error_that_the_new_version_solves_is_not_reported(old, tmp_path):
    text = "heat_template_version: 2013-05-23\nconditions: {c: true}\nresources: {r: {type: OS::Heat::None}}\n"
    (tmp_path / "early.yaml").write_text(text, encoding="utf-8")
    assert old("validate", "early.yaml")[0] == 1
    assert old("upgrade", "early.yaml", "--to", "newton") == (0, text.replace("2013-05-23", "newton"), "")


def test_results_that_take_too_long_to_compare_are_told(old, tmp_path):
    line = "outputs: {o: {value: {yaql: {expression: 'range(1000000000).len() + 77', data: 1}}}}\n"
    (tmp_path / "slow.yaml").write_text(f"heat_template_version: 2018-08-31\n{line}", encoding="utf-8")
    code, out, err = old("upgrade", "slow.yaml", "--to", "2021-04-16")
    assert (code, out) == (0, f"heat_template_version: 2021-04-16\n{line}")
    assert err == "slow.yaml: not all results were compared: expressions or patterns take too long\n"


def test_nested_templates_keep_their_versions(old, tmp_path):
    (tmp_path / "inner.yaml").write_text("heat_template_version: 2013-05-23\n", encoding="utf-8")
    text = "heat_template_version: 2014-10-16\nresources: {r: {type: inner.yaml}}\n"
    (tmp_path / "outer.yaml").write_text(text, encoding="utf-8")
    code, out, err = old("upgrade", "outer.yaml", "--to", "pike")
    assert (code, out) == (0, text.replace("2014-10-16", "pike"))
    assert err == "outer.yaml: inner.yaml has its own version, which is not changed.\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--to", "mitaka"), "there is no template version mitaka; the version of this release is 2016-04-08"),
        (("--to", "wallabi"), "there is no template version wallabi; Did you mean `wallaby`?"),
        (("--to", ""), "there is no template version ''; known versions are 2013-05-23"),
        (("--to", "1"), "there is no template version 1; known versions are 2013-05-23"),
        (("--to", "pike", "-o", "x", "--in-place"), "not allowed with"),
        ((), "required: --to"),
    ],
)
def test_invalid_usage_is_reported(old, arguments, words):
    code, out, err = old("upgrade", "old.yaml", *arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_standard_input_cannot_be_overwritten(old):
    code, _, err = old("upgrade", "-", "--to", "pike", "--in-place", stdin=OLD.encode())
    assert code == 2
    assert "not standard input" in err


@pytest.mark.parametrize("command", [("versions",), ("upgrade", "--to", "pike")])
def test_a_template_of_another_kind_is_reported(old, tmp_path, command):
    (tmp_path / "cfn.yaml").write_text("AWSTemplateFormatVersion: '2010-09-09'\n", encoding="utf-8")
    code, out, err = old(*command, "cfn.yaml")
    assert (code, out) == (1, "")
    assert "error[cfn-template]" in err
    assert old(*command, "nowhere.yaml")[0] == 2
