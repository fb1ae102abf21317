import { CursorExpired } from "./errors.js";
import type {
  Attribute, Chain, Change, Cinema, CinemaProgramme, Film, Kind, Page, Screen, Showtime, StartedOver,
} from "./records.js";
import { type Options, Transport } from "./transport.js";

const LARGEST_PAGE = 100;
const LONGEST_WAIT = 30;
const DAY = 86_400_000;

export interface ShowtimeFilters {
  readonly startsAfter: Date | string;
  readonly startsBefore: Date | string;
  readonly cinemaId?: string;
  readonly filmId?: string;
  readonly attributeIds?: readonly string[];
}

export interface CinemaFilters {
  readonly search?: string;
  readonly chainId?: string;
  readonly postcode?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly radiusKm?: number;
}

/** Exactly one place: cinemas, a centre or a postcode. With a film it may be left out. */
export interface ProgrammeFilters {
  readonly cinemaIds?: readonly string[];
  readonly postcode?: string;
  readonly latitude?: number;
  readonly longitude?: number;
  readonly radiusKm?: number;
  readonly filmId?: string;
  readonly chainId?: string;
  readonly attributeIds?: readonly string[];
  /** `yyyy-mm-dd`, by each cinema's own clock; default: today there. */
  readonly date?: string;
  readonly days?: number;
}

export interface FollowOptions {
  /** The last cursor of an earlier run. */
  readonly since?: string;
  readonly kinds?: readonly Kind[];
  /** For how many days from now on showtimes are listed when it starts over; default 31. */
  readonly days?: number;
  /** Is called with each new cursor once the changes before it were taken. */
  readonly onCursor?: (cursor: string) => void;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the listings of one service, in browsers and in Node 20 and later. Lists are read page by page as
 * they are iterated over.
 */
export class Client {
  readonly #transport: Transport;

  constructor(baseUrl: string, key: string, options: Options = {}) {
    this.#transport = new Transport(baseUrl, key, options);
  }

