// In a page of another origin, with a running service with the sample data (clients/verify); skipped without one, or without Chromium.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const { MARQUEE_URL: url, MARQUEE_KEY: key, CHROMIUM: named } = process.env;
const chromium = [named, "chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"].find(
  (name) => name && spawnSync(name, ["--version"]).status === 0,
);
const skip = !(url && key) ? "no MARQUEE_URL and MARQUEE_KEY" : !chromium && "no Chromium: install it, or name it in CHROMIUM";
if (skip) console.error(`The client is NOT tested in a browser: ${skip}.`);

/** What the page does; its result is sent back to where it came from. */
const script = `
import { Client, NotFound } from "/dist/index.js";
const { url, key } = ${JSON.stringify({ url, key })};
const report = (result) => fetch("/result", { method: "POST", body: JSON.stringify(result) });
try {
  const client = new Client(url, key);
  const places = [];
  for await (const { cinema, distanceKm, days } of client.programme({ latitude: 51.3886, longitude: 1.3829, radiusKm: 25 })) {
    places.push({ name: cinema.name, distanceKm, films: days[0].films.length });
  }
  let pages = 1;
  let page = await client.films().page({ limit: 7 });
  const films = [...page.items];
  for (; page.hasMore; pages++) {
    page = await client.films().page({ limit: 7, cursor: page.nextCursor });
    films.push(...page.items);
  }
  const again = await client.film(films[0].id);
  await client.film(films[0].id);
  const copy = new Map();
  let checkpoint;
  for await (const event of client.follow({ kinds: ["film", "chain"] })) {
    if (event.change === "upserted") copy.set(event.id, event.record);
    if (event.change === "checkpoint") { checkpoint = event.cursor; break; }
  }
  const changes = (await client.changes(checkpoint)).items.length;
  const missing = await client.cinema("ci_nowhere").catch((error) => error);
  await report({
    origin: location.origin, places, pages, films: films.length, copied: copy.size, changes, same: again.title === films[0].title,
    missing: missing instanceof NotFound, requestId: missing.requestId,
  });
} catch (error) {
  await report({ error: String(error) });
}
`;

/** Serves a page, and gives what it reports. */
function pageServer(html) {
  let report;
  const reported = new Promise((resolve) => (report = resolve));
  const server = createServer((request, response) => {
    if (request.method === "POST") {
      let text = "";
      request.setEncoding("utf8").on("data", (part) => (text += part));
      request.on("end", () => {
        response.end();
        report(JSON.parse(text));
      });
    } else if (/^\/dist\/[a-z]+\.js$/.test(request.url)) {
      response.setHeader("Content-Type", "text/javascript");
      response.end(readFileSync(new URL(`..${request.url}`, import.meta.url)));
    } else {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(`<!doctype html><title>Tonight near me</title>${html}`);
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve({ server, reported })));
}

/** What a page reports that a browser opens. */
async function reportOf(html) {
  const profile = mkdtempSync(join(tmpdir(), "marquee-browser-"));
  const { server, reported } = await pageServer(html);
  const browser = spawn(
    chromium,
    [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
      "--no-first-run", `--user-data-dir=${profile}`, "--remote-debugging-port=0",
      `http://127.0.0.1:${server.address().port}/`,
    ],
    { stdio: "ignore", detached: true },
  );
  const ended = new Promise((resolve) => browser.on("close", resolve));
  try {
    return await Promise.race([reported, ended.then((status) => ({ error: `Chromium ended with ${status}` }))]);
  } finally {
    // Its other processes write to the profile until they end too.
    if (browser.exitCode === null) process.kill(-browser.pid, "SIGKILL");
    await ended;
    server.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 20 });
  }
}

test("a page of another origin reads, pages and follows", { skip, timeout: 120_000 }, async () => {
  const result = await reportOf(`<script type="module">${script}</script>`);
  assert.equal(result.error, undefined);
  assert.notEqual(result.origin, new URL(url).origin);
  assert.ok(result.places.length > 0 && result.places.some(({ films }) => films > 0));
  assert.ok(result.pages > 1 && result.films > 7);
  assert.ok(result.copied > result.films, "chains, too");
  assert.equal(result.changes, 0);
  assert.ok(result.same && result.missing);
  assert.match(result.requestId, /.+/);
});

for (const document of ["../README.md", "../../../docs/clients.md"]) {
  test(`the page in ${document} lists what is on`, { skip, timeout: 120_000 }, async () => {
    const [, page] = /```html\n(.*?)```/s.exec(readFileSync(new URL(document, import.meta.url), "utf8"));
    const reporting = `<script type="module">
      onerror = (message) => fetch("/result", { method: "POST", body: JSON.stringify({ error: String(message) }) });
      onunhandledrejection = ({ reason }) => onerror(reason);
      new MutationObserver(() => fetch("/result", { method: "POST", body: JSON.stringify({ listed: places.textContent }) }))
        .observe(places, { childList: true });
    </script>`;
    const result = await reportOf(page.replace("</ul>", "</ul>" + reporting).replace("http://127.0.0.1:8080", url).replace("mq_…", key));
    assert.equal(result.error, undefined);
    assert.match(result.listed, /Penny Lantern Saltmarch Bay(: |, 0 km).+/);
  });
}
