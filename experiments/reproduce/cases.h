/* Data that is not in the paper: independent columns for the false-rejection rates, and weak spots of the paper's
 * method (docs/METHOD.md, section 15). */
#ifndef REPRODUCE_CASES_H
#define REPRODUCE_CASES_H

#include "draw.h"
#include "mixmi.h"

enum { CASE_COLUMNS = 3 };

/* x and y, perhaps given z. */
typedef struct data_case {
	const char *name;
	const char *what;
	const char *types; /* one character per column: d (declared discrete) or n (numeric) */
	double truth;      /* I(X;Y|Z), nats */
	double outlier;    /* if not 0, the x of the first row */
	void (*draw_row)(double *row, draw *d);
} data_case;

/* The case with this name, or NULL. */
const data_case *case_find(const char *name);

mixmi_status case_table(mixmi_table **out, const data_case *c, size_t rows, uint64_t seed, uint64_t number);

#endif
