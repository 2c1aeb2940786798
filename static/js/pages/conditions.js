// The page of all combinations of conditions.
import "../site/list-keys.js";
