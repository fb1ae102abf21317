// Looks at the pages for people in Chromium: journeys, then pages in sizes, colours, languages, with and without a script.
import { readFileSync, mkdirSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { args, executablePath } from "./browser.mjs";
import * as hostile from "./hostile.mjs";
import { start } from "./service.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = process.env.MARQUEE_SCREENSHOTS;
const feed = join(mkdtempSync(join(tmpdir(), "page-checks-")), "hostile.ndjson");
hostile.write(feed);
const service = await start(feed);
const browser = await chromium.launch({ executablePath, args });
let failures = 0;
let checks = 0;

/** A page that fails on errors and issues of the browser and on requests to anywhere else. */
async function open(options = {}) {
  const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.faults = [];
  page.on("console", (message) => message.type() === "error" && !/status of 4\d\d/.test(message.text()) && page.faults.push(message.text()));
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("dialog", (dialog) => { page.faults.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.on("request", (request) => {
    const origin = new URL(request.url()).origin;
    if (origin !== service.address && origin !== service.operations) page.faults.push(`asks ${request.url()}`);
  });
  // What the browser holds against a page: what it will drop, quirks, blocked content, forms that say too little.
  const inspector = await context.newCDPSession(page);
  inspector.on("Audits.issueAdded", ({ issue }) => page.faults.push(`${issue.code}: ${JSON.stringify(issue.details)}`));
  await inspector.send("Audits.enable");
  return page;
}

/** @param kept a page that is open and stays so; without one a new page is opened, and closed again */
async function check(name, options, act, kept) {
  checks++;
  const page = kept ?? await open(options);
  page.faults.length = 0;
  try {
    await act(page);
    assert.deepEqual(page.faults, []);
    assert.deepEqual(await page.context().cookies(), [], "cookies");
  } catch (error) {
    failures++;
    console.log(`not ok: ${name}\n  ${String(error.message ?? error).replaceAll("\n", "\n  ")}\n  at ${page.url()}`);
  } finally {
    if (!kept) await page.context().close();
  }
}

const go = (page, path) => page.goto(new URL(path, service.address).href);
const heading = (page) => page.locator("h1").innerText();

/** What axe finds; nothing may be. */
async function accessible(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), []);
}

async function fits(page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(content <= window, `the page is ${content} wide in a window of ${window}`);
}

const api = async (path) => (await fetch(service.operations + path)).json();
const cinema = (await api("/v1/cinemas?search=penny")).data[0];
const film = (await api("/v1/films?limit=2")).data[1];
const strange = (await api("/v1/cinemas?search=hostile")).data[0];

// Journeys, each as a person would make it.
await check("a postcode leads to what is on around it", {}, async (page) => {
  await go(page, "/");
  await page.getByRole("searchbox").fill(cinema.location.postcode);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Around/ }).click();
  assert.match(await heading(page), /^Around /);
  await page.getByRole("heading", { name: cinema.name }).first().waitFor();
});
await check("a town leads to its cinemas, and a cinema to another day", {}, async (page) => {
  await go(page, "/");
  await page.getByRole("link", { name: cinema.location.locality, exact: true }).click();
  await page.locator(".venue h2 a").first().click();
  await page.locator(".week a").nth(2).click();
  assert.equal(await page.locator(".week [aria-current=date]").count(), 1);
  assert.ok(await page.locator(".film").count() > 0);
});
for (const word of ["Tonight", "Tomorrow", "Weekend"]) {
  await check(`${word} is one tap away`, {}, async (page) => {
    await go(page, `/near?q=${encodeURIComponent(cinema.location.locality)}&radius=25`);
    const tap = page.getByRole("link", { name: word, exact: true });
    if (word === "Weekend" && await tap.count() === 0) return; // on a Sunday it is today
    await tap.click();
    assert.equal(await page.locator(".taps [aria-current=true]").innerText(), word);
  });
}
await check("a filter leaves fewer showings, and can be taken away", {}, async (page) => {
  await go(page, `/cinemas/${cinema.id}?date=${new Date(Date.now() + 864e5).toISOString().slice(0, 10)}`);
  const before = await page.locator(".time").count();
  await page.getByText("Filter", { exact: true }).click();
  await page.getByLabel("Audio described").check();
  await page.getByRole("button", { name: "Show" }).click();
  const after = await page.locator(".time").count();
  assert.ok(after < before, `${after} of ${before}`);
});
await check("each number on the map can be read", {}, async (page) => {
  await go(page, `/near?q=${encodeURIComponent(cinema.location.locality)}&radius=25`);
  const spots = await page.locator(".spot").evaluateAll((all) => all.map((each) => [each.cx.baseVal.value, each.cy.baseVal.value]));
  assert.equal(spots.length, 5);
  const covered = spots.filter(([x, y], at) => spots.some(([right, down], other) => other > at && Math.hypot(right - x, down - y) < 20));
  assert.deepEqual(covered, []);
});
await check("on a phone a time stands on the first screen of a place", { viewport: { width: 390, height: 844 }, locale: "de-DE" }, async (page) => {
  for (const when of ["tomorrow", "tonight"]) {
    await go(page, `/near?q=${encodeURIComponent(cinema.location.locality)}&when=${when}`);
    // Late in the evening all have begun, and their times are folded away.
    const top = (await page.locator(".film > * > .times .time, .film .begun > summary").first().boundingBox()).y;
    assert.ok(top < 844, `${when}: the first time is at ${top}`);
  }
});
await check("documents show their pictures", {}, async (page) => {
  for (const path of ["/docs/pages", "/docs/command-line", "/docs/architecture"]) {
    await go(page, path);
    const widths = await page.locator("main img").evaluateAll((all) => all.map((each) => each.naturalWidth));
    assert.ok(widths.length > 0 && widths.every((each) => each > 0), `${path}: ${widths}`);
  }
});
await check("nothing found leads to what would be found", {}, async (page) => {
  await go(page, `/near?q=${encodeURIComponent(cinema.location.locality)}&radius=2&from=23:55&attribute=imax&attribute=kids`);
  await go(page, `/near?lat=51.95&lon=1.5&radius=2`);
  await page.locator(".hints a").last().click();
  assert.ok(await page.locator(".venue").count() > 0);
});
await check("a cinema leads to a film, its run, and cinemas near a place", {}, async (page) => {
  await go(page, `/cinemas/${cinema.id}`);
  await page.locator(".film h3 a").first().click();
  await page.locator(".run a").nth(1).click();
  await page.getByLabel("Place or postcode").fill(cinema.location.locality);
  await page.getByRole("button", { name: "Show" }).first().click();
  assert.match(await page.locator(".venue small").first().innerText(), /km/);
});
await check("a film is found by a part of its title", {}, async (page) => {
  await go(page, "/");
  await page.getByRole("searchbox").fill(film.title.slice(2, 12).toUpperCase());
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: film.title }).click();
  assert.equal(await heading(page), film.title);
});
await check("new films are a page and a feed", {}, async (page) => {
  await go(page, "/new");
  assert.ok(await page.locator(".cards li").count() > 0);
  const feed = await page.request.get(service.address + (await page.getByRole("link", { name: "As an Atom feed" }).getAttribute("href")));
  assert.equal(feed.headers()["content-type"], "application/atom+xml; charset=utf-8");
});
await check("the language can be changed on every page", {}, async (page) => {
  await go(page, `/films/${film.id}`);
  await page.getByRole("link", { name: "Deutsch" }).click();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  await page.locator(".brand").click();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
});
await check("the keyboard skips to the content", {}, async (page) => {
  await go(page, "/");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#main$/);
});
await check("the position is rounded before it leaves the browser",
  { geolocation: { latitude: cinema.location.latitude, longitude: cinema.location.longitude }, permissions: ["geolocation"] }, async (page) => {
    await go(page, "/near");
    await page.getByRole("button", { name: "Use my position" }).click();
    await page.waitForURL(/lat=/);
    assert.match(page.url(), /lat=-?\d+\.\d{2}&lon=-?\d+\.\d{2}/);
    assert.ok(await page.locator(".venue").count() > 0);
  });
