/* Censored times: a time and its status become one column. Its values are the times, each once for events and once for
 * censored times. A censored time is placed directly above an event at the same time, because the event was still
 * possible. Codes therefore keep the order of time, and code that selects, merges or packs rows by their codes need not
 * know about censoring. */
#include "data/survival.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"

static const char *shown_name(char shown[BASE_TEXT_SHOWN], const data_column *column)
{
	return base_text_show(shown, column->name, strlen(column->name));
}

/* ------------------------------------------------------------------------------------------------------ the column */

/* Replaces values and codes of the first column by those of the second; its name and declarations stay. */
static void take_values(data_column *column, data_column *values)
{
	free(column->values);
	free(column->counts);
	free(column->codes);
	free(column->censored);
	column->values = values->values;
	column->counts = values->counts;
	column->codes = values->codes;
	column->censored = values->censored;
	column->distinct = values->distinct;
	column->missing = values->missing;
	column->is_signed = false; /* a copy of the time is not a copy of this column */
	values->values = NULL;
	values->counts = values->codes = NULL;
	values->censored = NULL;
}

static bool mark_censored(data_column *column, const unsigned char *observed, size_t rows)
{
	column->censored = base_array_zero(column->distinct, sizeof *column->censored);
	for (size_t i = 0; column->censored != NULL && i < rows; i++)
		if (column->codes[i] != DATA_MISSING)
			column->censored[column->codes[i]] = observed[i] == 0;
	return column->censored != NULL;
}

static mixmi_status censor(data_column *column, const unsigned char *observed, size_t rows)
{
	double *values = base_array(rows, sizeof *values);
	data_column fresh;
	if (values == NULL)
		return base_error_memory();
	for (size_t i = 0; i < rows; i++) {
		uint32_t code = column->codes[i];
		double time = code != DATA_MISSING && observed[i] <= 1 ? data_column_number(column, code) : (double)NAN;
		values[i] = observed[i] == 0 ? nextafter(time, (double)INFINITY) : time;
	}
	mixmi_status status = data_column_from_values(&fresh, column->name, MIXMI_NUMERIC, column->why, values, rows);
	free(values);
	if (status != MIXMI_OK)
		return status;
	if (mark_censored(&fresh, observed, rows))
		take_values(column, &fresh);
	else
		status = base_error_memory();
	data_column_clear(&fresh);
	return status;
}

static mixmi_status remark_censored(data_column *column, size_t rows)
{
	size_t cut_off = 0;
	for (size_t i = 0; i < rows; i++)
		cut_off += column->codes[i] != DATA_MISSING && column->censored[column->codes[i]];
	return data_column_remark(column, "a time: %zu of %zu are censored", cut_off, rows - column->missing)
	           ? MIXMI_OK
	           : base_error_memory();
}

mixmi_status mixmi_table_set_survival(mixmi_table *table, size_t column, const unsigned char *observed)
{
	char shown[BASE_TEXT_SHOWN];
	mixmi_status status = data_check_column(table, column);
	if (status != MIXMI_OK)
		return status;
	data_column *time = &table->columns[column];
	if (time->type != MIXMI_NUMERIC || time->labels != NULL || time->below + time->above > 0)
		return base_error(MIXMI_ERROR_DATA, "column '%s' is not numeric and cannot be the time of option survival",
		                  shown_name(shown, time));
	mixmi_status censored = censor(time, observed, table->rows);
	return censored == MIXMI_OK ? remark_censored(time, table->rows) : censored;
}

int mixmi_table_is_survival(const mixmi_table *table, size_t column)
{
	return column < table->column_count && table->columns[column].censored != NULL;
}

mixmi_status mixmi_table_observed(unsigned char *out, const mixmi_table *table, size_t column)
{
	mixmi_status status = data_check_column(table, column);
	if (status != MIXMI_OK)
		return status;
	const data_column *c = &table->columns[column];
	for (size_t i = 0; i < table->rows; i++)
		out[i] = c->codes[i] == DATA_MISSING ? 2 : c->censored == NULL || !c->censored[c->codes[i]];
	return MIXMI_OK;
}

