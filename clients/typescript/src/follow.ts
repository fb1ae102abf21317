import type { ShowtimesAhead } from "./ahead.js";
import type { Parameters } from "./filters.js";
import type { Paged } from "./paging.js";
import type { Cinema, Kind, Page, Records, Showtime, Upserted } from "./records.js";

type Listing = <T>(path: string, parameters: Parameters) => Paged<T>;

/** All records of these kinds but showtimes, each after those that it refers to. */
export async function* allRecords(list: Listing, kinds: readonly Kind[]): AsyncGenerator<Upserted, void, undefined> {
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
}

/** The showtimes of the windows that are due, one after the other. */
export async function* showtimesOf(ahead: ShowtimesAhead, list: Listing): AsyncGenerator<Upserted, void, undefined> {
  while (ahead.isDue) {
    for await (const record of list<Showtime>("/v1/showtimes", ahead.next())) {
      ahead.found();
      yield { change: "upserted", kind: "showtime", id: record.id, record };
    }
  }
}

export function cursorOf(page: Page<unknown>): string {
  if (page.nextCursor === null) throw new TypeError("a page of changes has no cursor");
  return page.nextCursor;
}
