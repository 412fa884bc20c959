/* Kinds of remarks: one function each, in one table. Each remark names the option that answers it. Every rule uses only values,
 * counts and names, so a remark depends neither on the order of rows (but for time) nor on that of columns. */
#include "data/remarks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/text.h"

typedef struct remarks {
	mixmi_table *table;
	const data_seen *seen;
	size_t count;
	size_t rows;
	const mixmi_options *options;
	size_t before;  /* number of remarks on the table before these */
	uint64_t *keys; /* [rows] scratch memory */
} remarks;

static const data_column *column_at(const remarks *r, size_t index)
{
	return r->seen[index].column;
}

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

static const char *const unit_words[] = { "id",         "ids",         "subject", "patient",   "person",
	                                      "individual", "participant", "pid",     "uid",       "subjectid",
	                                      "patientid",  "respondent",  "userid",  "household", NULL };
static const char *const order_words[] = { "year",      "date", "day",   "month",  "week",  "quarter",  "time",
	                                       "timestamp", "wave", "visit", "period", "round", "datetime", NULL };
static const char *const time_words[] = {
	"time", "futime", "survtime", "survival", "duration", "followup", "tte", NULL
};
static const char *const status_words[] = { "status", "event",  "events",   "death",    "dead",   "died",
	                                        "cens",   "censor", "censored", "deceased", "fustat", NULL };
static const char *const count_words[] = { "freq",   "frequency", "frequencies", "count", "counts",
	                                       "weight", "weights",   "n",           NULL };

bool data_remarks_watch(const char *name)
{
	return has_word(name, unit_words) || has_word(name, order_words) || has_word(name, time_words) ||
	       has_word(name, status_words) || has_word(name, count_words);
}

/* ------------------------------------------------------------------------------------------------------ keys of rows */

