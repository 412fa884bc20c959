/* Rows and columns of one question as used by MIIC: ranks, with equal rows merged. */
#ifndef MIIC_MIIC_ROWS_H
#define MIIC_MIIC_ROWS_H

#include "mixmi/method.h"

/* Codes are 0 .. levels-1 in the order of values, and each occurs. Candidate bins of a continuous column have `coarse`
 * levels each (the last one possibly fewer). */
typedef struct miic_column {
	bool continuous;
	size_t levels;
	uint32_t *codes;  /* [items] */
	size_t coarse;    /* levels per candidate bin */
	size_t groups;    /* number of candidate bins */
	uint32_t *starts; /* [levels + 1] rows with a smaller value; NULL in a discrete column */
	uint32_t *order;  /* [items] items in ascending order of their codes; NULL in a discrete column */
} miic_column;

/* Columns are X, Y and then those of Z that are not constant. Items are the distinct rows in lexicographic order, so
 * results do not depend on the order of rows. */
typedef struct miic_sample {
	size_t rows;
	size_t rows_dropped;
	size_t items;
	uint32_t *counts; /* [items] rows */
	size_t column_count;
	miic_column *columns;
	size_t start_bins; /* maximum number of bins at the start of the search */
	size_t most_bins;
} miic_sample;

/* Takes the complete rows of a question, with X and Y in canonical order. O(k n) and a radix sort. */
mixmi_status miic_sample_init(miic_sample *sample, const mixmi_table *table, const mixmi_question *question,
                              const mixmi_options *options);
void miic_sample_clear(miic_sample *sample);

/* True if there is nothing to cut. */
bool miic_sample_is_discrete(const miic_sample *sample);

#endif
