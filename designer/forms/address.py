"""The query of an address that brings a form back: its typed values, and the environment files that are on."""

from collections.abc import Collection, Mapping
from urllib.parse import urlencode

from designer.forms.environment_list import EnvironmentList
from designer.forms.given import PREFIX
from designer.forms.texts import text_of
from hotcore import Template

LONGEST_LINK = 3800  # characters; servers refuse request lines above some 4,000


def link_query(
    template: Template, values: Mapping[str, object], environments: EnvironmentList, beginning: Collection[str] = ()
) -> str:
    """Return the query without hidden values; of the files it has the names, uploaded ones excepted.

    `beginning` are the names of the files that are on as the form opens: where none is, that has to be said.
    """
    texts = [
        (PREFIX + name, text_of(parameter, values[name]))
        for name, parameter in template.parameters.items()
        if name in values and not parameter.hidden
    ]
    names = [file.name for file in environments if file.is_on and not file.is_uploaded]
    files = [("environment", name) for name in names or ([""] if beginning else [])]
    return urlencode([*texts, *files], errors="replace")
