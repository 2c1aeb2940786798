// The controls of hidden parameters. Their values leave the page only with requests for an update.

/** @type {(wrap: HTMLElement) => HTMLInputElement[]} */
const controlsIn = (wrap) => {
  const controls = /** @type {NodeListOf<HTMLInputElement>} */ (wrap.querySelectorAll("[name^='param-']"));
  return [...controls];
};

/**
 * The controls of hidden parameters.
 * @param {HTMLFormElement} form
 */
export const hiddenControls = (form) => [...form.querySelectorAll("[data-hidden]")].flatMap(controlsIn);

/**
 * The controls of hidden parameters that have a typed value.
 * @param {HTMLFormElement} form
 */
export const typedHidden = (form) => hiddenControls(form).filter((control) => control.value);
