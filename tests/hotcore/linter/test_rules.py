"""Lint rules: the examples on their help pages are tests, and their fixes solve the problem and change nothing else."""

import re
from functools import partial

import pytest
from hypothesis import given, settings

from hotcore.analysis import load, preview
from hotcore.cli.documents import read_document
from hotcore.diagnostics import Applicability, Severity
from hotcore.diff import Side, semantic_diff
from hotcore.edits import CannotEdit
from hotcore.edits.gestures.registry import perform
from hotcore.linter import fix
from hotcore.linter.explanations import EXPLANATIONS
from hotcore.linter.help_pages import code_pages, listed_codes
from hotcore.linter.linter import lint
from hotcore.linter.registry import RULES
from hotcore.resolver.build import preview_as_data
from hotcore.syntax.nodes import Mapping
from tests.hotcore.corpus import FILES, corpus_texts, needs_corpus
from tests.hotcore.strategies import templates

HEAD = "heat_template_version: 2021-04-16\n"
apply_fixes = partial(fix.apply_fixes, suggested=True)


def found(code, text):
    document = load(text)
    assert document.ok, (code, document.diagnostics)
    return list(lint(document, select=[code]))


def is_no_new_name(each):
    """Whether a diagnostic is not one whose fix shows in the names of properties."""
    return each.code != "deprecated-property"


def codes(text):
    return [each.code for each in lint(load(HEAD + text))]


def fixed(text, diagnostic):
    return perform(text, diagnostic.fix.gesture, diagnostic.fix.arguments).after


def results(text):
    """The result of a template: all of its preview but the parameters, the conditions and the places."""
    data = preview_as_data(preview(load(text)))
    return {key: data[key] for key in ("ok", "resources", "outputs")}


def declarations(text):
    """The text of every declaration by its section and name."""
    root = load(text).template.root
    return {
        (section, name): node.source.text[node.start : node.end]
        for section, members in root.members.items()
        if isinstance(members, Mapping)
        for name, node in members.members.items()
    }


@pytest.mark.parametrize("code", RULES)
def test_a_rule_reports_its_example_in_sentences_but_not_the_corrected_one(code):
    reported = found(code, RULES[code].example)
    assert reported
    assert not found(code, RULES[code].instead)
    for diagnostic in reported:
        assert diagnostic.message.endswith(".")
        assert diagnostic.hint is None or diagnostic.suggestion or diagnostic.hint.endswith((".", "`"))
        assert diagnostic.span is not None
        assert diagnostic.severity is not Severity.ERROR


@pytest.mark.parametrize("code", RULES)
def test_a_fix_solves_its_problem_and_changes_nothing_else(code):
    text = RULES[code].example
    before = declarations(text)
    for diagnostic in found(code, text):
        if diagnostic.fix is None:
            continue
        after = fixed(text, diagnostic)
        assert len(found(code, after)) == len(found(code, text)) - 1
        changed = {key for key, written in declarations(after).items() if before.get(key) != written}
        assert len(changed) <= 1
        if not RULES[code].changes:
            assert results(after) == results(text)


SAFE = {
    "compared-with-true",
    "double-negation",
    "implied-depends-on",
    "lone-list",
    "superseded-function",
    "useless-join",
    "useless-replacement",
}
"""Rules whose fixes result in an equivalent template and need no confirmation."""


LATEST = (
    HEAD
    + """\
parameters: {open: {type: boolean}, words: {type: comma_delimited_list}}
conditions:
  is_open: {equals: [{get_param: open}, true]}
  is_shut: {equals: [false, {get_param: open}]}
  either: {or: [{not: {not: is_open}}, {equals: [true, {get_param: [open]}]}]}
resources:
  one: {type: OS::Heat::Value, properties: {value: {list_join: [', ', [{if: [is_open, a, b]}]]}}}
  two:
    type: OS::Heat::Value
    condition: either
    depends_on: [one]
    properties: {value: [{get_attr: [one, value]}, {get_param: [words]}, {list_join: [', ', [alone]]}]}
  three: {type: OS::Heat::None, condition: is_shut}
outputs:
  text: {value: {str_replace: {template: hello, params: {}}}}
"""
)
OLDEST = """\
heat_template_version: 2013-05-23
parameters: {open: {type: boolean}, words: {type: comma_delimited_list}}
resources:
  one: {type: OS::Heat::Value, properties: {value: {Ref: words}}}
  two: {type: OS::Heat::Value, depends_on: one, properties: {value: {Ref: one}}}
outputs:
  joined: {value: {'Fn::Join': ['-', {Ref: words}]}}
  first: {value: {'Fn::Select': [0, {Ref: words}]}}
  same: {value: {'Fn::Base64': hello}}
  text: {value: {'Fn::Replace': [{$a: {Ref: open}}, is $a]}}
"""
"""Templates with everything that safe fixes solve."""


