/* Every estimator and every test of the registries on drawn tables: no answer depends on the order of rows, columns or sets,
 * on exchanging X and Y, on threads or (but for preset paper) on names, whatever the types, ties and missing values; nor do those of
 * the default test and estimate on directions, and of the test on scales. A new method is tested by being listed. MIXMI_SEED in the environment draws others; the seed is
 * printed. */
#include "fuzz/metamorphic.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "share.h"
#include "unit/unit.h"

static uint64_t state;

static double draw(void)
{
	state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t x = state;
	x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
	return (double)((x ^ (x >> 31)) >> 11) * 0x1p-53;
}

/* Kinds of columns: continuous, mixed with an atom at 0, counts, a few codes; all depend on `common` a little. */
static double draw_value(size_t kind, double common)
{
	double u = draw() + 0.5 * common;
	switch (kind) {
	case 0:
		return u;
	case 1:
		return draw() < 0.3 ? 0 : u;
	case 2:
		return floor(6 * u);
	default:
		return floor(3 * u);
	}
}

static void draw_case(metamorphic_case *about, size_t shape)
{
	about->rows = 24 + (size_t)(40 * draw());
	about->x_count = 1 + (shape == 3);
	about->y_count = 1 + (shape == 4);
	about->z_count = shape < 3 ? shape : 0;
	size_t kinds[METAMORPHIC_COLUMNS];
	for (size_t j = 0; j < METAMORPHIC_COLUMNS; j++) {
		kinds[j] = (size_t)(4 * draw());
		about->types[j] = kinds[j] == 3 ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	}
	for (size_t row = 0; row < about->rows; row++) {
		double common = draw();
		for (size_t j = 0; j < METAMORPHIC_COLUMNS; j++)
			about->values[j][row] = draw() < 0.02 ? (double)NAN : draw_value(kinds[j], common);
	}
}

static void check_all(const char *method, bool is_test, size_t number)
{
	static const char *const settings[][9] = {
		{ "alpha", "0.1", "neighbours", "3", "features", "10", NULL },
		{ "alpha", "0.1", "preset", "paper", "neighbours", "2", "null", "perm", NULL },
	};
	for (size_t turn = 0; turn < 10; turn++) {
		metamorphic_case about = { .settings = settings[turn / 5] };
		state = number * 1000 + turn;
		draw_case(&about, turn % 5);
		const char *fault = metamorphic_check(&about, method, is_test);
		if (fault != NULL)
			fail_msg("%s %s, turn %zu: the answer changes, or is wrong: %s", is_test ? "test" : "estimator", method,
			         turn, fault);
	}
}

static uint64_t seed(void)
{
	const char *text = getenv("MIXMI_SEED");
	uint64_t number = text != NULL ? strtoull(text, NULL, 10) : 1;
	print_message("seed %llu\n", (unsigned long long)number);
	return number;
}

/* A balanced design, whose factors look the same one by one, beside numbers that often tie; missing values spoil the balance of some. */
static void draw_design(metamorphic_case *about, size_t shape)
{
	draw_case(about, shape);
	about->rows = 54;
	double missing = draw() < 0.3 ? 0.05 : 0;
	for (size_t j = 0, step = 1; j < METAMORPHIC_COLUMNS; j++, step *= 3) {
		bool factor = draw() < 0.5;
		double values = factor ? 3 : 4 + 20 * draw();
		about->types[j] = factor ? MIXMI_DISCRETE : MIXMI_NUMERIC;
		for (size_t row = 0; row < about->rows; row++) {
			double value = factor ? (double)(row / step % 3) : floor(values * (draw() + draw()));
			about->values[j][row] = draw() < missing ? (double)NAN : value;
		}
	}
}

static void the_default_test_and_estimate_hear_ranks_and_no_order(void **unused)
{
	(void)unused;
	static const char *const settings[] = { "alpha", "0.1", NULL };
	uint64_t from = seed();
	for (size_t turn = 0; turn < test_cases(200); turn++) {
		metamorphic_case about = { .settings = settings };
		bool is_test = turn % 2;
		state = from * 100000 + turn;
		(turn % 3 == 0 ? draw_case : draw_design)(&about, turn % 5);
		const char *fault = metamorphic_check(&about, "residual", is_test);
		if (fault != NULL)
			fail_msg("%s, turn %zu: the answer changes, or is wrong: %s", "residual", turn, fault);
	}
}

/* Few rows, down to two, with intervals: ties and empty cells are everywhere, and two columns of one side often look the same. */
static void few_rows_give_the_same_numbers_and_intervals_however_asked(void **unused)
{
	(void)unused;
	static const char *const settings[] = { "alpha", "0.1", "confidence", "0.9", NULL };
	uint64_t from = seed();
	for (size_t turn = 0; turn < test_cases(600); turn++) {
		metamorphic_case about = { .settings = settings };
		bool is_test = turn % 2;
		state = from * 1000000 + turn;
		draw_case(&about, turn / 2 % 5);
		about.rows = 2 + turn / 10 % 19;
		const char *fault = metamorphic_check(&about, "residual", is_test);
		if (fault != NULL)
			fail_msg("%s, turn %zu, %zu rows: the answer changes, or is wrong: %s", "residual", turn, about.rows,
			         fault);
	}
}

static void no_estimator_depends_on_how_it_is_asked(void **unused)
{
	(void)unused;
	uint64_t from = seed();
	for (size_t i = 0; mixmi_estimator_at(i) != NULL; i++)
		check_all(mixmi_estimator_at(i)->name, false, from * 100 + i);
}

static void no_test_depends_on_how_it_is_asked(void **unused)
{
	(void)unused;
	uint64_t from = seed();
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++)
		check_all(mixmi_test_at(i)->name, true, from * 100 + 50 + i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_estimator_depends_on_how_it_is_asked),
		cmocka_unit_test(no_test_depends_on_how_it_is_asked),
		cmocka_unit_test(the_default_test_and_estimate_hear_ranks_and_no_order),
		cmocka_unit_test(few_rows_give_the_same_numbers_and_intervals_however_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
