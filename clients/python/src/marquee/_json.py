"""How members of answers become values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from datetime import datetime, timedelta, timezone
from typing import Any, TypeAlias, cast

Json: TypeAlias = Mapping[str, Any]

_TIMESTAMP = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(Z|[+-]\d\d:\d\d)"
)


def parse_timestamp(text: str) -> datetime:
    """A timestamp of RFC 3339, with its offset. Digits beyond microseconds are dropped."""
    match = _TIMESTAMP.fullmatch(text)
    if match is None:
        raise ValueError(f"not a timestamp: {text}")
    year, month, day, hour, minute, second, fraction, offset = match.groups()
    if offset == "Z":
        zone = timezone.utc
    else:
        minutes = int(offset[1:3]) * 60 + int(offset[4:6])
        zone = timezone(timedelta(minutes=-minutes if offset[0] == "-" else minutes))
    micros = int((fraction or "0")[:6].ljust(6, "0"))
    return datetime(
        int(year), int(month), int(day), int(hour), int(minute), int(second or 0), micros, zone
    )


def optional_timestamp(json: Json, member: str) -> datetime | None:
    """A timestamp that may be absent."""
    text = json.get(member)
    return None if text is None else parse_timestamp(text)


def of_members(cls: type[Any], json: Json, **readers: Callable[[Any], Any]) -> Any:
    """A value of a dataclass. Lists become tuples; a member without a reader stays as it is."""
    found: dict[str, Any] = {}
    for name in (each.name for each in fields(cls)):
        first, *others = name.rstrip("_").split("_")
        value = json.get(first + "".join(map(str.capitalize, others)))
        read = readers.get(name, lambda same: same)
        if isinstance(value, list):
            found[name] = tuple(map(read, cast("list[Any]", value)))
        elif value is not None:
            found[name] = read(value)
    return cls(**found)


def beside(record: Json, details: Json | None) -> Json:
    """A record with what stands beside it in the answer as its ``details``."""
    return record if details is None else {**record, "details": details}


def all_beside(records: Any, details: Any) -> Sequence[Json]:
    """The same for a list."""
    if not isinstance(records, list):
        raise ValueError("data that is no list")
    found = cast("list[Json]", records)
    if details is None:
        return found
    if len(details) != len(found):
        raise ValueError("details that do not go with their records")
    return list(map(beside, found, details))


def optional_details(cls: Any, json: Json) -> Any:
    """What stands beside a record; None where it was not asked for."""
    return None if json.get("details") is None else cls.from_json(json["details"])
