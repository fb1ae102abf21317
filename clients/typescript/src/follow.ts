import { BadRequest, CursorExpired } from "./errors.js";
import { type Parameters, timestamp } from "./filters.js";
import type { Paged } from "./paging.js";
import type { Cinema, Kind, Page, Records, Upserted } from "./records.js";

const DAY = 86_400_000;
// The longest window of showtimes that the service answers.
const WINDOW = 31 * DAY;

/** All records of these kinds, each after those that it refers to. */
export async function* allRecords(
  list: <T>(path: string, parameters: Parameters) => Paged<T>,
  kinds: readonly Kind[],
  days: number,
): AsyncGenerator<Upserted, void, undefined> {
  const wants = (kind: Kind) => kinds.length === 0 || kinds.includes(kind);
  async function* upserted<K extends Kind>(kind: K, path: string, parameters: Parameters = {}) {
    for await (const record of list<Records[K]>(path, parameters)) {
      yield { change: "upserted", kind, id: record.id, record } as Upserted;
    }
  }
  if (wants("chain")) yield* upserted("chain", "/v1/chains");
  if (wants("film")) yield* upserted("film", "/v1/films");
  const cinemas: string[] = [];
  if (wants("cinema") || wants("screen")) {
    for await (const record of list<Cinema>("/v1/cinemas", {})) {
      cinemas.push(record.id);
      if (wants("cinema")) yield { change: "upserted", kind: "cinema", id: record.id, record };
    }
  }
  if (wants("screen")) {
    for (const cinemaId of cinemas) yield* upserted("screen", "/v1/screens", { cinemaId });
  }
  if (wants("showtime")) {
    const now = Date.now();
    for (let start = now; start < now + days * DAY; start += WINDOW) {
      yield* upserted("showtime", "/v1/showtimes", {
        startsAfter: timestamp(new Date(start)),
        startsBefore: timestamp(new Date(Math.min(start + WINDOW, now + days * DAY))),
      });
    }
  }
}

/**
 * Whether the service does not know a cursor of a follower. During an upgrade an older node may answer 400 to one
 * that a newer node gave. The same answer to the caller's own cursor is left to the caller, who may have mistyped it.
 */
export function isUnknown(error: unknown, isCallers: boolean): boolean {
  if (error instanceof CursorExpired) return true;
  return error instanceof BadRequest && !isCallers && error.violations.some(({ parameter }) => parameter === "since");
}

export function cursorOf(page: Page<unknown>): string {
  if (page.nextCursor === null) throw new TypeError("a page of changes has no cursor");
  return page.nextCursor;
}
