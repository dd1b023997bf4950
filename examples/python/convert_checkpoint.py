#!/usr/bin/env python3
"""Writes the weights of a PyTorch checkpoint as safetensors.

    python3 convert_checkpoint.py FILE [OUT]

FILE is what torch.save or PyTorch Lightning wrote: pytorch_model.bin, *.pt,
*.pth, *.ckpt, in PyTorch's zip format or in that of before version 1.6. OUT is
model.safetensors beside FILE unless it is given. `t2sed import` reads the
directory then; convert_detector.py makes a model directory of the published
detector's checkpoint. Needs Python 3.8 and nothing else, no torch either.

A checkpoint is a pickle: a program that may call any Python function when it is
loaded. This script does not load it. It reads the opcodes one by one and
follows the few that describe tensors in a dictionary; a name stands for a
tensor, a dictionary, or nothing at all, and is never imported or called. Files
with any other name are refused. What Lightning keeps beside the weights
("hyper_parameters", "callbacks", optimizer states) is skipped; objects of the
modules in SKIPPED may stand there, and those of --skip MODULE.
"""

import argparse
import errno
import io
import json
import math
import os
import pickletools
import struct
import sys
import zipfile

PICKLE_LIMIT = 16 << 20  # bytes; thousands of tensors fit
MOST_DIMENSIONS = 8
MOST_COPIES = 4  # bytes written for each byte of the checkpoint
CHUNK = 1 << 20

# torch's storage types: safetensors' name of the type, bytes of an element.
STORAGES = {
    "DoubleStorage": ("F64", 8), "FloatStorage": ("F32", 4),
    "HalfStorage": ("F16", 2), "BFloat16Storage": ("BF16", 2),
    "LongStorage": ("I64", 8), "IntStorage": ("I32", 4),
    "ShortStorage": ("I16", 2), "CharStorage": ("I8", 1),
    "ByteStorage": ("U8", 1), "BoolStorage": ("BOOL", 1),
}
NAMES = {("collections", "OrderedDict"), ("torch._utils", "_rebuild_tensor_v2"),
         ("torch._utils", "_rebuild_parameter"),
         *(("torch", name) for name in STORAGES)}
# What may stand beside the weights: objects of these modules, builtins.
BUILTINS = ("bytearray", "complex", "dict", "frozenset", "list", "set", "slice")
SKIPPED_BUILTINS = {"builtins": BUILTINS, "__builtin__": BUILTINS}
SKIPPED = {"_codecs", "argparse", "collections", "lightning",
           "lightning_fabric", "numpy", "omegaconf", "pathlib",
           "pytorch_lightning", "torch", "transformers"}
# Where the weights are, in a checkpoint that holds more than them.
WEIGHTS = ("state_dict", "model_state_dict", "model")


class Refused(Exception):
    """The file is not a checkpoint, or one that this script does not take."""


class Name:
    """What GLOBAL names: one of NAMES, or an object that is skipped."""

    def __init__(self, module, name, known):
        self.module, self.name, self.known = module, name, known


class Pairs:
    """A dictionary as a list of (key, value): keys need not be hashable."""

    def __init__(self):
        self.items = []


class Storage:
    def __init__(self, kind, key, elements):
        self.dtype, self.size = STORAGES[kind]
        self.key, self.elements = key, elements


class Tensor:
    def __init__(self, storage, offset, shape, strides):
        self.storage, self.offset = storage, offset
        self.shape, self.strides = shape, strides
        self.elements = math.prod(shape)
        self.bytes = self.elements * storage.size
        last = offset + sum((n - 1) * stride
                            for n, stride in zip(shape, strides))
        if self.elements and last >= storage.elements:
            raise Refused("a tensor lies outside of its data")
        if self.elements > storage.elements:
            raise Refused("a tensor repeats its elements (torch's expand)")

    def in_order(self):
        """Whether the elements lie one after another, the last index first."""
        step = 1
        for n, stride in zip(reversed(self.shape), reversed(self.strides)):
            if n != 1 and stride != step:
                return False
            step *= n
        return True


