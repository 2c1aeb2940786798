"""Files and values on which the fill page and `hotcore preview` are compared."""

import json
import random
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from designer.content.content import Content
from designer.samples import SAMPLES
from hotcore import Severity, load, read_environment
from hotcore.environment import is_environment
from tests.designer.fill.truth import Case, Typed
from tests.hotcore.corpus import FILES
from tests.parity import nested
from tests.parity.environments import CASES as ENVIRONMENTS
from tests.parity.strategies.bundles import generated_bundle

TEXTS: Mapping[str, list[Typed]] = {
    "string": ["1", "007", "true", "null", "~", "a,b", "{a: 1}", "[1]", " x ", "é😀", "two\nlines", "1e3", "", "web"],
    "number": ["3", "0", "1.50", "-2", "1e2", "abc", " 4", "", "12"],
    "boolean": ["true", "false", "on", "No", "maybe", "1", ""],
    "comma_delimited_list": ["a,b", "a, b", ",", "a", "", ('["x", "y"]', "x,y"), ("- 1\n- b", "1,b"), "x=1,{y}"],
    "json": [
        '{"a": 1}',
        "[1, 2]",
        "5",
        '"text"',
        "",
        "{",
        ("{a: 1}", '{"a": 1}'),
        ("a: [one, 1]\nb: x", '{"a": ["one", 1], "b": "x"}'),
    ],
}
Named = Iterator[tuple[str, Case]]


def typed_at_random(text: str, chance: random.Random, share: float) -> dict[str, Typed]:
    """Valid and invalid texts for some of a template's parameters."""
    template = load(text).template
    parameters = template.parameters.values() if template else ()
    return {each.name: chance.choice(TEXTS[each.type]) for each in parameters if chance.random() < share}


def used(names: list[str], files: Mapping[str, bytes]) -> tuple[str, ...]:
    """The environments that the page can use; files with errors stay disabled."""
    texts = {name: files[name].decode() for name in names}
    return tuple(name for name, text in texts.items() if is_environment(text, name) and is_good(text, name))


def is_good(text: str, name: str) -> bool:
    return all(found.severity is not Severity.ERROR for found in read_environment(text, name).diagnostics)


def sample_cases() -> Named:
    """The samples with their defaults, with their environments, and with texts typed over both."""
    for sample in SAMPLES:
        text = sample.text.decode()
        on = used([name for name in sample.files if name.startswith("environments/")], sample.files)
        yield sample.slug, Case(text, sample.files)
        for seed in range(3):
            typed = typed_at_random(text, random.Random(seed), 0.5)
            yield f"{sample.slug}-{seed}", Case(text, sample.files, on=on, typed=typed)


def corpus_cases() -> Named:
    """The templates of the corpus at their paths in their repositories; made-up values are typed, or in a file."""
    for line in (FILES.parent / "cases.jsonl").read_text().splitlines():
        case = json.loads(line)
        path = case["template_file"].removeprefix("files/")
        text = (FILES / path).read_bytes().decode("utf-8", "replace")
        if load(text).template is None:
            continue
        place = Content(b"", path=path)
        files = {place.path_of(name): (FILES.parent / at).read_bytes() for name, at in case["files"].items()}
        values = case["environment"].get("parameters", {})
        fitting = {name: value if isinstance(value, str) else json.dumps(value) for name, value in values.items()}
        typed = typed_at_random(text, random.Random(path), 0.2)
        yield path, Case(text, files, path, typed=fitting | typed)
        site = json.dumps({"parameters": {}, **case["environment"]})
        yield f"{path}-file", Case(text, files, path, ("site.yaml",), {"site.yaml": site}, typed)


def bundle_cases(count: int) -> Named:
    """Bundles with a registry and what nested templates read: some that were recorded from Heat, and generated ones."""
    recorded = {each["id"]: each for each in json.loads(nested.CASES.read_text())[::3]}
    for name, bundle in {**recorded, **{str(seed): generated_bundle(seed) for seed in range(count)}}.items():
        if load(bundle["template"]).template is not None:
            yield name, bundle_case(bundle, random.Random(name))