class TestSafeAndSuggested:
    """The applicability of fixes, and what is applied without asking."""

    def test_only_these_fixes_are_safe(self):
        assert {code for code, rule in RULES.items() if rule.fixes is Applicability.SAFE} == SAFE

    @pytest.mark.parametrize("code", RULES)
    def test_a_rule_declares_whether_its_fixes_are_safe_and_only_those_are_applied_without_asking(self, code):
        text = RULES[code].example
        declared = {each.fix.applicability for each in found(code, text) if each.fix}
        assert declared == ({RULES[code].fixes} if RULES[code].fixes else set())
        fixed = fix.apply_fixes(text, wanted=lambda each: each.code == code)
        assert {each.code for each in fixed.done} == ({code} if code in SAFE else set())
        assert fixed.text != text if code in SAFE else fixed.text == text
        suggested = [each.message for each in found(code, text) if each.fix and not each.fix.is_safe]
        assert [each.message for each in fixed.suggested] == suggested

    @pytest.mark.parametrize("code", RULES)
    def test_the_pages_of_a_rule_say_whether_its_fixes_are_safe(self, code):
        page = code_pages()[code]
        (line,) = [line for line in listed_codes().splitlines() if line.split()[0] == code]
        words = {
            Applicability.SAFE: ("The fix is safe: `hotcore validate --fix` applies it.", " safe "),
            Applicability.SUGGESTED: ("`--fix --suggested` applies it.", " suggested "),
        }
        for applicability, (sentence, word) in words.items():
            assert (sentence in page.text) is (page.fixes is applicability)
            assert (word in line[: -len(page.title)]) is (page.fixes is applicability)

    @pytest.mark.parametrize("text", [LATEST, OLDEST], ids=["latest", "oldest"])
    @pytest.mark.parametrize("open_", ["true", "no", "1", False])
    @pytest.mark.parametrize("words", ["a,b", ["x", "y"]])
    def test_safe_fixes_do_not_change_results_under_any_values(self, text, open_, words):
        fixed = fix.apply_fixes(text)
        assert len(fixed.done) >= 6
        values = {"open": open_, "words": words}
        before, after = (preview_as_data(preview(load(one), values)) for one in (text, fixed.text))
        assert before["ok"]
        for key in ("resources", "outputs"):
            assert before[key] == after[key]

    @pytest.mark.parametrize(
        ("kind", "call", "refused"),
        [
            ("comma_delimited_list", "{'Fn::Select': [0, {Ref: p}]}", None),
            ("json", "{'Fn::Select': [0, {Ref: p}]}", {}),
            ("json", "{'Fn::Select': [key, {Ref: p}]}", []),
            ("string", "{'Fn::Base64': {Ref: p}}", None),
            ("number", "{'Fn::Base64': {Ref: p}}", 5),
            ("json", "{'Fn::Base64': hello}", None),
        ],
    )
    def test_a_successor_that_accepts_what_the_call_refuses_is_only_suggested(self, kind, call, refused):
        head = HEAD.replace("2021-04-16", "2013-05-23")
        text = f"{head}parameters: {{p: {{type: {kind}}}}}\noutputs: {{o: {{value: {call}}}}}\n"
        outer = next(each for each in found("superseded-function", text) if "Ref" not in each.message)
        assert outer.fix.is_safe is (refused is None)
        if refused is not None:
            assert not preview(load(text), {"p": refused}).ok
            assert preview(load(fixed(text, outer)), {"p": refused}).ok

    @needs_corpus
    def test_on_real_templates_a_new_name_of_a_property_makes_no_difference_to_a_stack(self):
        changed = 0
        for name, text in corpus_texts():
            if "network_id" in text or "router_id" in text or "subnet_id" in text:
                document = read_document(str(FILES / name))
                result = fix.apply_fixes(text, document.files, wanted=lambda each: each.code == "deprecated-property")
                found = semantic_diff(Side(document), Side(load(result.text, document.files)))
                assert {change.kind for change in found.changes} <= {"rewritten"}, name
                changed += len(result.done)
        assert changed > 10

    @needs_corpus
    def test_on_real_templates_safe_fixes_change_neither_form_nor_results(self):
        for name, _text in corpus_texts():
            document = read_document(str(FILES / name))
            if document.ok:
                fixed = load(fix.apply_fixes(document.text, document.files, wanted=is_no_new_name).text, document.files)
                before, after = (preview_as_data(preview(one, mask=False)) for one in (document, fixed))
                assert {**before, "diagnostics": []} == {**after, "diagnostics": []}, name


@pytest.mark.parametrize("code", EXPLANATIONS)
def test_an_explained_code_that_is_no_rule_is_found_in_its_example(code):
    page = code_pages()[code]
    assert code in {each.code for each in load(page.example).diagnostics}
    assert code not in {each.code for each in load(page.instead).diagnostics}


def test_no_rule_has_the_code_of_another_diagnostic():
    assert RULES.keys().isdisjoint(EXPLANATIONS)
    assert len(RULES) >= 50


@needs_corpus
def test_on_real_templates_every_fix_is_applied_without_changing_results():
    for name, text in corpus_texts():
        document = read_document(str(FILES / name))
        if not document.ok:
            continue
        same = [code for code, rule in RULES.items() if not rule.changes and code != "unused-parameter"]
        result = apply_fixes(document.text, document.files, wanted=lambda each, same=same: each.code in same)
        assert not result.left, name
        left = lint(load(result.text, document.files), select=same)
        assert not [each for each in left if each.fix is not None], name
        before, after = (preview_as_data(preview(load(t, document.files), mask=False)) for t in (text, result.text))
        for key in ("ok", "resources", "outputs", "parameters"):
            assert before[key] == after[key], (name, key)


