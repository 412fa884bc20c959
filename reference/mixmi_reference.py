"""One question, one residual, one answer: p-value, estimate and interval of I(X;Y|Z) from one regression of X and of Y on Z.

    answer([x], [y], [z1, z2])  ->  Answer(p, estimate, lower, upper, ...)   in nats; columns are arrays, text is labels

1 Residuals: features of each column (scores, waves over ranks, indicators) less their regression on functions of Z; labels of many
  levels are absorbed. What is chosen is chosen on at most MOST_PLANNED rows, what is summed is summed over all.
2 p: sums T of squared standardised products of residual features, combined over details and weights by Z by Cauchy's distribution.
3 Estimate: (1 - b) of what products say (ln(1 + (T - k) / M) / 2) and densities add (grids and location-scale regressions of the
  same residuals); b = -e p ln p is the least Bayes factor for independence that p allows.
4 Interval: estimate (1 -+ z_a / z_p)^2, so that it excludes 0 exactly if p <= a; its upper end is at least what T allows.
"""
import collections, copy, itertools
from functools import lru_cache, partial, reduce
from math import ceil, comb, e as EULER, exp, inf, lgamma, log, log2, pi, sqrt

import numpy as np
from scipy.special import digamma, exp1, gammaincc, gammainccinv, gammaln
from scipy.stats import norm

# Rows and values: few values, point masses, the rows of one, what is left of anything at least (no ratio of small counts, so that no
# threshold is met exactly), what differs by MARGIN or less is equal; more values than MOST_GROUPS of the rows hardly repeat.
FEW_VALUES, MOST_MASSES, LEAST_ROWS, FEW_ROWS, MASS_SHARE, LEAST_SHARE, MARGIN, MOST_GROUPS, GOLDEN = 12, 3, 4, 20, 20, 0.10000037, 1e-9, 0.6, (sqrt(5) - 1) / 2
# Functions of Z and the regression on them.
MOST_FUNCTIONS, SIMPLE, ROUNDS, INDEX_ROUNDS, TIMES, STRIDE, TINY, DEPTH, MOST_SWEEPS = 360, 3, 3, 2, 3, 50, 1e-9, 6, 1000
MOST_PLANNED, MOST_POINTS = 4096, 128  # rows on which functions are chosen, points of a surface
# The test: waves, features of a side, what Z must leave and may use, weights.
MOST_WAVES, MOST_FEATURES, LEAST_LEFT, MOST_USED = 16, 24, 0.0015, 0.45
MOST_WEIGHTS, WEIGHTS_OF_COLUMN, MOST_WEIGHED, WEIGHED = 8, 3, 160, 0.25
# The estimate: the least p in numbers, places and first bins of a grid, nats for using a regression, of densities, of residuals in ranks.
LEAST_P, PLACES, START, PRICE, SMALL, REACH_POWER, LEAST_ORDERED, RESOLUTION = 1e-295, 48, 8, 2.8, 1e-3, 0.45, 40, 60
OCTAVES = [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 64), (65, 128)]

