"""The wheel and the source archive have what an installer needs, and the wheel works."""

from __future__ import annotations

import base64
import csv
import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

import build_backend  # noqa: E402
from marquee import _policy  # noqa: E402


class PackageTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_the_wheel_works_by_itself(self) -> None:
        wheel = self.folder / build_backend.build_wheel(str(self.folder))
        environment = {**os.environ, "PYTHONPATH": str(wheel)}
        program = "import marquee; print(marquee.Client('http://a.example', 'mq_1'), marquee.__file__)"
        command = [sys.executable, "-c", program]
        printed = subprocess.run(command, env=environment, cwd=self.folder, check=True, capture_output=True, text=True)
        self.assertIn("Client('http://a.example')", printed.stdout)
        self.assertIn(str(wheel), printed.stdout)

    def test_the_record_of_the_wheel_is_true(self) -> None:
        with zipfile.ZipFile(self.folder / build_backend.build_wheel(str(self.folder))) as wheel:
            names = wheel.namelist()
            record = wheel.read(f"{build_backend.INFO}/RECORD").decode()
            for name, digest, size in csv.reader(record.splitlines()):
                if digest:
                    content = wheel.read(name)
                    hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                    self.assertEqual((f"sha256={hashed}", str(len(content))), (digest, size), name)
            self.assertEqual(sorted(names), sorted(row[0] for row in csv.reader(record.splitlines())))
        self.assertIn("marquee/py.typed", names)
        self.assertIn(f"{build_backend.INFO}/licenses/LICENSE", names)

    def test_the_source_archive_builds_the_same_wheel(self) -> None:
        archive = self.folder / build_backend.build_sdist(str(self.folder))
        with tarfile.open(archive) as sources:
            sources.extractall(self.folder)
        top = self.folder / archive.name.removesuffix(".tar.gz")
        self.assertTrue((top / "PKG-INFO").is_file())
        program = f"import build_backend; print(build_backend.build_wheel({str(top)!r}))"
        made = subprocess.run([sys.executable, "-c", program], cwd=top, check=True, capture_output=True, text=True)
        wheel = self.folder / build_backend.build_wheel(str(self.folder))
        self.assertEqual(wheel.read_bytes(), (top / made.stdout.strip()).read_bytes())

    def test_the_version_is_the_same_everywhere(self) -> None:
        project = (ROOT / "pyproject.toml").read_text()
        self.assertIn(f'\nversion = "{build_backend.VERSION}"\n', project)
        self.assertEqual(build_backend.VERSION, _policy.VERSION)
        self.assertEqual((ROOT / "LICENSE").read_text(), (ROOT.parents[1] / "LICENSE").read_text())


if __name__ == "__main__":
    unittest.main()