await check("the data of a page needs a key, but not on the port of operations", {}, async (page) => {
  await go(page, `/cinemas/${cinema.id}`);
  await page.getByText("This page as data").click();
  const link = await page.getByRole("link", { name: "JSON", exact: true }).getAttribute("href");
  assert.equal((await page.request.get(service.address + link)).status(), 401);
  assert.equal((await page.request.get(service.operations + link)).status(), 200);
});
await check("a clock that is not the visitor's is said", { timezoneId: "Asia/Tokyo" }, async (page) => {
  await go(page, `/cinemas/${cinema.id}`);
  assert.match(await page.locator(".clock").first().innerText(), /Asia\/Tokyo/);
});
await check("names that try to be markup are text", {}, async (page) => {
  // Today and tomorrow by the cinema's own clock: at any hour one of them has each film.
  const shown = [];
  for (const hours of [0, 24]) {
    const date = new Date(Date.now() + hours * 36e5).toLocaleDateString("sv", { timeZone: "America/New_York" });
    await go(page, `/cinemas/${strange.id}?date=${date}`);
    assert.match(await heading(page), /<b onmouseover=alert\(1\)>/);
    shown.push(...await page.locator("h3").allInnerTexts());
  }
  for (const title of ["<script>document.title", "\"><img src=x", "DROP TABLE", "となりの映画館"]) {
    assert.ok(shown.some((each) => each.includes(title)), `${title} in ${shown}`);
  }
  assert.notEqual(await page.title(), "owned");
});

