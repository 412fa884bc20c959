/* The paper's data-generating mechanisms with their true values (docs/METHOD.md, section 4, lists where the paper's are wrong). */
#ifndef EXPERIMENTS_MECHANISMS_H
#define EXPERIMENTS_MECHANISMS_H

#include "ask.h"
#include "draw.h"

enum { MECHANISM_COLUMNS = ASK_COLUMNS, MECHANISM_LABELS = ASK_LABELS };

/* One row into `row`, in the order of the columns' names. */
typedef void mechanism_row(double *row, draw *d);

/* I(X;Y|Z) of the columns whose names begin with x and with y, given those with z, in this order. */
typedef struct mechanism {
	const char *name;     /* such as "I" or "VI-2" */
	const char *what;     /* one line in words */
	const char *columns;  /* comma-separated names */
	const char *discrete; /* one character a column: as in ask_table(): d, n, t or T */
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
