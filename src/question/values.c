#include "question/values.h"

#include <math.h>

#include "base/functions.h"
#include "base/sort.h"
#include "question/few.h"

enum { CELLS_PER_ROW = 4 }; /* a table of so many cells is filled faster than cells are sorted */

static double deviation(const double *numbers, size_t rows)
{
	double sum = 0, squares = 0;
	for (size_t i = 0; i < rows; i++)
		sum += numbers[i];
	double mean = sum / (double)rows;
	for (size_t i = 0; i < rows; i++)
		squares += (numbers[i] - mean) * (numbers[i] - mean);
	return sqrt(squares / (double)rows);
}

/* A row begins a value if its number is more than `margin` above that of the row before. ties: NULL, or numbers, which
 * become those of the rows that begin their values. */
static question_values *distinct_values(base_arena *arena, const double *numbers, double *ties, size_t rows,
                                        double margin)
{
	question_values *column = base_arena_take(arena, 1, sizeof *column);
	uint32_t *codes = base_arena_take(arena, rows, sizeof *codes);
	uint32_t *counts = base_arena_take(arena, rows, sizeof *counts);
	base_arena_mark mark = base_arena_here(arena);
	base_keyed *items = base_arena_take(arena, 2 * rows, sizeof *items);
	for (size_t i = 0; i < rows; i++)
		items[i] = (base_keyed){ base_sort_key(numbers[i] + 0.0), (uint32_t)i }; /* -0 + 0 = 0 */
	base_sort_keyed(items, items + rows, rows);
	size_t levels = 0;
	double value = 0, before = 0;
	for (size_t i = 0; i < rows; i++) {
		size_t row = items[i].row;
		double number = numbers[row];
		if (i == 0 || number - before > margin) {
			counts[levels++] = 0;
			value = number;
		}
		before = number;
		codes[row] = (uint32_t)(levels - 1);
		counts[levels - 1]++;
		if (ties != NULL)
			ties[row] = value;
	}
	base_arena_back(arena, mark);
	*column = (question_values){ .rows = rows, .levels = levels, .codes = codes, .counts = counts };
	return column;
}

question_values *question_values_of(base_arena *arena, const double *numbers, size_t rows)
{
	return distinct_values(arena, numbers, NULL, rows, 0);
}

question_values *question_values_tied(base_arena *arena, double *numbers, size_t rows)
{
	return distinct_values(arena, numbers, numbers, rows, question_margin * deviation(numbers, rows));
}

/* Replaces codes by numbers of the codes that occur, in their order; returns how many occur. */
static size_t renumber(uint32_t *codes, size_t rows, size_t codes_end, base_arena *arena)
{
	base_arena_mark mark = base_arena_here(arena);
	uint32_t *number = base_arena_take_zero(arena, codes_end, sizeof *number), met = 0;
	for (size_t i = 0; i < rows; i++)
		number[codes[i]] = 1;
	for (size_t k = 0; k < codes_end; k++)
		number[k] = number[k] ? met++ : 0;
	for (size_t i = 0; i < rows; i++)
		codes[i] = number[codes[i]];
	base_arena_back(arena, mark);
	return met;
}

question_values *question_values_of_codes(base_arena *arena, const uint32_t *codes, size_t rows, uint32_t largest)
{
	question_values *column = base_arena_take(arena, 1, sizeof *column);
	uint32_t *own = base_arena_take(arena, rows, sizeof *own);
	for (size_t i = 0; i < rows; i++)
		own[i] = codes[i];
	size_t levels = renumber(own, rows, (size_t)largest + 1, arena);
	uint32_t *counts = base_arena_take_zero(arena, levels, sizeof *counts);
	for (size_t i = 0; i < rows; i++)
		counts[own[i]]++;
	*column = (question_values){ .rows = rows, .levels = levels, .codes = own, .counts = counts };
	return column;
}