// The validator: a feed is chosen or dropped, and its report is the page that comes back.
for (const [how, options] of [["chosen", { javaScriptEnabled: false }], ["dropped", {}]]) {
  await check(`a hostile feed is ${how}, and its report is text`, { ...options, viewport: { width: 320, height: 900 } }, async (page) => {
    await page.goto(service.operations + "/validate");
    if (options.javaScriptEnabled === undefined) {
      await accessible(page);
      const content = readFileSync(feed, "utf8");
      const transfer = await page.evaluateHandle((text) => {
        const dropped = new DataTransfer();
        dropped.items.add(new File([text], `<b onclick>.ndjson`));
        return dropped;
      }, content);
      await page.dispatchEvent("h1", "drop", { dataTransfer: transfer });
    } else {
      await page.getByLabel("The file").setInputFiles(feed);
      await page.getByRole("button", { name: "Check", exact: true }).click();
    }
    await page.locator(".preview h3").first().waitFor();
    assert.match(await page.locator(".verdict").innerText(), /^64 of 64 showtimes would be published/);
    assert.ok(await page.locator(".checking").isHidden(), "what was in progress is hidden");
    const shown = await page.locator(".preview h3").allInnerTexts();
    for (const title of ["<script>document.title", "<b onmouseover=alert(1)>", "DROP TABLE"]) {
      assert.ok(shown.some((each) => each.includes(title)), `${title} in ${shown}`);
    }
    if (options.javaScriptEnabled === undefined) {
      assert.equal(await heading(page), "<b onclick>.ndjson");
      await fits(page);
      await accessible(page);
    }
  });
}
// A table that no format fits: its mapping is made by looking.
for (const { width, dark, scripted } of [{ width: 320, dark: true, scripted: true }, { width: 1280, dark: false, scripted: true }, { width: 768, dark: false, scripted: false }]) {
  const how = `a sheet gets its mapping, ${width} pixels, ${dark ? "dark" : "light"}, ${scripted ? "with" : "without"} script`;
  await check(how, { viewport: { width, height: 900 }, colorScheme: dark ? "dark" : "light", javaScriptEnabled: scripted }, async (page) => {
    const sheet = "Film;Spielort;Datum;Beginn;Saal;Karten\n" + ["24.11.2026;20:15", "25.11.2026;18:00", "30.11.2026;21:30"]
      .map((time) => `となりの <b>"Film"</b>;Lichtspiele am Deich;${time};Saal 1;https://deich.example/karten?id=7`).join("\n");
    await page.goto(service.operations + "/validate");
    await page.getByLabel("The file").setInputFiles({ name: "spielplan.csv", mimeType: "text/csv", buffer: Buffer.from(sheet) });
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.locator("[name='set.zone']").waitFor();
    if (pictures) mkdirSync(pictures, { recursive: true });
    if (pictures) await page.screenshot({ path: join(pictures, `${how.replaceAll(", ", "-").replaceAll(" ", "-")}.png`), fullPage: true });
    if (scripted) {
      await fits(page);
      await accessible(page);
    }
    assert.match(await page.locator("main").innerText(), /となりの <b>"Film"<\/b>/);
    assert.match(await page.locator("pre").first().innerText(), /startsAt:/);
  });
}
await check("a notice in a report leads to its page", {}, async (page) => {
  await page.goto(service.operations + "/validate");
  await page.getByLabel("The file").setInputFiles({ name: "half.ndjson", mimeType: "text/plain", buffer: Buffer.from(readFileSync(feed, "utf8").slice(0, 3000)) });
  await page.getByRole("button", { name: "Check", exact: true }).click();
  assert.match(await page.locator(".verdict").innerText(), /The feed ends in the middle/);
  await page.locator(".card").getByRole("link", { name: "FEED_CUT_OFF" }).click();
  assert.equal(await heading(page), "The feed ends in the middle.");
});
await check("the documents are found by a word, and a section by its link", {}, async (page) => {
  await go(page, "/docs");
  await page.getByRole("searchbox", { name: "Search the documents" }).fill("load balancer");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "A load balancer" }).first().click();
  await page.waitForURL(/\/docs\/proxies#a-load-balancer$/);
  assert.equal(await heading(page), "In front of nodes");
});
await check("examples of the reference name the address of the service", {}, async (page) => {
  await go(page, "/docs/guide");
  assert.ok((await page.locator("pre").first().innerText()).includes(service.address));
});

