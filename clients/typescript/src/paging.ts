import { isObject } from "./errors.js";
import type { Parameters } from "./filters.js";
import type { CinemaCoverage, Freshness, Page } from "./records.js";

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

/** Asks for details, where they are wanted and the records of the path may have some. */
export function includeOf(path: string, call: { readonly details?: boolean | undefined }): string | undefined {
  return call.details && /^\/v1\/(showtimes|programme|changes|films|cinemas)\b/.test(path) ? "details" : undefined;
}

/** Reads a page that was asked for with these parameters. */
export function pageOf<T>(body: unknown, parameters: Parameters): Page<T> {
  const { data, cinemas, pagination, freshness } = object(parameters["include"] ? detailed(body) : body, "an answer");
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
  const page = { items: data as T[], nextCursor, hasMore, freshness: object(freshness, "freshness") as unknown as Freshness };
  return Array.isArray(cinemas) ? { ...page, cinemas: cinemas as CinemaCoverage[] } : page;
}

/** Reads the answer for one record. */
export function recordOf<T>(body: unknown, parameters: Parameters): T {
  return object(object(parameters["include"] ? detailed(body) : body, "an answer")["data"], "data") as T;
}

/** Where records stand, and where their details. */
const BESIDE = [
  ["data", "details"], ["record", "details"], ["cinema", "cinemaDetails"], ["film", "filmDetails"], ["showtimes", "showtimeDetails"],
] as const;

/** An answer in which each record has as `details` what stands beside it. */
function detailed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(detailed);
  if (!isObject(value)) return value;
  const members: Record<string, unknown> = Object.fromEntries(Object.entries(value).map(([name, it]) => [name, detailed(it)]));
  for (const [name, beside] of BESIDE) {
    const record = members[name];
    const details = members[beside];
    if (record === undefined || details === undefined) continue;
    delete members[beside];
    if (isObject(record) && isObject(details)) members[name] = { ...record, details };
    else if (Array.isArray(record) && Array.isArray(details) && record.length === details.length) {
      members[name] = record.map((each: object, i) => ({ ...each, details: details[i] as unknown }));
    } else throw new TypeError(`${beside} that do not go with ${name}`);
  }
  return members;
}

function object(value: unknown, what: string): Record<string, unknown> {
  if (!isObject(value)) throw new TypeError(`${what} that is no object`);
  return value;
}
