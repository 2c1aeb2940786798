// What the parts of the design page bring to the studio, each its own: they put it there when they are set up.

/**
 * @import { Editor } from "../../editor/editor.js"
 * @import { Graph } from "./graph/graph.js"
 * @import { Drafts, FileSteps, Inspector, Path, Picture, Places, Point, Section, Way } from "./types.js"
 */

export class Parts {
  /** @type {Editor} */
  editor;
  /** @type {{ line: number, column: number }} where the cursor is */
  place;
  /** @type {(options?: { anew?: boolean }) => Promise<Picture | undefined>} asks for the picture of what is typed */
  refresh;
  /** @type {(files: FileSteps) => void} what the last step did to files */
  stepTook;

  /** @type {() => HTMLElement[]} the problems that are to be seen */
  problems;
  /** @type {() => boolean} */
  showsHints;
  /** @type {string} the text that the problems are of */
  told;
  /** @type {(problem: HTMLElement) => boolean} whether it is in the file that is open */
  isHere;
  /** @type {(problem: HTMLElement) => { line: number, column: number, endLine: number, endColumn: number }} */
  placeOf;
  /** @type {(one: HTMLElement, before: HTMLElement[]) => HTMLElement | undefined} */
  sameProblem;
  /** @type {(button: HTMLElement) => Promise<unknown>} */
  fix;
  /** @type {(problem: HTMLElement) => Way[]} */
  mends;

  /** @type {Graph} */
  graph;
  /** @type {() => Places} */
  keptPlaces;
  /** @type {(point: Point | null) => void} the place for what is added next */
  placeNext;
  /** @type {(name: string) => void} */
  takePlace;
  /** @type {(text: string | null) => void} a word above the graph */
  hint;
  /** @type {(view: string) => void} */
  show;
  /** @type {(name: string, className?: string) => SVGElement} */
  icon;
  /** @type {(at: number) => void} */
  focusRow;
  /** @type {(button: HTMLElement, options: Way[]) => void} */
  rowMenu;
  /** @type {(type: string, options?: { point?: Point, onto?: string }) => Promise<void>} */
  addResource;
  /** @type {() => void} */
  openPalette;

  /** @type {(section: Section, name: string) => Promise<unknown>} */
  rename;
  /** @type {(names: string[]) => Promise<unknown>} */
  remove;
  /** @type {(section: Section, name: string) => Promise<unknown>} */
  removePart;
  /** @type {(kind: Section) => Promise<void>} */
  addPart;
  /** @type {(kind: Section, called?: string) => Promise<{ name: string, isHere: boolean, isStill: boolean } | null>} */
  declare;
  /** @type {(source: string) => Promise<string[]>} the names of resources that may need it */
  takers;
  /** @type {(source: string, target?: string | null) => unknown} */
  connect;
  /** @type {(source: string, target: string) => unknown} */
  disconnect;
  /** @type {(source: string, start?: string, known?: string[]) => unknown} */
  askTarget;
  /** @type {(fresh: string, onto: string) => Promise<unknown>} */
  offerLinks;

  /** @type {Inspector} */
  inspector;
  /** @type {(to?: string) => void} */
  openForm;
  /** @type {() => void} */
  showForm;
  /** @type {(path: Path) => void} */
  openField;
  /** @type {{ focus(place: { path: Path, into?: string }): boolean }} */
  values;
  /** @type {(name: string, names: string, value?: string) => HTMLInputElement} a field in which names are searched */
  names;
  /** @type {(control: HTMLInputElement, names: string[]) => void} */
  offerThese;
  /** @type {(control: HTMLElement) => void} */
  offer;
  /** @type {(pane: string) => void} */
  unfold;

  /** @type {string[]} the paths of the template's files */
  files;
  /** @type {(path: string, text: string) => Promise<string | null>} */
  addFile;
  /** @type {Drafts} */
  drafts;
  /** @type {string[]} the paths of what is not saved; the template's own is "" */
  changed;
}
