/* An arena is a list of chunks, the newest first. Chunks that a job has left by base_arena_back() are kept for whatever it
 * takes next, also beside: memory that was touched once is not asked of the system again, which at a million rows took
 * two fifths of the time. They are released before the job asks for more, so that it never holds more than it has used
 * at once. Chunks double in size: few calls. */
#include "base/arena.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum {
	ALIGNMENT = 32,
	LEAST_CHUNK = 1 << 16, /* bytes: many small pieces cost one malloc() */
	MOST_DOUBLED = 1 << 24 /* up to here a chunk is twice as large as the one before; larger ones would waste memory */
};

typedef struct chunk {
	struct chunk *before;
	size_t size, used; /* bytes of `bytes` */
	unsigned char *bytes;
} chunk;

struct base_arena {
	chunk *newest;
	chunk **spare; /* that were left, in no order; all arenas of a job share them */
	jmp_buf *out_of_memory;
	struct base_arena *beside; /* the next of those that were made beside it */
};

static void free_chunks(chunk *newest)
{
	while (newest != NULL) {
		chunk *before = newest->before;
		free(newest);
		newest = before;
	}
}

static size_t padding_of(const chunk *c)
{
	uintptr_t at = (uintptr_t)(c->bytes + c->used);
	return (size_t)(-at & (ALIGNMENT - 1));
}

static bool fits(const chunk *c, size_t bytes)
{
	return c != NULL && c->size - c->used >= ALIGNMENT && c->size - c->used - ALIGNMENT >= bytes;
}

static void release_spare(base_arena *arena)
{
	free_chunks(*arena->spare);
	*arena->spare = NULL;
}

/* The smallest of the spare chunks that hold so much, or NULL. */
static chunk *take_spare(base_arena *arena, size_t bytes)
{
	chunk **best = NULL;
	for (chunk **at = arena->spare; *at != NULL; at = &(*at)->before)
		if (fits(*at, bytes) && (best == NULL || (*at)->size < (*best)->size))
			best = at;
	chunk *found = best != NULL ? *best : NULL;
	if (found != NULL)
		*best = found->before;
	return found;
}

static chunk *new_chunk(base_arena *arena, size_t bytes)
{
	chunk *c = take_spare(arena, bytes);
	if (c != NULL)
		return c;
	release_spare(arena);
	size_t grown = arena->newest != NULL ? arena->newest->size : LEAST_CHUNK / 2;
	grown = grown <= MOST_DOUBLED / 2 ? 2 * grown : MOST_DOUBLED;
	size_t size = bytes > grown ? bytes : grown;
	c = size <= SIZE_MAX - sizeof *c - 2 * ALIGNMENT ? malloc(sizeof *c + size + 2 * ALIGNMENT) : NULL;
	if (c == NULL)
		longjmp(*arena->out_of_memory, 1);
	*c = (chunk){ .size = size + 2 * ALIGNMENT, .bytes = (unsigned char *)(c + 1) };
	return c;
}

void *base_arena_take(base_arena *arena, size_t count, size_t size)
{
	if (size != 0 && count > (SIZE_MAX - 4 * ALIGNMENT) / size)
		longjmp(*arena->out_of_memory, 1);
	size_t bytes = count * size;
	if (!fits(arena->newest, bytes)) {
		chunk *c = new_chunk(arena, bytes);
		c->before = arena->newest;
		arena->newest = c;
	}
	chunk *c = arena->newest;
	c->used += padding_of(c);
	void *piece = c->bytes + c->used;
	c->used += bytes;
	return piece;
}

void *base_arena_take_zero(base_arena *arena, size_t count, size_t size)
{
	void *piece = base_arena_take(arena, count, size);
	memset(piece, 0, count * size);
	return piece;
}

base_arena_mark base_arena_here(const base_arena *arena)
{
	return (base_arena_mark){ arena->newest, arena->newest != NULL ? arena->newest->used : 0 };
}

void base_arena_back(base_arena *arena, base_arena_mark mark)
{
	while (arena->newest != mark.chunk) {
		chunk *left = arena->newest;
		arena->newest = left->before;
		left->used = 0;
		left->before = *arena->spare;
		*arena->spare = left;
	}
	if (arena->newest != NULL)
		arena->newest->used = mark.used;
}

base_arena *base_arena_beside(base_arena *arena)
{
	base_arena *made = malloc(sizeof *made);
	if (made == NULL)
		longjmp(*arena->out_of_memory, 1);
	*made = (base_arena){ .spare = arena->spare, .out_of_memory = arena->out_of_memory, .beside = arena->beside };
	arena->beside = made;
	return made;
}

/* setjmp() is alone in its function, so that no local variable of a job is affected by it. */
static mixmi_status run(base_arena *arena, mixmi_status (*work)(void *context, base_arena *arena), void *context)
{
	jmp_buf out_of_memory;
	arena->out_of_memory = &out_of_memory;
	if (setjmp(out_of_memory) != 0)
		return base_error_memory();
	return work(context, arena);
}

/* glibc returns released memory to the system, page by page, and gets it back the same way, until a block of up to 32
 * MB has been released once; then it keeps up to twice as much. Without this, a third of the time of a small job is
 * page faults. */
static void keep_released_memory(void)
{
	enum { LARGE = (1 << 25) - (1 << 16) };
	static atomic_bool done;
	if (!atomic_exchange(&done, true)) {
		void *volatile block = malloc(LARGE); /* never touched; volatile: compilers drop a block that is never used */
		free(block);
	}
}

mixmi_status base_arena_run(mixmi_status (*work)(void *context, base_arena *arena), void *context)
{
	keep_released_memory();
	chunk *spare = NULL;
	base_arena arena = { .spare = &spare };
	mixmi_status status = run(&arena, work, context);
	while (arena.beside != NULL) {
		base_arena *next = arena.beside;
		arena.beside = next->beside;
		free_chunks(next->newest);
		free(next);
	}
	free_chunks(arena.newest);
	free_chunks(spare);
	return status;
}
