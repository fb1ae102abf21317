// The example of the README works as it stands there, and the package has what it needs and no more.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { CaseServer, KEY } from "./case-server.js";
import { runExample } from "./readme.js";

test("the example prints tonight", async () => {
  const file = new URL("../../cases/tonight.json", import.meta.url);
  const server = await CaseServer.start(JSON.parse(readFileSync(file, "utf8")).exchanges);
  const printed = await runExample(server.url, KEY).finally(() => server.close());
  assert.deepEqual(server.faults, []);
  assert.equal(printed, "The Gannet, 1.3 km\n   Solaris 18:50 to 21:37\n");
});

test("the examples are TypeScript, with the strictest checks of indexes and options", () => {
  const text = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const [, tonight] = /```js\n(.*?)```/s.exec(text);
  const files = {
    // As the README says of TypeScript; the declaration is a part of @types/node.
    "tonight.mts":
      tonight.replace(/process\.env\.\w+/g, "$&!") +
      "declare const process: { env: Record<string, string | undefined> };\n",
  };
  for (const [i, [, example]] of [...text.matchAll(/```ts\n(.*?)```/gs)].entries()) {
    files[`example${i}.mts`] = `import { Client, type Showtime } from "marquee-client";
      declare const marquee: Client, copy: Map<string, unknown>, savedCursor: string | undefined;
      declare function save(cursor: string): void;
      ${example}`;
  }
  assert.ok("example1.mts" in files);
  // Within its own folder a package finds itself by its name.
  const folder = mkdtempSync(new URL("../.readme-", import.meta.url).pathname);
  try {
    for (const [name, source] of Object.entries(files)) writeFileSync(`${folder}/${name}`, source);
    const options = "--noEmit --strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noImplicitReturns";
    const module = "--target es2022 --lib es2022,dom,dom.iterable --module nodenext";
    const tsc = new URL("../node_modules/typescript/bin/tsc", import.meta.url).pathname;
    const names = Object.keys(files).map((name) => `${folder}/${name}`);
    execFileSync(process.execPath, [tsc, ...`${options} ${module}`.split(" "), ...names], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout ?? error);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
