/* The transformations. Invariant: each variant asks the same question about the same rows, so any difference breaks a
 * promise of mixmi.h, whatever the method. */
#include "fuzz/metamorphic.h"

#include <math.h>
#include <string.h>

#include "fuzz/target.h"

typedef enum change {
	NOTHING,
	ROWS,
	EXCHANGE,
	WITHIN_SETS,
	COLUMNS,
	THREADS,
	NAMES,
	SCALES,
	DIRECTION,
	CHANGES
} change;

static const char *const words[CHANGES] = {
	"nothing", "the order of rows",    "exchanging X and Y",   "the order within X, Y and Z", "the order of columns",
	"threads", "the names of columns", "the scale of numbers", "the direction of numbers"
};

static bool is_paper(const char *const *settings)
{
	for (; settings[0] != NULL; settings += 2)
		if (strcmp(settings[0], "preset") == 0)
			return strcmp(settings[1], "paper") == 0;
	return false;
}

static const mixmi_method *find_method(const char *name, bool is_test)
{
	const mixmi_method *method;
	for (size_t i = 0; (method = is_test ? mixmi_test_at(i) : mixmi_estimator_at(i)) != NULL; i++)
		if (strcmp(method->name, name) == 0)
			break;
	return method;
}

/* Not promised: preset paper breaks ties and draws random numbers by column names, and its bins have equal width; methods
 * other than the default test and estimate measure distances between numbers; and the estimate recognises point masses by the
 * steps between values. */
static bool is_exempt(const metamorphic_case *about, const mixmi_method *method, bool is_test, change what)
{
	bool paper = is_paper(about->settings) && mixmi_method_uses_option(method, "preset");
	if (what == SCALES)
		return !is_test || strcmp(method->name, "residual") != 0;
	if (what == DIRECTION)
		return paper || strcmp(method->name, "residual") != 0;
	return what == NAMES && paper;
}

/* An answer in comparable form: its numbers, NaN where the method gives none; those of the test come last. */
enum { ESTIMATE, PLUG_IN, BIAS, STANDARD_ERROR, LOWER, UPPER, STRENGTH, HIDDEN, CORRECTED, STATISTIC, P, NUMBERS };

typedef struct outcome {
	mixmi_status status;
	double numbers[NUMBERS];
	int32_t verdict;
	size_t rows;
} outcome;

/* ------------------------------------------------------------------------------- the calls of the library */

/* Position of the case's column `j` in the table, and its name. */
static size_t place_of(size_t j, change what)
{
	return what == COLUMNS ? METAMORPHIC_COLUMNS - 1 - j : j;
}

static const char *name_of(size_t j, change what)
{
	static const char *const names[] = { "a", "b", "c", "d" }, *const others[] = { "zeta", "y,", "\xC3\xA9", "B" };
	return what == NAMES ? others[j] : names[j];
}

/* The value of a row of the case; on another scale, the number of smaller values times a factor. */
static double value_of(const metamorphic_case *about, size_t j, size_t row, change what)
{
	double value = about->values[j][row];
	if (isnan(value) || about->types[j] != MIXMI_NUMERIC)
		return value;
	if (what != SCALES)
		return what == DIRECTION ? -value : value;
	size_t smaller = 0;
	for (size_t i = 0; i < about->rows; i++)
		smaller += about->values[j][i] < value;
	return (double)smaller * (double)(1 + 1000 * (j % 2)) + (double)j;
}

static mixmi_table *make_table(const metamorphic_case *about, change what)
{
	mixmi_table *table;
	FUZZ_CHECK(mixmi_table_new(&table, about->rows) == MIXMI_OK);
	for (size_t place = 0; place < METAMORPHIC_COLUMNS; place++) {
		size_t j = place_of(place, what); /* the map is its own inverse */
		double values[METAMORPHIC_ROWS];
		for (size_t row = 0; row < about->rows; row++)
			values[row] = value_of(about, j, what == ROWS ? about->rows - 1 - row : row, what);
		FUZZ_CHECK(mixmi_table_add_values(table, name_of(j, what), about->types[j], values, NULL) == MIXMI_OK);
	}
	return table;
}

