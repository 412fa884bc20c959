/* Numbers have intervals, whose edges lie between the values on both sides of a cut; discrete columns have atoms, whose
 * bins are groups; residuals have intervals of their ranks in percent. Values in the grid may run backwards, and labels
 * may be in another order than in the table: bins are numbered anew in the order of the table. */
#include "answers/grid_picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer/bin_search.h"
#include "answer/cells.h"
#include "answer/units.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "data/table.h"
#include "paper/histogram/model.h"

/* A column of the histogram. */
typedef struct shown {
	const data_column *source;
	const question_values *values; /* NULL: the column is not in the grid */
	bool residual;                 /* then `code` and `bin` are empty */
	bool reversed;                 /* of a residual: it runs backwards */
	size_t count;                  /* values */
	uint32_t *code;                /* [count] their codes in the table, ascending */
	uint32_t *bin;                 /* [count] their bins in the histogram */
	uint32_t *bin_of_level;        /* [levels] the same for the values of the grid */
	size_t bins;
} shown;

/* A value above the first and not above the second. */
static double edge_between(double below, double above)
{
	double middle = below / 2 + above / 2;
	return middle > below && middle <= above ? middle : above;
}

/* ---------------------------------------------------------------------------------------------- values and their
 * bins */

/* Marks the values that occur: level_of[code] + 1, or 0. */
static uint32_t *find_levels(base_arena *arena, const shown *s, const question_source *source)
{
	uint32_t *level = base_arena_take_zero(arena, s->source->distinct, sizeof *level);
	for (size_t v = 0; source != NULL && v < s->values->levels; v++)
		level[source->codes[v]] = (uint32_t)v + 1;
	for (size_t code = 0; source == NULL && code < s->source->distinct; code++)
		level[code] = 1;
	return level;
}

static shown show_column(base_arena *arena, const data_column *table_column, const question_source *source,
                         const question_values *values, const uint32_t *bin, size_t bins)
{
	shown s = { .source = table_column, .values = values };
	size_t levels = values != NULL ? values->levels : 1;
	uint32_t *name = base_arena_take(arena, bins, sizeof *name);
	s.code = base_arena_take(arena, table_column->distinct, sizeof *s.code);
	s.bin = base_arena_take(arena, table_column->distinct, sizeof *s.bin);
	s.bin_of_level = base_arena_take_zero(arena, levels, sizeof *s.bin_of_level);
	memset(name, 0xFF, bins * sizeof *name);
	const uint32_t *level = find_levels(arena, &s, source);
	for (size_t code = 0; code < table_column->distinct; code++) {
		if (level[code] == 0)
			continue;
		uint32_t *own = &name[bin != NULL ? bin[level[code] - 1] : 0];
		if (*own == UINT32_MAX)
			*own = (uint32_t)s.bins++;
		s.bin_of_level[level[code] - 1] = *own;
		s.code[s.count] = (uint32_t)code;
		s.bin[s.count++] = *own;
	}
	return s;
}

static shown show_residual(base_arena *arena, const data_column *table_column, const question_source *source,
                           const question_values *values, const uint32_t *bin, size_t bins)
{
	size_t last = values->raw->levels - 1;
	shown s = { .source = table_column, .values = values, .residual = true, .bins = bins };
	s.reversed = source->codes[0] > source->codes[last];
	s.bin_of_level = base_arena_take(arena, values->levels, sizeof *s.bin_of_level);
	for (size_t v = 0; v < values->levels; v++)
		s.bin_of_level[v] = s.reversed ? (uint32_t)bins - 1 - bin[v] : bin[v];
	return s;
}

/* The source of a column of the table and its place in the grid; NULL: it is not there. */
static const question_source *find_source(size_t *place, const answer_grid *grid, const question_sets *q, size_t column)
{
	const question_set *sets[] = { &q->x, &q->y, &q->z };
	for (int set = 0; set < 3; set++)
		for (size_t j = 0; j < sets[set]->count; j++) {
			const question_values *own = sets[set]->columns[j];
			for (*place = 0; sets[set]->sources[j].column == column && *place < grid->columns; ++*place)
				if (grid->column[*place] == own || grid->column[*place]->raw == own)
					return &sets[set]->sources[j];
		}
	return NULL;
}

static shown *show_columns(base_arena *arena, const answer_grid *grid, const question_sets *sets,
                           const question_ready *ready)
{
	shown *all = base_arena_take(arena, ready->count, sizeof *all);
	for (size_t j = 0; j < ready->count; j++) {
		size_t place;
		const question_source *source = grid != NULL ? find_source(&place, grid, sets, ready->columns[j]) : NULL;
		const data_column *column = &ready->table->columns[ready->columns[j]];
		if (source == NULL)
			all[j] = show_column(arena, column, NULL, NULL, NULL, 1);
		else
			all[j] = (grid->column[place]->raw != NULL ? show_residual : show_column)(
				arena, column, source, grid->column[place], grid->bin[place], grid->k[place]);
	}
	return all;
}

