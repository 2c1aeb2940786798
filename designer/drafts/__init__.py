"""Drafts: unsaved changes, and how they are merged with what others saved."""
