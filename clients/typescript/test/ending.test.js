// A follower waits for ever, so it must be possible to end it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { Client } from "../dist/index.js";
import { CaseServer, KEY } from "./case-server.js";

const query = { since: "c1", limit: "1000", kinds: "film", wait: "30" };
const freshness = { observedAt: "2026-11-22T04:10:00Z" };
const page = { data: [], pagination: { nextCursor: "c1", hasMore: false }, freshness };

test("a signal ends a follower that waits, with its reason, as it ends a list", async () => {
  const request = { path: "/v1/changes", query };
  const server = await CaseServer.start([{ request, answer: { body: page } }, { request, answer: { delay: 60 } }]);
  const controller = new AbortController();
  const client = new Client(server.url, KEY, { sleep: async () => undefined });
  const events = client.follow({ since: "c1", kinds: ["film"], signal: controller.signal });
  assert.equal((await events.next()).value.change, "checkpoint");
  const ended = assert.rejects(events.next(), { message: "enough" });
  while (!server.wasAsked) await setTimeout(1);
  controller.abort(new Error("enough"));
  await ended;
  await assert.rejects(client.films({ signal: controller.signal }).page(), { message: "enough" });
  await server.close();
  assert.deepEqual(server.faults, []);
});
