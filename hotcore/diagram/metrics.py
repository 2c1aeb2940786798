"""The sizes that the layout of the map and the scripts that draw it share, in pixels at a zoom of 100 %.

`make format` writes `static/js/diagram/metrics.js` from this file: one constant a line, its comment below it.
"""

GRID = 8
"""The distance between two lines of the grid on which boxes are placed."""
CARD_WIDTH = 224
"""The width of a card."""
COLUMN_GAP = 48
"""The distance between two columns of cards."""
HEAD = 48
"""The height of the head of a card: its icon, name and type."""
ROW = 26
"""The height of a row in a card or frame."""
MOST_ROWS = 12
"""The number of rows that are listed; one more row stands for all others."""
CHIPS = 32
"""The height of the line of chips at the foot of a card."""
FRAME_HEAD = 40
"""The height of the head of a frame."""
LANE = 28
"""The height of the head of a lane in a frame."""
CONDITION = 24
"""The height of the name of a condition, above its card or frame."""
STACK = 8
"""The offset of the edges that are drawn behind the card of a group's members."""
PICTURE_MARGIN = 24
"""The space around everything in an exported picture."""
