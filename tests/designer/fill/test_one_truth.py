"""The fill page, its YAML and the command line agree on the same files and values."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import islice

import pytest
import yaml

from hotcore.cli.render_matrix import matrix_as_data
from tests.conftest import EXPLORES
from tests.designer.fill.truth import FillPage, names_in_force, printed, printed_conditions, shown_by
from tests.designer.fill.truth_cases import (
    bundle_cases,
    corpus_cases,
    environment_cases,
    repository_cases,
    sample_cases,
)
from tests.hotcore.corpus import needs_corpus
from tests.sampling import sampled

pytestmark = pytest.mark.long


def some(cases, every=3):
    """Every third of them, and all with EXPLORE=1."""
    return islice(cases, 0, None, 1 if EXPLORES else every)


@pytest.fixture
def filled(client, make_design, alice):
    """Fills the page of a case, and returns the response."""
    client.force_login(alice)

    def fill(case, **more):
        design = make_design(case.text, files=case.files, path=case.path)
        page = FillPage(client, design, case).filled(**more)
        assert page.status_code == 200
        assert names_in_force(page) == case.on
        return page

    return fill


@pytest.fixture
def hold(filled, tmp_path):
    """Compares the page of a case with the command's output, in a folder with a name."""

    def compare(name, case):
        page, command = shown_by(filled(case), case), printed(case, tmp_path / re.sub(r"\W", "_", name))
        for part in command:
            assert page[part] == command[part], (name, part, case.arguments)
        assert page.keys() == command.keys()

    return compare


def test_samples(hold):
    for name, case in sample_cases():
        hold(name, case)


@needs_corpus
def test_corpus(hold):
    for name, case in some(corpus_cases(), 9):
        hold(name, case)


def test_bundles(hold):
    for name, case in some(bundle_cases(40)):
        hold(name, case)


def test_environments(hold):
    for name, case in some(environment_cases(every=4)):
        hold(name, case)


def test_repositories(hold):
    for name, case in repository_cases():
        hold(name, case)


# -- contents of the page --------------------------------------------------------------------


class Marked(HTMLParser):
    """The marked elements of a page, by mark: their attributes and the text in them."""

    def __init__(self, html):
        super().__init__()
        self.attributes, self.texts, self.open = {}, {}, []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag in ("input", "br", "wbr", "img", "use", "path", "meta", "link", "hr", "option"):
            return
        found = dict(attributes)
        mark = found.get("data-testid") or found.get("id")
        self.open.append((tag, mark))
        self.attributes.setdefault(mark, found)
        self.texts.setdefault(mark, "")

    def handle_endtag(self, tag):
        while any(tag == each for each, _ in self.open) and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for _, mark in self.open:
            self.texts[mark] += data

    def said(self, kind, attribute):
        """An attribute of all elements of a kind, by name."""
        found = {mark: given for mark, given in self.attributes.items() if mark and mark.startswith(f"{kind}-")}
        return {mark.removeprefix(f"{kind}-"): given[attribute] for mark, given in found.items() if attribute in given}


SHOWN = [
    *[(name, case) for name, case in sample_cases() if name.endswith("-1")],
    *[(f"repository-{name}", case) for name, case in repository_cases() if name in ("1", "3", "6", "7")],
]


@pytest.mark.parametrize(("name", "case"), SHOWN, ids=[name for name, _ in SHOWN])
def test_the_page_shows_what_the_command_prints(name, case, filled, tmp_path):
    html = Marked(filled(case, as_yaml="1", check="1").content.decode())
    command = printed(case, tmp_path)
    assert html.said("condition", "data-value") == words(command["conditions"])
    enabled = {name: state["enabled"] for name, state in command["resources"].items()}
    assert html.said("resource", "data-enabled") == words(enabled)
    assert html.said("nested", "data-enabled") == words(dict(inner_states("", command["resources"])))
    outputs = html.said("output", "data-now")
    assert {name: json.loads(html.texts[f"output-{name}"]) for name in outputs} == command["outputs"]
    typed = {name for name, source in command["sources"].items() if source["file"] is None}
    refused = [each for each in command["diagnostics"] if each["parameter"] in typed and each["file"] is None]
    errors = {mark for mark, text in html.texts.items() if str(mark).startswith("error-") and text.strip()}
    assert {f"error-{each['parameter']}" for each in refused if each["severity"] == "error"} <= errors


