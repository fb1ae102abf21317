"""What can go wrong with a request, as exceptions.

An argument that cannot be sent at all, such as an empty id, is a ``ValueError``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast


class MarqueeError(Exception):
    """A request failed. All other errors of this package are of this kind."""


class ConnectionFailed(MarqueeError):
    """The service could not be reached, or the connection broke, after all retries."""


class TimedOut(ConnectionFailed):
    """The service did not answer completely within the timeout, after all retries."""


class UnexpectedAnswer(MarqueeError):
    """Something answered, but not as a Marquee service does. Often the base URL is wrong.

    Attributes:
        status: the HTTP status
        request_id: names the request in the operator's log; None where the answer has none
    """

    def __init__(self, message: str, status: int, request_id: str | None = None) -> None:
        super().__init__(message + (f" (request {request_id})" if request_id else ""))
        self.status = status
        self.request_id = request_id


class ApiError(MarqueeError):
    """The service answered with an error.

    Attributes:
        status: the HTTP status, 400 to 599
        code: such as ``not_found``; ``unknown`` where the answer is a gateway's
        message: for the developer who reads it
        request_id: names the request in the operator's log; None where the answer has none
        details: more, depending on the code
        retry_after: seconds to wait before the next request; None where the service does not say
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
        super().__init__(
            f"{status} {code}: {message}" + (f" (request {request_id})" if request_id else "")
        )
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
    """The request has faults (400 and other statuses below 500 without a class of their own)."""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """The faults of the parameters, all at once."""
        found = self.details.get("violations")
        return tuple(
            Violation(v["parameter"], v["reason"], v["message"])
            for v in map(_members, cast("list[object]", found) if isinstance(found, list) else ())
            if all(isinstance(v.get(name), str) for name in ("parameter", "reason", "message"))
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
    """Too many requests (429), after all retries."""


class Unavailable(ApiError):
    """The service cannot answer now (500 and above), after all retries."""


_LONGEST_TEXT = 300
_BY_STATUS: Mapping[int, type[ApiError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    410: CursorExpired,
    429: RateLimited,
}


def _members(value: object) -> dict[str, Any]:
    """The members of a JSON object; none of anything else."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def printable(text: str) -> str:
    """The beginning of a text of the service, in one line that terminals and logs show as it is."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", text[:_LONGEST_TEXT])


def api_error(
    status: int, body: object, request_id: str | None, retry_after: float | None
) -> ApiError | None:
    """The exception for an answer of 400 or above; None if it cannot be of a Marquee service.

    A gateway in front of the service has bodies of its own for the statuses that gateways give.
    """
    error = _members(_members(body).get("error"))
    if not isinstance(error.get("code"), str):
        if status not in (401, 403, 429) and status < 500:
            return None
        error = {"code": "unknown", "message": "the answer has no error body"}
    named = error.get("requestId")
    return _BY_STATUS.get(status, Unavailable if status >= 500 else BadRequest)(
        status,
        printable(error["code"]),
        printable(str(error.get("message", ""))),
        printable(named) if isinstance(named, str) else request_id,
        _members(error.get("details")),
        retry_after,
    )
