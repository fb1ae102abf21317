/** The records of the interface. A member that a record does not have is absent, never null. */

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

export interface Attribute {
  readonly id: string;
  readonly kind: "accessibility" | "event" | "format" | "language";
  readonly name: string;
  readonly description?: string;
}

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

export interface Location {
  readonly countryCode: string;
  readonly locality: string;
  readonly postcode: string;
  readonly address?: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

export interface Cinema {
  readonly id: string;
  readonly chainId?: string;
  readonly name: string;
  readonly location: Location;
  readonly provenance: Provenance;
}

export interface Chain {
  readonly id: string;
  readonly name: string;
  readonly websiteUrl?: string;
  readonly provenance: Provenance;
}

export interface Screen {
  readonly id: string;
  readonly cinemaId: string;
  readonly name: string;
  readonly inventoryEvidence: "schedule_observed" | "authoritative_inventory";
  readonly lastSeenAt: string;
  readonly provenance: Provenance;
}

/** Nothing is on only where `state` is `complete` and there are no films. */
export interface Coverage {
  readonly state: "complete" | "partial" | "unknown";
  readonly observedAt?: string;
  readonly reason?: "beyond_horizon" | "source_late" | "source_shrunk" | "source_failed" | "no_source";
  readonly until?: string;
  readonly since?: string;
}

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

export interface CinemaProgramme {
  readonly cinema: Cinema;
  readonly timeZone: string;
  readonly distanceKm?: number;
  readonly days: readonly ProgrammeDay[];
}

export interface Records {
  readonly showtime: Showtime;
  readonly film: Film;
  readonly cinema: Cinema;
  readonly chain: Chain;
  readonly screen: Screen;
}

export type Kind = keyof Records;

/** What became of one record. */
export type Change =
  | { [K in Kind]: { change: "upserted"; kind: K; id: string; at?: string; record: Records[K] } }[Kind]
  | { change: "removed"; kind: Kind; id: string; at: string }
  | { change: "merged"; kind: Kind; id: string; into: string; at: string };

/** That a follower begins anew: what it kept is void, and all records follow. */
export interface StartedOver {
  readonly change: "started_over";
}

/** One page of a list. `nextCursor` is null on the last one. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly nextCursor: string | null; readonly hasMore: boolean };
  readonly freshness: Freshness;
}
