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
  /** Further facts about it, where they were asked for. */
  readonly details?: ShowtimeDetails;
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
  /** Further facts about it, where they were asked for. */
  readonly details?: FilmDetails;
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
  /** Further facts about it, where they were asked for. */
  readonly details?: CinemaDetails;
}

/** Further facts about a showtime. A member that no source gives is absent. */
export interface ShowtimeDetails {
  readonly availability?: { readonly status: Open<"on_sale" | "few_left" | "sold_out">; readonly observedAt?: string };
  /** A `running_time` is without advertisements, so say "about". `at` has the offset of the start. */
  readonly endsAt?: { readonly at: string; readonly basis: Open<"given" | "running_time"> };
  /** Languages are tags of BCP 47. */
  readonly version?: {
    readonly spoken?: readonly string[];
    readonly subtitles?: readonly string[];
    readonly dubbed?: boolean;
    readonly original?: boolean;
  };
  readonly formats?: readonly Open<"3d" | "35mm" | "dolby-atmos">[];
  readonly accessibility?: readonly Open<"hard-of-hearing" | "wheelchair" | "baby-friendly" | "sign-language">[];
  readonly price?: { readonly from?: number; readonly to?: number; readonly currency?: string; readonly free?: boolean };
  readonly sources?: Sources;
}

/** Further facts about a film. A member that no source gives is absent. */
export interface FilmDetails {
  readonly titles?: readonly { readonly language: string; readonly title: string }[];
  readonly originalTitle?: string;
  readonly directors?: readonly string[];
  readonly genres?: readonly string[];
  readonly links?: readonly { readonly type: string; readonly url: string }[];
  readonly synopsis?: string;
  readonly sources?: Sources;
}

/** Further facts about a cinema. A member that no source gives is absent. */
export interface CinemaDetails {
  readonly websiteUrl?: string;
  readonly telephone?: string;
  readonly timeZone?: string;
  readonly accessibility?: readonly Open<"wheelchair" | "hearing-loop">[];
  readonly sources?: Sources;
}

/** The provider of each member. */
export type Sources = Readonly<Record<string, string>>;

/** A town, a district or a postcode. `cinemas` is how many are within 25 km. */
export interface Place {
  readonly id: string;
  readonly name: string;
  readonly countryCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly cinemas: number;
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

/** A film with the cinemas of a place that show it, the nearest first. */
export interface FilmProgramme {
  readonly film: Film;
  readonly cinemas: readonly CinemaShowtimes[];
}

/** A cinema with the days on which it shows a film. */
export interface CinemaShowtimes extends Omit<Programme, "days"> {
  readonly days: readonly { readonly date: string; readonly showtimes: readonly Showtime[] }[];
}

/** A cinema of a place with how far its programme is known, also where it shows nothing. */
export interface CinemaCoverage extends Omit<Programme, "days"> {
  readonly days: readonly { readonly date: string; readonly coverage: Coverage }[];
}

/** What the key is good for, and what it was used for; days are in UTC. */
export interface Usage {
  readonly organization: string;
  readonly plan: string;
  readonly rate?: { readonly limit: number; readonly windowSeconds: number; readonly remaining: number };
  readonly quota?: { readonly limit: number; readonly used: number; readonly renewsAt: string };
  readonly days: readonly {
    readonly date: string;
    readonly requests: number;
    readonly notModified: number;
    readonly refused: number;
    readonly errors: number;
    readonly bytes: number;
  }[];
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
  /** Of the programme by film: each cinema of the place. */
  readonly cinemas?: readonly CinemaCoverage[];
}