SKIP = object()  # an object whose contents do not matter
MARK = object()


class Machine:
    """The stack machine that a pickle runs on, without the calls."""

    def __init__(self, skipped):
        self.skipped = skipped
        self.stack, self.memo = [], {}

    def above_mark(self):
        for i in range(len(self.stack) - 1, -1, -1):
            if self.stack[i] is MARK:
                values = self.stack[i + 1:]
                del self.stack[i:]
                return values
        raise Refused("the pickle has no mark where it needs one")

    def top(self, kind, what):
        if not isinstance(self.stack[-1], kind):
            raise Refused(f"the pickle has {what} where none belongs")
        return self.stack[-1]

    def name(self, module, name):
        known = (module, name) in NAMES
        if (not known and module.split(".")[0] not in self.skipped
                and name not in SKIPPED_BUILTINS.get(module, ())):
            raise Refused(f"it names {module + '.' + name!r}, which is neither "
                          "a dictionary nor a tensor; nothing in it was run")
        self.stack.append(Name(module, name, known))

    def extend(self, kind, values):
        """Adds the values to the container on top of the stack."""
        if self.stack[-1] is SKIP:
            return
        to = self.top(kind, "items")
        if kind is list:
            to.extend(values)
        elif len(values) % 2:
            raise Refused("the pickle has a key without a value")
        else:
            to.items.extend(zip(values[::2], values[1::2]))

    def storage(self):
        """("storage", type, key, device, elements[, view])"""
        of = self.stack.pop()
        if (not isinstance(of, tuple) or len(of) not in (5, 6)
                or of[0] != "storage" or not isinstance(of[1], Name)
                or of[1].module != "torch" or of[1].name not in STORAGES
                or not isinstance(of[2], str) or not is_count(of[4])
                or of[5:] not in ((), (None,))):
            raise Refused("it refers to something outside of the file")
        self.stack.append(Storage(of[1].name, of[2], of[4]))

    def reduce(self):
        """Calls nothing: puts what the call would give."""
        values, called = self.stack.pop(), self.stack.pop()
        if called is SKIP or isinstance(called, Name) and not called.known:
            self.stack.append(SKIP)
        elif not isinstance(called, Name) or not isinstance(values, tuple):
            raise Refused("it calls something unknown")
        elif called.name == "OrderedDict" and not values:
            self.stack.append(Pairs())
        elif called.name == "_rebuild_tensor_v2":
            self.stack.append(rebuild(values))
        elif (called.name == "_rebuild_parameter" and values
              and isinstance(values[0], Tensor)):
            self.stack.append(values[0])
        else:
            raise Refused(f"it calls {called.name} in an unknown way")

    def build(self):
        """Attributes; those of a dictionary ("_metadata") are of no use."""
        self.stack.pop()
        if self.stack[-1] is not SKIP:
            self.top(Pairs, "attributes")

    def call(self, values, called):
        del values
        if not isinstance(called, Name) or called.known:
            raise Refused("it makes something unknown")
        self.stack.append(SKIP)

    def step(self, name, argument):
        """Follows one opcode."""
        stack = self.stack
        if name in VALUES:
            stack.append(argument)
        elif name in CONSTANTS:
            stack.append(CONSTANTS[name]())
        elif name in ("PROTO", "FRAME"):
            pass
        elif name == "MARK":
            stack.append(MARK)
        elif name in ("TUPLE1", "TUPLE2", "TUPLE3"):
            n = int(name[-1])
            values = tuple(stack[-n:])
            if len(values) < n:
                raise IndexError
            stack[-n:] = [values]
        elif name == "TUPLE":
            stack.append(tuple(self.above_mark()))
        elif name in ("BINPUT", "LONG_BINPUT"):
            self.memo[argument] = stack[-1]
        elif name == "MEMOIZE":
            self.memo[len(self.memo)] = stack[-1]
        elif name in ("BINGET", "LONG_BINGET"):
            if argument not in self.memo:
                raise Refused("the pickle recalls what it never kept")
            stack.append(self.memo[argument])
        elif name == "GLOBAL":
            self.name(*argument.split(" ", 1))
        elif name == "STACK_GLOBAL":
            second, first = stack.pop(), stack.pop()
            if not isinstance(first, str) or not isinstance(second, str):
                raise Refused("it has a name that is no text")
            self.name(first, second)
        elif name == "BINPERSID":
            self.storage()
        elif name == "REDUCE":
            self.reduce()
        elif name == "NEWOBJ":
            self.call(stack.pop(), stack.pop())
        elif name == "BUILD":
            self.build()
        elif name == "APPEND":
            self.extend(list, [stack.pop()])
        elif name == "APPENDS":
            self.extend(list, self.above_mark())
        elif name == "SETITEM":
            value = stack.pop()
            self.extend(Pairs, [stack.pop(), value])
        elif name == "SETITEMS":
            self.extend(Pairs, self.above_mark())
        else:
            raise Refused(f"it has the opcode {name}, which no dictionary of "
                          "tensors needs")