@settings(max_examples=60, deadline=None)
@given(templates)
def test_on_any_template_no_rule_crashes_and_no_fix_causes_an_error(text):
    document = load(text)
    assert isinstance(lint(document), tuple)
    result = apply_fixes(text)
    assert errors(load(result.text)) <= errors(document)
    assert apply_fixes(result.text).done == ()


def errors(document):
    return sum(each.severity is Severity.ERROR for each in document.diagnostics)


# -- single rules: what is almost the same, and must not be found ---------------


def in_value(value, rest=""):
    return f"parameters: {{p: {{type: string, default: x}}}}\n{rest}outputs: {{o: {{value: {value}}}}}\n"


def in_pattern(pattern, rest=""):
    return f"parameters: {{p: {{type: string, constraints: [{{allowed_pattern: '{pattern}'}}{rest}]}}}}\n"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("unused-replacement", in_value("{str_replace: {template: a, params: {map_merge: [{a: b}]}}}")),
        ("overlapping-replacement", in_value("{str_replace: {template: a, params: {get_param: p}}}")),
        ("useless-replacement", in_value("{str_replace: {template: a, params: {a: b}}}")),
        ("useless-join", in_value("{list_join: ['', [a, b]]}")),
        ("useless-join", in_value("{list_join: ['', [{get_param: p}]]}")),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {b: [x], a: [b]}, template: a}}")),
        ("unused-replacement", in_value("{str_replace: {template: a, params: {a: b, b: c}}}")),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {v: [x]}, template: {get_param: p}}}")),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {v: [x]}, template: {a: {get_param: p}}}}")),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {v: [x]}, template: {get_attr: [r, value]}}}",
         "resources: {r: {type: OS::Heat::Value, properties: {value: v}}}\n")),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {vv: [x]}, template: {list_join: ['', [v, v]]}}}")),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {a: {get_param: l}, v: [x]}, template: a}}")
         .replace("default: x}", "default: x}, l: {type: comma_delimited_list, default: v}", 1)),
        ("self-comparison", "conditions: {c: {equals: [{zap: 1}, {zap: 1}]}}\n"),
        ("boolean-key", in_value("{true: 1}")),
        ("nothing-legal", "parameters: {p: {type: string, constraints: [{allowed_values: [[a]]}]}}\n"),
        ("same-branches", in_value("{if: [c, 1, true]}", "conditions: {c: true}\n")),
        ("quoted-call", in_value("'{get_param: unknown}'")),
        ("quoted-call", in_value("'{{get_param}}: p'")),
        ("octal-number", in_value("{mode: 0644}")),
        ("octal-number", in_value("{number: 007}")),
        ("octal-number", in_value("'010'")),
        ("sexagesimal-number", in_value("'22:30'")),
        ("sexagesimal-number", in_value("00:11:22:33:44:5f")),
        ("boolean-key", in_value("{'on': 1, y: 2}")),
        ("constant-condition", "conditions: {c: false}\nresources: {r: {type: OS::Heat::None, condition: c}}\n"),
        ("hidden-in-output", ("parameters: {p: {type: string, hidden: true}}\n"
         "outputs: {o: {value: {digest: [sha256, {get_param: p}]}}}\n")),
        ("boolean-as-string", "parameters: {p: {type: string, constraints: [{allowed_values: ['0', '1']}]}}\n"),
        ("shadowed-alternative", in_pattern("small-fast|small")),
        ("shadowed-alternative", in_pattern("^(a|ab)$")),
        ("hopeless-pattern", in_pattern("^[a-z]+$|^$")),
        ("hopeless-pattern", in_pattern("(?m)a$[^b]b")),
        ("narrow-pattern", in_pattern("^[A-Z]$")),
        ("narrow-pattern", in_pattern("[A-Z]\\Z")),
        ("narrow-pattern", in_pattern("^4.?[0-9]?")),
        ("narrow-pattern", in_pattern("^[A-Z][A-Z]")),
        ("narrow-pattern", in_pattern("^[a-zA-Z0-9]{38}==")),
        ("narrow-pattern", in_pattern("^ami-[0-9a-f]{8}")),
        ("narrow-pattern", in_pattern("^https?://.*/")),
        ("narrow-pattern", in_pattern("^(a|b)/")),
        ("narrow-pattern", in_pattern("^.*?$")),
        ("narrow-pattern", in_pattern("(a+?)*")),
        ("narrow-pattern", in_pattern("a{3}?")),
        ("narrow-pattern", in_pattern("^$")),
        ("hopeless-pattern", in_pattern("[^\\s\\d]")),
        ("hopeless-pattern", in_pattern("[\\s\\S]")),
        ("blanks-in-list", "parameters: {p: {type: comma_delimited_list, default: ' a'}}\n"),
        ("blanks-in-list", "parameters: {p: {type: comma_delimited_list, default: [a, ' b']}}\n"),
        ("unexplained-constraint", in_pattern("[a-z]+")),
        ("unexplained-constraint", ("parameters: {p: {type: string, constraints: [{length: {min: 1},"
         " description: At least one.}]}}\n")),
        ("sole-legal-value", "parameters: {p: {type: comma_delimited_list, constraints: [{allowed_values: [a]}]}}\n"),
        ("nothing-legal", ("parameters: {p: {type: number, constraints: [{range: {min: 9, max: 11}},"
         " {modulo: {step: 10, offset: 0}}]}}\n")),
        ("compared-with-true", ("parameters: {p: {type: string, default: x}}\n"
         "conditions: {c: {equals: [{get_param: p}, true]}}\n")),
        ("impossible-comparison", ("parameters: {p: {type: json, default: {}}}\n"
         "conditions: {c: {equals: [{get_param: p}, '']}}\n")),
        ("name-for-reference", "resources: {net: {type: OS::Neutron::Subnet, properties: {network: net}}}\n"),
    ],
)  # fmt: skip
def test_what_is_almost_the_same_is_not_found(code, text):
    assert code not in codes(text)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("refused-allowed-value", ("parameters: {p: {type: string, constraints: [{allowed_values: [a, bb]},"
         " {length: {max: 1}}]}}\n")),
        ("nothing-legal", in_pattern("a{5}", ", {length: {max: 4}}")),
        ("nothing-legal", "parameters: {p: {type: string, constraints: [{length: {min: 4, max: 2}}]}}\n"),
        ("impossible-comparison", ("parameters: {p: {type: string, constraints: [{allowed_values: [a, b]}]}}\n"
         "conditions: {c: {equals: [c, {get_param: p}]}}\n")),
        ("impossible-comparison", ("parameters: {p: {type: boolean, default: true}}\n"
         "conditions: {c: {equals: [{get_param: p}, 'true']}}\n")),
        *(
            ("unexplained-constraint", f"parameters: {{p: {{type: {type_}, constraints: [{{{constraint}}}]}}}}\n")
            for type_, constraint in [
                ("string", "allowed_values: [a, b]"),
                ("string", "length: {min: 1}, description: ''"),
                ("number", "modulo: {step: 2, offset: 0}"),
                ("string", "custom_constraint: nova.flavor"),
            ]
        ),
        ("unused-repeat-variable", in_value("{repeat: {for_each: {v: [x]}, template: {a: {get_resource: r}, b: {if:"
         " [true, c, {get_param: n}]}}}}", "resources: {r: {type: OS::Heat::None}}\n")
         .replace("{p:", "{n: {type: number, default: 1}, p:")),
        ("quoted-call", in_value("'http://{get_param: p}/'")),
        ("open-security-group", ("resources: {g: {type: OS::Neutron::SecurityGroup, properties:"
         " {rules: [{protocol: tcp, port_range_min: 1, port_range_max: 65535, remote_ip_prefix: 0.0.0.0/0}]}}}\n")),
        ("cloud-config-format", ("resources: {s: {type: OS::Nova::Server, properties: {flavor: a, image: b,"
         " networks: [{network: c}], user_data: \"#cloud-config\\n\"}}}\n")),
    ],
)  # fmt: skip
def test_other_ways_to_write_it_are_found(code, text):
    assert code in codes(text)


