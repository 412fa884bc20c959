#!/usr/bin/env python3
"""mixmi's default conditional independence test, a second time, in NumPy and SciPy.

Written from docs/METHOD.md, section 6, and from answers of the command, without reading the C code, so that two
independent descriptions of one method exist. Functions have the names of the section's terms. Speed is no aim.

    import mixmi_reference as reference
    reference.test(x, y)        # (p, statistic); x and y: one-dimensional arrays, text or objects are labels

Covered: one column on each side, numbers or labels, no Z. What is not covered raises NotCovered, with the reason.
"""
import numpy as np
from scipy.special import gammaincc
from scipy.stats import norm, rankdata

DETAIL_WEIGHTS = (0.5, 0.2, 0.12, 0.08, 0.05)  # of the sums of squares up to details 0 to 4
LARGEST_WEIGHT = 0.05  # of the largest deviate
LARGEST_P, LEAST_P = 0.99, np.finfo(float).tiny  # limits of each p that enters the combination; the first also of the result
MOST_LABELS = 12  # labels with a feature of their own
MOST_MASSES = 3  # point masses of a numeric column
KEPT_VARIANCE = 0.1  # a feature (a direction of labels) with less of its variance left is dropped
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


def features(column):
    return label_features(column) if is_labels(column) else number_features(column.astype(float))


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


def number_features(column):
    """Normal score, indicators of point masses, and waves over the ranks of the other rows; wave 1 beside masses only."""
    rows, masses = len(column), point_masses(column)
    other = ~np.isin(column, masses)
    places = np.zeros(rows)
    places[other] = rank_places(column[other])
    orders = range(1 if masses else 2, min(most_waves(rows), len(np.unique(column)) - 1) + 1)
    functions = [norm.ppf(rank_places(column))] + [np.where(column == value, 1.0, 0.0) for value in masses]
    functions += [np.where(other, wave(places, k), 0.0) for k in orders]
    details = [0] * (1 + len(masses)) + [wave_detail(k) for k in orders]
    kept, values = gram_schmidt([standardised(rounded(f)) for f in functions])
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


def label_features(column):
    """Indicators of labels, made uncorrelated by R^-1/2."""
    if len(np.unique(column.astype(str))) > MOST_LABELS:
        raise NotCovered("more than twelve labels: all labels at once")
    indicators = np.array([standardised(column.astype(str) == label) for label in frequent_labels(column)]).T
    if indicators.size == 0:
        raise NotCovered("labels of which none has enough rows")
    size, direction = np.linalg.eigh(indicators.T @ indicators / len(column))
    kept = size >= KEPT_VARIANCE
    root = round_bits((direction[:, kept] / np.sqrt(size[kept])) @ direction[:, kept].T, 20)
    return Features(rounded(indicators @ root), [0] * indicators.shape[1], int(kept.sum()))


# -------------------------------------------------------------------------------------------------------- products

class Moments:
    """Sums of products of all pairs of features, with variance and third moment under exchange of rows."""

    def __init__(self, f, g):
        rows = len(f)
        self.sums = f.T @ g
        self.f_squares, self.g_squares = squares(f).sum(0), squares(g).sum(0)
        self.variance = rounded_freely(np.outer(self.f_squares, self.g_squares) / (rows - 1))
        third = rows * np.outer(cubes(f).sum(0), cubes(g).sum(0)) / ((rows - 1) * (rows - 2))
        self.skewness = rounded_freely(third) / self.variance**1.5
        self.scale = np.sqrt(np.outer(np.sum(f * f, axis=0), np.sum(g * g, axis=0))) / rows


def rounded_freely(values):
    """Multiples of 2^-16 of any size."""
    return round_bits(values, 16)


def wallace(moments, effective_rows):
    """Normal deviate of Student's distribution with effective_rows - 1 degrees of freedom."""
    freedom = effective_rows - 1
    correlation_squared = np.minimum(moments.sums**2 / (moments.variance * effective_rows), 1.0)
    with np.errstate(divide="ignore"):
        deviate = (8 * freedom + 1) / (8 * freedom + 3) * np.sqrt(-freedom * np.log1p(-correlation_squared))
    return np.sign(moments.sums) * deviate


def wilson_hilferty(deviate, skewness):
    """Deviate of a skew variable as a normal one."""
    small = np.abs(skewness) < LEAST_SKEWNESS
    g = np.where(small, 1.0, np.clip(skewness, -MOST_SKEWNESS, MOST_SKEWNESS))
    return np.where(small, deviate, 6 / g * (np.cbrt(1 + g * deviate / 2) - 1) + g / 6)


def deviates(moments):
    """Of all pairs: without and with the transformation for skewness."""
    plain = wallace(moments, np.outer(moments.f_squares, moments.g_squares) / moments.variance)
    return plain * moments.scale, wilson_hilferty(plain, moments.skewness) * moments.scale


def single_deviate(moments):
    """The one deviate of one pair."""
    mean_square = (moments.f_squares[0] + moments.g_squares[0]) / 2
    plain = wallace(moments, mean_square**2 / moments.variance)
    return (wilson_hilferty(plain, moments.skewness) * moments.scale)[0, 0]


# ----------------------------------------------------------------------------------------------------------- tails

def two_tails(deviate):
    return 2 * norm.sf(abs(deviate))


def gamma_tail(value, mean, variance):
    return gammaincc(mean * mean / variance, value * mean / variance)


def sum_of_squares_p(f, g):
    """p-value of the sum of the squared deviates of all pairs of f and g."""
    moments = Moments(f.values, g.values)
    if moments.sums.size == 1:
        return two_tails(single_deviate(moments))
    pairs = f.dimensions * g.dimensions
    excess = fourth_moment(f.values) * fourth_moment(g.values) - pairs**2 - 2 * pairs
    variance = 2 * pairs + max(0.0, float(rounded_freely(1.5 * excess / len(f.values))))
    return gamma_tail(rounded_freely(deviates(moments)[0] ** 2).sum(), pairs, variance)


def largest_deviate_p(f, g):
    """p-value of the largest deviate of all pairs; skewness counts where it makes a deviate smaller."""
    plain, symmetric = deviates(Moments(f.values, g.values))
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


def test(x, y, z=()):
    """p-value and statistic of the test whether the columns x and y are independent; z must be empty."""
    if len(z):
        raise NotCovered("Z")
    x, y = complete(x, y)
    if len(x) < 8:
        raise NotCovered("fewer than 8 rows: all pairings")
    if len(set(x.tolist())) == 1 or len(set(y.tolist())) == 1:
        return 1.0, 0.0
    f, g = features(x), features(y)
    parts, pairs = [], 0
    for detail, weight in enumerate(DETAIL_WEIGHTS):
        fine_f, fine_g = f.up_to(detail), g.up_to(detail)
        if fine_f.values.shape[1] * fine_g.values.shape[1] > pairs:
            pairs = fine_f.values.shape[1] * fine_g.values.shape[1]
            parts.append((weight, sum_of_squares_p(fine_f, fine_g)))
    if f.dimensions * g.dimensions > 1:
        parts.append((LARGEST_WEIGHT, largest_deviate_p(f, g)))
    p = combined(parts)
    return p, norm.isf(p / 2)