@pytest.mark.parametrize(("name", "case"), sampled(SHOWN), ids=[name for name, _ in SHOWN])
def test_the_yaml_says_what_the_command_prints(name, case, filled, tmp_path):
    html = Marked(filled(case, as_yaml="1").content.decode())
    shown = yaml.safe_load(html.texts["resolved"].split("Resolved template", 1)[1].lstrip())
    command = printed(case, tmp_path)
    on = {name: each for name, each in command["resources"].items() if each["enabled"] is not False}
    parts = ("type", "properties", "depends_on")
    assert shown["resources"] == {name: {part: each[part] for part in parts} for name, each in on.items()}
    for name, output in shown["outputs"].items():
        assert output["value"] == command["outputs"][name]


COMBINED = {
    "samples": [*some(sample_cases())],
    "repositories": [*some(islice(repository_cases(), 12))],
    "bundles": [*some(bundle_cases(12))],
    "environments": [*some(environment_cases(every=20))],
}


@pytest.mark.parametrize("cases", COMBINED.values(), ids=COMBINED)
def test_the_page_of_combinations_has_those_of_the_command(cases, client, alice, make_design, tmp_path):
    client.force_login(alice)
    for number, (name, case) in enumerate(cases):
        design = make_design(case.text, files=case.files, path=case.path)
        page = FillPage(client, design, case).combinations()
        shown, command = page.context["combinations"], printed_conditions(case, tmp_path / str(number))
        assert json.loads(json.dumps(matrix_as_data(shown.matrix), default=str)) == command, (name, case.on)
        assert [each.name for each in shown.from_files] == list(command["from_environments"])
        now = printed(case, tmp_path / str(number))["conditions"]
        known = {name: value for name, value in now.items() if isinstance(value, bool)}
        if known == now:
            assert shown.present == known, (name, case.on, case.typed)
        for row in (row for table in shown.tables for row in table.rows if row.is_present):
            assert row.outcomes.items() <= shown.present.items()


@pytest.mark.parametrize(("name", "case"), sampled(SHOWN), ids=[name for name, _ in SHOWN])
def test_values_of_a_combination_that_are_typed_over_the_files_give_it(name, case, tmp_path):
    rows = [row for block in printed_conditions(case, tmp_path)["blocks"] for row in block["combinations"]]
    for row in rows:
        typed = {name: value if isinstance(value, str) else json.dumps(value) for name, value in row["values"].items()}
        now = printed(replace(case, typed=typed), tmp_path)["conditions"]
        assert row["conditions"].items() <= now.items()


def words(values):
    """True, false and unknown as the page's attributes show them."""
    return {name: str(value).lower() if isinstance(value, bool) else "unknown" for name, value in values.items()}


def inner_states(above, resources):
    """The paths of the resources inside of others, and whether they are on."""
    for name, state in resources.items():
        path = f"{above}{name}"
        if above:
            yield path, state["enabled"]
        yield from inner_states(f"{path}/", state.get("nested", {}).get("resources", {}))


# -- what is handed over ---------------------------------------------------------------------------


@pytest.mark.parametrize("environments", ["apart", "together"])
def test_what_is_handed_over_comes_to_the_same(environments, client, make_design, alice, tmp_path):
    client.force_login(alice)
    for number, (name, case) in enumerate([*islice(sample_cases(), 1, None, 3), *islice(repository_cases(), 18)]):
        fill = FillPage(client, make_design(case.text, files=case.files, path=case.path), case)
        shown, text = shown_by(fill.filled(), case), fill.handed_over(environments=environments)
        if not can_be_handed_over(shown, case, environments):
            continue
        values = replace(case, uploaded={**case.uploaded, "values.yaml": text})
        files = () if environments == "together" else case.on
        names = [part for each in (*files, "values.yaml") for part in ("-e", each)]
        command = printed(values, tmp_path / str(number), *names)
        for part in ("parameters", "conditions", "resources", "outputs"):
            assert shown[part] == command[part], (name, part, text)


def can_be_handed_over(shown, case, environments):
    """Files that Heat cannot merge go out in no way; a value over one that files merge only together with them."""
    is_merged = "tags" in case.typed and any(name.endswith(("/a.yaml", "/b.yaml")) for name in case.on)
    is_refused = any(each["code"] in ("bad-merge", "merge-conflict") for each in shown["diagnostics"])
    return not is_refused and not (is_merged and environments == "apart")
