"""python3 -m own_parser read|encode|train|parse: see own_parser/__init__.py.

PYTHONPATH must have the directories docs/training and examples/python.
"""
import argparse
import pickle
import sys


def _keep(value, path):
    with open(path, "wb") as file:
        pickle.dump(value, file, protocol=4)


def _kept(path):
    with open(path, "rb") as file:
        return pickle.load(file)


def read(options):
    """What libt2sed says: sketcher, schema predictor, trees of queries."""
    from .predictions import read as read_all
    _keep(read_all(options.data, options.plan_folds,
                   options.schema_folds), options.out)


def encode(options):
    """All that the network reads, in one file."""
    import torch
    from .encoder import Encoder
    from .inputs import build
    torch.set_num_threads(1)
    _keep(build(_kept(options.read), options.tables,
                Encoder(options.encoder)), options.out)


def folds(text):
    """Of "0" that fold, of "1-2" those from the first to the last."""
    first, _, last = text.partition("-")
    return tuple(range(int(first), int(last or first) + 1))


def train(options):
    """A network that has not seen some folds of databases."""
    from .training import Settings, train as train_one
    settings = Settings(
        folds(options.without), epochs=options.epochs, seed=options.seed)
    train_one(_kept(options.inputs), settings, options.out,
              options.checkpoint, options.resume, options.log)


def parse(options):
    """Its beams on these folds, or on those of --folds."""
    from .parsing import parse as parse_all
    parse_all(_kept(options.inputs), options.tables, options.model,
              options.out, options.width,
              options.folds and folds(options.folds))


def arguments():
    """The command line."""
    parser = argparse.ArgumentParser(prog="own_parser")
    commands = parser.add_subparsers(dest="command", required=True)

    def command(run, *names):
        made = commands.add_parser(run.__name__, help=run.__doc__)
        made.set_defaults(run=run)
        for name in (*names, "--out"):
            made.add_argument(name, required=True)
        return made

    command(read, "--data", "--plan-folds", "--schema-folds")
    command(encode, "--read", "--tables", "--encoder")
    made = command(train, "--inputs", "--without")
    made.add_argument("--epochs", type=int, default=3)
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--checkpoint")
    made.add_argument("--resume", action="store_true")
    made.add_argument("--log")
    made = command(parse, "--inputs", "--tables", "--model")
    made.add_argument("--width", type=int, default=6)
    made.add_argument("--folds")
    return parser.parse_args()


if __name__ == "__main__":
    chosen = arguments()
    sys.exit(chosen.run(chosen))
