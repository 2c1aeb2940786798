// The page on which a package is put together.
import { deploy } from "../fill/deploy.js";

deploy();
