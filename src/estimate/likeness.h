/* An order for values that have none. */
#ifndef ESTIMATE_LIKENESS_H
#define ESTIMATE_LIKENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The rows of one symbol in one cell of the other columns. */
typedef struct estimate_entry {
	uint32_t cell;
	uint32_t count;
} estimate_entry;

/* Orders `atoms` atoms, whose entries are first[a] .. first[a + 1] - 1, along the first axis of their correspondence analysis
 * with the cells, by reciprocal averaging: atoms that go with the same cells come to stand together. False: out of
 * memory. */
bool estimate_order_atoms(uint32_t *order, size_t atoms, const size_t *first, const estimate_entry *entries,
                          size_t cells);

#endif
