"""What can go wrong with a request, as exceptions.

Every answer of 400 and above has the body ``{"error": {"code", "message", "requestId", "details"}}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class MarqueeError(Exception):
    """A request failed. All other errors of this package are of this kind."""


class ConnectionFailed(MarqueeError):
    """The service could not be reached, or the connection broke, after all retries."""


class TimedOut(ConnectionFailed):
    """The service did not answer within the timeout, after all retries."""


class ApiError(MarqueeError):
    """The service answered with an error.

    Attributes:
        status: the HTTP status, 400 to 599
        code: such as ``not_found``
        message: for the developer who reads it
        request_id: names the request in the operator's log; None where the answer has none
        details: more, depending on the code
    """

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        request_id: str | None = None,
        details: Mapping[str, Any] | None = None,
        retry_after: float | None = None,
    ) -> None:
        suffix = f" (request {request_id})" if request_id else ""
        super().__init__(f"{status} {code}: {message}{suffix}")
        self.status = status
        self.code = code
        self.message = message
        self.request_id = request_id
        self.details: Mapping[str, Any] = details or {}
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True)
class Violation:
    """One fault of a request: ``reason`` is such as ``too_large``."""

    parameter: str
    reason: str
    message: str


class BadRequest(ApiError):
    """The request has faults (400 and others of the client's own making)."""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The faults of the parameters, all at once."""
        return tuple(
            Violation(str(v.get("parameter", "")), str(v.get("reason", "")), str(v.get("message", "")))
            for v in self.details.get("violations", ())
        )


class Unauthorized(ApiError):
    """The key is missing or not valid (401)."""


class Forbidden(ApiError):
    """The organization has no active entitlement, or is suspended (403)."""


class NotFound(ApiError):
    """There is no such record (404)."""


class CursorExpired(ApiError):
    """The cursor of a change feed is too old, or of another database (410): start over."""


class RateLimited(ApiError):
    """Too many requests (429), after all retries. ``retry_after`` is in seconds."""


class Unavailable(ApiError):
    """The service cannot answer now (500 and above), after all retries."""


def from_answer(status: int, body: object, retry_after: float | None) -> ApiError:
    """The exception for an answer of 400 or above."""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict):
        error = {}
    details = error.get("details")
    kind: type[ApiError]
    if status == 401:
        kind = Unauthorized
    elif status == 403:
        kind = Forbidden
    elif status == 404:
        kind = NotFound
    elif status == 410:
        kind = CursorExpired
    elif status == 429:
        kind = RateLimited
    elif status >= 500:
        kind = Unavailable
    else:
        kind = BadRequest
    request_id = error.get("requestId")
    return kind(
        status,
        str(error.get("code", "unknown")),
        str(error.get("message", "the answer has no error body")),
        str(request_id) if request_id is not None else None,
        details if isinstance(details, dict) else None,
        retry_after,
    )
