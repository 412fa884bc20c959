/* Groups rows by the values of columns of Z that are discrete or have few values, and by bins of the others: those of the fitted grid, or thirds if it has
 * one bin. The question is then answered within each group, given the columns of Z that still vary there. Since the group is a function of Z, I(X;Y|Z) is
 * the mean of the groups' values, weighted by rows. All groups together cost about one estimate.
 */
#include "explain/by_z.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/special.h"
#include "base/work.h"
#include "cells/margin.h"
#include "explain/profile.h"
#include "explain/words.h"

enum {
	MOST_GROUPS = 1000,
	THIRDS = 3,
	FEW_VALUES =
		10, /* a table of so many groups is read at a glance; bins would merge values that have names of their own */
	LEAST_ROWS = 20, /* with fewer, a correlation of .7 is missed more often than one time in ten at the level .01 */
};

/* What the pieces of one call share. */
typedef struct division {
	const mixmi_table *table;
	const mixmi_question *asked;
	const question_ready *ready;
	const mixmi_histogram *histogram;
	const mixmi_options *options;
	explain_groups *out;
	uint32_t *bins;    /* [rows][columns] of the histogram */
	uint32_t *used;    /* [count] complete rows of the table */
	size_t count;      /* complete rows */
	uint32_t *symbols; /* [z][count] what each row has in each column of Z */
	uint32_t *members; /* [count] places in `used`, group by group */
	size_t *starts;    /* [groups + 1] in `members` */
	size_t *order;     /* [groups shown] which */
	size_t columns;
	bool by_bins; /* groups are bins of Z in every column */
} division;

/* ------------------------------------------------------------------------------------------------ dividing */

static size_t z_place(const division *d, size_t j)
{
	return d->ready->places.z[j];
}

static const data_column *z_column(const division *d, size_t j)
{
	return &d->table->columns[d->asked->z[j]];
}

typedef enum z_kind { BY_VALUE, BY_BIN, BY_THIRD } z_kind;

static z_kind kind_of(const division *d, size_t j)
{
	if (d->by_bins)
		return BY_BIN;
	if (z_column(d, j)->type == MIXMI_DISCRETE || z_column(d, j)->distinct <= FEW_VALUES)
		return BY_VALUE;
	return hist_column_bins(&d->histogram->columns[z_place(d, j)]) > 1 ? BY_BIN : BY_THIRD;
}

/* Thirds of the complete rows by rank. */
static bool set_thirds(uint32_t *symbols, const division *d, const data_column *column)
{
	uint32_t *counts = base_array_zero(column->distinct, sizeof *counts);
	size_t before = 0;
	if (counts == NULL)
		return false;
	for (size_t i = 0; i < d->count; i++)
		counts[column->codes[d->used[i]]]++;
	for (size_t code = 0; code < column->distinct; code++) {
		size_t here = counts[code];
		counts[code] = (uint32_t)((2 * before + here) * THIRDS / (2 * d->count + 1));
		before += here;
	}
	for (size_t i = 0; i < d->count; i++)
		symbols[i] = counts[column->codes[d->used[i]]];
	free(counts);
	return true;
}

static bool set_symbols(uint32_t *symbols, const division *d, size_t j)
{
	const data_column *column = z_column(d, j);
	z_kind kind = kind_of(d, j);
	if (kind == BY_THIRD)
		return set_thirds(symbols, d, column);
	for (size_t i = 0; i < d->count; i++)
		symbols[i] = kind == BY_VALUE ? column->codes[d->used[i]] : d->bins[d->used[i] * d->columns + z_place(d, j)];
	return true;
}

/* Complete rows, which the histogram gives a bin in every column. */
static bool list_rows(division *d)
{
	d->used = base_array(d->table->rows, sizeof *d->used);
	for (size_t row = 0; d->used != NULL && row < d->table->rows; row++) {
		bool complete = true;
		for (size_t j = 0; j < d->columns; j++)
			complete = complete && d->bins[row * d->columns + j] != MIXMI_NO_BIN;
		if (complete)
			d->used[d->count++] = (uint32_t)row;
	}
	return d->used != NULL;
}

