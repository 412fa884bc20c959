#!/usr/bin/env python3
"""mixmi's default conditional independence test and default estimate, a second time, in NumPy and SciPy.

Written from docs/METHOD.md, sections 5 and 6, without reading the C code, so that two descriptions of one method exist.
Where METHOD.md is silent (roundings, orders, bounds) the answer was found by asking the command. Functions have the
names of the sections' terms. Speed is no aim.

    import mixmi_reference as reference
    reference.test(x, y)                # (p, statistic); columns are one-dimensional arrays; text or objects are labels
    reference.estimate(x, y, [z1, z2])  # nats

Covered: the test of one column on each side, numbers or labels, without Z, and, as a rule to 1e-4 of the statistic,
given one column of labels (cells); the estimate of labels given up to two columns of labels, with at most one column of
more than two labels. What is not covered raises NotCovered, with the reason.
"""
import functools
import itertools

import numpy as np
from scipy.special import digamma, exp1, gammaincc, gammaln
from scipy.stats import norm, rankdata

DETAIL_WEIGHTS = (0.5, 0.2, 0.12, 0.08, 0.05)  # of the sums of squares up to details 0 to 4
LARGEST_WEIGHT = 0.05  # of the largest deviate
WEIGHTED_WEIGHT = 0.1  # of each sum that is weighted by cells of Z
MOST_CELLS, LEAST_CELL = 7, 20  # so many cells of Z with so many rows have a weight
LARGEST_P, LEAST_P = 0.99, np.finfo(float).tiny  # limits of each p that is combined; the first also of the result
MOST_LABELS = 12  # labels with a feature of their own
MOST_MASSES = 3  # point masses of a numeric column
KEPT_VARIANCE = 0.1  # a feature (a direction of labels) with less of its variance left is dropped
LARGEST_CORRELATION = 1 - 1e-12  # squared
LEAST_SKEWNESS, MOST_SKEWNESS = 1e-3, 2.0  # below the first Wilson and Hilferty's transformation is left out


class NotCovered(Exception):
    """The question belongs to a part of the method that this module does not have."""


# ------------------------------------------------------------------------------------------------------------ sums

def round_bits(values, bits):
    """Multiples of 2^-bits, ties to even: what is summed has so few bits that sums do not depend on the order."""
    return np.rint(np.asarray(values, float) * 2.0**bits) / 2.0**bits


def rounded(values):
    """What is summed over rows: a multiple of 2^-16 of size at most 16."""
    return round_bits(np.clip(values, -16, 16), 16)


def standardised(values):
    """Mean 0, variance 1 (divisor n), rounded."""
    centred = values - np.mean(values)
    return rounded(centred / np.sqrt(np.mean(centred**2)))


def squares(features):
    """Squares have 10 bits behind the point."""
    return round_bits(features**2, 10)


def cubes(features):
    return round_bits(squares(features) * features, 10)


def fourth_moment(features):
    """Mean fourth power of a row's length."""
    return round_bits(np.sum(squares(features), axis=1) ** 2, 10).sum() / len(features)


# -------------------------------------------------------------------------------------------------------- features

class Features:
    """Uncorrelated features of one column: n x k values, the detail of each, and how many dimensions they span.

    Features of labels are more than their dimensions, because no label is preferred."""

    def __init__(self, values, details, dimensions):
        self.values, self.details, self.dimensions = values, np.asarray(details), dimensions

    def up_to(self, detail):
        """The features of at most this detail. Labels have detail 0 alone, so dimensions need no count there."""
        chosen = self.details <= detail
        dimensions = self.dimensions if chosen.all() else int(chosen.sum())
        return Features(self.values[:, chosen], self.details[chosen], dimensions)


def is_labels(column):
    return column.dtype.kind in "OUS"


def features(column, cells):
    return label_features(column, cells) if is_labels(column) else number_features(column.astype(float), cells)


def centred(function, cells):
    """A standardised function less its mean in each cell, standardised again; unchanged if there is only one cell."""
    if cells.max() == 0:
        return function
    means = np.bincount(cells, function) / np.bincount(cells)
    return standardised(rounded(function - means[cells]))


