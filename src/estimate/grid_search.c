/* Starts and rounds. From a single bin per column nothing can be seen, since dependence takes two; so the starts are grids of
 * equally full bins, coarse and fine. The single bin a column is what they have to beat. */
#include "estimate/grid_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/progress.h"
#include "base/random.h"
#include "base/work.h"

static const size_t starts[] = { 2, 4, 8 };
static const double least_gain = 1e-9; /* bits */

enum { STARTS = sizeof starts / sizeof starts[0], VISITED = 64, SINGLE_START = 4 };

/* A column during the search. */
typedef struct candidate {
	estimate_division present, proposal;
	double change; /* in bits, of the proposal against the present division */
} candidate;

typedef struct search_state {
	const estimate_ranks *ranks;
	const estimate_costs *costs;
	int roles; /* of the columns that may be divided */
	const mixmi_options *options;
	candidate *candidates;
	estimate_maps maps;
	size_t start;
	size_t rounds;
	double bits;
	bool converged;
	uint64_t visited[VISITED]; /* grids that rounds of any start have come to; past these, work may be done twice */
	size_t visited_count;
} search_state;

static double sum_xlogx(const uint64_t *rows, size_t cells, const cells_xlogx *xlogx)
{
	double sum = 0;
	for (size_t i = 0; i < cells; i++)
		sum += cells_xlog2x(xlogx, rows[i]);
	return sum;
}

bool estimate_data_bits(double *bits, const estimate_maps *maps, const cells_xlogx *xlogx)
{
	static const int roles[] = { ESTIMATE_IN_Z, ESTIMATE_IN_X, ESTIMATE_IN_Y };
	estimate_cells cells;
	bool done = estimate_cells_init(&cells, maps);
	*bits = -2 * cells_xlog2x(xlogx, maps->ranks->rows);
	for (size_t k = 0; done && k < sizeof roles / sizeof roles[0]; k++) {
		estimate_margin margin;
		done = estimate_margin_init(&margin, &cells, roles[k]);
		*bits += done ? sum_xlogx(margin.rows, margin.cells, xlogx) : 0;
		estimate_margin_clear(&margin);
	}
	*bits -= done ? sum_xlogx(cells.rows, cells.count, xlogx) : 0;
	estimate_cells_clear(&cells);
	return done;
}

/* Code length of the present grid. */
static bool measure(search_state *state)
{
	double bins[3] = { 1, 1, 1 };
	if (!estimate_data_bits(&state->bits, &state->maps, &state->costs->xlogx))
		return false;
	for (size_t j = 0; j < state->ranks->column_count; j++) {
		bins[state->ranks->columns[j].role] *= (double)state->maps.counts[j];
		state->bits += state->candidates[j].present.cut_bits;
	}
	state->bits += estimate_penalty(state->costs, bins);
	return true;
}

static bool may_divide(const search_state *state, size_t j)
{
	const estimate_column *column = &state->ranks->columns[j];
	return (state->roles & 1 << column->role) != 0 && column->places + column->atoms > 1;
}

/* Equally full intervals, no more than a column may have, and every atom by itself, where the number of rows still allows
 * so many cells. */
static void start_column(search_state *state, size_t j, size_t bins, double *cells)
{
	const estimate_column *column = &state->ranks->columns[j];
	estimate_division *d = &state->candidates[j].present;
	size_t most = state->costs->most, intervals = column->places == 0 ? 0 : bins < most ? bins : most;
	double wanted = (double)(intervals + column->atoms);
	d->whole = !may_divide(state, j) || *cells * wanted > (double)state->ranks->rows;
	d->intervals = d->whole ? column->places > 0 : intervals;
	d->groups = d->whole ? column->atoms > 0 : column->atoms;
	for (size_t i = 0; i < d->intervals; i++)
		d->ends[i] = (uint32_t)((i + 1) * ESTIMATE_PLACES / d->intervals * ESTIMATE_STEPS);
	for (size_t a = 0; a < column->atoms; a++)
		d->group[a] = d->whole ? 0 : (uint32_t)a;
	d->cut_bits = d->intervals > 1 ? log2((double)d->intervals) + 1 : 0;
	*cells *= (double)estimate_division_bins(d);
	estimate_maps_set(&state->maps, j, d);
}