static int compare_keys(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* Number of rows that have the same values in all given columns as another row that is counted once. Missing values are
 * equal. */
static size_t count_repeats(const remarks *r, const data_column *const *columns, size_t count)
{
	size_t repeats = 0;
	for (size_t row = 0; row < r->rows; row++) {
		uint64_t key = BASE_HASH_START;
		for (size_t j = 0; j < count; j++)
			key = base_hash_number(key, columns[j]->codes[row]);
		r->keys[row] = base_hash_mix(key);
	}
	qsort(r->keys, r->rows, sizeof *r->keys, compare_keys);
	for (size_t i = 1; i < r->rows; i++)
		repeats += r->keys[i] == r->keys[i - 1];
	return repeats;
}

/* --------------------------------------------------------------------------------------------------------- few rows */

static mixmi_status find_few_rows(remarks *r)
{
	enum { FEW = 20 }; /* with fewer, a correlation of 0.6 is detected with a power below 0.8 */
	/* the rows of a table of frequencies, or of units, are not the sample */
	if (r->rows >= FEW || r->rows < 2 || r->table->note_count > r->before)
		return MIXMI_OK;
	return data_table_remark(
		r->table,
		"only %zu rows: only a strong dependence is detected; option confidence shows how much such rows leave open",
		r->rows);
}

/* ------------------------------------------------------------------------------------------- identifiers that repeat */

enum {
	FEWEST_UNITS = 10, /* fewer are groups, such as species or regions */
	FEWEST_TIMES = 10, /* of a column that orders the rows */
};

/* Labels, or whole numbers that do not measure: an identifier may be either. */
static bool may_name_units(const data_column *column)
{
	return column->distinct >= FEWEST_UNITS && column->missing == 0 && column->unit == DATA_PLAIN;
}

/* Each value in the same number of rows, as in a panel: 48 states in 7 years. */
static bool is_balanced(const data_column *column)
{
	for (size_t code = 1; code < column->distinct; code++)
		if (column->counts[code] != column->counts[0])
			return false;
	return column->counts[0] > 1;
}

static bool names_order(const data_column *column)
{
	return column->unit != DATA_PLAIN || (column->labels == NULL && has_word(column->name, order_words));
}

/* Whether a column of times differs in all rows of each unit. */
static bool has_own_times(const remarks *r, const data_column *unit)
{
	for (size_t j = 0; j < r->count; j++) {
		const data_column *const both[] = { unit, column_at(r, j) };
		if (both[1] != unit && both[1]->distinct > 1 && both[1]->missing == 0 && names_order(both[1]) &&
		    count_repeats(r, both, 2) == 0)
			return true;
	}
	return false;
}

/* A name of units with several rows for many of its values; or labels of which each has as many rows, or rows at different
 * times. */
static bool is_repeated_unit(const remarks *r, const data_column *column)
{
	if (!may_name_units(column) || 2 * r->rows < 3 * column->distinct)
		return false;
	if (has_word(column->name, unit_words))
		return true;
	return column->labels != NULL && !column->ordered && (is_balanced(column) || has_own_times(r, column));
}

static mixmi_status find_units(remarks *r)
{
	char shown[BASE_TEXT_SHOWN];
	if (r->options->cluster != NULL || r->options->id != NULL)
		return MIXMI_OK;
	for (size_t j = 0; j < r->count; j++)
		if (is_repeated_unit(r, column_at(r, j)))
			return data_table_remark(
				r->table,
				"'%s' is a repeated identifier (%zu values in %zu rows): rows with the same value may depend on each "
				"other, which makes p-values too small; name it in option cluster",
				shown_name(shown, column_at(r, j)), column_at(r, j)->distinct, r->rows);
	return MIXMI_OK;
}

/* ----------------------------------------------------------------------------------------------- rows that repeat */

/* Rows with a continuous value hardly ever repeat, unless they were copied or stand for several. */
static mixmi_status find_repeated_rows(remarks *r)
{
	enum { FEWEST = 10, SHARE = 5 /* one row in five */ };
	bool continuous = false;
	const data_column **columns = base_array(r->count, sizeof(data_column *));
	if (columns == NULL)
		return base_error_memory();
	for (size_t j = 0; j < r->count; j++) {
		columns[j] = column_at(r, j);
		/* a constant column and one with few values are continuous by their notation alone */
		continuous |= columns[j]->kind == DATA_CONTINUOUS && columns[j]->distinct > FEWEST_UNITS;
	}
	size_t repeats = continuous ? count_repeats(r, columns, r->count) : 0;
	free(columns);
	if (repeats < FEWEST || SHARE * repeats < r->rows || r->options->cluster != NULL)
		return MIXMI_OK;
	return data_table_remark(
		r->table,
		"%zu of %zu rows repeat another row exactly: if these are copies, remove them; if they are "
		"one unit, name the column that identifies it in option cluster",
		repeats, r->rows);
}

/* ------------------------------------------------------------------------------------------ rows ordered in time */

/* Autocorrelation of the codes of a column at lag 1; NaN if it does not vary. Codes are ranks of the distinct values, so
 * outliers do not matter. */
static double neighbours_correlate(const data_column *column, size_t rows)
{
	double mean = 0, square = 0, product = 0;
	for (size_t i = 0; i < rows; i++)
		mean += (double)column->codes[i] / (double)rows;
	for (size_t i = 0; i < rows; i++) {
		double here = (double)column->codes[i] - mean;
		square += here * here;
		product += i > 0 ? here * ((double)column->codes[i - 1] - mean) : 0;
	}
	return square > 0 ? product / square : (double)NAN;
}

/* The column asked for whose neighbours are most alike, if they are more alike than those of independent rows. */
static const data_column *find_smooth(double *correlation, const remarks *r)
{
	const double errors = 4; /* standard errors of 0, 1 / sqrt(rows): one column in 30,000 by chance */
	const data_column *found = NULL;
	*correlation = errors / sqrt((double)r->rows);
	for (size_t j = 0; j < r->count; j++) {
		const data_column *c = column_at(r, j);
		if (!r->seen[j].asked || c->missing > 0 || c->labels != NULL || c->distinct < FEWEST_TIMES ||
		    c->kind == DATA_IDENTIFIER || names_order(c))
			continue;
		double here = neighbours_correlate(c, r->rows);
		if (here > *correlation) {
			*correlation = here;
			found = c;
		}
	}
	return found;
}

/* Whether the rows come in the order of this column, each at its own time. A date of birth is in no order. */
static bool is_in_order(const data_column *column, size_t rows)
{
	bool up = true, down = true;
	for (size_t i = 1; i < rows; i++) {
		up &= column->codes[i] > column->codes[i - 1];
		down &= column->codes[i] < column->codes[i - 1];
	}
	return up || down;
}

static mixmi_status find_order(remarks *r)
{
	char shown[BASE_TEXT_SHOWN], other[BASE_TEXT_SHOWN];
	double correlation;
	const data_column *time = NULL, *smooth = r->options->time == NULL ? find_smooth(&correlation, r) : NULL;
	for (size_t j = 0; smooth != NULL && j < r->count && time == NULL; j++) {
		const data_column *c = column_at(r, j);
		if (c->distinct == r->rows && r->rows >= FEWEST_TIMES && names_order(c) && is_in_order(c, r->rows))
			time = c;
	}
	if (time == NULL)
		return MIXMI_OK;
	return data_table_remark(r->table,
	                         "rows are ordered in time by '%s', and neighbouring values of '%s' are alike "
	                         "(autocorrelation %.2g), which makes p-values too small; name '%s' in option time",
	                         shown_name(shown, time), shown_name(other, smooth), correlation, shown);
}

/* ---------------------------------------------------------------------------------------------------- frequencies */

/* True for non-negative integers whose name means a count. */
static bool is_frequency(const data_column *column)
{
	if (column->labels != NULL || column->unit != DATA_PLAIN || column->missing > 0 || column->declared ||
	    !has_word(column->name, count_words))
		return false;
	for (size_t i = 0; i < column->distinct; i++)
		if (column->values[i] < 0 || column->values[i] != floor(column->values[i]))
			return false;
	return column->distinct > 1;
}

/* A frequency table has a row for each combination of values, or for most of them, as empty cells may be omitted. */
static mixmi_status remark_frequencies(remarks *r, size_t frequency)
{
	enum { FEWEST_ROWS = 4, FEWEST_COLUMNS = 3, CELLS_A_ROW = 2 };
	char shown[BASE_TEXT_SHOWN];
	size_t others = 0, combinations = 1;
	bool missing = false;
	const data_column **columns = base_array(r->count, sizeof(data_column *));
	if (columns == NULL)
		return base_error_memory();
	for (size_t j = 0; j < r->count; j++) {
		if (j == frequency)
			continue;
		columns[others++] = column_at(r, j);
		missing |= column_at(r, j)->missing > 0;
		combinations = column_at(r, j)->distinct > CELLS_A_ROW * r->rows / combinations
		                   ? CELLS_A_ROW * r->rows + 1
		                   : combinations * column_at(r, j)->distinct;
		if (combinations > CELLS_A_ROW * r->rows)
			break;
	}
	bool each = !missing && r->rows >= FEWEST_ROWS && others + 1 >= FEWEST_COLUMNS && combinations >= r->rows &&
	            combinations <= CELLS_A_ROW * r->rows && count_repeats(r, columns, others) == 0;
	free(columns);
	if (!each)
		return MIXMI_OK;
	return data_table_remark(
		r->table,
		"each combination of the other columns occurs once: if '%s' is a frequency, name it in option weights",
		shown_name(shown, column_at(r, frequency)));
}

static mixmi_status find_frequencies(remarks *r)
{
	for (size_t j = 0; j < r->count; j++)
		if (is_frequency(column_at(r, j)))
			return remark_frequencies(r, j);
	return MIXMI_OK;
}

/* ------------------------------------------------------------------------------------------------- censored times */

static bool is_time(const data_column *column)
{
	return column->labels == NULL && column->unit == DATA_PLAIN && column->distinct >= FEWEST_TIMES &&
	       column->values[0] >= 0 && column->censored == NULL && has_word(column->name, time_words);
}

/* Two values, or three: alive, dead from the disease, dead from another cause. */
static bool is_status(const data_column *column)
{
	enum { FEWEST = 2, MOST = 3 };
	return column->distinct >= FEWEST && column->distinct <= MOST && has_word(column->name, status_words);
}

/* The first column of the kind; SIZE_MAX: none. */
static size_t find_kind(const remarks *r, bool (*is_kind)(const data_column *))
{
	for (size_t j = 0; j < r->count; j++)
		if (is_kind(column_at(r, j)))
			return j;
	return SIZE_MAX;
}

static mixmi_status find_censored(remarks *r)
{
	char shown[BASE_TEXT_SHOWN], other[BASE_TEXT_SHOWN];
	size_t time = find_kind(r, is_time), status = find_kind(r, is_status);
	if (time == SIZE_MAX || status == SIZE_MAX || r->options->survival != NULL ||
	    (!r->seen[time].asked && !r->seen[status].asked))
		return MIXMI_OK;
	return data_table_remark(r->table,
	                         "'%s' and '%s' look like a time and its status: if times are censored, set option "
	                         "survival to '%s:%s'",
	                         shown_name(shown, column_at(r, time)), shown_name(other, column_at(r, status)), shown,
	                         other);
}

/* ------------------------------------------------------------------------------------------------------- the kinds */

static mixmi_status (*const kinds[])(remarks *) = {
	find_units, find_repeated_rows, find_order, find_frequencies, find_censored, find_few_rows,
};

mixmi_status data_remarks_find(mixmi_table *table, const data_seen *seen, size_t count, const mixmi_options *options)
{
	remarks r = { .table = table,
		          .seen = seen,
		          .count = count,
		          .rows = table->rows,
		          .options = options,
		          .before = table->note_count };
	r.keys = base_array(r.rows, sizeof *r.keys);
	mixmi_status status = r.keys != NULL ? MIXMI_OK : base_error_memory();
	for (size_t i = 0; status == MIXMI_OK && i < sizeof kinds / sizeof *kinds; i++)
		status = kinds[i](&r);
	free(r.keys);
	return status;
}
