/* Columns and questions for tests of the default method's parts. */
#ifndef TESTS_ANSWERS_H
#define TESTS_ANSWERS_H

#include "unit.h"

#include "base/arena.h"
#include "question/values.h"

/* Runs a test's work in an arena. */
static inline void in_arena(mixmi_status (*work)(void *context, base_arena *arena), void *context)
{
	assert_ok(base_arena_run(work, context));
}

/* A column of small numbers, or of labels if `labels`. */
static inline question_values *column_of(base_arena *arena, const uint32_t *codes, size_t rows, bool labels)
{
	uint32_t largest = 0;
	for (size_t i = 0; i < rows; i++)
		largest = codes[i] > largest ? codes[i] : largest;
	question_values *column = question_values_of_codes(arena, codes, rows, largest);
	column->labels = labels;
	return column;
}

#endif
