/* See rows.h. */
#include "answer/row_design.h"

#include <math.h>

#include "question/few.h"

static const double block_size = 2;  /* rows of a block, times the cube root of all rows */
static const size_t least_block = 2; /* rows */

answer_rows answer_rows_of_clusters(base_arena *arena, const question_values *const *ways, size_t count, bool within)
{
	answer_rows out = { .rows = ways[0]->rows, .ways = count, .within = within, .count = ways[0]->levels };
	const uint32_t *codes[QUESTION_MOST_WAYS];
	size_t levels[QUESTION_MOST_WAYS];
	for (size_t k = 0; k < count; k++) {
		out.groups[k] = ways[k];
		out.count = ways[k]->levels < out.count ? ways[k]->levels : out.count;
		codes[k] = ways[k]->codes;
		levels[k] = ways[k]->levels;
	}
	if (count > 1) {
		uint32_t *cells = base_arena_take(arena, out.rows, sizeof *cells);
		size_t number = question_cells(cells, arena, codes, levels, count, out.rows);
		out.groups[count] = question_values_of_codes(arena, cells, out.rows, (uint32_t)(number - 1));
	}
	return out;
}

answer_rows answer_rows_of_single(base_arena *arena, size_t rows)
{
	uint32_t *codes = base_arena_take(arena, rows, sizeof *codes);
	for (size_t i = 0; i < rows; i++)
		codes[i] = (uint32_t)i;
	answer_rows out = { .rows = rows, .ways = 1, .simple = true, .count = rows };
	out.groups[0] = question_values_of_codes(arena, codes, rows, (uint32_t)(rows - 1));
	return out;
}

answer_rows answer_rows_of_series(base_arena *arena, const uint32_t *order, const size_t *starts, size_t series)
{
	answer_rows out = { .rows = starts[series], .ways = 1, .order = order, .starts = starts, .series = series };
	uint32_t *codes = base_arena_take(arena, out.rows, sizeof *codes), block = 0;
	size_t length = (size_t)(block_size * cbrt((double)out.rows) + question_margin);
	length = length > least_block ? length : least_block;
	for (size_t s = 0; s < series; s++)
		for (size_t i = starts[s]; i < starts[s + 1]; i++) {
			block += i > 0 && (i == starts[s] || i % length == 0);
			codes[order[i]] = block;
		}
	out.groups[0] = question_values_of_codes(arena, codes, out.rows, block);
	out.count = out.groups[0]->levels;
	return out;
}
