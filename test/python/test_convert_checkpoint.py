#!/usr/bin/env python3
"""The converter of PyTorch's checkpoints: examples/python/convert_checkpoint.py.

Checkpoints are made here by hand, byte by byte, good ones and hostile ones, and
by torch where it is installed. Prints TAP.
"""

import io
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SCRIPT = os.path.join(ROOT, "examples", "python", "convert_checkpoint.py")
T2SED = os.path.join(os.environ.get("T2SED_BUILD", os.path.join(ROOT, "build")),
                     "bin", "t2sed")
sys.path.insert(0, os.path.join(HERE, "support"))
sys.path.insert(0, os.path.dirname(SCRIPT))
sys.dont_write_bytecode = True
import convert_checkpoint as converter  # noqa: E402
import tap  # noqa: E402
from pickles import BEGIN, END, read, storage, tensor, text  # noqa: E402

try:
    import torch
except ImportError:
    torch = None


GOOD = BEGIN + text("w") + tensor() + END
DATA = struct.pack("<6f", 1, 2, 3, 4, 5, 6)


def archive(pickle, data=DATA, folder="archive", byteorder=b"little",
            compression=zipfile.ZIP_STORED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as file:
        file.writestr(folder + "/data.pkl", pickle)
        file.writestr(folder + "/byteorder", byteorder)
        file.writestr(folder + "/data/0", data)
    return out.getvalue()


def legacy(pickle, keys=b"\200\2](X\1\0\0\0" b"0e.", data=DATA, count=6):
    """The format of before PyTorch 1.6."""
    magic = b"\200\2\212\x0a" + (0x1950A86A20F9469CFC6C).to_bytes(10, "little")
    system = b"\200\2}(" + text("little_endian") + b"\210u."
    return (magic + b".\200\2M\351\3." + system + pickle + keys
            + struct.pack("<q", count) + data)


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "pytorch_model.bin")
        self.out = os.path.join(self.folder.name, "model.safetensors")

    def convert(self, data, **how):
        with open(self.path, "wb") as file:
            file.write(data)
        converter.convert(self.path, self.out, **how)
        return read(self.out)

    def refused(self, data, part=""):
        with self.assertRaises(converter.Refused) as caught:
            self.convert(data)
        self.assertIn(part, str(caught.exception))
        self.assertEqual(os.listdir(self.folder.name), ["pytorch_model.bin"])


