"""Template versions: what a template needs, what later versions offer, and that rewriting keeps its results."""

import json
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from hotcore.analysis import load, preview
from hotcore.cli.documents import read_document
from hotcore.diagnostics import Severity
from hotcore.edits import perform
from hotcore.function_registry import Function, function_names, functions_of
from hotcore.resolver.build import preview_as_data
from hotcore.upgrade import rewriting
from hotcore.upgrade.gains import gains
from hotcore.upgrade.report import template_versions, versions_as_data
from hotcore.upgrade.requirements import lowest_version
from hotcore.upgrade.rewriting import first_difference, needs_of, planned, rewrite
from hotcore.versions import VERSIONS, find_version
from tests.conformance.adapter import run_case
from tests.hotcore.corpus import FILES, needs_corpus, some_texts
from tests.hotcore.strategies import given_values, templates
from tests.parity.comparison import as_json, difference
from tests.parity.strategies import generated_cases

pytestmark = pytest.mark.long

SAMPLES = sorted((Path(__file__).parents[3] / "designer" / "samples").glob("*/template.yaml"))
SHARED = Path(__file__).resolve().parents[4] / "shared" / "conformance" / "cases"
LATER = [version.date for version in VERSIONS[1:]]
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def needed(text):
    return lowest_version(needs_of(load(text))).date


def in_version(date, rest):
    return f"heat_template_version: {date}\n{rest}"


def rewritten(text, name):
    result = rewrite(load(text), name)
    assert not result.refused, result.refused
    return result.text


def refused(text, name):
    result = rewrite(load(text), name)
    assert result.text == text
    return [(each.span.line, each.message) for each in result.refused]


# -- the lowest version ---------------------------------------------------------


@pytest.mark.parametrize(
    ("since", "rest"),
    [
        ("2013-05-23", "outputs: {o: {value: {list_join: [',', [a]]}}}"),
        ("2013-05-23", "outputs: {o: {value: {str_replace: {template: a, params: {a: {get_param: 'OS::stack_id'}}}}}}"),
        ("2015-04-30", "outputs: {o: {value: {digest: [md5, a]}}}"),
        ("2015-10-15", "outputs: {o: {value: {list_join: [',', [a], [b]]}}}"),
        ("2015-10-15", "outputs: {o: {value: {list_join: [',', [{a: b}]]}}}"),
        ("2015-10-15", "outputs: {o: {value: {list_join: [',', '']}}}"),
        ("2015-10-15", "outputs: {o: {value: {str_replace: {template: a, params: {a: [1]}}}}}"),
        ("2015-10-15", "resources: {r: {type: OS::Heat::None}}\noutputs: {o: {value: {get_attr: [r]}}}"),
        ("2016-04-08", "outputs: {o: {value: {map_merge: []}}}"),
        ("2016-10-14", "conditions: {}"),
        ("2016-10-14", "resources: {r: {type: OS::Heat::None, condition: true}}"),
        ("2016-10-14", "resources: {r: {type: OS::Heat::None, external_id: x}}"),
        ("2016-10-14", "resources: {r: {type: OS::Heat::None, deletion_policy: retain}}"),
        ("2013-05-23", "resources: {r: {type: OS::Heat::None, deletion_policy: Retain}}"),
        ("2016-10-14", "outputs: {o: {value: 1, condition: true}}"),
        ("2016-10-14", "outputs: {o: {value: {repeat: {template: a, for_each: {a: {b: c}}}}}}"),
        ("2015-04-30", "outputs: {o: {value: {repeat: {template: a, for_each: {a: [b]}, permutations: true}}}}"),
        ("2017-09-01", "outputs: {o: {value: {repeat: {template: a, for_each: {a: [b]}, permutations: false}}}}"),
        ("2017-02-24", "parameters: {p: {type: number, default: 2, constraints: [{modulo: {step: 2, offset: 0}}]}}"),
        ("2016-10-14", "outputs: {o: {value: {yaql: {expression: '1'}}}}"),
        ("2017-09-01", "conditions: {c: {yaql: {expression: 'true'}}}"),
        ("2017-09-01", "outputs: {o: {value: 1, condition: {contains: [a, [a]]}}}"),
        ("2018-03-02", "parameters: {p: {type: string, default: a, tags: [x]}}"),
        ("2021-04-16", "outputs: {o: {value: [{if: [true, 1]}]}}"),
    ],
)
def test_a_template_needs_the_version_that_added_what_it_uses(since, rest):
    assert needed(in_version("2021-04-16", rest)) == since


