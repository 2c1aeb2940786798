// The sizes that the layout of the map and the scripts share, written from hotcore/diagram/metrics.py.

/** The distance between two lines of the grid on which boxes are placed. */
export const GRID = 8;

/** The width of a card. */
export const CARD_WIDTH = 224;

/** The distance between two columns of cards. */
export const COLUMN_GAP = 48;

/** The height of the head of a card: its icon, name and type. */
export const HEAD = 48;

/** The height of a row in a card or frame. */
export const ROW = 26;

/** The number of rows that are listed; one more row stands for all others. */
export const MOST_ROWS = 12;

/** The height of the line of chips at the foot of a card. */
export const CHIPS = 32;

/** The height of the head of a frame. */
export const FRAME_HEAD = 40;

/** The height of the head of a lane in a frame. */
export const LANE = 28;

/** The height of the name of a condition, above its card or frame. */
export const CONDITION = 24;

/** The offset of the edges that are drawn behind the card of a group's members. */
export const STACK = 8;

/** The space around everything in an exported picture. */
export const PICTURE_MARGIN = 24;
