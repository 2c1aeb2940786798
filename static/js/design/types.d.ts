// Types that the parts of the design page share. Those of the diagram and of edits are the server's answers.
import type { Edit } from "../../editor/editor.js";

/** A section of a template whose declarations can be selected. */
export type Section = "resources" | "parameters" | "conditions" | "outputs" | string;

/** The path of a value in the template: keys and indices from its root. */
export type Path = (string | number)[];

/** Values whose absence is a problem: all are needed, or one of them. */
export interface Missing {
  paths: Path[];
  all: boolean;
  severity: string;
}

/** A resource of the diagram, and what is known of it. */
export interface Resource {
  name: string;
  type: string;
  state: string;
  condition: string | null;
  icon: string;
  errors: number;
  warnings: number;
  hints: number;
  /** The diagnostics about missing values; the values that are still needed, each with what it may be instead. */
  missing: Missing[];
  needed?: Path[][];
  /** The numbers with those of values that are still needed. */
  found?: { errors: number; warnings: number };
  /** The number of hints while hints are not shown. */
  allHints?: number;
  line: number;
  /** The file of its own template. */
  file?: string;
}

/** What is drawn of a resource; `x` and `y` are its centre. */
export interface Node extends Resource {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Its role, container, depth as a row, short texts about it, and the shared resources it uses. */
  role: "card" | "row" | "frame" | "lane" | "shared";
  inside?: string;
  depth?: number;
  fact?: string;
  chips?: string[];
  /** The number of its lanes, of the cards and rows in it, and of the rows that are not listed. */
  lanes?: number;
  holds?: number;
  more?: number;
  isOnly?: boolean;
  isUnlisted?: boolean;
  /** Whether it is the frame of a network that a parameter gives; its name on the diagram is its title. */
  given?: boolean;
  title?: string;
  /** The card of a group's members, or of each member of a chain. */
  members?: Member[];
  isChain?: boolean;
  /** Whether it can live in a network. */
  lives?: boolean;
  /** The map of its own template while it is open. */
  nested?: Nested;
  /** Whether it was there before, and whether it stays when the stack goes. */
  external?: boolean;
  retained?: boolean;
  /** Of a row: its number among the rows of its card, how many these are, and whether its condition is not that of its card. */
  number?: number;
  rows?: number;
  isOwn?: boolean;
  /** The errors and warnings of it and its rows. */
  sum?: { errors: number; warnings: number };
  /** Of the only lane of a frame: the name before it in the head, and how far it is from the frame's upper left corner. */
  after?: { title: string; by: number; below: number };
}

/** What stands for the members of a group. */
export interface Member extends Rect {
  fact: string;
  type: string;
  icon?: string;
}

/** The map of another template, in its box. */
export interface Nested extends Rect {
  nodes: Resource[];
  edges: Edge[];
  layout: Diagram["layout"];
}

/** A box by its upper left corner. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** An item of the server's map, with what is in it. */
export interface MapItem extends Rect {
  name: string;
  role: "card" | "row" | "frame" | "lane" | "shared";
  given?: boolean;
  fact?: string;
  chips?: string[];
  member?: Member;
  members?: Member[];
  /** The file of its own template, and the map of that while it is open. */
  file?: string;
  nested?: Nested;
  external?: boolean;
  retained?: boolean;
  condition?: string | null;
  rows?: MapItem[];
  lanes?: MapItem[];
  cards?: MapItem[];
}

/** A gesture of several: its name and its arguments. */
export type Act = [string, Record<string, any>];

/** A place where resources can live: a network, subnet, group or parameter, or outside; and the edits that move them. */
export interface Home {
  name: string | null;
  kind: "network" | "subnet" | "given" | "group" | "outside";
  isHere: boolean;
  edits: { resource: string; where: string; removes: boolean }[];
}

/** What a resource uses, what uses it, and what belongs to it. */
export type Side = "uses" | "used" | "holds";

/** A candidate for a connection: a new resource of a type, or the named one; `path` is the referring property. */
export interface Neighbour {
  type: string;
  name: string;
  icon: string;
  path: Path;
  where: string;
  /** The attribute that the property takes, with keys into it; empty for the resource itself. */
  attribute: string | unknown[];
  /** Whether the property is the neighbour's. */
  isWriter: boolean;
  /** The name of a pattern, which has none of the other references. */
  pattern?: string;
}

/** A type that fits between two resources: `path` is the property that refers to it, `inner` its own for the other. */
export interface Between extends Neighbour {
  inner: { path: Path; attribute: string };
  /** The path of the reference that it takes over, empty if `path` replaces it. */
  replaced: Path;
}

/** The options of a menu of resources, and what happens to the chosen one. */
export interface Offer {
  title: string;
  side: Side;
  load(): Promise<Neighbour[]>;
  /** Where the menu opens, and on which side. */
  box(opener: HTMLElement): DOMRect;
  take(one: any, goesOn: boolean): Promise<unknown>;
  /** Previews an option; null ends the preview. */
  lit(one: any): unknown;
  back(): void;
}

/** Why a resource needs another: by a function, an order or a property; `where` is its path in words. */
export interface Link {
  by: string;
  where: string;
  path: Path;
  /** Of a line: the property that refers, and the conditions without which it does not, whether they hold now. */
  property?: string;
  only?: string;
  taken?: boolean;
}

export interface Edge {
  source: string;
  target: string;
  links: Link[];
  points: Point[];
  /** How many resources refer; in the dependencies, how many references there are. */
  count?: number;
}

