"""What is sent, what an answer means, and what is asked again: all but the reading and writing.

The transports of both clients use it, so that they behave the same.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Generic, TypeVar
from urllib.parse import urlsplit

from . import errors
from ._answers import Body, Cache, Kept

VERSION = "0.1.0"
_REPEATED = (429, 502, 503, 504)
_FIRST_BACKOFF = 0.5
_LONGEST_BACKOFF = 30.0
_LONGEST_RETRY_AFTER = 60.0
# Anything else could not be sent back as it came.
_TAG = re.compile(r'(W/)?"[\x21\x23-\x7e]*"')
# What reading an answer of another shape raises.
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, ArithmeticError)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reply:
    """A complete answer; names of header fields are in lower case, the body is decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Policy:
    """The base URL, the key and the limits of one client."""

    def __init__(
        self,
        base_url: str,
        key: str,
        *,
        timeout: float,
        retries: int,
        cache_bytes: int,
        max_body_bytes: int,
    ) -> None:
        if not base_url:
            raise ValueError("the base URL is missing")
        if not key:
            raise ValueError("the key is missing")
        parts = urlsplit(base_url)
        if (
            parts.scheme not in ("http", "https")
            or not parts.hostname
            or re.fullmatch(r"[\x21-\x7e]+", base_url) is None
        ):
            raise ValueError("the base URL begins with http:// or https:// and has a host")
        if parts.username is not None or parts.query or parts.fragment:
            raise ValueError("the base URL has no user, query or fragment")
        path = parts.path.rstrip("/")
        if path.endswith("/v1"):
            raise ValueError("the base URL does not include /v1")
        if re.fullmatch(r"[\x21-\x7e]+", key) is None:
            raise ValueError("the key has characters that no key has")
        if timeout <= 0 or retries < 0 or cache_bytes < 0 or max_body_bytes <= 0:
            raise ValueError("timeout and max_body_bytes are above 0, retries and cache_bytes not below")
        self.secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.secure else 80)
        self.host_field = parts.netloc
        self.base_url = f"{parts.scheme}://{parts.netloc}{path}"
        self.timeout = timeout
        self.max_body_bytes = max_body_bytes
        self.prefix = path
        self._key = key
        self._retries = retries
        self._cache = Cache(cache_bytes)

    def __repr__(self) -> str:
        return f"Policy({self.base_url!r})"

    def begin(
        self, target: str, read: Callable[[Any], T], *, cached: bool, patient: bool
    ) -> Exchange[T]:
        """An exchange that asks for ``target``, the path and query behind the base URL.

        Args:
            read: makes a value of the JSON of the answer
            cached: whether the answer may be kept, and asked for conditionally
            patient: whether to go on after the last retry
        """
        return Exchange(self, self.prefix + target, read, cached, patient)

    def body(self, headers: Mapping[str, str], status: int) -> Body:
        """What collects the body of an answer."""
        too_large = errors.UnexpectedAnswer(
            f"the answer has more than {self.max_body_bytes} bytes;"
            " ask for less with limit, or raise max_body_bytes",
            status,
            headers.get("x-request-id"),
        )
        return Body(headers.get("content-encoding", "").lower() == "gzip", self.max_body_bytes, too_large)

    def without_key(self, text: str) -> str:
        """A text of the service, which may echo the request."""
        return text.replace(self._key, "(key)")

    def shown(self, text: str) -> str:
        """A text of the service as it may stand in a message."""
        return errors.printable(self.without_key(text))

    def _headers(self, kept: Kept | None) -> dict[str, str]:
        headers = {
            "Host": self.host_field,
            "Authorization": f"Bearer {self._key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": f"marquee-python/{VERSION}",
        }
        if kept is not None:
            headers["If-None-Match"] = kept.etag
        return headers


