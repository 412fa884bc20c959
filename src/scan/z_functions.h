/* Functions of Z for regressions: of each column, of pairs and of triples, from the simplest on, as many as the rows carry. */
#ifndef SCAN_Z_FUNCTIONS_H
#define SCAN_Z_FUNCTIONS_H

#include "scan/sample_column.h"

typedef struct scan_functions {
	size_t rows;
	size_t count;
	size_t additive; /* the first of them: functions of one column, as simple as all of the last kind */
	size_t single;   /* with finer functions of one column; the others are of two or three */
	size_t simple;   /* the first of those: scores and labels */
	size_t *costs;   /* [count] ascending within each of the three kinds */
	double *values;  /* [count][rows] fixed, mean 0, variance 1 */
	double *weights; /* [count] how much each is held back by the penalty */
} scan_functions;

/* `columns` in an order that depends on their values only. Unless `whole`, only the first of the interactions may be there, enough to
 * see whether more are needed. False: out of memory. O(rows) a function. */
bool scan_functions_init(scan_functions *functions, const scan_column *columns, size_t column_count, bool whole);
void scan_functions_clear(scan_functions *functions);

#endif
