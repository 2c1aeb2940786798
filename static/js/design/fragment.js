// The fragment of the page's address: "#resources/NAME" chooses a resource, "#resources/NAME/properties/PROPERTY" also
// focuses the field of a property. Other pages lead here with it.
/** @import { Studio } from "./studio.js" */

const pathOf = (hash) => {
  try {
    return hash.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return []; // half of a percent code
  }
};

/** @param {Studio} studio */
export function fragment(studio) {
  const path = pathOf(location.hash);
  let isOpen = path[0] !== "resources" || !path[1];
  const open = () => {
    if (isOpen || !studio.graph.byName.has(path[1])) return;
    isOpen = true;
    if (path.length > 2) studio.openField(path);
    else studio.graph.go(path[1]);
    studio.graph.goTo(path[1]);
  };
  studio.on("ready", () => {
    open();
    studio.on("diagram", open); // the dependencies are drawn later than the map
  });
}