def rank_places(values):
    """Middle ranks as places in (0, 1)."""
    return (rankdata(values) - 0.5) / len(values)


def wave(places, k):
    """Wave of order k over places in (0, 1)."""
    angle = k * np.pi * (places - 0.5)
    return np.sqrt(2.0) * (np.sin(angle) if k % 2 else np.cos(angle))


def wave_detail(k):
    """1-2 | 3-4 | 5-8 | 9-16."""
    return 1 if k <= 2 else 2 if k <= 4 else 3 if k <= 8 else 4


def most_waves(rows):
    return 2 if rows < 60 else 4 if rows < 200 else 8 if rows < 1500 else 16


def point_masses(column):
    """Values of at least 5% of the rows and at least 8, among more than 12 values. Where there are more than three,
    the bound rises by an eighth and one until there are not. The most frequent first, of equal ones the outer."""
    values, counts = np.unique(column, return_counts=True)
    if len(values) <= MOST_LABELS:
        return []
    least = max(8, len(column) // 20)
    while np.sum(counts >= least) > MOST_MASSES:
        least += least // 8 + 1
    from_middle = np.abs(np.cumsum(counts) - counts / 2 - len(column) / 2)
    masses = [i for i in range(len(values)) if counts[i] >= least]
    return [values[i] for i in sorted(masses, key=lambda i: (-counts[i], -from_middle[i]))]


def is_continuous(column):
    """At least 20 values, and at most a tenth of the rows in values of at least 5% of the rows and at least 8."""
    counts = np.unique(column, return_counts=True)[1]
    return len(counts) >= 20 and counts[counts >= max(8, len(column) // 20)].sum() <= 0.1 * len(column)


def score(column):
    return standardised(rounded(norm.ppf(rank_places(column))))


def number_features(column, cells):
    """Normal score, indicators of point masses, and waves over the ranks of the other rows; wave 1 beside masses only.
    Within cells of Z a continuous column is replaced by its score less the mean of the cell."""
    if cells.max() > 0 and is_continuous(column):
        column = centred(score(column), cells)
    rows, masses = len(column), point_masses(column)
    other = ~np.isin(column, masses)
    places = np.zeros(rows)
    places[other] = rank_places(column[other])
    orders = range(1 if masses else 2, min(most_waves(rows), len(np.unique(column)) - 1) + 1)
    functions = [norm.ppf(rank_places(column))] + [np.where(column == value, 1.0, 0.0) for value in masses]
    functions += [np.where(other, wave(places, k), 0.0) for k in orders]
    details = [0] * (1 + len(masses)) + [wave_detail(k) for k in orders]
    kept, values = gram_schmidt([centred(standardised(rounded(f)), cells) for f in functions])
    return Features(values, [details[i] for i in kept], len(kept))


def gram_schmidt(functions):
    """Each function less what the kept ones before it explain; dropped if less than a tenth is left."""
    kept, values = [], []
    for i, function in enumerate(functions):
        for before in values:
            coefficient = round_bits(np.sum(before * function) / np.sum(before * before), 20)
            function = rounded(function - before * coefficient)
        if np.mean(function**2) >= KEPT_VARIANCE:
            values.append(standardised(function) if kept else function)
            kept.append(i)
    return kept, np.array(values).T


def frequent_labels(column):
    """Labels with enough rows, the twelve most frequent; those that tie with the thirteenth are left out."""
    labels, counts = np.unique(column.astype(str), return_counts=True)
    rows = len(column)
    enough = counts >= max(min(4, 2 + rows // 50), rows // 100)
    labels, counts = labels[enough], counts[enough]
    if len(labels) > MOST_LABELS:
        labels = labels[counts > np.sort(counts)[::-1][MOST_LABELS]]
    return labels


def label_features(column, cells):
    """Indicators of labels, made uncorrelated by R^-1/2."""
    if len(np.unique(column.astype(str))) > MOST_LABELS:
        raise NotCovered("more than twelve labels: all labels at once")
    labels = frequent_labels(column)
    indicators = np.array([centred(standardised(column.astype(str) == label), cells) for label in labels]).T
    if indicators.size == 0:
        raise NotCovered("labels of which none has enough rows")
    size, direction = np.linalg.eigh(indicators.T @ indicators / len(column))
    kept = size >= KEPT_VARIANCE
    root = round_bits((direction[:, kept] / np.sqrt(size[kept])) @ direction[:, kept].T, 20)
    return Features(rounded(indicators @ root), [0] * indicators.shape[1], int(kept.sum()))


# -------------------------------------------------------------------------------------------------------- products

def sums_by_cell(values, cells):
    return np.array([values[cells == cell].sum(axis=0) for cell in range(cells.max() + 1)])


def pairs_by_cell(f, g):
    """Products of all pairs of columns, for each cell."""
    return f[:, :, None] * g[:, None, :]


class Moments:
    """Sums of products of all pairs of features, with variance and third moment under exchange of rows within cells."""

    def __init__(self, f, g, cells):
        rows = np.bincount(cells).astype(float)[:, None, None]
        self.products, self.cells = rounded_freely(pairs_by_cell(f, g)) if cells.max() > 0 else None, cells
        self.sums = f.T @ g
        self.f_squares, self.g_squares = squares(f).sum(0), squares(g).sum(0)
        second = pairs_by_cell(sums_by_cell(squares(f), cells), sums_by_cell(squares(g), cells))
        third = pairs_by_cell(sums_by_cell(cubes(f), cells), sums_by_cell(cubes(g), cells))
        self.cell_variances = rounded_freely(second / np.maximum(rows - 1, 1))
        self.variance = self.cell_variances.sum(0)
        third = np.where(rows > 2, rows * third / np.maximum((rows - 1) * (rows - 2), 1), 0.0)
        self.skewness = rounded_freely(third).sum(0) / self.variance**1.5
        self.scale = np.sqrt(np.outer(np.sum(f * f, axis=0), np.sum(g * g, axis=0))) / len(f)


def rounded_freely(values):
    """Multiples of 2^-16 of any size."""
    return round_bits(values, 16)


def wallace(moments, effective_rows):
    """Normal deviate of Student's distribution with effective_rows - 1 degrees of freedom."""
    freedom = effective_rows - 1
    correlation_squared = np.minimum(moments.sums**2 / (moments.variance * effective_rows), LARGEST_CORRELATION)
    deviate = (8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(-freedom * np.log1p(-correlation_squared))
    return np.sign(moments.sums) * deviate


def wilson_hilferty(deviate, skewness):
    """Deviate of a skew variable as a normal one."""
    small = np.abs(skewness) < LEAST_SKEWNESS
    g = np.where(small, 1.0, np.clip(skewness, -MOST_SKEWNESS, MOST_SKEWNESS))
    return np.where(small, deviate, 6 / g * (np.cbrt(1 + g * deviate / 2) - 1) + g / 6)


def deviates(moments):
    """Of all pairs: without and with the transformation for skewness. Student's distribution is for a single cell."""
    if moments.cells.max() > 0:
        plain = moments.sums / np.sqrt(moments.variance)
    else:
        plain = wallace(moments, np.outer(moments.f_squares, moments.g_squares) / moments.variance)
    return plain * moments.scale, wilson_hilferty(plain, moments.skewness) * moments.scale


def single_deviate(moments):
    """The one deviate of one pair."""
    if moments.cells.max() > 0:
        return deviates(moments)[1][0, 0]
    mean_square = (moments.f_squares[0] + moments.g_squares[0]) / 2
    plain = wallace(moments, mean_square**2 / moments.variance)
    return (wilson_hilferty(plain, moments.skewness) * moments.scale)[0, 0]


# ----------------------------------------------------------------------------------------------------------- tails

def two_tails(deviate):
    return 2 * norm.sf(abs(deviate))


def gamma_tail(value, mean, variance):
    return gammaincc(mean * mean / variance, value * mean / variance)


def extra_variance(f, g, moments, kurtosis=1.0):
    """What the tails of features add to the variance 2 K of a sum of K squared deviates, K being the dimensions of f
    times those of g; the kurtosis is that of weights."""
    pairs = f.dimensions * g.dimensions
    excess = kurtosis * fourth_moment(f.values) * fourth_moment(g.values) - pairs**2 - 2 * pairs
    rows = len(f.values)
    if moments.cells.max() > 0:
        comparable = moments.f_squares.sum() * moments.g_squares.sum() / moments.variance.sum() + 1
        rows = min(rows - moments.cells.max(), comparable)
    return max(0.0, float(rounded_freely(1.5 * kurtosis * excess / rows)))


def sum_of_squares_p(f, g, cells):
    """p-value of the sum of the squared deviates of all pairs of f and g."""
    moments = Moments(f.values, g.values, cells)
    if moments.sums.size == 1:
        return two_tails(single_deviate(moments))
    pairs = f.dimensions * g.dimensions
    variance = 2 * pairs + extra_variance(f, g, moments)
    return gamma_tail(rounded_freely(deviates(moments)[0] ** 2).sum(), pairs, variance)


def weighted_sum_p(f, g, cells):
    """p-value of dependence that changes with Z: products weighted by the indicator of each cell, which counts less the
    more rows it has, because all indicators together say one thing less."""
    moments, pairs = Moments(f.values, g.values, cells), f.dimensions * g.dimensions
    value = mean = variance = 0.0
    for cell in range(cells.max() + 1):
        weight, part = standardised(cells == cell), 1 - np.mean(cells == cell)
        by_cell = np.array([weight[np.argmax(cells == other)] for other in range(cells.max() + 1)])
        sums = np.tensordot(weight, moments.products, axes=1)
        deviate = sums / np.sqrt(np.tensordot(by_cell**2, moments.cell_variances, axes=1)) * moments.scale
        kurtosis = fourth_moment(weight[:, None])
        value += part * rounded_freely(deviate**2).sum()
        mean += part * pairs
        variance += part * (2 * pairs + extra_variance(f, g, moments, kurtosis))
    return gamma_tail(value, mean, variance)


def largest_deviate_p(f, g, cells):
    """p-value of the largest deviate of all pairs; skewness counts where it makes a deviate smaller."""
    plain, symmetric = deviates(Moments(f.values, g.values, cells))
    one = two_tails(rounded_freely(np.minimum(np.abs(plain), np.abs(symmetric))).max())
    return -np.expm1(f.dimensions * g.dimensions * np.log1p(-one))


def combined(parts):
    """Liu and Xie's combination of (weight, p) by Cauchy's distribution."""
    total = sum(weight for weight, _ in parts)
    limited = [(weight / total, min(max(p, LEAST_P), LARGEST_P)) for weight, p in parts]
    value = sum(weight / np.tan(np.pi * p) for weight, p in limited)
    return min(LARGEST_P, 1 / (np.pi * value) if value > 1e8 else 0.5 - np.arctan(value) / np.pi)


# ------------------------------------------------------------------------------------------------------------ test

def complete(*columns):
    """The columns' rows without missing values: NaN in numbers, None or '' in labels."""
    def present(column):
        return np.array([v is not None and v != "" for v in column]) if is_labels(column) else ~np.isnan(column)
    columns = [np.asarray(column) for column in columns]
    keep = np.logical_and.reduce([present(column) for column in columns])
    return [column[keep] for column in columns]


def cells_of(z, rows):
    """The number of each row's cell, cells being rows with the same values of all columns of Z."""
    if not z:
        return np.zeros(rows, int)
    if len(z) > 1:
        raise NotCovered("in which order the columns of Z make weights")
    codes = np.array([np.unique(column.astype(str), return_inverse=True)[1] for column in z])
    cells = np.unique(codes, axis=1, return_inverse=True)[1].ravel()
    numbers = not all(is_labels(column) for column in z)
    if rows - cells.max() - 1 < (0.6 if numbers else 1 / 3) * rows:
        raise NotCovered("the regression on Z")
    if cells.max() >= MOST_CELLS or np.bincount(cells).min() < LEAST_CELL:
        raise NotCovered("which cells have weights where there are more than seven or small ones")
    return cells


def test(x, y, z=()):
    """p-value and statistic of the test whether the columns x and y are independent given the columns z."""
    x, y, *z = complete(x, y, *z)
    if len(x) < 8:
        raise NotCovered("fewer than 8 rows: all pairings")
    if len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
        return 1.0, 0.0
    cells = cells_of(z, len(x))
    f, g = features(x, cells), features(y, cells)
    parts, pairs = [], 0
    for detail, weight in enumerate(DETAIL_WEIGHTS):
        fine_f, fine_g = f.up_to(detail), g.up_to(detail)
        if fine_f.values.shape[1] * fine_g.values.shape[1] > pairs:
            pairs = fine_f.values.shape[1] * fine_g.values.shape[1]
            parts.append((weight, sum_of_squares_p(fine_f, fine_g, cells)))
            if z and detail <= 1:
                parts.append((WEIGHTED_WEIGHT, weighted_sum_p(fine_f, fine_g, cells)))
    if f.dimensions * g.dimensions > 1:
        parts.append((LARGEST_WEIGHT, largest_deviate_p(f, g, cells)))
    p = max(combined(parts), 2 * np.exp(-gammaln(len(x) + 1)))  # of n! pairings no fewer than two are as extreme
    return p, norm.isf(p / 2)


# -------------------------------------------------------------------------------------------------------- estimate

SUPPORT_BITS = 4  # what the information of a grid exceeds its price by, if it is supported
SMALL_BIAS = 0.01  # nats: a plug-in entropy with less bias needs no correction
MOST_GROUPED_LABELS = 6  # all groupings of so many labels are tried


@functools.lru_cache(maxsize=None)
def parametric_complexity(rows, bins):
    """log2 R(n, K) of section 2, by its recurrence."""
    h = np.arange(rows + 1)
    inner = np.clip(h / rows, 1e-300, 1)
    outer = np.clip((rows - h) / rows, 1e-300, 1)
    terms = gammaln(rows + 1) - gammaln(h + 1) - gammaln(rows - h + 1) + h * np.log(inner) + (rows - h) * np.log(outer)
    before, now = 0.0, np.log(np.sum(np.exp(terms)))
    for k in range(1, bins - 1):
        before, now = now, np.logaddexp(now, np.log(rows / k) + before)
    return (now if bins > 1 else 0.0) / np.log(2)


def margin(counts, axes):
    """Counts of the cells of some columns."""
    return counts.sum(axis=tuple(axis for axis in range(counts.ndim) if axis not in axes))


def count_log_count(counts):
    occupied = counts[counts > 0]
    return np.sum(occupied * np.log2(occupied))


def grouping_bits(labels, groups):
    """Bits that say which of the labels form one group."""
    log2 = np.log(2)
    each = labels * np.log2(groups) - gammaln(groups + 1) / log2
    chosen = (gammaln(labels + 1) - gammaln(groups + 1) - gammaln(labels - groups + 1)) / log2
    return max(0.0, min(each, chosen + (labels - groups) * np.log2(groups) - 1))


def code_length(grid, labels, first_z=2):
    """Bits of a grid: less the information that X, Y and Z share, complexity, and what says the groups. Columns from
    first_z on are those of Z and count as one, with the product of their groups."""
    rows, cells, z = int(grid.sum()), grid.size, tuple(range(first_z, grid.ndim))
    roles = [(axis,) for axis in range(first_z)] + ([z] if z else [])
    sizes = [np.prod([grid.shape[axis] for axis in role]) for role in roles]
    shared = count_log_count(grid) + (len(roles) - 1) * rows * np.log2(rows)
    shared -= sum(count_log_count(margin(grid, role)) for role in roles)
    free = (cells - sum(sizes) + len(roles) - 1) / (cells - 1) if cells > 1 else 0.0
    return parametric_complexity(rows, cells) * free + sum(map(grouping_bits, labels, grid.shape)) - shared


def groupings(labels):
    """All ways to put labels into groups, each as the number of every label's group."""
    ways = [(0,)]
    for _ in range(labels - 1):
        ways = [way + (group,) for way in ways for group in range(max(way) + 2)]
    return ways


def merged(counts, ways):
    """The grid of some groupings, one per column."""
    for axis, way in enumerate(ways):
        indicator = np.equal.outer(np.arange(max(way) + 1), np.array(way)).astype(float)
        counts = np.moveaxis(np.tensordot(indicator, counts, axes=(1, axis)), 0, axis)
    return counts


def shortest_code(counts):
    """The groupings of the shortest code; of equal ones (to 1e-9 bits) those with the fewest groups."""
    def rank(ways):
        return round(code_length(merged(counts, ways), counts.shape), 9), sum(max(way) for way in ways), ways
    return list(min(rank(ways) for ways in itertools.product(*map(groupings, counts.shape)))[2])


def chao_entropy(counts):
    """Chao, Wang and Jost's entropy in nats, the sum over unseen rows taken as an integral."""
    counts = counts[counts > 0]
    rows, singles, doubles = counts.sum(), np.sum(counts == 1), np.sum(counts == 2)
    entropy = digamma(rows) - np.sum(counts * digamma(counts)) / rows
    if singles:
        seen = 2 * doubles / ((rows - 1) * singles + 2 * doubles) if doubles else 2 / ((rows - 1) * (singles - 1) + 2)
        if seen < 1:
            log_q = np.log1p(-seen)
            entropy += singles / rows * np.exp((1 - rows) * log_q) * exp1(-rows * log_q)
    return entropy


def conditional_information(grid, entropy):
    """I(X;Y|Z) = H(XZ) + H(YZ) - H(XYZ) - H(Z) of a grid whose first two columns are X and Y."""
    z = tuple(range(2, grid.ndim))
    of_z = entropy(margin(grid, z)) if z else 0.0
    return entropy(margin(grid, (0,) + z)) + entropy(margin(grid, (1,) + z)) - entropy(grid) - of_z


def supported(grid):
    """Whether the plug-in information of a grid exceeds the smaller of two prices by four bits."""
    kx, ky = grid.shape[:2]
    by_z = grid.reshape(kx, ky, -1)
    rows, kz = int(grid.sum()), by_z.shape[2]
    information = conditional_information(by_z, lambda counts: -count_log_count(counts))
    cost = parametric_complexity
    quotient = cost(rows, kx * ky * kz) + cost(rows, kz) - cost(rows, kx * kz) - cost(rows, ky * kz)
    free = 0.5 * np.log2(rows) * (kx - 1) * (ky - 1) * kz
    return information > SUPPORT_BITS + min(quotient, free)


def most_information(counts, axis):
    """H(X|Z) (axis 0) or H(Y|Z) (axis 1) by values: plug-in where that has little bias, else Chao's."""
    z = tuple(range(2, counts.ndim))
    both, given = margin(counts, (axis,) + z), margin(counts, z) if z else np.array([counts.sum()])
    rows = counts.sum()
    if (np.sum(both > 0) - np.sum(given > 0)) / (2 * rows) < SMALL_BIAS:
        return (count_log_count(given) - count_log_count(both)) * np.log(2) / rows
    return min(chao_entropy(both) - (chao_entropy(given) if z else 0.0), np.log(counts.shape[axis]))


def contingency_table(columns):
    codes = [np.unique(column.astype(str), return_inverse=True)[1] for column in columns]
    counts = np.zeros([code.max() + 1 for code in codes])
    np.add.at(counts, tuple(codes), 1)
    return counts


def estimate(x, y, z=()):
    """I(X;Y|Z) in nats of columns of labels; without Z numbers of two values are labels too."""
    columns = complete(x, y, *z)
    if not all(is_labels(column) or (len(z) == 0 and len(np.unique(column)) <= 2) for column in columns):
        raise NotCovered("the estimate of numbers")
    counts = contingency_table(columns)
    of_many = sum(labels > 2 for labels in counts.shape)
    if of_many > (1 if counts.ndim < 4 else 0) or max(counts.shape) > MOST_GROUPED_LABELS:
        raise NotCovered("how labels are put in order before they are grouped")
    if counts.ndim > 4:
        raise NotCovered("in which order the search divides many columns")
    grid = merged(counts, shortest_code(counts))
    if min(grid.shape[:2]) == 1 or not supported(grid):
        return 0.0
    most = min(most_information(counts, 0), most_information(counts, 1))
    return max(0.0, min(conditional_information(grid, chao_entropy), most))
