"""Prints the table of sizes in docs/language-model.md: weights of models of the
Qwen2 family by their configurations, and what they take on the disk.

    python3 docs/training/language_sizes.py
"""

# name, vocabulary, hidden, intermediate, layers, heads, heads of keys, tied
MODELS = [
    ("0.5B, as published", 151936, 896, 4864, 24, 14, 2, True),
    ("0.5B, of the GGUF file", 151936, 896, 4864, 24, 14, 2, False),
    ("1.5B", 151936, 1536, 8960, 28, 12, 2, True),
    ("7B", 152064, 3584, 18944, 28, 28, 4, False),
]


def count(vocabulary, hidden, intermediate, layers, heads, keys, tied):
    inner = hidden // heads * keys
    attention = 2 * hidden * hidden + 2 * hidden * inner + hidden + 2 * inner
    layer = attention + 3 * hidden * intermediate + 2 * hidden
    return (layers * layer + vocabulary * hidden * (1 if tied else 2) + hidden)


def main():
    print("| Qwen2.5-Coder | weights | bf16, fp16 | fp32 |")
    print("|---|---|---|---|")
    for name, *shape in MODELS:
        weights = count(*shape)
        print("| %s | %s | %.2f GB | %.2f GB |" % (
            name, format(weights, ","), weights * 2e-9, weights * 4e-9))


if __name__ == "__main__":
    main()
