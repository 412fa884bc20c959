/* src/question: the canonical form of a question does not depend on how it is written or how its table is laid out. */
#include "data/atoms.h"
#include "paper/question/question.h"
#include "tables.h"

enum { MOST_COLUMNS = 6, MOST_ROWS = 120 };

/* A table as numbers, and which columns are labels. */
typedef struct content {
	size_t rows, columns;
	double values[MOST_COLUMNS][MOST_ROWS]; /* NAN: missing */
	bool labels[MOST_COLUMNS];
} content;

/* A layout of a content as a table. */
typedef struct layout {
	size_t row[MOST_ROWS];       /* content's row at each place */
	size_t column[MOST_COLUMNS]; /* content's column at each place */
	bool falls[MOST_COLUMNS];    /* numbers are mapped by a falling function */
	uint64_t spelling;           /* what labels and names are made of */
} layout;

static void shuffle(size_t *items, size_t count, uint64_t *seed)
{
	for (size_t i = 0; i < count; i++)
		items[i] = i;
	for (size_t i = count; seed != NULL && i > 1; i--) {
		size_t other = test_below(seed, i), swap = items[i - 1];
		items[i - 1] = items[other];
		items[other] = swap;
	}
}

static content random_content(uint64_t *seed)
{
	content c = { .rows = 20 + test_below(seed, MOST_ROWS - 20), .columns = 3 + test_below(seed, MOST_COLUMNS - 2) };
	for (size_t j = 0; j < c.columns; j++) {
		size_t kind = test_below(seed, 5);
		c.labels[j] = kind == 0;
		size_t like = test_below(seed, j + 1);
		for (size_t i = 0; i < c.rows; i++) {
			double x = test_normal(seed);
			double *value = &c.values[j][i];
			*value = kind < 2    ? floor(3 * test_uniform(seed))
			         : kind == 2 ? x
			         : kind == 3 ? c.values[like][i]
			                     : -floor(x);
			if (test_below(seed, 40) == 0)
				*value = NAN;
		}
		if (kind == 3 && like < j)
			c.labels[j] = c.labels[like]; /* a copy of an earlier column, but for what is missing */
	}
	return c;
}

static layout random_layout(const content *c, uint64_t *seed)
{
	layout l = { .spelling = test_bits(seed) };
	shuffle(l.row, c->rows, seed);
	shuffle(l.column, c->columns, seed);
	for (size_t j = 0; j < c->columns; j++)
		l.falls[j] = test_below(seed, 2) == 0;
	return l;
}

static layout plain_layout(const content *c)
{
	layout l = { .spelling = 0 };
	shuffle(l.row, c->rows, NULL);
	shuffle(l.column, c->columns, NULL);
	return l;
}

/* Labels 0, 1, 2 of the content, with other spellings and in another order. */
static void add_labels(mixmi_table *table, const char *name, const content *c, const layout *l, size_t j)
{
	static const char *const spellings[6][3] = { { "a", "b", "c" },    { "one", "two", "three" }, { "x", "y", "z" },
		                                         { "no", "yes", "-" }, { "I", "II", "III" },      { "10", "9", "8" } };
	static const int64_t orders[6][3] = {
		{ 0, 1, 2 }, { 2, 1, 0 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 }, { 0, 2, 1 }
	};
	const int64_t *order = orders[l->spelling / 6 % 6];
	int64_t codes[MOST_ROWS];
	uint8_t missing[MOST_ROWS];
	for (size_t i = 0; i < c->rows; i++) {
		double value = c->values[j][l->row[i]];
		bool none = isnan(value);
		missing[i] = none;
		codes[i] = isnan(value) ? 0 : order[(size_t)value];
	}
	assert_ok(mixmi_table_add_codes(table, name, codes, spellings[l->spelling % 6], 3, missing));
}

static mixmi_table *lay_out(const content *c, const layout *l)
{
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, c->rows));
	for (size_t place = 0; place < c->columns; place++) {
		size_t j = l->column[place];
		uint64_t state = l->spelling + j;
		char name[24];
		snprintf(name, sizeof name, "%016llx", (unsigned long long)test_bits(&state));
		if (c->labels[j]) {
			add_labels(table, name, c, l, j);
			continue;
		}
		double values[MOST_ROWS];
		for (size_t i = 0; i < c->rows; i++)
			values[i] = (l->falls[j] ? -1 : 1) * exp(c->values[j][l->row[i]]);
		assert_ok(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL));
	}
	return table;
}

/* X, Y and Z by the content's columns, for a table of that layout. Column 0 is X, 1 is Y, the rest Z or further columns of X. */
typedef struct put {
	size_t room[MOST_COLUMNS];
	mixmi_question question;
} put;

