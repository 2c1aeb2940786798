"""Caching of the analysis, which parses a content only once however many requests there are."""

from threading import Barrier, Thread

from designer.content import analysis
from designer.content.content import Content
from hotcore.environment_values import matrix_under
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
    reported, beside = (
        {each.code for each in analysis.diagnostics(Content(text.encode(), {}))}
        for text in (right, right + "  b: {type: OS::Heat::Value, properties: {value: {get_param: nowhere}}}\n")
    )
    assert {"secret-not-hidden", "missing-description"} <= reported
    assert beside == {"secret-not-hidden", "unknown-parameter"}


def test_conditions_under_uploaded_files_are_worked_out_side_by_side(monkeypatch):
    text = "heat_template_version: 2021-04-16\nparameters: {x: {type: string}}\n"
    content = Content(f"{text}conditions: {{a: {{equals: [{{get_param: x}}, y]}}}}\n".encode())
    both_work = Barrier(2, timeout=60)

    def worked_out(*given):
        both_work.wait()
        return matrix_under(*given)

    monkeypatch.setattr(analysis, "matrix_under", worked_out)
    found = []

    def ask():
        found.append(analysis.conditions(content, [analysis.read_environment("parameters: {x: y}\n", "own.yaml")]))

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [list(matrix.given) for matrix in found] == [["x"], ["x"]]
