/* Time series: finds the row a given number of steps earlier, and makes lagged columns. Rows keep their positions. The
 * row k steps earlier is the row of the same series whose time is closest to k steps earlier, if it is less than half a
 * step away. Months of 28 to 31 days are therefore steps, and a gap is a missing value. Cost: a sort of the rows, then
 * O(rows) per copy, in the memory of the copies. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/sort.h"
#include "base/text.h"
#include "data/table.h"

/* A row in the order of series and time. */
typedef struct moment {
	uint32_t unit, row;
	double time;
} moment;

static int compare_moments(const void *a, const void *b)
{
	const moment *x = a, *y = b;
	if (x->unit != y->unit)
		return x->unit < y->unit ? -1 : 1;
	return (x->time > y->time) - (x->time < y->time);
}

static moment *sort_rows(const mixmi_table *table)
{
	const data_column *time = table->time, *units = table->units;
	moment *moments = base_array(table->rows, sizeof *moments);
	for (size_t i = 0; moments != NULL && i < table->rows; i++)
		moments[i] = (moment){ units != NULL ? units->codes[i] : 0, (uint32_t)i, time->values[time->codes[i]] };
	if (moments != NULL && table->rows > 0)
		qsort(moments, table->rows, sizeof *moments, compare_moments);
	return moments;
}

uint32_t *data_table_time_order(const mixmi_table *table)
{
	moment *moments = sort_rows(table);
	uint32_t *order = base_array(table->rows, sizeof *order);
	for (size_t i = 0; order != NULL && moments != NULL && i < table->rows; i++)
		order[i] = moments[i].row;
	if (moments == NULL) {
		free(order);
		order = NULL;
	}
	free(moments);
	return order;
}

/* --------------------------------------------------------------------------------------------------- the order */

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* twice: the second of two moments. */
static mixmi_status same_time(const mixmi_table *table, const moment *twice)
{
	char shown[BASE_TEXT_SHOWN], value[MIXMI_SHOWN];
	const data_column *time = table->time;
	mixmi_show_value(value, twice->time,
	                 time->unit == DATA_DAYS      ? MIXMI_DAYS
	                 : time->unit == DATA_SECONDS ? MIXMI_SECONDS
	                                              : MIXMI_PLAIN);
	size_t first = twice[-1].row < twice->row ? twice[-1].row : twice->row, second = twice[-1].row + twice->row - first;
	return base_error(
		MIXMI_ERROR_DATA, "rows %zu and %zu %shave the time %s in column '%s'%s", first + 1, second + 1,
		table->units != NULL ? "of one series " : "", value, base_text_show(shown, time->name, strlen(time->name)),
		table->units == NULL ? ": if the table has several series, name the column that identifies them in option id"
							 : "");
}

/* Differences between consecutive rows; *count is their number. */
static mixmi_status list_steps(double *steps, size_t *count, const mixmi_table *table, const moment *moments)
{
	*count = 0;
	for (size_t i = 1; i < table->rows; i++) {
		if (moments[i].unit != moments[i - 1].unit)
			continue;
		steps[*count] = moments[i].time - moments[i - 1].time;
		if (steps[(*count)++] == 0)
			return same_time(table, &moments[i]);
	}
	if (*count == 0)
		return base_error(MIXMI_ERROR_DATA, "no series has two rows: lags need consecutive rows");
	return MIXMI_OK;
}

static mixmi_status remark_gaps(mixmi_table *table, const double *steps, size_t count)
{
	char shown[BASE_TEXT_SHOWN];
	const char *units[] = { "", " day", " second" };
	double step = table->time->step;
	const char *plural = table->time->unit != DATA_PLAIN && step != 1 ? "s" : "";
	size_t gaps = 0;
	for (size_t i = 0; i < count; i++)
		gaps += !(fabs(steps[i] - step) < step / 2);
	if (gaps == 0)
		return MIXMI_OK;
	return data_table_remark(
		table,
		"time '%s': %zu of %zu differences between rows deviate from the step of %g%s%s by half of "
		"it or more; lagged values can be missing there",
		base_text_show(shown, table->time->name, strlen(table->time->name)), gaps, count, step,
		units[table->time->unit], plural);
}

