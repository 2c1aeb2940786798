"""Diagrams of templates: their contents, their layout, and their export to files."""

from hotcore.diagram.export import FORMATS, write_diagram
from hotcore.diagram.map import MapDiagram, draw_map, map_as_data
from hotcore.diagram.map_export import write_map
from hotcore.diagram.model import diagram_as_data, draw

__all__ = ["FORMATS", "MapDiagram", "diagram_as_data", "draw", "draw_map", "map_as_data", "write_diagram", "write_map"]