/* ------------------------------------------------------------------------------------------------------ the
 * histogram */

static bool build_edges(hist_column *out, const shown *s)
{
	const double *value = s->source->values;
	out->intervals = s->bins;
	out->edges = base_array(s->bins + 1, sizeof *out->edges);
	if (out->edges == NULL)
		return false;
	out->edges[0] = value[s->code[0]];
	for (size_t i = 1; i < s->count; i++)
		if (s->bin[i] != s->bin[i - 1])
			out->edges[s->bin[i]] = edge_between(value[s->code[i - 1]], value[s->code[i]]);
	double *last = &out->edges[s->bins];
	*last = value[s->code[s->count - 1]];
	if (!(*last > last[-1])) /* the last interval holds one value, which equals the edge below it */
		*last = nextafter(last[-1], INFINITY);
	return true;
}

static bool copy_atoms(hist_column *out, const shown *s)
{
	if (s->source->labels == NULL) {
		out->atom_values = base_array(s->count, sizeof *out->atom_values);
		for (size_t i = 0; out->atom_values != NULL && i < s->count; i++)
			out->atom_values[i] = s->source->values[s->code[i]];
		return out->atom_values != NULL;
	}
	const char **labels = base_array(s->count, sizeof *labels);
	for (size_t i = 0; labels != NULL && i < s->count; i++)
		labels[i] = s->source->labels[s->code[i]];
	if (labels != NULL)
		out->atom_labels = base_strings_copy(labels, s->count);
	free(labels);
	return out->atom_labels != NULL;
}

static bool build_atoms(hist_column *out, const shown *s)
{
	out->atoms = s->count;
	out->atom_bins = base_array_copy(s->bin, s->count, sizeof *s->bin);
	return out->atom_bins != NULL && copy_atoms(out, s);
}

/* Edges between ranks: the percentage of rows below each bin. */
static bool build_rank_edges(hist_column *out, const shown *s)
{
	double rows = (double)s->values->rows;
	out->intervals = s->bins;
	out->edges = base_array_zero(s->bins + 1, sizeof *out->edges);
	if (out->edges == NULL)
		return false;
	for (size_t v = 0; v < s->values->levels; v++)
		out->edges[s->bin_of_level[v] + 1] += s->values->counts[v];
	for (size_t b = 1; b <= s->bins; b++)
		out->edges[b] += out->edges[b - 1];
	for (size_t b = 1; b <= s->bins; b++)
		out->edges[b] *= 100 / rows;
	return true;
}

/* The mid-rank of every row of the table that is in the grid. */
static bool build_ranks(hist_column *out, const shown *s, const question_sets *sets, size_t table_rows)
{
	const question_values *v = s->values;
	double below = 0, rows = (double)v->rows, *of_level = base_array(v->levels, sizeof *of_level);
	out->ranks = base_array(table_rows, sizeof *out->ranks);
	bool done = of_level != NULL && out->ranks != NULL;
	for (size_t k = 0; done && k < v->levels; k++) {
		of_level[k] = (below + v->counts[k] / 2.0) * (100 / rows);
		of_level[k] = s->reversed ? 100 - of_level[k] : of_level[k];
		below += v->counts[k];
	}
	for (size_t i = 0; done && i < table_rows; i++)
		out->ranks[i] = (double)NAN;
	for (size_t i = 0; done && i < v->rows; i++)
		out->ranks[sets->taken[sets->sorted[i]]] = of_level[v->codes[i]];
	free(of_level);
	return done;
}

/* Parts of a picture besides its columns. */
typedef struct parts {
	const question_sets *sets;
	const mixmi_question *asked;
	const mixmi_table *table;
	size_t most; /* bins of a column of numbers */
} parts;

enum { MOST_GIVEN = 3 /* names that a bin of a residual says; of more it says that there are so many */ };

/* What a residual is given: "species", "species and sex", "4 columns of Z". NULL: out of memory. */
static char *words_of_given(const parts *p)
{
	size_t count = p->asked->z_count, room = 64;
	for (size_t j = 0; j < count; j++)
		room += strlen(p->table->columns[p->asked->z[j]].name) + sizeof " and ";
	char *words = base_array(room, 1);
	if (words == NULL)
		return NULL;
	size_t used = count > MOST_GIVEN ? (size_t)snprintf(words, room, "%zu columns of Z", count) : 0;
	for (size_t j = 0; j < count && count <= MOST_GIVEN; j++)
		used += (size_t)snprintf(words + used, room - used, "%s%s",
		                         j == 0          ? ""
		                         : j + 1 < count ? ", "
		                                         : " and ",
		                         p->table->columns[p->asked->z[j]].name);
	return words;
}

