"""Features of a time that may be censored: integrals of its martingale, which have mean 0 given Z and the end of observation.

    rows.answer([Censored(stop, event, start)], [y], [z])
"""
from math import inf

import numpy as np

import mixmi_reference as core

PERIODS, RISK_ROUNDS, MOST_RISK, MOST_STEP = 2, 3, 64, 4


class Censored:
    """A time `stop` that ended with its event or was censored (event 0), observed from `start` on."""
    def __init__(self, stop, event, start=None):
        self.stop, self.event = np.asarray(stop, float), np.asarray(event, bool)
        self.start = np.full(len(self.stop), -inf) if start is None else np.asarray(start, float)
        self.rows, self.labels, self.levels = len(self.stop), False, len(np.unique(self.stop))

    def observed(self):
        return (self.start < self.stop) & (self.stop == self.stop)

    def kept(self, rows):
        return Censored(self.stop[rows], self.event[rows], self.start[rows])

    def features(self, z, most):
        """Martingale residuals d w_k(t) - int R w_k dA between start and stop (Therneau, Grambsch and Fleming 1990): w_0 = 1, the
        log-rank score, and waves over the places of times among events. R is constant in time within periods."""
        times, at, events = np.unique(self.stop[self.event], return_inverse=True, return_counts=True)
        below = np.cumsum(events) - events
        u, m = (2 * below + events - events.sum()) / (2 * events.sum()), len(times)
        period = np.minimum(PERIODS * below // events.sum(), PERIODS - 1)
        weights = np.array([np.ones(m)] + [core.wave(k, u) for k in range(1, min(most, m))]).T
        first, last = np.searchsorted(times, self.start, "right"), np.searchsorted(times, self.stop, "right")
        risk = np.ones((self.rows, PERIODS))

        def hazard():
            """Breslow's dA, in the risk of its period."""
            joins, leaves = np.zeros((m + 1, PERIODS)), np.zeros((m + 1, PERIODS))
            np.add.at(joins, first, risk)
            np.add.at(leaves, last, risk)
            at_risk = np.cumsum(joins - leaves, axis=0)[np.arange(m), period]
            return np.bincount(at, minlength=m) / np.maximum(at_risk, 1e-12)

        def integrals(of):
            """int of dA in each period between start and stop: [rows, periods, functions]."""
            now = (hazard()[:, None] * of)[:, None, :] * (period[:, None] == np.arange(PERIODS))[:, :, None]
            sums = np.concatenate([np.zeros((1,) + now.shape[1:]), np.cumsum(now, axis=0)])
            return sums[last] - sums[np.minimum(first, last)]

        own = np.zeros((self.rows, PERIODS))
        own[np.flatnonzero(self.event), period[at]] = 1
        for _ in range(RISK_ROUNDS if z else 0):
            both = np.hstack([own, risk * integrals(np.ones((m, 1)))[:, :, 0]])
            mean, size = both.mean(0), both.std(0) + 1e-300
            fit = both - core.Regression(z, (both - mean) / size).residuals() * size
            fit = np.maximum(fit, mean / MOST_STEP)
            step = np.clip(fit[:, :PERIODS] / np.maximum(fit[:, PERIODS:], 1e-300), 1 / MOST_STEP, MOST_STEP)
            risk = np.clip(risk * step, 1 / MOST_RISK, MOST_RISK)
        scores = -(risk[:, :, None] * integrals(weights)).sum(1)
        scores[self.event] += weights[at]
        return list(scores.T), [0] + [max(1, int(np.ceil(np.log2(k + 1)))) for k in range(1, weights.shape[1])]