def test_a_wrong_comparison_is_reported_once_and_not_for_each_condition_that_it_makes_constant():
    text = (
        "parameters: {p: {type: boolean, default: true}}\n"
        "conditions: {c: {equals: [{get_param: p}, 'true']}, d: {not: c}}\n"
        "resources: {r: {type: OS::Heat::None, condition: d}}\n"
    )
    assert [code for code in codes(text) if code in ("impossible-comparison", "constant-condition")] == [
        "impossible-comparison"
    ]


def test_a_removed_function_reads_no_parameter():
    text = (
        "heat_template_version: 2016-10-14\n"
        "parameters: {zone: {type: string, default: a}}\n"
        "conditions: {same: {equals: [{Ref: zone}, {Ref: zone}]}}\n"
        "resources: {r: {type: OS::Heat::None, condition: same}}\n"
    )
    found = {diagnostic.code for diagnostic in lint(load(text))}
    assert found & {"impossible-comparison", "constant-condition"} == {"constant-condition"}


def test_a_constant_condition_that_compares_the_name_of_a_reported_one_is_reported():
    text = (
        "parameters: {p: {type: string, default: a}}\n"
        "conditions: {odd: {equals: [{get_param: p}, 5]}, fixed: {equals: [odd, even]}}\n"
        "resources: {r: {type: OS::Heat::None, condition: {or: [odd, fixed]}}}\n"
    )
    assert {"impossible-comparison", "constant-condition"} <= set(codes(text))


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("true", '"true"'),
        ("yes", '"yes"'),
        ("010", '"010"'),
        ("2.50", '"2.50"'),
        ("1_000", '"1_000"'),
        ("!!int '8'", '"8"'),
        ("null", None),
        ("~", None),
        ("[a]", None),
    ],
)
def test_what_is_compared_with_a_string_is_quoted_as_it_is_written(written, instead):
    text = HEAD + (
        "parameters: {t: {type: string}}\n"
        f"conditions: {{c: {{equals: [{{get_param: t}}, {written}]}}}}\n"
        "resources: {r: {type: OS::Heat::None, condition: c}}\n"
    )
    assert apply_fixes(text).text.replace("'", '"') == text.replace(written, instead or written)