/* X and Y first: where rows do not allow for all columns, these are the ones that matter. */
static void start_grid(search_state *state, size_t bins)
{
	double cells = 1;
	for (int z = 0; z < 2; z++)
		for (size_t j = 0; j < state->ranks->column_count; j++)
			if ((state->ranks->columns[j].role == ESTIMATE_Z) == z)
				start_column(state, j, bins, &cells);
}

static bool propose(search_state *state, size_t j)
{
	const estimate_ranks *ranks = state->ranks;
	candidate *c = &state->candidates[j];
	estimate_around around = { .bins = { 1, 1, 1 } };
	for (size_t i = 0; i < ranks->column_count; i++)
		if (i != j)
			around.bins[ranks->columns[i].role] *= (double)state->maps.counts[i];
	uint32_t *cells = base_array(ranks->tuples.count, sizeof *cells), *own = NULL, *own_cells = NULL;
	bool done = cells != NULL && estimate_number_cells(cells, &around.cell_count, &state->maps, ESTIMATE_IN_ALL, j);
	around.cells = cells;
	int role = 1 << ranks->columns[j].role;
	if (done && estimate_has_company(ranks, j)) {
		own = base_array(ranks->tuples.count, sizeof *own);
		own_cells = base_array(around.cell_count, sizeof *own_cells);
		done = own != NULL && own_cells != NULL &&
		       estimate_number_cells(own, &around.own_cell_count, &state->maps, role, j);
		for (size_t i = 0; done && i < ranks->tuples.count; i++)
			own_cells[cells[i]] = own[i];
		around.own_cells = own_cells;
	}
	done = done && estimate_divide(&c->proposal, &c->change, ranks, j, &c->present, &around, state->costs);
	if (done && estimate_division_equal(&c->proposal, &c->present, &ranks->columns[j]))
		c->change = 0; /* no rounding may make a gain of nothing */
	free(cells);
	free(own);
	free(own_cells);
	return done;
}

/* Asks the caller's callback, which runs in the caller's thread only. */
static bool may_go_on(const search_state *state)
{
	const mixmi_options *o = state->options;
	double done = ((double)state->start + (double)state->rounds / (double)(o->max_rounds + 1)) / STARTS;
	return !base_work_in_callers_thread() || base_progress_share(o, "fitting", done);
}

static mixmi_status propose_unless_cancelled(search_state *state, size_t j)
{
	state->candidates[j].change = 0;
	if (!may_divide(state, j))
		return MIXMI_OK;
	if (!may_go_on(state))
		return base_error(MIXMI_ERROR_CANCELLED, "cancelled while fitting");
	return propose(state, j) ? MIXMI_OK : base_error_memory();
}

static void accept(search_state *state, size_t j)
{
	candidate *c = &state->candidates[j];
	estimate_division_copy(&c->present, &c->proposal, &state->ranks->columns[j]);
	estimate_maps_set(&state->maps, j, &c->present);
}

/* The one change that saves most, since the first decides what the others can still show; ties go to the first column. */
static mixmi_status change_best(search_state *state)
{
	size_t columns = state->ranks->column_count, best = columns;
	double change = -least_gain;
	for (size_t j = 0; j < columns; j++) {
		mixmi_status status = propose_unless_cancelled(state, j);
		if (status != MIXMI_OK)
			return status;
		if (state->candidates[j].change < change) {
			change = state->candidates[j].change;
			best = j;
		}
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
		mixmi_status status = propose_unless_cancelled(state, j);
		if (status != MIXMI_OK)
			return status;
		*kept += 1;
		if (!(state->candidates[j].change < -least_gain))
			continue;
		accept(state, j);
		*kept = 1; /* divided anew, it would come out the same */
	}
	return MIXMI_OK;
}

