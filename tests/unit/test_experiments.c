/* The paper's experiments against their true values, 100 draws each from fixed seeds, and the true values themselves
 * against numerical integration. */
#include "mechanisms.h"
#include "unit.h"

enum { DRAWS = 100 };
static const uint64_t seed = 20210401;

typedef struct summary {
	double mean, mse;
} summary;

static summary run(const char *name, size_t rows, const char *preset)
{
	mixmi_options options = options_of(preset);
	const mechanism *m = mechanism_find(name);
	assert_non_null(m);
	summary s = { 0, 0 };
	for (uint64_t number = 0; number < DRAWS; number++) {
		mixmi_table *table;
		mixmi_answer cmi;
		assert_ok(mechanism_table(&table, m, rows, seed, number));
		assert_ok(mechanism_estimate(&cmi, m, table, &options));
		s.mean += cmi.estimate / DRAWS;
		s.mse += (cmi.estimate - m->truth) * (cmi.estimate - m->truth) / DRAWS;
		mixmi_table_free(table);
	}
	print_message("experiment %s, preset %s, n = %zu, seed %llu: mean %.4f, truth %.4f, MSE %.5f\n", name, preset, rows,
	              (unsigned long long)seed, s.mean, m->truth, s.mse);
	return s;
}

static void experiments_1_to_3_are_below_a_thousandth(void **state)
{
	(void)state;
	for (size_t p = 0; p < PRESETS; p++) {
		assert_true(run("I", 1000, preset_names[p]).mse < 0.001);
		assert_true(run("II", 1000, preset_names[p]).mse < 0.001);
		assert_true(run("III", 1000, preset_names[p]).mse < 0.001);
	}
}

static void experiment_5_is_near_its_true_value(void **state)
{
	(void)state;
	assert_close(run("V", 1000, "paper").mean, 1.0449324, 0.08);
	assert_close(run("V", 1000, "default").mean, 1.0449324, 0.02);
}

static void experiment_6_is_below_a_thousandth_up_to_two_z(void **state)
{
	(void)state;
	for (size_t p = 0; p < PRESETS; p++) {
		assert_true(run("VI-0", 2000, preset_names[p]).mse < 0.001);
		assert_true(run("VI-1", 2000, preset_names[p]).mse < 0.001);
		assert_true(run("VI-2", 2000, preset_names[p]).mse < 0.001);
	}
}

/* Experiment IV converges to 0 from above; preset robust gives 0 from the start. */
static void experiment_4_shrinks_with_more_rows(void **state)
{
	(void)state;
	double small = run("IV", 300, "paper").mean, large = run("IV", 3000, "paper").mean;
	assert_true(large < small && large < 0.03);
	assert_true(run("IV", 300, "default").mean < 0.005 && run("IV", 3000, "default").mean < 0.005);
}

/* III: I = H(Y) - E H(Y|X); P(Y=k|x) is Poisson, inflated at 0, and P(Y=k) = 0.85 2^-(k+1) + 0.15 [k=0]. */
static void the_truth_of_experiment_3_by_integration(void **state)
{
	(void)state;
	const double p = 0.15, step = 1e-3;
	double entropy = 0, conditional = 0;
	for (int k = 0; k < 60; k++) {
		double q = (1 - p) * exp2(-(k + 1)) + (k == 0 ? p : 0);
		entropy -= q * log(q);
	}
	for (double x = step / 2; x < 40; x += step) { /* midpoint rule */
		double poisson = exp(-x), inner = 0;
		for (int k = 0; k < 150 && (poisson > 1e-300 || k < x); k++) {
			double q = (1 - p) * poisson + (k == 0 ? p : 0);
			inner -= q > 0 ? q * log(q) : 0;
			poisson *= x / (k + 1);
		}
		conditional += exp(-x) * inner * step;
	}
	assert_close(entropy - conditional, mechanism_find("III")->truth, 1e-5);
}

static void the_other_truths_are_closed_forms(void **state)
{
	(void)state;
	assert_close(mechanism_find("I")->truth, -0.5 * log(1 - 0.36), 1e-12);
	assert_close(mechanism_find("II")->truth, log(5) - 0.8 * log(2), 1e-12);
	assert_close(mechanism_find("V")->truth,
	             log(2) + 0.4 * log(0.4 / 0.25) + 0.1 * log(0.1 / 0.25) - 0.25 * log(1 - 0.64), 1e-6);
}

static void draws_depend_on_seed_name_and_number_only(void **state)
{
	(void)state;
	const mechanism *m = mechanism_find("V");
	mixmi_table *a, *b, *c;
	assert_ok(mechanism_table(&a, m, 50, seed, 3));
	assert_ok(mechanism_table(&b, m, 100, seed, 3));
	assert_ok(mechanism_table(&c, m, 50, seed, 4));
	size_t differ = 0;
	for (size_t i = 0; i < 50; i++) {
		assert_true(mixmi_table_value(a, 0, i) == mixmi_table_value(b, 0, i));
		differ += mixmi_table_value(a, 0, i) != mixmi_table_value(c, 0, i);
	}
	assert_true(differ > 20);
	mixmi_table_free(a);
	mixmi_table_free(b);
	mixmi_table_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(experiments_1_to_3_are_below_a_thousandth),
		cmocka_unit_test(experiment_5_is_near_its_true_value),
		cmocka_unit_test(experiment_6_is_below_a_thousandth_up_to_two_z),
		cmocka_unit_test(experiment_4_shrinks_with_more_rows),
		cmocka_unit_test(the_truth_of_experiment_3_by_integration),
		cmocka_unit_test(the_other_truths_are_closed_forms),
		cmocka_unit_test(draws_depend_on_seed_name_and_number_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
