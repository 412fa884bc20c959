/* MIIC against Gaussian closed forms at n = 5000, mean of 20 draws, without Z, given one column and given three. Its own
 * bias is towards 0: bins lose some of the dependence, and given Z the complexity term allows fewer of them. The bounds are
 * the biases measured here with a margin of two standard errors. */
#include "../unit/unit.h"

enum { ROWS = 5000, DRAWS = 20 };

typedef struct setting {
	size_t z;
	double correlation;
	double least, most; /* mean error */
} setting;

static const setting settings[] = {
	{ 0, 0.0, 0, 0 }, { 0, 0.3, -0.02, 0.02 }, { 0, 0.6, -0.02, 0.02 }, { 0, 0.9, -0.045, 0 },
	{ 1, 0.0, 0, 0 }, { 1, 0.3, -0.02, 0.02 }, { 1, 0.6, -0.03, 0 },    { 1, 0.9, -0.075, 0 },
	{ 3, 0.0, 0, 0 }, { 3, 0.3, -0.03, 0.01 }, { 3, 0.6, -0.02, 0.02 }, { 3, 0.9, -0.02, 0.02 },
};

/* X and Y have this correlation given Z; both depend on the sum of its columns. */
static mixmi_table *draw_table(const setting *s, uint64_t seed)
{
	double *values = malloc((s->z + 2) * ROWS * sizeof *values);
	for (size_t i = 0; i < ROWS; i++) {
		double sum = 0, x = test_normal(&seed);
		double y = s->correlation * x + sqrt(1 - s->correlation * s->correlation) * test_normal(&seed);
		for (size_t j = 2; j < s->z + 2; j++) {
			values[j * ROWS + i] = test_normal(&seed);
			sum += values[j * ROWS + i] / sqrt((double)s->z);
		}
		values[i] = sum + x;
		values[ROWS + i] = sum + y;
	}
	mixmi_table *table = NULL;
	mixmi_status status = mixmi_table_new(&table, ROWS);
	for (size_t j = 0; j < s->z + 2 && status == MIXMI_OK; j++) {
		const char name[] = { (char)('a' + j), '\0' };
		status = mixmi_table_add_values(table, name, MIXMI_NUMERIC, values + j * ROWS, NULL);
	}
	free(values);
	return table;
}

static void biases_are_as_documented(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
		const setting *s = &settings[i];
		double estimates[DRAWS], sum = 0, corrected = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : corrected)
		for (int draw = 0; draw < DRAWS; draw++) {
			static const size_t columns[] = { 0, 1, 2, 3, 4 };
			const mixmi_question question = { columns, 1, columns + 1, 1, columns + 2, s->z };
			mixmi_table *table = draw_table(s, (uint64_t)draw + 1);
			mixmi_answer value;
			estimates[draw] = estimate_by(&value, "miic", table, &question, NULL) == MIXMI_OK ? value.estimate : NAN;
			corrected += value.corrected / DRAWS;
			mixmi_table_free(table);
		}
		for (size_t draw = 0; draw < DRAWS; draw++)
			sum += estimates[draw];
		double truth = -0.5 * log(1 - s->correlation * s->correlation), error = sum / DRAWS - truth;
		print_message("%zu Z, correlation %.1f: true %.4f, error of the estimate %.4f, corrected %.4f\n", s->z,
		              s->correlation, truth, error, corrected - truth);
		assert_true(error >= s->least && error <= s->most);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(biases_are_as_documented) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