class Exchange(Generic[T]):
    """One question and its attempts.

    A transport sends ``headers`` to ``target`` until ``result`` returns; on an error it asks
    ``pause`` how long to wait, which raises the error where asking again does not help.
    """

    def __init__(
        self, policy: Policy, target: str, read: Callable[[Any], T], cached: bool, patient: bool
    ) -> None:
        self._policy = policy
        self._read = read
        self._cached = cached
        self._patient = patient
        self._attempts = 0
        self._kept = policy._cache.find(target) if cached else None
        self.target = target
        self.headers = policy._headers(self._kept)

    def result(self, reply: Reply) -> T:
        """The value of a successful answer. Raises a MarqueeError for any other."""
        if reply.status == 304 and self._kept is not None:
            return self._value(reply, self._kept.body)
        if reply.status != 200:
            raise self._error(reply)
        value = self._value(reply, reply.body)
        etag = reply.headers.get("etag", "")
        if self._cached and _TAG.fullmatch(etag) and "no-store" not in reply.headers.get("cache-control", "").lower():
            self._policy._cache.keep(self.target, Kept(etag, reply.body))
        return value

    def pause(self, failure: errors.MarqueeError) -> float:
        """Seconds to wait before the next attempt. Raises ``failure`` if there is none."""
        attempt = self._attempts
        self._attempts += 1
        repeated = isinstance(failure, errors.ConnectionFailed) or (
            isinstance(failure, errors.ApiError) and failure.status in _REPEATED
        )
        if not repeated or (attempt >= self._policy._retries and not self._patient):
            raise failure
        after = failure.retry_after if isinstance(failure, errors.ApiError) else None
        if after is None:
            longest = min(_LONGEST_BACKOFF, _FIRST_BACKOFF * 2.0 ** min(attempt, 16))
            return random.uniform(longest / 2, longest)
        if after > _LONGEST_RETRY_AFTER:
            raise failure
        # Never less than the service says, and not at the same moment as everybody else.
        return after + random.uniform(0, 1)

    def _error(self, reply: Reply) -> errors.MarqueeError:
        if 300 <= reply.status < 400 and reply.status != 304:
            to = self._policy.shown(reply.headers.get("location", "nowhere"))
            return self._unexpected(f"a redirect to {to}, which is not followed", reply)
        if reply.status < 400:
            return self._unexpected("no data", reply)
        try:
            body = json.loads(self._policy.without_key(reply.body.decode()))
        except (ValueError, RecursionError):
            body = None
        error = errors.api_error(reply.status, body, self._request_id(reply), _retry_after(reply))
        return error or self._unexpected("no error of a Marquee service", reply)

    def _value(self, reply: Reply, body: bytes) -> T:
        try:
            json_value = json.loads(body.decode())
        except (ValueError, RecursionError):
            kind = self._policy.shown(reply.headers.get("content-type", "no type"))
            raise self._unexpected(f"a body that is not JSON ({kind})", reply) from None
        try:
            return self._read(json_value)
        except _MALFORMED as e:
            what = self._policy.shown(f"{type(e).__name__}: {e}")
            raise self._unexpected(f"JSON of another shape ({what})", reply) from None

    def _unexpected(self, what: str, reply: Reply) -> errors.UnexpectedAnswer:
        """The error for an answer that is not of the interface."""
        path = self.target.partition("?")[0]
        return errors.UnexpectedAnswer(
            f"GET {path} was answered with status {reply.status} and {what};"
            f" check the base URL {self._policy.base_url}",
            reply.status,
            self._request_id(reply),
        )

    def _request_id(self, reply: Reply) -> str | None:
        named = reply.headers.get("x-request-id")
        return self._policy.shown(named) if named else None


def _retry_after(reply: Reply) -> float | None:
    value = reply.headers.get("retry-after", "")
    if re.fullmatch(r"[0-9]+", value):
        return float(value[:12])
    try:
        until = parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    try:
        now = parsedate_to_datetime(reply.headers.get("date", ""))
    except (TypeError, ValueError):
        now = datetime.now(timezone.utc)
    if until.tzinfo is None or now.tzinfo is None:
        return None
    return max(0.0, (until - now).total_seconds())
