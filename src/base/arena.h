/* The workspace of one job: memory that is taken piece by piece and released all at once. When memory runs out, the job
 * ends there, so that functions which take from an arena cannot fail and return values.
 *
 * Whatever a job holds besides its arena (locks, files, allocated memory) would be lost when it ends early: it holds
 * nothing else, and does not start threads. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "mixmi.h"

typedef struct base_arena base_arena;

/* Runs work(context, arena) and frees what it took. MIXMI_ERROR_MEMORY: it ended early, and what it wrote through its
 * context is incomplete; otherwise what it returns. */
mixmi_status base_arena_run(mixmi_status (*work)(void *context, base_arena *arena), void *context);

/* `count` elements of `size` bytes, aligned for any type and for vectors of 32 bytes; uninitialised or zeroed. Never
 * NULL. */
void *base_arena_take(base_arena *arena, size_t count, size_t size);
void *base_arena_take_zero(base_arena *arena, size_t count, size_t size);

/* A place in the arena, to which it can be set back: frees what was taken since, in the order of a stack. */
typedef struct base_arena_mark {
	void *chunk;
	size_t used;
} base_arena_mark;

base_arena_mark base_arena_here(const base_arena *arena);
void base_arena_back(base_arena *arena, base_arena_mark mark);

/* Another arena that lives as long: what is taken from one is not released when the other is set back. Made for what is
 * computed when it is first needed and kept, in the middle of work that frees its own memory. */
base_arena *base_arena_beside(base_arena *arena);

#endif