static bool build_residual(hist_column *out, const shown *s, const parts *p)
{
	out->type = MIXMI_NUMERIC;
	out->given = words_of_given(p);
	return out->given != NULL && build_rank_edges(out, s) && build_ranks(out, s, p->sets, p->table->rows);
}

static bool build_column(hist_column *out, const shown *s, const parts *p)
{
	bool ordered = s->residual || (s->source->labels == NULL && s->source->type == MIXMI_NUMERIC);
	out->type = s->source->type;
	out->unit = s->residual ? MIXMI_PLAIN : (int32_t)s->source->unit;
	out->scale.k_init = ordered ? ANSWER_PLACES : 0;
	out->k_max = ordered ? p->most : 0;
	out->name = base_string_copy(s->source->name);
	bool built = s->residual ? build_residual(out, s, p) : ordered ? build_edges(out, s) : build_atoms(out, s);
	return out->name != NULL && built && hist_column_finish(out);
}

/* The occupied cells: bins[cells][columns] and counts[cells]. */
typedef struct cell_list {
	size_t cells;
	uint32_t *bins;
	uint64_t *counts;
} cell_list;

/* One cell of all rows, where there is no grid. */
static cell_list list_whole(base_arena *arena, size_t columns, size_t rows)
{
	cell_list list = { 1, base_arena_take_zero(arena, columns, sizeof *list.bins),
		               base_arena_take(arena, 1, sizeof *list.counts) };
	*list.counts = rows;
	return list;
}

static cell_list list_cells(base_arena *arena, const shown *all, size_t columns, size_t rows)
{
	answer_codes *codes = base_arena_take(arena, columns, sizeof *codes);
	size_t varying = 0;
	for (size_t j = 0; j < columns; j++)
		if (all[j].values != NULL)
			codes[varying++] = (answer_codes){ all[j].bin_of_level, all[j].values->codes };
	answer_cells found = answer_cells_of(arena, codes, varying, rows, NULL, rows);
	cell_list list = { found.count, base_arena_take(arena, found.count * columns, sizeof *list.bins),
		               base_arena_take(arena, found.count, sizeof *list.counts) };
	for (size_t i = 0; i < found.count; i++) {
		list.counts[i] = found.rows[i];
		for (size_t j = 0; j < columns; j++)
			list.bins[i * columns + j] =
				all[j].values != NULL ? all[j].bin_of_level[all[j].values->codes[found.row[i]]] : 0;
	}
	return list;
}

static mixmi_status build(mixmi_histogram *histogram, const shown *all, const cell_list *list, const parts *p)
{
	for (size_t j = 0; j < histogram->column_count; j++) {
		if (!build_column(&histogram->columns[j], &all[j], p))
			return base_error_memory();
		histogram->table_rows = all[j].residual ? p->table->rows : histogram->table_rows;
	}
	return hist_model_set_cells(histogram, list->bins, list->counts, list->cells);
}

mixmi_status answers_picture(mixmi_histogram **out, base_arena *arena, const answer_grid *grid,
                             const question_sets *sets, const mixmi_question *asked, const question_ready *ready,
                             const mixmi_options *options)
{
	const shown *all = show_columns(arena, grid, sets, ready);
	const cell_list list = grid != NULL ? list_cells(arena, all, ready->count, sets->rows)
	                                    : list_whole(arena, ready->count, sets->rows + sets->rows_alone);
	mixmi_histogram *histogram = hist_model_new(ready->count);
	if (histogram == NULL)
		return base_error_memory();
	histogram->kind = HIST_DEPENDENCE;
	histogram->rows_dropped = sets->rows_incomplete + (grid != NULL ? sets->rows_alone : 0);
	histogram->converged = true;
	histogram->preset = options->preset;
	const parts p = { sets, asked, ready->table, answer_most_bins(sets->rows) };
	mixmi_status status = build(histogram, all, &list, &p);
	if (status != MIXMI_OK) {
		mixmi_histogram_free(histogram);
		return status;
	}
	/* in place of those of a density, which follow from the cells */
	histogram->score_data = grid != NULL ? grid->data : 0;
	histogram->score_complexity = grid != NULL ? grid->penalty : 0;
	histogram->score_cuts = grid != NULL ? grid->cuts : 0;
	*out = histogram;
	return MIXMI_OK;
}
