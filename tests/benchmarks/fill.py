"""A fill-page update (validate, preview, render) against the same template's bare `yaml.compose`."""

import json
import re
from functools import partial

import yaml
from django.contrib.auth.models import User
from django.http import QueryDict
from django.test import Client

from designer.models import Visibility
from designer.store.designs import design_create
from tests.benchmarks.database import empty_database
from tests.benchmarks.timing import Work, compare

UNIT = "yaml.compose"
COUNTS = (10, 100, 300, 1000)
KINDS = (
    "type: string\n    default: web\n    constraints:\n      - length: {min: 2, max: 40}",
    "type: number\n    default: 4\n    constraints:\n      - range: {min: 1, max: 100}",
    "type: string\n    default: small\n    constraints:\n      - allowed_values: [small, medium, large]",
    "type: boolean\n    default: true",
    "type: comma_delimited_list\n    default: a,b",
)


def main() -> None:
    """Measure updates of larger and larger forms: one value typed, and every value typed."""
    with empty_database():
        owner = User.objects.create(username="bench")
        for count in COUNTS:
            text = template(count)
            design = design_create(owner=owner, name=f"n{count}", text=text.encode(), visibility=Visibility.PUBLIC)
            yardstick = partial(yaml.compose, text, yaml.CSafeLoader)
            address = f"/templates/{design.slug}/"
            one = {"param-p0": "orders", "touched": '["p0"]'}
            one |= shown(address, one)
            compare(f"{count} parameters, one typed", update(address, one), yardstick, UNIT)
            everything = {f"param-p{number}": "5" for number in range(count)}
            everything |= shown(address, everything)
            compare(f"{count} parameters, all typed before", update(address, everything), yardstick, UNIT)


def template(count: int) -> str:
    """Return a template with so many parameters, a resource for every tenth and as many conditions and outputs."""
    parameters = "".join(
        f"  p{number}:\n    label: Parameter {number}\n    {KINDS[number % len(KINDS)]}\n" for number in range(count)
    )
    tenths = range(0, count, 10)
    conditions = "".join(f"  c{number}: {{equals: [{{get_param: p{number}}}, orders]}}\n" for number in tenths)
    resources = "".join(
        f"  r{number}:\n    type: OS::Heat::Value\n    condition: c{number}\n    properties:\n"
        f'      value: {{list_join: ["-", [{{get_param: p{number}}}, x]]}}\n'
        for number in tenths
    )
    outputs = "".join(f"  o{number}: {{value: {{get_param: p{number}}}}}\n" for number in tenths)
    return (
        f"heat_template_version: 2021-04-16\nparameters:\n{parameters}conditions:\n{conditions}"
        f"resources:\n{resources}outputs:\n{outputs}"
    )


def shown(address: str, fields: dict[str, str]) -> dict[str, str]:
    """Return what the page would show of each field after these values, as its script tells the server."""
    html = Client(headers={"HX-Request": "true"}).post(address, fields).content.decode()
    slots = {"seen": "about", "idle": "why"}
    return {
        name: json.dumps(dict(re.findall(rf'id="{slot}-(\w+)" data-mark="(\w+)"', html)))
        for name, slot in slots.items()
    }


def update(address: str, fields: dict[str, str]) -> Work:
    """Return what asks for one answer to what was typed, from the request to the bytes."""
    data = QueryDict(mutable=True)
    data.update(fields)
    client, body = Client(headers={"HX-Request": "true"}), data.urlencode()

    def post() -> None:
        answer = client.post(address, body, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 200

    return post
