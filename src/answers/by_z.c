/* Groups rows by the values of columns of Z that are discrete or have few values, and by bins of the others: those of the fitted grid, or thirds if it has
 * one bin. The question is then answered within each group, given the columns of Z that still vary there. Since the group is a function of Z, I(X;Y|Z) is
 * the mean of the groups' values, weighted by rows. All groups together cost about one estimate.
 */
#include "answers/by_z.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "answers/ask.h"
#include "answers/one_answer.h"
#include "base/answer.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/work.h"
#include "explain/words.h"
#include "paper/cells/cell_numbers.h"

enum {
	MOST_GROUPS = 1000,
	THIRDS = 3,
	FEW_VALUES =
		10, /* a table of so many groups is read at a glance; bins would merge values that have names of their own */
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
	answers_groups *out;
	uint32_t *bins; /* [rows of the table][columns] of the histogram */
	uint32_t *rows; /* [count] complete rows of the table; once divided, part by part */
	size_t count;
	part *parts; /* [out->count] in the order of Z's values */
	size_t columns;
	bool by_bins; /* groups are bins of Z in every column */
} division;

/* ------------------------------------------------------------------------------------------------ dividing */

static const data_column *z_column(const division *d, size_t j)
{
	return &d->table->columns[d->asked->z[j]];
}

static uint32_t z_bin(const division *d, size_t j, size_t row)
{
	return d->bins[row * d->columns + d->ready->places.z[j]];
}

typedef enum z_kind { BY_VALUE, BY_BIN, BY_THIRD } z_kind;

static z_kind kind_of(const division *d, size_t j)
{
	if (d->by_bins)
		return BY_BIN;
	if (z_column(d, j)->type == MIXMI_DISCRETE || z_column(d, j)->distinct <= FEW_VALUES)
		return BY_VALUE;
	return hist_column_bins(&d->histogram->columns[d->ready->places.z[j]]) > 1 ? BY_BIN : BY_THIRD;
}

/* Replaces the rows of each value by its third of all rows. */
static void split_in_thirds(uint32_t *third, size_t distinct, size_t rows)
{
	size_t before = 0;
	for (size_t code = 0; code < distinct; code++) {
		size_t here = third[code];
		third[code] = (uint32_t)((2 * before + here) * THIRDS / (2 * rows + 1));
		before += here;
	}
}

/* The value, bin or third of a column of Z in each row. */
static bool set_symbols(cells_coordinate *at, uint32_t *symbols, const division *d, size_t j)
{
	const data_column *column = z_column(d, j);
	z_kind kind = kind_of(d, j);
	size_t bins = hist_column_bins(&d->histogram->columns[d->ready->places.z[j]]);
	uint32_t *third = base_array_zero(column->distinct, sizeof *third);
	*at = (cells_coordinate){ symbols, 1, NULL, (kind == BY_VALUE ? column->distinct : bins) + THIRDS };
	for (size_t i = 0; third != NULL && i < d->count; i++) {
		symbols[i] = kind == BY_BIN ? z_bin(d, j, d->rows[i]) : column->codes[d->rows[i]];
		if (kind == BY_THIRD)
			third[symbols[i]]++;
	}
	if (third != NULL && kind == BY_THIRD) {
		split_in_thirds(third, column->distinct, d->count);
		for (size_t i = 0; i < d->count; i++)
			symbols[i] = third[symbols[i]];
	}
	free(third);
	return third != NULL;
}

/* A row without missing values, which the histogram gives a bin in every column of Z. */
static bool is_listed(const division *d, size_t row)
{
	for (size_t j = 0; j < d->columns; j++)
		if (d->table->columns[d->ready->columns[j]].codes[row] == DATA_MISSING)
			return false;
	for (size_t j = 0; j < d->asked->z_count; j++)
		if (z_bin(d, j, row) == MIXMI_NO_BIN)
			return false;
	return true;
}

static bool list_rows(division *d)
{
	d->rows = base_array(d->table->rows, sizeof *d->rows);
	for (size_t row = 0; d->rows != NULL && row < d->table->rows; row++) {
		if (is_listed(d, row))
			d->rows[d->count++] = (uint32_t)row;
	}
	return d->rows != NULL;
}