VALUES = {"BININT", "BININT1", "BININT2", "LONG1", "BINFLOAT", "BINUNICODE",
          "SHORT_BINUNICODE", "BINBYTES", "SHORT_BINBYTES"}
WITH_ARGUMENT = VALUES | {"PROTO", "FRAME", "GLOBAL", "BINPUT", "LONG_BINPUT",
                          "BINGET", "LONG_BINGET"}
CONSTANTS = {"NONE": lambda: None, "NEWTRUE": lambda: True,
             "NEWFALSE": lambda: False, "EMPTY_TUPLE": tuple,
             "EMPTY_LIST": list, "EMPTY_DICT": Pairs}
OPCODES = {opcode.code.encode("latin-1"): opcode
           for opcode in pickletools.opcodes}


def is_count(value):
    return type(value) is int and 0 <= value < 1 << 62


def rebuild(values):
    """_rebuild_tensor_v2(storage, offset, shape, strides, ...)"""
    if (len(values) < 4 or not isinstance(values[0], Storage)
            or not is_count(values[1])
            or not all(isinstance(sizes, tuple) and len(sizes) <= MOST_DIMENSIONS
                       and all(map(is_count, sizes)) for sizes in values[2:4])
            or len(values[2]) != len(values[3])):
        raise Refused("it has a tensor of an unknown form")
    return Tensor(*values[:4])


def unpickle(data, skipped):
    """What the pickle at the place of a file in memory describes."""
    machine = Machine(skipped)
    while True:
        at = data.tell()
        code = data.read(1)
        opcode = OPCODES.get(code)
        if opcode is None:
            raise Refused("the pickle breaks off" if not code else
                          f"byte {at} of the pickle is no opcode")
        if opcode.name == "STOP":
            break
        try:
            # Those that are not allowed are not read either: text of a number
            # may take long.
            argument = (opcode.arg.reader(data)
                        if opcode.arg and opcode.name in WITH_ARGUMENT else None)
            machine.step(opcode.name, argument)
        except IndexError:
            raise Refused("the pickle's stack is too short") from None
        except (ValueError, OverflowError) as error:
            raise Refused(f"byte {at} of the pickle: {error}") from None
    if len(machine.stack) != 1:
        raise Refused("the pickle ends with more or less than one value")
    return machine.stack[0]


