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
#include "base/work.h"
#include "cells/cell_numbers.h"
#include "explain/profile.h"
#include "explain/words.h"

enum {
	MOST_GROUPS = 1000,
	THIRDS = 3,
	FEW_VALUES =
		10, /* a table of so many groups is read at a glance; bins would merge values that have names of their own */
	LEAST_ROWS = 20, /* with fewer, a correlation of .7 is missed more often than one time in ten at the level .01 */
};

/* Rows with the same Z. */
typedef struct part {
	size_t first, count; /* in `rows` */
} part;

/* What the pieces of one call share. */
typedef struct division {
	const mixmi_table *table;
	const mixmi_question *asked;
	const question_ready *ready;
	const mixmi_histogram *histogram;
	const mixmi_options *options;
	explain_groups *out;
	uint32_t *bins; /* [rows of the table][columns] of the histogram */
	uint32_t *rows; /* [count] complete rows of the table; once divided, part by part */
	size_t count;
	part *parts; /* [out->count] in the order of Z's values */
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
		counts[column->codes[d->rows[i]]]++;
	for (size_t code = 0; code < column->distinct; code++) {
		size_t here = counts[code];
		counts[code] = (uint32_t)((2 * before + here) * THIRDS / (2 * d->count + 1));
		before += here;
	}
	for (size_t i = 0; i < d->count; i++)
		symbols[i] = counts[column->codes[d->rows[i]]];
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
		symbols[i] = kind == BY_VALUE ? column->codes[d->rows[i]] : d->bins[d->rows[i] * d->columns + z_place(d, j)];
	return true;
}

/* Complete rows, which the histogram gives a bin in every column. */
static bool list_rows(division *d)
{
	d->rows = base_array(d->table->rows, sizeof *d->rows);
	for (size_t row = 0; d->rows != NULL && row < d->table->rows; row++) {
		bool complete = true;
		for (size_t j = 0; j < d->columns; j++)
			complete = complete && d->bins[row * d->columns + j] != MIXMI_NO_BIN;
		if (complete)
			d->rows[d->count++] = (uint32_t)row;
	}
	return d->rows != NULL;
}

static bool same_symbols(const division *d, const uint32_t *symbols, uint32_t a, uint32_t b)
{
	for (size_t j = 0; j < d->asked->z_count; j++)
		if (symbols[j * d->count + a] != symbols[j * d->count + b])
			return false;
	return true;
}

/* Puts the rows of each part together, in the order of the table; order[] are their places before. */
static bool list_parts(division *d, const uint32_t *symbols, const uint32_t *order)
{
	uint32_t *rows = base_array(d->count, sizeof *rows);
	d->parts = base_array(d->count, sizeof *d->parts);
	if (rows == NULL || d->parts == NULL) {
		free(rows);
		return false;
	}
	for (size_t i = 0; i < d->count; i++) {
		rows[i] = d->rows[order[i]];
		if (i == 0 || !same_symbols(d, symbols, order[i - 1], order[i]))
			d->parts[d->out->count++] = (part){ i, 0 };
		d->parts[d->out->count - 1].count++;
	}
	free(d->rows);
	d->rows = rows;
	return true;
}

/* Leaves the largest parts where there are too many. */
static void drop_small(division *d)
{
	for (size_t least = 2; d->out->count > MOST_GROUPS; least++) {
		size_t kept = 0;
		for (size_t g = 0; g < d->out->count; g++)
			if (d->parts[g].count >= least)
				d->parts[kept++] = d->parts[g];
		d->out->count = kept;
	}
}

