// What the buttons beside a field do to the names of the fields that were touched, and of those that look empty and are
// meant so. The server gives the value. For the fill page, and for the form that is tried out on the design page.

export const USE = "use-"; // begins the names of buttons that give a value near a refused one

/**
 * Take note of a button; the name of its field, or nothing for buttons of another kind.
 * @param {{ name: string, value: string }} button
 * @param {Set<string>} touched
 * @param {Set<string>} answered
 * @returns {string | null}
 */
export function pressed(button, touched, answered) {
  const isUse = button.name.startsWith(USE);
  if (!isUse && !["reset", "answer"].includes(button.name)) return null;
  const name = isUse ? button.name.slice(USE.length) : button.value;
  const [isTouched, isAnswered] = [
    button.name !== "reset",
    button.name === "answer" || (isUse && button.value === "false"),
  ];
  touched[isTouched ? "add" : "delete"](name);
  answered[isAnswered ? "add" : "delete"](name);
  return name;
}
