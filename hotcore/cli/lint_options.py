"""The lint options of `hotcore validate`: selection of rules, settings of folders, and fixing of files."""

import argparse
import sys
import tomllib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from hotcore.analysis import Document
from hotcore.catalogue import Catalogue
from hotcore.cli.files import STANDARD_INPUT, Unusable, document_of, read_document, read_file, write_text
from hotcore.diagnostics import Diagnostic, Severity
from hotcore.environment import Environment
from hotcore.lint import RULES, FixResult, apply_fixes, code_pages, combined_diagnostics, lint, offered
from hotcore.spelling import did_you_mean
from hotcore.syntax import decode

_SETTINGS = "pyproject.toml"
_KEYS = ("ignore",)


class Linting:
    """The lint rules with the options of a command line."""

    def __init__(self, options: argparse.Namespace, catalogue: Catalogue | None) -> None:
        self.catalogue = catalogue
        self.off = options.no_lint
        self.hints = options.hints
        self.fixes = options.fix
        self.suggested = options.suggested
        self.select = _codes(options.select, "--select", RULES) or None
        self.ignore = _codes(options.ignore, "--ignore", code_pages())
        self.log = sys.stdout if options.format == "text" else sys.stderr
        self._settings: dict[Path, frozenset[str]] = {}
        if self.off and self.fixes:
            raise Unusable("--fix cannot be used with --no-lint, because it applies the fixes of lint rules")
        if self.suggested and not self.fixes:
            raise Unusable("--suggested can only be used with --fix")

    def fixed(self, name: str, environments: Sequence[Environment]) -> Document:
        """The document of a template, with `--fix` after fixing its file."""
        content = read_file(name)
        document = document_of(content, name, environments)
        if not self.fixes:
            return document
        if name == STANDARD_INPUT:
            raise Unusable("--fix needs a template file, not standard input")
        try:
            before = decode(content)
        except ValueError:
            return document  # which says so
        fixed = apply_fixes(
            before,
            document.files,
            catalogue=self.catalogue,
            wanted=lambda found: found.severity is Severity.ERROR or self._counts(name, found),
            suggested=self.suggested,
        )
        if document.template is None and fixed.text == before:
            self.log.write(f"{name}: not fixed: it cannot be read as a template\n\n")
        self._report(name, fixed)
        self._report_suggested(name, fixed.suggested)
        if fixed.text == before:
            return document
        write_text(name, fixed.text)
        return read_document(name, environments)

    def added(self, name: str, document: Document, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """The diagnostics with those of the rules, without suppressed ones and without fixes that cannot be applied."""
        if not self.off:
            found += lint(document, catalogue=self.catalogue, select=self.select, found=found)
        counting = (each for each in found if each.severity is Severity.ERROR or self._counts(name, each))
        return offered(document.text, combined_diagnostics(document, counting, self.catalogue))

    def _counts(self, name: str, found: Diagnostic) -> bool:
        if self.select is None:
            selected = self.hints or found.severity is not Severity.HINT or found.code not in RULES
        else:
            selected = found.code in self.select or found.code not in RULES
        return selected and found.code not in self.ignore | self._ignored_around(name)

    def _ignored_around(self, name: str) -> frozenset[str]:
        """The codes that the settings of the folder suppress: those of the nearest file with settings of hotcore."""
        folder = Path() if name == STANDARD_INPUT else Path(name).parent
        if folder not in self._settings:
            self._settings[folder] = _ignored(folder.absolute())
        return self._settings[folder]

    def _report(self, name: str, fixed: FixResult) -> None:
        for each in fixed.done:
            made = each.fix.title if each.fix else f"Write `{each.suggestion}`"
            self.log.write(f"{name}:{_line(each)}: fixed[{each.code}]: {each.message} {made}.\n")
        for each, why in fixed.left:
            self.log.write(f"{name}:{_line(each)}: not fixed[{each.code}]: {why}\n")
        if fixed.done or fixed.left:
            self.log.write("\n")

    def _report_suggested(self, name: str, offers: Sequence[Diagnostic]) -> None:
        if offers:
            fixes = "1 suggested fix" if len(offers) == 1 else f"{len(offers)} suggested fixes"
            self.log.write(f"{name}: {fixes} not applied; use `--fix --suggested` if that is what you mean\n\n")


def _line(found: Diagnostic) -> int:
    return found.span.line if found.span else 1


def _codes(given: Iterable[str], where: str, known: Iterable[str]) -> frozenset[str]:
    """The codes of options or settings.  Raises `Unusable` for an unknown one."""
    codes = [code.strip().lower() for each in given for code in each.split(",") if code.strip()]
    for code in codes:
        if code not in known:
            hint = did_you_mean(code, known)
            raise Unusable(f"{where} has the unknown code {code}. {hint or '`hotcore rules` lists them.'}")
    return frozenset(codes)


def _ignored(folder: Path) -> frozenset[str]:
    for place in (folder, *folder.parents):
        path = place / _SETTINGS
        settings = _read(path) if path.is_file() else None
        if settings is not None:
            for key in settings:
                if key not in _KEYS:
                    hint = did_you_mean(key, _KEYS) or f"The only setting is `{_KEYS[0]}`."
                    raise Unusable(f"unknown setting `{key}` below [tool.hotcore] in {path}. {hint}")
            ignored = settings.get("ignore", [])
            if not isinstance(ignored, list) or not all(isinstance(code, str) for code in ignored):
                raise Unusable(f"`ignore` below [tool.hotcore] in {path} must be a list of codes")
            return _codes(ignored, f"`ignore` in {path}", code_pages())
    return frozenset()


def _read(path: Path) -> dict[str, Any] | None:
    """The settings of hotcore in a file; None if there are none."""
    try:
        tool = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {})
    except (OSError, ValueError) as error:
        raise Unusable(f"cannot read {path}: {error}") from None
    settings = tool.get("hotcore") if isinstance(tool, dict) else None
    if settings is not None and not isinstance(settings, dict):
        raise Unusable(f"`hotcore` below [tool] in {path} must be a table")
    return settings