static bool divide(division *d)
{
	size_t z = d->asked->z_count;
	bool done = list_rows(d);
	cells_coordinate *at = base_array(z, sizeof *at);
	uint32_t *symbols = base_array(z * d->count, sizeof *symbols), *order = base_array(d->count, sizeof *order);
	done = done && at != NULL && symbols != NULL && order != NULL;
	for (size_t j = 0; done && j < z; j++) {
		size_t bins = hist_column_bins(&d->histogram->columns[z_place(d, j)]), values = z_column(d, j)->distinct;
		at[j] = (cells_coordinate){ symbols + j * d->count, 1, NULL, (bins > values ? bins : values) + THIRDS };
		done = set_symbols(symbols + j * d->count, d, j);
	}
	done = done && cells_order(order, at, z, d->count) && list_parts(d, symbols, order);
	if (done)
		drop_small(d);
	free(at);
	free(symbols);
	free(order);
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

static void add_third(explain_text *text, const division *d, size_t j, const part *group)
{
	const data_column *column = z_column(d, j);
	size_t first = SIZE_MAX, last = 0;
	for (size_t i = 0; i < group->count; i++) {
		size_t code = column->codes[d->rows[group->first + i]];
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

static mixmi_status describe_part(char **out, const division *d, const part *group)
{
	explain_text text = { 0 };
	size_t row = d->rows[group->first];
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

/* Columns 0 .. of the group's table; those of Z that do not vary there are left out. */
static mixmi_question question_within(size_t *places, const mixmi_table *rows, const mixmi_question *asked)
{
	size_t z = 0, before = asked->x_count + asked->y_count;
	for (size_t j = 0; j < before; j++)
		places[j] = j;
	for (size_t j = 0; j < asked->z_count; j++)
		if (rows->columns[before + j].distinct > 1)
			places[before + z++] = before + j;
	return (mixmi_question){ places, asked->x_count, places + asked->x_count, asked->y_count, places + before, z };
}

/* A group that is too small for an answer has MIXMI_ERROR_DATA for its status, and does not end the work: that nothing is
 * found in so few rows says nothing about the group. */
static mixmi_status ask_rows(explain_by_z *out, const division *d, const mixmi_table *rows, size_t *places,
                             const mixmi_options *options)
{
	const mixmi_question within = question_within(places, rows, d->asked);
	const ask_context alone = { 0 };
	if (rows->rows < LEAST_ROWS) {
		out->answer = base_no_answer(MIXMI_ERROR_DATA, "", options->alpha);
		return MIXMI_OK;
	}
	mixmi_status status = answers_ask_estimate(&out->answer, NULL, rows, &within, options, &alone);
	if (status == MIXMI_OK && out->answer.estimate.value > 0)
		status = explain_profile(&out->profile, rows, &within);
	return status == MIXMI_ERROR_DATA ? MIXMI_OK : status;
}

/* The rows of a part as a table of the question's columns, in the order X, Y, Z, and the answer for them. */
static mixmi_status ask_part(explain_by_z *out, const division *d, const part *group, const mixmi_options *options)
{
	mixmi_table *rows = NULL;
	size_t *columns = base_array(2 * d->columns, sizeof *columns);
	if (columns == NULL)
		return base_error_memory();
	question_join_all(columns, d->asked);
	mixmi_status status =
		data_table_resample(&rows, d->table, columns, d->columns, d->rows + group->first, group->count);
	if (status == MIXMI_OK)
		status = ask_rows(out, d, rows, columns + d->columns, options);
	mixmi_table_free(rows);
	free(columns);
	return status;
}

static mixmi_status do_part(void *context, size_t index, base_worker *worker)
{
	const division *d = context;
	explain_by_z *out = &d->out->groups[index];
	mixmi_options options = base_work_options(worker, d->options);
	*out = (explain_by_z){ .answer = base_no_answer(MIXMI_OK, "", options.alpha),
		                   .profile = explain_no_profile(MIXMI_SHAPE_NONE) };
	mixmi_status status = describe_part(&out->words, d, &d->parts[index]);
	out->shown = (mixmi_explained_group){ out->words, d->parts[index].count, &out->answer, &out->profile };
	return status == MIXMI_OK ? ask_part(out, d, &d->parts[index], &options) : status;
}

/* ------------------------------------------------------------------------------------------------ all groups */

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
	if (status == MIXMI_OK && !divide(&d))
		status = base_error_memory();
	if (status == MIXMI_OK) {
		groups->groups = base_array_zero(groups->count, sizeof *groups->groups);
		status = groups->groups != NULL ? MIXMI_OK : base_error_memory();
	}
	if (status == MIXMI_OK) {
		const base_work work = { .options = options, .count = groups->count, .stage = "groups of Z", .unit = "groups" };
		status = base_work_run(&work, do_part, &d);
	}
	free(d.bins);
	free(d.rows);
	free(d.parts);
	if (status != MIXMI_OK)
		explain_groups_clear(groups);
	return status;
}

void explain_groups_clear(explain_groups *groups)
{
	for (size_t i = 0; groups->groups != NULL && i < groups->count; i++)
		free(groups->groups[i].words);
	free(groups->groups);
	memset(groups, 0, sizeof *groups);
}
