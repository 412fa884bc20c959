/* The paper's data-generating mechanisms with their true values (docs/METHOD.md, section 4, where the paper's are wrong). */
#ifndef EXPERIMENTS_MECHANISMS_H
#define EXPERIMENTS_MECHANISMS_H

#include "draw.h"
#include "mixmi.h"

enum { MECHANISM_COLUMNS = 16, MECHANISM_LABELS = 50 };

/* One row into `row`, in the order of the columns' names. */
typedef void mechanism_row(double *row, draw *d);

/* I(X;Y|Z) of the first column and the second given the rest. */
typedef struct mechanism {
	const char *name;     /* such as "I" or "VI-2" */
	const char *what;     /* one line for people */
	const char *columns;  /* comma-separated names */
	const char *discrete; /* one character a column: d (declared discrete), n (numeric) or t (texts, number 0 to 49) */
	double truth;         /* nats */
	mechanism_row *draw_row;
} mechanism;

/* The mechanism with this name, or NULL; and number `index`, or NULL past the end. */
const mechanism *mechanism_find(const char *name);
const mechanism *mechanism_at(size_t index);

/* Draw number `number` of the mechanism under `seed`, as a table of `rows` rows. */
mixmi_status mechanism_table(mixmi_table **out, const mechanism *m, size_t rows, uint64_t seed, uint64_t number);

/* The default estimate of I(X;Y|Z) for such a table. */
mixmi_status mechanism_estimate(mixmi_answer *out, const mechanism *m, const mixmi_table *table,
                                const mixmi_options *options);

#endif
