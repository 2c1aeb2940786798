"""Presentation models of templates, resource types and problems for pages and diagrams."""