def test_a_value_is_converted_to_one_that_the_parameter_allows_or_left_alone():
    text = HEAD + (
        "parameters: {t: {type: string, constraints: [{allowed_values: [on, off, auto]}]}}\n"
        "conditions: {c: {equals: [{get_param: t}, on]}, d: {equals: [{get_param: t}, 5]}}\n"
        "resources: {r: {type: OS::Heat::None, condition: {or: [c, d]}}}\n"
    )
    assert "c: {equals: [{get_param: t}, 'True']}, d: {equals: [{get_param: t}, 5]}" in apply_fixes(text).text


def test_values_that_remove_a_resource_are_reported_but_not_those_of_hidden_parameters():
    text = HEAD + (
        "parameters:\n"
        "  where: {type: string, default: here, constraints: [{allowed_values: [here, there]}]}\n"
        "  key: {type: string, default: x, hidden: true}\n"
        "conditions: {c: {and: [{equals: [{get_param: where}, here]}, {not: {equals: [{get_param: key}, s3cret]}}]}}\n"
        "resources:\n"
        "  a: {type: OS::Heat::None, condition: c}\n"
        "  b: {type: OS::Heat::Value, condition: {equals: [{get_param: where}, here]},"
        " properties: {value: {get_resource: a}}}\n"
    )
    (diagnostic,) = lint(load(text), select=["optional-resource-reference"])
    assert "`key` is `••••••`" in diagnostic.message
    assert "s3cret" not in diagnostic.message


MANY_FLAGS = ", ".join(f"p{number}: {{type: boolean, default: true}}" for number in range(80))
ALL_OF_THEM = ", ".join(f"{{get_param: p{number}}}" for number in range(80))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("false", ["`a` is off with the default values."]),
        ("{equals: [x, x]}", []),
        (f"{{and: [{ALL_OF_THEM}]}}", []),
    ],
)
def test_references_are_checked_for_conditions_without_inputs_and_with_very_many(condition, expected):
    text = HEAD + (
        f"parameters: {{{MANY_FLAGS}}}\n"
        f"conditions: {{c: {condition}}}\n"
        "resources: {a: {type: OS::Heat::None, condition: c}}\n"
        "outputs: {o: {value: {get_resource: a}}}\n"
    )
    assert [each.message for each in lint(load(text), select=["optional-resource-reference"])] == expected


@pytest.mark.parametrize(
    ("constraints", "expected"),
    [
        ("{range: {min: 5, max: 7}}, {modulo: {step: 10, offset: 0}}",
         ["No value of `p` is valid: no number between 5 and 7 is a multiple of 10."]),
        ("{modulo: {step: 2, offset: 0}}, {modulo: {step: 2, offset: 1}}",
         ["No value of `p` is valid: no number is both even and odd."]),
        ("{modulo: {step: 4, offset: 1}}, {modulo: {step: -6, offset: 0}}",
         ["No value of `p` is valid: no number is both 1 more than a multiple of 4 and a multiple of -6."]),
        ("{modulo: {step: 4, offset: 1}}, {modulo: {step: 6, offset: 3}}", []),
        ("{range: {min: 5, max: 14}}, {modulo: {step: 10, offset: 0}}", ["`p` has only one valid value."]),
        ("{range: {min: 0, max: 10}}, {modulo: {step: 10, offset: 0}}", []),
        ("{range: {min: 5}}, {modulo: {step: 10, offset: 0}}", []),
    ],
)  # fmt: skip
def test_ranges_with_no_or_only_one_step_are_reported(constraints, expected):
    text = f"{HEAD}parameters: {{p: {{type: number, constraints: [{constraints}]}}}}\n"
    assert [each.message for each in lint(load(text), select=["nothing-legal", "sole-legal-value"])] == expected


@pytest.mark.parametrize(
    ("version", "value", "severity"),
    [
        ("2015-10-15", "{if: [true, a, b]}", "warning"),
        ("2015-10-15", "{if: [a, b, c]}", "warning"),
        ("2015-10-15", "{if: [a, b]}", "hint"),
        ("2015-10-15", "{if: up}", "hint"),
        ("2015-10-15", "{yaql: {expression: $, data: {}}}", "warning"),
        ("2015-10-15", "{yaql: {expression: $, engine: a}}", "hint"),
        ("2014-10-16", "{digest: [sha256, a]}", "warning"),
        ("2014-10-16", "{digest: daily}", "hint"),
        ("2014-10-16", "{repeat: {for_each: {a: [b]}, template: a}}", "warning"),
        ("2014-10-16", "{repeat: {times: 3}}", "hint"),
    ],
)
def test_a_later_function_with_a_common_name_is_a_warning_only_with_valid_arguments(version, value, severity):
    found = preview(load(f"heat_template_version: {version}\noutputs: {{o: {{value: {value}}}}}\n")).diagnostics
    assert [(each.code, each.severity.value) for each in found] == [("later-function", severity)]


