"""Pieces of the pickles in PyTorch's checkpoints, and reading safetensors."""

import json
import struct


def text(value):
    """BINUNICODE"""
    data = value.encode()
    return b"X" + struct.pack("<I", len(data)) + data


def integer(value):
    """BININT"""
    return b"J" + struct.pack("<i", value)


def storage(kind=b"FloatStorage", key="0", elements=6, view=b""):
    return (b"(" + text("storage") + b"ctorch\n" + kind + b"\n" + text(key)
            + text("cpu") + integer(elements) + view + b"tQ")


def tensor(sizes=b"K\2K\3\206", strides=b"K\3K\1\206", offset=b"K\0",
           of=storage()):
    return (b"ctorch._utils\n_rebuild_tensor_v2\n(" + of + offset + sizes
            + strides + b"\211ccollections\nOrderedDict\n)RtR")


BEGIN, END = b"\200\2}q\0(", b"u."


def read(path):
    """A safetensors file: {name: (type, shape, bytes)}."""
    with open(path, "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header, data = json.loads(file.read(size)), file.read()
    return {name: (at["dtype"], at["shape"], data[slice(*at["data_offsets"])])
            for name, at in header.items() if name != "__metadata__"}