def test_what_depends_on_values_is_needed_perhaps():
    rest = (
        "parameters: {j: {type: json, default: {}}, s: {type: string, default: a}}\n"
        "outputs: {o: {value: {str_replace: {template: a, params: {b: {get_param: s}, a: {get_param: j}}}}}}\n"
    )
    (need,) = needs_of(load(in_version("2018-08-31", rest)))
    assert (need.since, need.span.line, need.perhaps) == ("2015-10-15", 3, True)


def test_a_version_that_is_too_low_is_reported_with_all_needs():
    text = in_version("2015-10-15", "conditions: {c: {contains: [a, [a]]}}\n")
    assert not load(text).ok
    assert needed(text) == "2017-09-01"


@pytest.mark.parametrize(
    ("since", "too_old", "rest"),
    [
        ("2015-10-15", "2013-05-23", "outputs: {o: {value: {list_join: [',', [a], [b]]}}}\n"),
        ("2015-10-15", "2014-10-16", "outputs: {o: {value: {list_join: [',', [a], [b]]}}}\n"),
        ("2015-10-15", "2015-04-30", "outputs: {o: {value: {str_replace: {template: a, params: {a: {k: 1}}}}}}\n"),
        (
            "2015-10-15",
            "2013-05-23",
            "resources: {r: {type: OS::Heat::None}}\noutputs: {o: {value: {get_attr: [r]}}}\n",
        ),
        ("2021-04-16", "2016-10-14", "outputs: {o: {value: [{if: [true, 1]}]}}\n"),
        ("2017-09-01", "2016-10-14", "conditions: {c: {contains: [a, [a]]}}\n"),
        ("2017-09-01", "2017-02-24", "conditions: {c: {yaql: {expression: 'true'}}}\n"),
    ],
)
def test_what_heat_refuses_because_the_version_is_too_old_is_needed(since, too_old, rest):
    text = in_version(too_old, rest)
    document = load(text)
    assert not document.ok
    assert needed(text) == since
    assert since in {need.since for need in needs_of(document) if not need.perhaps}
    assert load(rewritten(text, since)).ok
    for below in VERSIONS[: VERSIONS.index(find_version(since))]:
        assert refused(text, below.date)


def test_an_error_that_no_version_solves_is_not_a_need():
    rest = "resources:\n  r: {type: OS::Heat::Value, metadata: {if: [a]}, properties: {value: {get_param: nothing}}}\n"
    assert not load(in_version("2015-04-30", rest)).ok
    assert needed(in_version("2015-04-30", rest)) == "2013-05-23"
    assert refused(in_version("2015-04-30", rest), "newton") == [
        (3, "`if` is plain data in version 2015-04-30, and would become a function call.")
    ]


def forced(text, date):
    return perform(text, "set-version", {"version": date}).after


@needs_corpus
@pytest.mark.parametrize("name", [name for name, _ in some_texts()])
def test_a_real_template_has_no_new_errors_in_its_lowest_version_but_in_the_one_below(name):
    document = read_document(str(FILES / name))
    if document.template is None:
        return
    needs = needs_of(document)
    lowest = lowest_version(needs)
    assert not rewrite(document, lowest.date).refused
    if lowest is VERSIONS[0] or all(need.perhaps for need in needs if need.since == lowest.date):
        return
    below = load(forced(document.text, VERSIONS[VERSIONS.index(lowest) - 1].date), document.files)
    doubted = {each.code for each in below.diagnostics} - {each.code for each in document.diagnostics}
    assert first_difference(document, below) or doubted


