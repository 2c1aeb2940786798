"""The cost of commands grows with the size of a template, not with its square: counted in calls of functions."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from hotcore.cli.commands import main
from tests.counting import calls
from tests.hotcore.test_hostile import HEAD, items, lines, nested

MOST = 2.6
"""How many times as many calls a template of twice the size may take."""


def allowed_values(count):
    values = f"constraints: [{{allowed_values: [{items('v{i}', count)}]}}]"
    return f"{HEAD}parameters: {{p: {{type: string, default: v2, {values}}}}}\n"


def branches(count):
    names = lines("  p{i}: {type: boolean}", 45)
    conditions = lines("  c{i}: {get_param: p{i}}", 45)
    value = nested("{if: [c0, x, ", "y1", "]}", count)
    return f"{HEAD}parameters:\n{names}conditions:\n{conditions}outputs: {{o: {{value: {value}}}}}\n"


def conditional_resources(count):
    parameters = lines("  p{i}: {type: boolean}", count)
    conditions = lines("  c{i}: {get_param: p{i}}", count)
    resources = lines("  r{i}: {type: OS::Heat::None, condition: c{i}}", count)
    return f"{HEAD}parameters:\n{parameters}conditions:\n{conditions}resources:\n{resources}"


def servers(count):
    server = "  s{i}: {type: OS::Nova::Server, properties: {flavor: m, image: i, networks: [{network: n}]}}"
    return f"{HEAD}resources:\n{lines(server, count)}"


COSTS = {
    "allowed values": (allowed_values, 100, "diff t.yaml new.yaml"),
    "branches in branches": (branches, 22, "diff t.yaml new.yaml"),
    "resources with conditions": (conditional_resources, 150, "conditions t.yaml"),
    "servers": (servers, 300, "validate t.yaml"),
}


@pytest.fixture
def cost_of(tmp_path, monkeypatch):
    """Counts the calls of a command for a template, which `diff` compares with a changed one."""
    monkeypatch.chdir(tmp_path)

    def count(text, line):
        (tmp_path / "t.yaml").write_text(text)
        (tmp_path / "new.yaml").write_text(text.replace("1", "2").replace("2022-04-26", "2021-04-16"))

        def run():
            out = io.StringIO()
            with redirect_stdout(out), redirect_stderr(out):
                assert main(line.split()) in (0, 1)

        run()  # so that imports do not count
        return calls(run)

    return count


@pytest.mark.parametrize("name", COSTS)
def test_twice_the_size_takes_twice_the_calls(name, cost_of):
    make, count, line = COSTS[name]
    assert cost_of(make(2 * count), line) < MOST * cost_of(make(count), line)
