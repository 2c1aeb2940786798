// Navigation on the fill page: links to fields, groups, filters, layers, and their keys.
import { finders, targetOf } from "../site/dom.js";
import { remember } from "../site/storage.js";

/** @param {HTMLFormElement} form */
export function navigation(form) {
  const { $, $$ } = finders(form);
  const controlOf = (wrap) =>
    $("[data-entry]", wrap) || $("[name^='param-']:checked", wrap) || $("[name^='param-']", wrap);

  const closeLayers = () => {
    for (const layer of document.querySelectorAll("[popover]:popover-open")) layer.hidePopover();
  };
  /** @type {(wrap: HTMLElement) => HTMLInputElement} */
  const boxOf = (wrap) => $("[name=unfolded]", wrap);
  const answerOf = (wrap) => $(":scope > .answer", wrap);
  const focusField = (wrap) => {
    if (!wrap) return;
    if (wrap.classList.contains("out")) show("everything");
    if (boxOf(wrap) && !answerOf(wrap).checkVisibility()) boxOf(wrap).checked = true;
    wrap.scrollIntoView({ block: "nearest" });
    controlOf(wrap)?.focus();
  };
  document.addEventListener("click", (event) => {
    /** @type {HTMLAnchorElement} */
    const link = targetOf(event).closest("[data-to-field]");
    if (!link) return;
    event.preventDefault();
    closeLayers();
    const id = link.hash.replace("#param-", "field-");
    if (finder && !document.getElementById(id)) lookFor(link.dataset.nameOfField || link.textContent.trim(), id);
    else focusField(document.getElementById(id));
  });

  // -- a long form shows some of its fields; the server shows others -------------------

  /** @type {HTMLInputElement} */
  const finder = document.querySelector("#find-field");
  let wanted = ""; // the id of a field that is looked for
  let isMoving = false; // whether other fields are asked for
  const lookFor = (name, id) => {
    wanted = id;
    finder.value = name;
    markShown("everything");
    window.htmx.trigger(form, "refresh");
  };
  finder?.addEventListener("input", () => markShown("everything"));
  finder?.addEventListener("keydown", (event) => {
    if (event.key === "Enter") event.preventDefault(); // it is no check of the values
  });
  form.addEventListener("click", (event) => {
    if (finder && targetOf(event).closest("button[name=show], button[name=fields_from]")) isMoving = true;
  });
  document.addEventListener("fill:settled", () => {
    if (isMoving) {
      scroller().scrollTop = 0;
      region.focus({ preventScroll: true });
    }
    if (wanted) focusField(document.getElementById(wanted));
    isMoving = false;
    wanted = "";
  });

  const show = (which) => {
    for (const wrap of $$("[data-name]")) {
      const shownUnder = $(".under", wrap).dataset.shownUnder.split(" ");
      if (wrap.classList.contains("bad")) shownUnder.push("needed");
      wrap.classList.toggle("out", !shownUnder.includes(which));
    }
    markShown(which);
  };
  const markShown = (which) => {
    for (const button of /** @type {HTMLButtonElement[]} */ ($$("button[name=show]"))) {
      if (button.value === which) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  };
  form.addEventListener("click", (event) => {
    /** @type {HTMLButtonElement} */
    const button = targetOf(event).closest("button[name=show]");
    if (!button) return;
    if (finder) markShown(button.value);
    else {
      event.preventDefault();
      show(button.value);
    }
    button.closest("[popover]")?.hidePopover();
  });
  document.getElementById("values-menu").addEventListener("click", (event) => {
    if (targetOf(event).closest("button[name=choose], button[name=revert]")) closeLayers();
  });

  const region = document.getElementById("form");
  const groups = () => $$("#fields > .group").filter((group) => group.checkVisibility());
  // In a low window the whole page scrolls, including the form.
  const scroller = () => (getComputedStyle(region).overflowY === "visible" ? document.scrollingElement : region);
  const markGroup = () => {
    const moving = scroller();
    const top = (moving === region ? region.getBoundingClientRect().top : 0) + 80;
    const all = groups();
    const atEnd = moving.scrollTop > 0 && moving.scrollTop + moving.clientHeight >= moving.scrollHeight - 2;
    const now = atEnd ? all.at(-1) : all.findLast((group) => group.getBoundingClientRect().top <= top) || all[0];
    for (const link of $$("[data-group]")) {
      const isNow = now && now.id === `group-${link.dataset.group}`;
      if (isNow === link.hasAttribute("aria-current")) continue;
      link.toggleAttribute("aria-current", isNow);
      if (isNow) link.setAttribute("aria-current", "true");
    }
  };
  let frame = 0;
  const markSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(markGroup);
  };
  for (const moving of [region, document]) moving.addEventListener("scroll", markSoon, { passive: true });

  const stepGroup = (back) => {
    const all = groups();
    const at = all.findIndex((group) => group.contains(document.activeElement));
    const next = all[Math.max(0, Math.min(all.length - 1, at < 0 ? 0 : at + (back ? -1 : 1)))];
    if (!next) return;
    next.scrollIntoView({ block: "start" });
    const first = $$("[data-name]", next).find((wrap) => !wrap.classList.contains("out"));
    if (first) (answerOf(first).checkVisibility() ? controlOf(first) : boxOf(first))?.focus({ preventScroll: true });
  };

  // -- fields whose value makes no difference fold, but never while they have the focus -----

  const SETTLED = 250; // ms after which a click outside a field has reached its target
  document.addEventListener("fill:relevance", (event) => {
    const { wrap, place, part } = event.detail;
    const [isIdle, hadFocus] = [part.dataset.mark !== "", place.contains(document.activeElement)];
    const wasOpen = boxOf(wrap)?.checked;
    wrap.classList.toggle("held", isIdle && answerOf(wrap).contains(document.activeElement));
    wrap.classList.toggle("idle", isIdle);
    wrap.toggleAttribute("data-irrelevant", isIdle);
    if (isIdle) wrap.dataset.irrelevant = "true";
    place.replaceWith(part);
    if (wasOpen && boxOf(wrap)) boxOf(wrap).checked = true;
    if (hadFocus) (boxOf(wrap) || controlOf(wrap))?.focus({ preventScroll: true });
  });
  form.addEventListener("focusout", (event) => {
    const wrap = targetOf(event).closest(".field.held");
    if (wrap)
      setTimeout(() => {
        if (!answerOf(wrap).contains(document.activeElement)) wrap.classList.remove("held");
      }, SETTLED);
  });
  form.addEventListener("change", (event) => {
    /** @type {HTMLInputElement} */
    const box = targetOf(event);
    if (box.name === "unfolded" && box.checked) controlOf(box.closest("[data-name]"))?.focus();
  });

  /** @type {HTMLInputElement} */
  const letters = document.querySelector("[data-single-letters]");
  const isTyping = (target) => target.closest("input:not([type=radio], [type=checkbox]), textarea, select");
  if (localStorage.getItem("fill-names") === "shown") form.classList.add("show-names");
  document.addEventListener("keydown", (event) => {
    const command = event.ctrlKey || event.metaKey;
    if (
      event.altKey &&
      !command &&
      /^Arrow(Up|Down)$/.test(event.key) &&
      !targetOf(event).closest("select, [role=combobox]")
    ) {
      event.preventDefault();
      stepGroup(event.key === "ArrowUp");
    } else if (command && event.key.toLowerCase() === "s") {
      event.preventDefault();
      $("[data-saves]")?.click();
    } else if (event.key === "Enter" && targetOf(event).id === "set-name") {
      event.preventDefault();
      document.getElementById("save-button").click();
    } else if (
      event.key.toLowerCase() === "n" &&
      !command &&
      !event.altKey &&
      letters?.checked &&
      !isTyping(targetOf(event))
    ) {
      remember("fill-names", form.classList.toggle("show-names") ? "shown" : "hidden");
    }
  });

  document.addEventListener("fill:settled", (event) => {
    for (const name of event.detail.fields) focusField($(`[data-name="${CSS.escape(name)}"]`));
    const summary = document.getElementById("summary-box");
    if (event.detail.isCheck && summary) {
      closeLayers();
      summary.focus();
      summary.scrollIntoView({ block: "nearest" });
    }
    markSoon();
  });
  document.addEventListener("name-wanted", () => document.getElementById("save-values").showPopover());
  document.addEventListener("values-kept", closeLayers);
  document.addEventListener("values-loaded", () => {
    closeLayers();
    /** @type {NodeListOf<HTMLInputElement>} */
    const fields = document.querySelectorAll("#environment-upload, #environment-text");
    for (const field of fields) field.value = "";
    scroller().scrollTop = 0;
    region.focus({ preventScroll: true });
  });
  const opened = document.querySelector("[popover][data-open]");
  if (opened) opened.showPopover();
  markGroup();
}
