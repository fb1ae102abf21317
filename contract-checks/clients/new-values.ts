// Reads values and members that this version does not know with a generated client: new-values.ts FILE
import { readFileSync } from "node:fs";
import { ChangeFromJSON, CoverageFromJSON, ShowtimePageFromJSON } from "./index";

const answers = JSON.parse(readFileSync(process.argv[2]!, "utf8"));
const [details] = ShowtimePageFromJSON(answers.showtimes).details!;
const coverage = CoverageFromJSON(answers.coverage);
const change = ChangeFromJSON(answers.change);
const read = [details!.availability!.status, details!.endsAt!.basis, coverage.state, change.change, change.kind].join(" ");
console.log(`TypeScript: ${read}`);
if (read !== "returns_only guessed hazy split festival") process.exit(1);
