/*
 * The estimator of Suzuki (Entropy 18(4) 109, 2016), the paper's JIC: mutual information on grids of quantiles of
 * growing resolution, each minus the penalty (|X|-1)(|Y|-1) ln n / 2n; the largest value counts. Without Z it is 0
 * for large n if and only if X and Y are independent.
 */
#ifndef SUZUKI_SUZUKI_H
#define SUZUKI_SUZUKI_H

#include "base/method.h"

/*
 * Numeric columns are cut into 2^a cells by rank (ties stay together), discrete ones keep their values. Columns of
 * one set share their a; |.| counts the cells that occur, as products over columns. Given Z, which is cut likewise
 * but at least in two, the penalty is (|X|-1)(|Y|-1)|Z| ln n / 2n; the largest value is over the resolutions of all
 * three.
 *
 * `corrected` is that largest value, or 0; `estimate` is the information on the grid that it comes from, without the
 * penalty. A coarse Z leaves dependence that the true Z explains, and the maximum finds it: with numeric Z dependence
 * is overestimated, which is what the paper reports of JIC, and it does not go away for large n.
 *
 * The answer does not depend on the order of rows or columns or on exchanging X and Y. O(n) for each of O(log(n)^3)
 * grids, of which a bound leaves few to be counted.
 */
mixmi_status suzuki_estimate(mixmi_answer *out, const mixmi_table *table, const mixmi_question *question);

extern const base_method suzuki_estimator;
extern const base_method suzuki_test;

#endif
