// The condition matrix page.
import "../site/list-keys.js";
