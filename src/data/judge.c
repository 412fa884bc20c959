/* The kind of a column. Each rule uses only the distinct values and their counts, so kinds depend neither on the order
 * of rows nor on names; only remarks use names (data/hints.h). */
#include "data/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "data/dates.h"
#include "data/hints.h"
#include "data/repetition.h"
#include "data/spelling.h"
#include "data/step.h"

enum {
	FEWEST_ROWS = 10,   /* with fewer rows, distinct texts do not suggest an identifier ... */
	FEWEST_NUMBERS = 20 /* ... and consecutive numbers do not either: a small design has them too */
};

const char *data_kind_name(data_kind kind)
{
	static const char *const names[] = { "continuous", "rounded", "count",      "binary",   "ordered",
		                                 "categories", "date",    "identifier", "constant", "repeat" };
	return names[kind];
}

bool data_column_suits(const data_column *column)
{
	return column->kind != DATA_IDENTIFIER && column->kind != DATA_CONSTANT && column->kind != DATA_REPEAT;
}

/* ----------------------------------------------------------------------------------------------- identifiers */

/* Texts: nearly all are distinct. Numbers: integers, all distinct, with hardly any gap between the smallest and the
 * largest. */
static bool is_identifier(const data_column *column, size_t rows)
{
	if (rows < FEWEST_ROWS)
		return false;
	if (column->labels != NULL)
		return 10 * column->distinct >= 9 * rows;
	if (rows < FEWEST_NUMBERS || column->distinct != rows || column->below + column->above > 0 ||
	    column->type == MIXMI_DISCRETE)
		return false;
	double step = data_step_find(column->values, rows);
	double places = (column->values[rows - 1] - column->values[0]) / step + 1;
	return (column->unit != DATA_PLAIN || step == 1) && places <= (double)rows / 0.9;
}

static bool remark_identifier(data_column *column, size_t rows)
{
	if (column->labels != NULL)
		return data_column_remark(column, "an identifier? %zu different texts in %zu rows", column->distinct, rows);
	return data_column_remark(column, "%s without repetition: a row number?",
	                          column->unit == DATA_PLAIN ? "consecutive whole numbers" : "evenly spaced times");
}

/* ----------------------------------------------------------------------------------------------- repetitions */

/* True if one column is the other in different units, within a thousandth of the range. Two columns that are merely
 * monotone functions of each other are different. */
static bool is_linear(const data_column *a, const data_column *b, bool reversed)
{
	size_t last = a->distinct - 1;
	double a_range = a->values[last] - a->values[0], b_range = b->values[last] - b->values[0];
	for (size_t i = 0; i <= last; i++) {
		double x = (a->values[i] - a->values[0]) / a_range;
		double y =
			reversed ? (b->values[last] - b->values[last - i]) / b_range : (b->values[i] - b->values[0]) / b_range;
		if (!(fabs(x - y) <= 1e-3))
			return false;
	}
	return true;
}

/* For ordered columns. In long tables and with weights, all columns of a subject partition the rows in the same way, so
 * a repetition must keep or reverse the order; if values hardly repeat, it must also be a change of units. */
static bool is_monotone_repeat(const data_column *a, const data_column *b, size_t rows)
{
	bool any_map = data_repeats_values(a, rows);
	return (data_same_order(a, b, rows, false) && (any_map || is_linear(a, b, false))) ||
	       (data_same_order(a, b, rows, true) && (any_map || is_linear(a, b, true)));
}

/* Number of rows used for signatures; matches are then verified in all rows. */
enum { SIGNED_ROWS = 4096 };

static size_t stride_of(size_t rows)
{
	return rows / SIGNED_ROWS + 1;
}

static uint64_t hash_codes(const uint32_t *codes, size_t rows, const uint32_t *renumber, uint32_t reverse)
{
	uint64_t hash = 1;
	for (size_t row = 0; row < rows; row += stride_of(rows)) {
		uint32_t code = codes[row];
		if (code != DATA_MISSING && renumber != NULL)
			code = renumber[code];
		else if (code != DATA_MISSING && reverse > 0)
			code = reverse - 1 - code;
		hash = (hash ^ code) * UINT64_C(0x9E3779B97F4A7C15);
		hash ^= hash >> 29;
	}
	return hash;
}

/* Codes numbered in order of appearance, which are equal for all columns with the same partition of rows. NULL if
 * memory runs out. */
