"""What is taken out of the words of Heat: known hidden values, and what is quoted of those that nobody knows."""

import pytest

import hotcore
from designer.deployment.runs.outputs import results_of
from designer.deployment.secrets.redaction import MOST_TEXTS, Concealing, concealing_of
from designer.models import Run
from hotcore.values import MASK
from tests.pace import within

TEXT = """\
heat_template_version: 2021-04-16
parameters:
  key: {type: string, hidden: true}
  pin: {type: string, hidden: true, default: marked-1f-pin}
  size: {type: string, default: marked-1f-open}
resources:
  net: {type: OS::Neutron::Net, properties: {name: {get_param: key}}}
  other: {type: OS::Neutron::Net}
outputs:
  key: {value: {get_param: key}}
  entry: {value: {list_join: ["", [pw=, {get_param: key}]]}}
"""


@pytest.fixture
def concealing() -> Concealing:
    template = hotcore.load(TEXT).template
    outputs = [
        {"output_key": "key", "output_value": "marked-1f-key"},
        {"output_key": "entry", "output_value": "pw=marked-1f-key"},
        {"output_key": "no such", "output_value": "x"},
    ]
    return concealing_of(template, hotcore.preview(hotcore.load(TEXT), {}), {"key", "pin"}, outputs)


def test_values_that_are_known_are_taken_out_of_longer_texts(concealing) -> None:
    assert concealing.text("a marked-1f-key, marked-1f-pin and marked-1f-open") == "a ••••••, •••••• and marked-1f-open"


def test_what_is_quoted_is_taken_out_where_a_hidden_value_was_given(concealing) -> None:
    reason = "Bad: 'one' isn't \"two\", don't. No valid host was found"
    concealed = "Bad: '••••••' isn't \"••••••\", don't. No valid host was found"
    assert concealing.reason(reason, "net") == concealed
    assert concealing.reason(reason) == concealed  # of the stack, which has it from a resource
    assert concealing.reason(reason, "other") == reason
    assert concealing.reason('Value "is cut', "net") == 'Value "••••••"'
    assert concealing.reason("Value u'one' or b'two', menu'x'", "net") == "Value u'••••••' or b'••••••', menu'x'"


@pytest.mark.django_db
def test_the_result_of_a_run_says_why_an_output_is_missing_without_what_is_quoted(make_design) -> None:
    design = make_design(TEXT)
    run = Run(design=design, revision=design.newest, owner=design.owner, stack_name="s")
    outputs = [{"output_key": "entry", "output_error": "Bad: 'marked-1f-key', marked-1f-pin"}]
    assert [each.error for each in results_of(run, {"outputs": outputs})] == ["Bad: '••••••', ••••••"]


def test_a_template_that_cannot_be_read_conceals_nothing() -> None:
    assert concealing_of(None, hotcore.Preview(), set(), []).reason('"one"') == '"one"'


def test_what_a_resource_that_is_gone_was_given_nobody_can_say():
    concealing = Concealing(resources=frozenset({"given"}), present=frozenset({"given", "open"}), hides_something=True)
    reason = "'marked' is not an integer"
    assert concealing.reason(reason, "open") == reason
    assert "marked" not in concealing.reason(reason, "given")
    assert "marked" not in concealing.reason(reason, "gone")
    assert Concealing(present=frozenset({"open"})).reason(reason, "gone") == reason  # nothing is hidden


def test_where_there_are_too_many_hidden_values_to_look_for_nothing_is_shown():
    concealing = Concealing(tuple(f"marked-{at:06}" for at in range(40_000)))
    with within(0.3):
        assert {concealing.text(f"marked-{at:06} " * 50) for at in range(1000)} == {MASK}
    assert concealing.reason("") == ""
    few = Concealing(tuple(f"marked-{at:06}" for at in range(MOST_TEXTS)))
    assert few.text("a marked-000007 b") == f"a {MASK} b"