static void put_question(put *p, const content *c, const layout *l, size_t x_count, bool exchanged)
{
	size_t place[MOST_COLUMNS] = { 0 };
	for (size_t k = 0; k < c->columns; k++)
		place[l->column[k]] = k;
	size_t next = 0, *x = p->room, *y = p->room + x_count, *z = y + 1;
	x[next++] = place[0];
	for (size_t k = 1; k < x_count; k++)
		x[next++] = place[k + 1];
	y[0] = place[1];
	for (size_t k = 0; k < c->columns - x_count - 1; k++) /* in another order for every layout */
		z[k] = place[x_count + 1 + k];
	for (size_t k = c->columns - x_count - 1; k > 1 && l->spelling % 2 == 0; k--) {
		size_t swap = z[k - 1];
		z[k - 1] = z[0];
		z[0] = swap;
	}
	size_t z_count = c->columns - x_count - 1;
	p->question =
		exchanged ? (mixmi_question){ y, 1, x, x_count, z, z_count } : (mixmi_question){ x, x_count, y, 1, z, z_count };
}

static size_t side_of(const question_ready *q, size_t place)
{
	for (size_t i = 0; i < q->sets.x_count; i++)
		if (q->sets.x[i] == place)
			return 0;
	for (size_t i = 0; i < q->sets.y_count; i++)
		if (q->sets.y[i] == place)
			return 1;
	return 2;
}

/* True if two columns of a content agree wherever neither is missing: nothing distinguishes them. */
static bool alike(const content *c, size_t a, size_t b)
{
	for (size_t i = 0; i < c->rows; i++)
		if (!isnan(c->values[a][i]) && !isnan(c->values[b][i]) && c->values[a][i] != c->values[b][i])
			return false;
	return c->labels[a] == c->labels[b];
}

/* Two layouts of a content: the same columns at the same positions, on the same sides, and the same key. */
static void assert_same_question(const content *c, const question_ready *a, const layout *of_a, const question_ready *b,
                                 const layout *of_b)
{
	assert_true(a->count == b->count && a->key == b->key);
	for (size_t j = 0; j < a->count; j++) {
		assert_true(side_of(a, j) == side_of(b, j));
		assert_true(alike(c, of_a->column[a->columns[j]], of_b->column[b->columns[j]]));
	}
}

static void by_data_a_question_is_the_same_in_any_layout(void **state)
{
	(void)state;
	size_t compared = 0;
	for (uint64_t number = 1; number <= 400; number++) {
		uint64_t seed = number;
		content c = random_content(&seed);
		size_t x_count = 1 + test_below(&seed, c.columns - 2);
		layout plain = plain_layout(&c);
		mixmi_table *table = lay_out(&c, &plain);
		put p;
		put_question(&p, &c, &plain, x_count, false);
		question_ready first;
		mixmi_status status = question_init_for_preset(&first, table, &p.question, MIXMI_PRESET_DEFAULT);
		for (size_t k = 0; k < 5; k++) {
			layout other = random_layout(&c, &seed);
			mixmi_table *again = lay_out(&c, &other);
			put_question(&p, &c, &other, x_count, k % 2 == 1);
			question_ready second;
			if (status != MIXMI_OK)
				print_message("seed %llu: too few rows\n", (unsigned long long)number);
			assert_int_equal(question_init_for_preset(&second, again, &p.question, MIXMI_PRESET_DEFAULT), status);
			if (status == MIXMI_OK) {
				assert_same_question(&c, &first, &plain, &second, &other);
				question_clear(&second);
				compared++;
			}
			mixmi_table_free(again);
		}
		if (status == MIXMI_OK)
			question_clear(&first);
		mixmi_table_free(table);
	}
	assert_true(compared > 1800);
}

/* Two increasing columns, and one increasing and one decreasing, are questions that differ only in direction. */
static void a_falling_scale_is_the_same_question(void **state)
{
	(void)state;
	enum { ROWS = 30 };
	double values[3 * ROWS];
	for (size_t i = 0; i < ROWS; i++) {
		values[i] = (double)i;
		values[ROWS + i] = (double)(i * i);
		values[2 * ROWS + i] = -(double)i;
	}
	mixmi_table *table = numeric_table(values, ROWS, 3);
	const size_t set[] = { 0, 1, 2 };
	const mixmi_question rising = { &set[0], 1, &set[1], 1, NULL, 0 }, falling = { &set[2], 1, &set[0], 1, NULL, 0 };
	question_ready a, b;
	assert_ok(question_init_for_preset(&a, table, &rising, MIXMI_PRESET_DEFAULT));
	assert_ok(question_init_for_preset(&b, table, &falling, MIXMI_PRESET_DEFAULT));
	assert_true(a.key == b.key);
	question_clear(&a);
	question_clear(&b);
	mixmi_table_free(table);
}

