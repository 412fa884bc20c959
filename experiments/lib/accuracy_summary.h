/* A method compared with all others over many cells of an accuracy table, and the quality of its zeros and intervals. */
#ifndef EXPERIMENTS_ACCURACY_SUMMARY_H
#define EXPERIMENTS_ACCURACY_SUMMARY_H

#include "accuracy.h"

typedef struct accuracy_summary {
	size_t cells;                 /* mechanisms at this number of rows that the method was asked, and a peer too */
	size_t above;                 /* RMSE above 1.5 times the best peer's plus 0.01 */
	size_t best;                  /* the least RMSE of all methods, alone */
	double rank;                  /* mean place among the methods of a cell, 1 the best; ties share the better place */
	size_t null_cells;            /* of truth 0 */
	double null_zeros;            /* mean share of exact zeros in them; NaN: none, or not measured */
	double other_zeros;           /* greatest share of exact zeros where the truth is not 0; NaN: not measured */
	size_t intervals;             /* cells with intervals and a truth above 0 and up to 2 */
	size_t uncovered, wide;       /* of these: coverage below .90; width above 3 times the ideal */
	double coverage, width_ratio; /* their means */
} accuracy_summary;

/* Peers are ms, ksg, mixed-ksg, miic and paper, with any options. */
bool accuracy_is_rival(const char *method);

/* Over all mechanisms of the suite, or of the hold-out set, at this number of rows. */
accuracy_summary accuracy_sum_up(const accuracy_table *table, const char *method, size_t rows, bool holdout);

/* One line per number of rows and method, as a Markdown table; and one line per cell with zeros and intervals. */
void accuracy_print_summary(FILE *file, const accuracy_table *table);
void accuracy_print_spread(FILE *file, const accuracy_table *table);

#endif
