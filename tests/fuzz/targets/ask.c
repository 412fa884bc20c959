/* Estimators and tests on tiny tables: the first bytes choose the method, its options and the question, the others are the
 * values. An answer must not depend on the transformations of metamorphic.h, and p is in [0, 1]. */
#include <math.h>
#include <stdio.h>

#include "fuzz/metamorphic.h"
#include "fuzz/target.h"

/* A byte as a value: a few small numbers, so that there are ties, and sometimes an extreme one. */
static double value_of(uint8_t byte)
{
	static const double odd[] = { (double)NAN, -0.0, 5e-324, 1e-323, 1e308, -1e308, 0.1, 1e15 };
	return byte >= 0xF0 ? odd[byte % 8] : (byte % 16) * (byte < 0x80 ? 1 : 0.37);
}

static const char *find_method(size_t number, bool *is_test)
{
	size_t estimators = 0;
	while (mixmi_estimator_at(estimators) != NULL)
		estimators++;
	size_t tests = 0;
	while (mixmi_test_at(tests) != NULL)
		tests++;
	number %= estimators + tests;
	*is_test = number >= estimators;
	return *is_test ? mixmi_test_at(number - estimators)->name : mixmi_estimator_at(number)->name;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static const char *const settings[][13] = {
		{ "alpha", "0.2", "neighbours", "2", "features", "5", NULL },
		{ "alpha", "0.2", "preset", "paper", "neighbours", "1", "null", "perm", NULL },
		{ "alpha", "0.2", "atom-threshold", "2", "tail", "gamma", "one-hot", "yes", "null", "gamma", NULL },
		{ "alpha", "0.1", "metric", "numbers", "ksg-variant", "2", "bias", "none", "confidence", "0.9", NULL },
	};
	fuzz_input input = { bytes, count };
	bool is_test;
	metamorphic_case about = { .x_count = 1, .y_count = 1 };
	const char *method = find_method(fuzz_below(&input, 256), &is_test);
	about.settings = settings[fuzz_below(&input, 4)];
	size_t shape = fuzz_below(&input, 5);
	about.x_count += shape == 3;
	about.y_count += shape == 4;
	about.z_count = shape < 3 ? shape : 0;
	size_t types = fuzz_below(&input, 256);
	for (size_t j = 0; j < METAMORPHIC_COLUMNS; j++)
		about.types[j] = types >> j & 1 ? MIXMI_DISCRETE : MIXMI_NUMERIC;
	about.rows =
		input.count / METAMORPHIC_COLUMNS < METAMORPHIC_ROWS ? input.count / METAMORPHIC_COLUMNS : METAMORPHIC_ROWS;
	if (about.rows == 0)
		return 0;
	for (size_t row = 0; row < about.rows; row++)
		for (size_t j = 0; j < METAMORPHIC_COLUMNS; j++)
			about.values[j][row] = value_of((uint8_t)fuzz_below(&input, 256));
	const char *fault = metamorphic_check(&about, method, is_test);
	if (fault != NULL) {
		fprintf(stderr, "%s %s: %s\n", is_test ? "test" : "estimator", method, fault);
		fuzz_fail("the answer does not depend on how it is asked");
	}
	return 0;
}