# -- what later versions offer -------------------------------------------------


def test_the_gains_of_versions_match_the_registry():
    assert [each.version.date for each in gains()] == LATER
    known = set(function_names(VERSIONS[0]))
    for each in gains():
        known = known.union(each.functions) - {removed.name for removed in each.lost}
        assert known == set(function_names(each.version))
        assert all(isinstance(functions_of(each.version)[name], Function) for name in each.functions)


OFFERS = """\
parameters:
  many: {type: number, default: 0, constraints: [{range: {min: 0, max: 1}}]}
  size: {type: number, default: 10, constraints: [{allowed_values: [10, 20, 30, 40]}]}
resources:
  group:
    type: OS::Heat::ResourceGroup
    properties: {count: {get_param: many}, resource_def: {type: OS::Heat::None}}
outputs:
  a: {value: {str_replace: {template: "http://$host/x", params: {$host: h}}}}
  b: {value: {list_join: [',', [{list_join: [',', [a, b]]}, c]]}}
  c: {value: {yaql: {expression: $.data.a + $.data.b, data: {a: [], b: []}}}}
"""


def test_opportunities_are_reported_with_their_places():
    found = template_versions(load(in_version("2015-04-30", OFFERS)))
    reported = {each.version.date: [(one.spans[0].line, one.message) for one in each.offers] for each in found.later}
    assert {date: [line for line, _ in offers] for date, offers in reported.items() if offers} == {
        "2015-10-15": [11], "2016-10-14": [6], "2017-02-24": [4, 10], "2017-09-01": [10],
    }  # fmt: skip
    newer = template_versions(load(in_version("2016-10-14", OFFERS)))
    assert "`list_concat` does what this expression does." in [
        opportunity.message for each in newer.later for opportunity in each.offers
    ]


def test_features_of_the_present_version_are_not_offered():
    found = template_versions(load(in_version("2021-04-16", OFFERS)))
    assert found.later == ()
    assert json.loads(json.dumps(versions_as_data(found)))["lowest"] == "2016-10-14"


@pytest.mark.parametrize(("inner", "offered"), [("a", True), ("b", False)])
def test_nested_joins_are_reported_only_with_the_same_delimiter(inner, offered):
    found = template_versions(
        load(
            "heat_template_version: 2014-10-16\n"
            "parameters: {a: {type: string, default: '-'}, b: {type: string, default: '+'}}\n"
            "outputs:\n"
            f"  o: {{value: {{list_join: [{{get_param: a}}, [x, {{list_join: [{{get_param: {inner}}}, [y, z]]}}]]}}}}\n"
        )
    )
    messages = {opportunity.message for each in found.later for opportunity in each.offers}
    assert any(message.startswith("`list_join` takes several lists") for message in messages) is offered


# -- rewriting ------------------------------------------------------------------

OLD = """\
heat_template_version: '2013-05-23'   # old
parameters:
  size: {type: number, default: 1}
  zones: {type: comma_delimited_list, default: 'a,b'}
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: {Ref: size}
      name:
        Fn::Join:   # joined
        - '-'
        - - {Ref: OS::stack_name}
          - Fn::Select: [0, {Ref: zones}]
      description:
        Fn::Replace:
        - $a: {Ref: size}   # the size
          $b: {Fn::Base64: x}
        - "http://$a/$b"
outputs:
  o: {value: {Ref: disk}}
  f: {value: {Fn::Split: [',', 'a,b']}}
  p: {value: {Fn::ResourceFacade: Metadata}}
"""
NEW = """\
heat_template_version: 'wallaby'   # old
parameters:
  size: {type: number, default: 1}
  zones: {type: comma_delimited_list, default: 'a,b'}
resources:
  disk:
    type: OS::Cinder::Volume
    properties:
      size: {get_param: size}
      name:
        list_join:   # joined
        - '-'
        - - {get_param: OS::stack_name}
          - {get_param: [zones, 0]}
      description:
        str_replace:
          template: "http://$a/$b"
          params:
            $a: {get_param: size}   # the size
            $b: x
outputs:
  o: {value: {get_resource: disk}}
  f: {value: {str_split: [',', 'a,b']}}
  p: {value: {resource_facade: metadata}}
"""


