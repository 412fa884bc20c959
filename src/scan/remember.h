/* A memory of what was residualised on what, for work that asks many questions about one table: columns given the same Z come up again and
 * again. Bounded: what was used longest ago goes first. Any number of threads may use it at the same time; answers are the same to
 * the last bit with it and without. */
#ifndef SCAN_REMEMBER_H
#define SCAN_REMEMBER_H

#include "scan/residuals.h"

typedef struct scan_memory scan_memory;

/* What is remembered: Z made ready, or a column residualised on Z. */
typedef struct scan_kept scan_kept;

typedef struct scan_key {
	uint64_t rows;   /* stands for the rows that are used */
	size_t column;   /* SCAN_KEY_GIVEN or _REGRESSIONS: Z itself */
	const size_t *z; /* [z_count] ascending */
	size_t z_count;
} scan_key;

#define SCAN_KEY_GIVEN SIZE_MAX
#define SCAN_KEY_REGRESSIONS (SIZE_MAX - 1)

struct scan_kept {
	scan_given given;         /* of Z */
	scan_residuals residuals; /* of a column */
	/* the memory's own */
	scan_key key;
	uint64_t hash;
	size_t users, bytes;
	scan_kept *newer, *older, *chain;
};

/* Bytes that one call may remember with. */
#define SCAN_MEMORY ((size_t)128 << 20)

/* A memory for questions about `table` of at most about so many bytes; NULL: out of memory. */
scan_memory *scan_memory_new(const mixmi_table *table, size_t bytes);
void scan_memory_free(scan_memory *memory);

/* Gives up all that nobody uses: where larger Z come from now on, what is remembered of smaller ones is of little use, and its
 * places are too small for what takes their turn, so that a process would keep both. */
void scan_memory_forget(scan_memory *memory);

/* The memory, if it is one of this table, else NULL. */
scan_memory *scan_memory_of(scan_memory *memory, const mixmi_table *table);

/* What is remembered for a key, or NULL; to be released. NULL for a memory remembers nothing. */
scan_kept *scan_memory_find(scan_memory *memory, const scan_key *key);

/* Remembers `fresh`, which was made with scan_kept_new() and belongs to the memory from now on; returns what is remembered for its
 * key, to be released. */
scan_kept *scan_memory_add(scan_memory *memory, scan_kept *fresh);
void scan_memory_release(scan_memory *memory, scan_kept *kept);

/* An entry with nothing in it, and its end. */
scan_kept *scan_kept_new(const scan_key *key);
void scan_kept_free(scan_kept *kept);

#endif
