/* A memory of what was residualised on what, for work that asks many questions about one table: columns given the same Z come up again and
 * again. Bounded: of Z made ready, and of residuals, what was used longest ago goes first. Any number of threads may use it at the same time; answers are the same to
 * the last bit with it and without. */
#ifndef TEST_REMEMBER_H
#define TEST_REMEMBER_H

#include "test/residuals.h"

typedef struct test_memory test_memory;

/* What is remembered: Z made ready, or a column residualised on Z. */
typedef struct test_kept test_kept;

typedef struct test_key {
	uint64_t rows;   /* stands for the rows that are used */
	size_t column;   /* TEST_KEY_GIVEN, _REGRESSIONS or _RANKS: Z itself */
	const size_t *z; /* [z_count] ascending */
	size_t z_count;
} test_key;

#define TEST_KEY_GIVEN SIZE_MAX
#define TEST_KEY_REGRESSIONS (SIZE_MAX - 1)
#define TEST_KEY_RANKS (SIZE_MAX - 2) /* functions of ranks, which many columns share: `rows` stands for the ties */

struct test_kept {
	test_given given;         /* of Z */
	test_residuals residuals; /* of a column */
	/* the memory's own */
	test_key key;
	uint64_t hash;
	size_t users, bytes;
	test_kept *newer, *older, *chain;
};

/* A memory for questions about `table` of at most about so many bytes; NULL: out of memory. */
test_memory *test_memory_new(const mixmi_table *table, size_t bytes);
void test_memory_free(test_memory *memory);

/* Gives up all that nobody uses: where larger Z come from now on, what is remembered of smaller ones is of little use, and its
 * places are too small for what takes their turn, so that a process would keep both. */
void test_memory_forget(test_memory *memory);

/* The memory, if it is one of this table, else NULL. */
test_memory *test_memory_of(test_memory *memory, const mixmi_table *table);

/* What is remembered for a key, or NULL; to be released. NULL for a memory remembers nothing. */
test_kept *test_memory_find(test_memory *memory, const test_key *key);

/* Remembers `fresh`, which was made with test_kept_new() and belongs to the memory from now on; returns what is remembered for its
 * key, to be released. */
test_kept *test_memory_add(test_memory *memory, test_kept *fresh);
void test_memory_release(test_memory *memory, test_kept *kept);

/* An entry with nothing in it, and its end. */
test_kept *test_kept_new(const test_key *key);
void test_kept_free(test_kept *kept);

#endif
