"""Where a client asks, as whom, and how much it keeps."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from . import errors
from ._answers import Body, Cache, Kept
from .calls import Attempt, Request, Response

VERSION = "0.1.0"
# A shorter key is no secret, but may be a part of any word.
_SHORTEST_SECRET = 8


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
        cache_bytes: int,
        max_body_bytes: int,
        user_agent: str | None,
        on_attempt: Callable[[Attempt], None] | None,
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
        if user_agent is not None and re.fullmatch(r"[\x21-\x7e]+( [\x21-\x7e]+)*", user_agent) is None:
            raise ValueError("user_agent is a text such as listings-site/1.2")
        if cache_bytes < 0 or max_body_bytes <= 0:
            raise ValueError("max_body_bytes is above 0, cache_bytes not below")
        self.secure = parts.scheme == "https"
        self.host = parts.hostname
        self.port = parts.port or (443 if self.secure else 80)
        self.host_field = parts.netloc
        self.base_url = f"{parts.scheme}://{parts.netloc}{path}"
        self.max_body_bytes = max_body_bytes
        self.prefix = path
        self.on_attempt: Callable[[Attempt], None] = on_attempt or (lambda _: None)
        self._user_agent = f"marquee-python/{VERSION}" + (f" {user_agent}" if user_agent else "")
        self._key = key
        self.cache = Cache(cache_bytes)

    def __repr__(self) -> str:
        return f"Policy({self.base_url!r})"

    def request(self, target: str, headers: Mapping[str, str], seconds: float) -> Request:
        """A question for a transport of the caller's own, which knows best about hosts and compression."""
        sent = {name: value for name, value in headers.items() if name not in ("Host", "Accept-Encoding")}
        scheme = "https" if self.secure else "http"
        return Request(f"{scheme}://{self.host_field}{target}", sent, seconds)

    def reply(self, response: Response) -> Reply:
        """The answer of a transport of the caller's own."""
        headers = {name.lower(): value for name, value in response.headers.items()}
        headers.pop("content-encoding", None)
        body = self.body(headers, response.status)
        body.add(response.body)
        return Reply(response.status, headers, body.finish())

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
        return text if len(self._key) < _SHORTEST_SECRET else text.replace(self._key, "(key)")

    def shown(self, text: str) -> str:
        """A text of the service as it may stand in a message."""
        return errors.printable(self.without_key(text))

    def headers(self, kept: Kept | None) -> dict[str, str]:
        headers = {
            "Host": self.host_field,
            "Authorization": f"Bearer {self._key}",
            "Accept": "application/json",
            "Accept-Encoding": "gzip",
            "User-Agent": self._user_agent,
        }
        if kept is not None:
            headers["If-None-Match"] = kept.etag
        return headers
