"""The page on which a template is edited, and what its scripts ask for."""
