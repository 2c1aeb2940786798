"""`hot-designer`: what `manage.py` and `make run` do, for a designer that was installed with pip."""

import importlib.util
import os
import sys

FOR_ONE_USER = ("serve", "sign_in_link")
"""Commands that exist only for a single user on their own machine."""


def main() -> None:
    """Run a command of `manage.py`; without one, serve a single user on their own machine."""
    if importlib.util.find_spec("django") is None:
        sys.exit("The designer needs packages that hotcore does not: pip install 'hot-designer[designer]'")
    from django.core.management import execute_from_command_line  # not there where only hotcore is used

    arguments = sys.argv[1:] or ["serve"]
    if arguments[0] in FOR_ONE_USER:
        os.environ.setdefault("DESIGNER_LOCAL", "1")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "designer.settings")
    execute_from_command_line(["hot-designer", *arguments])


if __name__ == "__main__":
    main()
