/* Cox regression as a reference: the maximum of the partial likelihood. */
#ifndef EXPERIMENTS_COX_H
#define EXPERIMENTS_COX_H

#include <stddef.h>

enum { COX_MOST_COLUMNS = 4 };

/* The logarithm of the partial likelihood (Breslow's for ties) at its maximum over the coefficients of `count` columns; observed[rows]: 1 for
 * an event. NaN: out of memory, or no maximum. O(rows log rows + rows count^2). */
double cox_likelihood(const double *time, const unsigned char *observed, const double *const *columns, size_t count,
                      size_t rows);

#endif