static bool rank_groups(division *d, uint32_t *ids, size_t *groups)
{
	size_t z = d->asked->z_count;
	cells_coordinate *coordinates = base_array(z, sizeof *coordinates);
	d->symbols = base_array(z * d->count, sizeof *d->symbols);
	bool done = coordinates != NULL && d->symbols != NULL;
	for (size_t j = 0; done && j < z; j++) {
		uint32_t *symbols = d->symbols + j * d->count;
		size_t bins = hist_column_bins(&d->histogram->columns[z_place(d, j)]), values = z_column(d, j)->distinct;
		coordinates[j] = (cells_coordinate){ symbols, 1, NULL, (bins > values ? bins : values) + THIRDS };
		done = set_symbols(symbols, d, j);
	}
	done = done && cells_rank(ids, groups, coordinates, z, d->count);
	free(coordinates);
	return done;
}

/* The members of each group, in the order of the table. */
static bool list_members(division *d, const uint32_t *ids, size_t groups)
{
	d->members = base_array(d->count, sizeof *d->members);
	d->starts = base_array_zero(groups + 1, sizeof *d->starts);
	size_t *next = base_array_zero(groups + 1, sizeof *next);
	bool done = d->members != NULL && d->starts != NULL && next != NULL;
	for (size_t i = 0; done && i < d->count; i++)
		d->starts[ids[i] + 1]++;
	for (size_t g = 0; done && g < groups; g++) {
		d->starts[g + 1] += d->starts[g];
		next[g] = d->starts[g];
	}
	for (size_t i = 0; done && i < d->count; i++)
		d->members[next[ids[i]]++] = (uint32_t)i;
	free(next);
	return done;
}

/* All groups, or the largest where there are too many: those of at least so many rows as leave no more than are shown. */
static bool choose_groups(division *d, size_t groups)
{
	size_t least = 1, kept = groups;
	d->order = base_array(groups, sizeof *d->order);
	if (d->order == NULL)
		return false;
	while (kept > MOST_GROUPS) {
		least++;
		kept = 0;
		for (size_t g = 0; g < groups; g++)
			kept += d->starts[g + 1] - d->starts[g] >= least;
	}
	kept = 0;
	for (size_t g = 0; g < groups; g++)
		if (d->starts[g + 1] - d->starts[g] >= least)
			d->order[kept++] = g;
	d->out->count = kept;
	return true;
}

static bool divide(division *d)
{
	size_t groups = 0;
	uint32_t *ids = NULL;
	bool done = list_rows(d);
	if (done)
		ids = base_array(d->count, sizeof *ids);
	done =
		done && ids != NULL && rank_groups(d, ids, &groups) && list_members(d, ids, groups) && choose_groups(d, groups);
	free(ids);
	return done;
}

/* ------------------------------------------------------------------------------------------------ one group */

static void add_value(explain_text *text, const data_column *column, uint32_t code)
{
	explain_text_add(text, column->name);
	explain_text_add(text, " = ");
	if (column->labels != NULL)
		explain_text_add(text, column->labels[code]);
	else
		explain_text_number(text, column->values[code], (int32_t)column->unit);
}

static void add_third(explain_text *text, const division *d, size_t j, size_t group)
{
	const data_column *column = z_column(d, j);
	size_t first = SIZE_MAX, last = 0;
	for (size_t i = d->starts[group]; i < d->starts[group + 1]; i++) {
		size_t code = column->codes[d->used[d->members[i]]];
		first = code < first ? code : first;
		last = code > last ? code : last;
	}
	if (first == last) {
		add_value(text, column, (uint32_t)first);
		return;
	}
	explain_text_number(text, column->values[first], (int32_t)column->unit);
	explain_text_add(text, " <= ");
	explain_text_add(text, column->name);
	explain_text_add(text, " <= ");
	explain_text_number(text, column->values[last], (int32_t)column->unit);
}

