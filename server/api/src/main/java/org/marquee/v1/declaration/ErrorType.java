package org.marquee.v1.declaration;

/// The errors of the operations (docs/api.md, "Errors"). Those that a connection gives before there
/// is a request to an operation are in [org.marquee.http].
public enum ErrorType {
  INVALID_REQUEST(
      400,
      "bad_request",
      "A parameter is unknown, repeated, empty or not acceptable. `details.violations` lists every"
          + " fault."),
  UNAUTHORIZED(
      401, "unauthorized", "The API key is missing, wrong, expired or revoked. Ask the operator."),
  NOT_ENTITLED(
      403, "entitlement_required", "The organization has no active entitlement. Ask the operator."),
  SUSPENDED(403, "forbidden", "The organization is suspended. Ask the operator."),
  NOT_IN_PLAN(
      403, "forbidden", "The organization's plan does not include whole lists and bulk files."),
  NO_SUCH_RECORD(404, "not_found", "No record has this id."),
  CURSOR_EXPIRED(
      410,
      "not_found",
      "What follows the cursor is not remembered any more, or the cursor belongs to another"
          + " database. `details.reason` is `cursor_expired`. Start over: `since=now`, then the"
          + " lists."),
  PRECONDITION_FAILED(
      412,
      "bad_request",
      "`If-Match` does not hold: all tags are weak, but those of bulk files. Use `If-None-Match`."),
  RATE_LIMITED(
      429,
      "rate_limited",
      "Too many requests. Wait as many seconds as `Retry-After` and `details.retryAfterSeconds`"
          + " say. Where the quota of the month is used up, `details.reason` is `quota`, and"
          + " `details.renewsAt` says when the next one begins."),
  INTERNAL_ERROR(500, "internal_error", "An unexpected error. Tell the operator the `requestId`."),
  UNAVAILABLE(
      503,
      "database_unavailable",
      "The data cannot be reached now. Wait as many seconds as `Retry-After` says.");

  private final int status;
  private final String code;
  private final String description;

  ErrorType(int status, String code, String description) {
    this.status = status;
    this.code = code;
    this.description = description;
  }

  /// The HTTP status.
  public int status() {
    return status;
  }

  /// The code in the error's body.
  public String code() {
    return code;
  }

  /// When it happens and what to do, for callers, in Markdown.
  public String description() {
    return description;
  }
}
