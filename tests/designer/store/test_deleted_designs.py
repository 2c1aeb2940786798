"""A design that is deleted while a request is writing to it."""

import pytest
from django.db import connection


@pytest.mark.parametrize(
    ("address", "fields"),
    [
        ("/templates/web/design/draft/", {"do": "write", "counter": "0", "base": "1", "file": "", "text": "other"}),
        ("/templates/web/design/", {"text": "heat_template_version: 2021-04-16\n", "based_on": "1", "file": ""}),
    ],
)
def test_a_design_that_goes_meanwhile_is_not_there(client_of, alice, make_design, address, fields):
    make_design()
    client, read = client_of(alice), []

    def deletes(execute, sql, parameters, many, context):
        if sql.startswith("SELECT") and "designer_design" in sql and not sql.startswith("SELECT 1"):
            read.append(sql)
            if "slug" not in sql.partition("WHERE")[2] and len(read) > 1:
                read.append("gone")
                with connection.cursor() as cursor:
                    cursor.execute("UPDATE designer_design SET id = -id WHERE id > 0")
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(deletes):
        answer = client.post(address, fields)
    assert "gone" in read
    assert answer.status_code == 404