static uint32_t *number_by_sight(const data_column *column, size_t rows)
{
	uint32_t next = 0, *renumber = base_array(column->distinct, sizeof *renumber);
	if (renumber == NULL)
		return NULL;
	memset(renumber, 0xff, column->distinct * sizeof *renumber);
	for (size_t row = 0; row < rows; row += stride_of(rows)) {
		uint32_t code = column->codes[row];
		if (code != DATA_MISSING && renumber[code] == DATA_MISSING)
			renumber[code] = next++;
	}
	return renumber;
}

/* 0 if the order cannot reveal a repetition. */
static uint64_t hash_order(const data_column *column, size_t rows)
{
	if (data_repeats_values(column, rows) ? data_is_nominal(column) : column->labels != NULL)
		return 0;
	uint64_t forward = hash_codes(column->codes, rows, NULL, 0);
	uint64_t backward = hash_codes(column->codes, rows, NULL, (uint32_t)column->distinct);
	return forward < backward ? forward : backward;
}

bool data_column_sign(data_column *column, size_t rows)
{
	column->is_signed = true;
	column->order_signature = column->parts_signature = 0;
	if (column->distinct < 2 || rows < FEWEST_ROWS)
		return true;
	column->order_signature = hash_order(column, rows);
	if (!data_repeats_values(column, rows))
		return true;
	uint32_t *renumber = number_by_sight(column, rows);
	if (renumber != NULL)
		column->parts_signature = hash_codes(column->codes, rows, renumber, 0);
	free(renumber);
	return renumber != NULL;
}

/* *owner: the first column with this signature of this sort ('o', 'p'), or the index of this column, which is added
 * later, if there is none. Returns false if memory runs out. */
static bool find_owner(uint32_t **owner, mixmi_table *table, char sort, uint64_t signature)
{
	char key[18];
	uint32_t code;
	void *owners = table->owners;
	size_t known = table->signatures.count;
	snprintf(key, sizeof key, "%c%016llx", sort, (unsigned long long)signature);
	if (!base_grow(&owners, &table->owner_capacity, known + 1, sizeof *table->owners))
		return false;
	table->owners = owners;
	if (!data_labels_code(&code, &table->signatures, key, strlen(key)))
		return false;
	if (code == known)
		table->owners[code] = (uint32_t)table->column_count;
	*owner = &table->owners[code];
	return true;
}

/* Relation of a new column to the columns of the table. Pointers may be NULL. */
typedef struct repetition {
	const data_column *repeated; /* the new column has the same information as this one */
	data_column *replaced; /* this one, of categories or an identifier, has no more information than the new column,
	                        * which is a measurement */
} repetition;

/* One-to-one relations where order is meaningless on at least one side. Of categories and a measurement, the
 * measurement is kept, because it has more information: the name of a subject must not replace what was measured. */
static bool find_same_parts(repetition *out, const data_column *column, mixmi_table *table)
{
	uint32_t *owner;
	bool same = false;
	if (column->parts_signature == 0)
		return true;
	if (!find_owner(&owner, table, 'p', column->parts_signature))
		return false;
	data_column *earlier = &table->columns[*owner];
	if (*owner == table->column_count || (!data_is_nominal(column) && !data_is_nominal(earlier)))
		return true;
	if (!data_same_partition(&same, earlier, column, table->rows))
		return false;
	if (same && !data_is_nominal(column) && !data_is_numbering(column)) {
		*owner = (uint32_t)table->column_count;
		out->replaced = earlier;
	} else if (same) {
		out->repeated = earlier;
	}
	return true;
}

static bool find_same_order(repetition *out, const data_column *column, mixmi_table *table)
{
	uint32_t *owner;
	if (out->repeated != NULL || column->order_signature == 0)
		return true;
	if (!find_owner(&owner, table, 'o', column->order_signature))
		return false;
	if (*owner < table->column_count && is_monotone_repeat(&table->columns[*owner], column, table->rows))
		out->repeated = &table->columns[*owner];
	return true;
}

/* Returns false if memory runs out. */
static bool find_repetition(repetition *out, data_column *column, mixmi_table *table)
{
	*out = (repetition){ 0 };
	return (column->is_signed || data_column_sign(column, table->rows)) && find_same_parts(out, column, table) &&
	       find_same_order(out, column, table);
}

static bool remark_repeat(data_column *column, const data_column *of)
{
	char shown[BASE_TEXT_SHOWN];
	return data_column_remark(column, "carries the same information as column '%s'",
	                          base_text_show(shown, of->name, strlen(of->name)));
}

