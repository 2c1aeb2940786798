import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { deviceCopies } from "../../static/js/fill/device-copies.js";

/* An in-memory storage. As in a browser, its items are its own properties. */
class MemoryStorage {
  getItem(name) {
    return Object.hasOwn(this, name) ? this[name] : null;
  }
  setItem(name, value) {
    this[name] = String(value);
  }
  removeItem(name) {
    delete this[name];
  }
}
const fullStorage = () =>
  Object.assign(new MemoryStorage(), {
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });

/* A window of the form: windows share the local storage, pages of one window share the session storage. */
const open = (localStorage, { person = "", session = new MemoryStorage() } = {}) => {
  const events = new EventTarget();
  const location = { pathname: "/templates/a/" };
  const addEventListener = events.addEventListener.bind(events);
  const device = deviceCopies(
    { dataset: { person } },
    { localStorage, sessionStorage: session, location, addEventListener },
  );
  return { device, leave: () => events.dispatchEvent(new Event("pagehide")) };
};
const copy = (value, more = {}) => ({
  entries: [["param-size", value]],
  search: "",
  person: "",
  changed: 1,
  ...more,
});
const sizeOf = (found) => found?.entries[0][1];

let storage;
beforeEach(() => {
  storage = new MemoryStorage();
});

describe("the current copy", () => {
  test("is the last stored one, for all windows", () => {
    const [one, other] = [open(storage), open(storage)];
    one.device.put(copy("1"));
    one.device.put(copy("2"));
    assert.equal(sizeOf(other.device.current()), "2");
    assert.equal(other.device.current().edition, 2);
  });
  test("is unseen by a window that shows another one", () => {
    const [one, other] = [open(storage), open(storage)];
    one.device.put(copy("1"));
    assert.equal(sizeOf(other.device.unseen(copy("2").entries)), "1");
    assert.equal(other.device.unseen(copy("1").entries), null, "the same values need no choice");
    other.device.see(other.device.current());
    assert.equal(other.device.unseen(copy("2").entries), null);
  });
  test("is forgotten only by a window that shows it", () => {
    const [one, other] = [open(storage), open(storage)];
    one.device.put(copy("1"));
    other.device.forget();
    assert.equal(sizeOf(one.device.current()), "1");
    one.device.forget();
    assert.equal(one.device.current(), null);
  });
  test("of another person is set aside and not shown", () => {
    open(storage, { person: "ada" }).device.put(copy("1", { person: "ada" }));
    const { device } = open(storage, { person: "bob" });
    assert.equal(device.current(), null);
    device.put(copy("2", { person: "bob" }));
    assert.equal(sizeOf(device.current()), "2");
    assert.deepEqual(device.asides(), []);
    assert.equal(sizeOf(open(storage, { person: "ada" }).device.asides()[0]), "1");
  });
});

describe("copies that are set aside", () => {
  test("are offered to other windows, the newest first", () => {
    const { device } = open(storage);
    device.setAside(copy("1", { changed: 1 }), "one");
    device.setAside(copy("2", { changed: 2 }), "two");
    assert.deepEqual(open(storage).device.asides().map(sizeOf), ["2", "1"]);
  });
  test("are no more than five", () => {
    const { device } = open(storage);
    for (let number = 0; number < 8; number += 1) device.setAside(copy(String(number)), `window-${number}`);
    assert.equal(open(storage).device.asides().length, 5);
  });
  test("are removed after thirty days", () => {
    const old = { ...copy("1"), window: "one", aside: Date.now() - 31 * 86_400_000 };
    storage.setItem("fill:/templates/a/#one", JSON.stringify(old));
    assert.deepEqual(open(storage).device.asides(), []);
    assert.deepEqual(Object.keys(storage), []);
  });
  test("move to the next page of the same window", () => {
    const session = new MemoryStorage();
    const first = open(storage, { session });
    first.device.setAside(copy("1"), first.device.page);
    first.leave();
    const next = open(storage, { session });
    assert.equal(sizeOf(next.device.takeOver()), "1");
    assert.equal(next.device.takeOver(), null);
  });
});

test("a full storage keeps nothing and reports it", () => {
  const { device } = open(fullStorage());
  assert.equal(device.put(copy("1")), false);
  assert.equal(device.current(), null);
});

test("damaged copies are ignored", () => {
  storage.setItem("fill:/templates/a/", "{");
  assert.equal(open(storage).device.current(), null);
});
