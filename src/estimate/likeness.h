/* The order of atoms that have none of their own: atoms that are alike stand together. */
#ifndef ESTIMATE_LIKENESS_H
#define ESTIMATE_LIKENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct estimate_entry {
	uint32_t cell, count;
} estimate_entry;

/* order[k]: the atom at place k along the first axis of correspondence analysis of the table of atoms by cells. entries[first[a]] ..
 * entries[first[a + 1] - 1] are those of atom a. False: out of memory. */
bool estimate_order_atoms(uint32_t *order, size_t atoms, const size_t *first, const estimate_entry *entries,
                          size_t cells);

#endif
