/* The distinct values with the smallest hashes, each with the number of its rows: exact counts of a sample of values
 * that does not depend on the order of rows, from which the number of distinct values is estimated (Bar-Yossef and
 * others 2002). */
#ifndef MANY_SMALLEST_H
#define MANY_SMALLEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MANY_DISTINCT = 4096 /* the error of the number of distinct values is 1.6% */ };

typedef struct many_counted {
	uint64_t hash, rows;
} many_counted;

/* Initialise with zeros. */
typedef struct many_smallest {
	many_counted *items; /* [2 MANY_DISTINCT] the first `sorted` ascend; NULL: nothing was added */
	size_t sorted, count;
	uint64_t limit; /* larger hashes are not taken; UINT64_MAX: all are */
} many_smallest;

/* Returns false if memory runs out. */
bool many_smallest_add(many_smallest *s, uint64_t hash, uint64_t rows);

/* Sorts and joins what was added. */
void many_smallest_settle(many_smallest *s);

/* The number of distinct values; s is settled. */
double many_smallest_distinct(const many_smallest *s);

void many_smallest_clear(many_smallest *s);

#endif
