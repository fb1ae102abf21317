import { type Parameters, timestamp } from "./filters.js";

const DAY = 86_400_000;
// The longest window of showtimes that the service answers, and how many of them are a year.
const WINDOW = 31 * DAY;
const YEAR = 12;
// Who follows from now on keeps no copy that could lack showtimes.
const ALL = Date.UTC(9999, 11, 31);

/**
 * What a checkpoint gives the caller to keep: a cursor of the service and, behind a tilde, until when showtimes were
 * read. A later run cannot know that otherwise. No cursor of the service has a tilde.
 */
export function parseSaved(text: string): { cursor: string; until: number } {
  const [, cursor, seconds] = /^([^~]*)~([0-9]{1,12})$/.exec(text) ?? [];
  if (cursor !== undefined) return { cursor, until: Number(seconds) * 1000 };
  return { cursor: text, until: text === "now" ? ALL : 0 };
}

/**
 * How far ahead a follower has read showtimes, and which window is next.
 *
 * The interface answers windows of at most 31 days, and no question tells that nothing lies beyond one. So a follower
 * reads on until a year has no showtime. As time passes it reads what comes into that year, so nothing is missed for
 * ever.
 */
export class ShowtimesAhead {
  readonly #now: () => number;
  readonly #days: number | undefined;
  #until: number;
  // How many windows in a row had no showtime.
  #empty = YEAR;

  /**
   * @param days the bound that the caller gives, 0 for no showtimes at all
   * @param until all before it was read
   */
  constructor(now: () => number, days: number | undefined, until: number) {
    this.#now = () => Math.floor(now() / 1000) * 1000;
    this.#days = days;
    this.#until = days === undefined || days > 0 ? until : 0;
  }

  /** Nothing was read. */
  startOver(): void {
    this.#until = 0;
  }

  /** Whether a window is to be read before the next checkpoint. */
  get isDue(): boolean {
    return this.#start() < this.#bound() || (this.#days === undefined && this.#empty < YEAR);
  }

  /** The next window, if one is due. It counts as read. */
  next(): Parameters {
    const start = this.#start();
    const end = start + WINDOW;
    this.#until = this.#days === undefined ? end : Math.min(end, this.#bound());
    this.#empty++;
    return { startsAfter: timestamp(new Date(start)), startsBefore: timestamp(new Date(this.#until)) };
  }

  /** The last window has a showtime. */
  found(): void {
    this.#empty = 0;
  }

  /** What the caller keeps. */
  saved(cursor: string): string {
    return this.#until === 0 ? cursor : `${cursor}~${this.#until / 1000}`;
  }

  #start(): number {
    return Math.max(this.#until, this.#now());
  }

  /** A bound of the caller moves by whole days, so that a day has one window more, not each poll. */
  #bound(): number {
    if (this.#days === undefined) return this.#now() + YEAR * WINDOW;
    return this.#days > 0 ? (Math.floor(this.#now() / DAY) + this.#days + 1) * DAY : 0;
  }
}
