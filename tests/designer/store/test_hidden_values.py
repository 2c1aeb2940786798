"""What was sent for a revision whose parameter was visible, when a newer one has hidden it: its value is not stored."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from designer.cloud.project.heat import Heat
from designer.cloud.service.faults import CloudFault
from designer.deployment.runs.runs import begin_run, plan_again
from designer.models import Design, FormDraft, Run, RunState, ShareLink, ValueSet
from designer.store.designs import revision_create
from designer.store.masks import masked
from tests.designer.deployment.test_answers import service
from tests.designer.deployment.test_faults import update

__all__ = ["service", "update"]
OPEN = """\
heat_template_version: 2021-04-16
parameters:
  size: {type: number, default: 1}
  key: {type: string, default: none}
"""
HIDING = OPEN.replace("default: none", "hidden: true")
UNREADABLE = HIDING + "resources: [oops"
SECRET = "hush-71"
FILE = {"environment-name": "mine.yaml", "environment-on": "mine.yaml"}
FILE_TEXT = {"environment-text-mine.yaml": f"parameters: {{size: 4, key: {SECRET}-too}}\n"}
FORM = {"param-size": "5", "param-key": SECRET} | FILE | FILE_TEXT

UNDER_WAY = pytest.mark.parametrize("saved", [[HIDING], [HIDING, UNREADABLE]], ids=["readable", "unreadable"])


@pytest.fixture
def design(make_design) -> Design:
    return make_design(OPEN)


@pytest.fixture
def overtaken(design, client, alice) -> Callable[..., None]:
    """Sends a form, and saves revisions after the page has read the newest one, before it writes."""
    client.force_login(alice)

    def send(address: str, fields: dict[str, str], saved: list[str]) -> None:
        left = [None, saved]

        def save_before_the_second(execute, sql, *rest):
            if left and ('FROM "designer_design"' in sql or sql.startswith("INSERT")) and (texts := left.pop(0)):
                save(design, texts)
            return execute(sql, *rest)

        with connection.execute_wrapper(save_before_the_second):
            assert client.post(address, fields).status_code in (200, 302)
        assert design.revisions.count() == 1 + len(saved)

    return send


def save(design: Design, texts: list[str]) -> None:
    """Save texts as the newest revisions, as their author does in another process."""
    for text in texts:
        current = Design.objects.get(pk=design.pk)
        based_on = current.newest.number
        revision_create(design=current, author=current.owner, text=text.encode(), based_on=based_on)


@UNDER_WAY
def test_a_draft_that_arrives_late_has_no_value_of_what_is_hidden_by_now(design, overtaken, saved):
    step = {"state": {"values": {"key": SECRET, "size": "2"}}, "kind": "set", "count": 1}
    overtaken(reverse("fill", args=[design.slug]), FORM | {"former": json.dumps(step)}, saved)
    draft = FormDraft.objects.get()
    assert draft.state["values"] == {"size": "5"}
    assert "size: 4" in draft.state["environments"][0]["text"]
    assert '"values": {"size": "2"}' in json.dumps(draft.former)
    assert SECRET not in json.dumps([draft.state, draft.former])


@UNDER_WAY
def test_values_that_are_saved_late_have_none_of_what_is_hidden_by_now(design, overtaken, saved):
    overtaken(reverse("values", args=[design.slug]), FORM | {"set_name": "eu"}, saved)
    kept = ValueSet.objects.get()
    assert kept.values == {"size": "5"}
    assert "size: 4" in kept.environments[0]["text"]
    assert SECRET not in json.dumps([kept.environments, *FormDraft.objects.values_list("state", "former")])


@UNDER_WAY
def test_a_link_that_is_made_late_has_no_file_with_what_is_hidden_by_now(design, client, overtaken, saved):
    client.post(reverse("fill", args=[design.slug]), FORM)
    assert SECRET in json.dumps(FormDraft.objects.get().state)
    overtaken(reverse("share", args=[design.slug]), {"may": "fill", "environment": "mine.yaml"}, saved)
    [file] = ShareLink.objects.get().environments
    assert "size: 4" in file["text"]
    assert SECRET not in file["text"]


@pytest.mark.enable_socket
def test_a_run_that_is_planned_again_has_no_value_of_what_was_hidden_while_the_cloud_was_asked(service, update):
    run, connection, _token = update
    kinds = ("added", "deleted", "replaced", "unchanged", "updated")
    service.answer("PUT", "preview", {"resource_changes": {kind: [] for kind in kinds}})
    save(run.design, [OPEN])
    run.design.refresh_from_db()
    run.revision = run.design.newest
    run.form = {"values": {"size": "5", "key": SECRET}, "environments": []}
    save(run.design, [HIDING])
    plan_again(run=run, connection=connection, hidden={})
    assert Run.objects.get().form["values"] == {"size": "5"}


@pytest.mark.enable_socket
def test_what_heat_refuses_is_kept_without_what_was_hidden_while_it_was_asked(service, update, monkeypatch):
    run, connection, _token = update
    save(run.design, [OPEN])
    run.design.refresh_from_db()
    run.revision, run.form = run.design.newest, {"values": {"key": SECRET}, "environments": []}
    run.plan = {"resources": [{"name": "a", "sentence": f"It becomes {SECRET}."}]}
    run.save()
    service.answer("PUT", run.stack_id, {"error": {"message": f"Property error: the word '{SECRET}' is refused."}}, 400)
    real = Heat.update

    def ask(*arguments):
        save(run.design, [HIDING])
        real(*arguments)

    monkeypatch.setattr(Heat, "update", ask)
    with pytest.raises(CloudFault) as raised:
        begin_run(run=run, connection=connection, hidden={})
    kept = Run.objects.get()
    assert kept.state == RunState.PLANNED
    assert "is refused" in kept.plan["refusal"]
    assert SECRET not in json.dumps([kept.plan, kept.form, raised.value.words])


def test_what_only_a_nested_template_hides_goes_too(make_design, alice):
    main, inner = "heat_template_version: 2021-04-16\nresources: {a: {type: inner.yaml}}\n", "inner.yaml"
    design = make_design(main, files={inner: OPEN.encode()})
    run = Run.objects.create(
        design=design, revision=design.newest, owner=alice, cloud="c", project_id="p", stack_name="s",
        plan={"resources": [{"name": "a", "sentence": f"It becomes {SECRET}."}]}, state=RunState.RUNNING,
        form={"environments": [{"text": f"parameter_defaults: {{key: {SECRET}}}\n"}]},
    )  # fmt: skip
    content = {"text": main.encode(), "files": {inner: HIDING.encode()}}
    revision_create(design=design, author=alice, based_on=1, **content)
    run.refresh_from_db()
    assert SECRET not in json.dumps([run.plan, run.form])
    assert masked(f"The word {SECRET} is refused.", run.masks) == "The word •••••• is refused."


def test_a_draft_under_an_unchanged_revision_keeps_what_was_typed(design, client, alice):
    client.force_login(alice)
    client.post(reverse("fill", args=[design.slug]), FORM)
    assert FormDraft.objects.get().state["values"] == {"size": "5", "key": SECRET}


@pytest.mark.django_db(transaction=True)
def test_a_draft_waits_for_the_revision_that_is_being_saved(design, alice):
    """Its page has read the revision before; it reaches the lock while the other process has not committed yet."""
    client = Client()
    client.force_login(alice)
    is_at_lock = threading.Event()

    def tell(execute, sql, *rest):
        if 'FROM "designer_design"' in sql:
            reads.append(sql)
        if len(reads) == 2 or sql.startswith("BEGIN"):  # SQLite has one lock, which a transaction takes first
            is_at_lock.set()
        return execute(sql, *rest)

    reads: list[str] = []

    def send() -> None:
        try:
            with connection.execute_wrapper(tell):
                client.post(reverse("fill", args=[design.slug]), FORM)
        finally:
            is_at_lock.set()
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            save(design, [HIDING])
            sent = pool.submit(send)
            is_at_lock.wait(timeout=60)
        sent.result()
    draft = FormDraft.objects.get()
    assert draft.state["values"] == {"size": "5"}
    assert SECRET not in json.dumps([draft.state, draft.former])


def test_what_runs_say_of_values_goes_with_them(design, alice):
    row = {"name": "a", "action": "update", "sentence": f"Parameter `key` changes to `{SECRET}`."}
    details = [{"path": "value", "old": "before-62", "new": SECRET, "lines": [], "sentence": f"It becomes {SECRET}."}]
    inside = [row | {"name": "a / b", "path": ["a", "b"], "details": details, "members": 3}]
    plan = {
        "resources": [row | {"details": details, "inside": inside}],
        "refusal": f"{SECRET} is refused",
        "ours": f"{SECRET} is too short",
        "made": "2026-01-01T00:00:00",
    }
    run = Run.objects.create(
        design=design, revision=design.newest, owner=alice, cloud="c", project_id="p", stack_name="s",
        form={"values": {"key": SECRET}}, plan=plan, reason=f"Property error: '{SECRET}' is refused",
    )  # fmt: skip
    run.events.create(event_id="1", at=run.created, resource="a", status="FAILED", reason=f'"{SECRET}" is refused')
    save(design, [OPEN])
    assert Run.objects.get().plan == plan
    save(design, [HIDING])
    run.refresh_from_db()
    kept = {"name": "a", "action": "update"}
    inside = [kept | {"name": "a / b", "path": ["a", "b"], "members": 3}]
    assert run.plan == {
        "resources": [kept | {"inside": inside}], "refusal": "", "ours": "", "made": plan["made"],
    }  # fmt: skip
    told = [run.reason, run.events.get().reason]
    assert "is refused" in told[0]
    assert SECRET not in json.dumps(told)
    run.plan = plan
    run.save()
    save(design, [HIDING + "# changed\n"])
    assert Run.objects.get().plan == plan  # it comes from a revision that hides the value already
