"""The example of the README works as it stands there: against a recorded case, and against a running service."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from case_server import KEY, CaseServer

ROOT = Path(__file__).parents[1]
CASE = json.loads((ROOT.parent / "cases" / "tonight.json").read_text())


def run_example(url: str, key: str) -> str:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    environment = {**os.environ, "MARQUEE_URL": url, "MARQUEE_KEY": key, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-W", "error", "-c", blocks[0]]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


class ReadmeTest(unittest.TestCase):
    def test_the_example_prints_tonight(self) -> None:
        server = CaseServer(CASE["exchanges"])
        try:
            printed = run_example(server.url, KEY)
        finally:
            server.close()
        self.assertEqual([], server.faults)
        self.assertEqual("The Gannet, 1.3 km\n   Solaris 18:50 to 21:37\n", printed)


if __name__ == "__main__":
    unittest.main()
