// Before the way to the OpenID provider: the form that is carried along stays in this tab until its user comes back.
import { finders } from "../site/dom.js";

const { $, $$ } = finders(document);

$("[data-keeps]").addEventListener("submit", () => {
  const fields = /** @type {HTMLInputElement[]} */ ($$("[data-carried]"));
  const kept = fields.map((field) => [field.name.replace("carried-", ""), field.value]);
  sessionStorage.setItem("design:carried", JSON.stringify(kept));
});
