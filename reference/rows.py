"""Rows that are not a simple sample: clusters, series, surveys and censored times. One variance of summed scores per row.

    answer([x], [y], [z], Rows(clusters=[person]))          clusters; [person, item]: two-way; within=True: deviations only
    answer([x], [y], [z], Rows(time=t))                     one series in order of t, or Rows(time=t, series=s): several
    answer([x], [y], [z], Rows(weights=w, strata=h, clusters=[psu]))                  a survey
    answer([censored.Censored(stop, event, start)], [y], [z])                         a time that may be censored

Scores. Row i has for features f of X and g of Y (residuals given Z) the score u_i = w_i f_i g_i; S is their sum, s_c the sum over a
group c of rows: a cluster, a primary unit, a block of successive rows.

Whitening. Deviations from cluster means and these means are divided by their standard deviations; a series by its autoregression.
V_0 = B_f B_g / (G - 1) + W_f W_g / (n - G), with squares B between groups and W within, is then the variance of S if this made the
rows of one of the two sides independent, whatever the other does.

Robust. V_1 = sum (s_c - p_c S)^2 / (1 - p_c), p_c the share of group c in V_0, has the degrees of freedom d_1 of Satterthwaite (Bell
and McCaffrey 2002). Of a survey it is Taylor's, and the only one.

Together. V = V_0 + l (V_1 - V_0), l = max(0, 1 - 4 / (d_1 (V_1 / V_0 - 1)^2)) where V_1 > V_0, else 0: the model as long as the
groups do not contradict it. S / sqrt V has Student's distribution with 1 / (l^2 / d_1 + (1 - l)^2 / d_0) degrees of freedom.
"""
import copy
from math import exp, inf, log, log10, sqrt

import numpy as np
from scipy.special import gammaln
from scipy.stats import norm

import mixmi_reference as core
from censored import Censored
from mixmi_reference import Answer, Column, Part, Regression, joint, pairs, standardised

FEWEST_GROUPS, WITHIN_LEAST, LEAST_LEFT, CONTRADICTION, MEANS_WEIGHT, ORDERS, BLOCK = 6, 0.02, 0.1, 4, 0.25, 10, 2

# ---------------------------------------------------------------------------------------------------------------------- rows
def by_cell(values, cells):
    """Sums of values in each cell."""
    order = np.argsort(cells, kind="stable")
    return np.add.reduceat(values[order], np.flatnonzero(np.diff(np.r_[-1, cells[order]])), axis=0)