mixmi_status data_refuse_censored(const mixmi_table *table, const size_t *columns, size_t count, const char *why)
{
	char shown[BASE_TEXT_SHOWN];
	for (size_t i = 0; i < count; i++)
		if (mixmi_table_is_survival(table, columns[i]))
			return base_error(MIXMI_ERROR_USAGE, "the times of column '%s' may be censored: %s",
			                  shown_name(shown, &table->columns[columns[i]]), why);
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------------ the status */

/* Meaning of a status label. */
typedef enum meaning { UNKNOWN, EVENT, CUT_OFF } meaning;

static bool is_one_of(const char *label, const char *const *words)
{
	for (; *words != NULL; words++)
		if (strlen(label) == strlen(*words) && base_text_begin_alike(label, *words, strlen(label)))
			return true;
	return false;
}

static meaning meaning_of(const char *label)
{
	static const char *const events[] = { "event",   "events",   "yes",      "y",        "true",   "t",
		                                  "dead",    "died",     "death",    "deceased", "failed", "failure",
		                                  "relapse", "relapsed", "observed", NULL };
	static const char *const cut_off[] = { "censored", "censor", "no",   "n",       "false",     "f",    "alive",
		                                   "living",   "none",   "lost", "ongoing", "withdrawn", "free", NULL };
	return is_one_of(label, events) ? EVENT : is_one_of(label, cut_off) ? CUT_OFF : UNKNOWN;
}

static mixmi_status ask_for_event(const data_column *status)
{
	char shown[BASE_TEXT_SHOWN];
	return base_error(
		MIXMI_ERROR_DATA,
		"which value of column '%s' means that the event was observed? Give it in option survival: 'TIME:%s=VALUE'",
		shown_name(shown, status), shown);
}

/* Labels that mean an event; if there is none, the only other label besides one that means no event. */
static mixmi_status find_event_labels(bool *events, const data_column *status)
{
	size_t counts[3] = { 0 };
	for (size_t code = 0; code < status->distinct; code++)
		counts[meaning_of(status->labels[code])]++;
	if (counts[UNKNOWN] > 1 || (counts[UNKNOWN] == 1 && (counts[EVENT] + counts[CUT_OFF] != 1)) ||
	    counts[EVENT] + counts[UNKNOWN] == 0)
		return ask_for_event(status);
	for (size_t code = 0; code < status->distinct; code++)
		events[code] = meaning_of(status->labels[code]) == (counts[EVENT] > 0 ? EVENT : UNKNOWN);
	return MIXMI_OK;
}

/* Numbers: 1 besides 0, or 2 besides 1, as in R's package survival. */
static mixmi_status find_event_numbers(bool *events, const data_column *status, mixmi_table *table)
{
	char shown[BASE_TEXT_SHOWN];
	double low = status->values[0], high = status->values[status->distinct - 1];
	events[status->distinct - 1] = true;
	if (status->distinct <= 2 && high == 1 && (low == 0 || low == 1))
		return MIXMI_OK;
	if (status->distinct != 2 || low != 1 || high != 2)
		return ask_for_event(status);
	return data_table_remark(table, "column '%s': 2 is taken as an event and 1 as censored", shown_name(shown, status));
}

/* The value given by the user. */
static mixmi_status find_named_event(bool *events, const data_column *status, const char *name)
{
	char shown[BASE_TEXT_SHOWN], shown_value[BASE_TEXT_SHOWN];
	double number;
	bool is_number = base_number_parse(&number, name, strlen(name), '.') == BASE_NUMBER_FINITE;
	for (size_t code = 0; code < status->distinct; code++) {
		events[code] = status->labels != NULL ? strcmp(status->labels[code], name) == 0
		                                      : is_number && status->values[code] == number;
		if (events[code])
			return MIXMI_OK;
	}
	return base_error(MIXMI_ERROR_DATA, "column '%s' of option survival has no value '%s'", shown_name(shown, status),
	                  base_text_show(shown_value, name, strlen(name)));
}

static mixmi_status find_events(bool *events, const data_column *status, const char *event, mixmi_table *table)
{
	if (status->distinct == 0)
		return ask_for_event(status);
	if (event != NULL)
		return find_named_event(events, status, event);
	return status->labels != NULL ? find_event_labels(events, status) : find_event_numbers(events, status, table);
}

mixmi_status data_table_set_survival(mixmi_table *table, size_t time, const data_column *status, const char *event)
{
	bool *events = base_array_zero(status->distinct, sizeof *events);
	unsigned char *observed = base_array(table->rows, sizeof *observed);
	mixmi_status result =
		events != NULL && observed != NULL ? find_events(events, status, event, table) : base_error_memory();
	for (size_t i = 0; result == MIXMI_OK && i < table->rows; i++)
		observed[i] = status->codes[i] == DATA_MISSING ? 2 : events[status->codes[i]];
	if (result == MIXMI_OK)
		result = mixmi_table_set_survival(table, time, observed);
	free(observed);
	free(events);
	return result;
}
