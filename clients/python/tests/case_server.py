"""Answers as a case says, over plain sockets, and notes what does not fit the case."""

from __future__ import annotations

import base64
import gzip
import json
import socket
import threading
from datetime import datetime, timedelta, timezone
from typing import Any
from urllib.parse import parse_qsl

KEY = "mq_0123456789abcdefghijklmnopqrstuvABCDEF"


class CaseServer:
    """Serves the exchanges of one case in turn, each on a connection of its own."""

    def __init__(self, exchanges: list[dict[str, Any]]) -> None:
        self._exchanges = [each for each in exchanges for _ in range(each.get("times", 1))]
        self.now = datetime.now(timezone.utc)  # moves with the answers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self.faults: list[str] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Stops; what was never asked for is a fault."""
        self._stopped.set()
        self._listener.close()
        self.faults += [f"never asked: {e['request']}" for e in self._exchanges]

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            head = b""
            while b"\r\n\r\n" not in head:
                piece = connection.recv(65536)
                if not piece:
                    return
                head += piece
            lines = head.decode("latin-1").split("\r\n")
            fields = {n.lower(): v.strip() for n, _, v in (line.partition(":") for line in lines[1:])}
            with self._lock:
                if not self._exchanges:
                    self.faults.append(f"asked too often: {lines[0]}")
                    return
                exchange = self._exchanges.pop(0)
            self.faults += differences(lines[0], fields, exchange["request"])
            try:
                self._answer(connection, exchange["answer"])
            except OSError:
                pass  # The client has gone, as it does after a timeout.

    def _answer(self, connection: socket.socket, answer: dict[str, Any]) -> None:
        if self._stopped.wait(answer.get("delay", 0)):
            return
        self.now += timedelta(days=answer.get("days", 0))
        if answer.get("cut") == "head":
            connection.sendall(b"HTTP/1.1 2")
            return
        status = answer.get("status", 200)
        body = self._body(answer)
        fields = {"Content-Type": "application/json", "Connection": "close"}
        if answer.get("gzip"):
            fields["Content-Encoding"] = "gzip"
        if answer.get("endless"):
            fields["Transfer-Encoding"] = "chunked"
        elif status not in (204, 304):
            fields["Content-Length"] = str(len(body))
        fields.update({n: self._filled(v) for n, v in answer.get("headers", {}).items()})
        head = f"HTTP/1.1 {status} Status\r\n" + "".join(f"{n}: {v}\r\n" for n, v in fields.items())
        connection.sendall(head.encode() + b"\r\n")
        if answer.get("endless"):
            while not self._stopped.is_set():
                connection.sendall(b"3e8\r\n" + b" " * 1000 + b"\r\n")
        elif "drip" in answer:
            for byte in body:
                if self._stopped.wait(answer["drip"]):
                    return
                connection.sendall(bytes([byte]))
        elif answer.get("cut") == "within":
            connection.sendall(body[: len(body) // 2])
        else:
            connection.sendall(body)
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)

    def _body(self, answer: dict[str, Any]) -> bytes:
        if "body" in answer:
            body = self._filled(json.dumps(answer["body"], separators=(",", ":"), ensure_ascii=False)).encode()
        elif "repeat" in answer:
            body = answer["repeat"]["text"].encode() * answer["repeat"]["times"]
        elif "base64" in answer:
            body = base64.b64decode(answer["base64"])
        else:
            body = str(answer.get("text", "")).encode()
        return gzip.compress(body) if answer.get("gzip") else body

    def _filled(self, text: str) -> str:
        return text.replace("{server}", self.url).replace("{key}", KEY)


def differences(line: str, fields: dict[str, str], expected: dict[str, Any]) -> list[str]:
    """What a request has that the case does not expect."""
    method, target, _ = line.split(" ")
    path, _, query = target.partition("?")
    given = dict(parse_qsl(query, keep_blank_values=True, strict_parsing=bool(query)))
    wanted = {n: given.get(n) if v == "*" else v for n, v in expected["query"].items()}
    found = []
    if (method, path, given) != ("GET", expected["path"], wanted):
        found.append(f"{line} is not {expected}")
    usual = {"Authorization": f"Bearer {KEY}", "Accept": "application/json", "User-Agent": "marquee-*"}
    for name, value in {**usual, **expected.get("headers", {})}.items():
        sent = fields.get(name.lower())
        first, star, last = (value or "").partition("*")
        if not (sent is not None and sent.startswith(first) and sent.endswith(last) if star else sent == value):
            found.append(f"{line}: {name} is {sent}, not {value}")
    return found
