"""Runs the Node tests of the script modules, and compares some modules with their Python counterparts."""

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from designer.fill.values.lists import items_of, list_text

HERE = Path(__file__).parent
NODE = Path(sys.prefix) / "bin" / "node"
TESTS = sorted(path.name for path in HERE.glob("*.test.mjs"))


def node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[bytes]:
    """Run Node in the folder of these tests."""
    assert NODE.exists(), f"{NODE} is missing: make .venv/ready-test installs it."
    return subprocess.run([NODE, *arguments], input=text.encode(), capture_output=True, check=False, cwd=HERE)


def ran(module: str, text: str) -> bytes:
    """Return the output of a module for a text on its standard input."""
    result = node("--input-type=module", "--eval", module, text=text)
    assert not result.returncode, result.stderr.decode()
    return result.stdout


@pytest.mark.parametrize("name", TESTS)
def test_scripts(name):
    result = node("--test", "--test-reporter=dot", name)
    assert not result.returncode, result.stdout.decode() + result.stderr.decode()


def test_python_reads_the_zip():
    texts = {"a.yaml": "heat_template_version: 2021-04-16\n", "nested/größe.env": "größe: 😀\n", "empty.txt": ""}
    module = """
        import { readFileSync, writeSync } from "node:fs";
        import { zipped } from "../../static/js/site/zip.js";
        const texts = Object.entries(JSON.parse(readFileSync(0, "utf8")));
        const zip = await zipped(texts.map(([path, text]) => ({ path, file: new Blob([text]) })));
        writeSync(1, await zip.bytes());
    """
    with zipfile.ZipFile(io.BytesIO(ran(module, json.dumps(texts)))) as file:
        assert file.testzip() is None
        assert {name: file.read(name).decode() for name in file.namelist()} == texts


LISTS = [
    *(
        "",
        "a",
        "a,b",
        "a, b",
        " a ",
        ",",
        "a,,b",
        "[]",
        "[a]",
        "[ a , b ]",
        "[a, b",
        "[a]]",
        '["a" b]',
        "a\nb",
        "a\nb, c\n\n",
    ),
    *("- a", "- a\n- b c\n-\n", "-a\n-b", "- a\nb", "- 'it''s'\n- \"q\"", "- 'a'b", '- "a', "[a, [b]]", "[{a: b}]"),
    *("""["a, b", 'c, d', "e\\n"]""", "['it''s']", '["\\u00fc"]', "[a,]", "[,a]", "[größe, 😀]", '["a\\q"]'),
]


def test_lists_are_read_and_written_like_on_the_server():
    module = """
        import { readFileSync } from "node:fs";
        import { itemsOf, textOf } from "../../static/js/fill/lists.js";
        const texts = JSON.parse(readFileSync(0, "utf8"));
        console.log(JSON.stringify(texts.map((text) => [itemsOf(text), itemsOf(textOf(itemsOf(text)))])));
    """
    items = dict(zip(LISTS, json.loads(ran(module, json.dumps(LISTS))), strict=True))
    assert items == {text: [items_of(text), items_of(list_text(items_of(text)))] for text in LISTS}
