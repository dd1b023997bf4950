"""Appends to a shared library the metadata by which DuckDB knows an extension:

    footer.py LIBRARY EXTENSION API_VERSION VERSION [PLATFORM]

512 bytes: eight fields of 32, the last first (unused three times, kind of ABI,
version of the extension, of DuckDB's C API, platform, format "4"), and 256 bytes
for a signature, which are zero here: DuckDB loads it with
allow_unsigned_extensions. Before them stands the head of a WebAssembly section
that DuckDB's own extensions have in every format.
"""
import platform
import sys


def main(library, extension, api, version, target=None):
    machine = {"x86_64": "amd64", "aarch64": "arm64"}.get(
        platform.machine(), platform.machine())
    fields = ["", "", "", "C_STRUCT", version, api,
              target or f"linux_{machine}", "4"]
    head = b"\0\x93\x04\x10duckdb_signature\x80\x04"
    with open(library, "rb") as file:
        data = file.read()
    with open(extension, "wb") as file:
        file.write(data + head + b"".join(
            field.encode().ljust(32, b"\0") for field in fields) + bytes(256))


if __name__ == "__main__":
    main(*sys.argv[1:])
