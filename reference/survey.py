"""A weighted mean difference and a table of a survey, as in R's package survey (Lumley 2004).

    mean_difference(x, y, rows.Rows(weights=w, strata=h, clusters=[psu]))        rao_scott(x, y, ...)
"""
from math import sqrt

import numpy as np
from scipy.stats import f as fisher

import mixmi_reference as core
from mixmi_reference import pairs
from rows import by_cell


def total_variance(u, rows):
    """Taylor's covariance of totals of u (n x k): between primary units within strata."""
    c = rows.ways[0]
    q, h = by_cell(u, c), rows.h[np.unique(c, return_index=True)[1]]
    units = np.bincount(h)[h][:, None].astype(float)
    q = core.centred(q, h)
    return (units / np.maximum(units - 1, 1) * q).T @ q

def mean_difference(x, y, rows):
    """The weighted mean of y where x is true less that where it is false, and its linearised standard error."""
    rows = rows.prepare(np.ones(len(y), bool))
    u, value = np.zeros(len(y)), 0.0
    for sign, here in ((1, x), (-1, ~x)):
        w = rows.w * here
        mean = w @ y / w.sum()
        value, u = value + sign * mean, u + sign * w * (y - mean) / w.sum()
    return value, sqrt(total_variance(u[:, None], rows)[0, 0])

def rao_scott(x, y, rows):
    """(F, its degrees of freedom, p) of a table by Rao and Scott (1984), second order, as in R's survey package (unweighted contrasts)."""
    rows = rows.prepare(np.ones(len(y), bool))
    n, w, (i, j) = len(x), rows.w / rows.w.sum(), (np.unique(v, return_inverse=True)[1].ravel() for v in (x, y))
    one = pairs(1.0 * (i[:, None] == np.arange(i.max() + 1)), 1.0 * (j[:, None] == np.arange(j.max() + 1))).reshape(n, -1)
    p = w @ one
    table = p.reshape(i.max() + 1, -1)
    expected = np.outer(table.sum(1), table.sum(0)).ravel()
    chi2 = n * np.sum((p - expected) ** 2 / expected)
    main = np.hstack([np.ones((p.size, 1)), np.kron(np.eye(i.max() + 1)[:, 1:], np.ones((j.max() + 1, 1))),
                      np.kron(np.ones((i.max() + 1, 1)), np.eye(j.max() + 1)[:, 1:])])
    both = np.kron(np.eye(i.max() + 1)[:, 1:], np.eye(j.max() + 1)[:, 1:])
    c = (both - main @ np.linalg.lstsq(main, both, rcond=None)[0]) / np.maximum(p, 1e-300)[:, None] * (p > 0)[:, None]
    delta = np.linalg.solve((c * p[:, None]).T @ c / n, c.T @ total_variance(w[:, None] * (one - p), rows) @ c)
    units = int(rows.ways[0].max()) + 1 - int(rows.h.max()) - 1
    df = np.trace(delta) ** 2 / np.trace(delta @ delta)
    return chi2 / np.trace(delta), df, df * units, float(fisher.sf(chi2 / np.trace(delta), df, df * units))
