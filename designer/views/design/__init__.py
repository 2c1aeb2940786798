"""The design page, on which a template is edited, and the requests of its scripts."""