/* Remarks on the earlier column have been reported already, so the remark is added to the new one. */
static bool replace(mixmi_table *table, data_column *earlier, const data_column *column)
{
	size_t said = earlier->remark == NULL ? 0 : strlen(earlier->remark) + 2;
	bool done = remark_repeat(earlier, column) && data_table_note(table, earlier, said);
	if (done) /* last, because a column that cannot be added must leave the earlier ones unchanged */
		earlier->kind = DATA_REPEAT;
	return done;
}

/* -------------------------------------------------------------------------------------------------- sentinels */

static bool is_code(double value)
{
	static const double codes[] = { 9, 99, 999, 9999, 99999, 999999, 88, 888, 8888, 77, 777, 7777, 998, 9998 };
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (fabs(value) == codes[i])
			return true;
	return false;
}

/* True if a value at one end is far from the others, as a code for missing would be: -9 below non-negative numbers, or
 * any code farther from the rest than the range of the rest. */
static bool is_outlying_code(const data_column *column, size_t code)
{
	size_t last = column->distinct - 1;
	double value = column->values[code], low = column->values[code == 0],
		   high = column->values[code == last ? last - 1 : last];
	if (!is_code(value) || column->counts[code] < 2)
		return false;
	if (code == 0 && value < 0 && low >= 0)
		return true;
	double gap = code == 0 ? low - value : value - high;
	return gap > high - low && gap > 5 && fabs(value) > 9;
}

static bool remark_sentinels(data_column *column)
{
	if (column->labels != NULL || column->distinct < 4 || column->unit != DATA_PLAIN || column->type == MIXMI_DISCRETE)
		return true;
	size_t ends[] = { column->below, column->distinct - 1 - column->above };
	for (int i = 0; i < 2; i++)
		if (is_outlying_code(column, ends[i]) && column->below + column->above == 0 &&
		    !data_column_remark(
				column, "%.10g in %u rows is far from the other values: if it means missing, name it in option missing",
				column->values[ends[i]], column->counts[ends[i]]))
			return false;
	return true;
}

/* ------------------------------------------------------------------------------------------------------ kinds */

static data_kind kind_of(const data_column *column)
{
	if (column->labels != NULL)
		return column->ordered ? DATA_ORDERED : DATA_CATEGORIES;
	if (column->unit != DATA_PLAIN)
		return DATA_DATE;
	if (data_column_is_binary(column))
		return DATA_BINARY;
	if (column->type == MIXMI_DISCRETE)
		return DATA_CATEGORIES;
	if (isnan(column->step))
		return DATA_CONTINUOUS;
	double lowest = column->values[column->below];
	return column->step == 1 && lowest >= 0 && lowest <= 1 ? DATA_COUNT : DATA_ROUNDED;
}

/* Computes the step of the numbers between the limits. */
static void find_step(data_column *column, size_t rows)
{
	size_t numbers = column->distinct - column->below - column->above;
	column->step = NAN;
	if (column->labels != NULL || column->type == MIXMI_DISCRETE)
		return;
	column->step = data_step_rounded(column->values + column->below, column->counts + column->below, numbers, rows);
}

void data_judge_alone(data_column *column, size_t rows)
{
	find_step(column, rows - column->missing);
	if (column->distinct > 0)
		column->kind = kind_of(column);
}

bool data_judge(data_column *column, mixmi_table *table)
{
	size_t rows = table->rows - column->missing;
	if (column->origin != NULL || column->censored != NULL)
		return true; /* a resample and a survival time keep their kind */
	find_step(column, rows);
	column->kind = kind_of(column);
	if (!data_remark_spellings(column))
		return false;
	if (table->rows < 2)
		return true; /* one row is not enough */
	if (column->distinct < 2) {
		column->kind = DATA_CONSTANT;
		return data_column_remark(column, column->distinct == 0 ? "no values" : "the same value in all rows");
	}
	if (is_identifier(column, rows)) {
		column->kind = DATA_IDENTIFIER;
		return remark_identifier(column, rows);
	}
	repetition found;
	if (!find_repetition(&found, column, table))
		return false;
	if (found.repeated != NULL) {
		column->kind = DATA_REPEAT;
		return remark_repeat(column, found.repeated) && data_hint_column(column, rows);
	}
	return remark_sentinels(column) && data_hint_column(column, rows) &&
	       (found.replaced == NULL || replace(table, found.replaced, column));
}
