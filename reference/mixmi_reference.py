#!/usr/bin/env python3
"""mixmi's default test `scan`, a second time, in NumPy and SciPy: written from docs/METHOD.md, sections 1, 6
and 17, by somebody who has not read the C code. Functions have the names of these sections' terms. Speed is no aim.

    import mixmi_reference as reference
    reference.test([x], [y], [z1, z2])   # (p, statistic); columns are arrays; text or objects are labels

X, Y and Z have any number of columns of any type and 8 to 8192 rows; p is None where a question is undecided. Not here:
the exchanges of up to 7 rows (raises NotCovered), clusters, censored times, and the default estimate (section 5).
"""
import collections
import functools
import itertools

import numpy as np
from scipy.special import gammaincc, gammaln
from scipy.stats import chi2, norm

# Constants of section 6, by the names of its tables.
FEW_VALUES, MOST_MASSES, LEAST_ROWS, FEW_ROWS = 12, 3, 4, 20
LABEL_SHARE, MASS_SHARE, LEAST_SHARE = 100, 20, 0.1
MOST_WAVES, WAVE_VALUES, MOST_WEIGHED = 16, 320000, 160
MOST_WEIGHTS, WEIGHTS_OF_COLUMN, MOST_EXCHANGED, SAMPLED, LEAST_LEFT, MOST_FEATURES = 8, 3, 7, 128, 0.0015, 24
MOST_CELLS, MOST_SHARE = 0.4, 2 / 3  # cells of Z per row, with and without numbers in Z, that are compared by cells

class NotCovered(Exception):
    """The question belongs to a part of the method that this module does not have."""
# ------------------------------------------------------------------------------------------------------------ sums
def rd(values, bits):
    """Multiples of 2^-bits, halves to even."""
    return np.rint(np.asarray(values, float) * 2.0**bits) / 2.0**bits

def fix(values):
    return rd(np.clip(values, -16, 16), 16)

def centred(values, cells=None):
    """Fixed, less the mean (of its cell), fixed."""
    f = fix(values)
    if cells is None:
        return fix(f - f.mean(0))
    return fix(f - (np.bincount(cells, f) / np.bincount(cells))[cells])

def standardised(values):
    """Fixed, less the mean, over the root mean square, fixed."""
    f = fix(values)
    f = f - f.mean(0)
    size = np.sqrt(np.mean(f * f, axis=0))
    return fix(f / size) if size > 0 else fix(f)

def squares(f):
    return rd(f * f, 10)

# --------------------------------------------------------------------------------------------------------- columns
class Column:
    """Codes 0, 1, .. of a column's values (in order for numbers), rows of each, and rows below minus rows above."""
    def __init__(self, values, order=None):
        self.labels = values.dtype.kind in "OUS"
        _, self.codes, self.counts = np.unique(values.astype(str) if self.labels else values, return_inverse=True,
                                               return_counts=True)
        self.rows, self.levels = len(values), len(self.counts)
        below = np.cumsum(self.counts) - self.counts
        self.balance = below - (self.rows - below - self.counts)
        self.order = order or (not self.labels, self.levels, int(np.sum(self.counts**2)) if self.labels else 0)

    def place(self):
        return self.balance[self.codes] / (2 * self.rows)

    def score(self):
        return norm.ppf(self.place() + 0.5)

def mix(z):
    """The finaliser of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))

def hash_pair(a, b):
    k = np.bitwise_xor(np.atleast_1d(np.asarray(a, np.uint64)), np.asarray(b, np.uint64))
    k = k * np.uint64(0x9E3779B97F4A7C15)
    return k ^ (k >> np.uint64(32))

def sums_of(values, codes, levels):
    sums = np.zeros(levels, np.uint64)
    np.add.at(sums, codes, values)
    return sums

def refined(columns, given):
    """Hashes of columns by colour refinement of rows and values (section 1); the last ones, `given`, count as Z."""
    hashes = [hash_pair(4 * (i >= len(columns) - given) + 3 * (not c.labels), c.rows) for i, c in enumerate(columns)]
    values = [hash_pair(hash_pair(h, c.counts), np.zeros(c.levels, int) if c.labels else np.abs(c.balance))
              for h, c in zip(hashes, columns)]
    for _ in range(3):
        if len({int(h[0]) for h in hashes}) == len(columns):
            break
        rows = mix(sum((mix(v)[c.codes] for v, c in zip(values, columns)), np.zeros(columns[0].rows, np.uint64)))
        for i, c in enumerate(columns):
            mine = hash_pair(values[i], sums_of(rows, c.codes, c.levels))
            hashes[i] = hash_pair(hashes[i], mix(mine).sum(dtype=np.uint64))
            values[i] = hash_pair(mine, hashes[i])
    return [int(h[0]) for h in hashes]

def in_order(columns, hashes):
    """Labels first, fewer values in the table first, more even labels first, then by refinement."""
    return [columns[i] for i in sorted(range(len(columns)), key=lambda i: (columns[i].order, hashes[i]))]

def prepared_z(columns):
    """Columns of Z without copies, in order, numbers in the direction that their rows' keys choose."""
    kept = [c for i, c in enumerate(columns) if not any(same_column(c, other) for other in columns[:i])]
    keys = row_keys(kept, kept[0].rows)
    sides = (mix(keys) >> np.uint64(50)).astype(np.int64)
    kept = [Column(-c.codes, c.order) if not c.labels and np.sum(c.balance[c.codes] * sides) < 0 else c for c in kept]
    return in_order(kept, refined(kept, 0)), keys

def same_column(a, b):
    if a.labels != b.labels or a.levels != b.levels:
        return False
    if a.labels:
        return len(set(zip(a.codes, b.codes))) == a.levels
    return np.array_equal(a.codes, b.codes) or np.array_equal(a.codes, b.levels - 1 - b.codes)

