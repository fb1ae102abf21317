import { isObject } from "./errors.js";
import type { Freshness, Page } from "./records.js";

/** Which page of a list. */
export interface PageRequest {
  /** `nextCursor` of the page before; absent: the first page. */
  readonly cursor?: string | undefined;
  /** Records on the page. */
  readonly limit?: number | undefined;
}

/** A list of the service. Iterating over it asks for each page when its first record is wanted. */
export class Paged<T> implements AsyncIterable<T> {
  readonly #ask: (request: PageRequest) => Promise<Page<T>>;

  /** @internal */
  constructor(ask: (request: PageRequest) => Promise<Page<T>>) {
    this.#ask = ask;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.items;
  }

  /** All pages, each with its freshness. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    let page = await this.page();
    yield page;
    while (page.nextCursor !== null && page.hasMore) {
      page = await this.page({ cursor: page.nextCursor });
      yield page;
    }
  }

  /** One page: the first, or that of a cursor. */
  page(request: PageRequest = {}): Promise<Page<T>> {
    return this.#ask(request);
  }
}

/** Reads a page that was asked for with these parameters. */
export function pageOf<T>(body: unknown, parameters: Readonly<Record<string, string | undefined>>): Page<T> {
  const { data, pagination, freshness } = object(body, "an answer");
  const { nextCursor, hasMore } = object(pagination, "pagination");
  if (!Array.isArray(data) || !data.every(isObject)) throw new TypeError("data that is no list of records");
  if (typeof hasMore !== "boolean" || !(nextCursor === null || typeof nextCursor === "string")) {
    throw new TypeError("a cursor is a text or null");
  }
  // Who followed such a cursor would never end.
  const { since, cursor } = parameters;
  if (nextCursor === null && (hasMore || since !== undefined)) throw new TypeError("a cursor is missing");
  if (nextCursor !== null && nextCursor === cursor) throw new TypeError("a cursor that leads to itself");
  if (nextCursor === since && since !== undefined && (hasMore || data.length > 0)) {
    throw new TypeError("a cursor that stays behind its changes");
  }
  return { items: data as T[], nextCursor, hasMore, freshness: object(freshness, "freshness") as unknown as Freshness };
}

/** Reads the answer for one record. */
export function recordOf<T>(body: unknown): T {
  return object(object(body, "an answer")["data"], "data") as T;
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (!isObject(value)) throw new TypeError(`${what} that is no object`);
  return value;
}
