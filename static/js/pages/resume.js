// After signing in: sends the form that was carried along, or that this tab has kept; without scripts its button does.
/** @type {HTMLFormElement} */
const form = document.querySelector("[data-resume]");
const kept = JSON.parse(sessionStorage.getItem("design:carried")) ?? [];
sessionStorage.removeItem("design:carried");
if (!form.querySelector("[data-carried]"))
  for (const [name, value] of kept)
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
form.requestSubmit();