void question_places(double *out, const question_values *column)
{
	double below = 0, rows = (double)column->rows;
	for (size_t k = 0; k < column->levels; k++) {
		double here = column->counts[k];
		out[k] = (2 * below + here - rows) / (2 * rows);
		below += here;
	}
}

void question_scores(double *out, const question_values *column)
{
	question_places(out, column);
	base_normal_scores(out, column->levels);
}

/* The middle between the scores of a level and of the one below, or as far from the last one as that is from the next. */
static double edge_below(const double *scores, size_t levels, size_t level)
{
	if (level > 0 && level < levels)
		return (scores[level] + scores[level - 1]) / 2;
	return level == 0 ? 1.5 * scores[0] - scores[levels > 1] / 2
	                  : 1.5 * scores[levels - 1] - scores[levels > 1 ? levels - 2 : 0] / 2;
}

/* Multiples of the golden ratio are even over every run of rows, and rows are in the order of the columns' content. */
void question_dithered_scores(double *out, base_arena *arena, const question_values *column)
{
	base_arena_mark mark = base_arena_here(arena);
	double *scores = base_arena_take(arena, column->levels, sizeof *scores);
	uint32_t *before = base_arena_take_zero(arena, column->levels, sizeof *before);
	question_scores(scores, column);
	for (size_t i = 0; i < column->rows; i++) {
		size_t v = column->codes[i];
		out[i] = scores[v];
		if (column->counts[v] < 2)
			continue;
		double low = edge_below(scores, column->levels, v), high = edge_below(scores, column->levels, v + 1);
		out[i] = low + fmod(before[v]++ * question_golden + 0.5, 1) * (high - low);
	}
	base_arena_back(arena, mark);
}

bool question_continuous(const question_values *column)
{
	if (column->labels || column->mixed || column->levels < QUESTION_FEW_ROWS)
		return false;
	size_t share = column->rows / QUESTION_MASS_SHARE, in_masses = 0;
	size_t least = share > QUESTION_LEAST_ROWS ? share : QUESTION_LEAST_ROWS;
	for (size_t k = 0; k < column->levels; k++)
		in_masses += column->counts[k] >= least ? column->counts[k] : 0;
	return (double)in_masses <= question_least_share * (double)column->rows;
}

/* As renumber(), of numbers that are too large for a table. */
static size_t renumber_sorted(uint32_t *cells, base_keyed *items, size_t rows)
{
	base_sort_keyed(items, items + rows, rows);
	size_t met = 0;
	for (size_t i = 0; i < rows; i++) {
		met += i == 0 || items[i].key != items[i - 1].key;
		cells[items[i].row] = (uint32_t)(met - 1);
	}
	return met;
}

static size_t divide_cells(uint32_t *cells, size_t count, const uint32_t *codes, size_t levels, size_t rows,
                           base_arena *arena)
{
	if (count * levels <= CELLS_PER_ROW * rows) {
		for (size_t i = 0; i < rows; i++)
			cells[i] = (uint32_t)(cells[i] * levels + codes[i]);
		return renumber(cells, rows, count * levels, arena);
	}
	base_arena_mark mark = base_arena_here(arena);
	base_keyed *items = base_arena_take(arena, 2 * rows, sizeof *items);
	for (size_t i = 0; i < rows; i++)
		items[i] = (base_keyed){ (uint64_t)cells[i] * levels + codes[i], (uint32_t)i };
	count = renumber_sorted(cells, items, rows);
	base_arena_back(arena, mark);
	return count;
}

size_t question_cells(uint32_t *cells, base_arena *arena, const uint32_t *const *codes, const size_t *levels,
                      size_t count, size_t rows)
{
	size_t found = 1;
	for (size_t i = 0; i < rows; i++)
		cells[i] = 0;
	for (size_t j = 0; j < count; j++)
		found = divide_cells(cells, found, codes[j], levels[j], rows, arena);
	return found;
}
