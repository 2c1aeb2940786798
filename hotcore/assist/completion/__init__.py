"""Completion and hover at a position of a text."""
