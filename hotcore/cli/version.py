"""The version of hotcore, as pyproject.toml has it: reading the metadata of the package would take most of the time of
`hotcore --version`."""

VERSION = "0.1.0"
