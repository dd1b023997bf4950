"""The likeliest sequences of tokens, by beam search."""
import torch

from .batch import collate
from .tokens import BOS, EOS, PAD, UNK

IMPOSSIBLE = -1e9
NEVER = (PAD, BOS, UNK)


def beams(network, pairs, width=6, longest=70):
    """For each of pairs (DatabaseInput, QuestionInput) up to width
    (log-probability, tokens without BOS and EOS), the likeliest first.

    A sequence that does not end within `longest` tokens is left out.
    """
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        return _search(network, network.encode(collate(pairs)), len(pairs),
                       width, longest)


def _search(network, memory, rows, width, longest):
    memory = memory.repeat(width)
    begin = torch.arange(rows)[:, None] * width  # of each row's sequences
    tokens = torch.full((rows * width,), BOS)
    sequences = tokens[:, None]
    ended = torch.zeros(rows * width, dtype=torch.bool)
    total = torch.full((rows, width), IMPOSSIBLE)
    total[:, 0] = 0
    past = None
    for _ in range(longest):
        scores, past = network.decode(memory, tokens[:, None], past)
        scores = scores[:, 0]
        scores[:, NEVER] = -1e4
        scores = torch.log_softmax(scores, -1)
        scores[ended] = IMPOSSIBLE
        scores[ended, PAD] = 0  # what has ended stays as it is
        choices = scores.shape[1]
        total, best = (total.view(-1, 1) + scores).view(rows, -1).topk(width)
        parent = (best // choices + begin).flatten()
        tokens = (best % choices).flatten()
        sequences = torch.cat([sequences[parent], tokens[:, None]], 1)
        ended = ended[parent] | (tokens == EOS)
        past = [tuple(part[parent] for part in layer) for layer in past]
        if ended.all():
            break
    return [[(total[row, i].item(), _inner(sequences[row * width + i]))
             for i in range(width)
             if ended[row * width + i] and total[row, i] > IMPOSSIBLE / 10]
            for row in range(rows)]


def _inner(sequence):
    """What stands between BOS and EOS."""
    tokens = sequence.tolist()
    return tokens[1:tokens.index(EOS)]
