/* How well the hand-out would keep 1,024 ranks busy: a discrete-event simulation of a search, with the chunks of base/hand_out as
 * the ranks of mixmi-mpi take them, fed with times that were measured here. hand_out TIMES [RANKS...]
 *
 * TIMES has a line per piece, "STAGE SECONDS BYTES", in the order in which a search comes to them (bench/ranks.py writes it): how
 * long one process took for the piece and what its outcome takes in a parcel. A rank draws a ticket (the counter serves one at a
 * time), does the chunk's pieces and comes again; at the end of a stage all exchange their outcomes, and each takes them over.
 * Costs that this machine cannot show are those of a common network, given below and printed with the result. Efficiency is the
 * sum of all pieces' times, over ranks times the time of the whole. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hand_out.h"

typedef struct piece {
	char stage[48];
	double seconds, bytes;
} piece;

/* Of the network, and of a rank. */
typedef struct costs {
	double latency;   /* seconds for a fetch-and-add to come and go */
	double service;   /* seconds that the counter is held by one */
	double bandwidth; /* bytes a second that a rank receives in an all-gather */
	double step;      /* seconds of one of the log2(ranks) steps of a collective call */
	double
		take_over; /* seconds to take over a byte of an outcome: measured, 1.2e-7 s for the 45 bytes of a pair at level 0 */
} costs;

static const costs network = { 3e-6, 3e-7, 5e9, 2e-6, 2.7e-9 };

/* ------------------------------------------------------------------------------------------------------ the events */

/* Ranks by the time at which they are free again: a heap, the earliest first. */
static void sift(double *heap, size_t count, size_t at)
{
	for (size_t child = 2 * at + 1; child < count; at = child, child = 2 * at + 1) {
		if (child + 1 < count && heap[child + 1] < heap[child])
			child++;
		if (heap[at] <= heap[child])
			return;
		double kept = heap[at];
		heap[at] = heap[child];
		heap[child] = kept;
	}
}

static double chunk_seconds(const piece *pieces, const base_chunks *chunk)
{
	double sum = 0;
	for (size_t i = chunk->first; i < chunk->first + chunk->count; i++)
		sum += pieces[i].seconds;
	return sum;
}

/* The time of a stage, from when all begin to when the last one has done its last chunk. */
static double hand_out(const piece *pieces, size_t count, size_t ranks, double *heap)
{
	base_chunks chunk;
	double counter = 0, end = 0; /* when the counter is free again */
	memset(heap, 0, ranks * sizeof *heap);
	base_chunks_start(&chunk, count, ranks);
	for (size_t ticket = 0; chunk.count > 0; base_chunks_seek(&chunk, ++ticket)) {
		double asks = heap[0] > counter ? heap[0] : counter;
		counter = asks + network.service;
		heap[0] = asks + network.latency + chunk_seconds(pieces, &chunk);
		end = heap[0] > end ? heap[0] : end;
		sift(heap, ranks, 0);
	}
	return end + network.latency; /* the last ticket, that has nothing */
}

static double exchange(const piece *pieces, size_t count, size_t ranks)
{
	double bytes = 0, steps = 0;
	for (size_t i = 0; i < count; i++)
		bytes += pieces[i].bytes;
	for (size_t r = 1; r < ranks; r *= 2)
		steps += network.step;
	return ranks == 1 ? 0 : 6 * steps + bytes / network.bandwidth + bytes * network.take_over;
}

/* ------------------------------------------------------------------------------------------------------- the search */

static double simulate(const piece *pieces, size_t count, size_t ranks, double *heap)
{
	double whole = 0;
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first; end < count && strcmp(pieces[end].stage, pieces[first].stage) == 0;)
			end++;
		whole += hand_out(pieces + first, end - first, ranks, heap) + exchange(pieces + first, end - first, ranks);
	}
	return whole;
}

static piece *read_pieces(const char *path, size_t *count)
{
	FILE *file = fopen(path, "r");
	piece *pieces = NULL, p;
	size_t room = 0;
	*count = 0;
	while (file != NULL && fscanf(file, "%47s %lf %lf", p.stage, &p.seconds, &p.bytes) == 3) {
		if (*count == room) {
			room = 2 * room + 1024;
			piece *larger = realloc(pieces, room * sizeof *pieces);
			if (larger == NULL)
				break;
			pieces = larger;
		}
		pieces[(*count)++] = p;
	}
	if (file != NULL)
		fclose(file);
	return pieces;
}

static void report(const piece *pieces, size_t count, size_t ranks)
{
	double *heap = calloc(ranks, sizeof *heap), work = 0, longest = 0;
	if (heap == NULL)
		return;
	for (size_t i = 0; i < count; i++) {
		work += pieces[i].seconds;
		longest = pieces[i].seconds > longest ? pieces[i].seconds : longest;
	}
	double whole = simulate(pieces, count, ranks, heap);
	printf("%8zu ranks: %10.3f s of %12.1f s of work, efficiency %.3f, longest piece %.3f s\n", ranks, whole, work,
	       work / ((double)ranks * whole), longest);
	free(heap);
}

int main(int argc, char **argv)
{
	static const size_t usual[] = { 1, 2, 16, 64, 256, 1024 };
	size_t count = 0;
	piece *pieces = argc > 1 ? read_pieces(argv[1], &count) : NULL;
	if (count == 0) {
		printf("hand_out: no times; bench/ranks.py measures some and runs this\n");
		return 0;
	}
	printf("network: %g s a ticket, %g s at the counter, %g bytes/s, %g s a step; %g s to take over a byte\n",
	       network.latency, network.service, network.bandwidth, network.step, network.take_over);
	for (int i = 2; i < argc; i++)
		report(pieces, count, (size_t)strtoul(argv[i], NULL, 10));
	for (size_t i = 0; argc == 2 && i < sizeof usual / sizeof usual[0]; i++)
		report(pieces, count, usual[i]);
	free(pieces);
	return 0;
}
