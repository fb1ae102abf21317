// Lints OpenAPI documents with Spectral's `oas` rules and Redocly's `recommended-strict`. Any finding, a hint included,
// is a failure: node check.mjs FILE…
import { createConfig, formatProblems, lint } from "@redocly/openapi-core";
import spectralCore from "@stoplight/spectral-core";
import * as Parsers from "@stoplight/spectral-parsers";
import rulesets from "@stoplight/spectral-rulesets";
import { readFile } from "node:fs/promises";

const { Document, Spectral } = spectralCore;
const spectral = new Spectral();
spectral.setRuleset({ extends: [[rulesets.oas, "recommended"]] });
const config = await createConfig({ extends: ["recommended-strict"], telemetry: "off" });

let all = 0;
for (const file of process.argv.slice(2)) {
  const text = await readFile(file, "utf8");
  const ofSpectral = await spectral.run(new Document(text, Parsers.default?.Yaml ?? Parsers.Yaml, file));
  for (const { code, message, path, range } of ofSpectral) {
    console.error(`${file}:${range.start.line + 1}: ${message} (Spectral, ${code}, at ${path.join(".")})`);
  }
  const ofRedocly = await lint({ ref: file, config });
  formatProblems(ofRedocly, { format: "codeframe", maxProblems: 20, totals: {}, version: "" });
  const found = ofSpectral.length + ofRedocly.length;
  console.error(`${file}: ${found} findings of Spectral and Redocly`);
  all += found;
}
process.exit(all === 0 ? 0 : 1);