def wave(k, u):
    return np.sqrt(2) * (np.sin(k * np.pi * u) if k % 2 else np.cos(k * np.pi * u))

def most_waves(n):
    root = max(k for k in range(MOST_WAVES + 1) if k**3 <= n)
    return max(2, min(root, max(4, WAVE_VALUES // n)))

def point_masses(column):
    """Codes of the point masses, more frequent first, of equals the one farther from the median."""
    if column.labels or column.levels <= FEW_VALUES:
        return []
    least = max(LEAST_ROWS, column.rows // MASS_SHARE, np.sort(column.counts)[-MOST_MASSES - 1] + 1)
    masses = [v for v in range(column.levels) if column.counts[v] >= least]
    return sorted(masses, key=lambda v: (-column.counts[v], -abs(column.balance[v])))

def indicators(column, masses):
    """Of masses; of two mirror images, that no order tells apart, sum and difference."""
    one = [1.0 * (column.codes == v) for v in masses]
    for i, (v, w) in enumerate(zip(masses, masses[1:])):
        if column.counts[v] == column.counts[w] and column.balance[v] == -column.balance[w]:
            one[i:i + 2] = [one[i] + one[i + 1], one[i] - one[i + 1]]
    return one

def hashed(m):
    """h(m) of section 17, on 64 bits."""
    k = hash_pair(np.asarray(m, np.uint64) + np.uint64(1), 0) * np.uint64(0xBF58476D1CE4E5B9)
    return k ^ (k >> np.uint64(29))

def row_keys(z, n):
    """Sum over the columns of Z of h(rows of the label), or of h(|rows below - rows above|)."""
    return sum((hashed(c.counts if c.labels else np.abs(c.balance))[c.codes] for c in z), np.zeros(n, np.uint64))

def label_ranks(column, keys):
    """(rows, sum of keys) of each label, by which labels are ordered, largest first."""
    return list(zip(column.counts.tolist(), sums_of(keys, column.codes, column.levels).tolist()))

def frequent_labels(column, keys):
    """The most frequent labels, twelve at most; those that tie with the thirteenth are left out."""
    ranks = label_ranks(column, keys)
    order = sorted(range(column.levels), key=lambda v: ranks[v], reverse=True)
    last = ranks[order[FEW_VALUES]] if column.levels > FEW_VALUES else (0, 0)
    return [v for v in order if ranks[v] > last and column.counts[v] >= max(LEAST_ROWS, column.rows // LABEL_SHARE)]

def raw_features(column, keys, most=None, mixed=True):
    """(functions, details) of one column, not yet standardised."""
    if column.labels:
        labels = frequent_labels(column, keys)
        return [1.0 * (column.codes == v) for v in labels], [0] * len(labels)
    most = most_waves(column.rows) if most is None else most
    masses = point_masses(column) if mixed else []
    functions = [column.score()] + indicators(column, masses)
    details = [0] * len(functions)
    other = ~np.isin(column.codes, masses)
    u = np.zeros(column.rows)
    if other.any():
        u[other] = Column(column.codes[other]).place()
    for k in range(1 if masses else 2, min(most, column.levels - 1) + 1):
        functions.append(np.where(other, wave(k, u), 0.0))
        details.append(1 if k <= 2 else 2 if k <= 4 else 3 if k <= 8 else 4)
    return functions, details

# -------------------------------------------------------------------------------------------------------- products
class Side:
    """Uncorrelated features of one side: n x k values, the detail of each, the rank up to each detail."""
    def __init__(self, values, details, ranks):
        self.values, self.details, self.ranks = values, np.array(details, int), ranks

    def up_to(self, detail):
        return self.values[:, self.details <= detail], self.ranks[detail]

def uncorrelated(functions, details, labels):
    if not functions:
        return Side(np.zeros((0, 0)), [], [0] * 5)
    if labels:
        f = np.array(functions).T
        size, direction = np.linalg.eigh(f.T @ f / len(f))
        kept = size > LEAST_SHARE
        root = rd((direction[:, kept] / np.sqrt(size[kept])) @ direction[:, kept].T, 20)
        return Side(fix(f @ root), details, [int(kept.sum())] * 5)
    kept, values = [], []
    for f, detail in zip(functions, details):
        f = less(f, values, 20)
        if np.mean(f * f) >= LEAST_SHARE:
            values.append(standardised(f) if kept else f)
            kept.append(detail)
    return Side(np.array(values).T, kept, [sum(d <= detail for d in kept) for detail in range(5)])

def less(f, others, bits):
    for g in others:
        f = fix(f - g * rd(g @ f / (g @ g), bits))
    return f

def fourth_moment(f):
    return np.mean(rd(np.sum(squares(f), axis=1) ** 2, 10))

class Sample:
    """Rows, by their keys, whose products tell how deviates vary together after a regression."""
    def __init__(self, f, g, keys):
        length = rd(np.minimum((f * f).sum(1) * (g * g).sum(1), 2.0**20), 10)
        drawn, most = ((mix(keys) >> np.uint64(11)).astype(float) + 1) * 2.0**-53, SAMPLED
        while np.sum(drawn <= most * length / length.sum()) > 1.5 * SAMPLED:
            most *= 0.75
        self.rows = np.flatnonzero(drawn <= most * length / length.sum())
        self.n, self.share = len(f), np.minimum(1, most * length[self.rows] / length.sum())

    def moments(self, f, g, k):
        """What the variance of a sum of k squares gains, and its third cumulant."""
        if len(self.rows) < FEW_ROWS or k <= 1:
            return 0.0, 0.0
        gram = (f[self.rows] @ f[self.rows].T) * (g[self.rows] @ g[self.rows].T)
        gram = gram / np.sqrt(np.outer(self.share, self.share)) / self.n
        gram *= min(1.0, k / np.trace(gram))
        np.fill_diagonal(gram, 0)
        more = rd(2 * np.sum(gram**2) - 2 * k, 16)
        return (more, rd(max(0.0, 8 * np.trace(gram @ gram @ gram)), 16)) if more > 0 else (0.0, 0.0)

def wallace(sign, share, m):
    """Normal deviate of Student's distribution with q = m - 1 degrees of freedom, from the squared correlation."""
    q = m - 1
    z = sign * (8 * q + 1) / (8 * q + 3) * np.sqrt(-q * np.log1p(-np.minimum(share, 1 - 1e-12)))
    return np.where(q >= 1, z, 0.0)

def wilson_hilferty(z, skewness):
    g = np.clip(skewness, -2, 2)
    return 6 / g * (np.cbrt(max(0.0, 1 + g * z / 2)) - 1) + g / 6 if abs(g) > 0.001 else z

def by_cell(values, cells):
    """Sums over the rows of each cell."""
    return np.array([np.bincount(cells, column) for column in values.T]).T

def pairs(f, g):
    return f[:, :, None] * g[:, None, :]

class Products:
    """Deviates of all pairs of features by cells."""
    def __init__(self, x, y, cells):
        n = len(x)
        rows = np.bincount(cells).astype(float)[:, None, None]
        second = pairs(by_cell(squares(x), cells), by_cell(squares(y), cells))
        third = pairs(by_cell(rd(squares(x) * x, 10), cells), by_cell(rd(squares(y) * y, 10), cells))
        self.s_c = np.array([rd(pairs(x[cells == c], y[cells == c]), 16).sum(0) for c in range(cells.max() + 1)])
        self.v_c = second / np.maximum(rows - 1, 1)
        self.s, self.v = x.T @ y, rd(self.v_c, 16).sum(0)
        self.m = rd(np.sqrt(second), 16).sum(0) ** 2 / self.v
        third = rd((rows > 2) * rows * third / np.maximum((rows - 1) * (rows - 2), 1), 16).sum(0)
        self.skewness = third / self.v**1.5
        self.scale = np.sqrt(np.outer((x * x).sum(0), (y * y).sum(0))) / n
        one = (self.v_c > 0).sum(0) == 1
        student = wallace(np.sign(self.s), self.s**2 / (self.v * self.m), self.m)
        self.plain = np.where(one, student, self.s / np.sqrt(self.v))
        self.z = self.plain * self.scale

def gamma_tail(value, mean, variance, third=0.0):
    if third > 2 * variance**2 / mean:
        shape = 4 * variance**3 / third**2
        scale = third / (2 * variance)
        return gammaincc(shape, max(0.0, value - mean + shape * scale) / scale)
    return gammaincc(mean * mean / variance, value * mean / variance)

def excess_variance(x4, y4, k, m):
    return rd(2 * k + 1.5 * max(0.0, x4 * y4 - k * k - 2 * k) / max(m, 1), 16)

def sum_moments(f, g, k, m, sample):
    """Variance and third cumulant of a sum of k squared deviates."""
    more, third = sample.moments(f, g, k) if sample else (0.0, 0.0)
    return excess_variance(fourth_moment(f), fourth_moment(g), k, m + 1) + more, third

def detail_p(x, y, make, detail, m, sample):
    (f, rank_x), (g, rank_y) = x.up_to(detail), y.up_to(detail)
    products, k = make(f, g), rank_x * rank_y
    if products.z.size == 1:
        z = wilson_hilferty(products.plain[0, 0], products.skewness[0, 0]) * products.scale[0, 0]
        return 2 * norm.sf(abs(z))
    return gamma_tail(rd(products.z**2, 16).sum(), k, *sum_moments(f, g, k, m, sample))

def combined(parts):
    """Of (weight, p)."""
    total = sum(weight for weight, _ in parts)
    value = sum(weight / total / np.tan(np.pi * min(max(p, 1e-300), 0.99)) for weight, p in parts)
    return 1 / (np.pi * value) if value > 1e8 else 0.5 - np.arctan(value) / np.pi

def label_groups(column, cells):
    """Labels as groups of rows within cells; labels of one row in their cell together (-1)."""
    groups = np.unique(np.c_[cells, column.codes], axis=0, return_inverse=True)[1].ravel()
    return np.where(np.bincount(groups)[groups] == 1, -1, groups)

def group_moments(groups):
    """a1 to a7 of the projection on the groups of rows of a cell."""
    n, rows = len(groups), np.unique(groups, return_counts=True)[1]
    count = len(rows)
    i, j, share = rd(n / rows, 10).sum() / n, rd(n / rows**2, 16).sum() / n, count / n
    return (count - 1, count - 1, i - (2 * count - 1) / n,
            (1 + 3 / n) * i - j - (3 * count - 2 + (3 * count - 1) / n) / n,
            (1 + 2 / n + share) * i - j - (1 + 2 / n) * count * share,
            (1 + 1 / n) * (i - count * share) - j + 2 * share * i - count * share**2,
            j - 3 * share * i + 2 * count * share**2)

def feature_moments(g):
    """b1 to b7 of the sum of g g'."""
    products = rd(pairs(g, g), 16).sum(0)
    rows = rd(np.minimum(squares(g).sum(1) ** 2, 2.0**20), 10)
    return np.trace(products), np.sum(products**2), rows.sum(), 0.0, 0.0, 0.0, 0.0

def exchange_moments(n, a, b):
    """Mean, variance and third cumulant of sum A_ij B_ij under exchange of n rows."""
    mean = a[0] * b[0] / (n - 1)
    v = 2 * ((n - 1) * a[1] - a[0]**2) * ((n - 1) * b[1] - b[0]**2) / ((n - 1) ** 2 * (n + 1) * (n - 2))
    rest = [n * (n + 1) * c[2] - (n - 1) * (c[0]**2 + 2 * c[1]) for c in (a, b)]
    third = 2 * v * v / mean if mean > 0 else 0.0
    third += (4 * a[3] * b[3] + 12 * a[4] * b[4] + 6 * a[5] * b[5]) / (n * (n - 1))
    third += n * a[6] * b[6] / ((n - 1) * (n - 2))
    return mean, v + rest[0] * rest[1] / ((n + 1) * n * (n - 1) * (n - 2) * (n - 3)), third

def all_labels_p(groups, others, cells):
    """p-value of sum A_ij B_ij over cells; `others` are groups of labels or features."""
    total = np.zeros(4)
    for cell in np.flatnonzero(np.bincount(cells) >= LEAST_ROWS):
        a, b, n = groups[cells == cell], others[cells == cell], int(np.sum(cells == cell))
        labels, rows = np.unique(a, return_inverse=True)[1], np.unique(a, return_counts=True)[1]
        if others.ndim == 1:
            other, other_rows = np.unique(b, return_inverse=True)[1], np.unique(b, return_counts=True)[1]
            joint = np.zeros((len(rows), len(other_rows)))
            np.add.at(joint, (labels, other), 1)
            statistic = rd((n - 1) * joint**2 / np.outer(rows, other_rows), 16).sum() - (n - 1)
            moments, scale = exchange_moments(n, group_moments(a), group_moments(b)), n - 1
        else:
            statistic = rd(by_cell(b, labels) ** 2 / rows[:, None], 16).sum()
            moments, scale = exchange_moments(n, group_moments(a), feature_moments(b)), 1
        total += [statistic] + [rd(m * scale**k, bits) for m, k, bits in zip(moments, (1, 2, 3), (16, 16, 10))]
    return gamma_tail(*total)

def all_labels_parts(side, other_side, other, cells):
    """Parts for a side that is one column of more than twelve labels."""
    groups = label_groups(side[0], cells)
    if np.sum(groups >= 0) < FEW_ROWS:
        return []
    if len(other_side) == 1 and other_side[0].labels:
        return [(1.0, all_labels_p(groups, label_groups(other_side[0], cells), cells))]
    more = [(0.25, all_labels_p(groups, other.values, cells))] if other.details.max() > 0 else []
    return [(1.0, all_labels_p(groups, other.up_to(0)[0], cells))] + more

def weights_of_z(z, cells, keys):
    """Functions of Z, one value per row."""
    count = cells.max() + 1
    if count <= MOST_WEIGHTS and any(c.labels and c.levels > 2 for c in z):
        return [standardised(1.0 * (cells == c)) for c in range(count)]
    if count <= MOST_WEIGHTS and len(z) == 1:
        return chosen_weights([[(2 * z[0].place()) ** k] for k in range(1, count)])
    return chosen_weights(weight_rounds(z, keys))

def weight_features(column, keys):
    """The first three features of a column of Z; labels that no order distinguishes have none, but keep their place."""
    if not column.labels:
        return [standardised(f) for f in raw_features(column, keys, WEIGHTS_OF_COLUMN)[0][:WEIGHTS_OF_COLUMN]]
    ranks, order = label_ranks(column, keys), frequent_labels(column, keys)[:WEIGHTS_OF_COLUMN]
    return [standardised(1.0 * (column.codes == v)) if ranks.count(ranks[v]) == 1 else None for v in order]

def weight_rounds(z, keys):
    features = [(weight_features(c, keys) + [None] * WEIGHTS_OF_COLUMN)[:WEIGHTS_OF_COLUMN] for c in z]
    first = [f[0] for f in features if f[0] is not None]
    rounds = [first, [fix(f * g) for i, f in enumerate(first) for g in first[i + 1:]]]
    return rounds + [[f[k] for f in features if f[k] is not None] for k in range(1, WEIGHTS_OF_COLUMN)]

def chosen_weights(rounds):
    kept = []
    for functions in rounds:
        if len(kept) + len(functions) > MOST_WEIGHTS:
            continue
        for f in functions:
            f = less(standardised(f), kept, 16)
            if np.mean(f * f) >= LEAST_SHARE:
                kept.append(standardised(f))
    return kept

def weighted_parts(x, y, make, cells, detail, m, weights, sample):
    """(weight, p-value) of products weighted by each function of Z; cells is None after a regression."""
    (f, rank_x), (g, rank_y) = x.up_to(detail), y.up_to(detail)
    products, k = make(f, g), rank_x * rank_y
    used = [(w, w4) for w, w4 in ((w, fourth_moment(w[:, None])) for w in weights) if m + 1 >= FEW_ROWS * w4]
    parts, (least, third) = [], sum_moments(f, g, k, m, sample)
    for w, w4 in used:
        if cells is not None:
            w_c = w[np.unique(cells, return_index=True)[1]][:, None, None]
            z = rd(w_c * products.s_c, 16).sum(0) / np.sqrt(rd(w_c**2 * products.v_c, 16).sum(0)) * products.scale
        else:
            t = 256 * rd(w[:, None, None] * pairs(f, g) / 256, 16)
            r, s = t.mean(0), (t * t).mean(0)
            shift, v = products.left(len(w) * np.maximum(s - 2 * r * r, np.minimum(1, s)), w)
            r = r - shift / len(w)
            z = wallace(np.sign(r), r * r / (v / len(w)), m) * products.scale
        rows = m + 1 if cells is None else (m + 1) / w4
        variance = excess_variance(w4 * fourth_moment(f), fourth_moment(g), k, rows)
        parts.append((0.25 / len(used), gamma_tail(rd(z**2, 16).sum(), k, max(variance, least), third)))
    return parts

def is_continuous(column):
    big = column.counts[column.counts >= max(LEAST_ROWS, column.rows // MASS_SHARE)]
    return not column.labels and column.levels >= FEW_ROWS and big.sum() <= LEAST_SHARE * column.rows

# ---------------------------------------------------------------------------------------------------- functions of Z
SIMPLE, STRIDE, LITTLE, TINY, ROUNDS, TIMES = 3, 50, 0.1, 1e-9, 2, 3
DEPTH, MOST_DIAGONAL, FEWEST_EFFECTS, MOST_FUNCTIONS = 6, 6, 130, 360
OCTAVES = [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 64), (65, 128)]

class Block:
    """Functions of Z that share a variance: values, cost, sums of their squared lengths and of the squares of these."""
    def __init__(self, values, cost, rivals=0, shared=True, start=None):
        self.values, self.cost, self.rivals, self.shared, self.size = values, cost, rivals, shared, values.shape[1]
        self.start, self.levels = start or 4 / len(values), False
        lengths = np.sum(values * values, axis=0)
        self.t, self.t2 = lengths.sum(), np.sum(lengths**2)

def waves(u, first, last):
    return np.array([standardised(wave(k, u)) for k in range(first, last + 1)]).T

def level_indicators(codes, levels):
    return np.array([centred(fix(np.sqrt(levels)) * (codes == v)) for v in range(levels)]).T

def column_blocks(column):
    """(functions, cost, cost in products or None) of a column."""
    if column.labels or column.levels == 2:
        return [(level_indicators(column.codes, column.levels)[:, :column.levels if column.levels > 2 else 1], 2, 2)]
    s = column.score()
    blocks = [(standardised(s)[:, None], 2, 2), (standardised(s * s)[:, None], 3, 3)]
    scaled = s / (2 * np.abs(s).max())
    for place, octaves, scores in ((scaled, OCTAVES[:5], True), (column.place(), OCTAVES[4:], False)):
        for first, last in octaves:
            last = min(last, column.levels - 1)
            if first <= last:
                cost = max(4, (last + 1) // 2) if first > 2 else last + 1
                blocks.append((waves(place, first, last), cost, last + 1 if scores and first > 2 else None))
    return blocks

def times(*factors):
    values = functools.reduce(lambda f, g: pairs(f, g).reshape(len(f), -1), factors)
    return np.array([centred(v) for v in values.T]).T

def with_effects(z):
    """The column of which each level has an effect, or None: that with the most levels, labels first."""
    labels = [c for c in z if c.labels and c.levels > FEW_VALUES]
    numbers = [c for c in z if not c.labels and FEWEST_EFFECTS <= c.levels <= MOST_FUNCTIONS and c.rows >= 4 * c.levels]
    return max(labels or numbers, key=lambda c: c.levels, default=None)

def level_blocks(column, z):
    """Effects of levels and, for labels, slopes per level."""
    one = 1.0 * (column.codes[:, None] == np.arange(column.levels))
    blocks = [Block(one, 2, start=4 * column.levels / column.rows)]
    if column.labels:
        others = [c for c in z if c is not column and (not c.labels or c.levels == 2)][:3]
        blocks += [Block(fix(one * column_blocks(c)[0][0]), np.inf) for c in others]
    for b in blocks:
        b.levels = True
    return blocks

@functools.lru_cache(1)
def functions_of_z(z, most):
    """Blocks of functions of Z, about `most` functions in all."""
    effects, columns, pairs = with_effects(z), len(z), len(z) * (len(z) - 1) // 2
    of_levels = level_blocks(effects, z) if effects else []
    z = [c for c in z if not (c is effects and c.labels)]
    single = [column_blocks(c) for c in z]
    blocks = [Block(f, cost, columns) for own in single for f, cost, _ in own]
    numbers = [c for c in z if not c.labels and c.levels > 2]
    for a, b in itertools.combinations(numbers if len(numbers) <= MOST_DIAGONAL else [], 2):
        for s in (a.score() + b.score(), a.score() - b.score()):
            u = s / (2 * np.abs(s).max())
            blocks += [Block(waves(u, first, last), 2 * (last + 1)) for first, last in OCTAVES[1:5]]
    for own, other in itertools.combinations([[b for b in own if b[2]] for own in single], 2):
        blocks += [Block(times(f, g), c * d, pairs * (i == j == 0 and pairs <= most))
                   for i, (f, _, c) in enumerate(own) for j, (g, _, d) in enumerate(other)
                   if f.shape[1] * g.shape[1] <= most * MOST_SHARE]
    blocks += [Block(times(*three), 8) for three in itertools.combinations([own[0][0] for own in single], 3)
               if np.prod([f.shape[1] for f in three]) <= most * MOST_SHARE]
    return of_levels + within_budget(blocks, most) + (kernels(numbers, most // 9) if len(numbers) > 2 else [])

def within_budget(blocks, most):
    kept = [b for b in blocks if b.cost <= SIMPLE]
    size = sum(b.size for b in kept)
    for cost in sorted({b.cost for b in blocks if b.cost > SIMPLE}):
        new = [b for b in blocks if b.cost == cost and b.size <= most * MOST_SHARE]
        size += sum(b.size for b in new)
        if size > most:
            break
        kept += new
    beyond = [b for b in blocks if b.rivals and b not in kept and b.size <= most * MOST_SHARE]
    for b in kept:
        b.rivals = 0
    return kept + beyond

def kernels(numbers, count):
    blocks, golden = [], np.uint64(0x9E3779B97F4A7C15)
    s = np.array([c.score() for c in numbers])
    for width in (0.5, 1.0):
        g = mix(np.uint64(1024 * width) + np.arange(count, dtype=np.uint64) * golden)
        a = 2 * np.pi * (g >> np.uint64(11)).astype(float) * 2.0**-53
        d = [norm.ppf(((mix(g + np.uint64(j + 1)) >> np.uint64(11)).astype(float) + 0.5) * 2.0**-53) / width
             for j in range(len(numbers))]
        blocks.append(Block(np.array([standardised(v) for v in np.cos(a[:, None] + np.array(d).T @ s)]).T, np.inf))
    return blocks

# -------------------------------------------------------------------------------------------------------- regression
class Regression:
    """Responses, standardised (y, n x F), on blocks of functions; v has each block's variance, None where it is out."""
    def __init__(self, z, responses, limit=2):
        self.blocks = list(functions_of_z(tuple(z), min(MOST_FUNCTIONS, limit * z[0].rows)))
        self.y = np.array([standardised(f) for f in responses]).T
        self.n = len(self.y)

    def solve(self):
        self.inside = [k for k, v in enumerate(self.v) if v is not None]
        sizes = [self.blocks[k].size for k in self.inside]
        self.design = np.hstack([np.ones((self.n, 1))] + [self.blocks[k].values for k in self.inside])
        self.penalty = np.concatenate([[0.0]] + [np.full(m, 1 / self.v[k]) for k, m in zip(self.inside, sizes)])
        ridge = [np.full(m, 0.0 if self.blocks[k].levels else TINY * self.n) for k, m in zip(self.inside, sizes)]
        ridge = self.penalty + np.concatenate([[TINY * self.n]] + ridge)
        self.inverse = np.linalg.inv(self.design.T @ self.design + np.diag(ridge))
        c = self.design.T @ self.y
        self.b = self.inverse @ c
        self.parts = [slice(j - m, j) for j, m in zip(1 + np.cumsum(sizes), sizes)]
        traces = [np.diag(self.inverse)[part].sum() for part in self.parts]
        self.e = [m - trace / self.v[k] for k, m, trace in zip(self.inside, sizes, traces)]
        y2 = np.sum(self.y**2, axis=0)
        left = np.maximum(y2 - np.sum(self.b * (c + self.penalty[:, None] * self.b), axis=0), TINY * (y2 + 1))
        self.sigma2 = left / max(self.n - 1 - sum(self.e), LEAST_SHARE * self.n)

    def update(self):
        r = [np.mean(np.sum(self.b[part] ** 2, axis=0) / self.sigma2) / (e * self.v[k])
             for k, e, part in zip(self.inside, self.e, self.parts)]
        q = np.clip(r, 1 / STRIDE, STRIDE)
        leaves = [e <= LITTLE and factor < 1 for e, factor in zip(self.e, q)]
        if not any(leaves) and not any(abs(factor - 1) * e > LITTLE for e, factor in zip(self.e, q)):
            return False
        for k, factor, out in zip(self.inside, q, leaves):
            self.v[k] = None if out else self.v[k] * factor
        return True

    def settle(self):
        self.solve()
        for _ in range(ROUNDS):
            if self.update():
                self.solve()

    def least(self, block):
        """The score above which a block enters."""
        unit = block.t2 / (self.y.shape[1] * block.t)
        beyond = chi2.isf(0.05 / max(block.rivals, 1), block.t / unit) * unit
        return beyond if block.rivals else block.t + 2 * np.sqrt(2 * unit * block.t)

    def enter(self):
        residual, before = self.residuals(), list(self.v)
        for k, block in enumerate(self.blocks):
            q = np.mean(np.sum((block.values.T @ residual) ** 2, axis=0) / self.sigma2)
            if before[k] is None and q > self.least(block):
                self.v[k] = (q - block.t) / block.t2
        if self.v != before:
            self.settle()

    def fit(self):
        return self.design @ rd(self.b, 20)

    def residuals(self):
        return fix(self.y - self.fit())

    def simple(self):
        self.v = [block.start if block.cost <= SIMPLE else None for block in self.blocks]
        self.settle()
        self.enter()
        return self

    def undecided(self):
        """Whether Z leaves next to nothing of the first response."""
        share = np.sum(self.residuals()[:, 0] ** 2) / np.sum(self.y[:, 0] ** 2)
        return share / max(1 - (1 + sum(self.e)) / self.n, LEAST_SHARE) ** 2 < LEAST_LEFT

    def left(self):
        h = np.sum((self.design @ self.inverse) * self.design, axis=1)
        return np.maximum(1 - rd(1 - (1 - h) ** TIMES, 20), LEAST_SHARE)

    def full(self, z):
        """Simple blocks, a tree, index waves, twicing."""
        self.blocks += tree_block(z, self.y[:, 0])
        self.simple()
        for _ in range(ROUNDS):
            self.index_waves()
            self.enter()
        d = self.b
        for _ in range(TIMES - 1):
            d = self.inverse @ (self.penalty[:, None] * d)
            self.b = self.b + d
        sizes = [self.blocks[k].size for k in self.inside]
        self.e = [m * (1 - (1 - e / m) ** TIMES) for m, e in zip(sizes, self.e)]
        rest = self.residuals()[:, 0]
        self.leaves = tree_leaves(tree_columns(z), self.y[:, 0] - rest, np.mean(rest * rest), LEAST_SHARE)
        return self

    def index_waves(self):
        """Waves over the ranks of the fitted value, and its squared score, less their linear part in it."""
        t = rd(self.fit()[:, 0], 20)
        column, direction = Column(t), standardised(t)
        if column.levels < 2:
            return
        u, score = column.place(), standardised(column.score())
        blocks = [[wave(k, u) for k in range(first, last + 1)] for first, last in OCTAVES[:4]] + [[score**2]]
        for functions in blocks:
            values = [less(standardised(f), [direction], 16) for f in functions]
            self.blocks.append(Block(np.array(values).T, np.inf, shared=False))
            self.v.append(None)

def tree_columns(z):
    """What a tree splits at: the order of numbers, and one label against the others."""
    used = [c for c in z if not c.labels or c.levels <= FEW_VALUES]
    return [codes for c in used
            for codes in ([c.codes == v for v in range(c.levels)] if c.labels and c.levels > 2 else [c.codes])]

def tree_leaves(columns, y, least, share=0.0, depth=np.inf):
    """The leaf of each row in a tree on y whose splits have a gain above `least`."""
    leaves, nodes, count = np.zeros(len(y), int), [(np.arange(len(y)), 0)], 0
    while nodes:
        (rows, level), gain = nodes.pop(), least
        n, low = len(rows), None
        below = np.arange(1, n)
        sides = np.minimum(below, n - below) >= max(LEAST_ROWS, share * n)
        for codes in columns if level < depth else []:
            order = np.argsort(codes[rows], kind="stable")
            ranked = codes[rows][order]
            gap = np.cumsum(y[rows][order])[:-1] * n - y[rows].sum() * below
            gains = np.where(sides & (ranked[1:] != ranked[:-1]), gap**2 / (n * below * (n - below + 0.0)), 0)
            if n > 1 and gains.max() > gain:
                gain, low, high = gains.max(), rows[order[:np.argmax(gains) + 1]], rows[order[np.argmax(gains) + 1:]]
        leaves[rows], count = count, count + (low is None)
        nodes += [(high, level + 1), (low, level + 1)] if low is not None else []
    return leaves

def tree_block(z, y):
    """Indicators of the leaves of a tree that is fitted to the response."""
    columns = tree_columns(z)
    leaves = tree_leaves(columns, y, np.log(len(y) * max(len(columns), 1)) * np.mean(y * y), depth=DEPTH)
    return [Block(level_indicators(leaves, leaves.max() + 1), np.inf, shared=False)] if leaves.max() else []

# Features of one column given Z, their details, regression (None by cells) and whether Z determines the first.
Features = collections.namedtuple("Features", "functions details regression undecided", defaults=(None, False))

def regressed(column, z, keys):
    """Features of one column as residuals given Z."""
    if is_continuous(column):
        return continuous(column, z, keys)
    functions, details = raw_features(column, keys, max(2, most_waves(column.rows) // 2))
    if not functions:
        return Features([], [], None, True)
    regression = Regression(z, functions).full(z)
    kept = [f for f in regression.residuals().T if f.std() > (LEAST_SHARE if column.labels else 0)]
    return Features([standardised(f) for f in kept], details[:len(kept)], regression, regression.undecided())

def continuous(column, z, keys):
    """Residuals of the score, divided by their scale given Z and ranked again; features of these given Z."""
    first = Regression(z, [column.score()]).full(z)
    left = first.left()
    r = standardised(first.residuals()[:, 0]) / left
    t = np.log(r * r + 0.01)
    scale = Regression(z, [t]).simple()
    again = Column(r * np.exp(-np.std(fix(t)) * fix(scale.fit()[:, 0]) / 2))
    functions, details = raw_features(again, keys, max(2, most_waves(column.rows) // 2), mixed=False)
    second = Regression(z, [standardised(f) * left for f in functions]).simple()
    features, second.leaves = [standardised(f) for f in second.residuals().T], first.leaves
    return Features(features, details, largest([first, second]), first.undecided())

def in_cells(column, cells, keys):
    """Features of one column, centred within cells; a continuous column is centred and ranked again before."""
    again = cells.max() > 0 and is_continuous(column)
    if again:
        first = standardised(column.score())
        column = Column(centred(first, cells))
    functions, details = raw_features(column, keys, mixed=not again)
    functions = [standardised(f) for f in functions]
    if cells.max() == 0 or not functions:
        return Features(functions, details)
    first = first if again else functions[0]
    left = np.sum(centred(first, cells) ** 2) / np.sum(first**2) < LEAST_LEFT
    return Features([standardised(centred(f, cells)) for f in functions], details, None, left)

def largest(regressions):
    return max((r for r in regressions if r), key=lambda r: sum(r.e), default=None)

def side_of(columns, features, z, cells):
    """Uncorrelated features of all columns of a side."""
    single = [uncorrelated(one.functions, one.details, c.labels) for c, one in zip(columns, features)]
    side, regression = single[0], largest([one.regression for one in features])
    if len(columns) > 1:
        joined = [pair for one in single for pair in zip(one.details, one.values.T)]
        joined = [(d, standardised(f) if regression else f) for d, f in joined]
        first = [one.values[:, 0] for one in single if one.values.size]
        products = [standardised(f * g) for f, g in itertools.combinations(first, 2)]
        if regression and products:
            products = Regression(z, products).simple().residuals().T
        elif z:
            products = [centred(f, cells) for f in products]
        joined += [(1, standardised(f) if z else f) for f in products]
        joined = sorted(joined, key=lambda pair: pair[0])[:MOST_FEATURES]
        side = uncorrelated([f for _, f in joined], [d for d, _ in joined], False)
    side.regression, side.undecided = regression, any(one.undecided for one in features)
    return side

class RegressionProducts:
    """Deviates of all pairs of features, which are residuals given Z."""
    def __init__(self, x, y, of_x, of_y, slack):
        n = len(x)
        big, ex, ey = n - 1, sum(of_x.e), sum(of_y.e)
        rest = big - ex - ey + shared_parameters(of_x, of_y)
        m = rd(np.clip((big - ex) * (big - ey) / rest, big - min(ex, ey), big) if rest > 0 else big, 16)
        fg = np.outer((x * x).sum(0), (y * y).sum(0))
        self.s = x.T @ y
        h = np.maximum(1, n * (squares(x).T @ squares(y)) / fg - 2 * self.s**2 / fg - slack)
        self.m = np.maximum(m / h, 3)
        self.groups = [Groups(x, y, of.leaves) for of in (of_x, of_y)]
        shift, more = self.left(fg * (1 + rd((shared_parameters(of_x, of_y, False) / 4) ** 2 / n, 16)) / self.m)
        self.s, self.v = self.s - shift, more
        self.plain = wallace(np.sign(self.s), self.s**2 / (self.v * self.m), self.m)
        self.skewness, self.scale = np.zeros_like(fg), np.sqrt(fg) / n
        self.z = self.plain * self.scale

    def left(self, v, w=None):
        """What Z left in both sides of the sums of w f g, of variances v, and their variances with its error."""
        shift = noise = np.zeros_like(v)
        for g in self.groups:
            u, own = g.sums(w), g.noise * v
            s = np.maximum(0, 1 - own / np.where(u == 0, 1, u * u)) * (u != 0)
            shift, noise = [np.where(abs(s * u) > abs(shift), a, b) for a, b in ((s * u, shift), (s * own, noise))]
        return shift, v + noise + shift**2

class Groups:
    """Mean products of features of X and Y in different rows of the same leaf."""
    def __init__(self, x, y, leaves):
        rows, self.leaves = np.bincount(leaves).astype(float), leaves
        self.rows, many = rows[:, None, None], rows > 1
        f, g, sums = by_cell(x, leaves), by_cell(y, leaves), np.zeros((len(rows), x.shape[1], y.shape[1]))
        np.add.at(sums, leaves, rd(pairs(x, y), 16))
        self.means = rd((pairs(f, g) - sums) / np.maximum(self.rows * (self.rows - 1), 1), 16) * many[:, None, None]
        self.noise = rd(rows[many] / (rows[many] - 1), 16).sum() / len(leaves)

    def sums(self, w):
        weights = np.bincount(self.leaves, w)[:, None, None]
        return rd(weights * self.means, 16).sum(0)

def shared_parameters(x, y, levels=True):
    """Effective parameters that both regressions have in the same blocks."""
    ex, ey = dict(zip(x.inside, x.e)), dict(zip(y.inside, y.e))
    both = [k for k in ex if k in ey and x.blocks[k].shared and (levels or not x.blocks[k].levels)]
    return sum(ex[k] * ey[k] / x.blocks[k].size for k in both)

def by_cells(z, cells):
    share, few = (cells.max() + 1) / len(cells), all(c.labels or c.levels <= 2 for c in z)
    return len(z) == 1 and z[0].labels or few and share <= MOST_SHARE or share <= MOST_CELLS

def complete(columns):
    """The rows in which no column is missing: NaN in numbers, None or '' in labels."""
    here = [np.array([v is not None and v != "" and v == v for v in c]) for c in columns]
    return [c[np.logical_and.reduce(here)] for c in columns]

def test(xs, ys, zs=()):
    """p-value and statistic of the test whether X and Y are independent given Z."""
    table = [Column(complete([c])[0]) for c in (*xs, *ys, *zs)]
    columns = [Column(c, whole.order) for c, whole in zip(complete([*xs, *ys, *zs]), table)]
    n = columns[0].rows
    parts, hashes = [slice(len(xs)), slice(len(xs), len(xs) + len(ys))], refined(columns, len(zs))
    if n <= MOST_EXCHANGED:
        raise NotCovered("all pairings of few rows")
    sides = [in_order(columns[part], hashes[part]) for part in parts]
    if any(all(c.levels == 1 for c in side) for side in sides):
        return 1.0, 0.0
    cells, keys = np.zeros(n, int), np.zeros(n, np.uint64)
    z = [c for c in columns[len(xs) + len(ys):] if c.levels > 1]
    if z:
        z, keys = prepared_z(z)
        cells = np.unique(np.array([c.codes for c in z]), axis=1, return_inverse=True)[1].ravel()
    if any(c.labels and c.levels > MOST_SHARE * n for c in z):
        return None, None
    if by_cells(z, cells):
        features = [[in_cells(c, cells, keys) if c.levels > 1 else Features([], []) for c in side] for side in sides]
    else:
        features = [[regressed(c, z, keys) if c.levels > 1 else Features([], []) for c in side] for side in sides]
    return combined_test(*sides, z, cells, keys, *(side_of(s, f, z, cells) for s, f in zip(sides, features)))

def combined_test(x, y, z, cells, keys, f, g):
    """All parts and their combination; x and y are columns, f and g their features."""
    n, regressed, parts, before = x[0].rows, f.regression is not None, [], 0
    if f.undecided or g.undecided:
        return None, None
    slack = (len(x + y) == 2 and all(map(is_continuous, x + y))) / np.sqrt(n)

    def products(a, b):
        return RegressionProducts(a, b, f.regression, g.regression, slack) if regressed else Products(a, b, cells)

    weights = weights_of_z(z, cells, keys) if z else []
    m = products(f.values, g.values).m.max() if f.values.size and g.values.size else 0
    if m + 1 < LEAST_ROWS:
        return None, None
    sample = Sample(f.values, g.values, keys) if regressed else None
    for detail in range(5):
        count = int((f.details <= detail).sum() * (g.details <= detail).sum())
        if count == before:
            continue
        before, parts = count, parts + [(2.0**-detail, detail_p(f, g, products, detail, m, sample))]
        if weights and detail <= (1 if count * len(weights) <= MOST_WEIGHED else 0):
            parts += weighted_parts(f, g, products, None if regressed else cells, detail, m, weights, sample)
    many = [len(side) == 1 and side[0].labels and side[0].levels > FEW_VALUES for side in (x, y)]
    if not regressed and any(many):
        parts += all_labels_parts(x, y, g, cells) if many[0] else all_labels_parts(y, x, f, cells)
    p = max(combined(parts), 2 * np.exp(-gammaln(n + 1)))
    return p, norm.isf(p / 2)