static void list_set(size_t *out, size_t first, size_t count, change what)
{
	for (size_t i = 0; i < count; i++)
		out[i] = place_of(first + (what == WITHIN_SETS ? count - 1 - i : i), what);
}

static outcome outcome_of(mixmi_status status, const mixmi_answer *a)
{
	return (outcome){ .status = status,
		              .numbers = { a->estimate, a->plug_in, a->bias, a->standard_error, a->lower, a->upper, a->strength,
		                           a->upper, a->corrected, a->statistic, a->p },
		              .verdict = a->verdict,
		              .rows = a->rows };
}

/* --------------------------------------------------------------------------------------------- the changes */

static outcome ask(const metamorphic_case *about, const char *method, bool is_test, change what)
{
	size_t x[METAMORPHIC_COLUMNS], y[METAMORPHIC_COLUMNS], z[METAMORPHIC_COLUMNS];
	list_set(x, 0, about->x_count, what);
	list_set(y, about->x_count, about->y_count, what);
	list_set(z, about->x_count + about->y_count, about->z_count, what);
	mixmi_question question = { x, about->x_count, y, about->y_count, z, about->z_count };
	if (what == EXCHANGE)
		question = (mixmi_question){ y, about->y_count, x, about->x_count, z, about->z_count };
	mixmi_options *options = fuzz_options(about->settings);
	FUZZ_CHECK(mixmi_options_set(options, is_test ? "test" : "estimator", method) == MIXMI_OK);
	FUZZ_CHECK(mixmi_options_set(options, "threads", what == THREADS ? "3" : "1") == MIXMI_OK);
	mixmi_table *table = make_table(about, what);
	mixmi_answer answer;
	mixmi_status status =
		(is_test ? mixmi_test : mixmi_estimate)(&answer, sizeof answer, NULL, table, &question, options);
	mixmi_options_free(options);
	mixmi_table_free(table);
	return outcome_of(status, &answer);
}

/* Bit by bit, or to rounding errors where sums of another order are; all NaN are equal, and so are 0 and -0. */
static bool is_number_same(double u, double v, bool rounded)
{
	if (isnan(u) || isnan(v))
		return isnan(u) && isnan(v);
	u += 0.0;
	v += 0.0;
	return rounded ? fabs(u - v) <= 1e-9 * fmax(fabs(u), 1e-3) : memcmp(&u, &v, sizeof u) == 0;
}

/* On another scale only the test's numbers. The default method promises the same bits only for other orders of rows and other
 * threads. */
static bool is_same(const outcome *a, const outcome *b, change what, bool is_default)
{
	if (a->status != b->status || a->verdict != b->verdict || a->rows != b->rows)
		return false;
	for (size_t i = what == SCALES ? STATISTIC : 0; i < NUMBERS; i++)
		if (!is_number_same(a->numbers[i], b->numbers[i], is_default && what != ROWS && what != THREADS))
			return false;
	return true;
}

static const char *find_fault(const outcome *answer)
{
	double p = answer->numbers[P], lower = answer->numbers[LOWER], upper = answer->numbers[UPPER];
	if (answer->status != MIXMI_OK) {
		fuzz_check_failure(answer->status);
		for (size_t i = 0; i < NUMBERS; i++)
			if (!isnan(answer->numbers[i]))
				return "a question that failed has a number";
		return NULL;
	}
	return p < 0 || p > 1                     ? "p is not in [0, 1]"
	       : isinf(answer->numbers[ESTIMATE]) ? "the estimate is infinite"
	       : lower > upper                    ? "the interval is empty"
	                                          : NULL;
}

const char *metamorphic_check(const metamorphic_case *about, const char *method, bool is_test)
{
	outcome first = ask(about, method, is_test, NOTHING);
	const char *fault = find_fault(&first);
	for (int what = ROWS; fault == NULL && what < CHANGES; what++) {
		if (is_exempt(about, find_method(method, is_test), is_test, (change)what))
			continue;
		outcome other = ask(about, method, is_test, (change)what);
		fault = is_same(&first, &other, (change)what, strcmp(method, "residual") == 0) ? NULL : words[what];
	}
	return fault;
}