static mixmi_status settle_step(mixmi_table *table, double step)
{
	moment *moments = sort_rows(table);
	double *steps = base_array(table->rows, sizeof *steps);
	size_t count = 0;
	mixmi_status status =
		moments != NULL && steps != NULL ? list_steps(steps, &count, table, moments) : base_error_memory();
	if (status == MIXMI_OK) {
		qsort(steps, count, sizeof *steps, compare_doubles);
		table->time->step = step > 0 ? step : steps[count / 2];
		status = remark_gaps(table, steps, count);
	}
	free(moments);
	free(steps);
	return status;
}

static void drop_time(mixmi_table *table)
{
	data_column *const aside[] = { table->time, table->units };
	for (size_t i = 0; i < 2; i++) {
		if (aside[i] != NULL)
			data_column_clear(aside[i]);
		free(aside[i]);
	}
	table->time = table->units = NULL;
}

/* A column of numbers that is not part of the data. */
static mixmi_status make_aside(data_column **out, const char *name, double *values, size_t rows, data_unit unit)
{
	*out = base_array_zero(1, sizeof **out);
	mixmi_status status =
		*out != NULL ? data_column_from_values(*out, name, MIXMI_NUMERIC, "series", values, rows) : base_error_memory();
	if (status == MIXMI_OK)
		(*out)->unit = unit;
	if (status == MIXMI_OK || *out == NULL)
		return status;
	free(*out);
	*out = NULL;
	return status;
}

/* `values` is scratch memory; `units` may be NULL. */
static mixmi_status set_time(mixmi_table *table, const char *name, data_unit unit, double *values,
                             const uint32_t *units, double step)
{
	drop_time(table);
	for (size_t i = 0; i < table->rows; i++)
		if (!isfinite(values[i]))
			return base_error(MIXMI_ERROR_DATA, "row %zu has no time", i + 1);
	mixmi_status status = make_aside(&table->time, name, values, table->rows, unit);
	for (size_t i = 0; units != NULL && i < table->rows; i++)
		values[i] = units[i];
	if (status == MIXMI_OK && units != NULL)
		status = make_aside(&table->units, "series", values, table->rows, DATA_PLAIN);
	if (status == MIXMI_OK)
		status = settle_step(table, step);
	if (status != MIXMI_OK)
		drop_time(table);
	return status;
}

mixmi_status data_table_set_time(mixmi_table *table, const data_column *time, const data_column *unit, double step)
{
	char shown[BASE_TEXT_SHOWN];
	if (time->values == NULL)
		return base_error(MIXMI_ERROR_DATA,
		                  "column '%s' holds texts that are not dates: option time needs numbers or dates",
		                  base_text_show(shown, time->name, strlen(time->name)));
	double *values = base_array(table->rows, sizeof *values);
	if (values == NULL)
		return base_error_memory();
	for (size_t i = 0; i < table->rows; i++)
		values[i] = time->codes[i] != DATA_MISSING ? time->values[time->codes[i]] : (double)NAN;
	mixmi_status status = set_time(table, time->name, time->unit, values, unit != NULL ? unit->codes : NULL, step);
	free(values);
	return status;
}

mixmi_status mixmi_table_set_time(mixmi_table *table, const double *times, const uint32_t *units, double step)
{
	double *values = base_array_copy(times, table->rows, sizeof *values);
	mixmi_status status = values == NULL ? base_error_memory()
	                      : !(step >= 0) || !isfinite(step)
	                          ? base_error(MIXMI_ERROR_USAGE, "the step must not be negative")
	                          : set_time(table, "time", DATA_PLAIN, values, units, step);
	free(values);
	return status;
}

