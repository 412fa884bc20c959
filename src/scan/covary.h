/* How far sums of squares of deviates vary more than those of independent ones: features of X may go together more in some places of Z
 * than in others, and so may those of Y. */
#ifndef SCAN_COVARY_H
#define SCAN_COVARY_H

#include "scan/weighing.h"

/* Enlarges the variances of the sums of squares in `pairing` and `weighed`, made of the same sides. After a regression only: within cells
 * they stay as they are. False: out of memory. O(rows), and a bounded number of pairs of rows. */
bool scan_covary(scan_pairing *pairing, scan_weighed *weighed, const scan_residuals *x, const scan_residuals *y,
                 const scan_given *given);

#endif
