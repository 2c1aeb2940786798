"""What is remembered of a content, and that it is read once however many ask."""

from threading import Barrier, Thread

from designer import analysis
from designer.content import Content
from tests.benchmarks.design import template


def test_requests_about_one_text_that_come_at_once_read_it_once():
    content, found, start = Content(template(300).encode()), [], Barrier(4)

    def ask():
        start.wait()
        found.append((analysis.document(content), analysis.unfilled(content)))

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({(id(document), id(preview)) for document, preview in found}) == 1


def test_hints_wait_while_there_are_errors():
    right = "heat_template_version: 2021-04-16\nparameters: {db_password: {type: string, label: L}}\nresources:\n"
    right += "  a: {type: OS::Heat::Value, properties: {value: {get_param: db_password}}}\n"
    told, beside = (
        {each.code for each in analysis.findings(Content(text.encode(), {}))}
        for text in (right, right + "  b: {type: OS::Heat::Value, properties: {value: {get_param: nowhere}}}\n")
    )
    assert {"secret-not-hidden", "missing-description"} <= told
    assert beside == {"secret-not-hidden", "unknown-parameter"}
