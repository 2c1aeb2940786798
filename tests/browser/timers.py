"""Control of a page's timers."""

COPIED = 2000
"""Milliseconds for which a button says that something was copied."""

FREEZE = """delay => {  // timers of so many ms wait for thaw()
  const later = setTimeout, forget = clearTimeout, frozen = new Map();
  let number = 0;
  window.setTimeout = (does, ms, ...given) => {
    if (ms !== delay) return later(does, ms, ...given);
    frozen.set(--number, does);
    return number;
  };
  window.clearTimeout = (timer) => frozen.delete(timer) || forget(timer);
  window.thaw = () => { window.setTimeout = later; frozen.forEach((does) => does()); };
}"""