def test_removed_functions_are_replaced_by_their_successors():
    (error,) = load(OLD).diagnostics  # the template is not nested
    assert error.code == "no-parent"
    assert rewritten(OLD, "wallaby") == NEW
    with_marks = "\ufeff" + OLD.replace("\n", "\r\n")
    assert rewrite(load(with_marks), "wallaby", with_marks).text == "\ufeff" + NEW.replace("\n", "\r\n")


def test_an_anchor_is_rewritten_for_all_its_uses():
    rest = (
        "parameters: {a: {type: string, default: x}}\n"
        "outputs: {one: {value: &it {Ref: a}}, two: {value: [*it, {Ref: a}]}}\n"
    )
    after = in_version("pike", rest.replace("Ref", "get_param"))
    assert rewritten(in_version("2013-05-23", rest), "pike") == after


def test_json_stays_json():
    text = '{"heat_template_version": "2013-05-23", "outputs": {"o": {"value": {"Fn::Join": ["", ["a"]]}}}}'
    assert json.loads(rewritten(text, "rocky")) == {
        "heat_template_version": "rocky", "outputs": {"o": {"value": {"list_join": ["", ["a"]]}}},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("date", "to", "rest", "line", "words"),
    [
        ("2013-05-23", "2014-10-16", "outputs: {o: {value: {Fn::Split: [',', a]}}}", 2, "was removed in"),
        ("2013-05-23", "pike", "outputs: {o: {value: {Fn::GetAZs: ''}}}", 2, "was removed in"),
        ("2014-10-16", "pike", "outputs: {o: {value: {Fn::Select: [a, {get_attr: [r, x]}]}}}", 2, "was removed in"),
        ("2016-10-14", "pike", "outputs: {o: {value: {filter: [[a], [a]]}}}", 2, "would become a function call"),
        ("2016-04-08", "pike", "outputs: {o: {value: 1, condition: false}}", 2, "has no effect"),
        ("2017-02-24", "pike", "outputs:\n  o: {value: {repeat: {template: a, for_each: {a: [b]}, permutations: no}}}",
         3, "has no effect"),
        ("2016-04-08", "newton", ("resources:\n  a: {type: OS::Heat::RandomString}\n  b:\n    type: OS::Heat::None\n"
         "    metadata: {if: [false, 1, {get_attr: [a, nothing]}]}"), 6, "would become a function call"),
        ("2018-08-31", "ocata", "outputs:\n  o: {value: {make_url: {host: a}}}", 3, "was added in 2017-09-01"),
    ],
)  # fmt: skip
def test_what_would_be_different_is_refused_with_its_place(date, to, rest, line, words):
    (found,) = refused(in_version(date, rest), to)
    assert found[0] == line
    assert words in found[1]


def outcome(text, values, files=None):
    data = preview_as_data(preview(load(text, files), values, mask=False))
    return {key: data[key] for key in ("ok", "parameters", "conditions", "resources", "outputs")}


@needs_corpus
def test_real_templates_have_the_same_results_in_later_versions_and_only_the_version_changes():
    for path in [*(FILES / name for name, _ in some_texts()), *SAMPLES]:
        document = read_document(str(path))
        if document.template is None:
            continue
        now = document.template.version
        for version in VERSIONS[VERSIONS.index(now) :]:
            result = rewrite(document, version.date)
            assert not result.refused, (path, version, result.refused)
            written = next(name for name in (now.date, now.release) if name and name in document.text)
            assert result.text == document.text.replace(written, version.date, 1), path


