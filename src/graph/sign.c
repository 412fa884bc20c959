/* Ranks within cells. Invariant: sums run over rows in the order of cells and codes, so the order of rows in the table does
 * not show. */
#include "graph/sign.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/table.h"

/* A complete row: its cell, and where it stands in X and Y. */
typedef struct place {
	uint64_t cell;
	uint32_t x, y;
	double rank_x, rank_y;
} place;

static int compare_x(const void *a, const void *b)
{
	const place *s = a, *t = b;
	if (s->cell != t->cell)
		return s->cell < t->cell ? -1 : 1;
	if (s->x != t->x)
		return s->x < t->x ? -1 : 1;
	return (s->y > t->y) - (s->y < t->y);
}

static int compare_y(const void *a, const void *b)
{
	const place *s = a, *t = b;
	if (s->cell != t->cell)
		return s->cell < t->cell ? -1 : 1;
	if (s->y != t->y)
		return s->y < t->y ? -1 : 1;
	return (s->x > t->x) - (s->x < t->x);
}

/* Bins a numeric column of Z so that cells keep about 20 rows. */
static size_t bins_for(size_t rows, size_t z_count)
{
	double bins = floor(pow((double)rows / 20, 1 / (double)(z_count > 0 ? z_count : 1)));
	return bins < 1 ? 1 : bins > 12 ? 12 : (size_t)bins;
}

/* bin[code] of a column of Z: its values, or equally full bins of its numbers. */
static uint32_t *cut(const data_column *column, size_t bins)
{
	uint32_t *bin = base_array(column->distinct, sizeof *bin);
	size_t before = 0, all = 0;
	for (size_t i = 0; i < column->distinct; i++)
		all += column->counts[i];
	for (size_t i = 0; bin != NULL && i < column->distinct; i++) {
		bin[i] =
			(uint32_t)(column->type == MIXMI_DISCRETE ? i : (2 * before + column->counts[i]) * bins / (2 * all + 1));
		before += column->counts[i];
	}
	return bin;
}

/* Adds a column of Z to the cells of all rows; a row with a missing value gets the cell UINT64_MAX. */
static bool split_cells(uint64_t *cells, const data_column *column, size_t rows, size_t bins)
{
	uint32_t *bin = cut(column, bins);
	for (size_t i = 0; bin != NULL && i < rows; i++)
		if (column->codes[i] == DATA_MISSING || cells[i] == UINT64_MAX)
			cells[i] = UINT64_MAX;
		else
			cells[i] = (cells[i] * UINT64_C(0x100000001b3) + bin[column->codes[i]] + 1) % (UINT64_MAX - 58);
	free(bin);
	return bin != NULL;
}

/* Average ranks of ties within a cell, centred. `by_x`: the places are sorted by X, else by Y. */
static void set_ranks(place *places, size_t count, bool by_x)
{
	for (size_t start = 0, end; start < count; start = end) {
		for (end = start; end < count && places[end].cell == places[start].cell;)
			end++;
		for (size_t i = start, next; i < end; i = next) {
			uint32_t code = by_x ? places[i].x : places[i].y;
			for (next = i; next < end && (by_x ? places[next].x : places[next].y) == code;)
				next++;
			for (size_t j = i; j < next; j++) {
				double rank = (double)(i + next) / 2 - (double)(start + end) / 2;
				*(by_x ? &places[j].rank_x : &places[j].rank_y) = rank;
			}
		}
	}
}

static double correlate(place *places, size_t count)
{
	double xy = 0, xx = 0, yy = 0;
	qsort(places, count, sizeof *places, compare_x);
	set_ranks(places, count, true);
	qsort(places, count, sizeof *places, compare_y);
	set_ranks(places, count, false);
	for (size_t i = 0; i < count; i++) {
		xy += places[i].rank_x * places[i].rank_y;
		xx += places[i].rank_x * places[i].rank_x;
		yy += places[i].rank_y * places[i].rank_y;
	}
	return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : NAN;
}

static size_t list_places(place *places, const uint64_t *cells, const data_column *x, const data_column *y, size_t rows)
{
	size_t count = 0;
	for (size_t i = 0; i < rows; i++)
		if (cells[i] != UINT64_MAX && x->codes[i] != DATA_MISSING && y->codes[i] != DATA_MISSING)
			places[count++] = (place){ .cell = cells[i], .x = x->codes[i], .y = y->codes[i] };
	return count;
}

bool graph_sign(double *out, const mixmi_table *table, size_t x, size_t y, const size_t *z, size_t z_count)
{
	const data_column *columns = table->columns;
	*out = NAN;
	if (columns[x].labels != NULL || columns[y].labels != NULL)
		return true;
	uint64_t *cells = base_array_zero(table->rows, sizeof *cells);
	place *places = base_array(table->rows, sizeof *places);
	bool done = cells != NULL && places != NULL;
	for (size_t i = 0; done && i < z_count; i++)
		done = split_cells(cells, &columns[z[i]], table->rows, bins_for(table->rows, z_count));
	if (done)
		*out = correlate(places, list_places(places, cells, &columns[x], &columns[y], table->rows));
	free(cells);
	free(places);
	return done;
}

/* ------------------------------------------------------------------------------------------------ the graph */

static bool sign_of_edge(const graph_search *search, graph_evidence *e, size_t a, size_t b)
{
	size_t *z = base_array(e->given_count, sizeof *z);
	if (z == NULL)
		return false;
	for (size_t i = 0; i < e->given_count; i++)
		z[i] = search->columns[e->given[i]];
	bool done = graph_sign(&e->sign, search->table, search->columns[a], search->columns[b], z, e->given_count);
	free(z);
	return done;
}

static bool is_doubtful(const graph_evidence *e)
{
	const double narrow = 0.05, much = 0.1;
	return (!isnan(e->p) && e->p <= narrow) || (!isnan(e->hidden) && e->hidden > much);
}

mixmi_status graph_finish_evidence(graph_search *search)
{
	mixmi_graph *graph = search->graph;
	for (size_t a = 0; a < graph->nodes; a++)
		for (size_t b = a + 1; b < graph->nodes; b++) {
			graph_evidence *e = &graph->evidence[graph_pair(graph, a, b)];
			bool joined = graph_adjacent(graph, a, b);
			if (!joined)
				e->doubtful = e->known && !e->by_knowledge && is_doubtful(e);
			else if (e->known && !sign_of_edge(search, e, a, b))
				return base_error_memory();
		}
	return MIXMI_OK;
}