def bundle_case(bundle: Mapping[str, Any], chance: random.Random) -> Case:
    """A bundle with its environment and another one, of which one is uploaded."""
    more = {"parameter_defaults": {"p0": "b", "p1": 2}, "parameters": {"q": "a"}}
    texts = {"env.yaml": json.dumps(bundle["environment"]), "more.yaml": json.dumps(more)}
    uploaded_name = chance.choice(list(texts))
    on = used(chance.sample(list(texts), 2), {name: text.encode() for name, text in texts.items()})
    files = {name: text.encode() for name, text in {**bundle["files"], **texts}.items() if name != uploaded_name}
    uploaded = {name: texts[name] for name in on if name == uploaded_name}
    return Case(bundle["template"], files, "", on, uploaded, typed_at_random(bundle["template"], chance, 0.5))


def environment_cases(every: int) -> Named:
    """Environments that merge, with wildcards, hooks and restrictions, in both orders."""
    for number, line in enumerate(islice(ENVIRONMENTS.read_text().splitlines(), 0, None, every)):
        case = json.loads(line)
        texts = {f"env/{at}.yaml": text for at, text in enumerate(case["environments"])}
        files = {name: text.encode() for name, text in {**case["files"], **texts}.items()}
        on = used(list(texts), files)
        typed = typed_at_random(case["template"], random.Random(number), 0.3)
        yield f"{number}", Case(case["template"], files, "stacks/web.yaml", on, typed=typed)
        if len(on) > 1:
            yield f"{number}-turned", Case(case["template"], files, "", on[::-1], typed=typed)


MAIN = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
  tags: {type: comma_delimited_list, default: a}
  secret: {type: string, hidden: true, default: open}
conditions:
  large: {not: {equals: [{get_param: size}, 1]}}
resources:
  net: {type: Site::Net, properties: {size: {get_param: size}}}
  port: {type: ../network/port.yaml, condition: large}
  disk: {type: OS::Cinder::Volume, properties: {size: {get_param: size}}}
outputs:
  words: {value: {get_attr: [net, words]}}
  tags: {value: {list_join: ["-", {get_param: tags}]}}
"""
NET = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, constraints: [{range: {max: 5}}]}
  Zone: {type: string, default: a}
  Labels: {type: json, default: {}}
resources:
  inner: {type: Site::Inner, properties: {value: {get_file: ../scripts/run.sh}}}
outputs:
  words: {value: {str_replace: {template: S-Z-L, params: {S: {get_param: size}, Z: {get_param: Zone},
    L: {get_param: [Labels, a]}}}}}
"""
REPOSITORY = {
    "../network/net.yaml": NET,
    "../network/port.yaml": "heat_template_version: 2021-04-16\nresources: {p: {type: OS::Heat::None}}\n",
    "../scripts/run.sh": "#!/bin/sh\r\necho é\r\n",
    "../environments/types.yaml": "resource_registry:\n  Site::Net: ../network/net.yaml\n"
    "  Site::Inner: OS::Heat::Value\n  resources: {disk: {restricted_actions: [replace, update]}}\n",
    "../environments/wild.yaml": "resource_registry: {'Site::*': 'OS::Heat::*', 'OS::Cinder::*': 'OS::Heat::None'}\n",
    "../environments/a.yaml": "parameter_defaults: {Zone: b, Labels: {a: 1}}\nparameters: {size: 3, tags: [x, y]}\n"
    "parameter_merge_strategies: {tags: merge, Labels: deep_merge}\n",
    "../environments/b.yaml": "parameter_defaults: {Labels: {a: 2, b: 3}}\nparameters: {tags: 'z', secret: hush}\n"
    "parameter_merge_strategies: {tags: merge, Labels: deep_merge}\r\n",
    "../environments/broken.yaml": "parameters: {size: 9}\n",
    "../other/unused.yaml": "heat_template_version: 1999-01-01\n",
}


def repository_cases() -> Named:
    """A repository with its template in a folder, environments in several orders, and typed values over them."""
    files = {name: text.encode() for name, text in REPOSITORY.items()}
    types, wild, *values = (f"../environments/{name}.yaml" for name in ("types", "wild", "a", "b", "broken"))
    chance = random.Random(11)
    uploaded = {"site.yaml": "resource_registry: {'Site::Net': '../network/net.yaml'}\nparameters: {size: '4'}\n"}
    for number in range(24):
        on = chance.sample([types, wild, *values], chance.randint(0, 5))
        more = uploaded if number % 3 == 0 else {}
        names = tuple(chance.sample([*on, *more], len(on) + len(more)))
        typed = typed_at_random(MAIN, chance, 0.4)
        yield f"{number}", Case(MAIN, files, "deep/stacks/web.yaml", names, more, typed)
