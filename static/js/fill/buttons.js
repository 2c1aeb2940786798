// The effect of a field's buttons on the sets of touched fields and of fields that are empty on purpose. The server
// sets the value. For the fill page and for the form preview of the design page.

export const USE = "use-"; // prefix of the names of buttons that suggest a value near a refused one

/**
 * Records a pressed button. Returns the name of its field, or null for other buttons.
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
