"""Upgrades of a database with data."""

import sqlite3

from tests.designer.test_settings import start

OLD = "0013_positions_of_dependencies"
INSERTED = """
insert into auth_user (id, password, is_superuser, username, last_name, email, is_staff, is_active, date_joined,
    first_name) values (1, '!', 0, 'alice', '', '', 0, 1, '2026-01-01', '');
insert into designer_design (id, slug, name, description, visibility, created, changed, version, resource_count,
    parameter_count, error_count, warning_count, indexed_by, search_text, is_fork, shape, owner_id)
    values (1, 'web', 'Web', '', 'private', '2026-01-01', '2026-01-01', '', 0, 0, 0, 0, 0, '', 0, '{}', 1);
insert into designer_sharelink (id, token, may, environments, may_see_environments, may_see_outputs, created,
    created_by_id, design_id) values (1, 'an-old-token', 'view', '[]', 0, 0, '2026-01-01', 1, 1);
"""
OPENED = """
from django.test import RequestFactory
from designer.access import get_shared_link
print(get_shared_link(RequestFactory().get("/"), "an-old-token").design.name)
"""


def test_links_from_before_their_tokens_were_hashed_go_on_working(tmp_path):
    local = {"DESIGNER_LOCAL": "1"}
    assert start(tmp_path, "migrate", "-v0", "designer", OLD, **local).returncode == 0
    assert start(tmp_path, "migrate", "-v0", "auth", **local).returncode == 0
    with sqlite3.connect(tmp_path / "designer.sqlite3") as database:
        database.executescript(INSERTED)
    database.close()
    assert start(tmp_path, "migrate", "-v0", **local).returncode == 0
    assert start(tmp_path, "shell", "-v0", "-c", OPENED, **local).stdout.strip() == "Web"
    with sqlite3.connect(tmp_path / "designer.sqlite3") as database:
        assert "an-old-token" not in "".join(database.iterdump())
    database.close()
