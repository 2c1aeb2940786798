// Shapes that the parts of the design page share. Those of the diagram and of edits are what the server answers.
import type { Edit } from "../../editor/editor.js";

/** A section of a template whose declarations can be chosen. */
export type Section = "resources" | "parameters" | "conditions" | "outputs" | string;

/** Where a value stands in the template: keys and indices from its root. */
export type Path = (string | number)[];

/** A resource in the diagram; `x` and `y` are its middle. */
export interface Node {
  name: string;
  type: string;
  state: string;
  condition: string | null;
  icon: string;
  errors: number;
  warnings: number;
  hints: number;
  /** The hints that there are while none are shown. */
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

/** Where nodes were put by hand, by their names. */
export type Places = Record<string, Point>;

/** What the server draws of a text: the diagram, and what else is declared, each name with its type or state. */
export interface Picture {
  nodes: Node[];
  edges: Edge[];
  parameters: Record<string, string>;
  conditions: Record<string, string>;
  outputs: Record<string, string>;
  width: number;
  height: number;
}

/** One gesture by its name, as the server is asked for it. */
export interface Step {
  name: string;
  arguments: Record<string, any>;
}

/** What the server is asked for: one gesture, or several as one step of undo. */
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

/** What the server makes of a gesture. */
export interface Change {
  title: string;
  edits: Edit[];
  notes: string[];
  files: Record<string, string>;
}

/** What is asked of the draft to take a step back that changed files, and to make it again. */
export interface FileSteps {
  back: Record<string, any>[];
  forth: Record<string, any>[];
}

/** What can be done, by its name and by keys such as "Mod-Shift-z". */
export interface Command {
  id: string;
  text(): string;
  /** Its name on the sheet of keys, where `text` says more than it is. */
  sheet?(): string;
  /** Where its keys work; "page" is outside of fields. */
  area?: "any" | "page" | "graph" | "editor" | "palette";
  keys?: string[];
  when?(event?: KeyboardEvent): boolean;
  /** Nothing for keys that are only listed. */
  does?(event?: KeyboardEvent): unknown;
}

/** One of several ways, in a menu. */
export interface Way {
  text: string;
  does(): unknown;
}

/** What a dialog asks: its fields, the word for yes, and a second way to say yes. */
export interface Question {
  fields?: HTMLElement[];
  yes?: string;
  also?: [string, () => unknown] | null;
  wrong?: string;
}

/** What the inspector remembers of a form while it is drawn anew. */
export interface Look {
  /** Values that are shown as text, that are begun, and whose parts were opened. */
  texts: Path[];
  begun: Path[];
  opened: Path[];
  pending: Path | null;
  way: string;
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
