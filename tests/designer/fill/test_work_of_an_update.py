"""The amount of work for one update of the fill page, counted rather than timed."""

import json
from collections.abc import Callable, Iterable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from designer.fill.values import state
from hotcore import environment
from tests.benchmarks.fill import template as many_parameters
from tests.benchmarks.fill_page import many_resources
from tests.counting import calls
from tests.repository import repository

HTMX = {"HX-Request": "true"}
LINEAR = 2  # times the calls for twice as much of something: what an update always does does not grow


@pytest.fixture
def update(client_of, alice, make_design) -> Callable[..., Callable[[], str]]:
    """Makes what types a value into the form of a new template of Alice's, when it has answered twice."""

    def make(text: str, values: dict[str, object], **rest: object) -> Callable[[], str]:
        address, client = f"/templates/{make_design(text, **rest).slug}/", client_of(alice)

        def post() -> str:
            return client.post(address, values, headers=HTMX).content.decode()

        post()
        post()
        return post

    return make


def environments_on(names: Iterable[str]) -> dict[str, object]:
    """Return the form fields of environment files that are all enabled."""
    names = list(names)
    return {"environment-name": names, "environment-on": names, "environments-shown": json.dumps(names)}


def test_work_grows_with_resources_and_problems_as_they_do(update):
    few, many = (update(many_resources(count), {"param-flavor": "m1.large"}) for count in (40, 80))
    assert calls(many) < LINEAR * calls(few)


def test_work_grows_with_parameters_as_they_do(update):
    few, many = (update(many_parameters(count), {"param-p0": "orders"}) for count in (100, 200))
    assert calls(many) < LINEAR * calls(few)


def test_files_are_not_read_again_for_each_update(update):
    files = repository()
    text = files.pop("overcloud.yaml")
    beside = {path: content.encode() for path, content in files.items()}
    post = update(text, environments_on(["environments/base.yaml"]), files=beside, path="overcloud.yaml")
    with CaptureQueriesContext(connection) as queries:
        post()
    assert not [query["sql"] for query in queries if "revisionfile" in query["sql"]]


def test_an_uploaded_file_is_read_once(update, monkeypatch):
    read = []

    def counting(text: str, name: str) -> environment.Environment:
        read.append(name)
        return environment.read_environment(text, name)

    monkeypatch.setattr("hotcore.read_environment", counting)
    values = {**environments_on(["site.yaml"]), "environment-text-site.yaml": "parameters: {size: 3}\n"}
    post = update("heat_template_version: 2021-04-16\nparameters: {size: {type: number, default: 2}}\n", values)
    read.clear()
    post()
    assert read == ["site.yaml"]


def test_what_was_typed_is_read_once(update, monkeypatch):
    read = []
    whole = state.given_in_form

    def counting(*arguments: object) -> object:
        read.append(arguments)
        return whole(*arguments)

    monkeypatch.setattr(state, "given_in_form", counting)
    post = update(many_parameters(5), {"param-p0": "orders"})
    read.clear()
    post()
    assert len(read) == 1
