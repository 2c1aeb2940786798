// Declarations of what the scripts use besides their modules: htmx, page events, and elements by selector.
import type { Studio } from "./design/studio.js";

/** The details of htmx events; which are present depends on the event. */
interface Asked {
  elt: HTMLElement;
  target: HTMLElement;
  xhr: XMLHttpRequest;
  successful: boolean;
  shouldSwap: boolean;
  fragment: DocumentFragment;
  parameters: Record<string, any>;
  formData: FormData;
  triggeringEvent: SubmitEvent;
  requestConfig: Asked;
  path: string;
  /** How often the form was used before. */
  uses: number;
  /** How many answers the form had received when this one was requested. */
  answers: number;
  /** The page itself fired the event; nothing was swapped. */
  synthetic: boolean;
}

interface Htmx {
  ajax(verb: string, address: string, context: object): Promise<void>;
  process(element: Element): void;
  trigger(element: Element, name: string, detail?: unknown): void;
}

/** A part of the page that an answer replaces. */
interface Replaced {
  place: HTMLElement;
  part: HTMLElement;
}

declare global {
  const htmx: Htmx;

  interface Window {
    htmx: Htmx;
    /** For the console, and for tests. */
    designer: { studio: Studio; editor?: Studio["editor"] };
  }

  interface HTMLElementEventMap {
    /** A text that was sent to the server, and one that the server has; without a text, it was discarded. */
    sent: CustomEvent<string>;
    kept: CustomEvent<string | null>;
  }

  interface DocumentEventMap {
    "htmx:afterRequest": CustomEvent<Asked>;
    "htmx:afterSettle": CustomEvent<Asked>;
    "htmx:afterSwap": CustomEvent<Asked>;
    "htmx:beforeRequest": CustomEvent<Asked>;
    "htmx:beforeSwap": CustomEvent<Asked>;
    "htmx:configRequest": CustomEvent<Asked>;
    "htmx:load": CustomEvent<Asked>;
    "htmx:oobAfterSwap": CustomEvent<Asked>;
    "htmx:oobBeforeSwap": CustomEvent<Asked>;
    "htmx:responseError": CustomEvent<Asked>;
    "htmx:sendError": CustomEvent<Asked>;
    "htmx:timeout": CustomEvent<Asked>;
    "fill:asks": CustomEvent<Asked>;
    "fill:lost": CustomEvent<null>;
    "fill:part": CustomEvent<Replaced>;
    "fill:rearranged": CustomEvent<null>;
    "fill:relevance": CustomEvent<Replaced & { wrap: HTMLElement }>;
    /** The name of the field in which typing rests. */
    "fill:rests": CustomEvent<string>;
    /** Which fields the answer was asked for, and those whose errors wait until typing rests. */
    "fill:settled": CustomEvent<{ fields: string[]; isCheck: boolean; held: string[] }>;
  }

  /** The controls of a form by their names. */
  interface HTMLFormControlsCollection {
    [name: string]: any;
  }

  // Elements found by selector are HTML elements unless a type comment says otherwise.
  interface ParentNode {
    querySelector<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    querySelector<E extends Element = HTMLElement>(selectors: string): E | null;
    querySelectorAll<K extends keyof HTMLElementTagNameMap>(selectors: K): NodeListOf<HTMLElementTagNameMap[K]>;
    querySelectorAll<E extends Element = HTMLElement>(selectors: string): NodeListOf<E>;
  }
  interface Element {
    closest<K extends keyof HTMLElementTagNameMap>(selectors: K): HTMLElementTagNameMap[K] | null;
    closest<E extends Element = HTMLElement>(selectors: string): E | null;
  }
}
