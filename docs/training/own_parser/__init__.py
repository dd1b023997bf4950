"""A small parser of our own: question and schema in, SQL out.

It is never shipped. Its beams on databases that it has not seen, labelled by
execution, are what detectors learn from beside the beams of others' parsers
(docs/training.md, "A parser of our own"). Its commands are those of
__main__.py; what they do, in this order:

    read     predictions.py  sketcher and schema predictor on each question,
                             and the terminals of right queries (libt2sed)
    encode   spider.py       what tables.json says of a database
             encoder.py      vectors of words and names (MiniLM, frozen)
             tokens.py       terminals as tokens: words, tables, columns
             inputs.py       all of it, in one file
    train    batch.py        examples side by side
             network.py      the network
             training.py     its training
    parse    beam.py         the likeliest sequences of tokens
             query.py        a sequence of tokens as SQL
"""
