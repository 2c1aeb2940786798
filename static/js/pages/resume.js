// After signing in: sends the form that was carried along; without scripts its button does.
/** @type {HTMLFormElement} */
const form = document.querySelector("[data-resume]");
form.requestSubmit();
