/* Runs the body of a test in an arena. */
#ifndef TESTS_ARENAS_H
#define TESTS_ARENAS_H

#include "base/arena.h"
#include "unit.h"

typedef void arena_body(base_arena *arena);

typedef struct arena_test {
	arena_body *body;
} arena_test;

static inline mixmi_status run_arena_body(void *context, base_arena *arena)
{
	((const arena_test *)context)->body(arena);
	return MIXMI_OK;
}

static inline void in_arena(arena_body *body)
{
	arena_test test = { body };
	assert_ok(base_arena_run(run_arena_body, &test));
}

/* Normal numbers. */
static inline double *draw_normal(base_arena *arena, size_t count, uint64_t seed)
{
	double *out = base_arena_take(arena, count, sizeof *out);
	for (size_t i = 0; i < count; i++)
		out[i] = test_normal(&seed);
	return out;
}

#endif
