/* All labels at once: moments against every order of the rows, sums against their definition, the same bits for any spelling of the
 * labels, and columns with many labels whose dependence the twelve most frequent ones hardly show. */
#include "tables.h"
#include "test/omnibus.h"
#include "test/scan.h"

static const size_t zero = 0, one = 1, two = 2;
static const mixmi_question plain = { &zero, 1, &one, 1, NULL, 0 };
static const mixmi_question turned = { &one, 1, &zero, 1, NULL, 0 };
static const mixmi_question within = { &zero, 1, &one, 1, &two, 1 };
static const mixmi_question turned_within = { &one, 1, &zero, 1, &two, 1 };

/* --------------------------------------------------------------------------------------------------------- moments */

enum { FEW = 7, MOST = 60 };

typedef struct square {
	double at[MOST][MOST];
} square;

/* The projection on labels minus the overall mean. */
static void project(square *out, const double *labels, size_t rows)
{
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < rows; j++) {
			double same = 0;
			for (size_t k = 0; k < rows; k++)
				same += labels[k] == labels[i];
			out->at[i][j] = (labels[i] == labels[j] ? 1 / same : 0) - 1 / (double)rows;
		}
}

/* Products of two columns, centred here. */
static void multiply(square *out, double *values, size_t count, size_t rows)
{
	memset(out, 0, sizeof *out);
	for (size_t k = 0; k < count; k++) {
		double mean = 0, *v = values + k * rows;
		for (size_t i = 0; i < rows; i++)
			mean += v[i] / (double)rows;
		for (size_t i = 0; i < rows; i++)
			for (size_t j = 0; j < rows; j++)
				out->at[i][j] += (v[i] - mean) * (v[j] - mean);
	}
}

static test_traces trace(const square *m, size_t rows)
{
	test_traces t = { 0 };
	for (size_t i = 0; i < rows; i++)
		t.first += m->at[i][i];
	for (size_t i = 0; i < rows; i++) {
		double own = m->at[i][i] - t.first / (double)rows;
		t.diagonal += m->at[i][i] * m->at[i][i];
		t.turned_cubes += own * own * own;
		for (size_t j = 0; j < rows; j++) {
			t.second += m->at[i][j] * m->at[i][j];
			if (j == i)
				continue;
			t.cubes += m->at[i][j] * m->at[i][j] * m->at[i][j];
			t.turned_square += m->at[i][j] * m->at[i][j] * own;
			t.turned_form += m->at[i][j] * own * (m->at[j][j] - t.first / (double)rows);
		}
	}
	return t;
}

static double sum_of(const square *a, const square *b, const size_t *order, size_t rows)
{
	double sum = 0;
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < rows; j++)
			sum += a->at[i][j] * b->at[order[i]][order[j]];
	return sum;
}

typedef struct enumeration {
	double count, first, second;
} enumeration;

static void enumerate(enumeration *e, const square *a, const square *b, size_t *order, size_t at)
{
	if (at == FEW) {
		double sum = sum_of(a, b, order, FEW);
		e->count++;
		e->first += sum;
		e->second += sum * sum;
	}
	for (size_t other = at; other < FEW; other++) {
		size_t kept = order[at];
		order[at] = order[other];
		order[other] = kept;
		enumerate(e, a, b, order, at + 1);
		order[other] = order[at];
		order[at] = kept;
	}
}

static void assert_moments(const square *a, const square *b)
{
	enumeration e = { 0 };
	size_t order[FEW] = { 0, 1, 2, 3, 4, 5, 6 };
	enumerate(&e, a, b, order, 0);
	test_traces x = trace(a, FEW), y = trace(b, FEW);
	test_moments_of_sum m = test_exchange_moments(&x, &y, FEW);
	assert_close(e.count, 5040, 0);
	assert_close(m.mean / (e.first / e.count), 1, 1e-10);
	assert_close(m.variance / (e.second / e.count - m.mean * m.mean), 1, 1e-9);
}

static void moments_are_those_of_all_orders_of_the_rows(void **state)
{
	(void)state;
	const double x[FEW] = { 0, 0, 0, 1, 1, 2, 3 }, y[FEW] = { 0, 1, 1, 0, 2, 2, 2 };
	double values[2 * FEW] = { 1, 5, -2, 0, 0, 3, 9, 1, 1, 0, 4, 4, -6, 0 };
	static square a, b, c;
	project(&a, x, FEW);
	project(&b, y, FEW);
	multiply(&c, values, 2, FEW);
	assert_moments(&a, &b);
	assert_moments(&a, &c);
	assert_moments(&c, &c);
}

