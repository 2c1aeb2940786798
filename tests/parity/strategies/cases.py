"""Cases of the conformance format, generated anew or by changing known ones."""

import json
from typing import Any

from hypothesis import strategies as st

from tests.parity.strategies import texts
from tests.parity.strategies import vocabulary as words
from tests.parity.strategies.mutations import mutate, paths_of
from tests.parity.strategies.templates import CaseWriter
from tests.parity.strategies.writer import Draw, copied

Case = dict[str, Any]
_LONGEST = 20_000
_MOST_POOLED = 4_000


@st.composite
def generated_cases(draw: Draw) -> Case:
    """A case from nothing: most are meant to be good, the others have odd parameters, mistakes in the data or an
    edited text."""
    kind = draw(st.sampled_from(("good",) * 10 + ("parameters",) * 2 + ("mistakes",) * 3 + ("edited",)))
    writer = CaseWriter(draw, odd_parameters=kind == "parameters")
    case, data = writer.case, writer.template
    if kind == "mistakes":
        _spoil(draw, case, data, words.ODD)
    try:
        text = texts.written(draw, data)
    except ValueError:
        text = texts.yaml_of({"heat_template_version": "2021-04-16"})
    case["template"] = texts.edited(draw, text) if kind == "edited" else text
    return case


def mutated_cases(known: list[Case]) -> st.SearchStrategy[Case]:
    """Known cases with changes to their data or their text; what is put in comes from all of them."""
    parsed = [(case, data) for case in known if isinstance(data := _data(case["template"]), dict)]
    pool = _pool([data for _, data in parsed])

    @st.composite
    def mutated(draw: Draw) -> Case:
        case, data = draw(st.sampled_from(parsed))
        case = copied({key: value for key, value in case.items() if key not in ("expect", "id")})
        case.setdefault("availability_zones", ["east", "west"])
        if draw(st.integers(0, 5)):
            data = copied(data)
            _spoil(draw, case, data, pool)
            case["template"] = _written(case["template"], data)
        else:
            case["template"] = texts.edited(draw, case["template"])
        return case

    return mutated()


def _spoil(draw: Draw, case: Case, data: dict[Any, Any], pool: tuple[Any, ...]) -> None:
    """Puts a few mistakes into a template, and sometimes into its values."""
    for _ in range(draw(st.sampled_from((1, 1, 1, 2, 2, 3)))):
        mutate(draw, data, pool)
    declared = data.get("parameters")
    if isinstance(declared, dict) and declared and draw(st.integers(0, 9)) == 0:
        name = draw(st.sampled_from([str(name) for name in declared]))
        values = case.setdefault("environment", {}).setdefault(
            draw(st.sampled_from(("parameters", "parameter_defaults"))), {}
        )
        values[name] = copied(draw(st.sampled_from(words.ODD)))


def _data(text: str) -> Any:
    try:
        return texts.data_of(text)
    except ValueError:
        return None


def _written(before: str, data: Any) -> str:
    """The data as a text; the text from before when it cannot be written, or is far too long."""
    try:
        text = texts.yaml_of(data)
    except ValueError:
        return before
    return text if len(text) <= _LONGEST else before


def _pool(templates: list[dict[Any, Any]]) -> tuple[Any, ...]:
    """Odd values, and all values in the templates, each once."""
    found: dict[str, Any] = {}
    for data in templates:
        for path in paths_of(data):
            value: Any = data
            for key in path:
                value = value[key]
            found.setdefault(json.dumps(value, default=str), value)
    return (*words.ODD * 3, *list(found.values())[:_MOST_POOLED])
