// The cases that all clients share (clients/cases).
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { inspect } from "node:util";
import { Client, MarqueeError } from "../dist/index.js";
import { CaseServer, KEY } from "./case-server.js";

const folder = new URL("../../cases/", import.meta.url);

for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  test(file, () => runCase(JSON.parse(readFileSync(new URL(file, folder), "utf8"))));
}

async function runCase(given) {
  const server = await CaseServer.start(given.exchanges);
  if (given.now) server.now = Date.parse(given.now);
  const pauses = [];
  const attempts = [];
  let client;
  try {
    for (const call of given.calls) {
      const items = [];
      let failure;
      try {
        client ??= newClient(given, server, pauses, attempts);
        await ask(client, call, items);
      } catch (error) {
        failure = error;
      }
      checkFailure(call.throws, failure);
      if (call.yields) check(call.yields, items, "yields");
    }
  } finally {
    await server.close();
  }
  assert.deepEqual(server.faults, []);
  if (given.attempts) check(given.attempts, attempts, "attempts");
  if (given.pauses) {
    assert.equal(pauses.length, given.pauses.length, inspect(pauses));
    given.pauses.forEach(([least, most], i) => assert.ok(least <= pauses[i] && pauses[i] <= most, inspect(pauses)));
  }
}

/** Times are seconds in cases. */
function limits({ timeout, callTimeout, ...others } = {}) {
  return {
    ...others,
    ...(timeout === undefined ? {} : { timeout: timeout * 1000 }),
    ...(callTimeout === undefined ? {} : { callTimeout: callTimeout * 1000 }),
  };
}

function newClient(given, server, pauses, attempts) {
  const baseUrl = (given.baseUrl ?? server.url).replace("{server}", server.url);
  const settings = { baseUrl, key: given.key ?? KEY, [given.notSet]: undefined };
  const client = new Client(settings.baseUrl, settings.key, {
    ...limits(given.options),
    onAttempt: (attempt) => attempts.push({ ...attempt, failure: attempt.failure?.name }),
    sleep: async (millis) => void pauses.push(millis / 1000),
    ...(given.now ? { now: () => server.now } : {}),
  });
  assert.ok(!(inspect(client, { depth: 9, showHidden: true }) + JSON.stringify(client)).includes(KEY));
  return client;
}

async function ask(client, call, items) {
  const { id, cursor, limit, ...filters } = call.arguments ?? {};
  const options = limits(call.options);
  switch (call.operation) {
    case "film":
    case "cinema":
      items.push(await client[call.operation](id, options));
      return;
    case "usage":
      items.push(await client.usage(options));
      return;
    case "changes":
      items.push(await client.changes(filters.since, { ...filters, ...(limit ? { limit } : {}), ...options }));
      return;
  }
  if (filters.startsAfter) filters.startsAfter = new Date(filters.startsAfter);
  const plain = ["attributes", "chains"].includes(call.operation);
  const answer =
    call.operation === "screens" ? client.screens(filters.cinemaId, options)
    : plain ? client[call.operation](options)
    : ["films", "follow"].includes(call.operation) ? client[call.operation]({ ...filters, ...options })
    : call.operation === "places" ? client.places(filters.search, options)
    : client[call.operation](filters, options);
  if (call.page) {
    items.push(await answer.page({ cursor, limit }));
    return;
  }
  let left = call.take ?? Infinity;
  for await (const item of answer) {
    items.push(item);
    if (--left === 0) return;
  }
}

function checkFailure(expected, failure) {
  if (!expected) {
    if (failure) throw failure;
    return;
  }
  assert.ok(failure, `nothing was thrown; expected ${expected.error}`);
  assert.ok(!(inspect(failure, { depth: 9, showHidden: true }) + failure.stack).includes(KEY), "the key is in the error");
  const name = failure instanceof MarqueeError || !(failure instanceof TypeError) ? failure.name : "InvalidArgument";
  assert.equal(name, expected.error, inspect(failure));
  for (const [member, value] of Object.entries(expected)) {
    if (member === "messageHas") assert.ok(failure.message.includes(value), failure.message);
    else if (member !== "error") assert.deepEqual(failure[member], value, member);
  }
}

/** All that is expected is there; members that a case does not name are not compared. */
function check(expected, found, where) {
  if (Array.isArray(expected)) {
    assert.equal(found?.length, expected.length, `${where}: ${inspect(found)}`);
    expected.forEach((each, i) => check(each, found[i], `${where}[${i}]`));
  } else if (typeof expected === "object" && expected !== null) {
    for (const [name, value] of Object.entries(expected)) check(value, found?.[name], `${where}.${name}`);
  } else {
    assert.equal(found ?? null, expected, where);
  }
}
