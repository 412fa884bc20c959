#!/usr/bin/env python3
"""mixmi's default estimate of I(X;Y|Z), a second time, in NumPy and SciPy: written from docs/METHOD.md, sections 1, 2, 5
and 17, by somebody who has not read the C code. The regression of section 6 and the order of columns are those of
mixmi_reference.py. Speed is no aim.

    import mixmi_reference_estimate as reference
    reference.estimate([x], [y], [z1, z2])  # in nats; columns are arrays; text or objects are labels
    reference.interval([x], [y], [z1, z2])  # the estimate, and the lower and the upper end of its interval

Questions have 2 to 2047 rows. Not here: more rows, clusters, and --bias none.
"""
import functools
import itertools
from math import ceil, comb, exp, inf, lgamma, log, log2, pi, sqrt

import numpy as np
from scipy.special import digamma, exp1, gammaln
from scipy.stats import norm

import mixmi_reference as shared
from mixmi_reference import Column, fix, hash_pair, mix, standardised

PLACES, STEPS, START, START_ROWS, MOST_UNITS, AVERAGES, REPEATS = 24, 768, 8, 4, 96, 12, 5
LEAST_ROWS, WINDOWS, CLAIM, ROUNDING, TINY, POWER = 40, 12, 4, 1e-9, 1e-3, 0.45
K_MAX_FACTOR, MAX_ROUNDS, ATOM, TIMES, RUN, RANGE = 5, 20, 5, 4, 10, 20
SEED = np.uint64(0xCBF29CE484222325)

# --------------------------------------------------------------------------------------------------- canonical form
class Variable:
    """A column of the question: value of each row, and the number of its point mass (-1: none)."""
    def __init__(self, values, labels, mass):
        self.values, self.labels, self.mass, self.n = values, labels, mass, len(values)
        self.ordered = mass < 0
        self.masses = int(mass.max()) + 1

    def repeats(self):
        return self.labels or self.n >= REPEATS * len(np.unique(self.values))

    def column(self, rows):
        """As a predictor."""
        values = self.values[rows]
        return Column(np.char.zfill(values.astype(int).astype(str), 9) if self.labels else values)

def step_of(values):
    """The step of which numbers of up to nine decimals are multiples, or 0."""
    for digits in range(10):
        scaled = values * 10.0**digits
        if np.all(np.abs(scaled - np.rint(scaled)) <= 4 * np.finfo(float).eps * np.abs(scaled)):
            return int(np.gcd.reduce(np.rint(scaled).astype(np.int64) - int(np.rint(scaled[0])))) / 10.0**digits
    return 0.0

def is_mass(values, counts, here):
    """Which values of a numeric column are point masses, compared with others that are here."""
    step, n = step_of(values), counts.sum()
    rounded = step > 0 and np.sum(counts > 1) >= 2 and values[-1] - values[0] <= RANGE * n * step
    values, counts = values[here], counts[here]
    distance = np.abs(np.subtract.outer(np.arange(len(values)), np.arange(len(values))))
    if rounded:
        distance = np.minimum(distance, np.abs(np.subtract.outer(values, values)) / step / (RUN + 0.5))
    near = np.where((distance <= 1) & (distance > 0), counts, 0).max(1)
    masses = (counts >= ATOM) & (counts >= TIMES * near)
    return masses | (np.sum(~masses) == 1)

def weights(columns, given):
    """Weights of rows, and the shares of the values of ordered columns."""
    shares = [np.trunc(2.0**15 * c.balance / c.rows).astype(np.int64) for c in columns]
    total = np.zeros(columns[0].rows, np.uint64)
    for i, (c, share) in enumerate(zip(columns, shares)):
        k = hash_pair(2 * (i >= len(columns) - given) + (not c.labels), SEED)
        total += mix(k + (c.counts if c.labels else np.abs(share)).astype(np.uint64))[c.codes]
    return mix(total), shares

