/* Algorithm 1 of the paper: exact refinement of one column at a time; in each round the best one is accepted. Changes
 * are compared by their effect on stochastic complexity, computed within each column so that no large constants cancel.
 * With preset default the cost of cuts is included: from a start with many bins, a gain may come from fewer bins. */
#include "paper/histogram/histogram_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "paper/cells/cell_numbers.h"
#include "paper/cells/column_search.h"

/* The state of one column during the search. */
typedef struct candidate {
	hist_segmentation proposal;
	uint32_t *bins; /* [groups + atoms] current bin of each symbol */
	size_t bin_count;
} candidate;

typedef struct search_state {
	const hist_grid *grid;
	hist_search *search;
	candidate *candidates;
	cells_complexity complexity;
	cells_xlogx xlogx;
	const hist_start *start;
	const mixmi_options *options;
} search_state;

void hist_bins_of_symbols(uint32_t *bins, const hist_grid_column *column, const hist_segmentation *segmentation)
{
	uint32_t interval = 0;
	for (size_t g = 0; g < column->groups; g++) {
		if (g == segmentation->ends[interval])
			interval++;
		bins[g] = interval;
	}
	for (size_t a = 0; a < column->atoms; a++)
		bins[column->groups + a] = (uint32_t)(segmentation->intervals + a);
}

static void use_segmentation(search_state *state, size_t j)
{
	const hist_grid_column *column = &state->grid->columns[j];
	candidate *c = &state->candidates[j];
	hist_bins_of_symbols(c->bins, column, &state->search->segmentations[j]);
	c->bin_count = state->search->segmentations[j].intervals + column->atoms;
}

/* Splits a column's groups into intervals with about the same number of rows. Returns false if memory runs out. */
static bool split_evenly(hist_segmentation *out, const hist_grid *grid, const hist_grid_column *column, size_t bins)
{
	uint64_t *rows = base_array_zero(column->groups, sizeof *rows), total = 0, below = 0;
	if (rows == NULL)
		return false;
	for (size_t i = 0; i < grid->tuples; i++) {
		if (column->symbols[i] >= column->groups)
			continue;
		rows[column->symbols[i]] += grid->counts[i];
		total += grid->counts[i];
	}
	bins = bins < column->k_max ? bins : column->k_max;
	out->intervals = 0;
	for (size_t g = 0; g + 1 < column->groups && out->intervals + 1 < bins; g++) {
		below += rows[g];
		if (below * bins >= (out->intervals + 1) * total)
			out->ends[out->intervals++] = (uint32_t)g + 1;
	}
	out->ends[out->intervals++] = (uint32_t)column->groups;
	free(rows);
	return true;
}

static bool init_column(search_state *state, size_t j)
{
	const hist_grid_column *column = &state->grid->columns[j];
	hist_segmentation *present = &state->search->segmentations[j];
	candidate *c = &state->candidates[j];
	c->bins = base_array(column->groups + column->atoms, sizeof *c->bins);
	present->ends = base_array(column->k_max, sizeof *present->ends);
	c->proposal.ends = base_array(column->k_max, sizeof *c->proposal.ends);
	if (c->bins == NULL || present->ends == NULL || c->proposal.ends == NULL)
		return false;
	if (column->groups > 0) {
		present->intervals = 1;
		present->ends[0] = (uint32_t)column->groups;
		if (state->start->bins > 1 && !split_evenly(present, state->grid, column, state->start->bins))
			return false;
	}
	use_segmentation(state, j);
	return true;
}

static bool init_state(search_state *state, hist_search *search, const hist_grid *grid, const hist_start *start,
                       const mixmi_options *options)
{
	memset(state, 0, sizeof *state);
	memset(search, 0, sizeof *search);
	state->grid = grid;
	state->search = search;
	state->start = start;
	state->options = options;
	search->segmentations = base_array_zero(grid->column_count, sizeof *search->segmentations);
	state->candidates = base_array_zero(grid->column_count, sizeof *state->candidates);
	if (search->segmentations == NULL || state->candidates == NULL || !cells_xlogx_init(&state->xlogx, grid->rows))
		return false;
	search->column_count = grid->column_count;
	cells_complexity_init(&state->complexity, grid->rows);
	for (size_t j = 0; j < grid->column_count; j++)
		if (!init_column(state, j))
			return false;
	return true;
}

