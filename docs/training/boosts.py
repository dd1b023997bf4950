"""Boosted trees, many models at once: what data_tables.py compares with.

Models of the same rows and other weights are grown side by side: on a GPU
through CuPy where there is one, otherwise one after the other by LightGBM.
Trees of the first are grown level by level (LightGBM's leaf by leaf), and their
AUCs are within some thousandths of each other's; a table is made by one of the
two. Needs numpy.
"""
import numpy

try:
    import cupy
    cupy.zeros(1)
except Exception:  # pylint: disable=broad-except
    cupy = None  # no CuPy, or no GPU

BINS = 64  # of a feature; bin 0: unknown
NAME = "LightGBM" if cupy is None else "CuPy"
OPTIONS = {"depth": 6, "leaves": 31, "rate": 0.05, "penalty": 2.0,
           "min_hessian": 1.0, "feature_part": 0.25, "row_part": 0.8}

SOURCE = r'''
extern "C" __global__ void histogram(
    const unsigned char *bins, const int *features, const int *rows,
    const int *counts, const unsigned char *nodes, const float *gradients,
    const float *hessians, float *out, int all_rows, int most_rows,
    int node_count, int feature_count)
{
    extern __shared__ float sums[];
    const int feature = blockIdx.x, model = blockIdx.y;
    const int size = node_count * 64 * 2, count = counts[model];
    const unsigned char *column =
        bins + (size_t)features[feature] * all_rows;
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        sums[i] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        const int row = rows[(size_t)model * most_rows + i];
        const size_t at = (size_t)model * all_rows + row;
        const float hessian = hessians[at];
        if (hessian != 0) {
            const int cell = (nodes[at] * 64 + column[row]) * 2;
            atomicAdd(sums + cell, gradients[at]);
            atomicAdd(sums + cell + 1, hessian);
        }
    }
    __syncthreads();
    out += ((size_t)model * feature_count + feature) * size;
    for (int i = threadIdx.x; i < size; i += blockDim.x)
        out[i] = sums[i];
}
'''


