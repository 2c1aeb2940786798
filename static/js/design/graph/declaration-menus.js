// The menu of a parameter, condition or output, on the map and in the outline, and the use of one by a resource.
/** @import { Way } from "../types.js" */
/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function declarationMenus(studio) {
  const { words } = studio;
  const setProperty = (resource, property, name) =>
    studio.gesture("set", { path: ["resources", resource, "properties", property], value: { get_param: name } });
  const setCondition = (resource, name) =>
    studio.gesture("set", { path: ["resources", resource, "condition"], value: name });

  /* Asks where a value is used: at a resource, whose condition it becomes or a property of which reads it. */
  const askUse = (section, name, given = "") => {
    const resource = studio.names("resource", "resource"),
      property = studio.names("property", "property"),
      isCondition = section === "conditions";
    resource.value = given;
    resource.required = property.required = true;
    const offer = () =>
      studio
        .askServer({ what: "properties", resource: resource.value.trim() })
        .then(({ names }) => studio.offerNames(property, names))
        .catch(() => {}); // any name can be typed
    if (!isCondition) resource.addEventListener("change", offer);
    if (given && !isCondition) offer();
    return studio.ask(
      `${words.useAs.replace("%s", name)} …`,
      (form) => {
        const of = given || form.get("resource").trim();
        return isCondition ? setCondition(of, name) : setProperty(of, form.get("property").trim(), name);
      },
      {
        fields: [
          ...(given ? [] : [studio.field(words.resource, resource)]),
          ...(isCondition ? [] : [studio.field(words.property, property)]),
        ],
        yes: words.connect,
      },
    );
  };
  studio.useAt = (resource, section, name) =>
    section === "conditions" ? setCondition(resource, name) : askUse(section, name, resource);

  const open = (section, name) => {
    studio.select(name, section);
    studio.unfold("inspector");
  };
  studio.declarationMenu = (button, section, name, at = undefined) => {
    const { mayEdit } = studio,
      remove = () => studio.removePart(section, name);
    /** @type {[boolean, Way | null][]} */
    const ways = [
      [true, { text: `${words.openForm} ${name}`, icon: "ui-checks", does: () => open(section, name) }],
      [
        mayEdit && section !== "outputs",
        { text: `${words.useAs.replace("%s", name)} …`, icon: "arrow-right", does: () => askUse(section, name) },
      ],
      [mayEdit, { text: `${words.rename} …`, icon: "pencil", keys: "F2", does: () => studio.rename(section, name) }],
      [true, null],
      [true, { text: `${words.copy} ${words.copyName}`, icon: "clipboard", does: () => studio.copyWords(name) }],
      [
        section === "parameters",
        { text: `${words.copy} get_param`, icon: "clipboard", does: () => studio.copyWords(`{get_param: ${name}}`) },
      ],
      [mayEdit, null],
      [mayEdit, { text: words.remove, icon: "trash", keys: "Delete", does: remove }],
    ];
    const offered = ways.filter(([isOffered]) => isOffered).map(([, way]) => way);
    studio.rowMenu(button, offered, at, name);
  };
}
