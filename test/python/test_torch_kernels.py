"""The kernels for lesser processors give what the best of this one gives."""

import json
import os
import subprocess
import sys
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "support"))
import tap  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build"))
PROGRAM = os.path.join(BUILD, "bin", "t2sed")
BEAMS = os.path.join(ROOT, "examples", "cli", "demo", "beams.jsonl")


def probabilities(kernels, precision):
    """Of the demo's candidates, by the best kernels of at most that name."""
    done = subprocess.run(
        [PROGRAM, "score", "--precision", precision, BEAMS],
        env=dict(os.environ, T2SED_CPU=kernels), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, check=True, timeout=300)
    lines = map(json.loads, done.stdout.decode("utf-8").splitlines())
    return [candidate["probability"] for line in lines
            for candidate in line["candidates"]]


def has(kernels):
    """Whether this processor is known to have them."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            return kernels in file.read()
    except OSError:
        return False


class Kernels(unittest.TestCase):
    def compare(self, precision, tolerance):
        wanted = probabilities("", precision)
        self.assertGreater(len(wanted), 5)
        for kernels in ("avx2", "plain"):
            with self.subTest(kernels):
                got = probabilities(kernels, precision)
                self.assertEqual([p is None for p in got],
                                 [p is None for p in wanted])
                for one, other in zip(got, wanted):
                    if one is not None:
                        self.assertAlmostEqual(one, other, delta=tolerance)

    def test_fp32(self):
        self.compare("fp32", 1e-4)

    @unittest.skipUnless(has("avx512_bf16"), "a processor without bf16")
    def test_bf16(self):
        self.compare("bf16", 2e-2)


if __name__ == "__main__":
    if not os.path.exists(os.path.join(BUILD, "lib", "libt2sed-torch.so")):
        print("1..1\nok 1 - kernels # SKIP built without libtorch")
        sys.exit(0)
    tap.main()
