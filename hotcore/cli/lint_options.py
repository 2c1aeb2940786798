"""What `hotcore validate` does with lint rules: which of them count, and mending files."""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hotcore.analysis import Document, load
from hotcore.catalogue import Catalogue
from hotcore.cli.files import STANDARD_INPUT, Unusable, document_of, read_document, read_file, write_text
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.environment import Environment
from hotcore.lint import RULES, Mended, code_pages, correct, lint, mend, misspelt, offered, told_together
from hotcore.spelling import did_you_mean
from hotcore.syntax import decode

_SETTINGS = "pyproject.toml"
_KEYS = ("ignore",)


class Linting:
    """The lint rules as the options of a command line have them."""

    def __init__(self, options: argparse.Namespace, catalogue: Catalogue | None) -> None:
        self.catalogue = catalogue
        self.off = options.no_lint
        self.hints = options.hints
        self.fixes = options.fix
        self.suggested = options.suggested
        self.select = _codes(options.select, "--select", RULES) or None
        self.ignore = _codes(options.ignore, "--ignore", code_pages())
        self.told = sys.stdout if options.format == "text" else sys.stderr
        self._settings: dict[Path, frozenset[str]] = {}
        if self.off and self.fixes:
            raise Unusable("--fix mends what lint rules find, and --no-lint leaves them out")
        if self.suggested and not self.fixes:
            raise Unusable("--suggested says which fixes --fix makes, and goes with it")

    def mended(self, name: str, environments: Sequence[Environment]) -> Document:
        """A template; with `--fix`, after its file was mended."""
        content = read_file(name)
        document = document_of(content, name, environments)
        if not self.fixes:
            return document
        offers = self._misspelt(name, document)
        if document.template is None or not (document.ok or (self.suggested and offers)):
            self._tell_untouched(name, "a file with errors is not touched")
            self._tell_suggested(name, offers)
            return document
        if name == STANDARD_INPUT:
            raise Unusable("--fix writes files, and standard input is none")
        before = decode(content)
        mended = self._made(name, before, document)
        self._tell(name, mended)
        self._tell_suggested(name, [*mended.suggested, *([] if self.suggested else offers)])
        if mended.text == before:
            return document
        write_text(name, mended.text)
        return read_document(name, environments)

    def _made(self, name: str, text: str, document: Document) -> Mended:
        """What becomes of a text: with `--suggested`, names are put right first, also beside other errors."""
        files = document.files

        def wanted(found: Diagnostic) -> bool:
            return self._counts(name, found)

        named = correct(text, files, wanted=wanted) if self.suggested else Mended(text)
        if not document.ok and not load(named.text, files).ok:
            self._tell_untouched(name, "what lint rules find waits, because there are other errors")
            return named
        mended = mend(named.text, files, catalogue=self.catalogue, wanted=wanted, suggested=self.suggested)
        return replace(mended, done=named.done + mended.done, left=named.left + mended.left)

    def _misspelt(self, name: str, document: Document) -> list[Diagnostic]:
        """The names that could be put right."""
        return misspelt(document, lambda found: self._counts(name, found))

    def added(self, name: str, document: Document, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """The findings with those of the rules, without those that are silent, and with the fixes that can be made."""
        if not self.off:
            found += lint(document, catalogue=self.catalogue, select=self.select, found=found)
        counting = (each for each in found if each.severity is Severity.ERROR or self._counts(name, each))
        return offered(document.text, told_together(document, counting))

    def _counts(self, name: str, found: Diagnostic) -> bool:
        if self.select is None:
            selected = self.hints or found.severity is not Severity.HINT or found.code not in RULES
        else:
            selected = found.code in self.select or found.code not in RULES
        return selected and found.code not in self.ignore | self._ignored_around(name)

    def _ignored_around(self, name: str) -> frozenset[str]:
        """The codes that the settings of the folder silence: those of the nearest file that speaks of hotcore."""
        folder = Path() if name == STANDARD_INPUT else Path(name).parent
        if folder not in self._settings:
            self._settings[folder] = _ignored(folder.absolute())
        return self._settings[folder]

    def _tell(self, name: str, mended: Mended) -> None:
        for each in mended.done:
            made = each.fix.title if each.fix else f"Write `{each.suggestion}`"
            self.told.write(f"{name}:{_line(each)}: mended[{each.code}]: {each.message} {made}.\n")
        for each, why in mended.left:
            self.told.write(f"{name}:{_line(each)}: not mended[{each.code}]: {why}\n")
        if mended.done or mended.left:
            self.told.write("\n")

    def _tell_untouched(self, name: str, why: str) -> None:
        self.told.write(f"{name}: not mended: {why}\n\n")

    def _tell_suggested(self, name: str, offers: Sequence[Diagnostic]) -> None:
        if offers:
            fixes = "1 suggested fix is" if len(offers) == 1 else f"{len(offers)} suggested fixes are"
            self.told.write(f"{name}: {fixes} left, which may not be what was meant: `--fix --suggested` goes on\n\n")


def _line(found: Diagnostic) -> int:
    return found.span.line if found.span else 1


def _codes(given: Iterable[str], where: str, known: Iterable[str]) -> frozenset[str]:
    """Codes, of which each is known."""
    codes = [code.strip().lower() for each in given for code in each.split(",") if code.strip()]
    for code in codes:
        if code not in known:
            meant = did_you_mean(code, known)
            raise Unusable(f"{where} names {code}, which is no code. {meant or '`hotcore rules` lists them.'}")
    return frozenset(codes)


def _ignored(folder: Path) -> frozenset[str]:
    for place in (folder, *folder.parents):
        path = place / _SETTINGS
        settings = _read(path) if path.is_file() else None
        if settings is not None:
            for key in settings:
                if key not in _KEYS:
                    meant = did_you_mean(key, _KEYS) or f"There is only `{_KEYS[0]}`."
                    raise Unusable(f"`{key}` below [tool.hotcore] in {path} is no setting. {meant}")
            ignored = settings.get("ignore", [])
            if not isinstance(ignored, list) or not all(isinstance(code, str) for code in ignored):
                raise Unusable(f"`ignore` below [tool.hotcore] in {path} has to be a list of codes")
            return _codes(ignored, f"`ignore` in {path}", code_pages())
    return frozenset()


def _read(path: Path) -> dict[str, Any] | None:
    """What a file says of hotcore; None when it says nothing."""
    try:
        tool = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {})
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot read {path}: {error}") from None
    settings = tool.get("hotcore") if isinstance(tool, dict) else None
    if settings is not None and not isinstance(settings, dict):
        raise Unusable(f"`hotcore` below [tool] in {path} has to be a table")
    return settings