/* ------------------------------------------------------------------------------------------------------- their sums */

/* Over random orders of the rows; only leading terms are included, which is accurate for this many rows. */
static void third_cumulants_are_near_those_of_random_orders(void **state)
{
	(void)state;
	enum { DRAWS = 20000 };
	static square a, b;
	double x[MOST], y[MOST], sums[DRAWS], mean = 0, third = 0;
	size_t order[MOST];
	uint64_t seed = 9;
	for (size_t i = 0; i < MOST; i++) {
		x[i] = (double)(i % 6);
		y[i] = (double)(i % 7);
		order[i] = i;
	}
	project(&a, x, MOST);
	project(&b, y, MOST);
	for (size_t k = 0; k < DRAWS; k++) {
		for (size_t i = MOST; i > 1; i--) {
			size_t j = test_below(&seed, i), kept = order[i - 1];
			order[i - 1] = order[j];
			order[j] = kept;
		}
		sums[k] = sum_of(&a, &b, order, MOST);
		mean += sums[k] / DRAWS;
	}
	for (size_t k = 0; k < DRAWS; k++)
		third += pow(sums[k] - mean, 3) / DRAWS;
	test_traces traces[] = { trace(&a, MOST), trace(&b, MOST) };
	double found = test_exchange_moments(&traces[0], &traces[1], MOST).third;
	print_message("third cumulant %g, over random orders %g\n", found, third);
	assert_true(found / third > 0.8 && found / third < 1.25);
}

/* Two columns, and a third one that gives the cells. */
typedef struct sample {
	mixmi_table *table;
	question_complete complete;
	question_sample rows;
	test_given given;
	test_residuals residuals[2];
	test_omnibus omnibus;
} sample;

static void sample_init(sample *s, const double *values, size_t rows, mixmi_type y_type, bool cells)
{
	static const size_t columns[] = { 0, 1, 2 };
	assert_ok(mixmi_table_new(&s->table, rows));
	assert_ok(mixmi_table_add_values(s->table, "x", MIXMI_DISCRETE, values, NULL));
	assert_ok(mixmi_table_add_values(s->table, "y", y_type, values + rows, NULL));
	assert_ok(mixmi_table_add_values(s->table, "z", MIXMI_DISCRETE, values + 2 * rows, NULL));
	assert_ok(question_complete_init(&s->complete, s->table, columns, 3));
	s->rows = question_sample_unmerged(&s->complete);
	assert_true(test_given_init(&s->given, s->table, &s->rows, &two, cells));
	for (size_t j = 0; j < 2; j++) {
		question_column column;
		assert_true(question_column_init(&column, &s->table->columns[j], &s->rows));
		assert_true(test_residuals_init(&s->residuals[j], &column, &s->given));
		question_column_clear(&column);
	}
	const test_omnibus_side x = { &s->table->columns[0], &s->residuals[0] },
							y = { &s->table->columns[1], &s->residuals[1] };
	assert_true(test_omnibus_init(&s->omnibus, &x, &y, &s->rows, &s->given));
}

static void sample_clear(sample *s)
{
	test_residuals_clear(&s->residuals[0]);
	test_residuals_clear(&s->residuals[1]);
	test_given_clear(&s->given);
	question_complete_clear(&s->complete);
	mixmi_table_free(s->table);
}

/* The rows of a cell, with its labels of one row merged. Returns the number of rows. */
static size_t take_cell(double *out, const double *values, const double *z, size_t rows, double cell, bool labels)
{
	size_t taken = 0;
	for (size_t i = 0; i < rows; i++) {
		size_t same = 0;
		for (size_t k = 0; k < rows; k++)
			same += z[k] == z[i] && values[k] == values[i];
		if (z[i] == cell)
			out[taken++] = labels && same == 1 ? -1 : values[i];
	}
	return taken;
}

/* Adds a cell's sums by the definition. Without y_labels `y` is a single feature. */
static void add_cell(double *sum, test_moments_of_sum *m, const double *x, double *y, size_t rows, bool y_labels)
{
	static square a, b;
	size_t order[MOST];
	for (size_t i = 0; i < rows; i++)
		order[i] = i;
	project(&a, x, rows);
	if (y_labels)
		project(&b, y, rows);
	else
		multiply(&b, y, 1, rows);
	test_traces s = trace(&a, rows), t = trace(&b, rows);
	if (!y_labels)
		t.cubes = t.turned_cubes = t.turned_square = t.turned_form = 0;
	test_moments_of_sum own = test_exchange_moments(&s, &t, (double)rows);
	double unit = y_labels ? (double)rows - 1 : 1;
	*sum += unit * sum_of(&a, &b, order, rows);
	m->mean += unit * own.mean;
	m->variance += unit * unit * own.variance;
	m->third += unit * unit * unit * own.third;
}