class Archive:
    """PyTorch's format since 1.6: a zip of stored entries below one folder."""

    def __init__(self, path):
        self.size = os.path.getsize(path)
        self.zip = zipfile.ZipFile(path)
        self.entries = {entry.filename: entry
                        for entry in self.zip.infolist()}
        for entry in self.entries.values():
            if (entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1
                    or entry.file_size > self.size):
                raise Refused(f"its entry {entry.filename!r} is compressed, "
                              "encrypted or larger than the file")
        pickles = [name for name in self.entries if name.endswith("/data.pkl")]
        if len(pickles) != 1:
            raise Refused("the archive has no data.pkl (is it a file that "
                          "PyTorch saved?)")
        self.folder = pickles[0][:-len("data.pkl")]
        if self.read("byteorder") not in (None, b"little"):
            raise Refused("its byte order is not little-endian")

    def read(self, name):
        entry = self.entries.get(self.folder + name)
        if entry is not None and entry.file_size > PICKLE_LIMIT:
            raise Refused(f"its {name} has more than {PICKLE_LIMIT} bytes")
        return None if entry is None else self.zip.read(entry)

    def contents(self, skipped):
        return unpickle(io.BytesIO(self.read("data.pkl")), skipped)

    def open(self, storage):
        """A file of the storage's bytes, at its begin."""
        entry = self.entries.get(f"{self.folder}data/{storage.key}")
        if entry is None or entry.file_size < storage.elements * storage.size:
            raise Refused("a tensor lies outside of its data")
        return self.zip.open(entry)


class Stream:
    """PyTorch's format before 1.6: pickles, then one storage after another."""

    MAGIC, PROTOCOL = 0x1950A86A20F9469CFC6C, 1001

    def __init__(self, path):
        self.path, self.size = path, os.path.getsize(path)
        self.places = {}

    def contents(self, skipped):
        with open(self.path, "rb") as file:
            data = io.BytesIO(file.read(PICKLE_LIMIT))
            if unpickle(data, skipped) != self.MAGIC:
                raise Refused("it is a pickle, but none that PyTorch saved")
            if unpickle(data, skipped) != self.PROTOCOL:
                raise Refused("it is of an unknown version of PyTorch's format")
            little = [value for key, value in pairs(unpickle(data, skipped))
                      if key == "little_endian"]
            if little != [True]:
                raise Refused("its byte order is not little-endian")
            value = unpickle(data, skipped)
            keys = unpickle(data, skipped)
            file.seek(data.tell())
            self.sizes = {storage.key: storage.size
                          for storage in storages(value)}
            self.find(file, keys if isinstance(keys, list) else ())
            return value

    def find(self, file, keys):
        """Where each storage is: its number of elements, then the elements."""
        for key in keys:
            count = file.read(8)
            if not isinstance(key, str) or len(count) != 8:
                raise Refused("its list of data is malformed")
            count = struct.unpack("<q", count)[0]
            if not 0 <= count <= self.size or key not in self.sizes:
                raise Refused("its list of data is malformed")
            self.places[key] = (file.tell(), count)
            file.seek(count * self.sizes[key], os.SEEK_CUR)

    def open(self, storage):
        place, count = self.places.get(storage.key, (0, -1))
        if (count < storage.elements or storage.size != self.sizes[storage.key]
                or place + count * storage.size > self.size):
            raise Refused("a tensor lies outside of its data")
        file = open(self.path, "rb")
        file.seek(place)
        return file


def pairs(value):
    return value.items if isinstance(value, Pairs) else ()


def storages(value):
    """Those of all tensors in a value."""
    seen, left = set(), [value]
    while left:
        at = left.pop()
        if isinstance(at, Storage):
            yield at
        elif isinstance(at, Tensor):
            yield at.storage
        elif id(at) not in seen and isinstance(at, (list, tuple, Pairs)):
            seen.add(id(at))
            left.extend(at.items if isinstance(at, Pairs) else at)


def weights(value):
    """{name: Tensor} of a dictionary of tensors or of what holds one."""
    for key, inner in pairs(value):
        if isinstance(key, str) and key in WEIGHTS and isinstance(inner, Pairs):
            value = inner
            break
    if not pairs(value):
        raise Refused("it holds something else than a dictionary of tensors")
    tensors = {}
    for key, tensor in value.items:
        if not isinstance(key, str):
            raise Refused("it has a key that is no text")
        if not isinstance(tensor, Tensor):
            raise Refused(f"{key!r} is no tensor, expected a dictionary of "
                          "tensors and nothing else")
        if key in tensors or key == "__metadata__":
            raise Refused(f"{key!r} is there twice or not allowed")
        tensors[key] = tensor
    return tensors


