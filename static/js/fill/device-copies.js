// The copies of a form on this device. One is current for all windows of the form. Each has an edition and a time, so
// that no window overwrites an edition that it has not seen: its copy is set aside until the user chooses, as is a copy
// that is older than the account's draft.

/**
 * A copy of a form: its controls with their values, its address, its user, and its time by this device's clock. A
 * stored copy also has its window, and its edition or the time when it was set aside.
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
  const MOST_ASIDE = 5; // copies of one user by other windows
  const LONGEST_ASIDE = 30 * 86_400_000; // ms

  // The name of this page, and of the previous page in this window: what that one wrote last is of the same window.
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
      return false; // storage is full or not allowed
    }
  };

  /* The keys of copies that other windows set aside. */
  const asideNames = () => {
    try {
      return Object.keys(browser.localStorage).filter((name) => name.startsWith(aside("")) && name !== aside(page));
    } catch {
      return [];
    }
  };
  /* Removes copies that are too old, and the oldest if there are too many. */
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

  // Whether two copies hold the same values, ignoring other fields.
  const VALUES = /^(param-|attribute-|environment)/;
  /** @type {(entries: [string, string][]) => string} */
  const valuesOf = (entries) => JSON.stringify(entries.filter(([name]) => VALUES.test(name)));

  /** @type {Copy | null} */
  let shown = null; // the current copy that the page shows
  /** @type {(copy: Copy) => boolean | null} */
  const isShown = (copy) =>
    copy.window === page || (shown && copy.edition === shown.edition && copy.window === shown.window);

  let requests = 0;

  return {
    page,
    pageBefore,
    /* The fields that tell the server which page sends a form, and which of its requests this is. */
    sender() {
      requests += 1;
      return { window: page, "window-before": pageBefore, "window-sequence": String(requests) };
    },
    /** @type {(copy: Copy, entries: [string, string][]) => boolean} */
    holdsSame: (copy, entries) => valuesOf(copy.entries) === valuesOf(entries),

    /* The current copy. */
    current: () => readOurs(key),

    /**
     * Records that the page shows the current copy, or overrides it.
     * @param {Copy} copy
     */
    see(copy) {
      shown = copy;
    },

    /**
     * The current copy, if another window has stored something in it that this page does not show.
     * @param {[string, string][]} entries
     */
    unseen(entries) {
      const copy = readOurs(key);
      return copy && !isShown(copy) && !this.holdsSame(copy, entries) ? copy : null;
    },

    /**
     * Makes a copy current. Returns whether there was room.
     * @param {Copy} values
     */
    put(values) {
      const before = read(key);
      if (before && !isOurs(before)) this.setAside(before, before.window);
      const copy = { ...values, edition: (before?.edition ?? 0) + 1, window: page };
      shown = copy;
      return write(key, copy);
    },

    /* Removes the current copy if the page shows it. */
    forget() {
      const copy = readOurs(key);
      if (copy && isShown(copy)) write(key, null);
    },

    /**
     * Sets a copy aside, next to the current one.
     * @param {Copy} copy
     * @param {string} [window]
     */
    setAside(copy, window = "before") {
      const isKept = write(aside(window), { ...copy, window, aside: Date.now() });
      tidy();
      return isKept;
    },

    /**
     * Sets the current copy aside, because it is older than what the page shows.
     * @param {Copy} copy
     */
    demote(copy) {
      if (this.setAside(copy, copy.window)) write(key, null);
    },

    /** @type {(window?: string) => boolean} */
    forgetAside: (window) => write(aside(window), null),

    /**
     * Calls back when another page removes the copy that this one set aside.
     * @param {() => void} callback
     */
    onRemovedAside(callback) {
      browser.addEventListener("storage", (event) => {
        if (event.key === aside(page) && event.newValue === null) callback();
      });
    },

    /* Takes over the copy that the previous page of this window set aside. */
    takeOver() {
      const copy = pageBefore && readOurs(aside(pageBefore));
      if (!copy) return null;
      this.forgetAside(pageBefore);
      this.setAside(copy, page);
      return copy;
    },

    /* The copies that other windows set aside, newest first. */
    asides() {
      tidy();
      const copies = asideNames()
        .map(readOurs)
        .filter((copy) => copy !== null);
      return copies.sort((one, other) => (other.changed ?? 0) - (one.changed ?? 0));
    },
  };
}