static void draw(double *values, size_t rows, bool y_labels, size_t cells, uint64_t seed)
{
	for (size_t i = 0; i < rows; i++) {
		values[i] = floor(25 * test_uniform(&seed) * test_uniform(&seed));
		values[rows + i] = y_labels ? floor(19 * test_uniform(&seed)) : test_normal(&seed);
		values[2 * rows + i] = (double)test_below(&seed, cells);
	}
}

static void assert_sums(const double *values, bool y_labels, bool cells)
{
	double x[MOST], y[MOST], sum = 0;
	test_moments_of_sum m = { 0 };
	sample s;
	sample_init(&s, values, MOST, y_labels ? MIXMI_DISCRETE : MIXMI_NUMERIC, cells);
	const double *z = values + 2 * MOST, *second = y_labels ? values + MOST : s.residuals[1].values;
	for (int cell = 0; cell < 3; cell++) {
		size_t rows = take_cell(x, values, z, MOST, cell, true);
		assert_true(take_cell(y, second, z, MOST, cell, y_labels) == rows);
		if (rows >= 4)
			add_cell(&sum, &m, x, y, rows, y_labels);
	}
	assert_int_equal(s.omnibus.count, y_labels ? 1 : 2);
	assert_close(s.omnibus.sums[0] / sum, 1, 1e-3);
	assert_close(s.omnibus.moments[0].mean / m.mean, 1, 1e-3);
	assert_close(s.omnibus.moments[0].variance / m.variance, 1, 2e-3);
	assert_close(s.omnibus.moments[0].third / m.third, 1, 5e-3);
	sample_clear(&s);
}

static void sums_and_moments_are_those_of_the_projections(void **state)
{
	(void)state;
	double values[3 * MOST];
	for (uint64_t seed = 1; seed <= 5; seed++)
		for (int y_labels = 0; y_labels < 2; y_labels++) {
			draw(values, MOST, y_labels, 1, seed);
			assert_sums(values, y_labels, false);
			draw(values, MOST, y_labels, 3, seed);
			assert_sums(values, y_labels, true);
		}
}

/* ---------------------------------------------------------------------------------------------------------- answers */

enum { ROWS = 1000, LABELS = 50 };

/* Labels are identifiers if fewer than 20 rows share theirs with another row. */
static void columns_whose_rows_hardly_share_labels_are_left_out(void **state)
{
	(void)state;
	static double values[3 * MOST];
	for (size_t pairs = 0; pairs <= 16; pairs += 8) {
		for (size_t i = 0; i < MOST; i++) {
			values[i] = (double)(i < 2 * pairs ? i / 2 : i);
			values[MOST + i] = (double)(i % 15);
			values[2 * MOST + i] = 0;
		}
		sample s;
		sample_init(&s, values, MOST, MIXMI_DISCRETE, false);
		assert_int_equal(s.omnibus.count, 2 * pairs >= 20);
		sample_clear(&s);
	}
}

static test_verdict judge(const mixmi_table *table, const mixmi_question *question)
{
	test_verdict verdict;
	assert_ok(test_judge(&verdict, NULL, table, question, false));
	return verdict;
}

static mixmi_table *table_of(const double *values, size_t rows, mixmi_type y_type)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, rows));
	assert_ok(mixmi_table_add_values(table, "x", MIXMI_DISCRETE, values, NULL));
	assert_ok(mixmi_table_add_values(table, "y", y_type, values + rows, NULL));
	assert_ok(mixmi_table_add_values(table, "z", MIXMI_DISCRETE, values + 2 * rows, NULL));
	return table;
}

/* The same data with other labels and the rows in another order. */
static void rewrite(double *out, const double *values, bool y_labels)
{
	for (size_t i = 0; i < ROWS; i++) {
		size_t from = (i * 377 + 41) % ROWS;
		out[i] = fmod(values[from] * 7 + 13, 53);
		out[ROWS + i] = y_labels ? fmod(values[ROWS + from] * 11 + 5, 59) : -values[ROWS + from];
		out[2 * ROWS + i] = 2 - values[2 * ROWS + from];
	}
}

