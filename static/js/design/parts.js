// The members that the parts of the design page add to the studio when they are set up.

/**
 * @import { Editor } from "../../editor/editor.js"
 * @import { Graph } from "./graph/graph.js"
 * @import { Diagram, Drafts, FileSteps, Home, Inspector, Missing, Offer, Path, Places, Point } from "./types.js"
 * @import { Question, Section, Act, Side, Way } from "./types.js"
 */

export class Parts {
  /**
   * Opens a dialog. `also` is a second button: its label and its action. If the action is refused, the dialog opens
   * again as it was filled in.
   * @type {(title: string, then: (form: any) => unknown, question?: Question) => Promise<any>}
   */
  ask;
  /** @type {(label: string, control: HTMLElement) => HTMLLabelElement} */
  field;
  /** @type {(name: string, value: string) => HTMLInputElement} */
  input;
  /**
   * `options` are pairs of a value and its label, `chosen` the value that is chosen at first, if it is one of them.
   * @type {(name: string, options: string[][], chosen?: string) => HTMLSelectElement}
   */
  choice;

  /** @type {Editor} */
  editor;
  /** @type {string} */
  savedText;
  /** @type {{ line: number, column: number }} where the cursor is */
  place;
  /**
   * Loads the current diagram; what is to be tidied is laid out anew where it is.
   * @type {(options?: { places?: Places, tidy?: string[] }) => Promise<Diagram | undefined>}
   */
  refresh;
  /** @type {(text: string) => Promise<Diagram | null>} the diagram of another text */
  preview;
  /** @type {(files: FileSteps) => void} records the file changes of the last step */
  recordFileSteps;
  /**
   * Records that nodes were moved, as a step of its own; returns whether any was.
   * @type {(title: string, before: object, how?: {
   *   isRepeated?: boolean, says?: string, seen?: import("./text/step-views.js").View | null,
   * }) => boolean} `seen` is the view of the diagram before
   */
  recordMove;
  /** @type {() => import("./text/step-views.js").View | null} */
  viewNow;

  /**
   * @type {{
   *   follow(diagram: Diagram): void,
   *   isNeeded(missing: Missing): boolean,
   *   neededOf(missing: Missing): Path[][],
   *   touch(paths: Path[]): void,
   *   touchAll(of?: string): void,
   *   written(): string,
   * }} the values that are still needed in fresh resources
   */
  fresh;
  /** @type {() => HTMLElement[]} the shown problems */
  problems;
  /** @type {() => boolean} */
  showsHints;
  /** @type {string} the text that the problems belong to */
  diagnosedText;
  /** @type {(problem: HTMLElement) => boolean} whether it is in the open file */
  isHere;
  /** @type {(problem: HTMLElement) => { line: number, column: number, endLine: number, endColumn: number }} */
  placeOf;
  /** @type {(one: HTMLElement, before: HTMLElement[]) => HTMLElement | undefined} */
  sameProblem;
  /** @type {(button: HTMLElement) => Promise<unknown>} */
  fix;
  /** @type {(problem: HTMLElement) => Way[]} */
  quickFixes;

  /** @type {Graph} */
  graph;
  /** @type {string} the view that the diagram is to show: "map" or "graph", the dependencies */
  diagramView;
  /** @type {(point: Point | null) => void} the position for the next added node */
  placeNext;
  /** @type {(name: string) => void} */
  takePlace;
  /** @type {(text: string) => string} the resource that what is new in a text came from */
  originOf;
  /** @type {() => string[]} the resources whose rows are cards of their own */
  unfoldedCards;
  /** @type {() => boolean} whether the networks of parameters are frames */
  framesGiven;
  /** @type {(text: string) => Places} where everything is in the wanted view of a text */
  placesOf;
  /** @type {(places: Places | null) => void} the positions for the next new text; null ends that */
  holdPlaces;
  /** @type {(text: string, places: Places) => unknown} the positions to return to with a text */
  keepPlaces;
  /** @type {(names: string[], before: object, isRepeated?: boolean) => boolean} records a move by hand */
  recordNodeMove;
  /** @type {(names: string[], text?: string) => Promise<Home[]>} where resources can live */
  homesOf;
  /** @type {(names: string[]) => void} begins a move by hand */
  liftNodes;
  /** @type {(at: PointerEvent | null) => void} */
  dragNodes;
  /** @type {(names: string[], before: any, at: PointerEvent) => Promise<unknown>} */
  dropNodes;
  /** @type {(text: string | null) => void} a hint above the diagram */
  hint;
  /** @type {(view: string) => void} */
  show;
  /** @type {(options?: { isFirst?: boolean }) => void} leaves a view that does not show added resources */
  showResources;
  /** @type {() => void} */
  focusStage;
  /** @type {(name: string, className?: string) => SVGElement} */
  icon;
  /** @type {(at: number) => void} */
  focusRow;
  /** @type {(button: Element & { focus(): void }, options: (Way | null)[], at?: Point, title?: string) => void} */
  rowMenu;
  /** @type {(button: Element & { focus(): void }, section: Section, name: string, at?: Point) => void} */
  declarationMenu;
  /** @type {(resource: string, section: Section, name: string) => Promise<unknown>} uses a value at a resource */
  useAt;
  /** @type {(at: Point, point: Point | null) => void} opens the menu of the ground; a `point` is on the diagram */
  groundMenu;
  /** @type {(source: string, target: string, at?: Point, button?: Element & { focus(): void }) => void} */
  lineMenu;
  /** @type {(text: string) => Promise<boolean>} */
  toClipboard;
  /** @type {(text: string) => Promise<void>} copies a text, and says so */
  copyWords;
  /** @type {(button: Element & { focus(): void }, name: string, at?: Point) => void} opens the menu of a resource */
  openMenu;
  /** @type {(type: string, spot?: import("./graph/adding.js").Spot) => Promise<void>} */
  addResource;
  /** @type {() => void} */
  openPalette;
  /** @type {(type: string) => string} a name for a new resource */
  freeName;
  /** @type {(name: string, side: Side) => Promise<void>} offers candidates for a connection to a resource */
  offerNeighbours;
  /** @type {(source: string, target: string, at?: Point | null) => Promise<void>} offers insertions between two */
  offerBetween;
  /** @type {(offer: Offer) => Promise<void>} opens the menu of what fits next */
  offerChoice;

