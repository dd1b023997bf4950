"""``python -m t2sed``: the program t2sed, with its arguments. Files that end in
``.parquet`` are read as lines; ``--parquet FILE`` writes what is printed."""
from __future__ import annotations

import os
import sys

from . import parquet
from .library import program


def main() -> None:
    """Becomes the program; an error where there is none."""
    path = program()
    if path is None:
        sys.exit("t2sed: the program t2sed lies neither in the package nor "
                 "on the path")
    if parquet.is_asked(sys.argv[1:]):
        try:
            sys.exit(parquet.run(path, sys.argv[1:]))
        except KeyboardInterrupt:  # the program has told
            sys.exit(130)
        except Exception as error:  # pylint: disable=broad-exception-caught
            print(f"t2sed: {error}", file=sys.stderr)  # pyarrow's are many
            sys.exit(2)
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