@pytest.mark.parametrize(("allowed", "is_idle"), [("[true, false]", True), ("[yes, no]", True), ("[true]", False)])
def test_a_boolean_that_may_be_both_is_not_limited(allowed, is_idle):
    text = f"{HEAD}parameters: {{p: {{type: boolean, constraints: [{{allowed_values: {allowed}}}]}}}}\n"
    assert [each.code for each in lint(load(text), select=["idle-constraint"])] == ["idle-constraint"] * is_idle


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("", "depends_on: [x], metadata: {a: {get_resource: x}}", ["`t` refers to `x`, and so already depends on it."]),
        ("", "depends_on: [x], metadata: {a: {if: [c, {get_resource: x}, 1]}}", []),
        ("", "depends_on: [x], update_policy: {a: {get_resource: x}}", []),
        (", depends_on: x", "depends_on: [x, y]", ["`t` depends on `y`, which already depends on `x`."]),
        (
            ", metadata: {a: {get_attr: [x, b]}}", "depends_on: [x, y]",
            ["`t` depends on `y`, which already depends on `x`."],
        ),
        (", depends_on: x, condition: c", "depends_on: [x, y]", []),
        (", depends_on: x, external_id: a", "depends_on: [x, y]", []),
        (", depends_on: x", "depends_on: [x], metadata: {a: {if: [c, {get_resource: y}, 1]}}", []),
    ],
)  # fmt: skip
def test_an_implied_dependency_is_reported(one, other, expected):
    text = HEAD + (
        "parameters: {p: {type: boolean}}\nconditions: {c: {get_param: p}}\nresources:\n"
        f"  x: {{type: OS::Heat::TestResource}}\n  y: {{type: OS::Heat::TestResource{one}}}\n"
        f"  t: {{type: OS::Heat::TestResource, {other}}}\n"
    )
    assert [each.message for each in lint(load(text), select=["implied-depends-on"])] == expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("^[a-z]", "Only a single character of `p` matches this pattern."),
        ("^\\d", "Only a single character of `p` matches this pattern."),
        ("^ami-", "Nothing can follow `ami-` in `p`."),
        ("^(http|https)://", "Nothing can follow `://` in `p`."),
        ("^/", "Nothing can follow `/` in `p`."),
        ("^rhel", "Nothing can follow `rhel` in `p`."),
        (".+?", "The lazy quantifier at the end of this pattern matches as little of `p` as it can."),
        ("x(ab??)", "The lazy quantifier at the end of this pattern matches as little of `p` as it can."),
        ("", "Only an empty `p` matches this pattern."),
        ("^", "Only an empty `p` matches this pattern."),
        ("(?=.*[A-Z])(?=.*[0-9])", "Only an empty `p` matches this pattern."),
    ],
)
def test_why_a_pattern_is_too_narrow_is_reported(pattern, expected):
    assert [each.message for each in found("narrow-pattern", HEAD + in_pattern(pattern))] == [expected]


def test_an_empty_character_class_makes_a_pattern_hopeless_and_not_narrow():
    found = lint(load(HEAD + in_pattern("[^\\s\\S]")), select=["hopeless-pattern", "narrow-pattern"])
    assert [each.message for each in found] == ["No value of `p` matches this pattern."]


@pytest.mark.parametrize(
    ("declared", "condition", "expected"),
    [
        (
            "{type: number, default: 1, constraints: [{allowed_values: [0, 1]}]}",
            "{yaql: {expression: $.data.p > 0, data: {p: {get_param: p}}}}",
            ["`a` is off when `p` is `0`."],
        ),
        (
            "{type: comma_delimited_list, default: x}",
            "{contains: [x, {get_param: p}]}",
            ["`a` is off when `p` is `[]`."],
        ),
        (
            "{type: json, default: {k: x}}",
            "{equals: [{get_param: [p, k]}, x]}",
            ['`a` is off when `p` is `{"k": "other"}`.'],
        ),
        ("{type: string, default: x}", "{equals: [{get_param: p}, x]}", ["`a` is off when `p` is `other`."]),
        (
            "{type: number, default: 1, constraints: [{range: {min: 1}}]}",
            "{yaql: {expression: $.data.p > 0, data: {p: {get_param: p}}}}",
            [],
        ),
    ],
)
def test_values_that_remove_a_resource_are_found_and_reported_as_a_user_would_enter_them(declared, condition, expected):
    text = HEAD + (
        f"parameters: {{p: {declared}}}\n"
        f"conditions: {{b: {condition}, c: {{and: [b, true]}}}}\n"
        "resources: {a: {type: OS::Heat::None, condition: c}}\n"
        "outputs: {o: {value: {get_resource: a}}}\n"
    )
    assert [each.message for each in lint(load(text), select=["optional-resource-reference"])] == expected


def test_no_message_repeats_the_value_of_a_hidden_parameter():
    text = HEAD + (
        "parameters:\n"
        "  a: {type: string, hidden: true, default: 1.10}\n"
        "  b: {type: string, hidden: true, default: on}\n"
        "  c: {type: number, hidden: true, default: 0755}\n"
        "  d: {type: number, hidden: true, default: 22:30, constraints: [{allowed_values: [22:30, 22:30]}]}\n"
        "conditions: {x: {equals: [{get_param: c}, '493']}, y: {equals: [{get_param: a}, 1.1]}}\n"
    )
    found = lint(load(text))
    expected = {"rewritten-number", "boolean-as-text", "octal-number", "sexagesimal-number", "impossible-comparison"}
    assert expected <= {each.code for each in found}
    messages = " ".join(f"{each.message} {each.hint} {each.fix.title if each.fix else ''}" for each in found)
    assert not re.search(r"1\.1|True|493|1350", messages)


