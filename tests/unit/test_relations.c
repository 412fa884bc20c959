/* What must not change the default answer: 2,000 drawn tables of 2 to 400 rows with columns of every type, ties and missing values,
 * several columns per side and clusters, each asked twice. One column is negated, labels are renamed, rows that the question
 * does not use are removed, Z gets a constant or a copy of one of its columns, clusters get other numbers. p, estimate and
 * interval agree to 1e-9 of themselves, which is what mixmi.h promises. MIXMI_SEED in the environment draws others; the seed
 * is printed. */
#include "unit.h"

enum { MOST_ROWS = 400, COLUMNS = 6, TABLES = 2000 };

static const double promised = 1e-9; /* relative */

typedef enum kind { CONTINUOUS, ATOM, COUNT, LABELS, CONSTANT, KINDS } kind;

typedef struct drawn {
	size_t rows;
	kind kinds[COLUMNS];
	double values[COLUMNS][MOST_ROWS]; /* NaN: missing; of labels: their numbers */
	size_t x_count, y_count, z_count;  /* the first columns are X, then Y, then Z */
	bool clustered;
	uint32_t clusters[MOST_ROWS];
} drawn;

typedef enum relation { NEGATE, RENAME, DROP_UNUSED, CONSTANT_Z, REPEAT_Z, RENUMBER, RELATIONS } relation;

static const char *const relation_names[] = { "negating a column", "renaming labels", "removing rows that are not used",
	                                          "a constant in Z",   "a copy in Z",     "renumbering clusters" };

static uint64_t state;

