"""Edits of a text as values, and where its parts begin and end."""
