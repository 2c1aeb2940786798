"""Line endings, which a browser's form fields do not preserve."""

from itertools import takewhile

LINE_ENDS = ("\r\n", "\n", "\r")


def plain(text: str) -> str:
    """Return the text with every line ending in a line feed."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def like(before: str, typed: str) -> str:
    """Return the text that a user typed over `before`, with its line endings restored.

    Unchanged lines keep their own ending; new ones get the most common one.
    """
    typed = plain(typed)
    if typed == plain(before):
        return before
    old, new = _lines(before), typed.split("\n")
    ends = [line[1] for line in old if line[1]]
    usual = max(LINE_ENDS, key=ends.count) if ends else "\n"
    if all(end == usual for end in ends):
        return typed.replace("\n", usual)
    head = _same(old, new)
    tail = min(_same(old[::-1], new[::-1]), len(old) - head, len(new) - head)
    middle = [(line, usual) for line in new[head : len(new) - tail]]
    lines = [*old[:head], *middle, *old[len(old) - tail :]]
    kept = "".join(line + (end or usual) for line, end in lines[:-1]) + lines[-1][0]
    return kept if plain(kept) == typed else typed.replace("\n", usual)  # \r before \n would become a single ending


def _lines(text: str) -> list[tuple[str, str]]:
    """Return the lines with their endings; the last one has none."""
    lines, start = [], 0
    shown = plain(text).split("\n")
    for line in shown:
        after = start + len(line)
        end = next((end for end in LINE_ENDS if text.startswith(end, after)), "")
        lines.append((line, end))
        start = after + len(end)
    return lines


def _same(old: list[tuple[str, str]], new: list[str]) -> int:
    """Return the number of leading lines that are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0][0] == pair[1], zip(old, new, strict=False)))
