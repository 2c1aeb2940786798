"""The query string that restores a form: its typed values and the enabled environment files."""

from collections.abc import Collection, Mapping
from urllib.parse import urlencode

from designer.fill.values.environment_list import EnvironmentList
from designer.fill.values.given import PREFIX
from designer.fill.values.texts import text_of
from hotcore.template import Template

LONGEST_LINK = 3800  # characters; servers refuse request lines above about 4,000


def link_query(
    template: Template, values: Mapping[str, object], environments: EnvironmentList, beginning: Collection[str] = ()
) -> str:
    """Return the query without hidden values and without uploaded files.

    `beginning` are the names of the files that are enabled when the form opens: if none is enabled, the query says so.
    """
    texts = [
        (PREFIX + name, text_of(parameter, values[name]))
        for name, parameter in template.parameters.items()
        if name in values and not parameter.hidden
    ]
    names = [file.name for file in environments if file.is_on and not file.is_uploaded]
    files = [("environment", name) for name in names or ([""] if beginning else [])]
    return urlencode([*texts, *files], errors="replace")