/* Puts the rows of each part together, in the order of the table. */
static bool list_parts(division *d, const uint32_t *part_of)
{
	uint32_t *rows = base_array_copy(d->rows, d->count, sizeof *rows);
	d->parts = base_array_zero(d->out->count, sizeof *d->parts);
	bool done = rows != NULL && d->parts != NULL;
	for (size_t i = 0; done && i < d->count; i++)
		d->parts[part_of[i]].count++;
	for (size_t g = 1; done && g < d->out->count; g++)
		d->parts[g].first = d->parts[g - 1].first + d->parts[g - 1].count;
	for (size_t i = 0; done && i < d->count; i++)
		d->rows[d->parts[part_of[i]].first++] = rows[i];
	for (size_t g = 0; done && g < d->out->count; g++)
		d->parts[g].first -= d->parts[g].count;
	free(rows);
	return done;
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
	uint32_t *symbols = base_array((z + 1) * d->count, sizeof *symbols);
	done = done && at != NULL && symbols != NULL;
	for (size_t j = 0; done && j < z; j++)
		done = set_symbols(&at[j], symbols + (j + 1) * d->count, d, j);
	done = done && cells_rank(symbols, &d->out->count, at, z, d->count) && list_parts(d, symbols);
	if (done)
		drop_small(d);
	free(at);
	free(symbols);
	return done;
}

/* ------------------------------------------------------------------------------------------------ one group */

/* "z = 3", or "3 <= z <= 5" */
static void add_values(explain_text *text, const data_column *column, size_t first, size_t last)
{
	char room[2][MIXMI_SHOWN];
	if (column->labels != NULL) {
		explain_text_add(text, column->name, " = ", column->labels[first], NULL);
		return;
	}
	const char *lower = explain_number(room[0], column->values[first], column->unit);
	if (first == last)
		explain_text_add(text, column->name, " = ", lower, NULL);
	else
		explain_text_add(text, lower, " <= ", column->name,
		                 " <= ", explain_number(room[1], column->values[last], column->unit), NULL);
}

static mixmi_status describe_part(char **out, const division *d, const part *group)
{
	explain_text text = { 0 };
	const uint32_t *rows = d->rows + group->first;
	if (d->by_bins)
		explain_add_cell(&text, d->histogram, d->ready->places.z, d->asked->z_count, d->bins + rows[0] * d->columns);
	for (size_t j = 0; !d->by_bins && j < d->asked->z_count; j++) {
		const data_column *column = z_column(d, j);
		explain_text_add(&text, j > 0 ? ", " : "", NULL);
		if (kind_of(d, j) == BY_BIN) {
			explain_add_bin(&text, d->histogram, d->ready->places.z[j], z_bin(d, j, rows[0]));
			continue;
		}
		uint32_t first = UINT32_MAX, last = 0;
		for (size_t i = 0; i < group->count; i++) {
			uint32_t code = column->codes[rows[i]];
			first = code < first ? code : first;
			last = code > last ? code : last;
		}
		add_values(&text, column, first, last);
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

/* A group that is too small for an answer is undecided: that nothing is found in so few rows says nothing about it. */
static void leave_open(mixmi_answer *out, size_t rows, const mixmi_options *options)
{
	*out = base_no_answer(MIXMI_OK, options->estimator, options->alpha);
	out->verdict = MIXMI_UNDECIDED;
	out->rows = rows;
}

static mixmi_status ask_rows(answers_by_z *out, const division *d, const mixmi_table *rows, size_t *places,
                             const mixmi_options *options)
{
	const mixmi_question within = question_within(places, rows, d->asked);
	const ask_context alone = { 0 };
	mixmi_status status = MIXMI_ERROR_DATA;
	if (rows->rows >= MIXMI_GROUP_ROWS)
		status = answers_ask_estimate(&out->answer, NULL, rows, &within, options, &alone);
	if (status == MIXMI_OK)
		status = answers_profile_of(&out->profile, &out->answer, rows, &within);
	if (status != MIXMI_ERROR_DATA)
		return status;
	leave_open(&out->answer, rows->rows, options);
	return MIXMI_OK;
}

/* The rows of a part as a table of the question's columns, in the order X, Y, Z, and the answer for them. */
static mixmi_status ask_part(answers_by_z *out, const division *d, const part *group, const mixmi_options *options)
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
	answers_by_z *out = &d->out->groups[index];
	mixmi_options options = base_work_options(worker, d->options);
	*out = (answers_by_z){ .answer = base_no_answer(MIXMI_OK, "", options.alpha),
		                   .profile = base_no_profile(MIXMI_SHAPE_NONE) };
	mixmi_status status = describe_part(&out->words, d, &d->parts[index]);
	out->shown = (mixmi_explained_group){ out->words, d->parts[index].count, &out->answer, &out->profile };
	return status == MIXMI_OK ? ask_part(out, d, &d->parts[index], &options) : status;
}

/* ------------------------------------------------------------------------------------------------ all groups */

mixmi_status answers_groups_init(answers_groups *groups, const mixmi_table *table, const mixmi_question *asked,
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
	mixmi_status status = hist_assign(&d.bins, histogram, table, ready->columns);
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
		answers_groups_clear(groups);
	return status;
}

void answers_groups_clear(answers_groups *groups)
{
	for (size_t i = 0; groups->groups != NULL && i < groups->count; i++)
		free(groups->groups[i].words);
	free(groups->groups);
	memset(groups, 0, sizeof *groups);
}