static void no_bit_depends_on_labels_order_or_side(void **state)
{
	(void)state;
	static double values[3 * ROWS], other[3 * ROWS];
	for (uint64_t seed = 1; seed <= 6; seed++) {
		bool y_labels = seed % 2;
		for (size_t i = 0; i < ROWS; i++) {
			uint64_t row = seed * 100000 + i;
			values[i] = seed < 4 ? (double)(i % LABELS) : (double)test_below(&row, LABELS);
			values[ROWS + i] = y_labels ? (double)test_below(&row, 40) : test_normal(&row) + (values[i] == 7);
			values[2 * ROWS + i] = (double)test_below(&row, 3);
		}
		rewrite(other, values, y_labels);
		mixmi_table *a = table_of(values, ROWS, y_labels ? MIXMI_DISCRETE : MIXMI_NUMERIC);
		mixmi_table *b = table_of(other, ROWS, y_labels ? MIXMI_DISCRETE : MIXMI_NUMERIC);
		assert_true(judge(a, &plain).p == judge(b, &turned).p);
		assert_true(judge(a, &within).p == judge(b, &turned_within).p);
		mixmi_table_free(a);
		mixmi_table_free(b);
	}
}

/* With exactly balanced labels none is more frequent than another; in 30% of the rows Y determines X. */
static void balanced_labels_tell_dependence_from_independence(void **state)
{
	(void)state;
	static double values[3 * ROWS];
	uint64_t seed = 5;
	for (int depends = 0; depends < 2; depends++) {
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = (double)(i % LABELS);
			values[ROWS + i] = (double)((i / LABELS * 7 + test_below(&seed, LABELS)) % LABELS);
			if (depends && test_uniform(&seed) < 0.3)
				values[ROWS + i] = fmod(values[i] * 3, LABELS);
			values[2 * ROWS + i] = (double)test_below(&seed, 3);
		}
		mixmi_table *table = table_of(values, ROWS, MIXMI_DISCRETE);
		double p = judge(table, &plain).p, q = judge(table, &within).p;
		print_message("dependent: %d, p %g, within cells %g\n", depends, p, q);
		assert_true(depends ? p < 1e-20 && q < 1e-10 : p > 0.01 && q > 0.01);
		mixmi_table_free(table);
	}
}

static void identifiers_tell_nothing_and_copies_of_many_labels_everything(void **state)
{
	(void)state;
	static double values[3 * ROWS];
	for (int copies = 0; copies < 2; copies++) {
		for (size_t i = 0; i < ROWS; i++) {
			values[i] = copies ? (double)(i / 2) : (double)i;
			values[ROWS + i] = copies ? values[i] : (double)(i % 30);
		}
		mixmi_table *table = table_of(values, ROWS, MIXMI_DISCRETE);
		test_verdict v = judge(table, &plain);
		assert_true(v.undecided != copies && (!copies || v.p < 1e-100));
		mixmi_table_free(table);
	}
}

/* 2000 pairs of independent columns of 200 labels, most with a few rows: at level .01 at most 34 rejections; more would have
 * a probability below .001. */
static void the_level_holds_where_labels_have_few_rows(void **state)
{
	(void)state;
	enum { DRAWS = 2000, SOME = 200, MOST_REJECTED = 34 };
	static double values[3 * SOME];
	int rejected[2] = { 0 };
	uint64_t seed = 77;
	for (int b = 0; b < DRAWS; b++) {
		for (size_t i = 0; i < SOME; i++) {
			values[i] = (double)(i % LABELS);
			values[SOME + i] = b % 2 ? (double)test_below(&seed, 40) : floor(exp(6 * test_uniform(&seed)));
			values[2 * SOME + i] = (double)test_below(&seed, 2);
		}
		mixmi_table *table = table_of(values, SOME, MIXMI_DISCRETE);
		rejected[0] += judge(table, &plain).p <= 0.01;
		rejected[1] += judge(table, &within).p <= 0.01;
		mixmi_table_free(table);
	}
	print_message("of %d: %d rejected, within cells %d\n", DRAWS, rejected[0], rejected[1]);
	assert_true(rejected[0] <= MOST_REJECTED && rejected[1] <= MOST_REJECTED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(moments_are_those_of_all_orders_of_the_rows),
		cmocka_unit_test(third_cumulants_are_near_those_of_random_orders),
		cmocka_unit_test(columns_whose_rows_hardly_share_labels_are_left_out),
		cmocka_unit_test(sums_and_moments_are_those_of_the_projections),
		cmocka_unit_test(no_bit_depends_on_labels_order_or_side),
		cmocka_unit_test(balanced_labels_tell_dependence_from_independence),
		cmocka_unit_test(identifiers_tell_nothing_and_copies_of_many_labels_everything),
		cmocka_unit_test(the_level_holds_where_labels_have_few_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