def canonical(xs, ys, zs):
    """X, Y and Z as lists of variables, in the form that does not depend on orders, names and directions."""
    zs = [z for i, z in enumerate(zs) if not any(shared.same_column(Column(z), Column(other)) for other in zs[:i])]
    data = shared.complete([*xs, *ys, *zs])
    columns = [Column(c) for c in data]
    hashes, (weight, shares) = shared.refined(columns, len(zs)), weights(columns, len(zs))
    variables = []
    for values, c, share in zip(data, columns, shares):
        if c.labels:
            sums = shared.sums_of(weight, c.codes, c.levels)
            rank = np.empty(c.levels, int)
            rank[sorted(range(c.levels), key=lambda v: (-c.counts[v], sums[v]))] = np.arange(c.levels)
            variables.append(Variable(rank[c.codes], True, rank[c.codes]))
        else:
            back = np.sum(share[c.codes] * (weight >> np.uint64(54)).astype(np.int64)) < 0
            variables.append(numbers(-values if back else values))
    ends = np.cumsum([0, len(xs), len(ys), len(zs)])
    sides = [sorted(range(a, b), key=lambda i: hashes[i]) for a, b in zip(ends, ends[1:])]
    if [hashes[i] for i in sides[1]] < [hashes[i] for i in sides[0]]:
        sides[:2] = sides[1::-1]
    order = np.lexsort([variables[i].values for side in sides for i in side][::-1])
    return [[taken(variables[i], order) for i in side] for side in sides]

def numbers(values, whole=None):
    """Numbers with their masses; whole: the values of all rows, whose counts decide."""
    found, counts = np.unique(values if whole is None else whole, return_counts=True)
    here, codes = np.unique(values, return_inverse=True)
    masses = is_mass(found, counts, np.isin(found, here))
    return Variable(values, False, np.where(masses, np.cumsum(masses) - 1, -1)[codes.ravel()])

def taken(variable, rows):
    """The variable in some rows, with its labels and masses numbered anew."""
    if not variable.labels:
        return numbers(variable.values[rows], variable.values)
    labels = np.unique(variable.values[rows], return_inverse=True)[1].ravel()
    return Variable(labels, True, labels)

# ------------------------------------------------------------------------------------------------------------- grid
@functools.lru_cache(None)
def complexities(n):
    """log2 R(n, K) for K = 0 (unused), 1, .., n."""
    h = np.arange(1.0, n)
    terms = gammaln(n + 1) - gammaln(h + 1) - gammaln(n - h + 1) + h * np.log(h / n) + (n - h) * np.log((n - h) / n)
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

def interval_bits(k):
    return log2(comb(PLACES - 1, k - 1))

def group_bits(masses, k, labels):
    if not 1 < k < masses:
        return 0.0
    return masses * log2(k) - lgamma(k + 1) / log(2) if labels else log2(comb(masses - 1, k - 1))

def cells_of(columns, n):
    """Occupied cells of several columns of numbers, in lexicographic order."""
    cells = np.zeros(n, int)
    for codes in columns:
        cells = np.unique(cells * (int(codes.max()) + 1) + codes, return_inverse=True)[1].ravel()
    return cells

def below(values):
    """Rows below each row's value, and rows at it."""
    _, codes, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - counts)[codes], counts[codes]

class Bins:
    """Bins of a variable: cuts among 768 places, groups of its masses, and their bits."""
    def __init__(self, variable, cuts, groups, bits, codes=None, intervals=None):
        self.variable, self.cuts, self.groups, self.bits = variable, np.array(cuts, int), np.array(groups, int), bits
        self.intervals = intervals or (len(cuts) + 1 if variable.ordered.any() else 0)
        self.k = self.intervals + (int(self.groups.max()) + 1 if len(groups) else 0)
        intervals_of = np.searchsorted(self.cuts, places(variable), side="right") if codes is None else codes
        grouped = self.groups[variable.mass] if len(groups) else 0
        self.codes = np.where(variable.ordered, intervals_of, self.intervals + grouped)

def places(variable, count=STEPS):
    place = np.full(variable.n, -1)
    b, c = below(variable.values[variable.ordered])
    place[variable.ordered] = (2 * b + c) * count // (2 * len(b)) if len(b) else 0
    return place

def one_bin(variable):
    bins = Bins(variable, [], np.zeros(variable.masses, int), 0.0)
    bins.k, bins.codes = 1, np.zeros(variable.n, int)
    return bins