double mixmi_table_times(double *times, uint32_t *units, const mixmi_table *table)
{
	if (table->time == NULL)
		return NAN;
	for (size_t i = 0; i < table->rows; i++) {
		if (times != NULL)
			times[i] = table->time->values[table->time->codes[i]];
		if (units != NULL)
			units[i] = table->units != NULL ? table->units->codes[i] : 0;
	}
	return table->time->step;
}

/* ------------------------------------------------------------------------------------------------------- copies */

/* Sets rows[r] to the row `lag` steps before row r, or DATA_MISSING. */
static void find_earlier(uint32_t *rows, const moment *moments, size_t count, double step, size_t lag)
{
	size_t j = 0;
	for (size_t i = 0; i < count; i++) {
		double wanted = moments[i].time - (double)lag * step;
		if (moments[j].unit != moments[i].unit)
			j = i;
		while (j < i && moments[j + 1].unit == moments[i].unit &&
		       fabs(moments[j + 1].time - wanted) < fabs(moments[j].time - wanted))
			j++;
		rows[moments[i].row] = fabs(moments[j].time - wanted) < step / 2 ? moments[j].row : DATA_MISSING;
	}
}

/* Whether the column has different values within a series. */
static bool changes(const data_column *column, const moment *moments, size_t count)
{
	uint32_t unit = UINT32_MAX, value = DATA_MISSING;
	for (size_t i = 0; i < count; i++) {
		uint32_t code = column->codes[moments[i].row];
		if (moments[i].unit != unit)
			value = DATA_MISSING;
		unit = moments[i].unit;
		if (code != DATA_MISSING && value != DATA_MISSING && code != value)
			return true;
		value = code != DATA_MISSING ? code : value;
	}
	return false;
}

static mixmi_status name_copy(data_column *copy, const char *name, size_t lag)
{
	size_t room = strlen(name) + 24;
	free(copy->name);
	copy->name = base_array(room, 1);
	if (copy->name == NULL)
		return base_error_memory();
	snprintf(copy->name, room, "%s@%zu", name, lag);
	return MIXMI_OK;
}

/* Copies the description and remarks of a column. */
static mixmi_status copy_texts(data_column *copy, const data_column *from)
{
	copy->label = from->label != NULL ? base_string_copy(from->label) : NULL;
	copy->remark = from->remark != NULL ? base_string_copy(from->remark) : NULL;
	bool done = (copy->label != NULL || from->label == NULL) && (copy->remark != NULL || from->remark == NULL);
	return done ? MIXMI_OK : base_error_memory();
}

typedef struct lagging {
	mixmi_table *out;
	const mixmi_table *table;
	moment *moments;
	uint32_t *rows; /* [rows] the earlier row of each, for one lag at a time */
	size_t lags;
	size_t position; /* of the next copy: copies follow all columns of the file */
} lagging;

static mixmi_status add_column(lagging *l, size_t source)
{
	const data_column *from = &l->table->columns[source];
	size_t rows = l->table->rows;
	size_t first = l->out->column_count, most = changes(from, l->moments, rows) ? l->lags : 0;
	mixmi_status status = MIXMI_OK;
	for (size_t lag = 0; status == MIXMI_OK && lag <= most; lag++) {
		data_column column;
		find_earlier(l->rows, l->moments, rows, l->table->time->step, lag);
		if (!data_column_resample(&column, from, l->rows, rows))
			return base_error_memory();
		if (lag > 0 && rows == column.missing) { /* the series are too short for this lag and larger ones */
			data_column_clear(&column);
			break;
		}
		column.lag = lag;
		column.lag_of = first;
		column.declared = from->declared;
		if (lag > 0)
			column.position = l->position++;
		status = lag > 0 ? name_copy(&column, from->name, lag) : copy_texts(&column, from);
		if (status == MIXMI_OK)
			status = data_table_adopt(l->out, &column);
		else
			data_column_clear(&column);
	}
	return status;
}

