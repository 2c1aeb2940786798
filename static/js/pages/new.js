// A file dropped anywhere on the page is taken as the upload.
"use strict";

(() => {
  const field = document.querySelector("[data-testid=import-file]");
  const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files");
  document.addEventListener("dragover", (event) => { if (carriesFiles(event)) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    field.files = event.dataTransfer.files;
    field.focus();
  });
})();
