// Lints OpenAPI documents with Redocly's `recommended-strict` and the rules that it leaves to choose. Any finding, a hint
// included, is a failure: node check.mjs FILE…
import { createConfig, formatProblems, lint } from "@redocly/openapi-core";

const chosen = ["info-contact", "operation-description", "operation-singular-tag", "operation-tag-defined", "parameter-description"];
const rules = Object.fromEntries(chosen.map((rule) => [rule, "error"]));
const config = await createConfig({ extends: ["recommended-strict"], rules, telemetry: "off" });

let all = 0;
for (const file of process.argv.slice(2)) {
  const found = await lint({ ref: file, config });
  formatProblems(found, { format: "codeframe", maxProblems: 20, totals: {}, version: "" });
  console.error(`${file}: ${found.length} findings`);
  all += found.length;
}
process.exit(all === 0 ? 0 : 1);