def test_a_reference_under_an_equivalent_condition_is_not_reported():
    assert "optional-resource-reference" not in codes(
        "parameters: {size: {type: string, default: s, constraints: [{allowed_values: [s, m, l]}]}}\n"
        "conditions:\n"
        "  small: {equals: [{get_param: size}, s]}\n"
        "  large: {equals: [{get_param: size}, l]}\n"
        "  middle: {not: {or: [small, large]}}\n"
        "resources:\n"
        "  a: {type: OS::Heat::None, condition: {not: small}}\n"
        "  b: {type: OS::Heat::Value, condition: middle, properties: {value: {get_resource: a}}}\n"
        "outputs:\n"
        "  o: {value: {if: [large, {get_resource: a}, none]}}\n"
    )


GROUPS = "parameter_groups: [{label: A, parameters: [a]}, {label: B, parameters: [b]}, {label: E, parameters: []}]\n"


@pytest.mark.parametrize(
    ("groups", "title"),
    [
        (GROUPS, "Add it to B"),
        (GROUPS.replace("label: B, ", ""), "Add it to group 2"),
        ("parameter_groups: [{parameters: [a, b]}]\n", "Add it to the last group"),
    ],
)
def test_a_parameter_is_added_to_a_group_that_is_not_empty(groups, title):
    text = HEAD + f"{groups}parameters: {{a: {{type: string}}, b: {{type: string}}, c: {{type: string}}}}\n"
    (diagnostic,) = found("ungrouped-parameter", text)
    assert diagnostic.fix.title == title
    assert diagnostic.fix.arguments["group"] == title.count("B") + title.count("2")


DEPRECATED = "{label: Old, description: These are deprecated., parameters: [old]}"


@pytest.mark.parametrize(
    ("groups", "parameters", "title"),
    [
        ("{label: A, parameters: [a, b]}, {label: Credentials, parameters: [c]}", "a new b c", "Add it to A"),
        ("{label: A, parameters: [a, b]}, {label: B, parameters: [c]}", "a b new c", "Add it to A"),
        ("{label: A, parameters: [a]}, {label: B, parameters: [b]}", "new b a", "Add it to B"),
        ("{label: A, parameters: [a]}, " + DEPRECATED, "a old new", "Add it to A"),
        ("{label: A, parameters: [a]}, {label: deprecated, parameters: [old]}", "old new a", "Add it to A"),
        ("{label: A, parameters: [a]}, " + DEPRECATED, "new old a", "Add it to A"),
        (DEPRECATED, "old new", None),
    ],
)
def test_the_suggested_group_is_that_of_the_parameter_before_and_never_deprecated(groups, parameters, title):
    declared = ", ".join(f"{name}: {{type: string}}" for name in parameters.split())
    text = f"{HEAD}parameter_groups: [{groups}]\nparameters: {{{declared}}}\n"
    (diagnostic,) = found("ungrouped-parameter", text)
    assert (diagnostic.fix and diagnostic.fix.title) == title
    if title:
        after = load(fixed(text, diagnostic)).template.parameter_groups
        assert ["new" in group.parameters for group in after] == [
            f"Add it to {group.label}" == title for group in after
        ]


@needs_corpus
def test_on_real_templates_no_parameter_is_grouped_without_asking_or_added_to_a_deprecated_group():
    for name, _text in corpus_texts():
        document = read_document(str(FILES / name))
        if document.ok:
            groups = document.template.parameter_groups
            safely = load(fix.apply_fixes(document.text, document.files).text, document.files).template.parameter_groups
            assert [group.parameters for group in safely] == [group.parameters for group in groups], name
            for each in lint(document, select=["ungrouped-parameter"]):
                assert not (each.fix and groups[each.fix.arguments["group"]].is_deprecated), name


def test_with_only_empty_groups_no_parameter_is_reported():
    assert not found("ungrouped-parameter", f"{HEAD}parameter_groups: [{{label: E, parameters: []}}]\n")


def test_fixes_that_cannot_be_applied_are_reported_and_leave_the_text_alone():
    text = HEAD + (
        "resources:\n"
        "  one: {type: OS::Heat::None}\n"
        "  two: {type: OS::Heat::None, depends_on: &both [one, one]}\n"
        "  three: {type: OS::Heat::None, depends_on: *both}\n"
    )
    result = apply_fixes(text)
    assert result.text == text
    assert {each.code for each, _ in result.left} == {"repeated-dependency"}


def test_fixes_of_one_declaration_do_not_conflict():
    text = HEAD + (
        "parameters:\n"
        "  zones: {type: comma_delimited_list, default: 'a, b'}  # stays\n"
        "  size: {type: string, default: 1.10, constraints: [{allowed_values: ['1.10', '2', '2', '2']}]}\n"
        "resources:\n"
        "  one: {type: OS::Heat::None}\n"
        "  two:\n"
        "    type: OS::Heat::Value\n"
        "    depends_on: [one, one, one]\n"
        "    properties: {value: [{get_param: [zones]}, {get_param: [size]}, 010, 1:30]}\n"
    )
    result = apply_fixes(text)
    assert result.text == HEAD + (
        "parameters:\n"
        "  zones: {type: comma_delimited_list, default: 'a,b'}  # stays\n"
        "  size: {type: string, default: '1.10', constraints: [{allowed_values: ['1.10', '2']}]}\n"
        "resources:\n"
        "  one: {type: OS::Heat::None}\n"
        "  two:\n"
        "    type: OS::Heat::Value\n"
        "    depends_on: [one]\n"
        "    properties: {value: [{get_param: zones}, {get_param: size}, '010', '1:30']}\n"
    )
    assert apply_fixes(result.text).done == ()


