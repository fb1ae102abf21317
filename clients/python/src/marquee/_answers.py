"""Bodies of answers: how they are collected, and how long they are kept."""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from dataclasses import dataclass

from . import errors


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer that may still hold."""

    etag: str
    body: bytes


class Cache:
    """The last answers with their tags, at most so many bytes of them. Safe for many threads."""

    def __init__(self, max_bytes: int) -> None:
        self._max = max_bytes
        self._bytes = 0
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, target: str) -> Kept | None:
        with self._lock:
            kept = self._kept.get(target)
            if kept is not None:
                self._kept.move_to_end(target)
            return kept

    def keep(self, target: str, kept: Kept) -> None:
        with self._lock:
            old = self._kept.pop(target, None)
            if old is not None:
                self._bytes -= len(old.body)
            if len(kept.body) > self._max:
                return
            self._kept[target] = kept
            self._bytes += len(kept.body)
            while self._bytes > self._max:
                _, oldest = self._kept.popitem(last=False)
                self._bytes -= len(oldest.body)


class Body:
    """Collects a body piece by piece, decompresses it, and stops at the limit."""

    def __init__(self, gzip: bool, limit: int, too_large: errors.UnexpectedAnswer) -> None:
        self._gzip = zlib.decompressobj(31) if gzip else None
        self._limit = limit
        self._too_large = too_large
        self._bytes = bytearray()

    def add(self, piece: bytes) -> None:
        if self._gzip is not None:
            try:
                piece = self._gzip.decompress(piece, self._limit + 1)
            except zlib.error as e:
                raise errors.ConnectionFailed("the compressed answer is damaged") from e
        self._bytes += piece
        if len(self._bytes) > self._limit:
            raise self._too_large

    def finish(self) -> bytes:
        if self._gzip is not None and self._bytes and not self._gzip.eof:
            raise errors.ConnectionFailed("the compressed answer has no end")
        return bytes(self._bytes)
