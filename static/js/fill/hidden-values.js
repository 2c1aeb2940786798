// The values of hidden parameters that stand on the page: they never leave it but to be looked at.

/** The controls of hidden parameters. */
export const hiddenControls = (form) =>
  [...form.querySelectorAll("[data-hidden]")].flatMap((wrap) => [...wrap.querySelectorAll("[name^='param-']")]);

/** Those of them in which something is typed. */
export const typedHidden = (form) => hiddenControls(form).filter((control) => control.value);