static void clear_state(search_state *state)
{
	for (size_t j = 0; state->candidates != NULL && j < state->grid->column_count; j++) {
		free(state->candidates[j].bins);
		free(state->candidates[j].proposal.ends);
	}
	free(state->candidates);
	cells_xlogx_clear(&state->xlogx);
}

/* Numbers the joint cells of all columns except j. */
static bool describe_other_columns(hist_other_columns *around, uint32_t *ids, const search_state *state, size_t j)
{
	size_t count = 0;
	cells_coordinate *coordinates = base_array(state->grid->column_count, sizeof *coordinates);
	if (coordinates == NULL)
		return false;
	around->grid_cells = 1;
	for (size_t i = 0; i < state->grid->column_count; i++) {
		const candidate *c = &state->candidates[i];
		if (i == j)
			continue;
		coordinates[count++] = (cells_coordinate){ state->grid->columns[i].symbols, 1, c->bins, c->bin_count };
		around->grid_cells *= (double)c->bin_count;
	}
	around->ids = ids;
	bool done = cells_rank(ids, &around->cells, coordinates, count, state->grid->tuples);
	free(coordinates);
	return done;
}

static bool same_segmentation(const hist_segmentation *a, const hist_segmentation *b)
{
	return a->intervals == b->intervals && memcmp(a->ends, b->ends, a->intervals * sizeof *a->ends) == 0;
}

/* The best segmentation of a column with the others fixed, and the change of the code length in bits. */
static bool segment(double *change, search_state *state, size_t j)
{
	candidate *c = &state->candidates[j];
	const hist_segmentation *present = &state->search->segmentations[j];
	uint32_t *ids = base_array(state->grid->tuples, sizeof *ids);
	hist_other_columns around;
	bool done = ids != NULL && describe_other_columns(&around, ids, state, j) &&
	            hist_segment(&c->proposal, change, state->grid, &state->grid->columns[j], present, &around,
	                         &state->complexity, &state->xlogx);
	free(ids);
	if (done && state->options->preset == MIXMI_PRESET_DEFAULT) {
		size_t k_init = state->grid->columns[j].scale.k_init;
		*change += hist_cut_bits(k_init, c->proposal.intervals) - hist_cut_bits(k_init, present->intervals);
	}
	if (done && same_segmentation(&c->proposal, present))
		*change = 0; /* rounding must not turn no change into a gain */
	return done;
}

static bool may_change(const void *context, size_t j)
{
	const search_state *state = context;
	return state->grid->columns[j].groups > 0;
}

static mixmi_status propose(void *context, size_t j, double *change)
{
	search_state *state = context;
	return segment(change, state, j) ? MIXMI_OK : base_error_memory();
}

static void accept(void *context, size_t j)
{
	search_state *state = context;
	hist_segmentation *present = &state->search->segmentations[j], *proposal = &state->candidates[j].proposal;
	present->intervals = proposal->intervals;
	memcpy(present->ends, proposal->ends, proposal->intervals * sizeof *present->ends);
	use_segmentation(state, j);
}

static mixmi_status run_rounds(search_state *state)
{
	enum { SMALL = 4096 }; /* such a search ends before a second thread could start */
	cells_column_found found;
	cells_column_search columns = { .columns = state->grid->column_count,
		                            .most_rounds = (size_t)state->options->max_rounds,
		                            .options = state->options,
		                            .threads = state->grid->tuples < SMALL ? 1 : 0,
		                            .from = state->start->from,
		                            .to = state->start->to,
		                            .context = state,
		                            .may_change = may_change,
		                            .propose = propose,
		                            .accept = accept };
	mixmi_status status = cells_column_search_run(&found, &columns);
	state->search->rounds = found.rounds;
	state->search->converged = found.converged;
	return status;
}

mixmi_status hist_search_run(hist_search *search, const hist_grid *grid, const hist_start *start,
                             const mixmi_options *options)
{
	search_state state;
	mixmi_status status = init_state(&state, search, grid, start, options) ? run_rounds(&state) : base_error_memory();
	clear_state(&state);
	if (status != MIXMI_OK)
		hist_search_clear(search);
	return status;
}

void hist_search_clear(hist_search *search)
{
	for (size_t j = 0; j < search->column_count; j++)
		free(search->segmentations[j].ends);
	free(search->segmentations);
	memset(search, 0, sizeof *search);
}
