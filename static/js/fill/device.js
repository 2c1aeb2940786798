// The copies of a form on this device. One is in force, for every window of the form; each has an edition and a time,
// so that no window writes over an edition that it has not seen. What it would have written is set aside until the
// person has chosen, as is a copy that is older than what the account has.

/**
 * A copy of a form: its controls with their values, the address that it was filled at, who filled it and when, by this
 * device's clock. One that is kept has the window that it is of, too, and its edition or when it was set aside.
 * @typedef {{
 *   entries: [string, string][], search: string, person: string, changed: number,
 *   window?: string, edition?: number, aside?: number,
 * }} Copy
 * @typedef {ReturnType<typeof deviceCopies>} Device
 */

/**
 * The copies of a form on this device.
 * @param {{ dataset: DOMStringMap }} form
 * @param {Pick<Window, "localStorage" | "sessionStorage" | "location" | "addEventListener">} browser
 */
export function deviceCopies(form, browser = window) {
  const { pathname } = browser.location;
  const key = `fill:${pathname}`;
  /** @type {(window?: string) => string} */
  const aside = (window) => `${key}#${window}`;
  const MOST_ASIDE = 5; // of a person's copies by other windows
  const LONGEST_ASIDE = 30 * 86_400_000; // ms

  // The name of this page, and of the one that was left for it: what that one wrote last is of the same window.
  const page = crypto.randomUUID?.() || String(Math.random()).slice(2);
  const leftKey = `left:${pathname}`;
  let pageBefore = "";
  try {
    pageBefore = browser.sessionStorage.getItem(leftKey) || "";
    browser.sessionStorage.removeItem(leftKey);
  } catch {
    /* no storage */
  }
  browser.addEventListener("pagehide", () => {
    try {
      browser.sessionStorage.setItem(leftKey, page);
    } catch {
      /* no storage */
    }
  });

  /** @type {(copy: Copy) => boolean} */
  const isOurs = (copy) => !copy.person || !form.dataset.person || copy.person === form.dataset.person;
  /** @type {(name: string) => Copy | null} */
  const read = (name) => {
    try {
      return JSON.parse(browser.localStorage.getItem(name) ?? "null");
    } catch {
      return null;
    }
  };
  /** @type {(name: string) => Copy | null} */
  const readOurs = (name) => {
    const copy = read(name);
    return copy && isOurs(copy) ? copy : null;
  };
  /** @type {(name: string, copy: Copy | null) => boolean} whether there was room */
  const write = (name, copy) => {
    try {
      if (copy) browser.localStorage.setItem(name, JSON.stringify(copy));
      else browser.localStorage.removeItem(name);
      return true;
    } catch {
      return false; // no room, or not allowed
    }
  };

  /* The names of what was set aside by others. */
  const asideNames = () => {
    try {
      return Object.keys(browser.localStorage).filter((name) => name.startsWith(aside("")) && name !== aside(page));
    } catch {
      return [];
    }
  };
  /* Let go of what lies there for too long, and of the oldest where there are too many. */
  const tidy = () => {
    /** @type {(name: string) => number} */
    const since = (name) => {
      const copy = read(name);
      return copy?.aside ?? copy?.changed ?? 0;
    };
    const names = asideNames().sort((one, other) => since(other) - since(one));
    /** @type {string[][]} */
    const [kept, old] = [[], []];
    for (const name of names) (Date.now() - since(name) < LONGEST_ASIDE ? kept : old).push(name);
    for (const name of [...old, ...kept.filter(readOurs).slice(MOST_ASIDE)]) write(name, null);
  };

  // Whether two copies hold the same values, whatever else the forms tell of them.
  const VALUES = /^(param-|attribute-|environment)/;
  /** @type {(entries: [string, string][]) => string} */
  const valuesOf = (entries) => JSON.stringify(entries.filter(([name]) => VALUES.test(name)));

  /** @type {Copy | null} */
  let shown = null; // the copy in force that the page shows
  /** @type {(copy: Copy) => boolean | null} */
  const isShown = (copy) =>
    copy.window === page || (shown && copy.edition === shown.edition && copy.window === shown.window);

  return {
    page,
    pageBefore,
    /** @type {(copy: Copy, entries: [string, string][]) => boolean} */
    holdsSame: (copy, entries) => valuesOf(copy.entries) === valuesOf(entries),

    /* The copy in force. */
    current: () => readOurs(key),

    /**
     * Take note that the page shows what the copy in force holds, or goes over it.
     * @param {Copy} copy
     */
    see(copy) {
      shown = copy;
    },

    /**
     * The copy in force, where another window has put something into it that this page does not show.
     * @param {[string, string][]} entries
     */
    unseen(entries) {
      const copy = readOurs(key);
      return copy && !isShown(copy) && !this.holdsSame(copy, entries) ? copy : null;
    },

    /**
     * Put a copy in force; returns whether there was room.
     * @param {Copy} values
     */
    put(values) {
      const before = read(key);
      if (before && !isOurs(before)) this.setAside(before, before.window);
      const copy = { ...values, edition: (before?.edition ?? 0) + 1, window: page };
      shown = copy;
      return write(key, copy);
    },

    /* Forget the copy in force, unless the page does not show it. */
    forget() {
      const copy = readOurs(key);
      if (copy && isShown(copy)) write(key, null);
    },

    /**
     * Keep a copy beside the one in force.
     * @param {Copy} copy
     * @param {string} [window]
     */
    setAside(copy, window = "before") {
      const isKept = write(aside(window), { ...copy, window, aside: Date.now() });
      tidy();
      return isKept;
    },

    /**
     * Take the copy in force out of force, for it is older than what the page shows.
     * @param {Copy} copy
     */
    demote(copy) {
      if (this.setAside(copy, copy.window)) write(key, null);
    },

    /** @type {(window?: string) => boolean} */
    forgetAside: (window) => write(aside(window), null),

    /**
     * Tell when another page has removed what this one had set aside.
     * @param {() => void} tell
     */
    onRemovedAside(tell) {
      browser.addEventListener("storage", (event) => {
        if (event.key === aside(page) && event.newValue === null) tell();
      });
    },

    /* What another page of this window had set aside; it is this page's now. */
    takeOver() {
      const copy = pageBefore && readOurs(aside(pageBefore));
      if (!copy) return null;
      this.forgetAside(pageBefore);
      this.setAside(copy, page);
      return copy;
    },

    /* The copies that were set aside by others, the newest first. */
    asides() {
      tidy();
      const copies = asideNames()
        .map(readOurs)
        .filter((copy) => copy !== null);
      return copies.sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
    },
  };
}
