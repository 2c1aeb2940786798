// What this device keeps. When its storage is full, a setting lasts for this visit only.

/**
 * Keeps a text on this device, or forgets it. Tells whether that was possible.
 * @param {string} key
 * @param {string | null} value
 */
export const remember = (key, value) => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
};
