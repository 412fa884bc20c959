/* Exact p-values for a handful of rows: all ways to pair the rows of X with those of Y. */
#ifndef SCAN_ALL_EXCHANGES_H
#define SCAN_ALL_EXCHANGES_H

#include "scan/weighing.h"

enum { SCAN_MOST_EXCHANGED = 7 };

/* *p becomes the share of all pairings of the rows of X with those of Y, nothing given, whose approximate p-value is at most *p, that of the
 * pairing at hand. For at most SCAN_MOST_EXCHANGED rows. False: out of memory. O(rows! features^2). */
bool scan_exchange_all(double *p, const scan_residuals *x, const scan_residuals *y, const scan_given *given);

#endif
