/* The estimator of Suzuki (Entropy 18(4) 109, 2016), called JIC in the paper: mutual information on quantile grids of
 * growing resolution, each minus the penalty (|X|-1)(|Y|-1) ln n / 2n; the estimate is the maximum. Without Z it is 0
 * for large n if and only if X and Y are independent. */
#ifndef SUZUKI_SUZUKI_H
#define SUZUKI_SUZUKI_H

#include "mixmi/method.h"

/* Numeric columns are cut into 2^a cells by rank (ties stay together); discrete ones keep their values. Columns of one
 * set share their a; |.| is the number of occupied cells, multiplied over columns. Given Z, which is cut in the same
 * way but at least once, the penalty is (|X|-1)(|Y|-1)|Z| ln n / 2n; the maximum is over the resolutions of all three.
 *
 * `corrected` is that maximum, or 0; `estimate` is the information on the same grid without the penalty. A coarse Z
 * leaves dependence that the true Z explains, and the maximum selects it: with numeric Z, dependence is overestimated,
 * also for large n, as the paper reports for JIC.
 *
 * The answer does not depend on the order of rows or columns or on exchanging X and Y. O(n) for each of O(log(n)^3)
 * grids, most of which are excluded by a bound. */
extern const mixmi_own_method suzuki_estimator;
extern const mixmi_own_method suzuki_test;

#endif
