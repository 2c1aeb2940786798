"""The pages of the library and of its templates: import, settings, sharing, files and history."""
