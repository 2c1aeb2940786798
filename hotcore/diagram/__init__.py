"""Diagrams of templates: their contents, their layout, and their export to files."""

from hotcore.diagram.export import FORMATS, write_diagram, write_picture
from hotcore.diagram.map import MapDiagram, draw_dependencies, draw_map, graph_as_data, map_as_data
from hotcore.diagram.map_before import Places
from hotcore.diagram.map_layout import Rect
from hotcore.diagram.map_shape import MapShape, shape_of_map
from hotcore.diagram.values_layer import values_as_data

__all__ = [
    "FORMATS",
    "MapDiagram",
    "MapShape",
    "Places",
    "Rect",
    "draw_dependencies",
    "draw_map",
    "graph_as_data",
    "map_as_data",
    "shape_of_map",
    "values_as_data",
    "write_diagram",
    "write_picture",
]
