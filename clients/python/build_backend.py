"""Builds the wheel and the source archive with the standard library (PEP 517).

A backend of its own needs no other package, so the client is built wherever Python is, without a
network (docs/decisions/0136).
"""

from __future__ import annotations

import base64
import hashlib
import io
import tarfile
import time
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
VERSION = "0.1.0"
NAME = "marquee_client"
INFO = f"{NAME}-{VERSION}.dist-info"
METADATA = f"""\
Metadata-Version: 2.4
Name: marquee-client
Version: {VERSION}
Summary: Client for the cinema listings of a Marquee service
Project-URL: Homepage, https://marquee.example
License-Expression: Apache-2.0
License-File: LICENSE
Keywords: cinema,listings,showtimes,marquee
Classifier: Operating System :: OS Independent
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.10
Description-Content-Type: text/markdown

"""
WHEEL = "Wheel-Version: 1.0\nGenerator: marquee\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
# A build is a function of its sources: archives carry this time instead of the clock's.
TIME = (2026, 11, 1, 0, 0, 0)


def metadata() -> bytes:
    return (METADATA + (ROOT / "README.md").read_text("utf-8")).encode()


def build_wheel(folder: str, config: Any = None, metadata_folder: str | None = None) -> str:
    """Writes the wheel into a folder. Returns its name."""
    modules = sorted((ROOT / "src" / "marquee").iterdir())
    files = {f"marquee/{p.name}": p.read_bytes() for p in modules if p.suffix == ".py" or p.name == "py.typed"}
    files[f"{INFO}/METADATA"] = metadata()
    files[f"{INFO}/WHEEL"] = WHEEL.encode()
    files[f"{INFO}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    record = "".join(f"{path},{digest(content)},{len(content)}\n" for path, content in files.items())
    files[f"{INFO}/RECORD"] = f"{record}{INFO}/RECORD,,\n".encode()
    name = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content)
    return name


def build_sdist(folder: str, config: Any = None) -> str:
    """Writes the source archive into a folder. Returns its name."""
    top = f"{NAME}-{VERSION}"
    with tarfile.open(Path(folder) / f"{top}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for pattern in ("pyproject.toml", "build_backend.py", "README.md", "LICENSE", "src/marquee/*"):
            for path in sorted(ROOT.glob(pattern)):
                if path.is_file():
                    add(archive, f"{top}/{path.relative_to(ROOT).as_posix()}", path.read_bytes())
        add(archive, f"{top}/PKG-INFO", metadata())
    return f"{top}.tar.gz"


def add(archive: tarfile.TarFile, path: str, content: bytes) -> None:
    entry = tarfile.TarInfo(path)
    entry.size = len(content)
    entry.mode = 0o644
    entry.mtime = int(time.mktime((*TIME, 0, 0, 0)))
    archive.addfile(entry, io.BytesIO(content))


def digest(content: bytes) -> str:
    hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest())
    return "sha256=" + hashed.decode().rstrip("=")