  /** Showtimes from `startsAfter` on and before `startsBefore`, at most 31 days later, by start. */
  showtimes(filters: ShowtimeFilters): AsyncGenerator<Showtime> {
    return this.#all("/v1/showtimes", {
      startsAfter: timestamp(filters.startsAfter),
      startsBefore: timestamp(filters.startsBefore),
      cinemaId: filters.cinemaId,
      filmId: filters.filmId,
      attributeIds: joined(filters.attributeIds),
    });
  }

  attributes(): AsyncGenerator<Attribute> {
    return this.#all("/v1/attributes", {});
  }

  films(): AsyncGenerator<Film> {
    return this.#all("/v1/films", {});
  }

  /** One film; throws `NotFound`. */
  film(id: string): Promise<Film> {
    return this.#one("/v1/films/", id);
  }

  /** Cinemas by name, or around a centre the nearest first. */
  cinemas(filters: CinemaFilters = {}): AsyncGenerator<Cinema> {
    return this.#all("/v1/cinemas", {
      search: filters.search,
      chainId: filters.chainId,
      postcode: filters.postcode,
      latitude: number(filters.latitude),
      longitude: number(filters.longitude),
      radiusKm: number(filters.radiusKm),
    });
  }

  /** One cinema; throws `NotFound`. */
  cinema(id: string): Promise<Cinema> {
    return this.#one("/v1/cinemas/", id);
  }

  screens(cinemaId: string): AsyncGenerator<Screen> {
    return this.#all("/v1/screens", { cinemaId });
  }

  chains(): AsyncGenerator<Chain> {
    return this.#all("/v1/chains", {});
  }

  /** What is on in the cinemas of a place, with films and showtimes. */
  programme(filters: ProgrammeFilters): AsyncGenerator<CinemaProgramme> {
    return this.#all(
      "/v1/programme",
      {
        cinemaId: joined(filters.cinemaIds),
        postcode: filters.postcode,
        latitude: number(filters.latitude),
        longitude: number(filters.longitude),
        radiusKm: number(filters.radiusKm),
        filmId: filters.filmId,
        chainId: filters.chainId,
        attributeIds: joined(filters.attributeIds),
        date: filters.date,
        days: filters.days?.toString(),
      },
      50,
    );
  }

  /** One page of any list. */
  page<T>(path: string, parameters: Readonly<Record<string, string | undefined>>): Promise<Page<T>> {
    return this.#transport.get(path, parameters);
  }

  /**
   * One page of what changed after the cursor `since`; its `nextCursor` is never null. With `wait` the
   * service waits so many seconds, up to 30, for something new. Throws `CursorExpired`.
   */
  changes(
    since = "now",
    options: { kinds?: readonly Kind[]; wait?: number; limit?: number; signal?: AbortSignal | undefined } = {},
  ): Promise<Page<Change>> {
    return this.#transport.get(
      "/v1/changes",
      {
        since,
        kinds: joined(options.kinds),
        wait: options.wait ? String(options.wait) : undefined,
        limit: String(options.limit ?? 1000),
      },
      { cached: false, wait: options.wait ?? 0, signal: options.signal },
    );
  }

  /**
   * Every change, for ever. A connection that breaks is resumed. Without `since`, and again after a
   * cursor has expired, it begins with `started_over` and all records of the lists as `upserted`.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<Change | StartedOver> {
    const kinds = options.kinds ?? [];
    let cursor = options.since;
    while (!options.signal?.aborted) {
      if (cursor === undefined) {
        cursor = cursorOf(await this.changes("now", { kinds, limit: 1, signal: options.signal }));
        yield { change: "started_over" };
        yield* this.#everything(kinds, options.days ?? 31);
        options.onCursor?.(cursor);
      }
      try {
        const page = await this.changes(cursor, { kinds, wait: LONGEST_WAIT, signal: options.signal });
        yield* page.data;
        cursor = cursorOf(page);
        options.onCursor?.(cursor);
      } catch (error) {
        if (options.signal?.aborted) return;
        if (!(error instanceof CursorExpired)) throw error;
        cursor = undefined;
      }
    }
  }

  async *#everything(kinds: readonly Kind[], days: number): AsyncGenerator<Change> {
    const wants = (kind: Kind) => kinds.length === 0 || kinds.includes(kind);
    if (wants("chain")) for await (const record of this.chains()) yield { change: "upserted", kind: "chain", id: record.id, record };
    if (wants("film")) for await (const record of this.films()) yield { change: "upserted", kind: "film", id: record.id, record };
    const cinemas: Cinema[] = [];
    if (wants("cinema") || wants("screen")) for await (const cinema of this.cinemas()) cinemas.push(cinema);
    if (wants("cinema")) for (const record of cinemas) yield { change: "upserted", kind: "cinema", id: record.id, record };
    if (wants("screen")) {
      for (const cinema of cinemas) {
        for await (const record of this.screens(cinema.id)) yield { change: "upserted", kind: "screen", id: record.id, record };
      }
    }
    if (wants("showtime")) {
      const end = Date.now() + days * DAY;
      for (let start = Date.now(); start < end; start += 31 * DAY) {
        const window = { startsAfter: new Date(start), startsBefore: new Date(Math.min(start + 31 * DAY, end)) };
        for await (const record of this.showtimes(window)) yield { change: "upserted", kind: "showtime", id: record.id, record };
      }
    }
  }

  async #one<T>(path: string, id: string): Promise<T> {
    if (id === "") throw new TypeError("an id is not empty");
    return (await this.#transport.get<{ data: T }>(path + encodeURIComponent(id), {})).data;
  }

  async *#all<T>(
    path: string,
    parameters: Readonly<Record<string, string | undefined>>,
    limit = LARGEST_PAGE,
  ): AsyncGenerator<T> {
    let cursor: string | undefined;
    for (;;) {
      const page: Page<T> = await this.page<T>(path, { ...parameters, limit: String(limit), cursor });
      yield* page.data;
      if (!page.pagination.hasMore || page.pagination.nextCursor === null) return;
      cursor = page.pagination.nextCursor;
    }
  }
}

function cursorOf(page: Page<unknown>): string {
  if (page.pagination.nextCursor === null) throw new TypeError("a page of changes has no cursor");
  return page.pagination.nextCursor;
}

function timestamp(moment: Date | string): string {
  return typeof moment === "string" ? moment : moment.toISOString();
}

function joined(values: readonly string[] | undefined): string | undefined {
  return values && values.length > 0 ? values.join(",") : undefined;
}

function number(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}
