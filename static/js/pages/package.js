// The package page.
import { deploy } from "../fill/deploy.js";

deploy();
