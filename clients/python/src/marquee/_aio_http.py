"""One GET after another over kept connections, for asyncio: HTTP/1.1 over streams."""

from __future__ import annotations

import asyncio
import http.client
import io
import re
import ssl
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from . import errors
from ._answers import Body
from ._exchange import Exchange
from ._policy import Policy, Reply
from .calls import Request, Response

_MAX_IDLE = 8
_PIECE = 64 * 1024
_STATUS_LINE = re.compile(rb"HTTP/(1\.[01]) ([1-5][0-9][0-9])(?: [^\r\n]*)?\r\n")

T = TypeVar("T")


class _Connection:
    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @property
    def usable(self) -> bool:
        return not self.reader.at_eof() and not self.writer.is_closing()

    def close(self) -> None:
        self.writer.close()


class AsyncTransport:
    """Sends the questions of one client. For the tasks of one event loop."""

    def __init__(
        self, policy: Policy, tls: ssl.SSLContext | None, own: Callable[[Request], Awaitable[Response]] | None
    ) -> None:
        if own is not None and tls is not None:
            raise ValueError("a transport of your own has the tls itself")
        self.policy = policy
        self._own = own
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._tls = tls or (ssl.create_default_context() if policy.secure else None)
        self._idle: list[_Connection] = []

    def close(self) -> None:
        """Closes the connections that nobody uses."""
        idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    async def get(self, exchange: Exchange[T]) -> T:
        """As ``Transport.get``."""
        while True:
            try:
                return exchange.result(await self._send(exchange.attempt()))
            except errors.MarqueeError as failure:
                pause = exchange.pause(failure)
            await self.sleep(pause)

    async def _send(self, exchange: Exchange[Any]) -> Reply:
        asking = self._ask_once(exchange) if self._own is None else self._ask_own(self._own, exchange)
        try:
            return await asyncio.wait_for(asking, exchange.seconds)
        except (asyncio.TimeoutError, TimeoutError) as e:
            raise exchange.timed_out() from e
        except (OSError, EOFError, http.client.HTTPException, asyncio.LimitOverrunError) as e:
            raise exchange.failed(e) from e

    async def _ask_own(self, own: Callable[[Request], Awaitable[Response]], exchange: Exchange[Any]) -> Reply:
        return self.policy.reply(await own(exchange.request))

    async def _ask_once(self, exchange: Exchange[Any]) -> Reply:
        fields = (f"{name}: {value}" for name, value in exchange.headers.items())
        lines = [f"GET {exchange.target} HTTP/1.1", *fields]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode("ascii")
        while self._idle:
            connection = self._idle.pop()
            if not connection.usable:
                connection.close()
                continue
            try:
                return await self._ask(connection, request)
            except (ConnectionError, EOFError):
                pass  # The service closed it meanwhile.
        reader, writer = await asyncio.open_connection(
            self.policy.host, self.policy.port, ssl=self._tls, limit=_PIECE
        )
        return await self._ask(_Connection(reader, writer), request)

    async def _ask(self, connection: _Connection, request: bytes) -> Reply:
        try:
            connection.writer.write(request)
            await connection.writer.drain()
            version, status, fields = await _read_head(connection.reader)
            while status < 200:
                version, status, fields = await _read_head(connection.reader)
            body = self.policy.body(fields, status)
            ends = await _read_body(connection.reader, status, fields, body)
            reply = Reply(status, fields, body.finish())
        except BaseException:
            connection.close()
            raise
        closes = fields.get("connection", "").lower() == "close" or version == b"1.0"
        if ends and not closes and len(self._idle) < _MAX_IDLE:
            self._idle.append(connection)
        else:
            connection.close()
        return reply


async def _read_head(reader: asyncio.StreamReader) -> tuple[bytes, int, dict[str, str]]:
    head = await reader.readuntil(b"\r\n\r\n")
    line = _STATUS_LINE.match(head)
    if line is None:
        raise errors.ConnectionFailed("the answer is not HTTP/1.1")
    message = http.client.parse_headers(io.BytesIO(head[line.end() :]))
    return line[1], int(line[2]), {name.lower(): value for name, value in message.items()}


async def _read_body(
    reader: asyncio.StreamReader, status: int, fields: dict[str, str], body: Body
) -> bool:
    """Reads a body into ``body``. Whether another answer may follow on the connection."""
    if status in (204, 304):
        return True
    if fields.get("transfer-encoding", "").lower() == "chunked":
        while size := _chunk_size(await reader.readuntil(b"\n")):
            await _read_exactly(reader, size, body)
            await reader.readexactly(2)
        while (await reader.readuntil(b"\n")).strip():
            pass  # Fields behind the body mean nothing here.
        return True
    length = fields.get("content-length")
    if length is not None:
        if not re.fullmatch("[0-9]{1,18}", length):
            raise errors.ConnectionFailed("the answer has a length that is none")
        await _read_exactly(reader, int(length), body)
        return True
    while piece := await reader.read(_PIECE):
        body.add(piece)
    return False


async def _read_exactly(reader: asyncio.StreamReader, size: int, body: Body) -> None:
    while size > 0:
        piece = await reader.read(min(size, _PIECE))
        if not piece:
            raise EOFError("the connection closed within the answer")
        body.add(piece)
        size -= len(piece)


def _chunk_size(line: bytes) -> int:
    digits = line.partition(b";")[0].strip()
    if not re.fullmatch(rb"[0-9A-Fa-f]{1,12}", digits):
        raise errors.ConnectionFailed("the answer has a chunk without a size")
    return int(digits, 16)