class Grower:
    """The trees of some models on a GPU, level by level."""

    def __init__(self, bins, labels, weights, groups, options):
        self.options, self.groups = options, cupy.asarray(groups)
        self.bins = cupy.asarray(bins)
        self.labels = cupy.asarray(labels, dtype=cupy.float32)[None]
        self.weights = cupy.asarray(weights, dtype=cupy.float32)
        used = [numpy.flatnonzero(one) for one in weights]
        rows = numpy.zeros((len(used), max(map(len, used))), numpy.int32)
        for i, one in enumerate(used):
            rows[i, :len(one)] = one
        self.rows = cupy.asarray(rows)
        self.counts = cupy.asarray([len(one) for one in used],
                                   dtype=cupy.int32)
        self.models = cupy.arange(len(used))[:, None]
        self.everything = cupy.arange(len(labels))[None]
        self.kernel = cupy.RawKernel(SOURCE, "histogram")
        total = self.weights.sum(1, keepdims=True)
        prior = (self.weights * self.labels).sum(1, keepdims=True) / total
        self.scores = (cupy.log(prior / (1 - prior)) *
                       cupy.ones((1, len(labels)))).astype(cupy.float32)

    def histograms(self, features, nodes, count, gradients, hessians):
        models, rows = gradients.shape
        out = cupy.empty((models, len(features), count, BINS, 2), cupy.float32)
        self.kernel((len(features), models), (512,),
                    (self.bins, features, self.rows, self.counts, nodes,
                     gradients, hessians, out, numpy.int32(rows),
                     numpy.int32(self.rows.shape[1]), numpy.int32(count),
                     numpy.int32(len(features))), shared_mem=count * BINS * 8)
        return out

    def split(self, features, nodes, count, gradients, hessians):
        """Every node's best split; the nodes of the next level."""
        penalty = self.options["penalty"]
        left = cupy.cumsum(self.histograms(features, nodes, count, gradients,
                                           hessians), 3)
        whole = left[:, :1, :, -1:, :]
        right = whole - left

        def worth(sums):
            return sums[..., 0] ** 2 / (sums[..., 1] + penalty)

        least = self.options["min_hessian"]
        gain = cupy.where((left[..., 1] >= least) & (right[..., 1] >= least),
                          worth(left) + worth(right) - worth(whole), -1)
        gain = gain.transpose(0, 2, 1, 3).reshape(len(gain), count, -1)
        best = gain.argmax(2)
        found = cupy.take_along_axis(gain, best[..., None], 2)[..., 0] > 1e-6
        feature = cupy.where(found, features[best // BINS], 0)
        threshold = cupy.where(found, best % BINS, BINS)
        nodes = nodes.astype(cupy.int32)
        value = self.bins[feature[self.models, nodes], self.everything]
        return (2 * nodes + (value > threshold[self.models, nodes])
                ).astype(cupy.uint8)

    def grow(self, features, drawn):
        """One tree a model; `drawn` [groups, rows] are learned from."""
        chance = 1 / (1 + cupy.exp(-self.scores))
        weights = self.weights * cupy.asarray(drawn)[self.groups]
        gradients = ((chance - self.labels) * weights).astype(cupy.float32)
        hessians = (chance * (1 - chance) * weights).astype(cupy.float32)
        features = cupy.asarray(features.astype(numpy.int32))
        nodes = cupy.zeros(gradients.shape, cupy.uint8)
        for level in range(self.options["depth"]):
            nodes = self.split(features, nodes, 1 << level, gradients,
                               hessians)
        leaves = 1 << self.options["depth"]
        cells = (self.models * leaves + nodes).ravel()
        sums = [cupy.bincount(cells, of.ravel(), len(nodes) * leaves)
                .reshape(len(nodes), leaves) for of in (gradients, hessians)]
        values = -self.options["rate"] * sums[0] / (sums[1] +
                                                    self.options["penalty"])
        self.scores += values[self.models, nodes].astype(cupy.float32)


def on_gpu(bins, labels, weights, groups, features, trees, options):
    random = numpy.random.RandomState(1)
    grower = Grower(bins, labels, weights, groups, options)
    drawn = max(1, int(len(features) * options["feature_part"]))
    for _ in range(trees):
        some = numpy.sort(random.choice(features, drawn, False))
        rows = random.rand(max(groups) + 1, len(labels)) < options["row_part"]
        grower.grow(some, rows)
    return grower.scores.get()


def by_lightgbm(bins, labels, weights, groups, features, trees, options):
    import lightgbm
    rows = bins[features].T.astype(numpy.float32)
    rows[rows == 0] = numpy.nan
    out = []
    for group, weight in zip(groups, weights):
        used = weight > 0
        parameters = {
            "objective": "binary", "verbose": -1, "num_threads": 1,
            "num_leaves": options["leaves"], "seed": group + 1,
            "learning_rate": options["rate"], "min_data_in_leaf": 10,
            "lambda_l2": options["penalty"], "bagging_freq": 1,
            "feature_fraction": options["feature_part"],
            "bagging_fraction": options["row_part"], "max_bin": BINS,
            "deterministic": True, "force_row_wise": True}
        forest = lightgbm.train(parameters, lightgbm.Dataset(
            rows[used], labels[used], weight=weight[used]), trees)
        out.append(forest.predict(rows, raw_score=True))
    return numpy.stack(out)


def scores(bins, labels, weights, groups, features=None, trees=200, **options):
    """Logits [models, rows] of all rows. bins [features, rows] (uint8), labels
    [rows], weights [models, rows] (0: not learned from), groups [models]:
    models of one group draw the same rows."""
    options = {**OPTIONS, **options}
    features = numpy.arange(len(bins)) if features is None else features
    way = by_lightgbm if cupy is None else on_gpu
    return way(bins, labels, weights, groups, features, trees, options)
