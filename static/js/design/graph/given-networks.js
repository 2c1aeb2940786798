// Whether the networks that parameters name are frames. Kept on this device for each template.

/** @import { Studio } from "../studio.js" */

/** @param {Studio} studio */
export function givenNetworks(studio) {
  const { words } = studio,
    store = `${studio.store}:given`;
  let isOn = localStorage.getItem(store) !== "off";
  studio.framesGiven = () => isOn;
  studio.command({
    id: "frames-given",
    text: () => words.framesGiven,
    isChecked: () => isOn,
    when: () => studio.graph.isMap,
    does: async () => {
      isOn = !isOn;
      try {
        if (isOn) localStorage.removeItem(store);
        else localStorage.setItem(store, "off");
      } catch {
        /* storage is full: kept for this visit only */
      }
      const says = isOn ? words.givenFramed : words.givenNotFramed;
      if (await studio.refresh()) studio.announce(says);
    },
  });
  studio.on("ready", () => {
    if (!isOn) studio.refresh(); // the page came with the frames
  });
}
