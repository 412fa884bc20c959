#!/usr/bin/env python3
"""mixmi's default estimate and default test, a second time, in NumPy and SciPy: written from docs/METHOD.md, sections 1, 2, 5, 6
and 17, in their order and with their terms. Speed is no aim.

    import mixmi_reference as reference
    reference.answer([x], [y], [z1, z2])  # p, the estimate in nats and the ends of its interval; columns are arrays; text or
                                          # objects are labels; None: undecided
    reference.test([x], [y], [z1, z2])    # the p-value alone

X, Y and Z have any number of columns of any type and 8 to 8192 rows. Not here: the exchanges of up to 7 rows, clusters, censored
times, and what distinguishes columns that the refinement of section 1 does not.
"""
import collections
import functools
import itertools
from math import ceil, comb, exp, inf, lgamma, log, log2, pi, sqrt

import numpy as np
from scipy.special import digamma, exp1, gammaincc, gammaln
from scipy.stats import chi2, norm

# Constants of section 5, of the estimate.
PLACES, STEPS, START, MOST_UNITS, AVERAGES, REPEATS, PART = 24, 768, 8, 96, 12, 5, 1024
LEAST_ORDERED, WINDOWS, CLAIM, ROUNDING, SMALL, REACH_POWER = 40, 12, 4, 1e-9, 1e-3, 0.45
K_MAX_FACTOR, MAX_ROUNDS, ATOM, NEIGHBOURS, RUN, RANGE = 5, 20, 5, 4, 10.5, 20
# Constants of section 6: of features, of the regression, of the test.
FEW_VALUES, MOST_MASSES, LEAST_ROWS, FEW_ROWS, LABEL_SHARE, MASS_SHARE, MOST_FEATURES, LEAST_SHARE = 12, 3, 4, 20, 100, 20, 24, 0.1
MOST_FUNCTIONS, MOST_DIAGONAL, KERNELS, SIMPLE, ROUNDS, TIMES, INDEX_WAVES, DEPTH = 360, 6, 9, 3, 2, 3, 8, 6
WIDTHS, LITTLE, STRIDE, MOST_SHARE, TINY, ENTER_LEVEL, FEWEST_EFFECTS = (0.5, 1.0), 0.1, 50, 2 / 3, 1e-9, 0.05, 130
MOST_WAVES, WAVE_VALUES, MOST_WEIGHTS, WEIGHTS_OF_COLUMN, MOST_WEIGHED, SAMPLED = 16, 320000, 8, 3, 160, 128
MOST_CELLS, LEAST_LEFT = 0.4, 0.0015
OCTAVES = [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 32), (33, 64), (65, 128)]
GOLDEN, SEED = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xCBF29CE484222325)


# ------------------------------------------------------------------------------------------- numbers (section 17, Rounding)
def rd(values, bits):
    """Multiples of 2^-bits, halves to even."""
    return np.rint(np.asarray(values, float) * 2.0**bits) / 2.0**bits

def fix(values):
    return rd(np.clip(values, -16, 16), 16)

def centred(values, cells=None):
    """Fixed, less the mean (of its cell), fixed."""
    f = fix(values)
    return fix(f - (f.mean(0) if cells is None else (np.bincount(cells, f) / np.bincount(cells))[cells]))

def standardised(values):
    """Fixed, less the mean, over the root mean square, fixed."""
    f = fix(values) - fix(values).mean(0)
    size = np.sqrt(np.mean(f * f))
    return fix(f / size) if size > 0 else fix(f)

def squares(f):
    return rd(f * f, 10)

def pairs(f, g):
    return f[:, :, None] * g[:, None, :]

def mix(z):
    """The finaliser of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))

def h(a, b):
    """The hash of section 1."""
    k = np.bitwise_xor(np.atleast_1d(np.asarray(a, np.uint64)), np.asarray(b, np.uint64)) * GOLDEN
    return k ^ (k >> np.uint64(32))

def sums_of(values, codes, levels):
    sums = np.zeros(levels, values.dtype)
    np.add.at(sums, codes, values)
    return sums

def joint(columns, n):
    """Numbers of the occupied cells of several columns of numbers, in lexicographic order."""
    cells = np.zeros(n, int)
    for codes in columns:
        cells = np.unique(cells * (int(codes.max()) + 1) + codes, return_inverse=True)[1].ravel()
    return cells


# --------------------------------------------------------------------------------------------------------- columns (section 1)
class Column:
    """Values in order, the code of each row's value, the rows of each value, and the rows below less those above each."""
    def __init__(self, values, labels=False, order=None):
        self.labels, self.rows = labels or values.dtype.kind in "OUS", len(values)
        values = values.astype(str) if values.dtype.kind in "OUS" else values
        self.values, self.codes, self.counts = np.unique(values, return_inverse=True, return_counts=True)
        self.levels, self.order = len(self.counts), order
        self.balance = 2 * np.cumsum(self.counts) - self.counts - self.rows

    def place(self):
        return self.balance[self.codes] / (2 * self.rows)

    def score(self):
        return norm.ppf(self.place() + 0.5)

    def sizes(self):
        """Rows of labels, |rows below - rows above| of numbers."""
        return self.counts if self.labels else np.abs(self.balance)

def complete(columns):
    """The rows in which no column is missing: NaN in numbers, None or '' in labels."""
    here = [np.array([v is not None and v != "" and v == v for v in c]) for c in columns]
    return [c[np.logical_and.reduce(here)] for c in columns]

def repeats(a, b):
    if a.labels != b.labels or a.levels != b.levels:
        return False
    return len(set(zip(a.codes, b.codes))) == a.levels if a.labels else any(
        np.array_equal(a.codes, codes) for codes in (b.codes, b.levels - 1 - b.codes))

def without_copies(columns):
    return [c for i, c in enumerate(columns) if not any(repeats(c, other) for other in columns[:i])]

def refined(columns, given):
    """Hashes of columns by colour refinement of rows and values; the last ones, `given`, count as Z."""
    hashes = [h(4 * (i >= len(columns) - given) + 3 * (not c.labels), c.rows) for i, c in enumerate(columns)]
    values = [h(h(own, c.counts), 0 if c.labels else c.sizes()) for own, c in zip(hashes, columns)]
    for turn in range(3):
        if turn > 0 and len({int(own[0]) for own in hashes}) == len(columns):
            break
        rows = mix(sum((mix(v)[c.codes] for v, c in zip(values, columns)), np.zeros(columns[0].rows, np.uint64)))
        for i, c in enumerate(columns):
            mine = h(values[i], sums_of(rows, c.codes, c.levels))
            hashes[i] = h(hashes[i], mix(mine).sum(dtype=np.uint64))
            values[i] = h(mine, hashes[i])
    return [int(own[0]) for own in hashes]

def directed(column, keys):
    """A column, reversed if it is one of numbers and the keys of rows decide so."""
    back = not column.labels and np.sum(column.balance[column.codes] * (mix(keys) >> np.uint64(50)).astype(np.int64)) < 0
    return Column(-column.codes, order=column.order) if back else column

def rounding_reach(column):
    """Ten steps of rounded numbers, and a half; 0 if they are not rounded."""
    values, repeated = column.values, np.sum(column.counts > 1)
    for digits in range(10 if repeated >= 2 else 0):
        whole = np.rint(values * 10.0**digits)
        if np.all(np.abs(values * 10.0**digits - whole) <= 4 * np.finfo(float).eps * np.abs(whole)):
            step = int(np.gcd.reduce((whole - whole[0]).astype(np.int64))) / 10.0**digits
            return RUN * step if values[-1] - values[0] <= RANGE * column.rows * step else 0.0
    return 0.0

def stand_out(values, counts, reach):
    """Which values are point masses: frequent, and more so than their neighbours."""
    masses, frequent = np.zeros(len(values), bool), np.flatnonzero(counts >= ATOM)
    gaps = np.abs(values[frequent, None] - values)
    near = (np.abs(frequent[:, None] - np.arange(len(values))) == 1) | (gaps > 0) & (gaps <= reach)
    masses[frequent] = counts[frequent] >= NEIGHBOURS * np.where(near, counts, 0).max(1, initial=0)
    return masses | (np.sum(~masses) == 1)


# ------------------------------------------------------------------------------- the estimate: order of columns, values and rows
class Variable(Column):
    """A column with the number of each row's point mass, -1 in its ordered part. origin: rows of each value that decide on it."""
    def __init__(self, values, labels=False, reach=0.0, origin=None):
        super().__init__(values, labels)
        self.reach, self.origin = reach, self.counts if origin is None else origin
        masses = np.full(self.levels, True) if labels else stand_out(self.values, self.origin, reach)
        self.mass, self.masses = np.where(masses, np.cumsum(masses) - 1, -1)[self.codes], int(masses.sum())
        self.ordered = self.mass < 0
        self.intervals = bool(self.ordered.any())
        self.places = np.full(self.rows, -1)
        if self.intervals:
            part = Column(self.codes[self.ordered])
            self.places[self.ordered] = (part.balance[part.codes] + part.rows) * STEPS // (2 * part.rows)

    def some(self, rows):
        """In some rows, with values numbered anew."""
        values = self.values[self.codes[rows]]
        return Variable(values, self.labels, self.reach, self.origin[np.unique(self.codes[rows])])

    def repeat(self):
        return self.labels or self.rows >= REPEATS * self.levels

class Question:
    """Variables in order, their sides (0, 1; 2: Z), and keys of rows."""
    def __init__(self, variables, side):
        self.variables, self.side, self.n = variables, side, variables[0].rows
        self.keys = functools.reduce(h, (v.codes.astype(np.uint64) for v in variables), SEED)

    def of(self, side):
        return [v for v, own in zip(self.variables, self.side) if own == side]

    def part(self, first, step):
        return Question([v.some(slice(first, None, step)) for v in self.variables], self.side)

