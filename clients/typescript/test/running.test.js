// Against a running service with the sample data (clients/verify); skipped without one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BadRequest, Client, NotFound, Unauthorized } from "../dist/index.js";
import { runExample } from "./readme.js";

const { MARQUEE_URL: url, MARQUEE_KEY: key } = process.env;
const skip = url && key ? false : "no MARQUEE_URL and MARQUEE_KEY";
const client = skip ? undefined : new Client(url, key);

async function all(list) {
  const found = [];
  for await (const each of list) found.push(each);
  return found;
}

test("every list is read to its end", { skip }, async () => {
  const now = new Date();
  const cinemas = await all(client.cinemas());
  const lists = [
    cinemas,
    await all(client.films()),
    await all(client.chains()),
    await all(client.attributes()),
    await all(client.screens(cinemas[0].id)),
    await all(client.showtimes({ startsAfter: now, startsBefore: new Date(now.getTime() + 7 * 86_400_000) })),
  ];
  for (const records of lists) {
    assert.ok(records.length > 0);
    assert.equal(new Set(records.map(({ id }) => id)).size, records.length);
  }
  assert.ok(lists.at(-1).length > 100);
});

test("pages of any size are the same walk", { skip }, async () => {
  const walked = [];
  let page = await client.films().page({ limit: 7 });
  walked.push(...page.items);
  while (page.hasMore) {
    page = await client.films().page({ limit: 7, cursor: page.nextCursor });
    walked.push(...page.items);
  }
  assert.deepEqual(walked, await all(client.films()));
});

test("an answer that is not modified is the same", { skip }, async () => {
  const [first] = (await client.films().page({ limit: 1 })).items;
  assert.deepEqual(await client.film(first.id), first);
  assert.deepEqual(await client.film(first.id), first);
});

test("errors have types and request ids", { skip }, async () => {
  await assert.rejects(client.cinema("ci_nowhere"), (error) => error instanceof NotFound && Boolean(error.requestId));
  await assert.rejects(
    client.films().page({ limit: 0 }),
    (error) => error instanceof BadRequest && error.violations[0].parameter === "limit",
  );
  await assert.rejects(all(new Client(url, "mq_wrong").films()), Unauthorized);
});

test("the example of the README", { skip }, async () => {
  assert.match(await runExample(url, key), / km\n/);
});

test("a programme names films of the lists", { skip }, async () => {
  const titles = new Map((await all(client.films())).map(({ id, title }) => [id, title]));
  const places = await all(client.programme({ postcode: "SX11 1EY", days: 2 }));
  assert.ok(places.length > 0);
  for (const { cinema, days } of places) {
    assert.equal(days.length, 2);
    for (const { film, showtimes } of days.flatMap(({ films }) => films)) {
      assert.equal(film.title, titles.get(film.id));
      assert.ok(showtimes.every(({ cinemaId }) => cinemaId === cinema.id));
    }
  }
});

test("a follower begins with all records", { skip }, async () => {
  const copy = new Set();
  let cursor;
  for await (const event of client.follow({ kinds: ["film", "cinema", "chain"] })) {
    if (event.change === "upserted") copy.add(event.id);
    if (event.change === "checkpoint") {
      cursor = event.cursor;
      break;
    }
  }
  const listed = [...(await all(client.films())), ...(await all(client.cinemas())), ...(await all(client.chains()))];
  assert.deepEqual(copy, new Set(listed.map(({ id }) => id)));
  assert.deepEqual((await client.changes(cursor)).items, []);
});

test("a signal ends a follower with its reason", { skip }, async () => {
  const controller = new AbortController();
  await assert.rejects(async () => {
    for await (const event of client.follow({ kinds: ["chain"], signal: controller.signal })) {
      if (event.change === "checkpoint") setTimeout(() => controller.abort(new Error("enough")), 50);
    }
  }, /enough/);
});

test("a follower has every showtime that is ahead", { skip }, async () => {
  const copy = new Set();
  const now = Math.floor(Date.now() / 1000) * 1000;
  for await (const event of client.follow({ kinds: ["showtime"] })) {
    if (event.change === "upserted") copy.add(event.id);
    if (event.change === "checkpoint") break;
  }
  const listed = new Set();
  for (let start = now; start < now + 400 * 86_400_000; start += 31 * 86_400_000) {
    const window = { startsAfter: new Date(start), startsBefore: new Date(start + 31 * 86_400_000) };
    for (const { id } of await all(client.showtimes(window))) listed.add(id);
  }
  assert.ok(copy.size > 100);
  // A showtime may have begun between the two.
  assert.ok([...copy].every((id) => listed.has(id)) && listed.size - copy.size < 20);
});
