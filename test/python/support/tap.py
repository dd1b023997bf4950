"""unittest with TAP output, which test/run.sh sums up."""

import sys
import traceback
import unittest


class _Result(unittest.TestResult):
    count = 0

    def _line(self, ok, test, note=""):
        type(self).count += 1
        print(f"{'ok' if ok else 'not ok'} {self.count} - {test.id()}{note}",
              flush=True)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._line(True, test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._line(True, test, f" # SKIP {reason}")

    def _fail(self, test, error):
        self._line(False, test)
        for line in "".join(traceback.format_exception(*error)).splitlines():
            print(f"# {line}")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._fail(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._fail(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._fail(subtest, err)


def main():
    """Runs the tests of the calling module; its exit status says how it went."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules["__main__"])
    result = _Result()
    suite.run(result)
    print(f"1..{result.count}")
    sys.exit(0 if result.wasSuccessful() and result.count else 1)