class Good(Case):
    def test_a_dictionary_of_tensors(self):
        self.assertEqual(self.convert(archive(GOOD)),
                         {"w": ("F32", [2, 3], DATA)})

    def test_the_format_before_1_6(self):
        pickle = BEGIN + text("w") + tensor(of=storage(view=b"N")) + END
        self.assertEqual(self.convert(legacy(pickle)),
                         {"w": ("F32", [2, 3], DATA)})

    def test_views(self):
        pickle = (BEGIN + text("turned") + tensor(b"K\3K\2\206", b"K\1K\3\206")
                  + text("column") + tensor(b"K\2\205", b"K\3\205", b"K\1")
                  + text("none") + tensor(b"K\0\205", b"K\1\205")
                  + text("one") + tensor(b")", b")", b"K\5") + END)
        self.assertEqual(self.convert(archive(pickle)), {
            "turned": ("F32", [3, 2], struct.pack("<6f", 1, 4, 2, 5, 3, 6)),
            "column": ("F32", [2], struct.pack("<2f", 2, 5)),
            "none": ("F32", [0], b""),
            "one": ("F32", [], struct.pack("<f", 6))})

    def test_all_types(self):
        for kind, (name, size) in converter.STORAGES.items():
            if os.path.exists(self.out):
                os.unlink(self.out)
            n = 24 // size
            pickle = (BEGIN + text("w") + tensor(
                bytes([75, n, 0x85]), b"K\1\205",
                of=storage(kind.encode(), elements=n)) + END)
            self.assertEqual(self.convert(archive(pickle)),
                             {"w": (name, [n], DATA)})

    def test_lightning(self):
        """Weights beside objects, which are skipped and not made."""
        namespace = (b"cargparse\nNamespace\n)\201}" + text("seed") + b"K\1s"
                     b"b")
        hidden = (b"cpytorch_lightning.utilities.parsing\nAttributeDict\n)\201("
                  + text("lr") + b"G?\xf0\0\0\0\0\0\0u")
        pickle = (BEGIN + text("epoch") + b"K\3" + text("state_dict") + b"}("
                  + text("model.w") + tensor() + b"u" + text("hparams")
                  + namespace + text("hyper_parameters") + hidden
                  + text("sets") + b"c__builtin__\nset\n](K\1e\205R" + END)
        self.assertEqual(self.convert(archive(pickle)),
                         {"model.w": ("F32", [2, 3], DATA)})

    def test_own_classes_are_skipped_on_request(self):
        pickle = (BEGIN + text("state_dict") + b"}(" + text("w") + tensor()
                  + b"u" + text("config") + b"cmy.code\nConfig\n)R" + END)
        self.refused(archive(pickle), "'my.code.Config'")
        self.assertEqual(list(self.convert(archive(pickle), skipped=["my"])),
                         ["w"])

    def test_from_the_shell(self):
        with open(self.path, "wb") as file:
            file.write(archive(GOOD))
        for status, part in ((0, "1 tensors"), (1, "is there already")):
            done = subprocess.run([sys.executable, "-I", SCRIPT, self.path],
                                  stdout=subprocess.PIPE, text=True,
                                  stderr=subprocess.STDOUT, check=False)
            self.assertEqual(done.returncode, status)
            self.assertIn(part, done.stdout)
        self.assertEqual(read(self.out), {"w": ("F32", [2, 3], DATA)})

    def test_import_names_the_converter(self):
        with open(self.path, "wb") as file:
            file.write(archive(GOOD))
        with open(os.path.join(self.folder.name, "config.json"), "w",
                  encoding="utf-8") as file:
            json.dump({"model_type": "bert", "vocab_size": 9, "hidden_size": 4,
                       "num_hidden_layers": 1, "num_attention_heads": 1,
                       "intermediate_size": 4, "type_vocab_size": 2,
                       "max_position_embeddings": 64}, file)
        for source in (self.folder.name, self.path):
            done = subprocess.run(
                [T2SED, "import", source, self.out + ".made"],
                stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("convert_checkpoint.py " + self.path, done.stderr)


class Refused(Case):
    # A pickle and what the refusal says of it.
    PICKLES = [
        (b"", "breaks off"),
        (b"\200\2", "breaks off"),
        (b"\200\2K\1.", "something else"),
        (b"\200\2}}.", "more or less than one"),
        (b"\200\2}.", "something else"),
        (b"\200\2].", "something else"),
        (b"\377.", "no opcode"),
        # Calls of Python's functions, in all forms that pickles know.
        (b"cos\nsystem\n(X\2\0\0\0lstR.", "'os.system'"),
        (b"\200\4\214\5posix\214\6system\223.", "'posix.system'"),
        (b"cbuiltins\neval\n.", "'builtins.eval'"),
        (b"c__builtin__\ngetattr\n.", "'__builtin__.getattr'"),
        (b"\200\2(i__main__\nX\n.", "opcode INST"),
        (b"\200\2(cos\nsystem\no.", "'os.system'"),
        (b"\200\2}(ctorch\ndevice\no.", "opcode OBJ"),
        (b"\200\2\202\1.", "opcode EXT1"),
        (b"\200\2ctorch\nFloatStorage\n)\201.", "makes something unknown"),
        (b"\200\2ctorch\nFloatStorage\n)R.", "unknown way"),
        (b"\200\2ctorch.hub\nload\n(" + text("x/y") + b"tR.", "something else"),
        (BEGIN + text("state_dict") + b"}(" + text("w") + tensor() + b"u"
         + text("more") + b"cos\nsystem\n(" + text("ls") + b"tR" + END,
         "'os.system'"),
        (b"c\x1b[2Jos\nsystem\n.", "'\\x1b[2Jos.system'"),
        # Dictionaries of something else.
        (BEGIN + text("w") + b"K\1" + END, "'w' is no tensor"),
        (BEGIN + text("w") + b"cargparse\nNamespace\n)\201" + END,
         "'w' is no tensor"),
        (BEGIN + b"K\1" + tensor() + END, "no text"),
        (BEGIN + b"X\3\0\0\0\xed\xa0\x80" + tensor() + END, "surrogates"),
        (BEGIN + text("w") + tensor() + text("w") + tensor() + END, "twice"),
        (BEGIN + text("__metadata__") + tensor() + END, "not allowed"),
        # Stacks that are too short, marks that are missing.
        (b"R.", "too short"),
        (b"K\1K\1R.", "calls something unknown"),
        (b"\207.", "too short"),
        (b"t.", "no mark"),
        (b"}K\1s.", "too short"),
        (b"}u.", "no mark"),
        (b"]K\1K\1s.", "items where none belongs"),
        (b"}K\1a.", "items where none belongs"),
        (b"}(K\1u.", "without a value"),
        (b"h\1.", "never kept"),
        (b"K\1K\1b.", "attributes where none belongs"),
        # Sizes that are too large, numbers as text.
        (b"r\xff\xff\xff\x7f.", "too short"),
        (b"X\xff\xff\xff\xff.", "expected"),
        (b"X\1\0\0\0\xff.", "decode"),
        (b"B\xff\xff\xff\x7f.", "expected"),
        (b"\215\xff\xff\xff\xff\xff\xff\xff\x7f.", "opcode BINUNICODE8"),
        (b"\213\xff\xff\xff\x7f.", "opcode LONG4"),
        (b"I" + b"9" * 100000 + b"\n.", "opcode INT"),
        (b"\200\2" + b"(" * 100000 + b"t" * 100000 + b".", "something else"),
        (b"\200\2]q\0" + b"h\0a" * 1000 + b".", "something else"),
        (b"\200\2" + b"]" * 100000 + b"a" * 99999 + b"Q.", "outside"),
        # Tensors that lie elsewhere.
        (b"K\1Q.", "outside"),
        (BEGIN + text("w") + tensor(offset=b"K\1") + END, "outside of its data"),
        (BEGIN + text("w") + tensor(of=storage(b"LongStorage")) + END,
         "outside of its data"),
        (BEGIN + text("w") + tensor(of=storage(elements=7)) + END,
         "outside of its data"),
        (BEGIN + text("w") + tensor(of=storage(key="1")) + END,
         "outside of its data"),
        (BEGIN + text("w") + tensor(of=storage(key="../byteorder")) + END,
         "outside of its data"),
        (BEGIN + text("w") + tensor(of=storage(view=b"](K\1e")) + END,
         "outside of the file"),
        (BEGIN + text("w") + tensor(b"J\xff\xff\xff\xff\205", b"K\1\205") + END,
         "unknown form"),
        (BEGIN + text("w") + tensor(b"K\2\205") + END, "unknown form"),
        (BEGIN + text("w") + tensor(b"(" + b"K\1" * 9 + b"t",
                                    b"(" + b"K\1" * 9 + b"t") + END,
         "unknown form"),
        (BEGIN + text("w") + tensor(b"K\7K\7\206", b"K\0K\0\206") + END,
         "repeats its elements"),
    ]

    def test_pickles(self):
        """In an archive, and in the format of before PyTorch 1.6."""
        for pickle, part in self.PICKLES:
            with self.subTest(pickle=pickle[:100]):
                self.refused(archive(pickle), part)
                with self.assertRaises(converter.Refused):
                    self.convert(legacy(pickle))

    def test_copies(self):
        """Many names of one large tensor would fill the disk."""
        pickle = (BEGIN + text("w") + tensor(b"K\xff\205", b"K\1\205",
                                             of=storage(elements=255)) + b"q\1"
                  + b"".join(text("w%d" % i) + b"h\1" for i in range(100))
                  + END)
        self.refused(archive(pickle, data=b"\0" * 1020), "share their data")

    def test_archives(self):
        for data, part in (
                (b"", "no checkpoint"), (b"no zip archive", "no checkpoint"),
                (archive(GOOD, compression=zipfile.ZIP_DEFLATED), "compressed"),
                (archive(GOOD, byteorder=b"big"), "little-endian"),
                (archive(GOOD).replace(b"/data.pkl", b"/data.pkX"),
                 "no data.pkl"),
                (archive(GOOD, data=DATA[:-1]), "outside of its data"),
                (archive(b"." * (converter.PICKLE_LIMIT + 1)), "more than"),
                (b"\200\2K\1.", "none that PyTorch saved"),
                (b"\200\2\x8a\x0alotsmore", "not enough data"),
                (legacy(GOOD, data=DATA[:-1]), "outside of its data"),
                (legacy(GOOD, count=5), "outside of its data"),
                (legacy(GOOD, count=-1), "malformed"),
                (legacy(GOOD, keys=b"\200\2]](X\1\0\0\0" b"0ea."), "malformed"),
                (legacy(GOOD, keys=b"\200\2](X\1\0\0\0" b"1e."), "malformed"),
                (legacy(GOOD, keys=b"\200\2N."), "outside of its data")):
            with self.subTest(data=data[:100]):
                self.refused(data, part)

    def test_damaged_files(self):
        """Whatever is cut off or changed: converted or refused, no more."""
        chance = random.Random(7)
        for good in (archive(GOOD), legacy(GOOD)):
            for n in range(len(good)):
                with self.assertRaises(converter.Refused):
                    self.convert(good[:n])
            for i in range(len(good)):
                data = bytearray(good)
                data[i] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
                self.try_it(data)
            for _ in range(500):
                data = bytearray(good)
                for _ in range(chance.randint(1, 8)):
                    data[chance.randrange(len(data))] = chance.randrange(256)
                self.try_it(data)

    def test_random_programs(self):
        """Opcodes in random order, with names that would be called."""
        chance = random.Random(11)
        pieces = [text("w"), b"cos\nsystem\n", b"ctorch\ndevice\n", tensor(),
                  storage(), b"ccollections\nOrderedDict\n", b"}", b"]", b")",
                  b"(", b"t", b"\205", b"\206", b"\207", b"R", b"\201", b"b",
                  b"s", b"u", b"a", b"e", b"q\1", b"h\1", b"\224", b"\223",
                  b"K\1", b"N", b"\210", b"Q",
                  b"ctorch._utils\n_rebuild_tensor_v2\n",
                  b"ctorch._utils\n_rebuild_parameter\n"]
        weights = [20 if piece[:1] == b"c" else 40 for piece in pieces]
        for _ in range(1000):
            program = b"".join(chance.choices(pieces, weights,
                                              k=chance.randint(1, 30)))
            self.try_it(archive(b"\200\2}(" + program + END))

    def try_it(self, data):
        try:
            self.convert(bytes(data))
        except converter.Refused:
            pass


@unittest.skipUnless(torch, "torch is not installed")
class Torch(Case):
    def made(self, value, **how):
        torch.save(value, self.path, **how)
        converter.convert(self.path, self.out)
        return read(self.out)

    def test_both_formats(self):
        module = torch.nn.Sequential(torch.nn.Linear(5, 3),
                                     torch.nn.BatchNorm1d(3))
        weights = module.state_dict()
        weights["turned"] = weights["0.weight"].t()
        weights["half"] = torch.randn(4, 4).half()
        weights["part"] = torch.randn(4, 4).bfloat16()[1:3]
        for new in (True, False):
            with self.subTest(new=new):
                made = self.made(weights, _use_new_zipfile_serialization=new)
                self.assertEqual(set(made), set(weights))
                for name, (_, shape, data) in made.items():
                    tensor_ = weights[name].contiguous()
                    self.assertEqual(shape, list(tensor_.shape))
                    self.assertEqual(
                        data, bytes(tensor_.view(-1).view(torch.uint8).tolist()))
                os.unlink(self.out)

    def test_a_training_run(self):
        """As Lightning keeps one: weights, an optimizer's state, objects."""
        import argparse
        import pathlib
        module = torch.nn.Linear(5, 3)
        optimizer = torch.optim.AdamW(module.parameters())
        module(torch.randn(2, 5)).sum().backward()
        optimizer.step()
        made = self.made({
            "epoch": 3, "global_step": 7, "state_dict": module.state_dict(),
            "optimizer_states": [optimizer.state_dict()],
            "callbacks": {torch.nn.Linear: {"best": torch.tensor(0.5)}},
            "hyper_parameters": argparse.Namespace(
                lr=1e-3, path=pathlib.PurePosixPath("/x"),
                device=torch.device("cpu"), kinds={1, 2})})
        self.assertEqual(set(made), {"weight", "bias"})


if __name__ == "__main__":
    sys.exit(tap.main())
