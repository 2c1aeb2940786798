// Types that the parts of the design page share. Those of the diagram and of edits are the server's answers.
import type { Edit } from "../../editor/editor.js";

/** A section of a template whose declarations can be selected. */
export type Section = "resources" | "parameters" | "conditions" | "outputs" | string;

/** The path of a value in the template: keys and indices from its root. */
export type Path = (string | number)[];

/** A resource in the diagram; `x` and `y` are its centre. */
export interface Node {
  name: string;
  type: string;
  state: string;
  condition: string | null;
  icon: string;
  errors: number;
  warnings: number;
  hints: number;
  /** The number of hints while hints are not shown. */
  allHints?: number;
  line: number;
  x: number;
  y: number;
  width: number;
}

/** Why a resource needs another: by a function, an order or a property; `where` is its path in words. */
export interface Link {
  by: string;
  where: string;
  path: Path;
}

export interface Edge {
  source: string;
  target: string;
  links: Link[];
  points: Point[];
}

/** A point of the diagram. */
export type Point = number[];

/** The positions of moved nodes, by name. */
export type Places = Record<string, Point>;

/** The server's diagram of a text, and its other declarations, each name with its type or state. */
export interface Diagram {
  nodes: Node[];
  edges: Edge[];
  parameters: Record<string, string>;
  conditions: Record<string, string>;
  outputs: Record<string, string>;
  width: number;
  height: number;
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
  /** Nothing for keys that are only listed. */
  does?(event?: KeyboardEvent): unknown;
}

/** An option of a menu. */
export interface Way {
  text: string;
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
  /** Paths of values that are shown as text, begun, or expanded. */
  texts: Path[];
  begun: Path[];
  opened: Path[];
  pending: Path | null;
  expression: string;
  name: string;
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
  redraw(): Promise<boolean> | boolean;
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