static double uniform(void)
{
	state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t x = state;
	x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
	return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

static size_t below(size_t bound)
{
	return (size_t)(uniform() * (double)bound);
}

/* ---------------------------------------------------------------------------------------------------------- tables */

static double draw_value(kind k, double common)
{
	double u = uniform() + 0.6 * common;
	return k == CONTINUOUS ? u
	       : k == ATOM     ? (uniform() < 0.3 ? 0 : u)
	       : k == COUNT    ? floor(7 * u)
	       : k == LABELS   ? floor(3 * u)
	                       : 4;
}

static void draw(drawn *d, size_t turn)
{
	static const size_t sizes[] = { 2, 3, 5, 8, 13, 20, 33, 60, 120, 400 };
	double missing = turn % 3 == 0 ? 0.1 : 0;
	d->rows = sizes[turn % (sizeof sizes / sizeof *sizes)];
	d->x_count = 1 + (turn % 7 == 3);
	d->y_count = 1 + (turn % 11 == 5);
	d->z_count = turn / 2 % 3;
	d->clustered = d->rows >= 60 && turn % 5 == 0;
	for (size_t j = 0; j < COLUMNS; j++)
		d->kinds[j] = below(20) == 0 ? CONSTANT : (kind)below(CONSTANT);
	for (size_t row = 0; row < d->rows; row++) {
		double common = uniform();
		d->clusters[row] = (uint32_t)(row % 20);
		for (size_t j = 0; j < COLUMNS; j++)
			d->values[j][row] = uniform() < missing ? (double)NAN : draw_value(d->kinds[j], common);
	}
}

static size_t used_columns(const drawn *d)
{
	return d->x_count + d->y_count + d->z_count;
}

static bool is_used(const drawn *d, size_t row)
{
	for (size_t j = 0; j < used_columns(d); j++)
		if (isnan(d->values[j][row]))
			return false;
	return true;
}

static void add_labels(mixmi_table *table, const char *name, const double *values, size_t rows, bool renamed)
{
	/* the order of labels without an order is that of their texts, so other texts turn it round */
	static const char *const labels[] = { "a", "b", "c", "d", "e" }, *const others[] = { "v", "u", "t", "s", "r" };
	int64_t codes[MOST_ROWS];
	uint8_t missing[MOST_ROWS];
	const mixmi_array array = { .values = codes,
		                        .format = MIXMI_INT64,
		                        .type = MIXMI_DISCRETE,
		                        .missing = missing,
		                        .labels = renamed ? others : labels,
		                        .label_count = 5 };
	for (size_t i = 0; i < rows; i++) {
		missing[i] = (uint8_t)(isnan(values[i]) ? 1 : 0);
		codes[i] = missing[i] ? 0 : (int64_t)values[i];
	}
	assert_ok(mixmi_table_add_array(table, name, &array, sizeof array));
}

/* Adds column `j` of the rows that are kept. */
static void add_column(mixmi_table *table, const drawn *d, const size_t *kept, size_t rows, size_t j, const char *name,
                       relation changed, size_t which)
{
	double values[MOST_ROWS], sign = changed == NEGATE && j == which ? -1 : 1;
	for (size_t i = 0; i < rows; i++)
		values[i] = (d->kinds[j] == LABELS ? 1 : sign) * d->values[j][kept[i]];
	if (d->kinds[j] == LABELS)
		add_labels(table, name, values, rows, changed == RENAME && j == which);
	else
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
}

/* The table as it is drawn, or changed (RELATIONS: as drawn); the last two columns are a constant and a copy. NULL: no row is left. */
static mixmi_table *make_table(const drawn *d, relation changed, size_t which)
{
	size_t kept[MOST_ROWS], rows = 0;
	uint32_t clusters[MOST_ROWS];
	double constant[MOST_ROWS];
	for (size_t row = 0; row < d->rows; row++)
		if (changed != DROP_UNUSED || is_used(d, row))
			kept[rows++] = row;
	if (rows == 0)
		return NULL;
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	for (size_t j = 0; j < COLUMNS; j++)
		add_column(table, d, kept, rows, j, (char[]){ 'p', (char)('0' + j), '\0' }, changed, which);
	for (size_t i = 0; i < rows; i++) {
		constant[i] = 7;
		clusters[i] = changed == RENUMBER ? 1000 - 37 * d->clusters[kept[i]] : d->clusters[kept[i]];
	}
	assert_ok(mixmi_table_add_values(table, "constant", MIXMI_NUMERIC, constant, NULL));
	add_column(table, d, kept, rows, d->x_count + d->y_count, "copy", changed, which);
	if (d->clustered)
		assert_ok(mixmi_table_set_clusters(table, clusters));
	return table;
}

/* ---------------------------------------------------------------------------------------------------------- answers */

static mixmi_status ask(mixmi_answer *out, const drawn *d, relation changed, size_t which)
{
	size_t columns[COLUMNS + 2];
	for (size_t j = 0; j < COLUMNS; j++)
		columns[j] = j;
	mixmi_question q = { columns,   d->x_count, columns + d->x_count, d->y_count, columns + d->x_count + d->y_count,
		                 d->z_count };
	if (changed == CONSTANT_Z || changed == REPEAT_Z) {
		columns[used_columns(d)] = changed == CONSTANT_Z ? COLUMNS : COLUMNS + 1;
		q.z_count++;
	}
	mixmi_table *table = make_table(d, changed, which);
	if (table == NULL)
		return MIXMI_ERROR_DATA;
	mixmi_status status = mixmi_test(out, sizeof *out, NULL, table, &q, NULL);
	mixmi_table_free(table);
	return status;
}

static bool close_to(double a, double b)
{
	return (isnan(a) && isnan(b)) || a == b || fabs(a - b) <= promised * fmax(fabs(a), fabs(b));
}

/* NULL: they agree. */
static const char *differ(const mixmi_answer *a, const mixmi_answer *b)
{
	return a->verdict != b->verdict              ? "verdict"
	       : !close_to(a->p, b->p)               ? "p"
	       : !close_to(a->estimate, b->estimate) ? "estimate"
	       : !close_to(a->lower, b->lower)       ? "lower"
	       : !close_to(a->upper, b->upper)       ? "upper"
	                                             : NULL;
}

static bool applies(const drawn *d, relation changed, size_t which)
{
	return changed == RENAME     ? d->kinds[which] == LABELS
	       : changed == NEGATE   ? d->kinds[which] != LABELS
	       : changed == REPEAT_Z ? d->z_count > 0
	       : changed == RENUMBER ? d->clustered
	                             : true;
}

static void check_table(const drawn *d, size_t turn, size_t *failed)
{
	mixmi_answer first, other;
	size_t which = below(used_columns(d));
	mixmi_status status = ask(&first, d, RELATIONS, 0);
	for (relation changed = NEGATE; changed < RELATIONS; changed++) {
		if (!applies(d, changed, which))
			continue;
		mixmi_status again = ask(&other, d, changed, which);
		const char *what = again != status ? "status" : status == MIXMI_OK ? differ(&first, &other) : NULL;
		if (what == NULL)
			continue;
		print_error(
			"table %zu (%zu rows, %zu + %zu + %zu columns%s): %s changes %s: p %.17g, %.17g; estimate %.17g, %.17g\n",
			turn, d->rows, d->x_count, d->y_count, d->z_count, d->clustered ? ", clusters" : "",
			relation_names[changed], what, first.p, other.p, first.estimate, other.estimate);
		(*failed)++;
	}
}

static void answers_depend_on_nothing_but_the_rows_that_are_used(void **unused)
{
	(void)unused;
	static drawn d;
	const char *text = getenv("MIXMI_SEED");
	uint64_t seed = text != NULL ? strtoull(text, NULL, 10) : 1;
	size_t failed = 0;
	print_message("seed %llu\n", (unsigned long long)seed);
	for (size_t turn = 0; turn < test_cases(TABLES); turn++) {
		state = seed * 1000003 + turn;
		draw(&d, turn);
		check_table(&d, turn, &failed);
	}
	assert_int_equal(failed, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers_depend_on_nothing_but_the_rows_that_are_used),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