  /** @type {(name: string) => void} lets the user type the name of a resource that was just added */
  nameFresh;

  /** @type {(section: Section, name: string) => Promise<unknown>} */
  rename;
  /** @type {(section: Section, name: string) => Promise<void>} */
  duplicate;
  /** @type {(names: string[], dx: number, dy: number) => Promise<unknown>} duplicates resources at a distance */
  duplicateAt;
  /** @type {() => number[] | null} the middle of the view last time, and its zoom */
  keptView;
  /** @type {(names: string[]) => Promise<unknown>} */
  remove;
  /** @type {(section: Section, name: string) => Promise<unknown>} */
  removePart;
  /** @type {(kind: Section) => Promise<void>} */
  addPart;
  /**
   * @type {(
   *   kind: Section,
   *   called?: string,
   *   wanted?: { at?: unknown[] | null, type?: string },
   * ) => Promise<{ name: string, isHere: boolean, isStill: boolean } | null>}
   */
  declare;
  /** @type {(source: string) => Promise<string[]>} the names of resources that can refer to it */
  possibleUsers;
  /** @type {(name: string, side: Side) => Promise<string[]>} the names of resources to which a line can be drawn */
  possibleEnds;
  /** @type {(source: string, target?: string | null) => unknown} */
  connect;
  /** @type {(source: string, target: string, where?: string) => unknown} */
  disconnect;
  /** @type {(source: string, target: string) => unknown} replaces a reference by `depends_on` */
  onlyOrder;
  /** @type {(source: string, start?: string, known?: string[]) => unknown} */
  askTarget;
  /** @type {(fresh: string, onto: string, text: string, asks?: boolean) => Promise<Act[] | null>} */
  chooseLink;

  /**
   * @typedef {{
   *   element: HTMLElement,
   *   steps: (name: string) => [string, Record<string, any>][],
   *   isFinished?: () => boolean,
   * }} Builder what asks for a definition in a dialog, and the steps that write it
   */
  /** @type {{ dialog: () => Promise<Builder | null> }} */
  conditionBuilder;
  /** @type {{ mark: (control: HTMLInputElement) => void }} */
  unsent;
  /** @type {{ dialog: () => Builder }} */
  outputBuilder;

  /** @type {Inspector} */
  inspector;
  /** @type {(to?: string) => void} */
  openForm;
  /** @type {() => void} */
  showForm;
  /** @type {(path: Path) => void} */
  openField;
  /**
   * @type {{
   *   focus(place: { path: Path, into?: string }): boolean,
   *   after(path: Path, into?: string): void,
   *   gesture(name: string, args: Record<string, any>): Promise<any>,
   *   sendAll(fields: HTMLInputElement[], send: () => Promise<any>): Promise<any>,
   *   unfold(part: HTMLElement): void,
   *   commit(control: HTMLInputElement): Promise<unknown>,
   *   typeOf(part: HTMLElement, control: HTMLInputElement): string,
   *   moveIntoFile?(part: HTMLElement): Promise<unknown>,
   * }}
   */
  values;
  /** @type {{ isShown(): boolean, readonly drawn: Promise<void> | null }} */
  parameterTrial;
  /** @type {(name: string, names: string, value?: string) => HTMLInputElement} a field that searches names */
  names;
  /** @type {(control: HTMLInputElement, names: string[]) => void} */
  offerNames;
  /** @type {(control: HTMLElement) => void} */
  offer;
  /** @type {Record<string, any>} how the panes were arranged last time */
  keptPanes;
  /** @type {() => void} */
  keepPanes;
  /** @type {(pane: string) => void} */
  unfold;
  /** @type {(arrangement: string) => void} */
  arrange;
  /** @type {(panel: string, isAway: boolean) => void} */
  fold;
  /** @type {(panel: string) => boolean} */
  isFolded;
  /** @type {(tab: string) => void} shows a tab of the left panel */
  turnPanel;
  /** @type {() => boolean} whether the layer of the problems was open */
  closeProblems;
  /** @type {() => boolean} whether the page filled the screen */
  leaveFullScreen;

  /** @type {string[]} the paths of the template's files */
  files;
  /** @type {(path: string, text: string) => Promise<string | null>} */
  addFile;
  /** @type {Drafts} */
  drafts;
  /** @type {string[]} the paths of unsaved files; the template's own is "" */
  changed;
}
