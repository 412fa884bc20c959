/* Summaries of draws: sums in the order of the draws, so that their bits do not depend on how the draws were
 * computed. */
#ifndef REPRODUCE_SUMMARY_H
#define REPRODUCE_SUMMARY_H

#include <stddef.h>
#include <stdio.h>

typedef struct summary {
	double mean;
	double error; /* standard error of the mean; NaN for a single draw */
} summary;

/* Of values[0], values[stride], ... (`count` of them). */
summary summary_of(const double *values, size_t count, size_t stride);

/* Of their squared distances from `truth`. */
summary summary_squares(const double *values, size_t count, size_t stride, double truth);

/* Of the shares of values that are at most `bound`; NaN if any value is NaN. */
summary summary_at_most(const double *values, size_t count, size_t stride, double bound);

/* The median; sorts `values`. */
double summary_median(double *values, size_t count);

/* Writes ",value" with nine digits; the field is empty for NaN. */
void summary_write(FILE *file, double value);
void summary_write_pair(FILE *file, summary s);

#endif