class Rows:
    """How rows depend on each other. Values are arrays with one value per row."""
    def __init__(self, clusters=(), within=False, time=None, series=None, weights=None, strata=None):
        self.clusters, self.within, self.time, self.series, self.weights, self.strata = clusters, within, time, series, weights, strata

    def prepare(self, kept):
        """The rows that are kept: codes of groups, with the sign of their part of the variance, and order in time."""
        n = int(kept.sum())
        code = lambda values: np.unique(np.asarray(values)[kept], return_inverse=True)[1].ravel()
        self.n, self.survey = n, self.weights is not None or self.strata is not None
        self.w = np.asarray(self.weights, float)[kept] if self.weights is not None else np.ones(n)
        self.w = self.w * n / self.w.sum()
        self.worth, self.wider = n * n / (self.w @ self.w), 1.0
        self.h = code(self.strata) if self.strata is not None else np.zeros(n, int)
        ways, self.order = [code(c) for c in self.clusters], None
        if self.time is not None:
            s = code(self.series) if self.series is not None else np.zeros(n, int)
            self.order = np.lexsort((np.asarray(self.time)[kept], s))
            self.place = np.argsort(self.order)
            self.starts = np.flatnonzero(np.diff(np.r_[-1, s[self.order]]))
            length = max(2, int(BLOCK * n ** (1 / 3) + core.MARGIN))
            ways = [joint([s, self.place // length], n)]
        self.ways = [joint([self.h, c], n) for c in ways] or [np.arange(n)]
        both = [joint(self.ways, n)] if len(self.ways) > 1 else []
        self.groups = [(1, c) for c in self.ways] + [(-1, c) for c in both]
        self.simple = not self.clusters and self.order is None or self.within
        self.count = min(int(c.max()) + 1 for c in self.ways)
        return self

def components(f, c):
    """Variances of a feature within groups c and between them, by analysis of variance."""
    rows, n = np.bincount(c).astype(float), len(f)
    if n <= len(rows):
        return np.mean(f * f), 0.0
    between = (by_cell(f, c) ** 2 / rows).sum()
    inside, size = max(f @ f - between, 0) / (n - len(rows)), (n - (rows**2).sum() / n) / max(len(rows) - 1, 1)
    excess = max(between / max(len(rows) - 1, 1) - inside, 0) / size
    return max(inside, WITHIN_LEAST * (inside + excess)) + 1e-300, excess

def autoregression(f, starts):
    """Autocovariances, coefficients of all orders and standard deviations of errors (Levinson, Durbin); the order by AIC."""
    n, ends = len(f), np.r_[starts[1:], len(f)]
    most = int(min(ORDERS * log10(n), n / 4))
    c = np.array([sum(f[a:b - h] @ f[a + h:b] for a, b in zip(starts, ends) if b - a > h) / n for h in range(most + 1)])
    phi, errors, found = np.zeros(0), [c[0] + 1e-300], [np.zeros(0)]
    for m in range(1, most + 1):
        k = (c[m] - phi @ c[m - 1:0:-1]) / errors[-1]
        phi = np.r_[phi - k * phi[::-1], k]
        found, errors = found + [phi], errors + [max(errors[-1] * (1 - k * k), 1e-12 * errors[0])]
    best = int(np.argmin([n * log(v) + 2 * m for m, v in enumerate(errors)]))
    return c[:best + 1], found[:best + 1], np.sqrt(errors[:best + 1])

def innovations(f, phi, error, starts):
    """What the past of a series does not predict, over its standard deviation; first rows by lower orders."""
    out, most = np.empty(f.shape), len(phi) - 1
    for a, b in zip(starts, np.r_[starts[1:], len(f)]):
        for m in range(min(most, b - a - 1) + 1):
            last = a + m + 1 if m < most else b
            past = sum((phi[m][j] * f[a + m - j - 1:last - j - 1] for j in range(m)), np.zeros(f[a + m:last].shape))
            out[a + m:last] = (f[a + m:last] - past) / error[m]
    return out

def autocorrelations(f, starts):
    """Those that the autoregression implies, at all lags."""
    c, phi, _ = autoregression(f, starts)
    c, last = list(c / c[0]), phi[-1]
    while len(c) < len(f):
        c.append(float(last @ c[-1:-len(last) - 1:-1]) if len(last) else 0.0)
    return np.array(c)

def whitener(f, rows):
    """The linear transformation after which rows of feature f do not depend on each other, if the model is right."""
    if rows.order is not None:
        _, phi, error = autoregression(f[rows.order], rows.starts)
        return lambda v: innovations(v[rows.order], phi, error, rows.starts)[rows.place]
    steps = []
    def through(v):
        for c, size, (inside, excess) in steps:
            mean = (by_cell(v, c).T / size).T
            v = (v - mean[c]) / sqrt(inside) + (mean.T / np.sqrt(inside + size * excess)).T[c]
        return v
    for c in rows.ways:
        steps.append((c, np.bincount(c).astype(float), components(through(f), c)))
    through.steps = steps
    return through

def made_independent(f, rows, z):
    """Features transformed as their first needs and then each as it does, less what simple functions of Z explain after the same."""
    if rows.survey or rows.simple:
        return f
    first, out = whitener(f[:, 0], rows), []
    f, base = first(f), first(np.column_stack([np.ones(rows.n)] + [w for group in z[:1] for w in group]))
    for g in f.T:
        own = whitener(g, rows)
        g, b = own(g), own(base)
        out.append(standardised(g - b @ np.linalg.lstsq(b, g, rcond=None)[0]))
    return np.array(out).T

# ------------------------------------------------------------------------------------------------------------------ products
def t_to_normal(t, d):
    """Normal deviates with the tails of Student's t (Wallace 1959), which are right for any size."""
    return np.sign(t) * (8 * d + 1) / (8 * d + 3) * np.sqrt(d * np.log1p(t * t / d))

def corrected(s, v, d):
    """A variance that the tested sum is part of, without it: d degrees of freedom become d - 1."""
    return v * np.maximum(d - s * s / np.where(v > 0, v, 1), 1e-9) / np.maximum(d - 1, 1e-9), np.maximum(d - 1, 1e-9)

class RowProducts:
    """Deviates z of all pairs of features, their rows `m`, and the variance of the sum of squares of some."""
    def __init__(self, f, g, rows, weight=1.0):
        self.n, (self.a, self.b) = len(f), (f.shape[1], g.shape[1])
        u = (np.asarray(weight) * rows.w)[..., None] * pairs(f, g).reshape(self.n, -1)
        s = u.sum(0)
        self.r2 = (s / self.n) ** 2
        v1, d1, self.scores, skew = self.robust(u, s, f, g, rows)
        v, d, self.freedom = v1, d1, d1
        if not rows.survey:
            v0, self.freedom = self.model(f, g, rows, np.mean(np.asarray(weight) ** 2))
            self.freedom, d1 = self.freedom / rows.wider, np.maximum(d1 / rows.wider, 1)
            v0, d0 = corrected(s, v0, self.freedom)
            over = np.maximum(v1 / v0 - 1, 1e-9)
            share = np.maximum(0, 1 - CONTRADICTION / (d1 * over**2))
            v, d = v0 + share * (v1 - v0), 1 / (share**2 / d1 + (1 - share) ** 2 / d0)
        self.v = np.where(v > 0, v, 1) * rows.wider
        t = s / np.sqrt(self.v)
        self.z = np.where(v > 0, t_to_normal(t + skew / 6 * (2 * t * t + 1) + skew**2 * t**3 / 27, d), 0)  # Hall (1992)

    def robust(self, u, s, f, g, rows):
        """V_1, its degrees of freedom, scores of groups less the shares of the sum, and their skewness over sqrt G."""
        v, d, kept, skew = 0, inf, None, 0
        for sign, c in rows.groups:
            q, (ff, gg) = by_cell(u, c), (by_cell((rows.w[:, None] * k) ** 2, c) for k in (f, g))
            p = np.sqrt(pairs(ff, gg).reshape(len(q), -1))
            p = p / np.maximum(p.sum(0), 1e-300)
            own = p if not rows.survey else (by_cell(rows.w[:, None] * f * f, c)[:, :, None] + by_cell(rows.w[:, None] * g * g, c)[:, None, :]
                                             ).reshape(len(q), -1) / (2 * self.n)  # the influence of rows on a correlation
            q, a = q - own * s, 1 / np.maximum(1 - p, LEAST_LEFT)
            df = 1 / ((p * p).sum(0) + (a * p * p).sum(0) ** 2 - (a * a * p**4).sum(0))
            if rows.survey:  # jackknife: also of the two means; Taylor's centring within strata
                a = 1 / np.maximum(1 - p - 2 * by_cell(rows.w, c)[:, None] / rows.n, LEAST_LEFT) ** 2
                h = rows.h[np.unique(c, return_index=True)[1]]
                q, strata = core.centred(q, h) if h.max() else q, np.bincount(h)
                a, df = a * (strata / np.maximum(strata - 1, 1))[h][:, None] if h.max() else a, np.maximum(df - h.max(), 1)
                skew = (q**3).sum(0) / np.maximum((q * q).sum(0), 1e-300) ** 1.5
            v = v + sign * (a * q * q).sum(0)
            kept = q if kept is None else kept
            d = np.minimum(d, np.maximum(df, 1)) if sign > 0 else d
        return np.maximum(v, 0), d, kept, skew

    def model(self, f, g, rows, square):
        """V_0 and its degrees of freedom; of two-way clusters the larger."""
        best = None
        for c in rows.ways:
            size = np.bincount(c).astype(float)
            groups, n = len(size), self.n
            bf, bg = ((by_cell(k, c) ** 2 / size[:, None]).sum(0) for k in (f, g))
            wf, wg = (np.maximum((k * k).sum(0) - b, 0) for k, b in ((f, bf), (g, bg)))
            between = (bf[:, None] * bg / (groups - 1)).ravel()
            inside = (wf[:, None] * wg / max(n - groups, 1)).ravel() if n > groups else 0 * between
            v = np.maximum(between + inside, 1e-300)
            d = v * v / np.maximum(between**2 / (groups - 1) + inside**2 / max(n - groups, 1), 1e-300)
            best = (v, d) if best is None else (np.where(v > best[0], v, best[0]), np.where(v > best[0], d, best[1]))
        return best[0] * square, best[1]

    def spread(self, some):
        """Variance of the sum of squares of some deviates, from random signs of groups; at least that of independent ones."""
        t = self.scores[:, some] / np.sqrt(np.maximum((self.scores[:, some] ** 2).sum(0), 1e-300))
        m = t @ t.T if len(t) < t.shape[1] else t.T @ t
        return max(2 * ((m * m).sum() - ((t * t).sum(1) ** 2).sum()), 2.0 * t.shape[1])

def parts_of(x, y, rows, groups):
    """As core.parts_of: sums of squares up to each detail, those weighted by functions of Z, those of the slow part; last all."""
    parts, before, detail = [], 0, np.maximum.outer(x.details, y.details).ravel()
    raw, made = RowProducts(x.raw, y.raw, rows), RowProducts(x.values, y.values, rows)

    worth = lambda some: float(raw.n**2 / raw.v[some].mean())
    def add(weight, z, v, r2, m):
        t, k = float(z @ z), len(z)
        p = core.gamma_tail(t, k, v) if k > 1 else 2 * norm.sf(sqrt(t))
        parts.append(Part(weight, max(p, core.LEAST_P * core.MARGIN), t, k, v, max(m, t / max(r2, 1e-300))))

    most = max(2, min(core.MOST_WAVES, int((made.freedom[0] + 1) ** (1 / 3) + core.MARGIN)))
    for d in [d for d in range(5) if d < 2 or 2 ** (d - 1) < most]:
        some = detail <= d
        if some.sum() > before:
            before = some.sum()
            add(2.0**-d, made.z[some], made.spread(some), raw.r2[some].sum(), worth(some))
            for group in groups if d <= 1 else ():
                used = [w for w in group if min(raw.n, 2 * rows.count) + 1 >= core.FEW_ROWS * np.mean(w**4)]
                for w in used if d == 0 or before * len(group) <= core.MOST_WEIGHED else ():
                    p, r = (RowProducts(*(f[:, side.details <= d] for f, side in pair), rows, w)
                            for pair in (((x.values, x), (y.values, y)), ((x.raw, x), (y.raw, y))))
                    add(core.WEIGHED / len(used), p.z, p.spread(slice(None)), r.r2.sum(), worth(some))
    simple = detail == detail.min()
    if rows.order is not None:
        z, least = slow(x, y, rows, simple)
        if least >= core.FEW_ROWS:
            add(MEANS_WEIGHT, z, 2.0 * len(z), raw.r2[simple].sum(), worth(simple))
    elif not rows.simple and not rows.survey and len(rows.ways) == 1:
        p = RowProducts(*((by_cell(side.values, c) / np.bincount(c)[:, None])[c] for side in (x, y) for c in rows.ways), rows)
        add(MEANS_WEIGHT, p.z[simple], p.spread(simple), raw.r2[simple].sum(), worth(simple))
    every, t = RowProducts(x.all, y.all, rows), made.spread(slice(None)) / len(made.z)
    return parts + [Part(0.0, 1.0, float(every.z @ every.z), len(every.z), t * len(every.z), worth(slice(None)))]

def slow(x, y, rows, simple):
    """Deviates of first features of series as they are, with Bartlett's variance sum (n - |h|) r_f(h) r_g(h), and rows they are worth."""
    lag = rows.n - np.arange(rows.n)[:, None]
    rf, rg = (np.array([autocorrelations(f, rows.starts) for f in side.raw[rows.order].T]).T for side in (x, y))
    v, s = np.maximum((2 * (lag * rf).T @ rg - rows.n).ravel()[simple], 1), (x.raw.T @ y.raw).ravel()[simple]
    worth = np.maximum(rows.n**2 / v, 3)
    v, d = corrected(s, v, worth - 1)
    return t_to_normal(s / np.sqrt(v), d), worth.min()

# ------------------------------------------------------------------------------------------------------------ residual features
class Transformed(Regression):
    """A regression after a transformation of rows (generalised least squares), which are worth as much as `worth` independent ones."""
    def __init__(self, z, y, through, worth, constant=True):
        self.through, self.worth, self.constant = through, worth, constant
        super().__init__(z, through(y))

    def take(self, rows):
        if self.worth:  # at first
            self.blocks = [self.transformed(b, core.planned(self.n)) for b in self.blocks]
            self.lost, self.worth = self.lost + self.n - self.worth, None
            self.v = [v and v * b.values.size / max(np.sum(b.values**2), 1) for b, v in zip(self.blocks, self.v)]
        super().take(rows)

    penalty = property(lambda self: self.all_penalties, lambda self, new: setattr(
        self, "all_penalties", new if self.constant else np.r_[1 / core.TINY**2, new[1:]]))  # what is centred needs no constant

    def add_index(self, levels, rows):
        before, found = len(self.blocks), super().add_index(levels, rows)
        self.blocks[before:] = [self.transformed(b, rows) for b in self.blocks[before:]]
        return found

    def transformed(self, block, rows):
        new, new_make = copy.copy(block), lambda: self.through(block.make())
        new.make, new.values = new_make, new_make()[rows]
        return new

def worth_of(f, rows):
    """How many independent rows deviations from cluster means and these means are worth, both in units of their errors."""
    size, f = np.bincount(rows.ways[0]), standardised(f)
    between = (by_cell(f, rows.ways[0]) ** 2 / size).sum()
    within, groups = max(f @ f - between, 0), len(size)
    return (between + within) ** 2 / (between**2 / (groups - 1) + within**2 / max(rows.n - groups, 1))

def regressed(z, f, count, rows):
    """Residuals of f on Z, and the regression, fitted to the first `count`; cluster means are subtracted in part, and added again."""
    if rows.survey:
        root, through = np.sqrt(rows.w), lambda v: (np.sqrt(rows.w) * (v - rows.w @ v / rows.n).T).T
        r = Transformed(z, f[:, :count], through, rows.worth, False)
        return r.residuals(True, through(f)) / root[:, None], r
    if not z or rows.simple or rows.order is not None:
        r = Regression(z, f[:, :count])
        return r.residuals(True, f), r
    through, back = partly_absorbed(f[:, 0], rows)
    r = Transformed(z, f[:, :count], through, worth_of(through(f[:, 0]), rows))
    return back(r.residuals(True, through(f))), r

def partly_absorbed(f, rows):
    """Functions that subtract from values the part of their cluster means that whitens f, and that add it again."""
    steps = [(c, size, 1 - np.sqrt(inside / (inside + size * excess))) for c, size, (inside, excess) in whitener(f, rows).steps]
    def moved(v, c, size, by):
        return v + ((by_cell(v, c).T / size * by).T)[c]
    def through(v):
        for c, size, part in steps:
            v = moved(v, c, size, -part)
        return v
    def back(v):
        for c, size, part in steps[::-1]:
            v = moved(v, c, size, part / (1 - part))
        return v
    return through, back

def inflation(x, y, rows):
    """What the parameters of both regressions add to the variance of sums of products of residuals, if those of one are of both."""
    few = min(rows.n - side.regression.lost for side in (x, y))
    return few / max(few - min(x.used, y.used), 3)

def features_of(column, most, rows):
    """Those of a column that is constant within clusters are features of clusters: ranks and point masses count clusters."""
    for c in rows.ways if rows.clusters else ():
        first = np.unique(c, return_index=True)[1]
        if (column.codes == column.codes[first][c]).all():
            of_clusters = Column(column.codes[first])
            of_clusters.labels = column.labels
            functions, details = core.features_of(of_clusters, most, not of_clusters.continuous())
            return [f[c] for f in functions], details
    return core.features_of(column, most, not column.continuous())

class Side:
    """Features of a side: residuals (raw), these made independent (values), their details, and those of all waves (all)."""
    def __init__(self, columns, z, rows, groups):
        alone = columns[0] if len(columns) == 1 else None
        if isinstance(alone, Censored) or rows.survey or not rows.simple and rows.order is None:
            found = [self.features(c, z, rows) for c in columns if c.levels > 1]
            functions, details = [f for g, *_ in found for f in g], [d for _, e, *_ in found for d in e]
            every, self.regression = [f for _, _, more, _ in found for f in more], found[0][3]
            self.used = max(sum(r.used().values()) for *_, r in found)
            order = np.argsort(details, kind="stable")[:core.MOST_FEATURES if len(found) > 1 else len(details)]
            raw, self.details = core.orthogonal([functions[i] for i in order], [details[i] for i in order], rows.n)
            every, self.undecided = core.orthogonal(every, [0] * len(every), rows.n)[0], False
        else:
            side = core.side_of(columns, z)
            raw, every, self.details, self.regression, self.used = side.values, side.all, side.details.copy(), side.regression, side.used
            self.undecided = side.undecided
            if rows.within and alone and alone.continuous():
                raw, self.details = self.whole(alone, z, raw, rows)
        self.raw, every = (f - rows.w @ f / rows.n for f in (raw, every))
        self.raw = self.raw / np.sqrt(np.maximum(rows.w @ self.raw**2 / rows.n, 1e-300))
        self.values, self.all = (made_independent(f, rows, groups) for f in (self.raw, every))

    def features(self, column, z, rows):
        """Residual features, their details, those of all waves and the regression."""
        most = max(2, min(core.MOST_WAVES, int(rows.n ** (1 / 3) + core.MARGIN)))
        if isinstance(column, Censored):
            (functions, details), count = column.features(z, core.MOST_WAVES), most
        else:
            functions, details = features_of(column, core.MOST_WAVES, rows)
            count = max(1, len(functions) if column.labels else len(features_of(column, most, rows)[0]))
        f, r = regressed(z, np.array([standardised(g) for g in functions]).T, count, rows)
        return list(standardised(f).T)[:count], list(details[:count]), list(standardised(f).T), r

    def whole(self, column, z, raw, rows):
        """Features of deviations from cluster means, and those of whole values less their cluster means."""
        functions, details = core.features_of(column, max(2, 2 ** int(self.details.max(initial=1))), False)
        f = Regression(z, np.array([standardised(g) for g in functions]).T).residuals().T
        both = [(d, g) for d, g in zip(self.details, raw.T)] + [(d, standardised(g)) for d, g in zip(details[1:], f[1:])]
        both.sort(key=lambda one: one[0])
        return core.orthogonal([g for _, g in both], [d for d, _ in both], rows.n)

# ----------------------------------------------------------------------------------------------------------------- the answer
def answer(xs, ys, zs=(), rows=None, level=0.95):
    """As core.answer; the estimate is that of products alone, and of a censored time there is none."""
    rows, columns = rows or Rows(), [*xs, *ys, *zs]
    kept = np.logical_and.reduce([c.observed() if isinstance(c, Censored) else np.array([v is not None and v != "" and v == v for v in c])
                                  for c in columns])
    rows.prepare(kept)
    columns = [c.kept(kept) if isinstance(c, Censored) else Column(np.asarray(c)[kept]) for c in columns]
    x, y, z = columns[:len(xs)], columns[len(xs):len(xs) + len(ys)], [c for c in columns[len(xs) + len(ys):] if c.levels > 1]
    for c in z:
        c.absorbed = c.labels and c.levels > core.FEW_VALUES and not rows.survey
    groups = core.weights_of(z) if z else []
    if rows.within:
        z = z + [Column(rows.ways[0].astype(str))]
        z[-1].labels = z[-1].absorbed = True
    if any(all(c.levels == 1 for c in side) for side in (x, y)):
        return Answer(1.0, 0.0, 0.0, 0.0, 0.0, None, rows.n, 0)
    if rows.count < FEWEST_GROUPS:
        return Answer(*[None] * 6, rows.n, 0)
    sides = [Side(side, z, rows, groups) for side in (x, y)]
    if (any(side.undecided or not side.raw.size for side in sides) or
            any(side.used > core.MOST_USED * (rows.n - side.regression.lost) for side in sides)):
        return Answer(*[None] * 6, rows.n, 0)
    rows.wider = inflation(*sides, rows)
    p = max(core.combined(parts := parts_of(*sides, rows, groups)), 2 * exp(-gammaln(rows.count + 1)))
    most = min([sum(log(c.levels) for c in side) for side in (x, y) if all(c.labels for c in side)] + [inf])
    estimate, lower, upper, products = core.read_off(rows.n, p, parts, 0.0, most, most, level)
    found = [None] * 3 if any(isinstance(c, Censored) for c in x + y) else [estimate, lower, upper]
    return Answer(p, *found, products, None, rows.n, 0)
