/* Waves over the index of a regression, its fitted first response. Where the response is a curve of one function of Z,
 * such as the normal score of a product or the class of a sum, functions of single columns fit that function, and waves
 * over the fit bend it into the curve. */
#include <math.h>

#include "residual/constants.h"
#include "residual/fit.h"
#include "residual/view.h"

/* Octaves over the score and over the rank of the index; the first wave would repeat it. */
static const struct {
	size_t first, last;
} octaves[] = { { 2, 2 }, { 3, 4 }, { 5, 8 } };

enum { OCTAVES = sizeof octaves / sizeof *octaves };

_Static_assert(2 * OCTAVES + 1 == RESIDUAL_INDEX_BLOCKS, "score and rank have as many octaves");

/* The fitted first response in all rows. */
static double *fitted(base_arena *arena, const residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	double *fit = base_arena_take_zero(arena, shared->rows, sizeof *fit);
	base_arena_mark mark = base_arena_here(shared->scratch);
	residual_block **blocks = base_arena_take(shared->scratch, r->term_count, sizeof *blocks);
	size_t count = residual_list_blocks(blocks, r, true);
	residual_domain all = residual_all(shared);
	for (size_t k = 0; k < count && (all == RESIDUAL_PLANNED || r->given->absorption != NULL); k++)
		residual_fill(shared, blocks[k], all);
	residual_view v = residual_view_of(shared, all, blocks, count);
	residual_view_subtract(fit, &v, r->b, 1);
	base_arena_back(shared->scratch, mark);
	for (size_t i = 0; i < shared->rows; i++)
		fit[i] = -fit[i];
	return fit;
}

static double deviation(const double *values, size_t rows)
{
	double mean = 0, squares = 0;
	for (size_t i = 0; i < rows; i++)
		mean += values[i] / (double)rows;
	for (size_t i = 0; i < rows; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return sqrt(squares / (double)rows);
}

static residual_block *waves(residual_regression *r, residual_basis *basis, residual_kind kind, size_t octave)
{
	residual_shared *shared = r->given->shared;
	size_t first = octaves[octave].first, last = octaves[octave].last;
	residual_block *b = base_arena_take(shared->keep, 2, sizeof *b);
	b[0] = (residual_block){ .kind = kind,
		                     .of = { basis },
		                     .angle = &basis->angles[kind == RESIDUAL_PLACE_WAVES],
		                     .first = first,
		                     .last = last,
		                     .id = shared->blocks++,
		                     .size = last - first + 1,
		                     .cost = SIZE_MAX,
		                     .start = residual_start / (double)shared->planned };
	b[1] = b[0];
	b[1].kind = RESIDUAL_ABSORBED;
	b[1].id = shared->blocks++;
	b[1].factors[0] = &b[0];
	b[1].absorption = r->given->absorption;
	return r->given->absorption != NULL ? &b[1] : &b[0];
}

/* The leaves of a tree on Z and the index, of what the fit leaves. */
static void add_leaves(residual_regression *r, const question_values *index, const double *rest)
{
	base_arena *scratch = r->given->shared->scratch;
	base_arena_mark mark = base_arena_here(scratch);
	size_t count = r->given->columns;
	const question_values **columns = base_arena_take(scratch, count + 1, sizeof *columns);
	for (size_t j = 0; j < count; j++)
		columns[j] = r->given->z[j];
	columns[count] = index;
	residual_add_leaves(r, columns, count + 1, rest);
	base_arena_back(scratch, mark);
}

bool residual_add_index(residual_regression *r)
{
	residual_shared *shared = r->given->shared;
	double *fit = fitted(shared->keep, r), *rest = base_arena_take(shared->keep, shared->rows, sizeof *rest);
	for (size_t i = 0; i < shared->rows; i++)
		rest[i] = r->y[i] - fit[i];
	if (deviation(fit, shared->rows) < question_least_share)
		return false;
	residual_basis *basis = base_arena_take_zero(shared->keep, 1, sizeof *basis);
	basis->column = question_values_tied(shared->keep, fit, shared->rows);
	if (basis->column->levels < QUESTION_FEW_ROWS)
		return false;
	residual_block *blocks[RESIDUAL_INDEX_BLOCKS];
	size_t first = r->term_count;
	if (r->care &
	    RESIDUAL_FURTHER) /* of the test alone: densities would take what is chosen by chance for information */
		add_leaves(r, basis->column, rest);
	for (size_t k = 0; k < 2 * OCTAVES; k++) {
		residual_block *b = waves(r, basis, k < OCTAVES ? RESIDUAL_SCORE_WAVES : RESIDUAL_PLACE_WAVES, k % OCTAVES);
		r->terms[r->term_count++] = (residual_term){ .block = b, .v = b->start };
	}
	for (size_t k = first; k < r->term_count; k++)
		blocks[k - first] = r->terms[k].block;
	residual_prepare(shared, blocks, r->term_count - first);
	return true;
}
