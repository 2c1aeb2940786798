"""Edits of a text by path, and the positions of its parts."""
