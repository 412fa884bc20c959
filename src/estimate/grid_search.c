/* Starts and rounds. From a single bin per column nothing can be seen, since dependence takes two. Two equally full bins per column show
 * the weakest dependence, if it has a trend; more of them show what no halves show. Both are tried, and the single bin per column is what
 * they have to beat. */
#include "estimate/grid_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/work.h"
#include "estimate/divide.h"

typedef struct search_state {
	const estimate_ranks *ranks;
	const estimate_costs *costs;
	const mixmi_options *options;
	estimate_grid *grid;
	estimate_grid proposals; /* of every column */
	size_t latest;   /* column that was changed last: divided anew, it would come out the same; SIZE_MAX: none */
	double *changes; /* [columns] in bits, of the proposals */
} search_state;

static double sum_xlogx(const cells_margin *margin, const cells_xlogx *xlogx)
{
	double sum = 0;
	for (size_t i = 0; i < margin->cells; i++)
		sum += cells_xlog2x(xlogx, margin->counts[i]);
	return sum;
}

bool estimate_data_bits(double *bits, const estimate_grid *grid, const cells_xlogx *xlogx)
{
	static const int roles[] = { ESTIMATE_IN_Z, ESTIMATE_IN_X, ESTIMATE_IN_Y };
	estimate_counts counts;
	bool done = estimate_counts_init(&counts, grid, roles);
	*bits = -2 * cells_xlog2x(xlogx, grid->ranks->rows);
	for (size_t k = 0; done && k < 3; k++)
		*bits += sum_xlogx(&counts.margins[k], xlogx);
	*bits -= done ? sum_xlogx(&counts.all, xlogx) : 0;
	estimate_counts_clear(&counts);
	return done;
}

/* Code length of the present grid. */
static bool measure(search_state *state)
{
	double bins[3];
	estimate_grid *grid = state->grid;
	if (!estimate_data_bits(&grid->bits, grid, &state->costs->xlogx))
		return false;
	for (size_t j = 0; j < state->ranks->column_count; j++)
		grid->bits += grid->divisions[j].said;
	estimate_grid_bins(bins, grid);
	grid->bits += estimate_penalty(state->costs, bins);
	return true;
}

/* Equally full intervals, at most so many in every column that the joint cells hold a few rows each. */
static size_t most_start_bins(const search_state *state)
{
	double rows = (double)state->ranks->rows / ESTIMATE_START_ROWS;
	size_t bins = (size_t)pow(rows, 1 / (double)state->ranks->column_count), most = ESTIMATE_START;
	most = most < state->costs->most ? most : state->costs->most;
	bins = bins < 2 ? 2 : bins;
	return bins < most ? bins : most;
}

/* Those, and every atom by itself, where the number of rows still allows so many cells. False: out of memory. */
static bool start_column(search_state *state, size_t j, size_t bins, double *cells)
{
	const estimate_column *column = &state->ranks->columns[j];
	estimate_division *d = &state->grid->divisions[j];
	size_t intervals = column->places == 0 ? 0 : bins;
	bool whole = *cells * (double)(intervals + column->atoms) > (double)state->ranks->rows;
	for (size_t s = 0; s < column->symbols; s++)
		d->bin[s] = (uint32_t)(whole                ? 0
		                       : s < column->places ? s * intervals / column->places
		                                            : intervals + s - column->places);
	bool done = estimate_division_number(d, column);
	d->said = !whole && intervals > 1 ? log2((double)intervals) + 1 : 0;
	*cells *= (double)d->bins;
	return done;
}

/* X and Y first: where rows do not allow for all columns, these are the ones that matter. */
static bool start_grid(search_state *state, size_t bins)
{
	double cells = 1;
	bool done = true;
	for (int z = 0; z < 2; z++)
		for (size_t j = 0; done && j < state->ranks->column_count; j++)
			if ((state->ranks->columns[j].role == QUESTION_Z) == z)
				done = start_column(state, j, bins, &cells);
	return done;
}

/* Asks the caller's callback, which runs in the caller's thread only. */
static bool may_go_on(const search_state *state)
{
	const mixmi_options *o = state->options;
	double done = (double)state->grid->rounds / (double)(o->max_rounds + 1);
	return !base_work_in_callers_thread() || base_progress_share(o, "fitting", done);
}