/** A point of the diagram. */
export type Point = number[];

/** The positions of moved nodes, by name. */
export type Places = Record<string, Point>;

/** The server's diagram of a text, and its other declarations, each name with its type or state. */
export interface Diagram {
  nodes: Resource[];
  edges: Omit<Edge, "points">[];
  /** How a view shows it: the map, or a card for each resource and a line for each reference. */
  layout: { view: string; items: MapItem[]; shared: MapItem[]; lines: Edge[] };
  values?: Values;
  parameters: Record<string, string>;
  conditions: Record<string, string>;
  outputs: Record<string, string>;
  /** What is said of what is left out. */
  note?: string;
}

/** One gesture, as requested from the server. */
export interface Step {
  name: string;
  arguments: Record<string, any>;
}

/** A request to the server: one gesture, or several as one undo step. */
export interface Asked extends Partial<Step> {
  steps?: Step[];
  title?: string;
  everywhere?: boolean;
  here?: boolean;
  brought?: Brought[];
  [name: string]: any;
}

/** A file that an edit has made, and its text. */
export interface Brought {
  file: string;
  text: string;
}

/** The server's answer to a gesture. */
export interface Change {
  title: string;
  edits: Edit[];
  notes: string[];
  files: Record<string, string>;
}

/** The draft requests that undo and redo a step that changed files. */
export interface FileSteps {
  back: Record<string, any>[];
  forth: Record<string, any>[];
}

/** A command, with its name and keys such as "Mod-Shift-z". */
export interface Command {
  id: string;
  text(): string;
  /** Its name in the keyboard help, if `text` is longer. */
  sheet?(): string;
  /** Where its keys work; "page" is outside of fields. */
  area?: "any" | "page" | "graph" | "editor" | "palette";
  keys?: string[];
  when?(event?: KeyboardEvent): boolean;
  /** Whether it is on, if it is a switch. */
  isChecked?(): boolean;
  /** Nothing for keys that are only listed. */
  does?(event?: KeyboardEvent): unknown;
}

/** An option of a menu. */
export interface Way {
  text: string;
  /** What it does, beside its text. */
  about?: string;
  /** Its keys, if a menu shows them. */
  keys?: string;
  icon?: string;
  /** Whether it is on, if it is a switch. */
  isChecked?: boolean;
  does(): unknown;
}

/** The contents of a dialog: its fields, the label of its button, and a second button. */
export interface Question {
  fields?: HTMLElement[];
  yes?: string;
  also?: [string, () => unknown] | null;
  wrong?: string;
}

/** What the inspector remembers of a form across a redraw. */
export interface Look {
  /** Paths of values that are shown as text, begun, or expanded, and of maps that show all their keys. */
  texts: Path[];
  begun: Path[];
  opened: Path[];
  complete: Path[];
  pending: Path | null;
  expression: string;
  name: string;
  themes: string[];
  folded: Set<string>;
  find: string;
  member: boolean;
  folds: Map<string, boolean>;
  tab: string;
  focus: { path: Path; into?: string; stays(): boolean } | null;
}

export interface Inspector {
  panel: HTMLElement;
  isTyped(control: HTMLInputElement): boolean;
  readonly look: Look;
  readonly busy: boolean;
  readonly text: string;
  /** Whether the form is of an older text: an edit or a form is on its way. */
  readonly isLate: boolean;
  redraw(): Promise<boolean> | boolean;
  openMember(open: boolean): Promise<boolean> | boolean | undefined;
  inTurn(does: () => unknown): void;
  tab(name: string): void;
}

export interface Drafts {
  flush(): Promise<unknown>;
  send(fields: Record<string, any>): Promise<any>;
  go(address: string): Promise<void>;
  adopt(text: string, title?: string): void;
  leave(): void;
  readonly outdated: boolean;
}

/** A declaration by its section and name. */
export type Declared = [string, string];

/** The edges of what is drawn. */
/** What is drawn around the map; `drawn` draws it once more, for another zoom. */
export interface Layer {
  extent(): Bounds | null;
  paint(): void;
  drawn(look: any): SVGElement[];
}

export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The server's answer about the values around a map. */
export interface Values {
  outputs: { name: string; state: string; reads: Declared[]; rows: { name: string; reads: Declared[] }[] }[];
  conditions: { name: string; depth: number; state: string; reads: Declared[] }[];
  parameters: {
    label: string | null;
    readers: Declared[];
    handed_on: boolean;
    rows: { name: string; fact: string }[];
  }[];
  resources: Record<string, Declared[]>;
}

/** The box of a value, or of the head of a card. */
export type ValueBox = Rect;

/** A row of a card of values; `of` is the output whose key it is. */
export interface ValueRow {
  section: string;
  name: string;
  of?: string;
  depth?: number;
  state?: string;
  fact?: string;
  count?: number;
}

/** A card of values: an output, all conditions, or parameters; without a name it stands for its rows. */
export interface ValueCard extends Rect {
  section: string;
  name: string;
  key: string;
  rows: ValueRow[];
  /** The number of rows that are not listed, and their names. */
  more: number;
  unlisted: string[];
  state?: string;
  count?: number;
  fact?: string;
  label?: string | null;
  total?: number;
  readers?: Declared[];
  isHandedOn?: boolean;
}

/** A column of cards of values, with how many declarations it has. */
export interface ValueColumn {
  section: string;
  count: number;
  x: number;
  y: number;
  right: number;
}
