"""Stacks inside of stacks: nested templates and groups of resources."""
