/*
 * How pieces are handed out to workers that cannot speak to each other: each draws the next ticket from a common counter,
 * and the ticket says which pieces are its holder's. Guided self-scheduling (Polychronopoulos and Kuck 1987): a chunk is a
 * fixed share of what is left, so chunks shrink towards the end and all workers come to their end at about the same time.
 * Chunks depend on the numbers of pieces and workers only, so everybody computes the same ones.
 */
#ifndef BASE_HAND_OUT_H
#define BASE_HAND_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct base_chunks {
	size_t pieces, workers;
	size_t ticket;       /* of the present chunk */
	size_t first, count; /* its pieces; count 0: none is left */
} base_chunks;

/* Goes to ticket 0. */
void base_chunks_start(base_chunks *chunks, size_t pieces, size_t workers);

/* Goes on to a later ticket. O(tickets between); in all about 8 workers ln(pieces / workers) tickets have pieces. */
void base_chunks_seek(base_chunks *chunks, size_t ticket);

#endif
