import { parseSaved, ShowtimesAhead } from "./ahead.js";
import { CursorExpired } from "./errors.js";
import {
  type CinemaFilters, joined, number, ofCinemas, ofProgramme, ofShowtimes, type Parameters, pathOf,
  type ProgrammeFilters, type ShowtimeFilters, targetOf,
} from "./filters.js";
import { allRecords, cursorOf, showtimesOf } from "./follow.js";
import type { Limits } from "./limits.js";
import { includeOf, Paged, pageOf, recordOf } from "./paging.js";
import type {
  Attribute, Chain, Change, Cinema, Film, FilmProgramme, FollowEvent, Kind, Page, Place, Programme, Screen, Showtime, Usage,
} from "./records.js";
import { between } from "./retry.js";
import { type Options, type Question, Transport } from "./transport.js";

const LONGEST_WAIT = 30;
const LARGEST_PAGE = 1000;
// A service that does not wait, as one that stops, must not be asked in a tight loop.
const SHORTEST_ROUND = 1000;

/** For any call; limits that are not given are those of the client. */
export interface CallOptions extends Limits {
  /** Ends it: it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Asks for the `details` of showtimes, films and cinemas, too. */
  readonly details?: boolean | undefined;
}

export interface FilmOptions extends CallOptions {
  /** Only films that have this text, of 2 characters or more, in any of their titles, also with a letter wrong. */
  readonly search?: string | undefined;
}

export interface ChangeOptions extends CallOptions {
  readonly kinds?: readonly Kind[] | undefined;
  readonly limit?: number | undefined;
  /** Seconds, up to 30, that the service waits for something new. */
  readonly wait?: number | undefined;
}

/** Of the limits, only `timeout` counts: outages are waited out. */
export interface FollowOptions extends CallOptions {
  /** The cursor of the last checkpoint of an earlier run. */
  readonly since?: string | undefined;
  /** Default: all. */
  readonly kinds?: readonly Kind[] | undefined;
  /**
   * Only showtimes of so many days ahead are read from the lists; default: all that are ahead. As time passes, those of
   * the days that come are read. Changes of all showtimes are delivered.
   */
  readonly days?: number | undefined;
}

/**
 * Reads the listings of one service, in browsers and in Node 20 and later.
 *
 * Answers with a tag are kept in a small cache and asked for conditionally. Requests that were limited, or
 * failed on the way, are repeated; a `Retry-After` is heeded. Redirects are not followed, so the key goes to
 * the base URL only.
 */
export class Client {
  readonly #transport: Transport;

  /**
   * @param baseUrl such as `https://listings.example`, without `/v1`
   * @param key the API key, `mq_…`. A key in a page is known to everyone who opens the page.
   */
  constructor(baseUrl: string, key: string, options: Options = {}) {
    this.#transport = new Transport(baseUrl, key, options);
  }

  /** Showtimes from `startsAfter` on and before `startsBefore`, by start. */
  showtimes(filters: ShowtimeFilters, call?: CallOptions): Paged<Showtime> {
    return this.#list("/v1/showtimes", ofShowtimes(filters), call);
  }

  /** All attributes that showtimes may have. */
  attributes(call?: CallOptions): Paged<Attribute> {
    return this.#list("/v1/attributes", {}, call);
  }

  /** All films, by title; with `search`, the best first. */
  films({ search, ...call }: FilmOptions = {}): Paged<Film> {
    return this.#list("/v1/films", { search }, call);
  }

  /** One film; rejects with `NotFound`. */
  async film(id: string, call?: CallOptions): Promise<Film> {
    return this.#one(pathOf("/v1/films/", id), call);
  }

  /** Cinemas by name, or around a centre the nearest first. */
  cinemas(filters: CinemaFilters = {}, call?: CallOptions): Paged<Cinema> {
    return this.#list("/v1/cinemas", ofCinemas(filters), call);
  }

  /** One cinema; rejects with `NotFound`. */
  async cinema(id: string, call?: CallOptions): Promise<Cinema> {
    return this.#one(pathOf("/v1/cinemas/", id), call);
  }

  /** Towns, districts and postcodes with this name or beginning, of 2 characters or more; the best first. */
  places(search: string, call?: CallOptions): Paged<Place> {
    return this.#list("/v1/places", { search }, call);
  }

  /** The screens that were observed at a cinema. */
  screens(cinemaId: string, call?: CallOptions): Paged<Screen> {
    return this.#list("/v1/screens", { cinemaId }, call);
  }

  /** All chains, by name. */
  chains(call?: CallOptions): Paged<Chain> {
    return this.#list("/v1/chains", {}, call);
  }

  /** What is on in the cinemas of a place, with films and showtimes. */
  programme(filters: ProgrammeFilters, call?: CallOptions): Paged<Programme> {
    return this.#list("/v1/programme", ofProgramme(filters), call);
  }

