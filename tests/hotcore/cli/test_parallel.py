"""Many templates at once: the same report from several processes, and the progress on a terminal."""

import io
import os
import subprocess
import sys

import pytest

from hotcore.cli.commands import main
from hotcore.cli.parallel import Progress, in_parallel

pytestmark = pytest.mark.long

HEAD = "heat_template_version: 2021-04-16\ndescription: d\n"
MANY = 20


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with many templates, of which the odd ones have an error."""
    monkeypatch.chdir(tmp_path)
    for number in range(MANY):
        value = "{get_param: nowhere}" if number % 2 else "1"
        text = f"{HEAD}outputs: {{o: {{description: d, value: {value}}}}}\n"
        (tmp_path / f"t{number:02}.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def validate(*options):
    """The exit code and the output of the command in a process of its own."""
    command = [sys.executable, "-m", "hotcore", "validate", ".", *options]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return finished.returncode, finished.stdout, finished.stderr


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_several_processes_report_what_one_does(folder, form):
    one, several = (validate("--format", form, "--hints", "--jobs", jobs) for jobs in ("1", "3"))
    assert one == several
    assert one[0] == 1
    assert one[1].count("unknown-parameter") >= MANY / 2


def test_other_threads_do_not_matter(folder, capsys):
    codes = {main(["validate", ".", "--jobs", jobs]) for jobs in ("1", "2")}
    first, second = capsys.readouterr().out.split("in 20 templates\n")[:2]
    assert (codes, first) == ({1}, second)


def test_a_file_that_cannot_be_read_does_not_stop_the_others(folder):
    (folder / "t03.yaml").unlink()
    (folder / "t03.yaml").symlink_to("nowhere.yaml")
    names = [f"t{number:02}.yaml" for number in range(MANY)]
    command = [sys.executable, "-m", "hotcore", "validate", *names, "--jobs", "2"]
    finished = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert finished.returncode == 2
    assert "cannot read t03.yaml" in finished.stderr
    assert finished.stdout.endswith("9 errors in 19 templates\n")


def test_a_value_that_another_template_hides_is_masked(folder):
    hidden = f"{HEAD}parameters: {{key: {{type: string, hidden: true, description: d}}}}\noutputs: {{}}\n"
    (folder / "t19.yaml").write_text(hidden, encoding="utf-8")
    (folder / "env.yml").write_text("parameters: {key: opensesame}\n", encoding="utf-8")
    for jobs in ("1", "2"):
        _, out, err = validate("-e", "env.yml", "--jobs", jobs, "--hints")
        assert "unknown-value" in out
        assert "opensesame" not in out + err


def test_fixes_are_applied_by_one_process(folder):
    code, out, _ = validate("--fix", "--jobs", "3")
    assert code == 1
    assert out.endswith(f"{MANY // 2} errors in {MANY} templates\n")


def test_an_outcome_is_there_before_the_last_one():
    asked = []

    def check(name):
        asked.append(name)
        return name

    outcomes = in_parallel(check, ["a", "b", "c"], 1)
    assert next(outcomes) == "a"
    assert asked == ["a"]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_is_shown_on_a_terminal_and_removed_at_the_end(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stderr", Terminal())
    progress = Progress(MANY)
    for _ in range(MANY):
        progress.clear()
        progress.advance()
    progress.clear()
    written = sys.stderr.getvalue()
    assert "7 of 20 templates" in written
    assert written.endswith("\r\x1b[K")


def test_progress_is_not_shown_elsewhere(folder):
    assert validate("--jobs", "2")[2] == ""


@pytest.mark.parametrize("jobs", ["0", "-1", "x"])
def test_the_number_of_processes_is_at_least_one(folder, jobs, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["validate", ".", "--jobs", jobs])
    assert stopped.value.code == 2
    assert "--jobs" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix", reason="there are no pipes that close early")
def test_a_reader_that_leaves_early_ends_the_check(folder):
    command = f"{sys.executable} -m hotcore validate . --jobs 2 | head -n 1"
    finished = subprocess.run(command, shell=True, capture_output=True, text=True, check=False, timeout=120)
    assert finished.stdout.startswith("t01.yaml:")
    assert "Traceback" not in finished.stderr