@QUICK
@given(templates, given_values)
def test_any_template_has_the_same_results_in_every_version_that_accepts_it(text, values):
    document = load(text)
    for version in VERSIONS if document.template else ():
        result = rewrite(document, version.date)
        if not result.refused and document.ok:
            assert repr(outcome(text, values)) == repr(outcome(result.text, values))


def count_equivalent_versions(case):
    """Asserts that a case, with its files, values and attributes, has the same results in every version to which its
    template can be rewritten; returns the number of those versions."""
    document = load(case["template"], case.get("files"))
    before = as_json(run_case(case)) if document.template else {"ok": False}
    count = 0
    for version in VERSIONS if before["ok"] else ():
        result = rewrite(document, version.date, case["template"])
        if not result.refused and version is not document.template.version:
            assert difference(before, as_json(run_case({**case, "template": result.text}))) is None, version
            count += 1
    return count


@QUICK
@given(generated_cases())
def test_generated_templates_have_the_same_results_with_live_resources_too(case):
    count_equivalent_versions(case)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared cases are not beside the project")
def test_the_cases_of_heat_have_the_same_results():
    counts = []
    for path in sorted(SHARED.glob("*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            for line in islice(lines, 0, None, 20):
                case = json.loads(line)
                counts.append(count_equivalent_versions({key: case[key] for key in case if key != "expect"}))
    assert sum(counts) > 200


@QUICK
@given(templates)
def test_any_text_has_a_version_report(text):
    document = load(text)
    found = template_versions(document)
    assert (found is None) == (document.template is None)
    if found is not None:
        assert find_version(found.lowest.date) is found.lowest
        json.dumps(versions_as_data(found))
        if found.lowest.date <= found.present.date and document.ok:
            plan = planned(document, found.lowest.date)
            assert not [each for each in plan.refused if " was added in " in each.message or " since " in each.message]


def test_what_differs_with_some_values_is_named():
    rest = (
        "parameters: {p: {type: boolean, default: true}}\n"
        "conditions: {c: {get_param: p}}\n"
        "outputs: {same: {value: 1}, o: {value: {if: [c, 1, 2]}}}\n"
    )
    one, other = (load(in_version("pike", text)) for text in (rest, rest.replace("1, 2", "1, 3")))
    assert first_difference(one, one) is None
    assert first_difference(one, other) == "The output `o` would be different."
    broken = load(in_version("pike", rest.replace("get_param: p", "get_param: q")))
    assert first_difference(one, broken).startswith("Heat would refuse the rewritten template: ")


def test_what_is_cut_off_is_not_called_different(monkeypatch):
    """The preview of the template has no time left for `q`, so that there is nothing to compare another one with."""
    line = "  e{i}: {value: {yaql: {expression: 'range(1000000000).len() + 40{i}'}}}\n"
    endless = "".join(line.replace("{i}", str(i)) for i in range(3))
    quick = "  q: {value: {yaql: {expression: $.data + 1, data: 1}}}\n"
    text = in_version("2018-08-31", f"outputs:\n{endless}{quick}")
    previews = []
    monkeypatch.setattr(rewriting, "preview", lambda *given, **named: previews.append(1) or preview(*given, **named))
    result = rewrite(load(text), "2021-04-16")
    assert result.text == text.replace("2018-08-31", "2021-04-16")
    assert not result.refused
    assert not result.is_compared
    assert len(previews) == 1
    assert rewrite(load(in_version("2018-08-31", f"outputs:\n{quick}")), "2021-04-16").is_compared


def test_an_upgrade_that_solves_errors_is_possible():
    text = in_version("2015-10-15", "conditions: {c: true}\n")
    assert any(each.severity is Severity.ERROR for each in load(text).diagnostics)
    assert load(rewritten(text, "newton")).ok