static mixmi_status begin(lagging *l, const size_t *columns, size_t count)
{
	size_t rows = l->table->rows;
	l->moments = sort_rows(l->table);
	l->rows = base_array(rows, sizeof *l->rows);
	if (l->moments == NULL || l->rows == NULL)
		return base_error_memory();
	for (size_t j = 0; j < count; j++)
		if (l->table->columns[columns[j]].position >= l->position)
			l->position = l->table->columns[columns[j]].position + 1;
	return mixmi_table_new(&l->out, rows);
}

/* Clusters, time and series are the same as in the original. */
static mixmi_status copy_aside(mixmi_table *out, const mixmi_table *table, const uint32_t *rows)
{
	const data_column *const from[] = { table->clusters, table->crossed, table->time, table->units };
	data_column **const to[] = { &out->clusters, &out->crossed, &out->time, &out->units };
	for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
		if (from[i] == NULL)
			continue;
		*to[i] = base_array_zero(1, sizeof **to[i]);
		if (*to[i] == NULL || !data_column_resample(*to[i], from[i], rows, table->rows))
			return base_error_memory();
	}
	return MIXMI_OK;
}

/* Fails if no row has another one `needed` steps earlier. */
static mixmi_status need_lag(const lagging *l, size_t needed)
{
	find_earlier(l->rows, l->moments, l->table->rows, l->table->time->step, needed);
	for (size_t i = 0; i < l->table->rows; i++)
		if (l->rows[i] != DATA_MISSING)
			return MIXMI_OK;
	return base_error(MIXMI_ERROR_DATA,
	                  "no row has another one %zu step%s earlier: the series %s too short, or option step is wrong",
	                  needed, needed == 1 ? "" : "s", l->table->units != NULL ? "are" : "is");
}

static mixmi_status copy_note(mixmi_table *out, const mixmi_table *table, size_t index)
{
	mixmi_status status = data_table_remark(out, "%s", table->notes[index]);
	if (status == MIXMI_OK)
		out->on_columns[out->note_count - 1] = table->on_columns[index];
	return status;
}

static mixmi_status lag_columns(mixmi_table **out, const mixmi_table *table, const size_t *columns, size_t count,
                                size_t lags, size_t needed)
{
	lagging l = { .table = table, .lags = lags, .position = 1 };
	*out = NULL;
	if (table->time == NULL)
		return base_error(MIXMI_ERROR_USAGE, "lags need an order of the rows: option time");
	if (lags > BASE_MAX_LAGS)
		return base_error(MIXMI_ERROR_LIMIT, "%zu lags exceed the limit of %d", lags, BASE_MAX_LAGS);
	mixmi_status status = begin(&l, columns, count);
	if (status == MIXMI_OK)
		status = need_lag(&l, needed);
	for (size_t j = 0; status == MIXMI_OK && j < count; j++)
		status = add_column(&l, columns[j]);
	if (status == MIXMI_OK) {
		find_earlier(l.rows, l.moments, table->rows, table->time->step, 0);
		status = copy_aside(l.out, table, l.rows);
	}
	for (size_t i = 0; status == MIXMI_OK && i < table->note_count; i++)
		status = copy_note(l.out, table, i);
	free(l.moments);
	free(l.rows);
	if (status != MIXMI_OK) {
		mixmi_table_free(l.out);
		return status;
	}
	l.out->lags = lags;
	*out = l.out;
	return MIXMI_OK;
}

mixmi_status data_table_lag(mixmi_table **out, const mixmi_table *table, const size_t *columns, size_t count,
                            size_t lags)
{
	return lag_columns(out, table, columns, count, lags, 0);
}

mixmi_status mixmi_table_lag(mixmi_table **out, const mixmi_table *table, size_t lags)
{
	size_t count = 0, *columns = base_array(table->column_count, sizeof *columns);
	*out = NULL;
	if (columns == NULL)
		return base_error_memory();
	for (size_t j = 0; j < table->column_count; j++)
		if (table->columns[j].lag == 0)
			columns[count++] = j;
	mixmi_status status = lag_columns(out, table, columns, count, lags, lags);
	free(columns);
	return status;
}

size_t mixmi_table_lags(const mixmi_table *table)
{
	return table->lags;
}