def gather(data, offset, shape, strides):
    """The elements of a view, the last index first."""
    if not shape:
        return data[offset:offset + 1].tobytes()
    n, stride = shape[0], strides[0]
    if len(shape) == 1 and stride:
        return data[offset:offset + (n - 1) * stride + 1:stride].tobytes()
    return b"".join(gather(data, offset + i * stride, shape[1:], strides[1:])
                    for i in range(n))


def write_tensor(to, tensor, source):
    if not tensor.elements:
        return
    size = tensor.storage.size
    with source.open(tensor.storage) as file:
        if not tensor.in_order():
            data = file.read(tensor.storage.elements * size)
            if len(data) != tensor.storage.elements * size:
                raise Refused("its data breaks off")
            data = memoryview(data).cast({1: "B", 2: "H", 4: "I", 8: "Q"}[size])
            to.write(gather(data, tensor.offset, tensor.shape, tensor.strides))
            return
        file.seek(tensor.offset * size, os.SEEK_CUR)
        left = tensor.bytes
        while left:
            data = file.read(min(left, CHUNK))
            if not data:
                raise Refused("its data breaks off")
            to.write(data)
            left -= len(data)


def write(to, tensors, source):
    """A safetensors file; large elements first, so that all are aligned."""
    order = sorted(tensors, key=lambda name: (-tensors[name].storage.size, name))
    header, end = {}, 0
    for name in order:
        tensor = tensors[name]
        header[name] = {"dtype": tensor.storage.dtype,
                        "shape": list(tensor.shape),
                        "data_offsets": [end, end + tensor.bytes]}
        end += tensor.bytes
    if end > MOST_COPIES * source.size:
        raise Refused("its tensors share their data too often")
    text = json.dumps(header, ensure_ascii=False,
                      separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    to.write(struct.pack("<Q", len(text)) + text)
    for name in order:
        write_tensor(to, tensors[name], source)


def convert(path, out, skipped=(), change=lambda tensors: tensors):
    """Converts one file; `change` takes {name: Tensor} and gives what is
    written. Returns the number of tensors."""
    with open(path, "rb") as file:
        begin = file.read(2)
    try:
        source = (Stream if begin[:1] == b"\x80" else Archive)(path)
        tensors = change(weights(source.contents(SKIPPED.union(skipped))))
        with open(out + ".tmp", "wb") as to:
            try:
                write(to, tensors, source)
            except BaseException:
                os.unlink(to.name)
                raise
        os.replace(out + ".tmp", out)
    # What zipfile raises for damaged archives, and a name that is no text.
    except (zipfile.BadZipFile, EOFError, NotImplementedError, RuntimeError,
            struct.error, ValueError) as error:
        raise Refused(f"no checkpoint: {error}") from error
    except OSError as error:
        if error.errno != errno.EINVAL:  # else a place before the file
            raise
        raise Refused("no checkpoint: its places are malformed") from error
    return len(tensors)


def main():
    parser = argparse.ArgumentParser(
        description="Writes the weights of a PyTorch checkpoint as "
        "safetensors, without running anything in it.")
    parser.add_argument("file", help="pytorch_model.bin, *.pt, *.ckpt")
    parser.add_argument("out", nargs="?",
                        help="model.safetensors beside it unless given")
    parser.add_argument("--skip", action="append", default=[],
                        metavar="MODULE", help="objects of this module may "
                        "stand beside the weights (they are left out)")
    options = parser.parse_args()
    out = options.out or os.path.join(os.path.dirname(options.file),
                                      "model.safetensors")
    if os.path.exists(out):
        sys.exit(f"{out}: is there already")
    try:
        count = convert(options.file, out, options.skip)
    except (OSError, Refused) as error:
        sys.exit(str(error) if isinstance(error, OSError)
                 else f"{options.file}: {error}")
    print(f"{out}: {count} tensors")


if __name__ == "__main__":
    main()
