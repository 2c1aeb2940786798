"""Django's SQLite backend, on files that nobody but their owner can read."""
