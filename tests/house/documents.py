"""The documentation as its tests read it: files, sections, blocks of code, links."""

import doctest
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "CONTRIBUTING.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_MODULE = re.compile(r"# (\S+)\.py\n")


@dataclass(frozen=True)
class Block:
    """A block of code and its language."""

    language: str
    text: str

    @property
    def module(self) -> str:
        """The name of the module that the block is, which its first line gives as `# path/to/module.py`; else empty."""
        match = _MODULE.match(self.text)
        return match[1].replace("/", ".") if match else ""

    def executed(self) -> ModuleType:
        """The block as a module, under a name of its own."""
        made = ModuleType(f"example.{self.module}")
        sys.modules[made.__name__] = made
        exec(compile(self.text, f"<{self.module}>", "exec"), made.__dict__)
        return made


def text_of(name: str) -> str:
    """The text of a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def sections(name: str) -> dict[str, str]:
    """The texts of a document's sections (`##`) by their headings; what is above the first one is under ""."""
    text = text_of(name)
    starts = [match for match in re.finditer(r"^## (.+)$", text, re.MULTILINE) if not _in_block(text, match.start())]
    ends = [*(match.start() for match in starts[1:]), len(text)][: len(starts)]
    found = {match[1]: text[match.end() : end] for match, end in zip(starts, ends, strict=True)}
    return {"": text[: starts[0].start()] if starts else text, **found}


def _in_block(text: str, position: int) -> bool:
    return any(block.start() < position < block.end() for block in _BLOCK.finditer(text))


def blocks(text: str, *languages: str) -> list[Block]:
    """The blocks of code in some languages, in order."""
    return [Block(*match.groups()) for match in _BLOCK.finditer(text) if match[1] in languages]


def prose(text: str) -> str:
    """A text without its blocks of code."""
    return _BLOCK.sub("", text)


def anchors(name: str) -> set[str]:
    """What links can follow the `#` with: the headings as GitHub writes them into addresses."""
    titles = _HEADING.findall(prose(text_of(name)))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def links(name: str) -> set[str]:
    """Where the links of a document lead, pictures included; not those to other sites."""
    targets = re.findall(r"\]\(([^)\s]+)\)", prose(text_of(name)))
    return {target for target in targets if ":" not in target}


def table(text: str, head: str) -> list[list[str]]:
    """The cells of the tables of a text whose first column has that head, row by row."""
    found: list[list[str]] = []
    for lines in re.findall(rf"^\| {head} \|.*\n\|[ |-]*\n((?:\|.*\n?)*)", text, re.MULTILINE):
        cells = (re.split(r" (?<!\\)\| ?", line.removeprefix("| ")) for line in lines.splitlines())
        found += [[cell.replace("\\|", "|") for cell in row[:-1]] for row in cells]
    return found


def run(name: str) -> bool:
    """Runs the Python of a document: blocks that are modules are executed, and sessions compared with what they show.

    What differs is printed; the answer is whether nothing does.
    """
    runner = doctest.DocTestRunner()
    names: dict[str, object] = {}
    for heading, text in sections(name).items():
        for block in blocks(text, "python", "pycon"):
            if block.language == "pycon":
                session = doctest.DocTestParser().get_doctest(block.text, names, heading, name, 0)
                runner.run(session, clear_globs=False)
                names = session.globs
            elif block.module:
                block.executed()
    return not runner.summarize(verbose=False).failed


if __name__ == "__main__":
    sys.exit(0 if run(sys.argv[1]) else 1)  # what the examples register is gone with this process
