/** The names that requests have on the wire; what is undefined is left out. */
export type Parameters = Readonly<Record<string, string | undefined>>;

export interface ShowtimeFilters {
  readonly startsAfter: Date | string;
  /** At most 31 days after `startsAfter`; a showtime at that moment is not included. */
  readonly startsBefore: Date | string;
  readonly cinemaId?: string | undefined;
  readonly filmId?: string | undefined;
  readonly attributeIds?: readonly string[] | undefined;
}

/** A centre is `latitude` with `longitude`, `postcode`, or `place`: the id of a place. */
export interface CinemaFilters {
  readonly search?: string | undefined;
  readonly chainId?: string | undefined;
  readonly postcode?: string | undefined;
  readonly place?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly radiusKm?: number | undefined;
}

/** Exactly one place: cinemas, a centre, a postcode or the id of a place. With a film it may be left out. */
export interface ProgrammeFilters {
  readonly cinemaIds?: readonly string[] | undefined;
  readonly postcode?: string | undefined;
  readonly place?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly radiusKm?: number | undefined;
  readonly filmId?: string | undefined;
  readonly chainId?: string | undefined;
  readonly attributeIds?: readonly string[] | undefined;
  /** `yyyy-mm-dd`, by each cinema's own clock; default: today there. */
  readonly date?: string | undefined;
  readonly days?: number | undefined;
  /** Without showtimes that have begun, films without any left, and days on which nothing more comes. */
  readonly fromNow?: boolean | undefined;
}

export function ofShowtimes(filters: ShowtimeFilters): Parameters {
  return {
    startsAfter: timestamp(filters.startsAfter),
    startsBefore: timestamp(filters.startsBefore),
    cinemaId: filters.cinemaId,
    filmId: filters.filmId,
    attributeIds: joined(filters.attributeIds),
  };
}

export function ofCinemas(filters: CinemaFilters): Parameters {
  return {
    search: filters.search,
    chainId: filters.chainId,
    postcode: filters.postcode,
    place: filters.place,
    latitude: number(filters.latitude),
    longitude: number(filters.longitude),
    radiusKm: number(filters.radiusKm),
  };
}

export function ofProgramme(filters: ProgrammeFilters): Parameters {
  return {
    cinemaId: joined(filters.cinemaIds),
    postcode: filters.postcode,
    place: filters.place,
    latitude: number(filters.latitude),
    longitude: number(filters.longitude),
    radiusKm: number(filters.radiusKm),
    filmId: filters.filmId,
    chainId: filters.chainId,
    attributeIds: joined(filters.attributeIds),
    date: filters.date,
    days: number(filters.days),
    from: filters.fromNow ? "now" : undefined,
  };
}

export function timestamp(moment: Date | string): string {
  return typeof moment === "string" ? moment : moment.toISOString().replace(".000Z", "Z");
}

export function joined(values: readonly string[] | undefined): string | undefined {
  return values && values.length > 0 ? values.join(",") : undefined;
}

export function number(value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (!Number.isFinite(value)) throw new TypeError(`not a number: ${value}`);
  return String(value);
}

/** A path and its query. */
export function targetOf(path: string, parameters: Parameters): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, value);
  }
  const text = query.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** The path of one record. */
export function pathOf(path: string, id: string): string {
  if (id === "" || id === "." || id === "..") throw new TypeError(`not an id: "${id}"`);
  return path + encodeURIComponent(id);
}