def canonical(xs, ys, zs):
    """The question in the form that does not depend on orders, names and directions."""
    table, data = [*xs, *ys, *zs], complete([*xs, *ys, *zs])
    columns = [Column(c) for c in data]
    given = without_copies([c for c in columns[len(xs) + len(ys):] if c.levels > 1])
    side = [0] * len(xs) + [1] * len(ys) + [2] * len(zs)
    kept = [i for i, c in enumerate(columns) if side[i] < 2 or c in given]
    hashes = refined([columns[i] for i in kept], len(given))
    shares = {i: c.counts if c.labels else np.trunc(2.0**15 * c.balance / c.rows).astype(np.int64)
              for i, c in enumerate(columns)}
    weights = mix(sum((mix(h(2 * (side[i] == 2) + (not columns[i].labels), SEED) + np.abs(shares[i]).astype(np.uint64))[
        columns[i].codes] for i in kept), np.zeros(columns[0].rows, np.uint64)))
    kept = [i for _, i in sorted(zip(hashes, kept))]
    variables = []
    for i in kept:
        c = columns[i]
        if c.labels:
            sums, rank = sums_of(weights, c.codes, c.levels), np.empty(c.levels, int)
            rank[sorted(range(c.levels), key=lambda v: (-c.counts[v], sums[v]))] = np.arange(c.levels)
            variables.append(Variable(rank[c.codes], True))
        else:
            back = np.sum(shares[i][c.codes] * (weights >> np.uint64(54)).astype(np.int64)) < 0
            variables.append(Variable(-data[i] if back else data[i], reach=rounding_reach(Column(complete([table[i]])[0]))))
    rows, first = np.lexsort([v.codes for v in variables][::-1]), next(side[i] for i in kept if side[i] < 2)
    return Question([v.some(rows) for v in variables], [side[i] if side[i] == 2 else int(side[i] != first) for i in kept])


# ---------------------------------------------------------------------------------------------------------- the grid (section 5.1)
@functools.lru_cache(None)
def complexities(n):
    """log2 R(n, K) for K = 0 (unused), 1, .., n."""
    i = np.arange(1.0, n)
    terms = gammaln(n + 1) - gammaln(i + 1) - gammaln(n - i + 1) + i * np.log(i / n) + (n - i) * np.log((n - i) / n)
    r = [0.0, 0.0, np.logaddexp.reduce(np.concatenate([[0.0, 0.0], terms]))]
    for k in range(1, n - 1):
        r.append(np.logaddexp(r[k + 1], log(n / k) + r[k]))
    return np.array(r) / log(2)

def penalty(n, bins):
    k = int(np.prod(bins))
    return inf if k > n else complexities(n)[k] * (k - sum(bins) + 2) / max(k - 1, 1)

@functools.lru_cache(None)
def c_log_c(n):
    c = np.arange(n + 1.0)
    return c * np.log2(np.maximum(c, 1))

def interval_bits(k, places):
    """places: those of the 24 that have rows."""
    return log2(comb(places - 1, k - 1)) if k < places else 0.0

def group_bits(k, units, masses, labels):
    if labels:
        return masses * log2(k) - lgamma(k + 1) / log(2) if 1 < k < masses else 0.0
    return log2(comb(units - 1, k - 1)) if 1 < k < units else 0.0

class Bins:
    """Bins of a variable: cuts among 768 places and the group of each mass, and their bits; cuts None: one bin."""
    def __init__(self, variable, cuts=None, groups=None, bits=0.0):
        self.variable, self.bits, self.k, self.codes = variable, bits, 1, np.zeros(variable.rows, int)
        self.cuts = np.array([] if cuts is None else cuts, int)
        first = list(dict.fromkeys([] if groups is None else groups))
        self.groups = np.array([first.index(g) for g in groups] if first else [0], int)  # numbered by their first mass
        if cuts is not None:
            used = np.unique(np.searchsorted(self.cuts, variable.places[variable.ordered], side="right"))
            self.cuts = self.cuts[used[1:] - 1]  # intervals without rows join the one before
            interval = np.searchsorted(self.cuts, variable.places, side="right")
            codes = np.where(variable.ordered, interval, len(self.cuts) + 1 + self.groups[variable.mass])
            self.codes = np.unique(codes, return_inverse=True)[1].ravel()
            self.k = int(self.codes.max()) + 1

