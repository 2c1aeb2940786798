"""The mistakes that `hotcore validate --hints` reports, one line for each kind."""

import json

import pytest

from tests.hotcore.cli.test_commands import run  # noqa: F401  a fixture

LATEST = "2021-04-16"


def value(written, rest=""):
    return f"{rest}outputs: {{o: {{description: d, value: {written}}}}}"


MISTAKES = [
    ("an unused parameter", "unused-parameter", "parameters: {p: {type: string}}"),
    ("an unused condition", "unused-condition", "conditions: {c: true}"),
    ("a parameter in no group", "ungrouped-parameter",
     value("[{get_param: a}, {get_param: b}]",
           "parameter_groups: [{label: A, parameters: [a]}]\nparameters: {a: {type: string}, b: {type: string}}\n")),
    ("a missing label", "missing-label",
     value("[{get_param: a}, {get_param: b}, {get_param: c}]",
           "parameters: {a: {type: string, label: A}, b: {type: string}, c: {type: string, label: C}}\n")),
    ("a missing description", "missing-description", value("{get_param: a}", "parameters: {a: {type: string}}\n")),
    ("a constraint without description", "unexplained-constraint",
     "parameters: {a: {type: number, constraints: [{range: {min: 2}}]}}"),
    ("a pattern without description", "unexplained-pattern",
     "parameters: {a: {type: string, constraints: [{allowed_pattern: '[a-z]+'}]}}"),
    ("a hidden parameter in an output", "hidden-in-output",
     value("{get_param: p}", "parameters: {p: {type: string, hidden: true}}\n")),
    ("a hidden parameter in user_data", "hidden-in-user-data",
     ("parameters: {p: {type: string, hidden: true}}\nresources: {s: {type: OS::Nova::Server, properties: {flavor: f,"
     " image: i, networks: [{network: n}], user_data: {get_param: p}}}}")),
    ("a secret that is not hidden", "secret-not-hidden", "parameters: {admin_password: {type: string}}"),
    ("a reference to a resource that may be off", "optional-resource-reference",
     "parameters: {p: {type: boolean}}\nresources: {a: {type: OS::Heat::None, condition: {get_param: p}}}\n"
     + value("{get_resource: a}")),
    ("a condition that is always true", "constant-condition",
     ("parameters: {p: {type: boolean}}\nconditions: {c: {or: [{get_param: p}, {not: {get_param: p}}]}}\n"
     "resources: {a: {type: OS::Heat::None, condition: c}}")),
    ("a branch that is never taken", "unreachable-branch",
     value("{if: [c, {if: [c, 1, 2]}, 3]}", "parameters: {p: {type: boolean}}\nconditions: {c: {get_param: p}}\n")),
    ("a function of a later version", "later-function", ("2015-04-30", value("{str_split: [',', 'a,b']}"))),
    ("a superseded function", "superseded-function", ("2013-05-23", value("{Fn::Join: ['', [a, b]]}"))),
    ("a key that is not in the template", "unused-replacement", value("{str_replace: {template: a, params: {b: c}}}")),
    ("a key that is part of another key", "overlapping-replacement",
     value("{str_replace: {template: host hostname, params: {host: a, hostname: b}}}")),
    ("an unused variable of repeat", "unused-repeat-variable",
     value("{repeat: {for_each: {'%a%': [x]}, template: b}}")),
    ("a pattern that matches nothing", "hopeless-pattern",
     "parameters: {p: {type: string, constraints: [{allowed_pattern: 'a$b'}]}}"),
    ("a pattern that has to match the whole", "narrow-pattern",
     "parameters: {p: {type: string, constraints: [{allowed_pattern: '[A-Z]'}]}}"),
    ("a pattern that ends too early", "shadowed-alternative",
     "parameters: {p: {type: string, constraints: [{allowed_pattern: 'small|small-fast'}]}}"),
    ("a range that no step meets", "nothing-legal",
     "parameters: {p: {type: number, constraints: [{range: {min: 11, max: 19}}, {modulo: {step: 10, offset: 0}}]}}"),
    ("a default that is the only valid value", "sole-legal-value",
     value("{get_param: p}", "parameters: {p: {type: string, default: a, constraints: [{allowed_values: [a]}]}}\n")),
    ("a date in another form as version", "unknown-version", ("2018-8-31", "")),
    ("a number as version", "missing-version", ("20180831", "")),
    ("`on` as a key", "boolean-key", value("{on: 1, b: 2}")),
    ("an octal number", "octal-number", value("[010]")),
    ("a sexagesimal number", "sexagesimal-number", value("['a', 22:30]")),
    ("a key twice", "duplicate-key", value("{a: 1, a: 2}")),
    ("a boolean as a string", "boolean-as-text", "parameters: {p: {type: string, default: yes}}"),
    ("an implied dependency", "implied-depends-on",
     ("resources: {a: {type: OS::Heat::None}, b: {type: OS::Heat::Value, depends_on: a,"
     " properties: {value: {get_resource: a}}}}")),
    ("a deprecated type", "deprecated-type",
     "resources: {r: {type: OS::Neutron::RouterGateway, properties: {router: a, network: b}}}"),
    ("a deprecated property", "deprecated-property",
     "resources: {r: {type: OS::Neutron::FloatingIP, properties: {floating_network_id: b}}}"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "template"), [pytest.param(*case, id=name) for name, *case in MISTAKES])
def test_a_mistake_is_reported(run, tmp_path, code, template):  # noqa: F811  a fixture
    version, rest = template if isinstance(template, tuple) else (LATEST, template)
    (tmp_path / "t.yaml").write_text(f"heat_template_version: {version}\n{rest}\n", encoding="utf-8")
    found = json.loads(run("validate", "t.yaml", "--hints", "--format", "json")[1])
    assert code in [each["code"] for each in found]


def test_a_cycle_is_reported_once_from_its_first_line(run, tmp_path):  # noqa: F811  a fixture
    text = (
        f"heat_template_version: {LATEST}\nresources:\n"
        "  free: {type: OS::Heat::None, depends_on: c}\n"
        "  a: {type: OS::Heat::None, depends_on: b}\n"
        "  b: {type: OS::Heat::None, depends_on: c}\n"
        "  c: {type: OS::Heat::None, depends_on: a}\n"
    )
    (tmp_path / "t.yaml").write_text(text, encoding="utf-8")
    (found,) = json.loads(run("validate", "t.yaml", "--format", "json")[1])
    assert (found["code"], found["line"]) == ("circular-dependency", 4)
    assert all(f"`{name}`" in found["message"] for name in "abc")


@pytest.mark.parametrize("version", ["2018-08-31", "'2018-08-31'", '"2018-08-31"', "!!timestamp 2018-08-31", "rocky"])
def test_a_date_need_not_be_quoted(run, tmp_path, version):  # noqa: F811  a fixture
    (tmp_path / "t.yaml").write_text(f"heat_template_version: {version}\n", encoding="utf-8")
    assert run("validate", "t.yaml")[0] == 0
