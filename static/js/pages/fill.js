// The fill page.

import { autosave } from "../fill/autosave.js";
import { changes } from "../fill/changes.js";
import { chips } from "../fill/chips.js";
import { cloudChoices } from "../fill/cloud-choices.js";
import { cloudFacts } from "../fill/cloud-facts.js";
import { compare } from "../fill/compare.js";
import { controls } from "../fill/controls.js";
import { deploy } from "../fill/deploy.js";
import { deviceCopies } from "../fill/device-copies.js";
import { environments } from "../fill/environments.js";
import { fill } from "../fill/fill.js";
import { leaving } from "../fill/leaving.js";
import { navigation } from "../fill/navigation.js";
import { preview } from "../fill/preview.js";
import { searchableSelect } from "../fill/searchable-select.js";
import { steps } from "../fill/steps.js";

/** @type {HTMLFormElement} */
const form = document.querySelector("#fill");
for (const setUp of [
  fill,
  preview,
  changes,
  navigation,
  controls,
  chips,
  searchableSelect,
  steps,
  environments,
  compare,
  cloudChoices,
  cloudFacts,
])
  setUp(form);
const device = deviceCopies(form);
leaving(form, device);
autosave(form, device);
deploy();