static mixmi_status describe_group(char **out, const division *d, size_t group)
{
	explain_text text = { 0 };
	size_t member = d->members[d->starts[group]], row = d->used[member];
	if (d->by_bins) {
		explain_add_cell(&text, d->histogram, d->ready->places.z, d->asked->z_count, d->bins + row * d->columns);
		return explain_text_finish(out, &text);
	}
	for (size_t j = 0; j < d->asked->z_count; j++) {
		explain_text_add(&text, j > 0 ? ", " : "");
		if (kind_of(d, j) == BY_VALUE)
			add_value(&text, z_column(d, j), z_column(d, j)->codes[row]);
		else if (kind_of(d, j) == BY_BIN)
			explain_add_bin(&text, d->histogram, z_place(d, j), d->bins[row * d->columns + z_place(d, j)]);
		else
			add_third(&text, d, j, group);
	}
	return explain_text_finish(out, &text);
}

/* I(X;Y) in nats of margins whose items are rows. */
static double information(const cells_margin *xy, const cells_margin *x, const cells_margin *y, size_t rows)
{
	double found = cells_entropy(x, rows) + cells_entropy(y, rows) - cells_entropy(xy, rows);
	return found > 0 ? found : 0;
}

/* The bins of one set of columns for the rows of a group, as coordinates. */
static size_t coordinates_of(cells_coordinate *out, uint32_t *symbols, const division *d, size_t group,
                             const size_t *places, size_t count)
{
	size_t rows = d->starts[group + 1] - d->starts[group];
	for (size_t j = 0; j < count; j++) {
		for (size_t i = 0; i < rows; i++)
			symbols[j * rows + i] = d->bins[d->used[d->members[d->starts[group] + i]] * d->columns + places[j]];
		out[j] = (cells_coordinate){ symbols + j * rows, 1, NULL, hist_column_bins(&d->histogram->columns[places[j]]) };
	}
	return count;
}

static bool measure_bins(double *out, const division *d, size_t group)
{
	const mixmi_question *p = &d->ready->places;
	size_t rows = d->starts[group + 1] - d->starts[group], count = p->x_count + p->y_count;
	cells_margin xy = { 0 }, x = { 0 }, y = { 0 };
	cells_coordinate *at = base_array(count, sizeof *at);
	uint32_t *symbols = base_array(count * rows, sizeof *symbols);
	uint64_t *ones = base_array(rows, sizeof *ones);
	bool done = at != NULL && symbols != NULL && ones != NULL;
	for (size_t i = 0; done && i < rows; i++)
		ones[i] = 1;
	if (done) {
		coordinates_of(at, symbols, d, group, p->x, p->x_count);
		coordinates_of(at + p->x_count, symbols + p->x_count * rows, d, group, p->y, p->y_count);
	}
	done = done && cells_margin_init(&xy, at, count, rows, ones) && cells_margin_init(&x, at, p->x_count, rows, ones) &&
	       cells_margin_init(&y, at + p->x_count, p->y_count, rows, ones);
	if (done)
		*out = information(&xy, &x, &y, rows);
	cells_margin_clear(&xy);
	cells_margin_clear(&x);
	cells_margin_clear(&y);
	free(at);
	free(symbols);
	free(ones);
	return done;
}

/* The rows of a group as a table of the question's columns, in the order X, Y, Z. */
static mixmi_status take_rows(mixmi_table **out, const division *d, size_t group, const size_t *columns)
{
	size_t count = d->starts[group + 1] - d->starts[group];
	uint32_t *rows = base_array(count, sizeof *rows);
	if (rows == NULL)
		return base_error_memory();
	for (size_t i = 0; i < count; i++)
		rows[i] = d->used[d->members[d->starts[group] + i]];
	mixmi_status status = data_table_resample(out, d->table, columns, d->columns, rows, count);
	free(rows);
	return status;
}

/* Columns 0 .. of the group's table; those of Z that do not vary there are left out. */
static mixmi_question question_within(size_t *places, const mixmi_table *part, const mixmi_question *asked)
{
	size_t z = 0, before = asked->x_count + asked->y_count;
	for (size_t j = 0; j < before; j++)
		places[j] = j;
	for (size_t j = 0; j < asked->z_count; j++)
		if (part->columns[before + j].distinct > 1)
			places[before + z++] = before + j;
	return (mixmi_question){ places, asked->x_count, places + asked->x_count, asked->y_count, places + before, z };
}

/* A group that is too small for an answer has MIXMI_ERROR_DATA for its status, and does not end the work: that nothing is
 * found in so few rows says nothing about the group. */