/* True if an earlier start has come to this very grid: from here on all would be the same again. */
static bool is_visited(search_state *state)
{
	uint64_t hash = BASE_HASH_START;
	for (size_t j = 0; j < state->ranks->column_count; j++)
		hash = estimate_division_hash(hash, &state->candidates[j].present, &state->ranks->columns[j]);
	for (size_t i = 0; i < state->visited_count; i++)
		if (state->visited[i] == hash)
			return true;
	if (state->visited_count < VISITED)
		state->visited[state->visited_count++] = hash;
	return false;
}

static mixmi_status run_from(search_state *state, size_t bins)
{
	size_t kept = 0;
	start_grid(state, bins);
	state->rounds = 0;
	state->converged = false;
	while (!state->converged && state->rounds < (size_t)state->options->max_rounds) {
		mixmi_status status = state->rounds == 0 ? change_best(state) : sweep(state, &kept);
		if (status != MIXMI_OK)
			return status;
		state->rounds++;
		state->converged = kept >= state->ranks->column_count;
		if (!state->converged && is_visited(state)) {
			state->bits = INFINITY;
			return MIXMI_OK;
		}
	}
	return measure(state) ? MIXMI_OK : base_error_memory();
}

static void keep(estimate_grid *grid, const search_state *state)
{
	grid->bits = state->bits;
	grid->converged = state->converged;
	for (size_t j = 0; j < grid->column_count; j++)
		estimate_division_copy(&grid->divisions[j], &state->candidates[j].present, &state->ranks->columns[j]);
}

static bool init_state(search_state *state, estimate_grid *grid, const estimate_ranks *ranks)
{
	size_t columns = ranks->column_count;
	state->candidates = base_array_zero(columns, sizeof *state->candidates);
	grid->divisions = base_array_zero(columns, sizeof *grid->divisions);
	bool done = state->candidates != NULL && grid->divisions != NULL && estimate_maps_init(&state->maps, ranks, false);
	if (grid->divisions != NULL)
		grid->column_count = columns;
	for (size_t j = 0; done && j < columns; j++)
		done = estimate_division_init(&state->candidates[j].present, &ranks->columns[j]) &&
		       estimate_division_init(&state->candidates[j].proposal, &ranks->columns[j]) &&
		       estimate_division_init(&grid->divisions[j], &ranks->columns[j]);
	return done;
}

static void clear_state(search_state *state)
{
	for (size_t j = 0; state->candidates != NULL && j < state->ranks->column_count; j++) {
		estimate_division_clear(&state->candidates[j].present);
		estimate_division_clear(&state->candidates[j].proposal);
	}
	free(state->candidates);
	if (state->maps.ranks != NULL)
		estimate_maps_clear(&state->maps);
}

mixmi_status estimate_search(estimate_grid *grid, const estimate_ranks *ranks, const estimate_costs *costs, int roles,
                             bool thorough, const mixmi_options *options)
{
	search_state state = { .ranks = ranks, .costs = costs, .roles = roles, .options = options };
	memset(grid, 0, sizeof *grid);
	mixmi_status status = init_state(&state, grid, ranks) ? MIXMI_OK : base_error_memory();
	grid->converged = true; /* of the grid of one bin per column, which is there before any start */
	for (; status == MIXMI_OK && state.start < (thorough ? STARTS : 1); state.start++) {
		status = run_from(&state, thorough ? starts[state.start] : SINGLE_START);
		grid->rounds += state.rounds;
		if (status == MIXMI_OK && state.bits < grid->bits - least_gain)
			keep(grid, &state);
	}
	clear_state(&state);
	if (status != MIXMI_OK)
		estimate_grid_clear(grid);
	return status;
}

void estimate_grid_clear(estimate_grid *grid)
{
	for (size_t j = 0; j < grid->column_count; j++)
		estimate_division_clear(&grid->divisions[j]);
	free(grid->divisions);
	memset(grid, 0, sizeof *grid);
}