// The demo lets nobody show its pages in a frame; here somebody may.
await check("the lines of the documents give a frame the height of what is in it", {}, async (page) => {
  const text = readFileSync(new URL("../docs/pages.md", import.meta.url), "utf8");
  const around = text.match(/```html\n(<iframe id=[^]*?)```/)[1].replace(/https:.*?ci_\w+/, `${service.operations}/embed/cinemas/${cinema.id}`);
  await page.route("**/around", (route) => route.fulfill({ contentType: "text/html", body: `<!DOCTYPE html>${around}` }));
  await page.route("**/embed/**", async (route) => {
    const response = await route.fetch();
    const policy = response.headers()["content-security-policy"].replace("frame-ancestors 'none'", "frame-ancestors *");
    await route.fulfill({ response, headers: { ...response.headers(), "content-security-policy": policy } });
  });
  await go(page, "/around");
  await page.waitForFunction(() => document.querySelector("iframe").style.height.endsWith("px"));
  const [given, content] = [await page.locator("iframe").evaluate((frame) => frame.clientHeight),
    await page.frames()[1].evaluate(() => document.documentElement.scrollHeight)];
  assert.equal(given, content);
});

// Pages by pairs of what browsers differ in.
const pages = {
  home: "/",
  near: `/near?q=${encodeURIComponent(cinema.location.locality)}&radius=25&when=tomorrow`,
  nowhere: "/near?q=Nowhere",
  cinema: `/cinemas/${cinema.id}`,
  strange: `/cinemas/${strange.id}`,
  film: `/films/${film.id}`,
  framed: `/embed/cinemas/${cinema.id}`,
  chain: `/chains/${cinema.chainId}`,
  search: "/search?q=the",
  new: "/new",
  missing: "/films/fi_nobody",
};
const documents = {
  reference: "/docs", document: "/docs/operations", found: "/docs/search?q=rate+limit", operator: `${service.operations}/operations`,
};
const widths = [320, 768, 1280];
let at = 0;
/** Pages by language and script: what else differs can be changed while a page is open. */
const opened = new Map();
/** Looks at a page once, in one of the ways. */
async function look(name, path, { width, dark, german, scripted }) {
  const how = `${name}, ${width} pixels, ${dark ? "dark" : "light"}, ${german ? "German" : "English"}, ${scripted ? "with" : "without"} script`;
  const key = `${german} ${scripted}`;
  if (!opened.has(key)) opened.set(key, await open({ locale: german ? "de-DE" : "en-GB", javaScriptEnabled: scripted }));
  await check(how, {}, async (page) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
    const answer = await go(page, path);
    assert.equal(answer.status(), name === "missing" ? 404 : 200);
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      await page.screenshot({ path: join(pictures, `${how.replaceAll(", ", "-").replaceAll(" ", "-")}.png`), fullPage: false });
    }
    assert.equal(await page.locator("h1").count(), 1);
    if (scripted) {
      await fits(page);
      await accessible(page);
    }
  }, opened.get(key));
}

for (const [name, path] of Object.entries(pages)) {
  for (const width of widths) {
    await look(name, path, { width, dark: at % 2 === 0, german: Math.floor(at / 2) % 2 === 0, scripted: at % 3 !== 0 });
    at++;
  }
}
// Each document in two of four ways, and the next one in the other two.
for (const [name, path] of Object.entries(documents)) {
  for (const width of [320, 1280]) {
    const dark = at++ % 2 === 0;
    await look(name, path, { width, dark, german: dark, scripted: true });
  }
  at++;
}

// What a first visit costs.
for (const name of ["home", "near", "cinema", "film"]) {
  await check(`a first visit of ${name} is light`, {}, async (page) => {
    const loaded = [];
    page.on("requestfinished", (request) => loaded.push(request));
    await page.goto(service.address + pages[name], { waitUntil: "networkidle" });
    let bytes = 0;
    for (const request of loaded) {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      bytes += responseBodySize + responseHeadersSize;
    }
    assert.ok(bytes < 60_000, `${bytes} bytes`);
    const scripts = loaded.filter((request) => request.resourceType() === "script");
    assert.ok(scripts.length <= 1, `${scripts.length} scripts`);
    for (const script of scripts) assert.ok((await (await script.response()).body()).length < 30_000);
    console.log(`first visit of ${name}: ${loaded.length} requests, ${bytes} bytes`);
  });
}
await browser.close();
await service.stop();
console.log(`page-checks: ${checks - failures} passed, ${failures} failed`);
process.exitCode = failures === 0 ? 0 : 1;