static void different_questions_have_different_keys(void **state)
{
	(void)state;
	double *values = mixed_values(60, 4, 3);
	mixmi_table *table = numeric_table(values, 60, 4);
	const size_t set[] = { 0, 1, 2, 3 };
	const mixmi_question questions[] = { { &set[0], 1, &set[1], 1, NULL, 0 },    { &set[0], 1, &set[2], 1, NULL, 0 },
		                                 { &set[0], 1, &set[1], 1, &set[2], 1 }, { &set[0], 1, &set[2], 1, &set[1], 1 },
		                                 { &set[0], 2, &set[2], 1, NULL, 0 },    { &set[0], 1, &set[1], 2, NULL, 0 } };
	enum { COUNT = sizeof questions / sizeof *questions };
	uint64_t keys[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		question_ready q;
		assert_ok(question_init_for_preset(&q, table, &questions[i], MIXMI_PRESET_DEFAULT));
		keys[i] = q.key;
		for (size_t k = 0; k < i; k++)
			assert_true(keys[k] != keys[i]);
		question_clear(&q);
	}
	mixmi_table_free(table);
	free(values);
}

static void by_names_columns_are_sorted_and_the_first_set_is_x(void **state)
{
	(void)state;
	const double values[] = { 1, 2, 3, 4, 4, 3, 2, 1, 1, 1, 2, 2, 3, 1, 4, 1 };
	mixmi_table *table = numeric_table(values, 4, 4);
	const size_t x[] = { 3, 2 }, y = 1, z = 0;
	const mixmi_question asked = { x, 2, &y, 1, &z, 1 };
	question_ready q;
	assert_ok(question_init(&q, table, &asked));
	for (size_t j = 0; j < 4; j++)
		assert_int_equal(q.columns[j], j);
	assert_true(q.places.x[0] == 3 && q.places.x[1] == 2 && q.places.y[0] == 1 && q.places.z[0] == 0);
	assert_true(q.exchanged && q.sets.x_count == 1 && q.sets.x[0] == 1);
	assert_true(q.sets.y_count == 2 && q.sets.y[0] == 2 && q.sets.y[1] == 3);
	assert_true(q.roles[0] == QUESTION_Z && q.roles[1] == QUESTION_Y && q.roles[2] == QUESTION_X);
	const mixmi_question turned = { &y, 1, x, 2, &z, 1 };
	question_ready other;
	assert_ok(question_init(&other, table, &turned));
	assert_true(!other.exchanged && question_key_by_columns(&q) == question_key_by_columns(&other));
	assert_true(question_key_by_sets(&q) == question_key_by_sets(&other));
	assert_true(question_key_by_sets(&q) != question_key_by_columns(&q));
	question_clear(&q);
	question_clear(&other);
	const mixmi_question twice = { x, 2, &x[0], 1, NULL, 0 };
	assert_fails(question_init(&q, table, &twice), MIXMI_ERROR_USAGE, "given twice");
	assert_fails(question_init_for_preset(&q, table, &twice, MIXMI_PRESET_DEFAULT), MIXMI_ERROR_USAGE, "given twice");
	mixmi_table_free(table);
}

/* ----------------------------------------------------------------------------------------------------------- atoms */

static void a_point_mass_by_each_rule(void **state)
{
	(void)state;
	const uint32_t counts[] = { 1, 6, 1, 0, 30, 5, 5, 5, 20, 6, 2 };
	enum { COUNT = sizeof counts / sizeof *counts };
	double values[COUNT] = { 0 };
	const data_column column = { .type = MIXMI_NUMERIC, .values = values, .distinct = COUNT, .step = NAN };
	/* frequent enough; four times as frequent as both neighbours */
	const bool frequent[] = { 0, 1, 0, 0, 1, 1, 1, 1, 1, 1, 0 };
	const bool above_neighbours[] = { 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0 };
	for (size_t code = 0; code < COUNT; code++) {
		data_atom_rule rule = data_atoms_frequent(5);
		assert_int_equal(data_is_atom(&column, counts, code, &rule), frequent[code]);
		rule = data_atoms_above_neighbours(5);
		assert_int_equal(data_is_atom(&column, counts, code, &rule), above_neighbours[code]);
	}
}

static void a_lone_value_is_an_atom_by_its_neighbours(void **state)
{
	(void)state;
	const uint32_t counts[] = { 0, 12, 0 };
	double values[] = { 1, 2, 3 };
	const data_column column = { .type = MIXMI_NUMERIC, .values = values, .distinct = 3, .step = NAN };
	data_atom_rule rule = data_atoms_above_neighbours(5);
	assert_true(data_is_atom(&column, counts, 1, &rule));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_data_a_question_is_the_same_in_any_layout),
		cmocka_unit_test(a_falling_scale_is_the_same_question),
		cmocka_unit_test(different_questions_have_different_keys),
		cmocka_unit_test(by_names_columns_are_sorted_and_the_first_set_is_x),
		cmocka_unit_test(a_point_mass_by_each_rule),
		cmocka_unit_test(a_lone_value_is_an_atom_by_its_neighbours),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