static mixmi_status ask_part(const division *d, size_t index, const mixmi_table *part, size_t *places,
                             const mixmi_options *options)
{
	const mixmi_question within = question_within(places, part, d->asked);
	const ask_context alone = { 0 };
	mixmi_answer *answer = &d->out->answers[index];
	if (part->rows < LEAST_ROWS) {
		*answer = base_no_answer(MIXMI_ERROR_DATA, "", options->alpha);
		return MIXMI_OK;
	}
	mixmi_status status = answers_ask_estimate(answer, NULL, part, &within, options, &alone);
	if (status == MIXMI_OK && answer->estimate.value > 0)
		status = explain_profile(&d->out->profiles[index], part, &within);
	return status == MIXMI_ERROR_DATA ? MIXMI_OK : status;
}

static mixmi_status ask_group(const division *d, size_t index, const mixmi_options *options)
{
	mixmi_table *part = NULL;
	size_t group = d->order[index];
	size_t *columns = base_array(2 * d->columns, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	question_join_all(columns, d->asked);
	mixmi_status status = take_rows(&part, d, group, columns);
	if (status == MIXMI_OK)
		status = ask_part(d, index, part, columns + d->columns, options);
	mixmi_table_free(part);
	free(columns);
	return status;
}

static mixmi_status do_group(void *context, size_t index, base_worker *worker)
{
	const division *d = context;
	size_t group = d->order[index];
	mixmi_explained_group *out = &d->out->groups[index];
	mixmi_options options = base_work_options(worker, d->options);
	out->rows = d->starts[group + 1] - d->starts[group];
	out->answer = &d->out->answers[index];
	out->profile = &d->out->profiles[index];
	mixmi_status status = describe_group(&d->out->words[index], d, group);
	out->words = d->out->words[index];
	if (status == MIXMI_OK && !measure_bins(&out->plug_in, d, group))
		status = base_error_memory();
	return status == MIXMI_OK ? ask_group(d, index, &options) : status;
}

/* ------------------------------------------------------------------------------------------------ all groups */

static bool room_init(explain_groups *groups, double alpha)
{
	groups->groups = base_array_zero(groups->count, sizeof *groups->groups);
	groups->words = base_array_zero(groups->count, sizeof *groups->words);
	groups->answers = base_array(groups->count, sizeof *groups->answers);
	groups->profiles = base_array(groups->count, sizeof *groups->profiles);
	if (groups->groups == NULL || groups->words == NULL || groups->answers == NULL || groups->profiles == NULL)
		return false;
	for (size_t i = 0; i < groups->count; i++) {
		groups->answers[i] = base_no_answer(MIXMI_OK, "", alpha);
		groups->profiles[i] = explain_no_profile(MIXMI_SHAPE_NONE);
	}
	return true;
}

mixmi_status explain_groups_init(explain_groups *groups, const mixmi_table *table, const mixmi_question *asked,
                                 const question_ready *ready, const mixmi_histogram *histogram, bool by_bins,
                                 const mixmi_options *options)
{
	memset(groups, 0, sizeof *groups);
	division d = { .table = table,
		           .asked = asked,
		           .ready = ready,
		           .histogram = histogram,
		           .options = options,
		           .out = groups,
		           .by_bins = by_bins,
		           .columns = ready->count };
	mixmi_status status = mixmi_histogram_assign(&d.bins, histogram, table, ready->columns);
	if (status == MIXMI_OK && (!divide(&d) || !room_init(groups, options->alpha)))
		status = base_error_memory();
	if (status == MIXMI_OK) {
		const base_work work = { .options = options, .count = groups->count, .stage = "groups of Z", .unit = "groups" };
		status = base_work_run(&work, do_group, &d);
	}
	free(d.bins);
	free(d.used);
	free(d.symbols);
	free(d.members);
	free(d.starts);
	free(d.order);
	if (status != MIXMI_OK)
		explain_groups_clear(groups);
	return status;
}

void explain_groups_clear(explain_groups *groups)
{
	for (size_t i = 0; groups->words != NULL && i < groups->count; i++)
		free(groups->words[i]);
	free(groups->groups);
	free(groups->words);
	free(groups->answers);
	free(groups->profiles);
	memset(groups, 0, sizeof *groups);
}