def first_bins(variable, s):
    """s equally full intervals and separate masses."""
    if not variable.ordered.any():
        return Bins(variable, [], np.arange(variable.masses), 0.0)
    found, codes = np.unique(places(variable, PLACES)[variable.ordered] * s // PLACES, return_inverse=True)
    intervals = np.zeros(variable.n, int)
    intervals[variable.ordered] = codes.ravel()
    return Bins(variable, [], np.arange(variable.masses), interval_bits(s), intervals, len(found))

class Grid:
    """Variables of X, Y and Z, of which bins are chosen."""
    def __init__(self, sides):
        self.variables = [v for side in sides for v in side]
        self.side = [i for i, side in enumerate(sides) for _ in side]
        self.n = self.variables[0].n

    def counts(self, bins):
        return [int(np.prod([b.k for b, side in zip(bins, self.side) if side == s])) for s in range(3)]

    def cells(self, bins, *sides):
        return cells_of([b.codes for b, side in zip(bins, self.side) if side in sides], self.n)

    def length(self, bins):
        f = c_log_c(self.n)
        data = sum(f[np.bincount(self.cells(bins, s))].sum() for s in range(3)) - 2 * self.n * log2(self.n)
        data -= f[np.bincount(self.cells(bins, 0, 1, 2))].sum()
        return data + penalty(self.n, self.counts(bins)) + sum(b.bits for b in bins)

    def others(self, bins, i):
        """Cells of all other columns, and of the other columns of the same side."""
        all_others = [b.codes for j, b in enumerate(bins) if j != i]
        same = [b.codes for j, b in enumerate(bins) if j != i and self.side[j] == self.side[i]]
        return cells_of(all_others, self.n), cells_of(same, self.n)

    def divided(self, bins, i):
        """The best bins of column i, the others being fixed."""
        variable, (other, same), most = self.variables[i], self.others(bins, i), max(2, ceil(K_MAX_FACTOR * log(self.n)))
        ordered, intervals, groups = variable.ordered, [(0, 0.0, [], 0.0)], [(0, 0.0, [], 0.0)]
        if ordered.any():
            place = places(variable, PLACES)[ordered]
            intervals = [(k, cost, cuts * (STEPS // PLACES), interval_bits(k))
                         for k, cost, cuts in runs(place, PLACES, min(PLACES, most), other[ordered], same[ordered], self.n)]
        if variable.masses:
            unit, units = merged(variable)
            if variable.labels:
                order = by_averages(unit, units, other)
                unit = np.argsort(order)[unit]
            mass_unit = np.zeros(variable.masses, int)
            mass_unit[variable.mass[~ordered]] = unit
            groups = [(k, cost, renumbered(np.searchsorted(cuts, mass_unit, side="right")),
                       group_bits(units, k, variable.labels))
                      for k, cost, cuts in runs(unit, units, min(units, most), other[~ordered], same[~ordered], self.n)]
            if variable.masses > most:
                cost = runs(variable.mass[~ordered], variable.masses, -1, other[~ordered], same[~ordered], self.n)
                groups.append((variable.masses, cost, np.arange(variable.masses), 0.0))
        counts, chosen = self.counts(bins), None
        rest = counts[self.side[i]] // bins[i].k
        counts[self.side[i]] = rest
        best = runs(np.zeros(self.n, int), 1, 1, other, same, self.n)[0][1] + penalty(self.n, counts)
        for (k, cost, cuts, bits), (g, more, grouping, more_bits) in itertools.product(intervals, groups):
            counts[self.side[i]] = rest * (k + g)
            total = cost + bits + more + more_bits + penalty(self.n, counts)
            if total < best - ROUNDING:
                best, chosen = total, (cuts, grouping, bits + more_bits)
        return Bins(variable, *chosen) if chosen else one_bin(variable)

def merged(variable):
    """Units of the rows at masses: masses, or runs of equally many rows."""
    mass = variable.mass[~variable.ordered]
    if variable.masses <= MOST_UNITS:
        return mass, variable.masses
    b, c = below(mass)
    return np.unique((2 * b + c) * MOST_UNITS // (2 * len(mass)), return_inverse=True)[1].ravel(), MOST_UNITS

def renumbered(groups):
    """Groups in the order of their first mass."""
    first = list(dict.fromkeys(groups.tolist()))
    return np.array([first.index(g) for g in groups])

def by_averages(unit, units, other):
    """Texts in the order of reciprocal averaging against the cells of the other columns."""
    if units < 3 or other.max() == 0:
        return np.arange(units)
    table = np.zeros((units, other.max() + 1))
    np.add.at(table, (unit, other), 1)
    rows, score = table.sum(1), np.zeros(units)
    cell = np.arange(table.shape[1], dtype=float)
    for _ in range(AVERAGES):
        mean = table @ cell / rows
        mean -= mean @ rows / rows.sum()
        variance = mean**2 @ rows / rows.sum()
        if variance < 1e-9:
            break
        score = mean / sqrt(variance)
        cell = score @ table / np.maximum(table.sum(0), 1)
    return np.argsort(score, kind="stable")

def runs(unit, units, most, other, same, n):
    """(k, cost, cuts) of the best division of units into k = 1, .., most runs; most = -1: cost of single units."""
    f, cost = c_log_c(n), np.full((units + 1, units + 1), inf)
    sums = []
    for codes in (same, other):
        table = np.zeros((units + 1, codes.max() + 1), int)
        np.add.at(table, (unit + 1, codes), 1)
        sums.append(np.cumsum(table, axis=0))
    for i in range(units):
        mine, all_others = (f[s[i + 1:] - s[i]].sum(1) for s in sums)
        cost[i, i + 1:] = mine - all_others
    if most < 0:
        return sum(cost[i, i + 1] for i in range(units))
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

def searched(grid, s):
    bins = [one_bin(v) for v in grid.variables]
    for i, variable in enumerate(grid.variables):
        new = bins[:i] + [first_bins(variable, s)] + bins[i + 1:]
        if np.prod([b.k for b in new]) <= grid.n:
            bins = new
    length, last, rounds, idle = grid.length(bins), None, 0, 0
    changes = [(grid.length(new), i, new) for i, new in ((i, changed(grid, bins, i)) for i in range(len(bins)))]
    first = min(changes, key=lambda change: change[:2])
    if first[0] < length - ROUNDING:
        (length, last, bins), rounds = first, 1
    while rounds < MAX_ROUNDS:
        before = length
        for i in range(len(bins)):
            if i == last or rounds >= MAX_ROUNDS or len(bins) == 2 and min(b.k for b in bins) == 1:
                continue
            new = changed(grid, bins, i)
            if grid.length(new) < length - ROUNDING:
                length, last, bins, rounds = grid.length(new), i, new, rounds + 1
        if length == before:
            break
    return length, bins

def changed(grid, bins, i):
    return bins[:i] + [grid.divided(bins, i)] + bins[i + 1:]

def fitted(grid):
    """Bins of the shortest code."""
    single = [one_bin(v) for v in grid.variables]
    s = min(START, max(2, int((grid.n / START_ROWS) ** (1 / len(single)) + 1e-12)))
    length, bins = min((searched(grid, start) for start in (s, 2)), key=lambda found: found[0])
    return moved(grid, bins) if length < grid.length(single) - ROUNDING else single

def moved(grid, bins):
    """The bins with every cut at the best of 768 places near it."""
    f, reach, homes = c_log_c(grid.n), STEPS // PLACES, [b.cuts for b in bins]
    for i in range(len(bins)):
        other, same = grid.others(bins, i)
        for j in range(len(bins[i].cuts)):
            b, place = bins[i], places(bins[i].variable)
            ends = np.concatenate([[0], b.cuts, [STEPS]])
            rows = (place >= ends[j]) & (place < ends[j + 2])
            to = np.arange(max(homes[i][j] - reach, ends[j]) + 1, min(homes[i][j] + reach, ends[j + 2]))
            cost = np.zeros(len(to))
            for sign, codes in ((1, same), (-1, other)):
                left = np.zeros((len(to) + 1, codes.max() + 1), int)
                np.add.at(left, (np.searchsorted(to, place[rows], side="right"), codes[rows]), 1)
                left = np.cumsum(left, axis=0)
                cost += sign * (f[left[:-1]] + f[left[-1] - left[:-1]]).sum(1)
            here = b.cuts[j] - to[0]
            new_bits = log2(2 * reach - 1)
            gain = cost[here] - cost - new_bits
            gain[here] = 0
            if gain.max() > ROUNDING:
                cuts = b.cuts.copy()
                cuts[j] = to[np.argmax(gain)]
                bins = bins[:i] + [Bins(b.variable, cuts, b.groups, b.bits + new_bits)] + bins[i + 1:]
    return bins

# ------------------------------------------------------------------------------------------------- value of a grid
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
    variable, n = b.variable, b.variable.n
    if b.k == 1:
        return b.codes
    codes, place = np.zeros(n, int), np.where(variable.ordered, places(variable), variable.mass)
    for k in range(b.k):
        rows = b.codes == k
        m = int(rows.sum())
        pieces = 1 if variable.labels else max(1, int(m * r / n + 0.5))
        codes[rows] = k * (STEPS + 1) + below(place[rows])[0] * pieces // max(m, 1)
    return cells_of([codes], n)

class Value:
    """Value of a grid, the terms of its rows, and its degrees of freedom."""
    def __init__(self, grid, bins):
        n, counts = grid.n, grid.counts(bins)
        self.value, self.terms, self.p = 0.0, np.zeros(n), 0
        if counts[0] == 1 or counts[1] == 1:
            return
        d = sum(b.k > 1 for b in bins)
        limit, low, high = n ** (d / (d + 1)) / max(1, d - 1), 1, STEPS + 1
        while high - low > 1:
            middle = (low + high) // 2
            fits = cells_of([split(b, middle) for b in bins], n).max() + 1 <= limit
            low, high = (middle, high) if fits else (low, middle)
        fine = [split(b, low) for b in bins]
        xz, yz, xyz, z = [cells_of([c for c, side in zip(fine, grid.side) if side in sides], n)
                          for sides in ((0, 2), (1, 2), (0, 1, 2), (2,))]
        self.value = entropy(xz) + entropy(yz) - entropy(xyz) - entropy(z)
        c_xz, c_yz, c, c_z = [np.bincount(codes)[codes] for codes in (xz, yz, xyz, z)]
        self.terms = np.log(c * c_z / (c_xz * c_yz))
        self.terms += self.value - self.terms.mean()
        self.p = max(0, xyz.max() + 1 - (xz.max() + 1) - (yz.max() + 1) + z.max() + 1)

def grid_value(sides):
    grid = Grid(sides)
    return Value(grid, fitted(grid))

# -------------------------------------------------------------------------------------------------------- residuals
class Fit:
    """Regression of a response on columns: fit, what is left of the leverages, effective parameters, share v left."""
    def __init__(self, columns, y):
        regression, n = shared.Regression(columns, [y], 1), len(y)
        regression.y = fix(y)[:, None]
        regression.v = [b.start if b.cost <= shared.SIMPLE else None for b in regression.blocks]
        regression.settle()
        for step in (regression.enter, regression.enter) if not idle(regression) else ():
            step()
        freedom, of_levels, self.p = 1 + sum(regression.e), 0.0, 0.0
        leverage, tables, penalties = np.zeros(n), [], []
        for k, e, part in zip(regression.inside, regression.e, regression.parts):
            if regression.blocks[k].levels:
                of_levels, self.p = of_levels + e, self.p + min(e, 1)
                tables.append(regression.design[:, part])
                penalties.append(1 / regression.v[k])
        for functions in zip(*[table.T for table in tables]):
            own = np.array(functions).T  # the effect and the slopes of one level
            leverage += np.sum((own @ np.linalg.inv(own.T @ own + np.diag(penalties))) * own, axis=1)
        leverage += (freedom - of_levels) / n
        left = np.sum(regression.residuals() ** 2) / np.sum(regression.y**2)
        self.v = left / max(1 - freedom / n, 0.1) ** 2
        self.p += freedom - 1 - of_levels
        self.counts = -n / 2 * log(max(self.v, 1e-300)) > self.p * (log(n) / 2 - 1) + CLAIM * log(2)
        self.fit, self.rest = regression.fit()[:, 0], np.maximum(1 - leverage, 0.1)
        if not self.counts:
            self.fit, self.rest, self.v, self.p = np.zeros(n), 1.0, 1.0, 0.0
        self.e = (y - self.fit) / np.sqrt(self.rest * max(1 - self.p / n, 0.1))

def idle(regression):
    """Whether neither the model nor a block that may enter saves what its parameters cost."""
    n, residual = regression.n, regression.residuals()[:, 0]
    p = sum(min(e, 1) if regression.blocks[k].levels else e for k, e in zip(regression.inside, regression.e))
    v = regression.sigma2[0] * n / (np.sum(regression.y**2) * max(1 - (1 + sum(regression.e)) / n, 0.1))
    scores = [np.sum((block.values.T @ residual) ** 2) / regression.sigma2[0] for block in regression.blocks]
    return -n / 2 * log(v) <= p * (log(n) / 2 - 1) and not any(
        q > max(regression.least(block), block.t * (log(n) - 1))
        for q, block, inside in zip(scores, regression.blocks, regression.v) if inside is None)

def evened(y, fit):
    """y, transformed so that the spread of e does not depend on the fit."""
    n, m = len(y), fit.fit
    window, order = n // WINDOWS + 1, np.argsort(m, kind="stable")
    logs, m = np.log(np.abs(fit.e) + TINY * sqrt(fit.v))[order], m[order]
    tied = np.unique(m, return_inverse=True)[1].ravel()
    sums = np.concatenate([[0.0], np.cumsum((np.bincount(tied, logs) / np.bincount(tied))[tied])])
    first = np.clip(np.arange(n) - window // 2, 0, n - window)
    g = (sums[first + window] - sums[first]) / window
    g -= logs.mean()
    g *= max(0.0, 1 - pi**2 / (8 * window * np.mean(g * g))) if np.any(g) else 0.0
    if g[0] == 0 and g[-1] == 0:
        return None
    values, codes = np.unique(y, return_inverse=True)
    middle = (values[1:] + values[:-1]) / 2
    low = np.clip(np.searchsorted(m, middle, side="right") - 1, 0, n - 1)
    high = np.clip(low + 1, 0, n - 1)
    nearest = np.where(m[high] - middle <= np.abs(middle - m[low]), high, low)
    new = np.concatenate([[0.0], np.cumsum(np.diff(values) / np.exp(g[nearest]))])[codes.ravel()]
    return (new - new.mean()) / np.std(new)

def log_density(values, quantiles):
    n = len(values)
    reach, order = max(2, int(n**POWER / 2)), np.argsort(values, kind="stable")
    value, density = values[order], np.empty(n)
    b, c = below(value)
    at = b + (c - 1) // 2
    for i in range(n):
        low, high = max(at[i] - reach, 0), min(at[i] + reach, n - 1)
        while value[high] <= value[low] and (low > 0 or high < n - 1):
            low, high = max(low - 1, 0), min(high + 1, n - 1)
        k = high - low
        count = log(k) if quantiles or k > 2 * reach else digamma(k)
        density[order[i]] = count - log(n + 0.5) - log(value[high] - value[low])
    return density

def directed(columns):
    """Predictors, numbers in the direction that their rows' keys choose."""
    keys = functools.reduce(lambda key, c: hash_pair(key, c.codes.astype(np.uint64)), columns, SEED)
    sides = (mix(keys) >> np.uint64(50)).astype(np.int64)
    back = [not c.labels and np.sum(c.balance[c.codes] * sides) < 0 for c in columns]
    return [Column(-c.codes) if reverse else c for c, reverse in zip(columns, back)]

class Residual:
    """What regressions on other variables leave of a variable: the residual, and the terms of h(y) - h(residual)."""
    def __init__(self, variable, others):
        self.exists, self.gain, self.p = False, 0.0, 0.0
        rows, n = variable.ordered, int(variable.ordered.sum())
        if not others or n < LEAST_ROWS or n > 2 * len(np.unique(variable.values[rows])):
            return
        columns = [v.column(rows) for v in others]
        columns = directed([c for c in columns if 1 < c.levels and (c.levels < n or not c.labels)])
        if not columns:
            return
        y = Column(variable.values[rows]).score()
        mean = Fit(columns, y)
        new = evened(y, mean) if mean.v < 1 else None
        if new is not None:
            y, mean = new, Fit(columns, new)
        logs = np.log(np.abs(mean.e) + TINY * sqrt(np.mean(mean.e**2)))
        spread = standardised(logs)
        scale = Fit(columns, spread)
        log_s = np.std(fix(logs)) * (spread - (spread - scale.fit) / scale.rest) if scale.counts else np.zeros(n)
        self.exists, self.p = bool(mean.counts or scale.counts), mean.p + scale.p
        self.gain = -log(mean.v * scale.v) / 2 * n / variable.n
        if self.exists:
            residual = mean.e / np.exp(log_s)
            lost = log(1 + 4 * (1 - mean.v) / (n * sqrt(mean.v))) / 2
            terms = log_density(residual, False) - log_s - log_density(y, True) + lost
            self.terms, values = np.zeros(variable.n), np.zeros(variable.n)
            self.terms[rows], values[rows] = np.minimum(terms, log(variable.n)), residual
            self.value = self.terms.mean()
            values[~rows] = between(np.sort(residual), variable.masses)[variable.mass[~rows]]
            self.variable = numbers(values)

def between(residuals, masses):
    """Places of point masses between residuals."""
    n, gap = len(residuals), np.flatnonzero(np.diff(residuals) > 0) + 1
    at = [gap[min(np.searchsorted(gap, (j + 1) * n // (masses + 1)), len(gap) - 1)] for j in range(masses)]
    return np.array([(residuals[i - 1] + residuals[i]) / 2 for i in at])

# --------------------------------------------------------------------------------------------------------- estimate
class Sum:
    """An estimate: sums of values, of terms of rows, and of parameters."""
    def __init__(self, *parts):
        self.value, self.terms, self.p = (sum(getattr(p, name) for p in parts) for name in ("value", "terms", "p"))

def term(response, others, given, swapped):
    """I(response; others | given); the sides of the grid are exchanged if the response is the second one."""
    left = Residual(response, others + given)
    sides = [[left.variable if left.exists else response], others]
    grid = grid_value((sides[::-1] if swapped else sides) + [given])
    return Sum(left, grid) if left.exists else grid

def residuals(variables, given):
    """Residuals given Z, where they exist, and whether any does."""
    found = [Residual(v, given) for v in variables]
    return [r.variable if r.exists else v for v, r in zip(variables, found)], any(r.exists for r in found)

def unbounded(x, y, z):
    """The estimate of canonical columns, before the bound."""
    responses, others = (x, y) if len(x) <= len(y) else (y, x)
    others, any_new = residuals(others, z)
    terms, given, swapped = [], list(z), False
    for response in responses:
        (response,), is_new = residuals([response], given)
        any_new = any_new or is_new
        if len(x) == len(y) == 1:
            swapped = Residual(others[0], [response] + z).gain > Residual(response, others + z).gain
        first, second = (others[0], [response]) if swapped else (response, others)
        terms.append(term(first, second, given, swapped))
        given.append(response)
    result, shown = Sum(*terms), grid_value([x, y, z])
    return shown if not any_new and shown.value > result.value else result

def estimate(xs, ys, zs=()):
    x, y, z = canonical(xs, ys, zs)
    return min(max(unbounded(x, y, z).value, 0.0), bound(x, y, z)[0])

def numbered(variable):
    return np.unique(variable.values, return_inverse=True)[1].ravel()

def bound(x, y, z):
    """The smallest of ln n, H(X|Z) and H(Y|Z), as far as columns repeat their values, and its unseen part."""
    ends, bins = [(log(x[0].n), 0.0)], fitted(Grid([x, y, z]))[len(x + y):]
    for side in (x, y):
        if not all(v.repeats() for v in side):
            continue
        by_value = all(v.labels for v in side)
        given = cells_of([numbered(v) if by_value and v.repeats() else b.codes for v, b in zip(z, bins)], x[0].n)
        own = cells_of([numbered(v) for v in side] + [given], x[0].n)
        most = sum(log(len(np.unique(v.values))) for v in side)
        ends.append((min(max(entropy(own) - entropy(given), plug_in(own) - plug_in(given)), most), unseen(own)))
    return min(ends)

def interval(xs, ys, zs=(), level=0.95):
    """The estimate and the ends of its interval."""
    x, y, z = canonical(xs, ys, zs)
    n, found, (limit, more), deviate = x[0].n, unbounded(x, y, z), bound(x, y, z), norm.ppf((1 + level) / 2)
    value, furthest = min(max(found.value, 0.0), limit), limit + deviate / 2 * more
    u2 = 2 * log(2) * (penalty(n, [2, 2, 1]) + 2 * interval_bits(2))
    if value == 0:
        return 0.0, 0.0, min((sqrt(u2) + deviate) ** 2 / (2 * (2 / pi) ** 2 * n), furthest)
    halves = [[[taken(v, slice(i, None, 2)) for v in side] for side in (x, y, z)] for i in range(2)]
    a, b = (min(unbounded(*half).value, limit) for half in halves)
    fall = 0.0
    if min(a, b) <= 0:
        a, b, fall = value, value, u2 / (2 * n)
    spread = sqrt(np.var(found.terms) / n + found.p / (2 * n * n) + (a - b) ** 2 / 4)
    drift = value - (a + b) / 2
    lower = value - deviate * spread - max(0, -drift) - fall
    upper = value + deviate * spread + max(0, drift)
    return value, max(0.0, min(lower, furthest)), max(value, min(upper, furthest))
