"""Nested stacks: nested templates and groups of resources."""
