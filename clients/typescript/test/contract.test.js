// The types of this client have the members that the contract of the running service lists.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { MARQUEE_URL: url } = process.env;
const RECORDS = [
  "Attribute", "Chain", "Cinema", "CinemaDetails", "Coverage", "Film", "FilmDetails", "FilmProgramme", "FilmShowtimes",
  "Freshness", "Location", "Place", "Programme", "ProgrammeDay", "Provenance", "Screen", "Showtime", "ShowtimeDetails",
  "Usage",
];

test("types have the members of the contract", { skip: url ? false : "no MARQUEE_URL" }, async () => {
  const answer = await fetch(`${url}/openapi.json`);
  const { schemas } = (await answer.json()).components;
  const types = readFileSync(new URL("../dist/records.d.ts", import.meta.url), "utf8");
  for (const name of RECORDS) {
    const [, body] = new RegExp(`export interface ${name} {(.*?)\n}`, "s").exec(types);
    const own = [...body.matchAll(/^ {4}readonly (\w+)(\??):/gm)].map(([, member, mark]) => [member, mark === ""]);
    const members = own.filter(([member]) => member !== "details");
    const { properties, required = [] } = schemas[name];
    // What stands beside a record is a part of it here.
    const named = Object.keys(properties).filter((member) => !member.endsWith("Details"));
    const expected = named.map((member) => [member, required.includes(member)]);
    assert.deepEqual(Object.fromEntries(members), Object.fromEntries(expected), name);
  }
});
