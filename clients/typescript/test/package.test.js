// The example of the README works as it stands there, and the package has what it needs and no more.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { CaseServer, KEY } from "./case-server.js";
import { runExample } from "./readme.js";

test("the example prints tonight", async () => {
  const file = new URL("../../cases/record-programme.json", import.meta.url);
  const [{ answer }] = JSON.parse(readFileSync(file, "utf8")).exchanges;
  const query = { latitude: "51.3886", longitude: "1.3829", radiusKm: "25" };
  const server = await CaseServer.start([{ request: { path: "/v1/programme", query }, answer }]);
  const printed = await runExample(server.url, KEY).finally(() => server.close());
  assert.deepEqual(server.faults, []);
  assert.equal(printed, "The Gannet, 1.3 km\n   Solaris 18:50 00:30\n");
});

test("the licence is that of the project", () => {
  const [own, root] = ["../LICENSE", "../../../LICENSE"].map((path) => readFileSync(new URL(path, import.meta.url)));
  assert.deepEqual(own, root);
});

test("the package has its programs, types, documentation and licence", () => {
  const packed = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--offline"], {
    cwd: new URL("../", import.meta.url),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const files = JSON.parse(packed)[0].files.map(({ path }) => path);
  const others = files.filter((path) => !/^dist\/[a-z]+(\.d\.ts|\.js)$/.test(path));
  assert.deepEqual(others.sort(), ["LICENSE", "README.md", "package.json"]);
  assert.ok(files.includes("dist/index.js") && files.includes("dist/index.d.ts"));
});

test("the programs run in a browser: they import nothing but each other", () => {
  for (const name of readdirSync(new URL("../dist/", import.meta.url))) {
    const text = readFileSync(new URL(`../dist/${name}`, import.meta.url), "utf8");
    for (const [, from] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) assert.match(from, /^\.\//, name);
    assert.ok(!/require\(|Buffer/.test(text), name);
  }
});

test("nothing internal is in the types", () => {
  const types = readFileSync(new URL("../dist/transport.d.ts", import.meta.url), "utf8");
  assert.ok(!/ sleep\?/.test(types));
});
