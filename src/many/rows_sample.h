/* The rows whose identities have the smallest hashes: a simple random sample that is a function of the set of rows,
 * however they are split. Rows of equal hash are a cluster, which is kept or left as a whole. */
#ifndef MANY_ROWS_SAMPLE_H
#define MANY_ROWS_SAMPLE_H

#include "many/state.h"

#define MANY_MISSING UINT64_MAX /* the word of a missing value */

/* Initialise with zeros and set `most` and `columns`. */
typedef struct many_rows {
	size_t most;    /* rows to keep */
	size_t columns; /* words per row */
	uint64_t limit; /* hashes from here on were left; UINT64_MAX: none was */
	size_t count, capacity;
	uint64_t *hash;  /* [capacity] */
	uint64_t *words; /* [capacity][columns] */
} many_rows;

/* Room for `more` rows after the present ones. Returns false if memory runs out. */
bool many_rows_reserve(many_rows *rows, size_t more);

/* Sorts by hash and content, and leaves what is too much. `order` of words decides between rows of equal hash.
 * Returns false if memory runs out. */
bool many_rows_settle(many_rows *rows);

/* Leaves rows from a hash on. */
void many_rows_cut(many_rows *rows, uint64_t limit);

/* Whether two settled rows have the same hash. */
bool many_rows_repeat(const many_rows *rows);

void many_rows_clear(many_rows *rows);

#endif
