/* Sorts labels by similarity, so that bins can be runs of labels. */
#ifndef ESTIMATE_LIKENESS_H
#define ESTIMATE_LIKENESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct estimate_entry {
	uint32_t cell, count;
} estimate_entry;

/* order[k] is the k-th atom along the first axis of a correspondence analysis of the table of atoms by cells. Atom a has the entries first[a] to
 * first[a + 1] - 1. False: out of memory. */
bool estimate_order_atoms(uint32_t *order, size_t atoms, const size_t *first, const estimate_entry *entries,
                          size_t cells);

#endif
