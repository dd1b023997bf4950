"""``python -m t2sed``: the program t2sed, with its arguments."""
from __future__ import annotations

import os
import sys

from .library import program


def main() -> None:
    """Becomes the program; an error where there is none."""
    path = program()
    if path is None:
        sys.exit("t2sed: the program t2sed lies neither in the package nor "
                 "on the path")
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
