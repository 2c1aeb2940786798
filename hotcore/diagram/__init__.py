"""Diagrams of templates: what they show, where it goes, and the files they are written to."""

from hotcore.diagram.export import FORMATS, write_picture
from hotcore.diagram.model import draw, picture_as_data

__all__ = ["FORMATS", "draw", "picture_as_data", "write_picture"]
