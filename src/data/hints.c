#include "data/hints.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"

/* ------------------------------------------------------------------------------------------------------- names */

static bool is_letter(char c)
{
	return (base_lower(c) >= 'a' && base_lower(c) <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80;
}

/* True if a word of the name is in the list, ignoring case: "patient_id", "Patient.ID" and "patientID" contain "id". */
static bool has_word(const char *name, const char *const *list)
{
	for (const char *word = name, *end; *word != '\0'; word = end) {
		bool upper = *word >= 'A' && *word <= 'Z';
		for (end = word + 1; is_letter(*word) && is_letter(*end); end++) {
			bool capital = *end >= 'A' && *end <= 'Z';
			if (capital && !upper)
				break;
			upper = capital;
		}
		for (const char *const *item = list; *item != NULL; item++)
			if (strlen(*item) == (size_t)(end - word) && base_text_begin_alike(word, *item, (size_t)(end - word)))
				return true;
	}
	return false;
}

static const char *shown_name(char shown[BASE_TEXT_SHOWN], const data_column *column)
{
	return base_text_show(shown, column->name, strlen(column->name));
}

/* ------------------------------------------------------------------------------------------------------- codes */

/* True for a few consecutive integers such as 1, 2, 3, each in several rows: a quantity or codes of categories. */
static bool may_be_codes(const data_column *column, size_t rows)
{
	enum { FEWEST = 3, MOST = 6, LARGEST = 9, ROWS_A_VALUE = 5 };
	if (column->declared || column->kind == DATA_REPEAT || column->labels != NULL || column->unit != DATA_PLAIN ||
	    column->step != 1 || column->below + column->above > 0 || column->distinct < FEWEST || column->distinct > MOST)
		return false;
	double low = column->values[0], high = column->values[column->distinct - 1];
	return low >= 0 && high <= LARGEST && low == floor(low) && high - low == (double)(column->distinct - 1) &&
	       rows >= ROWS_A_VALUE * column->distinct;
}

/* -------------------------------------------------------------------------------------------------- identifiers */

/* True for the name of a subject with several rows for many of its values. */
static bool is_repeated_subject(const data_column *column, size_t rows)
{
	enum { FEWEST = 10 };
	static const char *const words[] = { "id",         "ids",         "subject", "patient",   "person",
		                                 "individual", "participant", "pid",     "uid",       "subjectid",
		                                 "patientid",  "respondent",  "userid",  "household", NULL };
	return column->distinct >= FEWEST && 2 * rows >= 3 * column->distinct && has_word(column->name, words);
}

/* ---------------------------------------------------------------------------------------------- censored times */

static bool is_time(const data_column *column)
{
	enum { FEWEST = 10 };
	static const char *const words[] = {
		"time", "futime", "survtime", "survival", "duration", "followup", "tte", NULL
	};
	return column->labels == NULL && column->unit == DATA_PLAIN && column->distinct >= FEWEST &&
	       column->values[0] >= 0 && has_word(column->name, words);
}

/* Two values, or three: alive, dead from the disease, dead from another cause. */
static bool is_status(const data_column *column)
{
	enum { FEWEST = 2, MOST = 3 };
	static const char *const words[] = { "status", "event",  "events",   "death",    "dead",   "died",
		                                 "cens",   "censor", "censored", "deceased", "fustat", NULL };
	return column->distinct >= FEWEST && column->distinct <= MOST && has_word(column->name, words);
}

/* The first column of the table that could be the status of this time, or the reverse; NULL: none. */
static const data_column *find_partner(const data_column *column, const mixmi_table *table)
{
	bool time = is_time(column);
	if (!time && !is_status(column))
		return NULL;
	for (size_t j = 0; j < table->column_count; j++)
		if (time ? is_status(&table->columns[j]) : is_time(&table->columns[j]))
			return &table->columns[j];
	return NULL;
}

bool data_hint_column(data_column *column, const mixmi_table *table)
{
	char shown[BASE_TEXT_SHOWN], other[BASE_TEXT_SHOWN];
	size_t rows = table->rows - column->missing;
	const data_column *partner = find_partner(column, table);
	const data_column *time = is_time(column) ? column : partner, *status = is_time(column) ? partner : column;
	bool done = true;
	if (may_be_codes(column, rows))
		done = data_column_remark(column,
		                          "%zu values: if they are codes of categories, name the column in option discrete",
		                          column->distinct);
	if (done && table->clusters == NULL && is_repeated_subject(column, rows))
		done = data_column_remark(column,
		                          "a repeated identifier (%zu values in %zu rows): rows with the same value may depend "
		                          "on each other, which makes p-values too small; name it in option cluster",
		                          column->distinct, rows);
	if (done && partner != NULL)
		done = data_column_remark(column,
		                          "'%s' and '%s' look like a time and its status: if times are censored, set option "
		                          "survival to '%s:%s'",
		                          shown_name(shown, time), shown_name(other, status), shown, other);
	return done;
}

/* ------------------------------------------------------------------------------------------------ frequencies */

/* True for non-negative integers whose name means a count. */
static bool is_frequency(const data_column *column)
{
	static const char *const words[] = { "freq",   "frequency", "frequencies", "count", "counts",
		                                 "weight", "weights",   "n",           NULL };
	if (column->labels != NULL || column->unit != DATA_PLAIN || column->missing > 0 || column->declared ||
	    !has_word(column->name, words))
		return false;
	for (size_t i = 0; i < column->distinct; i++)
		if (column->values[i] < 0 || column->values[i] != floor(column->values[i]))
			return false;
	return column->distinct > 1;
}

/* Number of possible combinations of the columns other than `left_out`, counted up to `most`. 0: a value is missing. */
static size_t count_combinations(const mixmi_table *table, size_t left_out, size_t most)
{
	size_t all = 1;
	for (size_t j = 0; j < table->column_count; j++) {
		if (j == left_out)
			continue;
		if (table->columns[j].missing > 0)
			return 0;
		if (table->columns[j].distinct > most / all)
			return most + 1;
		all *= table->columns[j].distinct;
	}
	return all;
}

/* *each: no two rows have the same combination of the columns other than `left_out`. Returns false if memory runs
 * out. */
static bool look_for_repeats(bool *each, const mixmi_table *table, size_t left_out, size_t combinations)
{
	uint8_t *seen = base_array_zero(combinations, 1);
	*each = true;
	for (size_t row = 0; seen != NULL && row < table->rows && *each; row++) {
		size_t number = 0;
		for (size_t j = 0; j < table->column_count; j++)
			if (j != left_out)
				number = number * table->columns[j].distinct + table->columns[j].codes[row];
		*each = seen[number] == 0;
		seen[number] = 1;
	}
	free(seen);
	return seen != NULL;
}

/* A frequency table has a row for each combination of values, or for most of them, as empty cells may be omitted. */
static mixmi_status hint_frequencies(mixmi_table *table, size_t column)
{
	enum { FEWEST_ROWS = 4, FEWEST_COLUMNS = 3, CELLS_A_ROW = 2 };
	char shown[BASE_TEXT_SHOWN];
	bool each;
	size_t combinations = count_combinations(table, column, CELLS_A_ROW * table->rows);
	if (table->rows < FEWEST_ROWS || table->column_count < FEWEST_COLUMNS || combinations < table->rows ||
	    combinations > CELLS_A_ROW * table->rows)
		return MIXMI_OK;
	if (!look_for_repeats(&each, table, column, combinations))
		return base_error_memory();
	if (!each)
		return MIXMI_OK;
	return data_table_remark(
		table, "each combination of the other columns occurs once: if '%s' is a frequency, name it in option weights",
		shown_name(shown, &table->columns[column]));
}

mixmi_status data_hint_table(mixmi_table *table)
{
	for (size_t j = 0; j < table->column_count; j++)
		if (is_frequency(&table->columns[j]))
			return hint_frequencies(table, j);
	return MIXMI_OK;
}