# ------------------------------------------------------------------------------------------------------------------- columns
class Column:
    """Values in order and the code of each row's value."""
    def __init__(self, values):
        text, self.rows, self.mixed, self.absorbed, self.raw, self.source = values.dtype.kind in "OUS", len(values), False, False, None, None
        _, self.codes, self.counts = np.unique(values.astype(str) if text else values, return_inverse=True, return_counts=True)
        self.codes, self.levels = self.codes.ravel(), len(self.counts)
        self.labels = text and self.levels > 2  # two labels are two numbers
    def place(self):
        """Mid-ranks from -1/2 to 1/2."""
        return ((2 * np.cumsum(self.counts) - self.counts - self.rows) / (2 * self.rows))[self.codes]
    def score(self):
        return norm.ppf(self.place() + 0.5)
    def dithered(self):
        """Scores in which rows of the same value lie about evenly between the middles to the next values, in an order that
        tells nothing of other columns: with the same information, and a density."""
        own = norm.ppf((2 * np.cumsum(self.counts) - self.counts) / (2 * self.rows))
        edges = np.concatenate([[1.5 * own[0] - own[:2][-1] / 2], (own[1:] + own[:-1]) / 2, [1.5 * own[-1] - own[-2:][0] / 2]])
        order = np.argsort(self.codes, kind="stable")
        which = np.empty(self.rows, int)  # the number of a row among those of its value
        which[order] = np.arange(self.rows) - np.repeat(np.cumsum(self.counts) - self.counts, self.counts)
        share = np.where(self.counts[self.codes] > 1, (which * GOLDEN + 0.5) % 1, 0.5)
        spread = edges[self.codes] + share * np.diff(edges)[self.codes]
        return np.where(self.counts[self.codes] > 1, spread, own[self.codes])
    def continuous(self):
        masses = self.counts[self.counts >= max(LEAST_ROWS, self.rows // MASS_SHARE)].sum()
        return not self.labels and not self.mixed and self.levels >= FEW_ROWS and masses <= LEAST_SHARE * self.rows

def complete(columns):
    here = [np.array([v is not None and v != "" and v == v for v in c]) for c in columns]
    return [c[np.logical_and.reduce(here)] for c in columns]

def tied(values):
    """The values, those that differ by rounding errors set equal."""
    order, same = np.argsort(values, kind="stable"), np.empty(len(values))
    ranked = values[order]
    first = np.append(True, np.diff(ranked) > MARGIN * np.std(values))
    same[order] = ranked[first][np.cumsum(first) - 1]
    return same

def first_of(rank, candidates):
    """Index of the first candidate (lowest or highest, rank = -1 or 1) that is as good as the best within MARGIN."""
    good = rank * candidates
    return np.argmax(good >= good.max(0) - MARGIN * np.maximum(1, np.abs(good.max(0))), axis=0)

def joint(columns, n):
    """Numbers of the occupied cells of several columns of codes."""
    cells = np.zeros(n, int)
    for codes in columns:
        cells = np.unique(cells * (int(codes.max()) + 1) + codes, return_inverse=True)[1].ravel()
    return cells

def standardised(f):
    f = f - f.mean(0)
    size = np.sqrt(np.mean(f * f, axis=0))
    return f / np.where(size > 1e-12, size, 1)

def centred(values, cells):
    """Columns less their means in cells."""
    return np.array([f - (np.bincount(cells, f) / np.bincount(cells))[cells] for f in values.T]).T

def pairs(f, g):
    return f[:, :, None] * g[:, None, :]

def recoded(column, order):
    """The column with its values in another order."""
    new = copy.copy(column)
    new.codes, new.counts = np.argsort(order)[column.codes], column.counts[order]
    return new

def whole(*values):
    """Multiples of MARGIN, so that rounding errors decide nothing."""
    return list(np.rint(np.array(values) / MARGIN) + 0.0)

def coincidences(column, columns):
    """Of each row, how many rows share its value and that of another column, summed over columns with few values."""
    own, total = column.codes, np.zeros(column.rows)
    for c in columns:
        if c is not column and c.levels * column.levels <= column.rows:
            cells = own * c.levels + c.codes
            total += np.bincount(cells)[cells] / column.rows
    return total

def canonical(columns):
    """The columns in directions, labels in an order, and keys of columns that depend on content only: not on signs, names, sides."""
    odd = [np.zeros(c.rows) if c.labels else standardised(c.score()) for c in columns]
    even = [standardised(1.0 * c.counts[c.codes] if c.labels else a * a) for c, a in zip(columns, odd)]
    n, size, every = columns[0].rows, sum(np.abs(a) for a in odd), sum(even)
    turn = [next((v < 0 for v in whole(a @ (every - e) / n, a @ (a * a) / n, a @ size / n) if v), False) for a, e in zip(odd, even)]
    odd, new, keys = [-a if t else a for a, t in zip(odd, turn)], [], []
    for c, a, e, turned in zip(columns, odd, even, turn):
        shared = coincidences(c, columns)
        means = np.array([np.bincount(c.codes, f) / c.counts for f in (every - e, sum(odd) - a, shared)])
        order = np.lexsort([*whole(*means[::-1]), -c.counts]) if c.labels else np.arange(c.levels)
        new.append(recoded(c, order[::-1] if turned else order))
        others = [b for b in odd if b is not a]
        keys.append([c.labels, c.levels] + whole(
            c.counts @ c.counts / n**2, e @ (every - e) / n, c.counts @ means[2] ** 2 / n,
            sum(abs(e @ b) for b in others) / n, sum((a @ b / n) ** 2 for b in others)))
    return new, keys

def pattern(column):
    """The same for labels under other names and for numbers that are reversed."""
    codes = column.codes
    if column.labels:
        return True, recoded(column, np.argsort(np.unique(codes, return_index=True)[1])).codes.tobytes()
    return False, min(codes.tobytes(), (column.levels - 1 - codes).tobytes())

def asked(xs, ys, zs, grouped):
    """The question: columns of X, of Y and of Z (grouped: numbers as labels) over complete rows, in an order that content gives."""
    values, rows, first = complete([*xs, *ys, *zs]), -1, len(xs) + len(ys)
    every = len(values[0])
    while len(values[0]) != rows:  # rows that are alone in a level of an absorbed label carry no information
        columns, rows = [Column(c) for c in values], len(values[0])
        for k, c in enumerate(columns[first:]):
            c.source, c.labels = k, c.labels or k in grouped and c.levels > 2
        own, z = columns[:first], list({pattern(c): c for c in columns[first:] if c.levels > 1}.values())
        for c in z:
            c.absorbed = c.labels and (c.levels > FEW_VALUES or len(z) == 1)
        here = np.logical_and.reduce([np.full(rows, True)] + [c.counts[c.codes] > 1 for c in z if c.absorbed])
        values = [c[here] for c in values]
    new, keys = canonical(own + z) if rows else (own + z, [[]] * len(own + z))
    ordered = sorted(range(len(new)), key=lambda i: keys[i])
    x, y, z = ([i for i in ordered if low <= i < high] for low, high in ((0, len(xs)), (len(xs), first), (first, len(new))))
    x, y = sorted((x, y), key=lambda side: (len(side), [keys[i] for i in side]))
    rows = np.lexsort([new[i].codes for i in (x + y + z)[::-1]])
    for c in new:
        c.codes = c.codes[rows]
    return [[new[i] for i in side] for side in (x, y, z)] + [every - len(rows)]

# ------------------------------------------------------------------------------------------------------------------ features
def wave(k, u):
    return sqrt(2) * (np.sin if k % 2 else np.cos)(k * pi * u)

def features_of(column, most, masses=True):
    """(functions, details): indicators of labels; of numbers scores, indicators of point masses, waves over the other ranks."""
    order = np.argsort(-column.counts, kind="stable")
    if column.labels:
        kept = [v for v in order[:4 * FEW_VALUES] if column.counts[v] >= LEAST_ROWS]
        return [1.0 * (column.codes == v) for v in kept], [ceil(log2(max(1, (k + 1) / FEW_VALUES))) for k in range(len(kept))]
    least, some = max(LEAST_ROWS, column.rows // MASS_SHARE), column.levels > FEW_VALUES and masses
    mass = [v for v in order[:MOST_MASSES] if some and column.counts[v] >= least]
    other, u = ~np.isin(column.codes, mass), np.zeros(column.rows)
    u[other] = Column(column.codes[other]).place() if other.any() else 0
    up_to, first = range(1 if mass else 2, min(most, column.levels - 1) + 1), [column.score()] + [1.0 * (column.codes == v) for v in mass]
    return first + [np.where(other, wave(k, u), 0.0) for k in up_to], [0] * len(first) + [max(1, ceil(log2(k))) for k in up_to]

def orthogonal(functions, details, n):
    """Uncorrelated features with variance 1; what earlier ones explain to 90% is dropped."""
    values, kept = [], []
    for own, detail in zip(functions, details):
        for g in values:
            own = own - g * (g @ own) / (g @ g)
        if np.mean(own * own) > LEAST_SHARE:
            values.append(standardised(own))
            kept.append(detail)
    return np.array(values).T.reshape(n, len(kept)), np.array(kept, int)

# ------------------------------------------------------------------------------------------------------------ functions of Z
class Block:
    """Functions of Z whose coefficients share a variance; make(): their values at all rows; levels: slopes of a column's levels."""
    def __init__(self, make, size, rows, cost=inf, start=None, levels=False, shared=True):
        self.make, self.size, self.cost, self.levels, self.shared = make, size, cost, levels, shared
        self.values, self.start = make()[rows], start or 4 / len(rows)
    def at(self, every):
        return self.make() if every else self.values

def planned(n):
    """The rows on which is chosen what is summed over all: all, or evenly spaced ones."""
    return np.arange(min(n, MOST_PLANNED)) * n // min(n, MOST_PLANNED)

def waves(u, first, last):
    return standardised(np.array([wave(k, u) for k in range(first, last + 1)]).T)

def indicators(codes, levels):
    one = sqrt(levels) * (codes[:, None] == np.arange(levels))
    return one - one.mean(0)

def column_waves(column, ranks, first, last):
    """Waves over a column's ranks or scores."""
    s = column.score()
    return waves(column.place() if ranks else s / (2 * max(np.abs(s).max(), 1e-300)), first, last)

def column_blocks(column):
    """(functions, their number, cost, cost in products or None) of a column."""
    if column.labels or column.levels == 2:
        size = column.levels if column.levels > 2 else 1
        return [(lambda: indicators(column.codes, column.levels)[:, :size], size, 2, 2)]
    blocks = [(lambda: standardised(column.score())[:, None], 1, 2, 2), (lambda: standardised(column.score() ** 2)[:, None], 1, 3, 3)]
    for ranks, octaves in enumerate((OCTAVES[:5], OCTAVES[4:])):
        for first, last in octaves:
            last = min(last, column.levels - 1)
            if first <= last:
                cost = max(4, (last + 1) // 2) if first > 2 else last + 1
                make = partial(column_waves, column, ranks, first, last)
                blocks.append((make, last - first + 1, cost, None if ranks or first < 3 else last + 1))
    return blocks

def absorbed(values, levels):
    """The values less their means in the levels of labels, for several labels in turn until nothing changes."""
    for _ in range(MOST_SWEEPS if len(levels) > 1 else len(levels)):
        before, values = values, reduce(centred, levels, values)
        if len(levels) > 1 and np.abs(values - before).max() <= TINY / 1000:
            break
    return values

def times(*factors):
    values = reduce(lambda f, g: pairs(f, g).reshape(len(f), -1), [make() for make in factors])
    return values - values.mean(0)

@lru_cache(4)
def surface(columns, n, most):
    """Functions of several columns at once: Matern's covariance with the rows that the ones before explain least, made orthogonal."""
    rows, left, made = planned(n), np.ones(min(n, MOST_PLANNED)), np.zeros((0, n))
    while len(made) < most and left.max() > LEAST_LEFT:
        at = first_of(1, left)
        new = sum(2.0 * (c.codes != c.codes[rows[at]]) if c.labels else (c.score() - c.score()[rows[at]]) ** 2 for c in columns)
        new = np.sqrt(3 * new / len(columns))
        new = ((1 + new) * np.exp(-new) - made[:, rows[at]] @ made) / sqrt(left[at])
        made, left = np.vstack([made, new]), left - new[rows] ** 2
    return (made - made.mean(1)[:, None]).T

def of_levels(column, make=None):
    """Indicators of a column's levels, or slopes in them."""
    one = 1.0 * (column.codes[:, None] == np.arange(column.levels))
    return one * make() if make else one

@lru_cache(4)
def functions_of(z, n, most):
    """Blocks of functions of the columns z: simple ones, others by cost while they are at most `most`."""
    levels, rows = [c.codes for c in z if c.absorbed], planned(n)
    numbers = [c for c in z if not c.labels]
    effects = sorted([c for c in z if c.labels and not c.absorbed and c.levels > FEW_VALUES], key=lambda c: -c.levels)[:1]
    single = [column_blocks(c) for c in z if not c.absorbed and c not in effects]
    first = [(c, None, 2) for c in effects] + [
        (c, column_blocks(o)[0][0], inf) for c in z if c.absorbed and 2 * c.levels <= most / SIMPLE for o in numbers[:SIMPLE]]
    blocks = [block[:3] for own in single for block in own]
    shapes = []
    if 1 < len(single) <= DEPTH and all(c.source is not None for c in z if not c.absorbed):
        shape = surface(tuple(c for c in z if not c.absorbed), n, min(MOST_POINTS, n // 5)).T
        shapes = [(lambda part=part: part.T, len(part), inf) for part in np.split(shape, (16, 32, 64)) if len(part)]
    for own, other in itertools.combinations([[b for b in own if b[3]] for own in single] if len(z) < 40 else [], 2):
        blocks += [(partial(times, f, g), k * m, c * d) for f, k, _, c in own for g, m, _, d in other]
    for three in itertools.combinations([own[0] for own in single] if len(z) < 16 else [], 3):
        blocks.append((partial(times, *(b[0] for b in three)), int(np.prod([b[1] for b in three])), 8))
    kept = [b for b in blocks if b[2] <= SIMPLE]
    for cost in sorted({b[2] for b in blocks if b[2] > SIMPLE}):
        new = [b for b in blocks if b[2] == cost and b[1] <= most * 2 / 3]
        if sum(b[1] for b in kept + new) > most:
            break
        kept += new
    return [Block(lambda make=partial(of_levels, c, make): absorbed(make(), levels), c.levels, rows, cost,
                  None if make else 4 * c.levels / len(rows), True) for c, make, cost in first] + [
        Block(lambda make=make: absorbed(make(), levels), size, rows, cost) for make, size, cost in kept + shapes]

def tree_leaves(z, y, planned):
    """The leaf of each row in a tree on y, whose splits gain more than 2 ln(n columns) variances at the planned rows."""
    columns = [codes for c in z if not c.labels or c.levels <= FEW_VALUES
               for codes in ([c.codes == v for v in range(c.levels)] if c.labels else [c.codes])]
    leaves, nodes, count = np.zeros(len(y), int), [(np.arange(len(y)), planned, 0)], 0
    least = 2 * log(len(planned) * max(len(columns), 1)) * np.var(y[planned])
    while nodes:
        (every, rows, level), gain, split = nodes.pop(), least, None
        n, below = len(rows), np.arange(1, len(rows))
        sides = np.minimum(below, n - below) >= LEAST_ROWS
        for codes in columns if level < DEPTH and n > 1 else []:
            order = np.argsort(codes[rows], kind="stable")
            ranked = codes[rows][order]
            gap = np.cumsum(y[rows][order])[:-1] * n - y[rows].sum() * below
            gains = np.where(sides & (ranked[1:] != ranked[:-1]), gap**2 / (n * below * (n - below + 0.0)), 0)
            if gains.max() > gain * (1 + MARGIN):
                gain, split = gains.max(), (codes, ranked[first_of(1, gains)])
        leaves[every], count = count, count + (split is None)
        if split:
            nodes += [tuple(r[(split[0][r] <= split[1]) == low] for r in (every, rows)) + (level + 1,) for low in (False, True)]
    return leaves

# ---------------------------------------------------------------------------------------------------------------- regression
class Regression:
    """Responses (n x F, standardised) on blocks of functions, each with a variance v of its coefficients (None: out)."""
    def __init__(self, z, y, tree=True, further=False):
        levels = [c.codes for c in z if c.absorbed]
        self.z, self.y, self.n, self.lost = z, absorbed(y, levels), len(y), 1 + sum(codes.max() for codes in levels)
        self.tree, self.further = tree, further
        self.blocks, rows = list(functions_of(tuple(z), self.n, min(MOST_FUNCTIONS, 2 * self.n))), planned(self.n)
        self.v = [block.start if block.cost <= SIMPLE else None for block in self.blocks]
        self.add_leaves(z, self.y[:, 0], rows)
        self.take(rows)
        any(not self.enter(y.shape[1]) for _ in range(ROUNDS if tree else 1))  # until none enters
        any(not (self.add_index(levels, rows) and self.enter(y.shape[1])) for _ in range(INDEX_ROUNDS))
        if len(rows) < self.n:  # chosen; now the sums over all rows; further: once more what the first response shows there
            self.take(None)
            further and self.enter(1)
    def add_leaves(self, columns, y, rows):
        """The leaves of a tree may enter."""
        levels = [c.codes for c in self.z if c.absorbed]
        leaves = tree_leaves(columns, y, rows) if self.tree else np.zeros(1, int)
        if leaves.max():
            make = lambda: absorbed(indicators(leaves, leaves.max() + 1), levels)
            self.blocks.append(Block(make, leaves.max() + 1, rows, shared=False))
            self.v.append(None)
    def add_index(self, levels, rows):
        """The fitted first response may bend: waves over it, and a tree on it and Z of what is left, may enter."""
        fit = np.hstack([np.ones((self.n, 1))] + [self.blocks[k].at(True) for k in self.inside]) @ self.b[:, 0]
        index = Column(tied(fit))
        if np.std(fit) < LEAST_SHARE or index.levels < FEW_ROWS:
            return False
        if self.further:  # of the test alone: densities would take what is chosen by chance for information
            self.add_leaves([*self.z, index], self.y[:, 0] - fit, rows)
        for ranks, (k, last) in itertools.product((False, True), OCTAVES[1:4]):
            make = partial(lambda *wave: absorbed(column_waves(*wave), levels), index, ranks, k, last)
            self.blocks.append(Block(make, last - k + 1, rows, shared=False))
            self.v.append(None)
        return True
    def grouped(self):
        """Numbers of Z whose values have effects of their own: what is left of the first response agrees within them."""
        rest = self.residuals(False)[:, 0]
        return {c.source for c in self.z if not c.labels and FEW_VALUES < c.levels <= MOST_GROUPS * self.n and
                np.sum(np.bincount(c.codes, rest) ** 2) / self.sigma2[0] > self.n + 2 * sqrt(2 * c.counts @ c.counts)}
    def take(self, rows):
        self.all, self.some = rows is None, self.y if rows is None else self.y[rows]
        self.free = len(self.some) * (1 - self.lost / self.n)
        self.settle()
    def enter(self, responses):
        """Blocks of which the residuals show two standard deviations more than nothing enter."""
        rest, some = (self.some - self.design @ self.b)[:, :responses], False
        for k in range(len(self.blocks)):
            if self.v[k] is None:
                values = self.blocks[k].at(self.all)
                lengths = np.sum(values * values, axis=0)
                q, t, t2 = np.mean(np.sum((values.T @ rest) ** 2, axis=0) / self.sigma2[:responses]), lengths.sum(), lengths @ lengths
                if q > t + 2 * sqrt(2 * t2 / responses):
                    self.v[k], some = (q - t) / t2, True
        if some:
            self.settle()
        return some
    def settle(self):
        self.solve()
        for _ in range(2):
            if self.update():
                self.solve()
    def solve(self):
        self.inside = [k for k, v in enumerate(self.v) if v is not None]
        self.design = np.hstack([np.ones((len(self.some), 1))] + [self.blocks[k].at(self.all) for k in self.inside])
        sizes = [self.blocks[k].size for k in self.inside]
        self.parts = [slice(j - m, j) for j, m in zip(1 + np.cumsum(sizes), sizes)]
        self.penalty = np.repeat([0.0] + [1 / self.v[k] for k in self.inside], [1] + sizes)
        self.inverse = np.linalg.inv(self.design.T @ self.design + np.diag(self.penalty + TINY * len(self.some)))
        c = self.design.T @ self.some
        self.b = self.inverse @ c
        self.e = [m - np.diag(self.inverse)[part].sum() / self.v[k] for k, m, part in zip(self.inside, sizes, self.parts)]
        y2 = np.sum(self.some**2, axis=0)
        left = np.maximum(y2 - np.sum(self.b * (c + self.penalty[:, None] * self.b), axis=0), TINY * (y2 + 1))
        self.sigma2 = left / max(self.free - sum(self.e), LEAST_SHARE * self.free)
    def update(self):
        """One step of the variances towards their likeliest values; blocks without effect leave."""
        q = [np.clip(np.mean(np.sum(self.b[part] ** 2, axis=0) / self.sigma2) / (max(e, TINY) * self.v[k]), 1 / STRIDE, STRIDE)
             for k, e, part in zip(self.inside, self.e, self.parts)]
        leaves = [e <= LEAST_SHARE and factor < 1 for e, factor in zip(self.e, q)]
        for k, factor, out in zip(self.inside, q, leaves):
            self.v[k] = None if out else self.v[k] * factor
        return any(leaves) or any(abs(factor - 1) * e > LEAST_SHARE for e, factor in zip(self.e, q))
    def residuals(self, twiced=True, y=None):
        """What the fit leaves, also of other responses; twiced: what is left is fitted TIMES - 1 times more."""
        y = self.y if y is None else absorbed(y, [c.codes for c in self.z if c.absorbed])
        d = b = self.inverse @ (self.design.T @ y)
        for _ in range(TIMES - 1 if twiced else 0):
            d = self.inverse @ (self.penalty[:, None] * d)
            b = b + d
        return y - self.design @ b
    def used(self):
        """Effective parameters of the twiced fit in each block."""
        return {k: self.blocks[k].size * (1 - (1 - e / self.blocks[k].size) ** TIMES) for k, e in zip(self.inside, self.e)}
    def chosen(self):
        """Parameters of the plain fit that are paid for; effects of levels are one each at most."""
        return sum(min(e, 1) if self.blocks[k].levels else e for k, e in zip(self.inside, self.e)) + (self.lost > 1)
    def share(self, added=0.0):
        """The share of the first response that is left, cross-validated, less that which was added to its variance."""
        return (np.mean(self.residuals()[:, 0] ** 2) - added) / max(1 - (self.lost + sum(self.used().values())) / self.n, LEAST_SHARE) ** 2

# ----------------------------------------------------------------------------------------------------------------- residuals
class Residual:
    """R(column | Z): features for the test, with all waves for the upper end, and the residual that the estimate takes."""
    def __init__(self, column, z):
        self.column, self.used, self.lost, self.undecided, self.shown = column, 0.0, 1, False, column
        self.most = max(2, min(MOST_WAVES, int(column.rows ** (1 / 3) + MARGIN)))
        details, left = self.regressed(z)
        self.values, self.details = orthogonal(left[:self.count], details[:self.count], column.rows)
        self.all, self.shown.raw = orthogonal(left, details, column.rows)[0], column
    def features(self, column, masses):
        """Functions and details of all waves; the test takes the first `count`."""
        functions, details = features_of(column, MOST_WAVES, masses)
        self.count = max(1, len(functions) if column.labels else len(features_of(column, self.most, masses)[0]))
        return np.array([standardised(f) for f in functions or [np.zeros(column.rows)]]).T, details or [0]
    def regressed(self, z):
        """Features less their regression on functions of Z; of continuous columns, of residuals divided by their scale."""
        c, added = self.column, 0.0
        if c.continuous():
            scores = c.dithered() if z else c.score()
            r, added = Regression(z, standardised(scores)[:, None], further=True), np.mean((scores - c.score()) ** 2) / np.var(scores)
            found = location_scale(r)
            self.shown = scaled(c, found)
            f, details = self.features(Column(tied(r.residuals()[:, 0] / np.exp(found[2]))), False)
            second = Regression(z, f[:, :self.count], False, further=True)
            left = second.residuals(False, f).T
            self.regression = max((r, second), key=lambda q: sum(q.used().values()))
        else:
            f, details = self.features(c, True)
            self.regression = r = Regression(z, f[:, :self.count], further=True)
            mean, left = Fit(r), r.residuals(True, f).T
            left = [g if not c.labels or g.std() > LEAST_SHARE else 0 * g for g in left]
            if mean.saved > 0 and not c.labels and c.levels > FEW_VALUES:
                together = np.where(c.counts >= c.rows / MASS_SHARE, np.arange(c.levels), -1)[c.codes]
                of_mass = np.bincount(together + 1, mean.e) / np.maximum(np.bincount(together + 1), 1)
                self.shown = Column(tied(np.where(together < 0, mean.e, of_mass[together + 1])))  # a point mass stays one
                self.shown.mixed = True
        self.grouped = r.grouped()
        self.undecided, self.used, self.lost = r.share(added) < LEAST_LEFT, sum(self.regression.used().values()), r.lost
        return details, [standardised(g) for g in left]

def side_of(columns, z):
    """Residual features of all columns of a side; of several columns also of products of their first features."""
    single = [Residual(c, z) for c in columns if c.levels > 1]
    side = max(single, key=lambda r: r.used)
    side.single, side.undecided, side.grouped = single, any(r.undecided for r in single), set().union(*(r.grouped for r in single))
    if len(columns) > 1:
        joined = [(d, f) for r in single for d, f in zip(r.details, r.values.T)]
        first = [r.values[:, 0] for r in single if r.details.size]
        products = [standardised(f * g) for f, g in itertools.combinations(first, 2)]
        products = standardised(Regression(z, np.array(products).T, False).residuals()).T if products and z else products
        joined = sorted(joined + [(1, f) for f in products], key=lambda pair: pair[0])[:MOST_FEATURES]
        side.values, side.details = orthogonal([f for _, f in joined], [d for d, _ in joined], side.column.rows)
        more = [f for _, f in joined] + [f for r in single for f in r.all.T]
        side.all = orthogonal(more, [0] * len(more), side.column.rows)[0]
    return side

def shared_parameters(x, y, levels=True):
    ex, ey, blocks = x.used(), y.used(), x.blocks
    return sum(ex[k] * ey[k] / blocks[k].size for k in ex
               if k in ey and k < len(y.blocks) and blocks[k].shared and y.blocks[k].shared and (levels or not blocks[k].levels))

# ------------------------------------------------------------------------------------------------------------------ products, weights
class Products:
    """Deviates of all pairs of features, which are residuals of regressions on Z."""
    def __init__(self, f, g, x, y, slack):
        self.f, self.g, n, (a, b) = f, g, len(f), (x.regression, y.regression)
        ex, ey, both = x.used, y.used, shared_parameters(a, b)
        self.free = free = n - a.lost
        rest = free - ex - ey + both
        m = np.clip((free - ex) * (free - ey) / rest, free - min(ex, ey), free) if rest > 0 else max(3.0, free - max(ex, ey))
        s, h = f.T @ g, n * ((f * f).T @ (g * g)) / n**2
        h = np.maximum(1, h - 2 * (s / n) ** 2 - slack) if ex or ey or a.lost > 1 else 1  # without Z: the variance over permutations
        m = np.maximum(m / h, 3) + 0 * s
        v = n * n * (1 + (shared_parameters(a, b, False) / 4) ** 2 / n) / m
        self.m, self.z = float(np.max(m, initial=0)), s / np.sqrt(v)
    def weighted(self, w):
        t = w[:, None, None] * pairs(self.f, self.g)
        r, s = t.mean(0), (t * t).mean(0)
        return np.where(s > MARGIN, r * np.sqrt(self.free / np.maximum(np.maximum(s - 2 * r * r, np.minimum(1, s)), MARGIN)), 0)

def weights_of(z):
    """Groups of weights of rows, for dependence that changes its sign: functions of the numbers of Z, levels of each label of Z."""
    features = [[standardised(f) for f in features_of(c, WEIGHTS_OF_COLUMN)[0][:WEIGHTS_OF_COLUMN]] for c in z if not c.labels]
    rounds = [[f[k] for f in features if len(f) > k] for k in range(WEIGHTS_OF_COLUMN)]
    kept = []
    for functions in rounds[:1] + [[f * g for f, g in itertools.combinations(rounds[0], 2)]] + rounds[1:]:
        if len(kept) + len(functions) <= MOST_WEIGHTS:
            for f in map(standardised, functions):
                f = f - sum((g * (g @ f) / len(f) for g in kept), 0 * f)
                kept += [standardised(f)] if np.mean(f * f) > LEAST_SHARE else []
    return [kept] + [[sqrt(c.rows / c.counts[v]) * (c.codes == v) for v in range(c.levels) if c.counts[v] >= FEW_ROWS]
                     for c in z if c.labels]

# ---------------------------------------------------------------------------------------------------------------- the p-value
# A part: Cauchy weight, p, sum T of squared deviates, its mean k and variance, rows m that it is worth.
Part = collections.namedtuple("Part", "weight p t k variance m")

def gamma_tail(value, mean, variance):
    return float(gammaincc(mean * mean / variance, value * mean / variance))

def fourth(f):
    return np.mean(np.sum(f * f, axis=1) ** 2) if f.size else 1.0

def part(weight, z, k, kurtosis, rows, m):
    """The sum of k squared deviates z, whose variance grows with the fourth moments of the features."""
    v, t = 2 * k + 1.5 * (k > 1) * max(0.0, kurtosis - k * k - 2 * k) / max(rows, 1), float(np.sum(z * z))
    return Part(weight, max(gamma_tail(t, k, v) if k > 1 else 2 * norm.sf(sqrt(t)), LEAST_P * MARGIN), t, k, v, m)

def parts_of(x, y, make, groups):
    """Sums of squared deviates up to each detail, and of those weighted by functions of Z; last, weightless, of all features."""
    parts, before, m = [], 0, make(x.values, y.values).m
    for detail in range(5):
        f, g = x.values[:, x.details <= detail], y.values[:, y.details <= detail]
        k = f.shape[1] * g.shape[1]
        if k > before:
            before, products, kurtosis = k, make(f, g), fourth(f) * fourth(g)
            parts.append(part(2.0**-detail, products.z, k, kurtosis, m + 1, m))
            for group in groups if detail <= 1 else []:
                used = [(w, np.mean(w**4)) for w in group if m + 1 >= FEW_ROWS * np.mean(w**4) - MARGIN]
                if detail == 0 or k * len(group) <= MOST_WEIGHED:
                    parts += [part(WEIGHED / len(used), products.weighted(w), k, w4 * kurtosis, m + 1, m) for w, w4 in used]
    z = make(x.all, y.all).z
    return parts + [part(0.0, z, z.size, fourth(x.all) * fourth(y.all), m + 1, m)] if m else []

def combined(parts):
    total = sum(p.weight for p in parts)
    value = sum(p.weight / total / np.tan(np.pi * min(p.p, 0.99)) for p in parts)
    return float(1 / (np.pi * value) if value > 1e8 else 0.5 - np.arctan(value) / np.pi)

class Test:
    """parts and p; p None: undecided."""
    def __init__(self, x, y, z):
        n, self.p, self.parts, self.grouped = x[0].rows, None, [], set()
        if n < LEAST_ROWS or any(all(c.levels == 1 for c in side) for side in (x, y)):
            self.p = None if n < LEAST_ROWS else 1.0
            return
        self.sides = a, b = [side_of(side, z) for side in (x, y)]
        self.grouped = a.grouped | b.grouped
        if a.undecided or b.undecided or max(a.used, b.used) > MOST_USED * (n - a.lost):
            return
        slack = (len(x + y) == 2 and all(c.continuous() for c in x + y)) / sqrt(n)
        make = partial(Products, x=a, y=b, slack=slack)
        self.parts = parts_of(a, b, make, weights_of(z)) if a.values.size and b.values.size else []
        if self.parts and min(self.parts[0].m + 1, n) >= LEAST_ROWS:
            self.p = max(combined(self.parts), 2 * exp(-gammaln(n + 1)))

# -------------------------------------------------------------------------------------------- information in grids of residuals
@lru_cache(8)
def complexities(n):
    """log2 of the parametric complexity of multinomials with K = 0 (unused), 1, .., n cells."""
    i = np.arange(1.0, n)
    terms = gammaln(n + 1) - gammaln(i + 1) - gammaln(n - i + 1) + i * np.log(i / n) + (n - i) * np.log((n - i) / n)
    r = [0.0, 0.0, np.logaddexp.reduce(np.concatenate([[0.0, 0.0], terms]))]
    for k in range(1, n - 1):
        r.append(np.logaddexp(r[k + 1], log(n / k) + r[k]))
    return np.array(r) / log(2)

def penalty(n, bins):
    k = int(np.prod(bins))
    return inf if k > n else complexities(n)[k] * (k - sum(bins) + 2) / max(k - 1, 1)

def c_log_c(c):
    return c * np.log2(np.maximum(c, 1))

class Units:
    """A column as a few units in order: values, or places of equally many rows; labels get their order from the other columns."""
    def __init__(self, column, side):
        self.column, self.side, self.labels = column, side, column.labels
        places = ((column.place() + 0.5) * PLACES).astype(int) if column.levels > PLACES and not column.labels else column.codes
        self.unit = np.unique(places, return_inverse=True)[1].ravel()
        self.count, self.k, self.bits, self.codes = int(self.unit.max()) + 1, 1, 0.0, np.zeros(column.rows, int)
    def cost(self, k):
        """Bits that tell which units are in which of k bins."""
        if self.labels:
            return self.count * log2(k) - lgamma(k + 1) / log(2) if 1 < k < self.count else 0.0
        return log2(comb(self.count - 1, k - 1)) if 1 < k < self.count else 0.0
    def binned(self, codes):
        """The same column with the bin of each row given."""
        new = copy.copy(self)
        new.codes = joint([codes], len(codes))
        new.k = int(new.codes.max()) + 1
        new.bits = self.cost(new.k)
        return new
    def order(self, other):
        """Labels by reciprocal averaging against cells of the other columns."""
        if not self.labels or self.count < 3 or other.max() == 0:
            return np.arange(self.count)
        table = np.zeros((self.count, other.max() + 1))
        np.add.at(table, (self.unit, other), 1)
        rows, cell, score = table.sum(1), np.arange(other.max() + 1.0), np.zeros(self.count)
        for _ in range(12):
            mean = table @ cell / rows
            mean -= mean @ rows / rows.sum()
            if mean**2 @ rows < 1e-9 * rows.sum():
                break
            score = mean / sqrt(mean**2 @ rows / rows.sum())
            cell = score @ table / np.maximum(table.sum(0), 1)
        order = np.argsort(score, kind="stable")
        group = np.cumsum(np.diff(score[order], prepend=score[order[0]]) > MARGIN)
        return order[np.lexsort([order, group])]  # equal scores: as the labels are ordered
    def split(self, r):
        """Bins, each split into runs of about n / r rows; labels stay."""
        codes, n = np.zeros(self.column.rows, int), self.column.rows
        for k in range(self.k if self.k > 1 else 0):
            rows = np.flatnonzero(self.codes == k)
            part, pieces = Column(self.column.codes[rows]), 1 if self.labels else max(1, int(len(rows) * r / n + 0.5))
            codes[rows] = k * 2 * n + (np.cumsum(part.counts) - part.counts)[part.codes] * pieces // len(rows)
        return joint([codes], n)

def runs(unit, units, most, other, same):
    """(cost, cuts) of the best division of units into k = 1, .., most runs."""
    cost, sums = np.full((units + 1, units + 1), inf), []
    for codes in (same, other):
        table = np.zeros((units + 1, codes.max() + 1), int)
        np.add.at(table, (unit + 1, codes), 1)
        sums.append(np.cumsum(table, axis=0))
    f = c_log_c(np.arange(len(unit) + 1.0))
    for i in range(units):
        mine, others = (f[s[i + 1:] - s[i]].sum(1) for s in sums)
        cost[i, i + 1:] = mine - others
    best, back, found = cost[0], [], []
    for k in range(1, most + 1):
        if k > 1:
            total = best[:, None] + cost
            back.append(first_of(-1, total))
            best = total[back[-1], np.arange(units + 1)]
        cuts = [units]
        for step in back[::-1]:
            cuts.append(step[cuts[-1]])
        found.append((best[units], np.array(cuts[:0:-1], int)))
    return found

def shorter(length, than):
    return length < than - MARGIN * max(1, abs(than))

class Grid:
    """Bins of columns of three sides (0, 1; 2: Z) by minimum description length of both sides given Z."""
    def __init__(self, columns, side):
        self.n, single = columns[0].rows, [Units(c, s) for c, s in zip(columns, side)]
        self.most = max(2, ceil(5 * log(self.n)))
        s = max(k for k in range(2, START + 1) if k == 2 or PLACES % k == 0 and k ** len(single) <= self.n)
        found = [self.searched(single, start) for start in (s, 2)]
        length, self.bins = found[first_of(-1, np.array([one[0] for one in found]))]
        self.bins = self.moved(self.bins) if shorter(length, self.length(single)) else single
    def counts(self, bins):
        return [int(np.prod([b.k for b in bins if b.side == s])) for s in range(3)]
    def cells(self, bins, *sides):
        return joint([b.codes for b in bins if b.side in sides], self.n)
    def length(self, bins):
        data = sum(c_log_c(np.bincount(self.cells(bins, s))).sum() for s in range(3)) - 2 * c_log_c(self.n)
        data -= c_log_c(np.bincount(self.cells(bins, 0, 1, 2))).sum()
        return data + penalty(self.n, self.counts(bins)) + sum(b.bits for b in bins)
    def divided(self, bins, i):
        """The bins with the best ones of column i, the others being fixed."""
        b, rest, best, groups = bins[i], [c for j, c in enumerate(bins) if j != i], inf, None
        other, same, counts = self.cells(rest, 0, 1, 2), self.cells(rest, b.side), self.counts(rest)
        rank, own = np.argsort(b.order(other)), counts[b.side]
        for k, (cost, cuts) in enumerate(runs(rank[b.unit], b.count, min(b.count, self.most), other, same), 1):
            counts[b.side] = own * k
            total = cost + b.cost(k) + penalty(self.n, counts)
            if groups is None or shorter(total, best):
                best, groups = total, np.searchsorted(cuts, rank, side="right")
        return bins[:i] + [b.binned(groups[b.unit])] + bins[i + 1:]
    def searched(self, single, s):
        """The length and the bins of a search that starts with s equally full bins of X, of Y and, if they fit, of Z."""
        bins, cells = list(single), 1
        for i in sorted(range(len(bins)), key=lambda i: bins[i].side == 2):
            u = bins[i]
            k = u.count if u.labels else min(s, u.count)
            if cells * k <= self.n:
                bins[i] = u.binned(u.unit if u.labels else np.minimum((u.column.place() + 0.5) * k, k - 1).astype(int))
                cells *= bins[i].k
        for _ in range(ROUNDS):
            before = bins
            for i in range(len(bins)):
                new = self.divided(bins, i)
                bins = new if shorter(self.length(new), self.length(bins)) else bins
            if bins is before:
                break
        return self.length(bins), bins
    def moved(self, bins):
        """The bins with every cut at the best value near it, if that saves what telling it costs."""
        for i, b in enumerate(bins):
            values, near = b.column.codes, self.n // PLACES + 1
            if b.labels or b.k == 1 or b.column.levels == b.count:
                continue
            rest, place = [c for j, c in enumerate(bins) if j != i], np.cumsum(b.column.counts)
            same, other = self.cells(rest, b.side), self.cells(rest, 0, 1, 2)
            cuts = [0] + [int(values[b.codes == j].min()) for j in range(1, b.k)] + [b.column.levels]
            for j in range(1, b.k):
                to = np.arange(cuts[j - 1] + 1, cuts[j + 1])
                to = to[np.abs(place[to - 1] - place[cuts[j] - 1]) <= near]
                rows, cost = (values >= cuts[j - 1]) & (values < cuts[j + 1]), 0.0
                for sign, codes in ((1, same), (-1, other)):
                    left = np.zeros((len(to) + 1, codes.max() + 1), int)
                    np.add.at(left, (np.searchsorted(to, values[rows], side="right"), codes[rows]), 1)
                    left = np.cumsum(left, axis=0)
                    cost = cost + sign * (c_log_c(left[:-1]) + c_log_c(left[-1] - left[:-1])).sum(1)
                if shorter(cost.min(), cost[np.flatnonzero(to == cuts[j])[0]] - log2(2 * near + 1)):
                    cuts[j] = int(to[first_of(-1, cost)])
            bins = bins[:i] + [b.binned(np.searchsorted(cuts[1:-1], values, side="right"))] + bins[i + 1:]
        return bins

def entropy(codes):
    """Chao, Wang and Jost's."""
    n, counts = len(codes), np.bincount(codes)
    f, g, unseen = np.sum(counts == 1), np.sum(counts == 2), 0.0
    if f:
        q = 1 - (2 * g / ((n - 1) * f + 2 * g) if g else 2 / ((n - 1) * (f - 1) + 2))
        unseen = f / n * q * exp(-n * log(q)) * exp1(-n * log(q)) if q > 0 else 0.0
    return log(n) - np.mean(digamma(counts[codes])) + unseen

def grid_information(columns, side):
    """I(X; Y | Z) of the grid, whose bins are split again for the entropies."""
    grid = Grid(columns, side)
    counts, n = grid.counts(grid.bins), grid.n
    if counts[0] == 1 or counts[1] == 1:
        return 0.0
    d, low, high = sum(b.k > 1 for b in grid.bins), 1, n + 1
    limit = n ** (d / (d + 1)) / max(1, d - 1) + MARGIN
    while high - low > 1:
        middle = (low + high) // 2
        fits = joint([b.split(middle) for b in grid.bins], n).max() + 1 <= limit
        low, high = (middle, high) if fits else (low, middle)
    fine = [b.split(low) for b in grid.bins]
    xz, yz, xyz, z = (entropy(joint([c for c, b in zip(fine, grid.bins) if b.side in sides], n))
                      for sides in ((0, 2), (1, 2), (0, 1, 2), (2,)))
    return xz + yz - xyz - z

# --------------------------------------------------------------------------------------------- information in regressions
class Fit:
    """A plain regression with leave-one-out residuals e; it is used if it saves more nats than its parameters cost."""
    def __init__(self, r):
        n, rest, chosen = r.n, r.residuals(False)[:, 0], r.chosen()
        left = max(1 - (r.lost + sum(r.e)) / n, LEAST_SHARE)
        self.v = max(np.mean(rest**2) / left**2, 1e-300)
        self.saved = -n / 2 * log(self.v) - chosen * (log(n) / 2 - 1) - PRICE
        self.e, self.alone = rest / sqrt(left * max(1 - chosen / n, LEAST_SHARE)), r.y[:, 0] - rest / left
        if self.saved <= 0:
            self.e, self.alone, self.v = r.y[:, 0], np.zeros(n), 1.0

def location_scale(r):
    """Fits of the location and of the log-scale of a response, that scale at each row, and whether either is used."""
    mean = Fit(r)
    logs = np.log(np.abs(mean.e) + SMALL * sqrt(np.mean(mean.e**2)))
    scale = Fit(Regression(r.z, standardised(logs)[:, None], False))
    return mean, scale, np.std(logs) * scale.alone, mean.saved > 0 or scale.saved > 0

def scaled(column, found):
    return Column(tied(found[0].e / np.exp(found[2]))) if found[3] else column

def log_density(values, known):
    """Log-density at each row from the distance of the values n^.45 / 2 ranks below and above."""
    n, ranked, column = len(values), np.sort(values), Column(values)
    at = (np.cumsum(column.counts) - column.counts + (column.counts - 1) // 2)[column.codes]
    reach = max(2, int(n**REACH_POWER / 2 + MARGIN))
    low, high = np.maximum(at - reach, 0), np.minimum(at + reach, n - 1)
    width = ranked[high] - ranked[low]
    width = np.where(width > 0, width, np.min(width[width > 0], initial=1.0))
    return (np.log(high - low) if known else digamma(high - low)) - log(n + 0.5) - np.log(width)

def gain(response, others):
    """(nats saved per row, h(response) - h(response | others), residual) of a location-scale regression; None if it is not used."""
    n = response.rows
    others = [c for c in others if 1 < c.levels and (not c.labels or c.levels < c.rows and (c.absorbed or c.levels <= MOST_FUNCTIONS))]
    if not others or n < LEAST_ORDERED or not response.continuous():
        return None
    y = standardised(response.dithered())
    mean, scale, log_s, used = location_scale(Regression(others, y[:, None]))
    if not used:
        return None
    residual, hidden = tied(mean.e / np.exp(log_s)), log(1 + 4 * (1 - min(mean.v, 1)) / (n * sqrt(mean.v))) / 2
    value = np.mean(np.minimum(log_density(residual, False) - log_s - log_density(y, True) + hidden, log(n)))
    return -log(mean.v) / 2 - log(scale.v) / 2, value, Column(residual) if n * sqrt(mean.v) >= RESOLUTION else None

def information(a, b, z):
    """I(a; b | z): of the grid or, if larger, of the regression on the other side (itself or its residual) and z that saves most."""
    few = [c for c in z if not c.absorbed or c.levels <= FEW_VALUES]
    value = grid_information([a] + b + few, [0] + [1] * len(b) + [2] * len(few))
    one = ((a, b[0]), (b[0], a)) if len(b) == 1 else ()
    sides = [(r, [o]) for r, own in one for o in dict.fromkeys([own, own.raw or own])] or [(a, b)]
    found = [(g, response, others) for response, others in sides for g in [gain(response, others + z)] if g]
    if not found:
        return value
    (_, estimate, residual), response, others = max(found, key=lambda one: one[0][0])
    before = gain(response, z)
    if residual:
        estimate += grid_information([residual] + others + few, [0] + [1] * len(others) + [2] * len(few))
    return max(value, estimate - (before[1] if before else 0.0))

def density_information(x, y, z):
    """I(X; Y | Z) from densities, by the chain rule over the columns of the shorter side."""
    short, long = sorted((x, y), key=len)
    total, given = 0.0, list(z)
    for k, own in enumerate(short):
        own = scaled(own, location_scale(Regression(given, standardised(own.dithered())[:, None]))) if k and own.continuous() else own
        total, given = total + information(own, long, given), given + [own]
    return min(max(total, 0.0), log(x[0].rows), *(sum(log(c.levels) for c in side) for side in (x, y)))

# ---------------------------------------------------------------------------------------------------------------- the answer
# p, the estimate and its interval, what products and densities say by themselves, rows that are used, and complete rows that are
# not, as they are alone in a level of a label. Undecided: p and all others but the rows are None.
Answer = collections.namedtuple("Answer", "p estimate lower upper products density rows alone")

def strongest(p, parts):
    """The part that shows most; where p is too small for numbers, by the exponent of its tail."""
    return min(parts[:-1], key=lambda one: one.p / one.weight if p > LEAST_P else -one.t * one.k / one.variance)

def deviate(p, best):
    """z_p with 2 P(N > z_p) = p; of a p too small for numbers from the part that shows most."""
    if p > LEAST_P:
        return norm.isf(p / 2)
    x, shape = best.t * best.k / best.variance, best.k**2 / best.variance
    q = 2 * max(x - (shape - 1) * log(x) + gammaln(shape), 667.0)
    return sqrt(q - log(q * pi / 2))

def read_off(n, p, parts, density, most=inf, limit=inf, level=0.95):
    """The estimate and its interval from p, sums of products and the estimate from densities; most: the entropy of labels."""
    best, full, z_a = strongest(p, parts), parts[-1], norm.isf((1 - level) / 2)
    b, z_p = -EULER * p * log(p) if p < 1 / EULER else 1.0, deviate(p, best)
    alone = gammainccinv(best.k**2 / best.variance, p) * best.variance / best.k if p > LEAST_P else inf  # T that would show p by itself
    products = log(1 + max(0.0, min(alone, best.t) - best.k, z_p**2 - 1) / best.m) / 2  # at least one deviate with this p
    more, d = max(density - products, 0.0), max(full.t - full.k, 0.0)  # densities speak where they say more by n^(-2/3) nats
    estimate = (1 - b) * min(products + more * more**2 / (more**2 + n ** (-4 / 3)), most)
    allowed = log(1 + (d + z_a**2 + z_a * sqrt(full.variance + 4 * d + z_a**2)) / full.m) * (1 + b) / 2
    lower, upper = (estimate * max(0.0, 1 + sign * z_a / max(z_p, 1e-9)) ** 2 if estimate else 0.0 for sign in (-1, 1))
    return estimate, lower, min(max(upper, allowed), limit), products

def answer(xs, ys, zs=(), level=0.95, grouped=()):
    x, y, z, alone = asked(xs, ys, zs, grouped)
    test, n = Test(x, y, z), x[0].rows
    if test.grouped and not grouped:
        return answer(xs, ys, zs, level, test.grouped)
    if test.p is None or not test.parts:
        return Answer(test.p, *[None if test.p is None else 0.0] * 5, n, alone)
    few = max(side.lost for side in test.sides) * LEAST_ROWS > n or z and n < LEAST_ORDERED  # products alone
    density = 0.0 if few else density_information(*([r.shown for r in side.single] for side in test.sides), z)
    finite = [side for side in (x, y) if all(c.labels or c.levels <= FEW_VALUES for c in side)]
    limit = min([sum(log(c.levels) for c in side) for side in finite] + [inf])
    most = min([entropy(joint([c.codes for c in side], n)) for side in finite] + [limit])
    return Answer(test.p, *read_off(n, test.p, test.parts, density, most, limit, level), density, n, alone)