  /** The films of a place, each with the cinemas that show it. `cinemas` of a page has how far their programme is known. */
  programmeByFilm(filters: ProgrammeFilters, call?: CallOptions): Paged<FilmProgramme> {
    return this.#list("/v1/programme", { ...ofProgramme(filters), by: "film" }, call);
  }

  /** What the key is good for, and what it was used for. It takes nothing from the rate. */
  async usage(call?: CallOptions): Promise<Usage> {
    return this.#one("/v1/usage", call);
  }

  /** One page of what changed after the cursor `since`; its `nextCursor` is never null. Rejects with `CursorExpired`. */
  async changes(since = "now", options: ChangeOptions = {}): Promise<Page<Change>> {
    return this.#changes(since, options, false);
  }

  /**
   * Every change, for ever; at least each half minute a checkpoint.
   *
   * Without `since`, and again when a cursor has expired, it yields `reset`, all records of the lists as
   * `upserted`, what changed while they were read, and a checkpoint. Outages are waited out; what waiting
   * does not mend is thrown, and so is the reason of the signal when it ends it.
   */
  async *follow(options: FollowOptions = {}): AsyncGenerator<FollowEvent, void, undefined> {
    const { since, kinds = [], days, ...call } = options;
    const wantsShowtimes = kinds.length === 0 || kinds.includes("showtime");
    const saved = since === undefined ? undefined : parseSaved(since);
    const ahead = new ShowtimesAhead(this.#transport.now, wantsShowtimes ? days : 0, saved?.until ?? 0);
    const list = <T>(path: string, parameters: Parameters) => this.#list<T>(path, parameters, call, true);
    let cursor = saved?.cursor;
    // Whether the cursor was made for a reset, and no change was read with it.
    let isFresh = false;
    // Whether lists were read, and not yet all that changed meanwhile.
    let isSettling = false;
    let isCaughtUp = false;
    for (;;) {
      if (cursor === undefined || (isCaughtUp && !isSettling && ahead.isDue)) {
        // Before the first list, so that nothing is missed. All nodes show what this cursor stands behind, so no list
        // is older than the changes that were read.
        const now = cursorOf(await this.#changes("now", { ...call, kinds, limit: 1 }, true));
        isSettling = true;
        if (cursor === undefined) {
          cursor = now;
          isFresh = true;
          ahead.startOver();
          yield { change: "reset" };
          yield* allRecords(list, kinds);
        }
        yield* showtimesOf(ahead, list);
      }
      // What happened while lists were read, or is to be known before, is there without waiting.
      const waits = !isSettling && !ahead.isDue;
      const asked = Date.now();
      let page: Page<Change>;
      try {
        const wait = waits ? LONGEST_WAIT : undefined;
        page = await this.#changes(cursor, { ...call, kinds, limit: LARGEST_PAGE, wait }, true);
      } catch (error) {
        if (isFresh || !(error instanceof CursorExpired)) throw error;
        cursor = undefined;
        continue;
      }
      isCaughtUp = !page.hasMore;
      const isHurried = waits && Date.now() - asked < SHORTEST_ROUND && isCaughtUp && page.items.length === 0;
      isFresh = false;
      // What a list named may come with the last page only.
      isSettling &&= !isCaughtUp;
      yield* page.items;
      cursor = cursorOf(page);
      if (!isSettling && !ahead.isDue) {
        yield { change: "checkpoint", cursor: ahead.saved(cursor), caughtUp: isCaughtUp, freshness: page.freshness };
      }
      if (isHurried) await this.#transport.pause(between(SHORTEST_ROUND / 2, SHORTEST_ROUND), call.signal);
    }
  }

  #changes(since: string, options: ChangeOptions, patient: boolean): Promise<Page<Change>> {
    const { kinds, limit, wait, ...call } = options;
    const asked = { since: parseSaved(since).cursor, kinds: joined(kinds), limit: number(limit), wait: number(wait) };
    const parameters = { ...asked, include: includeOf("/v1/changes", call) };
    return this.#transport.get({
      target: targetOf("/v1/changes", parameters),
      read: (body) => pageOf<Change>(body, parameters),
      cached: false,
      patient,
      wait: wait ?? 0,
      call,
    });
  }

  #list<T>(path: string, filters: Parameters, call: CallOptions = {}, patient = false): Paged<T> {
    return new Paged(({ cursor, limit }) => {
      const parameters = { ...filters, include: includeOf(path, call), cursor, limit: number(limit) };
      return this.#get(targetOf(path, parameters), (body) => pageOf<T>(body, parameters), call, patient);
    });
  }

  #one<T>(path: string, call: CallOptions = {}): Promise<T> {
    const parameters = { include: includeOf(path, call) };
    return this.#get(targetOf(path, parameters), (body) => recordOf<T>(body, parameters), call);
  }

  #get<T>(target: string, read: Question<T>["read"], call: CallOptions = {}, patient = false): Promise<T> {
    return this.#transport.get({ target, read, cached: true, patient, wait: 0, call });
  }
}
