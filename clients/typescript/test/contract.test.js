// The types of this client have the members that the contract of the running service lists.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { MARQUEE_URL: url } = process.env;
const RECORDS = [
  "Attribute", "Chain", "Cinema", "Coverage", "Film", "FilmShowtimes", "Freshness", "Location", "Programme",
  "ProgrammeDay", "Provenance", "Screen", "Showtime",
];

test("types have the members of the contract", { skip: url ? false : "no MARQUEE_URL" }, async () => {
  const answer = await fetch(`${url}/openapi.json`);
  const { schemas } = (await answer.json()).components;
  const types = readFileSync(new URL("../dist/records.d.ts", import.meta.url), "utf8");
  for (const name of RECORDS) {
    const [, body] = new RegExp(`export interface ${name} {(.*?)\n}`, "s").exec(types);
    const members = [...body.matchAll(/readonly (\w+)(\??):/g)].map(([, member, mark]) => [member, mark === ""]);
    const { properties, required } = schemas[name];
    const expected = Object.keys(properties).map((member) => [member, required.includes(member)]);
    assert.deepEqual(Object.fromEntries(members), Object.fromEntries(expected), name);
  }
});
