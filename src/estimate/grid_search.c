/* Coordinate descent over the columns of a grid, from equally full bins; then cuts move to finer places. One bin per column is a local optimum, since
 * dependence needs two divided columns. Two equally full bins per column detect the weakest monotone dependence, and more bins detect dependence
 * that halves do not show. Both starts are tried, and the result has to be shorter than one bin per column. The search cuts at few places, so that its
 * cost hardly depends on the number of rows. */
#include "estimate/grid_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/progress.h"
#include "base/work.h"
#include "estimate/constants.h"
#include "estimate/divide.h"

/* ------------------------------------------------------------------------------------------------ the search */

typedef struct search_state {
	const estimate_ranks *ranks;
	const estimate_costs *costs;
	const mixmi_options *options;
	estimate_grid grid;  /* the present one */
	estimate_grid trial; /* with one column divided anew */
	estimate_grid best;  /* of these */
	size_t latest;       /* the column that was changed last: dividing it again would change nothing; SIZE_MAX: none */
	size_t rounds;       /* of the present start */
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

/* Sets the code length of a grid. */
static bool measure(estimate_grid *grid, const search_state *state)
{
	double bins[3];
	if (!estimate_data_bits(&grid->bits, grid, &state->costs->xlogx))
		return false;
	for (size_t j = 0; j < state->ranks->column_count; j++)
		grid->bits += grid->divisions[j].said;
	estimate_grid_bins(bins, grid);
	grid->bits += estimate_penalty(state->costs, bins);
	return true;
}

/* The number of equally full intervals per column, with no more joint cells than rows. */
static size_t most_start_bins(const search_state *state)
{
	size_t most = state->costs->most < ESTIMATE_START ? state->costs->most : ESTIMATE_START, bins = 2;
	while (bins < most && pow((double)bins + 1, (double)state->ranks->column_count) <= (double)state->ranks->rows)
		bins++;
	return bins;
}

/* Equally full intervals and separate atoms, or one bin if that would make more cells than rows. False: out of memory. */
static bool start_column(search_state *state, size_t j, size_t bins, double *cells)
{
	const estimate_column *column = &state->ranks->columns[j];
	estimate_division *d = &state->grid.divisions[j];
	size_t intervals = column->places == 0 ? 0 : bins;
	bool whole = *cells * (double)(intervals + column->atoms) > (double)state->ranks->rows;
	for (size_t s = 0; s < column->symbols; s++)
		d->bin[s] = (uint32_t)(whole                ? 0
		                       : s < column->places ? s * intervals / column->places
		                                            : intervals + s - column->places);
	bool done = estimate_division_number(d, column);
	d->said = whole ? 0 : estimate_say_cuts(column->occupied, intervals);
	*cells = whole ? INFINITY : *cells * (double)d->bins;
	return done;
}

/* X and Y come first: if there are too few rows for all columns, these are the ones that matter. After a column without room no other is divided, since
 * bins of Z would leave X and Y no room either. */
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

/* False if the progress callback cancels. It is called in the caller's thread only. */
static bool may_go_on(const search_state *state)
{
	const mixmi_options *o = state->options;
	double done = (double)state->rounds / (double)(o->max_rounds + 1);
	return !base_work_in_callers_thread() || base_progress_share(o, "fitting", done);
}

/* The present grid with the best bins of a column, given those of the others. */
static mixmi_status try_column(search_state *state, size_t j)
{
	estimate_grid *trial = &state->trial;
	for (size_t k = 0; k < state->ranks->column_count; k++)
		estimate_division_copy(&trial->divisions[k], &state->grid.divisions[k], &state->ranks->columns[k]);
	if (!may_go_on(state))
		return base_error(MIXMI_ERROR_CANCELLED, "cancelled while fitting");
	bool single = state->ranks->columns[j].symbols < 2;
	bool done = single || estimate_divide(&trial->divisions[j], trial, j, state->costs);
	return done && measure(trial, state) ? MIXMI_OK : base_error_memory();
}

static bool is_shorter(const estimate_grid *a, const estimate_grid *b)
{
	return a->bits < b->bits - estimate_rounding;
}

static void swap_grids(estimate_grid *a, estimate_grid *b)
{
	estimate_grid spare = *a;
	*a = *b;
	*b = spare;
}

/* Makes the change that saves most bits: the first change determines which dependence the other columns can show. Ties go to the first column. */
static mixmi_status change_best(search_state *state)
{
	state->best.bits = state->grid.bits;
	for (size_t j = 0; j < state->ranks->column_count; j++) {
		mixmi_status status = try_column(state, j);
		if (status != MIXMI_OK)
			return status;
		if (is_shorter(&state->trial, &state->best)) {
			swap_grids(&state->trial, &state->best);
			state->latest = j;
		}
	}
	if (is_shorter(&state->best, &state->grid))
		swap_grids(&state->grid, &state->best);
	return MIXMI_OK;
}

/* Divides the columns in turn. *kept: number of columns in a row that did not change. */
static mixmi_status sweep(search_state *state, size_t *kept)
{
	size_t columns = state->ranks->column_count;
	for (size_t j = 0; j < columns && *kept < columns; j++) {
		mixmi_status status = j != state->latest ? try_column(state, j) : MIXMI_OK;
		if (status != MIXMI_OK)
			return status;
		bool shorter = j != state->latest && is_shorter(&state->trial, &state->grid);
		*kept = shorter ? 1 : *kept + 1;
		if (shorter) {
			swap_grids(&state->grid, &state->trial);
			state->latest = j;
		}
	}
	return MIXMI_OK;
}

/* With two columns, one of them in one bin, the code cannot become shorter. */
static bool has_nothing_to_show(const estimate_grid *grid)
{
	return grid->ranks->column_count == 2 && (grid->divisions[0].bins == 1 || grid->divisions[1].bins == 1);
}

static mixmi_status run(search_state *state, size_t bins)
{
	size_t kept = 0;
	bool converged = false;
	mixmi_status status = start_grid(state, bins) && measure(&state->grid, state) ? MIXMI_OK : base_error_memory();
	state->latest = SIZE_MAX;
	state->rounds = 0;
	while (status == MIXMI_OK && !converged && state->rounds < (size_t)state->options->max_rounds) {
		status = state->rounds == 0 ? change_best(state) : sweep(state, &kept);
		state->rounds++;
		converged = kept >= state->ranks->column_count || has_nothing_to_show(&state->grid);
	}
	state->grid.rounds = state->rounds;
	state->grid.converged = converged;
	return status;
}

/* The shortest code from both starts, with at most max_rounds rounds each. The ranks must outlive the grid. */
static mixmi_status search(estimate_grid *grid, const estimate_ranks *ranks, const estimate_costs *costs,
                           const mixmi_options *options)
{
	search_state state = { .ranks = ranks, .costs = costs, .options = options };
	bool done = estimate_grid_init(grid, ranks);
	done = estimate_grid_init(&state.grid, ranks) && done;
	done = estimate_grid_init(&state.trial, ranks) && done;
	done = estimate_grid_init(&state.best, ranks) && done;
	mixmi_status status = done ? MIXMI_OK : base_error_memory();
	for (size_t bins = most_start_bins(&state); status == MIXMI_OK && bins > 0; bins = bins > 2 ? 2 : 0) {
		status = run(&state, bins);
		if (status == MIXMI_OK && is_shorter(&state.grid, grid))
			swap_grids(grid, &state.grid);
	}
	estimate_grid_clear(&state.grid);
	estimate_grid_clear(&state.trial);
	estimate_grid_clear(&state.best);
	return status;
}

/* ----------------------------------------------------------------------------------------------- moving cuts */

/* The cells of the tuples of one column, and counts on both sides of a cut. */
typedef struct walker {
	const estimate_ranks *ranks;
	const estimate_column *column;
	const cells_xlogx *xlogx;
	uint32_t *cells;     /* [tuples] joint cell of the other columns */
	uint32_t *own;       /* [tuples] joint cell of the other columns in its role */
	uint32_t *counts[2]; /* [cells] left and right of the cut */
	uint32_t *owned[2];  /* [own cells] */
} walker;

static bool walker_init(walker *w, const estimate_grid *grid, size_t j, const cells_xlogx *xlogx)
{
	const estimate_ranks *ranks = grid->ranks;
	const estimate_column *column = &ranks->columns[j];
	size_t cells = 0, own = 0;
	*w = (walker){ .ranks = ranks, .column = column, .xlogx = xlogx };
	w->cells = base_array(ranks->tuples, sizeof *w->cells);
	w->own = base_array(ranks->tuples, sizeof *w->own);
	bool done = w->cells != NULL && w->own != NULL &&
	            estimate_number_cells(w->cells, &cells, grid, ESTIMATE_IN_ALL, j) &&
	            estimate_number_cells(w->own, &own, grid, 1 << column->role, j);
	for (size_t side = 0; done && side < 2; side++) {
		w->counts[side] = base_array_zero(cells, sizeof *w->counts[side]);
		w->owned[side] = base_array_zero(own, sizeof *w->owned[side]);
		done = w->counts[side] != NULL && w->owned[side] != NULL;
	}
	return done;
}

static void walker_clear(walker *w)
{
	free(w->cells);
	free(w->own);
	for (size_t side = 0; side < 2; side++) {
		free(w->counts[side]);
		free(w->owned[side]);
	}
}

static double change_count(uint32_t *count, uint32_t rows, bool in, const cells_xlogx *xlogx)
{
	uint32_t after = in ? *count + rows : *count - rows;
	double bits = cells_xlog2x(xlogx, after) - cells_xlog2x(xlogx, *count);
	*count = after;
	return bits;
}

/* Moves the tuples of some places into a side or out of it; returns the change in data bits. */
static double move(const walker *w, size_t side, size_t from, size_t to, bool in)
{
	double bits = 0;
	for (size_t i = w->column->first[from]; i < w->column->first[to]; i++) {
		uint32_t tuple = w->column->sorted[i], rows = w->ranks->times[tuple];
		bits += change_count(&w->owned[side][w->own[tuple]], rows, in, w->xlogx) -
		        change_count(&w->counts[side][w->cells[tuple]], rows, in, w->xlogx);
	}
	return bits;
}

/* Adds the tuples of some places to a side. */
static void fill_side(const walker *w, size_t side, size_t from, size_t to)
{
	for (size_t i = w->column->first[from]; i < w->column->first[to]; i++) {
		uint32_t tuple = w->column->sorted[i], rows = w->ranks->times[tuple];
		w->owned[side][w->own[tuple]] += rows;
		w->counts[side][w->cells[tuple]] += rows;
	}
}

/* Resets the counts of the tuples of some places on both sides. */
static void clear_sides(const walker *w, size_t from, size_t to)
{
	for (size_t i = w->column->first[from]; i < w->column->first[to]; i++)
		for (size_t side = 0; side < 2; side++) {
			uint32_t tuple = w->column->sorted[i];
			w->owned[side][w->own[tuple]] = 0;
			w->counts[side][w->cells[tuple]] = 0;
		}
}

/* The best place for the cut at `now` between the cuts at `from` and `to`; `now` if a move saves less than `price` bits. */
static size_t best_place(const walker *w, size_t from, size_t now, size_t to, size_t reach, double price)
{
	size_t low = now - from < reach ? from + 1 : now - reach + 1, high = to - now < reach ? to - 1 : now + reach - 1;
	double bits = 0, present = 0, least = INFINITY;
	size_t best = now;
	fill_side(w, 0, from, low);
	fill_side(w, 1, low, to);
	for (size_t cut = low; cut <= high; cut++) { /* bits are relative to the lowest place */
		if (cut == now)
			present = bits;
		if (bits < least - estimate_rounding) { /* ties go to the lowest place */
			least = bits;
			best = cut;
		}
		if (cut < high)
			bits += move(w, 0, cut, cut + 1, true) + move(w, 1, cut, cut + 1, false);
	}
	clear_sides(w, from, to);
	return least < present - price ? best : now;
}

/* Moves the cuts of a column, from the lowest on. */
static bool polish_column(estimate_grid *grid, size_t j, size_t reach, const cells_xlogx *xlogx)
{
	const double price = log2(2.0 * (double)reach - 1);
	estimate_division *d = &grid->divisions[j];
	size_t places = grid->ranks->columns[j].places;
	walker w;
	bool done = walker_init(&w, grid, j, xlogx);
	for (size_t from = 0, now = 0, to; done && now < places; from = now) {
		for (now = from + 1; now < places && d->bin[now] == d->bin[from]; now++)
			;
		for (to = now + 1; to < places && d->bin[to] == d->bin[now]; to++)
			;
		if (now >= places)
			break;
		size_t best = best_place(&w, from, now, to, reach, price);
		if (best == now)
			continue;
		uint32_t left = d->bin[from], right = d->bin[now];
		for (size_t s = from; s < to; s++)
			d->bin[s] = s < best ? left : right;
		d->said += price;
		now = best;
	}
	walker_clear(&w);
	return done;
}

/* Moves every cut by less than `reach` places to where the code is shortest. False: out of memory. */
static bool polish(estimate_grid *grid, size_t reach, const cells_xlogx *xlogx)
{
	bool done = true;
	for (size_t j = 0; done && j < grid->ranks->column_count; j++)
		if (grid->divisions[j].bins > 1 && grid->ranks->columns[j].places > 0)
			done = polish_column(grid, j, reach, xlogx);
	for (size_t j = 0; done && j < grid->ranks->column_count; j++)
		done = estimate_division_number(&grid->divisions[j], &grid->ranks->columns[j]);
	return done;
}

/* ------------------------------------------------------------------------------------------------- the whole */

static bool is_divided(const estimate_grid *grid)
{
	for (size_t j = 0; j < grid->ranks->column_count; j++)
		if (grid->divisions[j].bins > 1)
			return true;
	return false;
}

/* Replaces the grid by the same grid at finer places, and moves its cuts. False: out of memory. */
static bool make_finer(estimate_fitted *f, const mixmi_table *table, const size_t *columns, const question_role *roles,
                       const estimate_costs *costs, const mixmi_options *options)
{
	estimate_ranks ranks = f->ranks;
	estimate_grid coarse = f->grid;
	coarse.ranks = &ranks;
	f->grid = (estimate_grid){ 0 };
	bool done = estimate_ranks_init(&f->ranks, table, columns, roles, ranks.column_count, ESTIMATE_STEPS,
	                                options->atom_threshold) &&
	            estimate_grid_init(&f->grid, &f->ranks);
	if (done)
		estimate_grid_transfer(&f->grid, &coarse);
	done = done && polish(&f->grid, ESTIMATE_STEPS / ranks.places, &costs->xlogx);
	estimate_grid_clear(&coarse);
	estimate_ranks_clear(&ranks);
	return done;
}

mixmi_status estimate_fitted_init(estimate_fitted *f, double *terms, const mixmi_table *table, const size_t *columns,
                                  const question_role *roles, size_t column_count, const estimate_costs *costs,
                                  const mixmi_options *options)
{
	memset(f, 0, sizeof *f);
	bool done =
		estimate_ranks_init(&f->ranks, table, columns, roles, column_count, ESTIMATE_PLACES, options->atom_threshold);
	mixmi_status status = done ? search(&f->grid, &f->ranks, costs, options) : base_error_memory();
	if (status == MIXMI_OK && is_divided(&f->grid) && !make_finer(f, table, columns, roles, costs, options))
		status = base_error_memory();
	if (status == MIXMI_OK && terms != NULL && !estimate_of_grid(&f->value, terms, &f->grid))
		status = base_error_memory();
	return status;
}

void estimate_fitted_clear(estimate_fitted *f)
{
	estimate_grid_clear(&f->grid);
	estimate_ranks_clear(&f->ranks);
	memset(f, 0, sizeof *f);
}
