/*
 * The estimator of Suzuki (Entropy 18(4) 109, 2016), the paper's JIC: mutual information on grids of quantiles of growing
 * resolution, each minus the penalty (|X|-1)(|Y|-1) ln n / 2n; the largest value counts. It is 0 for large n if and only
 * if X and Y are independent.
 */
#ifndef INFO_SUZUKI_H
#define INFO_SUZUKI_H

#include "mixmi.h"

/*
 * Numeric columns are cut into 2^a cells by rank (ties stay together), discrete ones keep their values. Columns of one set
 * share their a; |.| counts the cells that occur, as products over columns.
 *
 * With Z the chain rule is used, I(X;Y|Z) = I(X;YZ) - I(X;Z), each term with its own best grid, as the mean over exchanging
 * X and Y. On discrete columns that is the plug-in estimate minus (|X|-1)(|Y|-1)|Z| ln n / 2n. (The largest penalised
 * I(X;Y|Z) over all grids would not do: a coarse Z leaves dependence that the true Z explains.)
 *
 * `corrected` is the penalised value, at least 0; `estimate` is the same without penalties, on the same grids. The answer
 * does not depend on the order of rows or columns or on exchanging X and Y. O(n) a grid, O(log(n)^3) grids of which a bound
 * leaves few to be counted.
 */
mixmi_status info_suzuki(mixmi_value *out, const mixmi_table *table, const mixmi_question *question,
                         const mixmi_options *options);

#endif
