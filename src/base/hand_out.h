/* Distributes pieces to workers that cannot communicate with each other. Each worker takes the next ticket from a
 * shared counter, and the ticket determines its pieces. This is guided self-scheduling (Polychronopoulos and Kuck
 * 1987): a chunk is a fixed share of the remaining pieces, so chunks become smaller towards the end and all workers
 * finish at about the same time. Chunks depend only on the numbers of pieces and workers, so every worker computes the
 * same ones. */
#ifndef BASE_HAND_OUT_H
#define BASE_HAND_OUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct base_chunks {
	size_t pieces, workers;
	size_t ticket;       /* of the current chunk */
	size_t first, count; /* its pieces; count is 0 if none is left */
} base_chunks;

/* Starts at ticket 0. */
void base_chunks_start(base_chunks *chunks, size_t pieces, size_t workers);

/* Advances to a later ticket. O(tickets skipped). About 8 workers ln(pieces / workers) tickets have pieces. */
void base_chunks_seek(base_chunks *chunks, size_t ticket);

#endif
