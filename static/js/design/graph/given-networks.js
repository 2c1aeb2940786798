// Whether the networks that parameters name are frames. Kept on this device for each template.
import { remember } from "../../site/storage.js";

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
      remember(store, isOn ? null : "off");
      const says = isOn ? words.givenFramed : words.givenNotFramed;
      if (await studio.refresh()) studio.announce(says);
    },
  });
  studio.on("ready", () => {
    if (!isOn) studio.refresh(); // the page came with the frames
  });
}
