/** A request failed. All errors of this package are of this kind; an argument that cannot be sent is a `TypeError`. */
export class MarqueeError extends Error {
  override readonly name: string = "MarqueeError";
}

/** The service could not be reached, or the connection broke, after all retries. */
export class ConnectionFailed extends MarqueeError {
  override readonly name: string = "ConnectionFailed";
}

/** The service did not answer completely within the timeout, after all retries. */
export class TimedOut extends ConnectionFailed {
  override readonly name = "TimedOut";
}

/** Something answered, but not as a Marquee service does. Often the base URL is wrong. */
export class UnexpectedAnswer extends MarqueeError {
  override readonly name = "UnexpectedAnswer";

  constructor(
    message: string,
    readonly status: number,
    /** Names the request in the operator's log. */
    readonly requestId: string | undefined,
  ) {
    super(message + (requestId ? ` (request ${requestId})` : ""));
  }
}

/** One fault of a request: `reason` is such as `too_large`. */
export interface Violation {
  readonly parameter: string;
  readonly reason: string;
  readonly message: string;
}

/** What the answer says. */
interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfter: number | undefined;
}

/** The service answered with an error (status 400 to 599). */
export class ApiError extends MarqueeError {
  override readonly name: string = "ApiError";
  readonly status: number;
  /** Such as `not_found`; `unknown` where the answer is a gateway's. */
  readonly code: string;
  /** Names the request in the operator's log. */
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before the next request; undefined where the service does not say. */
  readonly retryAfter: number | undefined;

  constructor(answer: ErrorAnswer) {
    const { status, code, text, requestId } = answer;
    super(`${status} ${code}: ${text}` + (requestId ? ` (request ${requestId})` : ""));
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = answer.details;
    this.retryAfter = answer.retryAfter;
  }
}

/** The request has faults (400 and other statuses below 500 without a class of their own). */
export class BadRequest extends ApiError {
  override readonly name = "BadRequest";

  /** The faults of the parameters, all at once. */
  get violations(): readonly Violation[] {
    const found = this.details["violations"];
    return Array.isArray(found) ? found.filter(isViolation) : [];
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

/** The cursor of a change feed is too old, or of another database (410): start over. */
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

/**
 * The error for an answer of 400 or above; undefined if it cannot be of a Marquee service. A gateway in
 * front of the service has bodies of its own for the statuses that gateways give.
 * @internal
 */
export function apiError(
  status: number,
  body: unknown,
  requestId: string | undefined,
  retryAfter: number | undefined,
): ApiError | undefined {
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {};
  const code = error["code"];
  const ofGateway = [401, 403, 429].includes(status) || status >= 500;
  if (typeof code !== "string" && !ofGateway) return undefined;
  const named = error["requestId"];
  const details = error["details"];
  return new (kindOf(status))({
    status,
    code: typeof code === "string" ? printable(code) : "unknown",
    text: printable(String(error["message"] ?? "the answer has no error body")),
    requestId: typeof named === "string" ? printable(named) : requestId,
    details: isObject(details) ? details : {},
    retryAfter,
  });
}

function kindOf(status: number): new (answer: ErrorAnswer) => ApiError {
  switch (status) {
    case 401:
      return Unauthorized;
    case 403:
      return Forbidden;
    case 404:
      return NotFound;
    case 410:
      return CursorExpired;
    case 429:
      return RateLimited;
    default:
      return status >= 500 ? Unavailable : BadRequest;
  }
}

function isViolation(value: unknown): value is Violation {
  return isObject(value) && ["parameter", "reason", "message"].every((name) => typeof value[name] === "string");
}

/**
 * The beginning of a text of the service, in one line that terminals and logs show as it is.
 * @internal
 */
export function printable(text: string): string {
  return text.slice(0, 300).replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]/g, " ");
}

/** @internal */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
