// What the bundle offers; `src/editor.js` says what each does.

/** A place of the text, from 1; `offset` counts UTF-16 units from 0. */
export interface Place {
  line: number;
  column: number;
  offset: number;
}

/** An edit as the server tells it: `start` and `end` are code points. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** One line of a small menu at the cursor. */
export interface MenuOption {
  text: string;
  mark?: string;
}

export interface Menu<Option extends MenuOption> {
  title: string;
  options: Option[];
  at?: number;
  pos?: number;
  pick(option: Option): void;
  preview?(option: Option): void;
  back?(): void;
}

export interface Problem {
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  severity: string;
  message: string;
  code?: string;
  link?: string;
  actions?: { name: string; apply(): void }[];
}

/** A state of the editor as it is kept. */
export type Saved = { doc: string };

export interface Options {
  language?: string;
  nonce?: string;
  label?: string;
  phrases?: Record<string, string>;
  words?: Record<string, string>;
  readOnly?: boolean;
  saved?: Saved;
  complete?(text: string, at: number): Promise<any>;
  help?(text: string, at: number): Promise<any>;
  keys?: Key[];
  point?(at: number): void;
  changed?(text: string, title: string | null): void;
  moved?(at: Place): void;
}

export interface Key {
  key: string;
  run(): boolean;
}

interface Line {
  from: number;
  to: number;
  number: number;
  text: string;
}

/** CodeMirror's view, as far as the pages look into it. */
interface View {
  dom: HTMLElement;
  contentDOM: HTMLElement;
  scrollDOM: HTMLElement;
  lineBlockAt(offset: number): { top: number };
  hasFocus: boolean;
  state: {
    doc: {
      length: number;
      lines: number;
      line(number: number): Line;
      lineAt(offset: number): Line;
      iterLines(): Iterable<string>;
      toString(): string;
    };
    selection: { main: { head: number; anchor: number; from: number; to: number; empty: boolean } };
    wordAt(offset: number): { from: number; to: number } | null;
  };
  dispatch(change: object): void;
}

export interface Editor {
  view: View;
  text(): string;
  apply(edits: Edit[], title: string): void;
  markChanges(changes: { from: number; to: number; insert: string }[]): number[];
  clearMarks(): void;
  replace(text: string, title?: string): void;
  load(text: string): void;
  setSaved(text: string | null): void;
  showSaved(): boolean;
  nextChange(back: boolean): boolean;
  changeCount(): number;
  diagnostics(list: Problem[]): void;
  jump(line: number, column: number, endLine?: number, endColumn?: number): void;
  show(line: number, column?: number, endLine?: number, endColumn?: number): void;
  places(points: number[]): Map<number, Place & { text: string }>;
  position(): number;
  line(): number;
  keys(keys: Key[]): void;
  menu<Option extends MenuOption>(menu: Menu<Option>): void;
  helpHere(): Promise<string> | string;
  showUses(ranges: number[][]): void;
  showBlock(first?: number, last?: number): void;
  foldAll(): void;
  unfoldAll(): void;
  foldLevel(level: number): void;
  folds(): number;
  save(): Saved;
  undo(): boolean;
  redo(): boolean;
  undoDepth(): number;
  redoDepth(): number;
  search(): boolean;
  complete(): boolean;
  focus(): void;
  closeLayers(): boolean;
  unmount(): void;
}

/** The language of a text as its beginning shows it. */
export function languageOf(text: string): "shell" | "yaml" | "none";

/** Edits of a text as the server tells them, as sorted edits in UTF-16 units. */
export function inUnits(text: string, edits: Edit[]): Edit[];

export function mount(textarea: HTMLTextAreaElement, options?: Options): Editor;