def start(variable, s):
    """s equally full intervals and separate masses."""
    cuts = [-(-PLACES * j // s) * (STEPS // PLACES) for j in range(1, s)] if variable.intervals else []
    occupied = len(np.unique(variable.places[variable.ordered] * PLACES // STEPS))
    return Bins(variable, cuts, np.arange(variable.masses), interval_bits(s, occupied))

def runs(unit, units, most, other, same, f):
    """(k, cost, cuts) of the best division of units into k = 1, .., most runs."""
    cost, sums = np.full((units + 1, units + 1), inf), []
    for codes in (same, other):
        table = np.zeros((units + 1, codes.max() + 1), int)
        np.add.at(table, (unit + 1, codes), 1)
        sums.append(np.cumsum(table, axis=0))
    for i in range(units):
        mine, others = (f[s[i + 1:] - s[i]].sum(1) for s in sums)
        cost[i, i + 1:] = mine - others
    best, back, found = cost[0], [], []
    for k in range(1, most + 1):
        if k > 1:
            total = best[:, None] + cost
            back.append(np.argmin(total, axis=0))
            best = total.min(0)
        cuts, end = [], units
        for step in back[::-1]:
            end = step[end]
            cuts.append(end)
        found.append((k, best[units], np.array(cuts[::-1], int)))
    return found

def by_averages(mass, masses, other):
    """Texts in the order of reciprocal averaging against the cells of the other columns."""
    score, cell, table = np.zeros(masses), np.arange(other.max() + 1.0), np.zeros((masses, other.max() + 1))
    np.add.at(table, (mass, other), 1)
    rows = table.sum(1)
    for _ in range(AVERAGES if masses > 2 and other.max() > 0 else 0):
        mean = table @ cell / rows
        mean -= mean @ rows / rows.sum()
        variance = mean**2 @ rows / rows.sum()
        if variance < ROUNDING:
            break
        score = mean / sqrt(variance)
        cell = score @ table / np.maximum(table.sum(0), 1)
    return np.argsort(score, kind="stable")

class Grid:
    """Variables and their sides (0, 1; 2: Z), of which bins are chosen."""
    def __init__(self, variables, side):
        self.variables, self.side, self.n, self.f = variables, side, variables[0].rows, c_log_c(variables[0].rows)
        self.most = max(2, ceil(K_MAX_FACTOR * log(self.n)))
        self.bins = self.fitted()

    def counts(self, bins):
        return [int(np.prod([b.k for b, side in zip(bins, self.side) if side == s])) for s in range(3)]

    def cells(self, codes, *sides):
        return joint([c for c, side in zip(codes, self.side) if side in sides], self.n)

    def length(self, bins):
        codes = [b.codes for b in bins]
        data = sum(self.f[np.bincount(self.cells(codes, s))].sum() for s in range(3)) - 2 * self.f[self.n]
        data -= self.f[np.bincount(self.cells(codes, 0, 1, 2))].sum()
        return data + penalty(self.n, self.counts(bins)) + sum(b.bits for b in bins)

    def others(self, bins, i):
        """Cells of all other columns, and of the other columns of the same side."""
        codes = [b.codes if j != i else np.zeros(self.n, int) for j, b in enumerate(bins)]
        return self.cells(codes, 0, 1, 2), self.cells(codes, self.side[i])

    def divided(self, bins, i):
        """The bins with the best ones of column i, the others being fixed."""
        v, (other, same) = self.variables[i], self.others(bins, i)
        intervals = groups = [(0, 0.0, [], 0.0)]
        o, m = v.ordered, ~v.ordered
        if v.intervals:
            used, place = np.unique(v.places[o] * PLACES // STEPS, return_inverse=True)
            place, most = place.ravel(), min(len(used), self.most)
            intervals = [(k, cost + bits, used[cuts] * (STEPS // PLACES), bits)
                         for k, cost, cuts in runs(place, len(used), most, other[o], same[o], self.f)
                         for bits in [interval_bits(k, len(used))]]
        if v.masses:
            order = by_averages(v.mass[m], v.masses, other[m]) if v.labels else np.arange(v.masses)
            rows = np.bincount(v.mass[m])[order]
            merged = (2 * np.cumsum(rows) - rows) * MOST_UNITS // (2 * rows.sum()) if v.masses > MOST_UNITS else np.arange(v.masses)
            unit = np.unique(merged, return_inverse=True)[1].ravel()[np.argsort(order)]
            units, groups = int(unit.max()) + 1, []
            for k, cost, cuts in runs(unit[v.mass[m]], units, min(units, self.most), other[m], same[m], self.f):
                bits = group_bits(k, units, v.masses, v.labels)
                groups.append((k, cost + bits, np.searchsorted(cuts, unit, side="right"), bits))
            if v.masses > self.most:
                separate = [self.f[np.bincount(joint([codes[m], v.mass[m]], m.sum()))].sum() for codes in (same, other)]
                groups.append((v.masses, separate[0] - separate[1], np.arange(v.masses), 0.0))
        counts, side = self.counts(bins), self.side[i]
        rest, chosen = counts[side] // bins[i].k, Bins(v)
        counts[side] = rest
        best = self.f[np.bincount(same)].sum() - self.f[np.bincount(other)].sum() + penalty(self.n, counts)
        for (k, cost, cuts, bits), (g, more, grouping, more_bits) in itertools.product(intervals, groups):
            counts[side] = rest * (k + g)
            total = cost + more + penalty(self.n, counts)
            if total < best - ROUNDING:
                best, chosen = total, Bins(v, cuts, grouping, bits + more_bits)
        return bins[:i] + [chosen] + bins[i + 1:]

    def searched(self, s):
        """The length and the bins of a search that starts with s intervals per column."""
        bins, cells = [Bins(v) for v in self.variables], 1
        for i in sorted(range(len(bins)), key=lambda i: self.side[i] == 2):
            if cells * (s * self.variables[i].intervals + self.variables[i].masses) > self.n:
                break
            bins[i] = start(self.variables[i], s)
            cells *= bins[i].k
        length, last = self.length(bins), None
        for i, new in enumerate([self.divided(bins, i) for i in range(len(bins))]):
            if self.length(new) < length - ROUNDING:
                length, last, bins = self.length(new), i, new
        for _ in range(MAX_ROUNDS - 1):
            before = length
            if len(bins) == 2 and min(b.k for b in bins) == 1:
                break
            for i in range(len(bins)):
                new = self.divided(bins, i) if i != last else bins
                if self.length(new) < length - ROUNDING:
                    length, last, bins = self.length(new), i, new
            if length == before:
                break
        return length, bins

    def fitted(self):
        """Bins of the shortest code."""
        single = [Bins(v) for v in self.variables]
        s = min(self.most, max(k for k in range(2, START + 1) if k == 2 or k ** len(single) <= self.n))
        length, bins = min((self.searched(s), self.searched(2)), key=lambda found: found[0])
        return self.moved(bins) if length < self.length(single) - ROUNDING else single

    def moved(self, bins):
        """The bins with every cut at the best of 768 places near it."""
        width, price = STEPS // PLACES, log2(2 * STEPS // PLACES - 1)
        for i in range(len(bins)):
            other, same = self.others(bins, i)
            for j in range(len(bins[i].cuts)):
                b, ends = bins[i], np.concatenate([[0], bins[i].cuts, [STEPS]])
                place, low, now, high = b.variable.places, *ends[j:j + 3]
                rows, cost = (place >= low) & (place < high), 0.0
                to = np.arange(max(now - width, low) + 1, min(now + width, high))
                for sign, codes in ((1, same), (-1, other)):
                    left = np.zeros((len(to) + 1, codes.max() + 1), int)
                    np.add.at(left, (np.searchsorted(to, place[rows], side="right"), codes[rows]), 1)
                    left = np.cumsum(left, axis=0)
                    cost = cost + sign * (self.f[left[:-1]] + self.f[left[-1] - left[:-1]]).sum(1)
                best = np.flatnonzero(cost < cost.min() + ROUNDING)[0]
                if cost[best] < cost[now - to[0]] - price:
                    cuts = np.where(np.arange(len(b.cuts)) == j, to[best], b.cuts)
                    bins = bins[:i] + [Bins(b.variable, cuts, b.groups[:b.variable.masses], b.bits + price)] + bins[i + 1:]
        return bins


# ------------------------------------------------------------------------------------------------- the value of a grid (section 5.2)
def unseen(codes):
    """What Chao, Wang and Jost's entropy has for unseen cells."""
    n, counts = len(codes), np.bincount(codes)
    f, g = np.sum(counts == 1), np.sum(counts == 2)
    if f == 0:
        return 0.0
    q = 1 - (2 * g / ((n - 1) * f + 2 * g) if g else 2 / ((n - 1) * (f - 1) + 2))
    return f / n * q * exp(-n * log(q)) * exp1(-n * log(q)) if q > 0 else 0.0

def entropy(codes):
    return log(len(codes)) - np.mean(digamma(np.bincount(codes)[codes])) + unseen(codes)

def plug_in(codes):
    return log(len(codes)) - np.mean(np.log(np.bincount(codes)[codes]))

def split(b, r):
    """Bins, each split into equally full runs of places or masses."""
    v, codes = b.variable, np.zeros(b.variable.rows, int)
    for k in range(b.k if b.k > 1 else 0):
        rows = np.flatnonzero(b.codes == k)
        part, whole = Column(np.where(v.ordered, v.places, v.mass)[rows]), v.labels
        pieces = 1 if whole else max(1, int(len(rows) * r / v.rows + 0.5))
        codes[rows] = k * (STEPS + 1) + (np.cumsum(part.counts) - part.counts)[part.codes] * pieces // len(rows)
    return joint([codes], v.rows)

# An estimate: its value, the terms of its rows, its parameters, and whether anything counts.
Estimate = collections.namedtuple("Estimate", "value terms p shown")

def add(a, b):
    return Estimate(a.value + b.value, a.terms + b.terms, a.p + b.p, a.shown or b.shown)

def value_of(grid):
    counts, n = grid.counts(grid.bins), grid.n
    if counts[0] == 1 or counts[1] == 1:
        return Estimate(0.0, np.zeros(n), 0, False)
    d = sum(b.k > 1 for b in grid.bins)
    limit, low, high = n ** (d / (d + 1)) / max(1, d - 1), 1, STEPS + 1
    while high - low > 1:
        middle = (low + high) // 2
        fits = joint([split(b, middle) for b in grid.bins], n).max() + 1 <= limit
        low, high = (middle, high) if fits else (low, middle)
    fine = [split(b, low) for b in grid.bins]
    xz, yz, xyz, z = (grid.cells(fine, *sides) for sides in ((0, 2), (1, 2), (0, 1, 2), (2,)))
    value = entropy(xz) + entropy(yz) - entropy(xyz) - entropy(z)
    c_xz, c_yz, c, c_z = (np.bincount(codes)[codes] for codes in (xz, yz, xyz, z))
    terms = np.log(c * c_z / (c_xz * c_yz))
    return Estimate(value, terms + value - terms.mean(), max(0, xyz.max() - xz.max() - yz.max() + z.max()), True)


# -------------------------------------------------------------------------------------------------------- residuals (section 5.3)
class Fit:
    """A regression of one response: fit, what is left of leverages, residuals, parameters f - 1, the share v left, nats saved."""
    def __init__(self, columns, y, n):
        r = Regression(columns, fix(y)[:, None], 1)
        r.predict()
        f, levels, tables, least = 1 + sum(r.e), 0.0, [], [1 / r.v[k] for k in r.inside if r.blocks[k].levels]
        for k, e, part in zip(r.inside, r.e, r.parts):
            if r.blocks[k].levels:
                levels += e
                tables.append(r.design[:, part])
        leverage = np.full(r.n, (f - levels) / r.n)
        for own in zip(*(table.T for table in tables)):  # the effect and the slopes of one level
            w = np.array(own).T
            leverage += np.sum(w @ np.linalg.inv(w.T @ w + np.diag(least)) * w, axis=1)
        chosen = r.chosen()
        self.v = max(np.sum(r.residuals() ** 2) / np.sum(r.y**2) / max(1 - f / r.n, LEAST_SHARE) ** 2, 1e-300)
        self.saved = -n / 2 * log(self.v) - chosen * (log(n) / 2 - 1) - CLAIM * log(2)
        self.counts, self.p, self.fit, self.rest = self.saved > 0, f - 1, r.fit()[:, 0], np.maximum(1 - leverage, LEAST_SHARE)
        if not self.counts:
            self.fit, self.rest, self.v, self.p, chosen = np.zeros(r.n), np.ones(r.n), 1.0, 0.0, 0.0
        self.e = (y - self.fit) / np.sqrt(self.rest * max(1 - chosen / r.n, LEAST_SHARE))

def evened(y, mean):
    """y, transformed so that the spread of e does not depend on the fit; None: it does not."""
    n, m = len(y), mean.fit
    window, order = n // WINDOWS + 1, np.argsort(m, kind="stable")
    logs, m = np.log(np.abs(mean.e) + SMALL * sqrt(mean.v))[order], m[order]
    tied = np.unique(m, return_inverse=True)[1].ravel()
    sums = np.concatenate([[0.0], np.cumsum((np.bincount(tied, logs) / np.bincount(tied))[tied])])
    first = np.clip(np.arange(n) - window // 2, 0, n - window)
    g = (sums[first + window] - sums[first]) / window - sums[-1] / n
    g *= max(0.0, 1 - pi**2 / (8 * window * np.mean(g * g))) if np.any(g) else 0.0
    if g[0] == 0 and g[-1] == 0:
        return None
    values, codes = np.unique(y, return_inverse=True)
    middle = (values[1:] + values[:-1]) / 2
    low = np.clip(np.searchsorted(m, middle, side="right") - 1, 0, n - 2)
    nearest = np.where(m[low + 1] - middle <= middle - m[low], low + 1, low)
    new = np.concatenate([[0.0], np.cumsum(np.diff(values) / np.exp(g[nearest]))])[codes.ravel()]
    return (new - new.mean()) / np.std(new)

def log_density(values, quantiles):
    n, sorted_values, c = len(values), np.sort(values), Column(values)
    reach, density = max(2, int(n**REACH_POWER / 2)), np.empty(c.levels)
    for v, at in enumerate((c.balance + n - 1) // 2):  # the middle of the ranks, rounded down
        low, high = max(at - reach, 0), min(at + reach, n - 1)
        while sorted_values[high] <= sorted_values[low] and (low > 0 or high < n - 1):
            low, high = max(low - 1, 0), min(high + 1, n - 1)
        k = high - low
        density[v] = (log(k) if quantiles or k > 2 * reach else digamma(k)) - log(n + 0.5)
        density[v] -= log(sorted_values[high] - sorted_values[low])
    return density[c.codes]

class Residual:
    """What regressions on other variables leave of a variable, and the terms of h(y) - h(residual). part: the most rows used."""
    def __init__(self, variable, others, keys, part=None):
        rows, n = np.flatnonzero(variable.ordered), variable.rows
        ordered = len(rows)
        self.exists, self.saved, self.variable = False, -inf if part else 0.0, variable
        if not others or ordered < LEAST_ORDERED or ordered > 2 * len(np.unique(variable.codes[rows])):
            return
        step = max(1, ordered // part) if part else 1
        rows = rows[step // 2::step]
        columns = [Column(v.codes[rows], v.labels) for v in others]
        columns = [directed(c, keys[rows]) for c in columns if 1 < c.levels and (c.levels < c.rows or not c.labels)]
        self.saved = 0.0
        if not columns:
            return
        y = Column(variable.codes[rows]).score()
        mean = Fit(columns, y, ordered)
        new, lacks = evened(y, mean) if mean.v < 1 else None, mean.saved
        if new is not None:
            y, mean = new, Fit(columns, new, ordered)
            lacks = mean.saved
        logs = np.log(np.abs(mean.e) + SMALL * sqrt(np.mean(mean.e**2)))
        spread = standardised(logs)
        scale = Fit(columns, spread, ordered)
        if not (mean.counts or scale.counts):
            self.saved = lacks / n if part else 0.0
            return
        self.saved = (max(0.0, -log(mean.v) / 2) - log(scale.v) / 2) * ordered / n
        if part:
            return
        log_s = np.std(fix(logs)) * (spread - (spread - scale.fit) / scale.rest) if scale.counts else np.zeros(ordered)
        residual, values, terms = mean.e / np.exp(log_s), np.zeros(n), np.zeros(n)
        places = between(np.sort(residual), variable.masses)
        if places is None:
            return
        lost = log(1 + 4 * (1 - mean.v) / (ordered * sqrt(mean.v))) / 2
        terms[rows] = np.minimum(log_density(residual, False) - log_s - log_density(y, True) + lost, log(n))
        values[rows] = residual
        values[~variable.ordered] = places[variable.mass[~variable.ordered]]
        self.exists, self.variable = True, Variable(values)
        self.estimate = Estimate(terms.mean(), terms, mean.p + scale.p, True)

def between(residuals, masses):
    """Places of point masses between residuals, or None."""
    at, n = [0], len(residuals)
    for j in range(1, masses + 1):
        i = max(at[-1] + 1, j * n // (masses + 1))
        while i < n and residuals[i] == residuals[i - 1]:
            i += 1
        if i >= n:
            return None
        at.append(i)
    return np.array([(residuals[i - 1] + residuals[i]) / 2 for i in at[1:]])


# ---------------------------------------------------------------------------------------- the estimate (section 5.4) and its interval
def term(response, others, given, q, last):
    """I(response; others | given) with the residual of the response on all others."""
    variables = [last.variable] + others + given
    grid = value_of(Grid(variables, [0] + [1] * len(others) + [2] * len(given)))
    return add(last.estimate, grid) if last.exists else grid

def unbounded(q):
    """The estimate of a canonical question, before the bound, and the grid of its columns."""
    x, y, z = (q.of(side) for side in range(3))
    first = [[Residual(v, z, q.keys) for v in side] for side in (x, y)]
    conditioned = [[r.variable for r in side] for side in first]
    responses, others = (0, 1) if len(x) <= len(y) else (1, 0)
    given, total = list(z), Estimate(0.0, np.zeros(q.n), 0, False)
    shown = Grid(q.variables, q.side)
    if len(x) == len(y) == 1:
        (a,), (b,), part = *conditioned, PART if q.n >= 2 * PART else None
        by = [Residual(response, [other] + z, q.keys, part) for response, other in ((a, b), (b, a))]
        swapped = by[1].saved > by[0].saved
        response, other = (b, a) if swapped else (a, b)
        last = Residual(response, [other] + z, q.keys) if part else by[swapped]
        if last.exists or any(r.exists for side in first for r in side):
            total = term(response, [other], z, q, last)
    else:
        for k, own in enumerate((x, y)[responses]):
            response = conditioned[responses][k] if k == 0 else Residual(own, given, q.keys).variable
            last = Residual(response, conditioned[others] + given, q.keys)
            total = add(total, term(response, conditioned[others], given, q, last))
            given.append(response)
    if not any(r.exists for side in first for r in side) and value_of(shown).value >= total.value:
        total = value_of(shown)
    return total, shown

def bound(q, shown):
    """The smallest of ln n, H(X|Z) and H(Y|Z), as far as columns repeat their values, and its unseen part."""
    ends, z = [(log(q.n), 0.0)], [(v, b.codes) for v, b, s in zip(q.variables, shown.bins, q.side) if s == 2]
    for side in (q.of(0), q.of(1)):
        if all(v.repeat() for v in side):
            by_value = all(v.labels for v in side)
            given = joint([v.codes if by_value and v.repeat() else bins for v, bins in z], q.n)
            own, most = joint([v.codes for v in side] + [given], q.n), sum(log(v.levels) for v in side)
            corrected, least = (of(own) - of(given) for of in (entropy, plug_in))
            ends.append((max(least, min(corrected, most)), unseen(own)))
    return min(ends)

def densities(xs, ys, zs=()):
    """The estimate from densities, and the largest that the columns allow."""
    q = canonical(xs, ys, zs)
    whole, shown = unbounded(q)
    return max(whole.value, 0.0) if whole.shown else 0.0, bound(q, shown)[0]


# ------------------------------------------------------------------------------------------------ the test: order (section 17)
def row_keys(z, n):
    keys = np.zeros(n, np.uint64)
    for c in z:
        k = h(c.sizes().astype(np.uint64) + np.uint64(1), 0) * np.uint64(0xBF58476D1CE4E5B9)
        keys += (k ^ (k >> np.uint64(29)))[c.codes]
    return keys

def in_order(columns, hashes):
    return [columns[i] for i in sorted(range(len(columns)), key=lambda i: (columns[i].order, hashes[i]))]


# ----------------------------------------------------------------------------------------------------------- features (section 6)
def wave(k, u):
    return np.sqrt(2) * (np.sin(k * np.pi * u) if k % 2 else np.cos(k * np.pi * u))

def most_waves(n):
    root = max(k for k in range(MOST_WAVES + 1) if k**3 <= n)
    return max(2, min(root, max(4, WAVE_VALUES // n)))

def least_rows(column, share):
    return max(LEAST_ROWS, column.rows // share)

def is_continuous(column):
    big = column.counts[column.counts >= least_rows(column, MASS_SHARE)]
    return not column.labels and column.levels >= FEW_ROWS and big.sum() <= LEAST_SHARE * column.rows

def point_masses(column):
    """Codes of the point masses, more frequent first, of equals the one farther from the median."""
    if column.levels <= FEW_VALUES:
        return []
    least = max(least_rows(column, MASS_SHARE), np.sort(column.counts)[-MOST_MASSES - 1] + 1)
    masses = [v for v in range(column.levels) if column.counts[v] >= least]
    return sorted(masses, key=lambda v: (-column.counts[v], -abs(column.balance[v])))

def indicators(column, masses):
    """Of masses; of two mirror images, that no order tells apart, sum and difference."""
    one = [1.0 * (column.codes == v) for v in masses]
    for i, (v, w) in enumerate(zip(masses, masses[1:])):
        if column.counts[v] == column.counts[w] and column.balance[v] == -column.balance[w]:
            one[i:i + 2] = [one[i] + one[i + 1], one[i] - one[i + 1]]
    return one

def label_ranks(column, keys):
    """(rows, sum of keys) of each label, by which labels are ordered, largest first."""
    return list(zip(column.counts.tolist(), sums_of(keys, column.codes, column.levels).tolist()))

def frequent_labels(column, keys):
    """The most frequent labels, twelve at most; those that tie with the thirteenth are left out."""
    ranks = label_ranks(column, keys)
    order = sorted(range(column.levels), key=lambda v: ranks[v], reverse=True)
    last = ranks[order[FEW_VALUES]] if column.levels > FEW_VALUES else (0, 0)
    return [v for v in order if ranks[v] > last and column.counts[v] >= least_rows(column, LABEL_SHARE)]

def raw_features(column, keys, most=None, mixed=True):
    """(functions, details) of one column, not yet standardised; mixed: with indicators of point masses."""
    if column.labels:
        functions = [1.0 * (column.codes == v) for v in frequent_labels(column, keys)]
        return functions, [0] * len(functions)
    masses = point_masses(column) if mixed else []
    functions, other, u = [column.score()] + indicators(column, masses), ~np.isin(column.codes, masses), np.zeros(column.rows)
    details = [0] * len(functions)
    if other.any():
        u[other] = Column(column.codes[other]).place()
    for k in range(1 if masses else 2, min(most or most_waves(column.rows), column.levels - 1) + 1):
        functions.append(np.where(other, wave(k, u), 0.0))
        details.append(max(1, ceil(log2(k))))
    return functions, details

def less(f, others, bits):
    for g in others:
        f = rd(f - g * rd(g @ f / (g @ g), bits), 16)
    return f

def by_cells(z, cells):
    share, few = (cells.max() + 1) / len(cells), all(c.labels or c.levels <= 2 for c in z)
    return len(z) == 1 and z[0].labels or few and share <= MOST_SHARE or share <= MOST_CELLS


# ------------------------------------------------------------------------------------------------------ functions of Z (section 6)
class Block:
    """Functions of Z that share a variance: values, cost, sums of their squared lengths and of the squares of these."""
    def __init__(self, functions, cost=inf, rivals=0, shared=True, start=None, levels=False):
        values = functions if isinstance(functions, np.ndarray) else np.array(functions).T
        self.values, self.cost, self.rivals, self.shared, self.size = values, cost, rivals, shared, values.shape[1]
        self.start, self.levels = start or 4 / len(values), levels
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
    for place, octaves in ((s / (2 * np.abs(s).max()), OCTAVES[:5]), (column.place(), OCTAVES[4:])):
        for first, last in octaves:
            last = min(last, column.levels - 1)
            if first <= last:
                cost = max(4, (last + 1) // 2) if first > 2 else last + 1
                blocks.append((waves(place, first, last), cost, last + 1 if octaves[0] == (1, 1) and first > 2 else None))
    return blocks

def times(*factors):
    values = functools.reduce(lambda f, g: pairs(f, g).reshape(len(f), -1), factors)
    return np.array([centred(v) for v in values.T]).T

def level_blocks(z):
    """The column of which each level has an effect (None: none), these effects and, for labels, slopes per level."""
    labels = [c for c in z if c.labels and c.levels > FEW_VALUES]
    numbers = [c for c in z if not c.labels and FEWEST_EFFECTS <= c.levels <= MOST_FUNCTIONS and c.rows >= 4 * c.levels]
    column = max(labels or numbers, key=lambda c: c.levels, default=None)
    if column is None:
        return None, []
    one = 1.0 * (column.codes[:, None] == np.arange(column.levels))
    others = [c for c in z if c is not column and (not c.labels or c.levels == 2)][:3] if column.labels else []
    return column, [Block(one, 2, start=4 * column.levels / column.rows, levels=True)] + [
        Block(fix(one * column_blocks(c)[0][0]), levels=True) for c in others]

@functools.lru_cache(1)
def functions_of_z(z, most):
    """Blocks of functions of Z, about `most` functions in all."""
    columns, pairs_of_columns, (effects, of_levels) = len(z), len(z) * (len(z) - 1) // 2, level_blocks(z)
    single = [column_blocks(c) for c in z if not (c is effects and c.labels)]
    blocks = [Block(f, cost, columns) for own in single for f, cost, _ in own]
    numbers = [c for c in z if not c.labels and c.levels > 2]
    for a, b in itertools.combinations(numbers if columns <= MOST_DIAGONAL else [], 2):
        for s in (a.score() + b.score(), a.score() - b.score()):
            u = s / (2 * max(np.abs(s).max(), 1e-300))
            blocks += [Block(waves(u, first, last), 2 * (last + 1)) for first, last in OCTAVES[1:5]]
    for own, other in itertools.combinations([[b for b in own if b[2]] for own in single], 2):
        blocks += [Block(times(f, g), c * d, pairs_of_columns * (i == j == 0 and pairs_of_columns <= most))
                   for i, (f, _, c) in enumerate(own) for j, (g, _, d) in enumerate(other)
                   if f.shape[1] * g.shape[1] <= most * MOST_SHARE]
    blocks += [Block(times(*three), 8) for three in itertools.combinations([own[0][0] for own in single], 3)
               if np.prod([f.shape[1] for f in three]) <= most * MOST_SHARE]
    return of_levels + within_budget(blocks, most) + (kernels(numbers, most // KERNELS) if len(numbers) > 2 else [])

def within_budget(blocks, most):
    """Simple blocks, others cost by cost, and those that are available beyond the limit."""
    kept = [b for b in blocks if b.cost <= SIMPLE]
    fitting, size = [b for b in blocks if b.cost > SIMPLE and b.size <= most * MOST_SHARE], sum(b.size for b in kept)
    for _, new in itertools.groupby(sorted(fitting, key=lambda b: b.cost), key=lambda b: b.cost):
        new = list(new)
        size += sum(b.size for b in new)
        if size > most:
            break
        kept += new
    for b in kept:
        b.rivals = 0
    return kept + [b for b in fitting if b.rivals]

def kernels(numbers, count):
    blocks, s = [], np.array([c.score() for c in numbers])
    for width in WIDTHS if count else ():
        g = mix(np.uint64(1024 * width) + np.arange(count, dtype=np.uint64) * GOLDEN)
        a = 2 * np.pi * (g >> np.uint64(11)).astype(float) * 2.0**-53
        d = [norm.ppf(((mix(g + np.uint64(j + 1)) >> np.uint64(11)).astype(float) + 0.5) * 2.0**-53) / width
             for j in range(len(numbers))]
        blocks.append(Block([standardised(v) for v in np.cos(a[:, None] + np.array(d).T @ s)]))
    return blocks

def index_blocks(t):
    """Waves over the ranks of the fit t, and its squared score, less their regression on t."""
    t = rd(t, 20)
    column, direction = Column(t), standardised(t)
    score, u = standardised(column.score()), column.place()
    functions = [standardised(wave(k, u)) for k in range(1, INDEX_WAVES + 1)] + [standardised(score**2)]
    if column.levels < 2 or not (np.any(score) and all(map(np.any, functions[:-1]))):
        return []
    functions = [less(f, [direction], 16) for f in functions]
    octaves = [functions[first - 1:last] for first, last in OCTAVES[:4]]
    return [Block(octave, shared=False) for octave in [functions[-1:]] + octaves]

def tree_columns(z):
    """What a tree splits at: the order of numbers, and one label against the others."""
    used = [c for c in z if not c.labels or c.levels <= FEW_VALUES]
    return [codes for c in used
            for codes in ([c.codes == v for v in range(c.levels)] if c.labels and c.levels > 2 else [c.codes])]

def tree_leaves(columns, y, least, share=0.0, depth=inf):
    """The leaf of each row in a tree on y whose splits have a gain above `least`."""
    leaves, nodes, count = np.zeros(len(y), int), [(np.arange(len(y)), 0)], 0
    while nodes:
        (rows, level), gain, low = nodes.pop(), least, None
        n, below = len(rows), np.arange(1, len(rows))
        sides = np.minimum(below, n - below) >= max(LEAST_ROWS, share * n)
        for codes in columns if level < depth and n > 1 else []:
            order = np.argsort(codes[rows], kind="stable")
            ranked = codes[rows][order]
            gap = np.cumsum(y[rows][order])[:-1] * n - y[rows].sum() * below
            gains = np.where(sides & (ranked[1:] != ranked[:-1]), gap**2 / (n * below * (n - below + 0.0)), 0)
            if gains.max() > gain:
                gain, low, high = gains.max(), rows[order[:np.argmax(gains) + 1]], rows[order[np.argmax(gains) + 1:]]
        leaves[rows], count = count, count + (low is None)
        nodes += [(high, level + 1), (low, level + 1)] if low is not None else []
    return leaves

def near_rows(columns, n):
    """Groups of rows with similar Z: nodes are split in the middle of the column in which they are widest."""
    leaves, nodes, count = np.zeros(n, int), [np.arange(n)], 0
    while nodes:
        rows, widest, split = nodes.pop(), 0.0, []
        for codes in columns:
            order, last = np.argsort(codes[rows], kind="stable"), int(codes.max())
            ranked = codes[rows][order].astype(int)
            cuts = [(abs(2 * k - len(rows)), abs(ranked[k - 1] + ranked[k] - last), k)
                    for k in range(LEAST_ROWS, len(rows) - LEAST_ROWS + 1) if ranked[k - 1] != ranked[k]]
            if cuts and (ranked[-1] - ranked[0]) / last > widest:
                widest = (ranked[-1] - ranked[0]) / last
                split = [p for p in np.split(rows[order], [k for *near, k in sorted(cuts) if near == list(min(cuts)[:2])]) if len(p)]
        leaves[rows], count, nodes = count, count + (not split), nodes + split
    return leaves

def tree_blocks(z, y):
    """Indicators of the leaves of a tree that is fitted to the response."""
    columns = tree_columns(z)
    leaves = tree_leaves(columns, y, np.log(len(y) * max(len(columns), 1)) * np.var(y), depth=DEPTH)
    return [Block(level_indicators(leaves, leaves.max() + 1), shared=False)] if leaves.max() else []


# -------------------------------------------------------------------------------------------------------- regression (section 6)
class Regression:
    """Fixed responses (y, n x F) on blocks of functions; v has each block's variance, None where it is out."""
    def __init__(self, z, y, limit=2):
        self.blocks, self.y, self.n = list(functions_of_z(tuple(z), min(MOST_FUNCTIONS, limit * len(y)))), y, len(y)

    def solve(self):
        self.inside = [k for k, v in enumerate(self.v) if v is not None]
        blocks, self.e = [self.blocks[k] for k in self.inside], []
        self.design = np.hstack([np.ones((self.n, 1))] + [b.values for b in blocks])
        sizes = [b.size for b in blocks]
        self.parts = [slice(j - m, j) for j, m in zip(1 + np.cumsum(sizes), sizes)]
        self.penalty = np.repeat([0.0] + [1 / self.v[k] for k in self.inside], [1] + sizes)
        ridge = np.repeat([TINY * self.n] + [0.0 if b.levels else TINY * self.n for b in blocks], [1] + sizes)
        self.inverse = np.linalg.inv(self.design.T @ self.design + np.diag(ridge + self.penalty))
        c = self.design.T @ self.y
        self.b = self.inverse @ c
        self.e = [m - np.diag(self.inverse)[part].sum() / self.v[k] for k, m, part in zip(self.inside, sizes, self.parts)]
        y2 = np.sum(self.y**2, axis=0)
        left = np.maximum(y2 - np.sum(self.b * (c + self.penalty[:, None] * self.b), axis=0), TINY * (y2 + 1))
        self.sigma2 = left / max(self.n - 1 - sum(self.e), LEAST_SHARE * self.n)

    def update(self):
        r = [np.mean(np.sum(self.b[part] ** 2, axis=0) / self.sigma2) / (max(e, TINY) * self.v[k])
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
        unit = block.t2 / (self.y.shape[1] * block.t) if block.t > 0 else 0.0
        if block.rivals and unit > 0:
            return chi2.isf(ENTER_LEVEL / block.rivals, block.t / unit) * unit
        return block.t + 2 * np.sqrt(2 * unit * block.t)

    def scores(self):
        """(Q, block, number) of the blocks that may enter."""
        residual = self.residuals()
        scores = [(np.mean(np.sum((block.values.T @ residual) ** 2, axis=0) / self.sigma2), block, k)
                  for k, block in enumerate(self.blocks) if self.v[k] is None]
        return [score for score in scores if score[0] > self.least(score[1])]

    def enter(self):
        found = self.scores()
        for q, block, k in found:
            self.v[k] = (q - block.t) / block.t2
        if found:
            self.settle()

    def add(self, blocks):
        self.blocks, self.v = self.blocks + blocks, self.v + [None] * len(blocks)

    def fit(self):
        return self.design @ rd(self.b, 20)

    def residuals(self):
        return fix(self.y - self.fit())

    def begin(self):
        self.v = [block.start if block.cost <= SIMPLE else None for block in self.blocks]
        self.settle()
        return self

    def simple(self):
        self.begin().enter()
        return self

    def full(self, z):
        """Simple blocks, a tree, index waves, twicing; with the leaves of a tree on the fit."""
        self.blocks += tree_blocks(z, self.y[:, 0])
        self.simple()
        for _ in range(ROUNDS):
            self.add(index_blocks(self.fit()[:, 0]))
            self.enter()
        d = self.b
        for _ in range(TIMES - 1):
            d = self.inverse @ (self.penalty[:, None] * d)
            self.b = self.b + d
        self.e = [self.blocks[k].size * (1 - (1 - e / self.blocks[k].size) ** TIMES) for k, e in zip(self.inside, self.e)]
        rest = self.residuals()[:, 0]
        self.leaves = tree_leaves(tree_columns(z), self.y[:, 0] - rest, np.mean(rest * rest), LEAST_SHARE)
        self.near = near_rows(tree_columns(z), self.n)
        return self

    def predict(self):
        """For the estimate: blocks enter unless neither the model nor one that may enter saves what its parameters cost."""
        self.begin()
        v = self.sigma2[0] * self.n / (np.sum(self.y**2) * max(1 - (1 + sum(self.e)) / self.n, LEAST_SHARE))
        if -self.n / 2 * log(v) > self.chosen() * (log(self.n) / 2 - 1) or any(
                q > block.t * (log(self.n) - 1) for q, block, _ in self.scores()):
            self.enter()
            self.enter()

    def chosen(self):
        return sum(min(e, 1) if self.blocks[k].levels else e for k, e in zip(self.inside, self.e))
    def rest(self):
        """The share of the first response that Z leaves: of these rows, and cross-validated."""
        share = np.sum(self.residuals()[:, 0] ** 2) / np.sum(self.y[:, 0] ** 2)
        return share, share / max(1 - (1 + sum(self.e)) / self.n, LEAST_SHARE) ** 2

    def undecided(self):
        """Whether Z leaves next to nothing of the first response."""
        return self.rest()[1] < LEAST_LEFT

    def left(self):
        leverage = np.sum((self.design @ self.inverse) * self.design, axis=1)
        return np.maximum(1 - rd(1 - (1 - leverage) ** TIMES, 20), LEAST_SHARE)

def shared_parameters(x, y, levels=True):
    """Effective parameters that both regressions have in the same blocks."""
    ex, ey = dict(zip(x.inside, x.e)), dict(zip(y.inside, y.e))
    both = [k for k in ex if k in ey and x.blocks[k].shared and (levels or not x.blocks[k].levels)]
    return sum(ex[k] * ey[k] / x.blocks[k].size for k in both)


# ------------------------------------------------------------------------------------------------- residual features (section 6)
# Features of one column given Z, their details, regression (None by cells) and whether Z determines the first.
Features = collections.namedtuple("Features", "functions details regression undecided", defaults=(None, False))

def standardised_all(functions):
    return np.array([standardised(f) for f in functions]).T

def regressed(column, z, keys):
    """Features of one column as residuals given Z."""
    if is_continuous(column):
        return continuous(column, z, keys)
    functions, details = raw_features(column, keys, max(2, most_waves(column.rows) // 2))
    if not functions:
        return Features([], [])
    r = Regression(z, standardised_all(functions)).full(z)
    kept = [f for f in r.residuals().T if f.std() > (LEAST_SHARE if column.labels else 0)]
    return Features([standardised(f) for f in kept], details[:len(kept)], r, r.undecided())

def continuous(column, z, keys):
    """Residuals of the score, divided by their scale given Z and ranked again; features of these given Z."""
    first = Regression(z, standardised_all([column.score()])).full(z)
    left = first.left()
    r = standardised(first.residuals()[:, 0]) / left
    t = np.log(r * r + 0.01)
    scale = Regression(z, standardised_all([t])).simple()
    share, validated = scale.rest()
    lasting = min(max((1 - validated) / (1 - share), 0), 1) if share < 1 else 0
    again = Column(r * np.exp(-lasting * np.std(fix(t)) * fix(scale.fit()[:, 0]) / 2))
    functions, details = raw_features(again, keys, max(2, most_waves(column.rows) // 2), mixed=False)
    second = Regression(z, standardised_all([standardised(f) * left for f in functions])).simple()
    second.leaves, second.near = first.leaves, first.near
    return Features([standardised(f) for f in second.residuals().T], details, largest([first, second]), first.undecided())

def in_cells(column, cells, keys):
    """Features of one column, centred within cells; a continuous column is centred and ranked again before."""
    again = cells.max() > 0 and is_continuous(column)
    first = standardised(column.score()) if again else None
    functions, details = raw_features(Column(centred(first, cells)) if again else column, keys, mixed=not again)
    functions = [standardised(f) for f in functions]
    if cells.max() == 0 or not functions:
        return Features(functions, details)
    first = first if again else functions[0]
    undecided = np.sum(centred(first, cells) ** 2) / np.sum(first**2) < LEAST_LEFT
    return Features([standardised(centred(f, cells)) for f in functions], details, None, undecided)

def largest(regressions):
    return max((r for r in regressions if r), key=lambda r: sum(r.e), default=None)

class Side:
    """Uncorrelated features of one side: n x k values, the detail of each, the rank up to each detail."""
    def __init__(self, functions, details, labels=False):
        self.values, self.details, self.ranks = np.zeros((0, 0)), np.array([], int), [0] * 5
        if labels and len(functions) > 1:
            f = np.array(functions).T
            size, direction = np.linalg.eigh(f.T @ f / len(f))
            direction, size = direction[:, size > LEAST_SHARE], size[size > LEAST_SHARE]
            self.values, self.details = fix(f @ rd((direction / np.sqrt(size)) @ direction.T, 20)), np.array(details, int)
            self.ranks = [len(size)] * 5
        elif functions:
            kept, values = [], []
            for f, detail in zip(functions, details):
                f = less(f, values, 20)
                if np.mean(f * f) > LEAST_SHARE:
                    values.append(standardised(f) if kept else f)
                    kept.append(detail)
            self.values, self.details = np.array(values).T, np.array(kept, int)
            self.ranks = [int(np.sum(self.details <= detail)) for detail in range(5)]

    def up_to(self, detail):
        return self.values[:, self.details <= detail], self.ranks[detail]

def side_of(columns, features, z, cells):
    """Uncorrelated features of all columns of a side."""
    single = [Side(one.functions, one.details, c.labels) for c, one in zip(columns, features)]
    side, regression = single[0], largest([one.regression for one in features])
    if len(columns) > 1:
        joined = [(d, standardised(f) if regression else f) for one in single for d, f in zip(one.details, one.values.T)]
        first = [one.values[:, 0] for one in single if one.values.size]
        room = max(0, MOST_FEATURES - sum(d <= 1 for d, _ in joined))
        products = [standardised(f * g) for f, g in itertools.combinations(first, 2)][:room]
        if regression and products:
            products = Regression(z, np.array(products).T).simple().residuals().T
        elif z:
            products = [centred(f, cells) for f in products]
        joined += [(1, standardised(f) if z else f) for f in products]
        joined = sorted(joined, key=lambda pair: pair[0])[:MOST_FEATURES]
        side = Side([f for _, f in joined], [d for d, _ in joined])
    side.regression, side.undecided = regression, any(one.undecided for one in features)
    return side


# ---------------------------------------------------------------------------------------------------------- products (section 6)
def fourth_moment(f):
    return np.mean(rd(np.minimum(np.sum(squares(f), axis=1) ** 2, 2.0**20), 10))

def wallace(sign, share, m):
    """Normal deviate of Student's distribution with q = m - 1 degrees of freedom, from the squared correlation."""
    q = m - 1
    z = sign * (8 * q + 1) / (8 * q + 3) * np.sqrt(-np.maximum(q, 0) * np.log1p(-np.minimum(share, 1 - 1e-12)))
    return np.where(q >= 1, z, 0.0)

def wilson_hilferty(z, skewness):
    g = np.clip(skewness, -2, 2)
    return 6 / g * (np.cbrt(max(0.0, 1 + g * z / 2)) - 1) + g / 6 if abs(g) > 0.001 else z

def by_cell(values, cells):
    """Sums over the rows of each cell."""
    return np.array([np.bincount(cells, column) for column in values.T]).T

class CellProducts:
    """Deviates of all pairs of features by cells."""
    def __init__(self, x, y, cells):
        rows = np.bincount(cells).astype(float)[:, None, None]
        second = pairs(by_cell(squares(x), cells), by_cell(squares(y), cells))
        third = pairs(by_cell(rd(squares(x) * x, 10), cells), by_cell(rd(squares(y) * y, 10), cells))
        self.s_c = np.array([rd(pairs(x[cells == c], y[cells == c]), 16).sum(0) for c in range(cells.max() + 1)])
        self.v_c = second / np.maximum(rows - 1, 1)
        self.cells, s, v = cells, x.T @ y, rd(self.v_c, 16).sum(0)
        v, some = np.where(v > 0, v, len(x)), v > 0
        self.m = np.where(some, rd(np.sqrt(second), 16).sum(0) ** 2 / v, -1.0)
        third = rd((rows > 2) * rows * third / np.maximum((rows - 1) * (rows - 2), 1), 16).sum(0)
        self.skewness, self.scale = third / v**1.5, np.sqrt(np.outer((x * x).sum(0), (y * y).sum(0))) / len(x)
        student = wallace(np.sign(s), s**2 / (v * self.m), self.m)
        self.plain = np.where((self.v_c > 0).sum(0) == 1, student, s / np.sqrt(v))
        self.z = self.plain * self.scale

    def weighted(self, w):
        w_c = w[np.unique(self.cells, return_index=True)[1]][:, None, None]
        v = rd(w_c**2 * self.v_c, 16).sum(0)
        return np.where(v > 0, rd(w_c * self.s_c, 16).sum(0) / np.sqrt(np.where(v > 0, v, 1)), 0) * self.scale

class RegressionProducts:
    """Deviates of all pairs of features, which are residuals given Z."""
    def __init__(self, x, y, of_x, of_y, slack):
        self.x, self.y, n, big, ex, ey = x, y, len(x), len(x) - 1, sum(of_x.e), sum(of_y.e)
        rest = big - ex - ey + shared_parameters(of_x, of_y)
        m = rd(np.clip((big - ex) * (big - ey) / rest, big - min(ex, ey), big) if rest > 0 else big, 16)
        fg, s = np.outer((x * x).sum(0), (y * y).sum(0)), x.T @ y
        self.m = np.maximum(m / np.maximum(1, n * (squares(x).T @ squares(y)) / fg - 2 * s**2 / fg - slack), 3)
        self.groups = [Groups(x, y, leaves) for leaves in (of_x.leaves, of_y.leaves, of_x.near)]
        shift, v = self.left(fg * (1 + rd((shared_parameters(of_x, of_y, False) / 4) ** 2 / n, 16)) / self.m)
        self.plain = wallace(np.sign(s - shift), (s - shift)**2 / (v * self.m), self.m)
        self.skewness, self.scale = np.zeros_like(fg), np.sqrt(fg) / n
        self.z = self.plain * self.scale

    def left(self, v, w=None):
        """What Z left in both sides of the sums of w f g, of variances v, and their variances with its error."""
        shift = noise = np.zeros_like(v)
        for g in self.groups:
            u, own = g.sums(w), g.noise * v
            s = np.maximum(0, 1 - 2 * own / np.where(u == 0, 1, u * u)) * (u != 0)
            shift, noise = [np.where(abs(s * u) > abs(shift), a, b) for a, b in ((s * u, shift), (s * own, noise))]
        return shift, v + noise + shift**2

    def weighted(self, w):
        n, t = len(w), 256 * rd(w[:, None, None] * pairs(self.x, self.y) / 256, 16)
        r, s = t.mean(0), (t * t).mean(0)
        shift, v = self.left(n * np.maximum(s - 2 * r * r, np.minimum(1, s)), w)
        r = r - shift / n
        return wallace(np.sign(r), r * r / (v / n), self.most) * self.scale

class Groups:
    """Mean products of features of X and Y in different rows of the same leaf (section 17, What Z left)."""
    def __init__(self, x, y, leaves):
        rows, self.leaves = np.bincount(leaves).astype(float), leaves
        self.rows, many = rows[:, None, None], rows > 1
        sums = np.zeros((len(rows), x.shape[1], y.shape[1]))
        np.add.at(sums, leaves, rd(pairs(x, y), 16))
        self.means = pairs(by_cell(x, leaves), by_cell(y, leaves)) - sums
        self.means = rd(self.means / np.maximum(self.rows * (self.rows - 1), 1), 16) * many[:, None, None]
        self.noise = rd(rows[many] / (rows[many] - 1), 16).sum() / len(leaves)

    def sums(self, w):
        return rd(np.bincount(self.leaves, w)[:, None, None] * self.means, 16).sum(0)

class Sample:
    """Rows, by their keys, whose products tell how deviates vary together after a regression."""
    def __init__(self, f, g, keys):
        length = rd(np.minimum((f * f).sum(1) * (g * g).sum(1), 2.0**20), 10)
        drawn, most = ((mix(keys) >> np.uint64(11)).astype(float) + 1) * 2.0**-53, SAMPLED
        while np.sum(drawn <= most * length / length.sum()) > 1.5 * SAMPLED:
            most *= 0.75
        self.rows = np.flatnonzero(drawn <= most * length / length.sum())
        self.n, self.share = len(f), np.minimum(1, most * length[self.rows] / length.sum())

    def excess(self, f, g, k):
        """What the variance of a sum of k squares gains."""
        if len(self.rows) < FEW_ROWS or k <= 1:
            return 0.0
        gram = (f[self.rows] @ f[self.rows].T) * (g[self.rows] @ g[self.rows].T)
        gram = gram / np.sqrt(np.outer(self.share, self.share)) / self.n
        gram *= min(1.0, k / np.trace(gram))
        np.fill_diagonal(gram, 0)
        return max(0.0, rd(2 * np.sum(gram**2) - 2 * k, 16))

# A p-value with its weight, the sum behind it (value, mean, variance, rows that it is worth), and whether it is over all features.
Part = collections.namedtuple("Part", "weight p sum nested")

def sum_parts(detail, f, g, make, m, weights, sample):
    """Parts: the sum of squared deviates up to a detail, and those weighted by functions of Z."""
    (f, rank_x), (g, rank_y) = f.up_to(detail), g.up_to(detail)
    products, k, x4, y4 = make(f, g), rank_x * rank_y, fourth_moment(f), fourth_moment(g)

    def variance(w4, rows):
        return rd(2 * k + 1.5 * max(0.0, w4 * x4 * y4 - k * k - 2 * k) / max(rows, 1), 16)

    least = variance(1, m + 1) + (sample.excess(f, g, k) if sample else 0.0)
    whole = (rd(products.z**2, 16).sum(), k, least, m + 1)
    p = gamma_tail(*whole[:3])
    if products.z.size == 1:
        p = 2 * norm.sf(abs(wilson_hilferty(products.plain[0, 0], products.skewness[0, 0]) * products.scale[0, 0]))
    used = [(w, w4) for w, w4 in ((w, fourth_moment(w[:, None])) for w in weights) if m + 1 >= FEW_ROWS * w4]
    products.most = m
    sums = [(rd(products.weighted(w)**2, 16).sum(), k, max(least, variance(w4, m + 1 if sample else (m + 1) / w4)), m + 1)
            for w, w4 in used]
    return [Part(2.0**-detail, p, whole, True)] + [Part(0.25 / len(used), gamma_tail(*w[:3]), w, False) for w in sums]


# ----------------------------------------------------------------------------------------------------------- weights (section 17)
def weights_of_z(z, cells, keys):
    """Functions of Z, one value per row."""
    count = cells.max() + 1
    if count <= MOST_WEIGHTS and any(c.labels and c.levels > 2 for c in z):
        return [standardised(1.0 * (cells == c)) for c in range(count)]
    if count <= MOST_WEIGHTS and len(z) == 1:
        return chosen_weights([[(2 * z[0].place()) ** k] for k in range(1, count)])
    features = [(weight_features(c, keys) + [None] * WEIGHTS_OF_COLUMN)[:WEIGHTS_OF_COLUMN] for c in z]
    rounds = [[f[k] for f in features if f[k] is not None] for k in range(WEIGHTS_OF_COLUMN)]
    return chosen_weights(rounds[:1] + [[fix(f * g) for f, g in itertools.combinations(rounds[0], 2)]] + rounds[1:])

def weight_features(column, keys):
    """The first three features of a column of Z; labels that no order distinguishes have none, but keep their place."""
    if not column.labels:
        return [standardised(f) for f in raw_features(column, keys, WEIGHTS_OF_COLUMN)[0]]
    ranks = label_ranks(column, keys)
    return [standardised(1.0 * (column.codes == v)) if column.levels == 2 or ranks.count(ranks[v]) == 1 else None
            for v in frequent_labels(column, keys)]

def chosen_weights(rounds):
    kept = []
    for functions in rounds:
        if len(kept) + len(functions) > MOST_WEIGHTS:
            continue
        for f in functions:
            f = less(standardised(f), kept, 16)
            if np.mean(f * f) > LEAST_SHARE:
                kept.append(standardised(f))
    return kept


# ---------------------------------------------------------------------------------------------- all labels at once (section 17)
def label_groups(column, cells):
    """Labels as groups of rows within cells; labels of one row in their cell together (-1)."""
    groups = joint([cells, column.codes], len(cells))
    return np.where(np.bincount(groups)[groups] == 1, -1, groups)

def group_moments(groups):
    """a1 to a7 of the projection on the groups of rows of a cell."""
    n, rows = len(groups), np.unique(groups, return_counts=True)[1]
    k, i, j = len(rows), rd(n / rows, 10).sum() / n, rd(n / rows**2, 16).sum() / n
    return (k - 1, k - 1, i - (2 * k - 1) / n, (1 + 3 / n) * i - j - (3 * k - 2 + (3 * k - 1) / n) / n,
            (1 + 2 / n + k / n) * i - j - (1 + 2 / n) * k**2 / n,
            (1 + 1 / n) * (i - k**2 / n) - j + 2 * k / n * i - k**3 / n**2, j - 3 * k / n * i + 2 * k**3 / n**2)

def feature_moments(g):
    """b1 to b7 of the sum of g g'."""
    products, rows = rd(pairs(g, g), 16).sum(0), rd(np.minimum(squares(g).sum(1) ** 2, 2.0**20), 10)
    return np.trace(products), np.sum(products**2), rows.sum(), 0.0, 0.0, 0.0, 0.0

def exchange_moments(n, a, b):
    """Mean, variance and third cumulant of sum A_ij B_ij under exchange of n rows."""
    mean = a[0] * b[0] / (n - 1)
    v = 2 * ((n - 1) * a[1] - a[0]**2) * ((n - 1) * b[1] - b[0]**2) / ((n - 1) ** 2 * (n + 1) * (n - 2))
    rest = [n * (n + 1) * c[2] - (n - 1) * (c[0]**2 + 2 * c[1]) for c in (a, b)]
    third = 2 * v * v / mean if mean > 0 else 0.0
    third += (4 * a[3] * b[3] + 12 * a[4] * b[4] + 6 * a[5] * b[5]) / (n * (n - 1)) + n * a[6] * b[6] / ((n - 1) * (n - 2))
    return mean, v + rest[0] * rest[1] / ((n + 1) * n * (n - 1) * (n - 2) * (n - 3)), third

def all_labels(groups, others, cells):
    """sum A_ij B_ij over cells with its mean, variance and third cumulant; `others` are groups of labels or features."""
    total = np.zeros(4)
    for cell in np.flatnonzero(np.bincount(cells) >= LEAST_ROWS):
        a, b, n = groups[cells == cell], others[cells == cell], int(np.sum(cells == cell))
        labels, rows = np.unique(a, return_inverse=True)[1].ravel(), np.unique(a, return_counts=True)[1]
        if others.ndim == 1:
            other = np.unique(b, return_inverse=True)[1].ravel()
            both = by_cell(1.0 * (other[:, None] == np.arange(other.max() + 1)), labels)
            statistic = rd((n - 1) * both**2 / np.outer(rows, both.sum(0)), 16).sum() - (n - 1)
            moments, scale = exchange_moments(n, group_moments(a), group_moments(b)), n - 1
        else:
            statistic = rd(by_cell(b, labels) ** 2 / rows[:, None], 16).sum()
            moments, scale = exchange_moments(n, group_moments(a), feature_moments(b)), 1
        total += [statistic] + [rd(m * scale**k, bits) for m, k, bits in zip(moments, (1, 2, 3), (16, 16, 10))]
    return total if total[1] > 0 and total[2] > 0 else None

def comparable_rows(cells):
    return np.sum(np.bincount(cells)[cells] > 1)

def all_labels_parts(side, other_side, other, cells):
    """Parts for a side that is one column of more than twelve labels."""
    groups, both = label_groups(side[0], cells), len(other_side) == 1 and other_side[0].labels
    others = [label_groups(other_side[0], cells)] if both else [other.up_to(0)[0], other.values]
    if np.sum(groups >= 0) < FEW_ROWS or both and np.sum(others[0] >= 0) < FEW_ROWS:
        return []
    found, rows = [all_labels(groups, o, cells) for o in others[:1 + (not both and np.any(other.details > 0))]], comparable_rows(cells)
    return [Part(weight, gamma_tail(*total), (*total[:3], rows), False) for weight, total in zip((1.0, 0.25), found)
            if total is not None]


# --------------------------------------------------------------------------------------------------------- the p-value (section 6)
def gamma_tail(value, mean, variance, third=0.0):
    if third > 2 * variance**2 / mean:
        shape, scale = 4 * variance**3 / third**2, third / (2 * variance)
        return gammaincc(shape, max(0.0, value - mean + shape * scale) / scale)
    return gammaincc(mean * mean / variance, value * mean / variance)

def combined(parts):
    total = sum(part.weight for part in parts)
    value = sum(part.weight / total / np.tan(np.pi * min(max(part.p, 1e-300), 0.99)) for part in parts)
    return 1 / (np.pi * value) if value > 1e8 else 0.5 - np.arctan(value) / np.pi

def test(xs, ys, zs=()):
    """p-value of the test whether X and Y are independent given Z; None: undecided."""
    return evidence(xs, ys, zs)[0]

def evidence(xs, ys, zs=()):
    """p, the parts behind it, and the rows that could be compared."""
    whole = [Column(complete([c])[0]) for c in (*xs, *ys, *zs)]
    orders = [(not c.labels, c.levels, int(np.sum(c.counts**2)) if c.labels else 0) for c in whole]
    columns = [Column(c, order=order) for c, order in zip(complete([*xs, *ys, *zs]), orders)]
    n, ends = columns[0].rows, [0, len(xs), len(xs) + len(ys)]
    z = without_copies([c for c in columns[ends[2]:] if c.levels > 1])
    hashes = refined(columns[:ends[2]] + z, len(z))
    x, y = sides = [in_order(columns[a:b], hashes[a:b]) for a, b in zip(ends, ends[1:])]
    if any(all(c.levels == 1 for c in side) for side in sides):
        return 1.0, [], n
    keys, cells = row_keys(z, n), joint([c.codes for c in z], n)
    z = [directed(c, keys) for c in z]
    z = in_order(z, refined(z, 0)) if z else []
    if any(c.labels and c.levels > MOST_SHARE * n for c in z):
        return None, [], 0
    regression = not by_cells(z, cells)
    features = [[(regressed(c, z, keys) if regression else in_cells(c, cells, keys)) if c.levels > 1 else Features([], [])
                 for c in side] for side in sides]
    f, g = (side_of(side, own, z, cells) for side, own in zip(sides, features))
    if f.undecided or g.undecided:
        return None, [], 0
    slack = (len(x + y) == 2 and all(map(is_continuous, x + y))) / np.sqrt(n)

    def make(a, b):
        return RegressionProducts(a, b, f.regression, g.regression, slack) if regression else CellProducts(a, b, cells)

    m = make(f.values, g.values).m.max() if f.values.size and g.values.size else 0
    if regression and not m:
        return None, [], 0
    weights, sample = weights_of_z(z, cells, keys) if z else [], Sample(f.values, g.values, keys) if regression else None
    parts, before = [], 0
    for detail in range(5 if m else 0):
        count = int((f.details <= detail).sum() * (g.details <= detail).sum())
        if count > before:
            weighted = detail <= (1 if count * len(weights) <= MOST_WEIGHED else 0)
            parts += sum_parts(detail, f, g, make, m, weights if weighted else [], sample)
            before = count
    many = [len(side) == 1 and side[0].labels and side[0].levels > FEW_VALUES for side in sides]
    if not regression and any(many):
        before = len(parts)
        parts += all_labels_parts(x, y, g, cells) if many[0] else all_labels_parts(y, x, f, cells)
        m = max(m, LEAST_ROWS * (len(parts) > before))
    comparable = n if regression else comparable_rows(cells)
    decided = min(m + 1, comparable) >= LEAST_ROWS
    return max(combined(parts), 2 * np.exp(-gammaln(comparable + 1))) if decided else None, parts, comparable


# ---------------------------------------------------------------------------------- one answer: estimate and interval (section 5.5)
def deviate(p, best):
    """The normal deviate with the two-sided tail p; far out by the logarithm of the gamma tail."""
    if p > 1e-290 or best is None:
        return norm.isf(max(p, 1e-290) / 2)
    value, mean, variance, _ = best
    x, shape = value * mean / variance, mean * mean / variance
    size = 2 * max(x - (shape - 1) * log(x) + lgamma(shape), -log(1e-290))
    return sqrt(size - log(size * pi / 2))

def sum_alone(p, best):
    """The sum that would show p by itself, at most the one that was found."""
    low, high = 0.0, best[0]
    if gamma_tail(*best[:3]) >= p:
        return high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if gamma_tail(middle, *best[1:3]) > p else (low, middle)
    return high

def answer(xs, ys, zs=(), level=0.05):
    """p, the estimate and the ends of its interval of level 1 - `level`; None where undecided."""
    p, parts, comparable = evidence(xs, ys, zs)
    if p is None:
        return None
    density, limit = densities(xs, ys, zs)
    limit = limit if limit > 0 else inf
    best = min(parts, key=lambda part: part.p / part.weight).sum if parts else None
    whole = next((part.sum for part in reversed(parts) if part.nested), parts[0].sum if parts else None)
    z, z_a, b = deviate(p, best), norm.isf(level / 2), -exp(1) * p * log(max(p, 1e-290)) if p < exp(-1) else 1.0
    rows, excess = best[3] if best and best[3] > 0 else comparable, sum_alone(p, best) - best[1] if best else 0.0
    products = log(1 + max(excess, z * z - 1, 0.0) / max(rows, 1)) / 2
    value, allowed = (1 - b) * min(max(products, density), limit), 0.0
    if whole is not None:
        d = max(whole[0] - whole[1], 0.0)
        allowed = log(1 + (d + z_a**2 + z_a * sqrt(whole[2] + 4 * d + z_a**2)) / whole[3]) * (1 + b) / 2
    lower = value * max(0.0, 1 - z_a / z) ** 2 if z > 0 else 0.0
    upper = max(value, min(max(value * (1 + z_a / z) ** 2 if z > 0 else 0.0, allowed), limit))
    return p, value, lower, upper
