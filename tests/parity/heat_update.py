"""The effect of an update on a resource in a real Heat, in this process: none, in place, replacement or refusal, or an
update that Heat reports although nothing changes.

The resource is made by the installed plug-in and was never created; Heat's own `preview_update` compares it with what
it is to become, as far as that needs no cloud.
"""

import contextlib
import json
import warnings
from collections.abc import Mapping
from typing import Any
from unittest import mock

from tests.parity.heat_stack import resource, template
from tests.parity.heat_typed import Stack, _without_a_cloud

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from heat.common import exception, template_format
    from heat.engine import translation


def effect(before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    """The effect on a resource when the body `after` replaces `before`; None if Heat cannot determine it."""
    stumbles = (exception.HeatException, TypeError, ValueError, AttributeError)
    with _without_a_cloud(), _as_written(), contextlib.suppress(*stumbles):
        stacks = [_stack(body) for body in (before, after)]  # resources do not keep them
        old, new = (made["a"] for made in stacks)
        was = old.frozen_definition()
        properties = old._prepare_update_props(new.t, was)
        try:
            reported = old.preview_update(new.t, was, *properties, None, check_init_complete=False)
            changed = old.update_template_diff_properties(*properties)
        except resource.UpdateReplace:
            return "replaced"
        except exception.NotSupported:
            return "refused"
        beside = old.update_template_diff(new.t.freeze(), was)
        if changed or beside.metadata_changed() or beside.update_policy_changed():
            return "changed"
        return "rewritten" if reported else "nothing"
    return None


def _as_written() -> Any:
    """Names of what is in a cloud stay as they are; else each would be looked up there for its id."""
    return mock.patch.object(translation, "resolve_and_find", lambda value, *_, **__: value)


def _stack(body: Mapping[str, Any]) -> Stack:
    whole = {
        "heat_template_version": "2021-04-16",
        "conditions": {"yes": True, "no": False},
        "resources": {"a": dict(body), "b": {"type": "OS::Heat::None"}},
    }
    return Stack(template.Template(template_format.parse(json.dumps(whole))))