def test_line_ends_and_byte_order_marks_are_kept_by_fixes():
    text = "\ufeff" + HEAD.replace("\n", "\r\n") + "outputs: {o: {value: {list_join: ['', [a]]}}}\r\n"
    assert apply_fixes(text).text == text.replace("{list_join: ['', [a]]}", "a")


def test_an_invalid_gesture_is_refused():
    with pytest.raises(CannotEdit):
        perform(HEAD + "resources: {}\n", "respell", {"path": ["resources", "a"], "key": 1})


# -- suppressions -------------------------------------------------------------------

FINDING = "outputs: {o: {value: {list_join: ['', [a]]}, description: d}}"


@pytest.mark.parametrize(
    ("head", "comment", "expected"),
    [
        ("", "", True),
        ("", "  # hotcore: ignore", False),
        ("", "  # hotcore: ignore[useless-join]", False),
        ("", "  # hotcore:ignore[other, useless-join] because", False),
        ("", "  # hotcore: ignore[missing-label]", True),
        ("", "  # hotcore: ignored", True),
        ("# hotcore: ignore\n", "", False),
        ("# Licence\n\n# hotcore: ignore[useless-join]\n---\n", "", False),
        ("# hotcore: ignore[missing-label]\n", "", True),
        ("%YAML 1.1\n---\n# hotcore: ignore[useless-join]\n", "", False),
        ("# Licence\n%YAML 1.1\n--- # hotcore: ignore\n", "", False),
        ("description: '---'\n# hotcore: ignore\n", "", True),
    ],
)
def test_comments_suppress_the_codes_in_them(head, comment, expected):
    assert bool(lint(load(f"{head}{HEAD}{FINDING}{comment}\n"), select=["useless-join"])) is expected


@pytest.mark.parametrize("codes", ["Useless-Join", " wrong-type , USELESS-JOIN,"])
def test_codes_in_comments_are_case_insensitive(codes):
    assert lint(load(f"{HEAD}{FINDING}  # hotcore: ignore[{codes}]\n"), select=["useless-join", "unknown-code"]) == ()


def test_a_comment_elsewhere_or_in_a_string_suppresses_nothing():
    text = f"{HEAD}# hotcore: ignore\n{FINDING}\n"
    assert lint(load(text), select=["useless-join"])
    text = HEAD + "outputs: {o: {value: {list_join: ['', ['a # hotcore: ignore']]}}}\n"
    assert lint(load(text), select=["useless-join"])


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("ignore[useles-join]", [("useles-join", "Did you mean `useless-join`?")]),
        ("ignore[useless_join]", [("useless_join", "Did you mean `useless-join`?")]),
        ("ignore[ missing-label,qqqq , wrong-type,]", [("qqqq", "The help page of each problem shows its code.")]),
        ("ignore[]", [("[]", "Without brackets, the comment suppresses everything but errors.")]),
        ("ignore[ , ]", [("[ , ]", "Without brackets, the comment suppresses everything but errors.")]),
        ("ignore[useless-join, wrong-type]", []),
        ("ignore[Useless-Join]", []),
        ("ignore[Useles-Join]", [("Useles-Join", "Did you mean `useless-join`?")]),
        ("ignore", []),
    ],
)
@pytest.mark.parametrize("where", ["# hotcore: {}\n{}\n", "{1}  # hotcore: {0}\n"])
def test_a_comment_that_suppresses_nothing_is_reported_at_its_place(where, comment, expected):
    text = where.format(comment, f"{HEAD}{FINDING}")
    found = lint(load(text), select=["unknown-code"])
    assert [(text[each.span.start : each.span.end], each.hint) for each in found] == expected


@pytest.mark.parametrize("default", ["", ", default: 5"])
def test_a_range_that_is_empty_is_reported_at_the_range(default):
    text = f"{HEAD}parameters:\n  n:\n    {{type: number{default}, constraints: [{{range: {{min: 9, max: 1}}}}]}}\n"
    (diagnostic,) = lint(load(text), select=["nothing-legal"])
    assert (diagnostic.span.text, diagnostic.span.line) == ("range", 4)


def test_a_length_that_is_empty_is_reported_at_the_length():
    text = HEAD + "parameters: {n: {type: string, constraints: [{length: {min: 2}}, {length: {max: 1}}]}}\n"
    (diagnostic,) = lint(load(text), select=["nothing-legal"])
    assert diagnostic.span.column == text.splitlines()[1].rindex("length") + 1


def test_a_rule_has_the_name_of_its_file():
    assert [rule.code for rule in RULES.values()] == list(RULES)
    assert [rule.check.__module__.rpartition(".")[2].replace("_", "-") for rule in RULES.values()] == list(RULES)