/* The best bins of a column, the others as they are. */
static mixmi_status propose(search_state *state, size_t j)
{
	const estimate_column *column = &state->ranks->columns[j];
	const estimate_division *present = &state->grid->divisions[j];
	estimate_division *proposal = &state->proposals.divisions[j];
	state->changes[j] = 0;
	if (column->symbols < 2)
		return MIXMI_OK;
	if (!may_go_on(state))
		return base_error(MIXMI_ERROR_CANCELLED, "cancelled while fitting");
	if (!estimate_divide(proposal, &state->changes[j], state->grid, j, state->costs))
		return base_error_memory();
	if (memcmp(proposal->bin, present->bin, column->symbols * sizeof *present->bin) == 0)
		state->changes[j] = 0; /* no rounding may make a gain of nothing */
	return MIXMI_OK;
}

static void accept(search_state *state, size_t j)
{
	estimate_division_copy(&state->grid->divisions[j], &state->proposals.divisions[j], &state->ranks->columns[j]);
	state->latest = j;
}

/* The one change that saves most, since the first decides what the others can still show; ties go to the first column. */
static mixmi_status change_best(search_state *state)
{
	size_t columns = state->ranks->column_count, best = columns;
	for (size_t j = 0; j < columns; j++) {
		mixmi_status status = propose(state, j);
		if (status != MIXMI_OK)
			return status;
		if (state->changes[j] < (best < columns ? state->changes[best] : -estimate_rounding))
			best = j;
	}
	if (best < columns)
		accept(state, best);
	return MIXMI_OK;
}

/* Divides the columns one after the other, the others as they then are. *kept: columns in a row that stayed as they were. */
static mixmi_status sweep(search_state *state, size_t *kept)
{
	size_t columns = state->ranks->column_count;
	for (size_t j = 0; j < columns && *kept < columns; j++) {
		mixmi_status status = j != state->latest ? propose(state, j) : MIXMI_OK;
		if (status != MIXMI_OK)
			return status;
		bool shorter = j != state->latest && state->changes[j] < -estimate_rounding;
		*kept = shorter ? 1 : *kept + 1;
		if (shorter)
			accept(state, j);
	}
	return MIXMI_OK;
}

/* With one of two columns whole, the other has nothing to show. */
static bool has_nothing_to_show(const estimate_grid *grid)
{
	return grid->ranks->column_count == 2 && (grid->divisions[0].bins == 1 || grid->divisions[1].bins == 1);
}

static mixmi_status run(search_state *state, size_t bins)
{
	size_t kept = 0;
	estimate_grid *grid = state->grid;
	mixmi_status status = start_grid(state, bins) ? MIXMI_OK : base_error_memory();
	grid->converged = false;
	grid->rounds = 0;
	state->latest = SIZE_MAX;
	while (status == MIXMI_OK && !grid->converged && grid->rounds < (size_t)state->options->max_rounds) {
		status = grid->rounds == 0 ? change_best(state) : sweep(state, &kept);
		grid->rounds++;
		grid->converged = kept >= state->ranks->column_count || has_nothing_to_show(grid);
	}
	return status == MIXMI_OK && !measure(state) ? base_error_memory() : status;
}

mixmi_status estimate_search(estimate_grid *grid, const estimate_ranks *ranks, const estimate_costs *costs,
                             const mixmi_options *options)
{
	estimate_grid trial = { 0 };
	search_state state = { .ranks = ranks, .costs = costs, .options = options, .grid = &trial };
	state.changes = base_array(ranks->column_count, sizeof *state.changes);
	bool done = estimate_grid_init(grid, ranks);
	done = estimate_grid_init(&trial, ranks) && done;
	done = estimate_grid_init(&state.proposals, ranks) && done && state.changes != NULL;
	mixmi_status status = done ? MIXMI_OK : base_error_memory();
	for (size_t bins = most_start_bins(&state); status == MIXMI_OK && bins > 0; bins = bins > 2 ? 2 : 0) {
		status = run(&state, bins);
		if (status == MIXMI_OK && trial.bits < grid->bits - estimate_rounding) {
			estimate_grid shorter = trial;
			trial = *grid;
			*grid = shorter;
		}
	}
	estimate_grid_clear(&trial);
	estimate_grid_clear(&state.proposals);
	free(state.changes);
	return status;
}
