// Makes docs/pictures anew: pages of the demo as they look, and a session in a terminal as it was.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { args, executablePath } from "./browser.mjs";
import { program, first, start } from "./service.mjs";
import * as terminal from "./terminal.mjs";

const MOST = 600_000; // bytes, of all pictures
const QUALITY = 82;
const folder = new URL("../docs/pictures/", import.meta.url).pathname;
mkdirSync(folder, { recursive: true });
const service = await start();
const browser = await chromium.launch({ executablePath, args });
let sum = 0;

function keep(name, bytes) {
  writeFileSync(join(folder, name), bytes);
  sum += statSync(join(folder, name)).size;
  console.log(`docs/pictures/${name}: ${statSync(join(folder, name)).size} bytes`);
}

/** A page in a window; `act` makes it ready, and may say which part is meant. */
async function picture(name, path, options, act = async () => {}) {
  const context = await browser.newContext({ locale: "en-GB", timezoneId: "Europe/London", reducedMotion: "reduce", viewport: { width: 1120, height: 760 }, ...options });
  const page = await context.newPage();
  await page.goto(service.address + path, { waitUntil: "networkidle" });
  const clip = await act(page);
  const session = await context.newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY, ...(clip && { captureBeyondViewport: true, clip: { ...clip, scale: 1 } }) });
  keep(`${name}.webp`, Buffer.from(data, "base64"));
  await context.close();
}

const api = async (path) => (await fetch(service.operations + path)).json();
const cinema = (await api("/v1/cinemas?search=penny%20lantern%20saltmarch")).data[0];
const film = (await api("/v1/films?limit=100")).data.find((each) => each.title === "Comet Salvage");
const near = `/near?q=${encodeURIComponent("SX3 5JE")}&radius=25&when=tomorrow`;
const tomorrow = new Date(Date.now() + 864e5).toISOString().slice(0, 10);
const at = (selector) => async (page) => page.locator(selector).first().evaluate((element) => element.scrollIntoView({ block: "start" }));

await picture("home", "/", {});
await picture("home-dark", "/", { colorScheme: "dark" });
await picture("near", near, {});
await picture("cinema", `/cinemas/${cinema.id}?date=${tomorrow}`, {});
await picture("timeline", `/cinemas/${cinema.id}?date=${tomorrow}`, {}, async (page) => {
  const { x, y, width, height } = await page.locator(".timeline").boundingBox();
  return { x: 0, y, width: x + width + x, height: height + 16 };
});
await picture("film-dark", `/films/${film.id}`, { colorScheme: "dark" });
await picture("data", `/cinemas/${cinema.id}?date=${tomorrow}`, {}, async (page) => {
  await page.getByText("This page as data").click();
  await at(".madeof")(page);
});
await browser.close();
await service.stop();

// A feed with one fault, the fault mended, the feed imported.
const work = mkdtempSync(join(tmpdir(), "pictures-"));
const home = join(tmpdir(), "marquee");
const day = (ahead) => new Date(Date.now() + ahead * 864e5).toISOString().slice(0, 10);
const show = (id, startsAt) => ({ type: "showtime", externalId: id, film: "lighthouse", cinema: "rex", startsAt });
writeFileSync(
  join(work, "rex.ndjson"),
  [
    { type: "feed", version: 1, mode: "full", observedAt: `${day(0)}T00:00:00Z` },
    { type: "cinema", externalId: "rex", name: "Rex", timeZone: "Europe/London", location: { countryCode: "GB", locality: "Saltmarch Bay", postcode: "SX3 5JA" } },
    { type: "film", externalId: "lighthouse", title: "The Lighthouse Letters", durationMinutes: 112 },
    show("5501", `${day(1)}T17:45`), show("5502", `${day(1)}T20:30`), show("5503", `${day(2)}T8pm`),
  ].map((each) => JSON.stringify(each)).join("\n") + "\n",
);
mkdirSync(home); // fails where somebody has it already
try {
  const session = terminal.session({ program, first, folder: work, home });
  session.type("./marquee validate rex.ndjson");
  session.type("sed -i 's/T8pm/T20:00/' rex.ndjson");
  session.type("./marquee ingest rex.ndjson --provider rex");
  session.type("./marquee status");
  keep("terminal.svg", session.svg("A terminal: a feed is validated, its fault is mended, it is imported, and status shows what is stored."));
} finally {
  rmSync(home, { recursive: true });
  rmSync(work, { recursive: true });
}
console.log(`docs/pictures: ${sum} bytes`);
if (sum > MOST) {
  console.error(`pictures: ${sum} bytes are more than ${MOST}`);
  process.exitCode = 1;
}
