export { type CallOptions, type ChangeOptions, Client, type FilmOptions, type FollowOptions } from "./client.js";
export {
  ApiError, BadRequest, ConnectionFailed, CursorExpired, Forbidden, MarqueeError, NotFound, RateLimited, TimedOut,
  Unauthorized, Unavailable, UnexpectedAnswer, type Violation,
} from "./errors.js";
export type { CinemaFilters, ProgrammeFilters, ShowtimeFilters } from "./filters.js";
export type { Attempt, Limits } from "./limits.js";
export { Paged, type PageRequest } from "./paging.js";
export type * from "./records.js";
export type { Options } from "./transport.js";
