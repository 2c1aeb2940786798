"""Small words for the templates."""
