// The values of hidden parameters that stand on the page: they never leave it but to be looked at.

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
 * Those of them in which something is typed.
 * @param {HTMLFormElement} form
 */
export const typedHidden = (form) => hiddenControls(form).filter((control) => control.value);
