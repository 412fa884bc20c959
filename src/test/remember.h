/* A cache of prepared Z and of residuals, for many questions about one table. Its size is bounded; the least
 * recently used entries are removed. Threads may use it at the same time. Answers have the same bits with and
 * without it. */
#ifndef TEST_REMEMBER_H
#define TEST_REMEMBER_H

#include "test/residuals.h"

typedef struct test_memory test_memory;

/* An entry: prepared Z, or a column residualised on Z. */
typedef struct test_kept test_kept;

typedef struct test_key {
	uint64_t rows;   /* hash of the rows in use */
	size_t column;   /* TEST_KEY_GIVEN, _REGRESSIONS or _RANKS: Z itself */
	const size_t *z; /* [z_count] ascending */
	size_t z_count;
} test_key;

#define TEST_KEY_GIVEN SIZE_MAX
#define TEST_KEY_REGRESSIONS (SIZE_MAX - 1)
#define TEST_KEY_RANKS (SIZE_MAX - 2) /* functions of ranks, which many columns share: `rows` is a hash of the ties */

struct test_kept {
	test_given given;         /* of Z */
	test_residuals residuals; /* of a column */
	/* the memory's own */
	test_key key;
	uint64_t hash;
	size_t users, bytes;
	test_kept *newer, *older, *chain;
};

/* A cache for questions about `table`, of about so many bytes at most; NULL: out of memory. */
test_memory *test_memory_new(const mixmi_table *table, size_t bytes);
void test_memory_free(test_memory *memory);

/* Removes all entries that are not in use. When larger Z follow, entries of smaller ones are rarely needed again,
 * and their memory is too small to be reused. */
void test_memory_forget(test_memory *memory);

/* The memory, if it is one of this table, else NULL. */
test_memory *test_memory_of(test_memory *memory, const mixmi_table *table);

/* The entry of a key, which must be released, or NULL. `memory` may be NULL. */
test_kept *test_memory_find(test_memory *memory, const test_key *key);

/* Adds `fresh`, which was made with test_kept_new() and then belongs to the cache. Returns the entry of its key,
 * which must be released. */
test_kept *test_memory_add(test_memory *memory, test_kept *fresh);
void test_memory_release(test_memory *memory, test_kept *kept);

/* An entry with nothing in it, and its end. */
test_kept *test_kept_new(const test_key *key);
void test_kept_free(test_kept *kept);

#endif
