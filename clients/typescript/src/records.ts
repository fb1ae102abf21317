/**
 * The records of the interface, as they come. A member that a record does not have is absent, never null.
 * v1 may add members and values: of what is not known here, nothing is lost.
 */

/** Values that are known, and others that v1 may add. */
export type Open<T extends string> = T | (string & {});

/** Where a record comes from, and when it was last confirmed. */
export interface Provenance {
  readonly observedAt: string;
  readonly sourceUpdatedAt?: string;
  readonly provider: string;
  readonly externalId: string;
}

/** How fresh an answer is: as its oldest record. */
export interface Freshness {
  readonly observedAt: string;
  readonly sourceUpdatedAt?: string;
}

/** A film at a time in a cinema. `startsAt` has the cinema's offset: its wall clock. */
export interface Showtime {
  readonly id: string;
  readonly filmId: string;
  readonly cinemaId: string;
  readonly startsAt: string;
  readonly bookingUrl?: string;
  readonly attributeIds: readonly string[];
  readonly screenId?: string;
  readonly screenName?: string;
  readonly provenance: Provenance;
}

/** What may be special about a showtime, such as `imax`. */
export interface Attribute {
  readonly id: string;
  readonly kind: Open<"accessibility" | "event" | "format" | "language">;
  readonly name: string;
  readonly description?: string;
}

/** A film. `releaseDate` is `yyyy-mm-dd`. */
export interface Film {
  readonly id: string;
  readonly title: string;
  readonly durationMinutes?: number;
  readonly certification?: string;
  readonly posterUrl?: string;
  readonly releaseDate?: string;
  readonly extCatalogAId?: string;
  readonly extCatalogBId?: string;
  readonly provenance: Provenance;
}

/** Where a cinema is; coordinates in degrees (WGS 84). */
export interface Location {
  readonly countryCode: string;
  readonly locality: string;
  readonly postcode: string;
  readonly address?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** A cinema. */
export interface Cinema {
  readonly id: string;
  readonly chainId?: string;
  readonly name: string;
  readonly location: Location;
  readonly provenance: Provenance;
}

/** A chain of cinemas. */
export interface Chain {
  readonly id: string;
  readonly name: string;
  readonly websiteUrl?: string;
  readonly provenance: Provenance;
}

/** A screen that an inventory lists or a schedule mentions. */
export interface Screen {
  readonly id: string;
  readonly cinemaId: string;
  readonly name: string;
  readonly inventoryEvidence: Open<"schedule_observed" | "authoritative_inventory">;
  readonly lastSeenAt: string;
  readonly provenance: Provenance;
}

/** Nothing is on only where `state` is `complete` and there are no films. */
export interface Coverage {
  readonly state: Open<"complete" | "partial" | "unknown">;
  readonly observedAt?: string;
  readonly reason?: Open<"beyond_horizon" | "source_late" | "source_shrunk" | "source_failed" | "no_source">;
  readonly until?: string;
  readonly since?: string;
}

/** A film with its showtimes of one day in one cinema. */
export interface FilmShowtimes {
  readonly film: Film;
  readonly showtimes: readonly Showtime[];
}

/** What one cinema shows from 05:00 of `date` to 05:00 of the next day. */
export interface ProgrammeDay {
  readonly date: string;
  readonly coverage: Coverage;
  readonly films: readonly FilmShowtimes[];
}

/**
 * A cinema with what it shows. `timeZone` is of the IANA database, or an offset such as `+01:00` where nobody names
 * one. `distanceKm` is there where the request has a centre.
 */
export interface Programme {
  readonly cinema: Cinema;
  readonly timeZone: string;
  readonly distanceKm?: number;
  readonly days: readonly ProgrammeDay[];
}

/** The record of each kind. */
export interface Records {
  readonly showtime: Showtime;
  readonly film: Film;
  readonly cinema: Cinema;
  readonly chain: Chain;
  readonly screen: Screen;
}

export type Kind = keyof Records;

/** A record is new or has changed. `at` is absent where the record was read from a list. */
export type Upserted = {
  [K in Kind]: {
    readonly change: "upserted";
    readonly kind: K;
    readonly id: string;
    readonly at?: string;
    readonly record: Records[K];
  };
}[Kind];

/** A record is gone. The follower may never have had it. */
export interface Removed {
  readonly change: "removed";
  readonly kind: Kind;
  readonly id: string;
  readonly at: string;
}

/** A record became part of another: `into` is the id that stays. */
export interface Merged {
  readonly change: "merged";
  readonly kind: Kind;
  readonly id: string;
  readonly into: string;
  readonly at: string;
}

/** What became of one record. v1 may add kinds and changes: let a `switch` ignore those that it does not know. */
export type Change = Upserted | Removed | Merged;

/** What was yielded before is void. All records follow as `upserted`, then a checkpoint. */
export interface Reset {
  readonly change: "reset";
}

/**
 * Everything up to here was yielded. Keep `cursor`: `follow({ since: cursor })` goes on from here. It is the service's
 * cursor and, behind a tilde, until when showtimes were read.
 */
export interface Checkpoint {
  readonly change: "checkpoint";
  readonly cursor: string;
  /** False where the service has more changes at hand. */
  readonly caughtUp: boolean;
  readonly freshness: Freshness;
}

/** What a follower of the changes is told. */
export type FollowEvent = Reset | Change | Checkpoint;

/** One page of a list. `nextCursor` is null on the last one; a page of changes always has one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor: string | null;
  readonly hasMore: boolean;
  readonly freshness: Freshness;
}
