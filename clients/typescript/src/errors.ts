/** A request failed. All errors of this package are of this kind. */
export class MarqueeError extends Error {
  override readonly name: string = "MarqueeError";
}

/** The service could not be reached, or the connection broke, after all retries. */
export class ConnectionFailed extends MarqueeError {
  override readonly name: string = "ConnectionFailed";
}

/** The service did not answer within the timeout, after all retries. */
export class TimedOut extends ConnectionFailed {
  override readonly name = "TimedOut";
}

export interface Violation {
  readonly parameter: string;
  readonly reason: string;
  readonly message: string;
}

/** The service answered with an error (status 400 to 599). */
export class ApiError extends MarqueeError {
  override readonly name: string = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    readonly reason: string,
    /** Names the request in the operator's log. */
    readonly requestId: string | undefined,
    readonly details: Readonly<Record<string, unknown>>,
    /** In seconds; undefined where the service does not say. */
    readonly retryAfter: number | undefined,
  ) {
    super(`${status} ${code}: ${reason}` + (requestId ? ` (request ${requestId})` : ""));
  }
}

/** The request has faults. */
export class BadRequest extends ApiError {
  override readonly name = "BadRequest";

  /** The faults of the parameters, all at once. */
  get violations(): readonly Violation[] {
    const found = this.details["violations"];
    return Array.isArray(found) ? (found as Violation[]) : [];
  }
}

/** The key is missing or not valid (401). */
export class Unauthorized extends ApiError {
  override readonly name = "Unauthorized";
}

/** The organization has no active entitlement, or is suspended (403). */
export class Forbidden extends ApiError {
  override readonly name = "Forbidden";
}

/** There is no such record (404). */
export class NotFound extends ApiError {
  override readonly name = "NotFound";
}

/** The cursor of a change feed is too old, or of another database (410). */
export class CursorExpired extends ApiError {
  override readonly name = "CursorExpired";
}

/** Too many requests (429), after all retries. */
export class RateLimited extends ApiError {
  override readonly name = "RateLimited";
}

/** The service cannot answer now (500 and above), after all retries. */
export class Unavailable extends ApiError {
  override readonly name = "Unavailable";
}

/** The error for an answer of 400 or above. */
export function errorOf(status: number, body: unknown, retryAfter: number | undefined): ApiError {
  const error = (body as { error?: Record<string, unknown> } | null)?.error ?? {};
  const kind =
    status === 401 ? Unauthorized
    : status === 403 ? Forbidden
    : status === 404 ? NotFound
    : status === 410 ? CursorExpired
    : status === 429 ? RateLimited
    : status >= 500 ? Unavailable
    : BadRequest;
  const details = error["details"];
  return new kind(
    status,
    String(error["code"] ?? "unknown"),
    String(error["message"] ?? "the answer has no error body"),
    typeof error["requestId"] === "string" ? error["requestId"] : undefined,
    typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {},
    retryAfter,
  );
}
