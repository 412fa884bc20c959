/* Numbers: the grammar, and correct rounding against strtod on random and hard cases. The seed is fixed and printed. */
#include "base/number.h"
#include "unit.h"

static uint64_t state = UINT64_C(20260731);

/* Fails unless the text is read as strtod reads it, to the last bit. */
static void check_text(const char *text)
{
	double expected = strtod(text, NULL), value = -1;
	base_number kind = base_number_parse(&value, text, strlen(text), '.');
	if (isinf(expected) ? kind != BASE_NUMBER_INFINITE
	                    : kind != BASE_NUMBER_FINITE || memcmp(&value, &expected, sizeof value) != 0)
		fail_msg("%s: read %a (kind %d), expected %a", text, value, (int)kind, expected);
}

static base_number kind_of(const char *text)
{
	double value;
	return base_number_parse(&value, text, strlen(text), '.');
}

static void only_plain_numbers_are_numbers(void **unused)
{
	(void)unused;
	static const char *const good[] = { "0",    "-0",       "+1",     "1.",
		                                ".5",   "-.5e3",    "1e5",    "1E-05",
		                                "007",  "00.00100", "1e+10",  "9007199254740993",
		                                "0e99", "1e-400",   "5e-324", "123456789012345678901234567890" };
	static const char *const bad[] = { "",    "-",       "+",     ".",    "e5",       "1e",    "1e+",
		                               "--1", "1-",      "1 ",    " 1",   "0x1",      "1_0",   "1,5",
		                               "nan", "NaN",     "1.2.3", "1e5.", "1f",       "in",    "inft",
		                               "e",   "infinit", "+-1",   ".e1",  "\xD9\xA1", "1e5e5", "infinityx" };
	static const char *const infinite[] = { "inf",      "-INF",      "+Inf",
		                                    "infinity", "-Infinity", "1e400",
		                                    "-1e309",   "1.8e308",   "1e99999999999999999999" };
	for (size_t i = 0; i < sizeof good / sizeof *good; i++)
		check_text(good[i]);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		if (kind_of(bad[i]) != BASE_NUMBER_NONE)
			fail_msg("'%s' was taken for a number", bad[i]);
	for (size_t i = 0; i < sizeof infinite / sizeof *infinite; i++)
		if (kind_of(infinite[i]) != BASE_NUMBER_INFINITE)
			fail_msg("'%s' was not seen to be infinite", infinite[i]);
}

static void decimal_comma_is_read(void **unused)
{
	(void)unused;
	double value;
	assert_int_equal(base_number_parse(&value, "-3,25e1", 7, ','), BASE_NUMBER_FINITE);
	assert_true(value == -32.5);
	assert_int_equal(base_number_parse(&value, "3.25", 4, ','), BASE_NUMBER_NONE);
}

static void length_bounds_the_text(void **unused)
{
	(void)unused;
	double value;
	assert_int_equal(base_number_parse(&value, "12345678901234", 3, '.'), BASE_NUMBER_FINITE);
	assert_true(value == 123);
}

static void shortest_and_long_prints_of_random_doubles_come_back(void **unused)
{
	(void)unused;
	char text[64];
	for (size_t i = 0; i < test_cases(300000); i++) {
		uint64_t bits = test_bits(&state);
		double value;
		memcpy(&value, &bits, sizeof value);
		if (!isfinite(value))
			continue;
		snprintf(text, sizeof text, "%.*g", (int)(test_bits(&state) % 25) + 1, value);
		check_text(text);
	}
}

static void usual_magnitudes_come_back(void **unused)
{
	(void)unused;
	char text[64];
	for (size_t i = 0; i < test_cases(300000); i++) {
		double unit = (double)(int64_t)test_bits(&state) * 0x1p-63;
		snprintf(text, sizeof text, i % 2 ? "%.17g" : "%.15f", ldexp(unit, (int)(test_bits(&state) % 40) - 10));
		check_text(text);
	}
}

static void random_digit_strings_are_rounded_correctly(void **unused)
{
	(void)unused;
	char text[96];
	for (size_t i = 0; i < test_cases(300000); i++) {
		size_t digits = test_bits(&state) % 30 + 1, point = test_bits(&state) % 30, used = 0;
		for (size_t j = 0; j < digits; j++) {
			if (j == point)
				text[used++] = '.';
			text[used++] = (char)('0' + test_bits(&state) % 10);
		}
		text[used] = '\0';
		if (i % 2)
			snprintf(text + used, sizeof text - used, "e%d", (int)(test_bits(&state) % 700) - 350);
		check_text(text);
	}
}

/* Midpoints between neighbouring doubles, exact and off by one in a far digit: the hardest cases. */
static void midpoints_are_rounded_correctly(void **unused)
{
	(void)unused;
	static char text[2048];
	for (size_t i = 0; i < test_cases(20000); i++) {
		uint64_t bits = test_bits(&state) & UINT64_C(0x7FFFFFFFFFFFFFFF);
		double value;
		memcpy(&value, &bits, sizeof value);
		if (!isfinite(value))
			continue;
		long double middle = ((long double)value + (long double)nextafter(value, 0)) / 2;
		int length = snprintf(text, sizeof text, "%.*Le", i % 2 ? 790 : 18 + (int)(i % 7), middle);
		check_text(text);
		char *mark = strchr(text, 'e');
		if (length > 0 && mark != NULL && mark[-1] < '9') {
			mark[-1]++;
			check_text(text);
		}
	}
}

static void very_long_texts_are_read(void **unused)
{
	(void)unused;
	enum { LONG = 5000 };
	static char text[LONG + 32];
	memset(text, '0', LONG);
	text[0] = '1';
	text[1] = '.';
	text[LONG - 1] = '1';
	check_text(text);
	memset(text + 1, '0', LONG - 1);
	strcpy(text + LONG, "e-4990");
	check_text(text);
	memcpy(text, "9007199254740993.0", 18); /* a tie, but for the last of 5000 digits */
	text[LONG - 1] = '1';
	text[LONG] = '\0';
	check_text(text);
	text[LONG - 1] = '0';
	check_text(text);
	memset(text, '0', LONG);
	strcpy(text + LONG, ".25");
	check_text(text);
}

int main(void)
{
	printf("seed %llu\n", (unsigned long long)state);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_plain_numbers_are_numbers),
		cmocka_unit_test(decimal_comma_is_read),
		cmocka_unit_test(length_bounds_the_text),
		cmocka_unit_test(shortest_and_long_prints_of_random_doubles_come_back),
		cmocka_unit_test(usual_magnitudes_come_back),
		cmocka_unit_test(random_digit_strings_are_rounded_correctly),
		cmocka_unit_test(midpoints_are_rounded_correctly),
		cmocka_unit_test(very_long_texts_are_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
