/* src/base: text that is displayed, compared and parsed; arrays that grow or overflow; the option table. */
#include <ctype.h>
#include <locale.h>

#include "unit.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"

/* ------------------------------------------------------------------------------------------------- text */

static const char *shown(const char *text)
{
	static char out[BASE_TEXT_SHOWN];
	return base_text_show(out, text, strlen(text));
}

static void text_show_escapes_what_breaks_a_line(void **state)
{
	(void)state;
	assert_string_equal(shown("plain"), "plain");
	assert_string_equal(shown("a\tb\nc\rd"), "a\\tb\\nc\\rd");
	assert_string_equal(shown("\x1b[31m\x7f"), "\\x1b[31m\\x7f");
	assert_string_equal(shown("\xc2\x85 \xc2\xa0"), "\\u0085 \xc2\xa0");
	assert_string_equal(shown("\xe2\x80\xae, \xe2\x81\xa9, \xe2\x80\xa9"), "\\u202e, \\u2069, \xe2\x80\xa9");
	assert_string_equal(shown("caf\xc3\xa9"), "caf\xc3\xa9");
	assert_string_equal(shown("caf\xe9"), "caf\\xe9");
	char out[BASE_TEXT_SHOWN];
	assert_string_equal(base_text_show(out, "a\0b", 3), "a\\x00b");
	assert_string_equal(base_text_show(out, "", 0), "");
}

static void text_show_cuts_long_text_between_characters(void **state)
{
	(void)state;
	for (size_t pad = 0; pad < 4; pad++) {
		char text[400], out[BASE_TEXT_SHOWN];
		memset(text, 'x', sizeof text);
		for (size_t i = pad; i + 2 < sizeof text; i += 3)
			memcpy(text + i, "\xe2\x82\xac", 3);
		base_text_show(out, text, pad + 3 * ((sizeof text - pad) / 3));
		size_t length = strlen(out);
		assert_true(length < BASE_TEXT_SHOWN && length > BASE_TEXT_SHOWN - 8);
		assert_string_equal(out + length - 3, "...");
		assert_true(base_text_is_utf8(out, length));
	}
}

static void utf8_accepts_only_well_formed_sequences(void **state)
{
	(void)state;
	static const char *const good[] = {
		"", "a", "\xc2\x80", "\xe0\xa0\x80", "\xed\x9f\xbf", "\xf0\x90\x80\x80", "\xf4\x8f\xbf\xbf"
	};
	static const char *const bad[] = { "\x80",
		                               "\xc0\xaf",         /* overlong */
		                               "\xc1\xbf",         /* overlong */
		                               "\xe0\x9f\xbf",     /* overlong */
		                               "\xed\xa0\x80",     /* surrogate */
		                               "\xf0\x8f\xbf\xbf", /* overlong */
		                               "\xf4\x90\x80\x80", /* beyond U+10FFFF */
		                               "\xf5\x80\x80\x80",
		                               "\xff",
		                               "a\xc2",    /* cut off */
		                               "\xe2\x82", /* cut off */
		                               "\xe2\x28\xa1" };
	for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
		assert_true(base_text_is_utf8(good[i], strlen(good[i])));
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_false(base_text_is_utf8(bad[i], strlen(bad[i])));
}

static void every_character_comes_back_from_utf8(void **state)
{
	(void)state;
	for (uint32_t code = 0; code <= 0x10FFFF; code++) {
		if (code >= 0xD800 && code <= 0xDFFF)
			continue;
		char bytes[BASE_UTF8_MOST];
		size_t size = base_utf8_put(bytes, code), read;
		assert_true(base_text_is_utf8(bytes, size));
		assert_int_equal(base_utf8_code(bytes, &read), code);
		assert_int_equal(read, size);
	}
}

static void spaces_are_those_of_the_c_locale(void **state)
{
	(void)state;
	for (int c = 0; c < 256; c++)
		assert_int_equal(base_is_space((char)c), isspace(c) != 0);
}

static void distance_counts_edits_and_ignores_case(void **state)
{
	(void)state;
	assert_true(base_text_alike("", "") && base_text_alike("LiMiT", "lImIt") &&
	            base_text_alike("\xC3\xA9", "\xC3\xA9"));
	assert_false(base_text_alike("a", "ab") || base_text_alike("ab", "a") || base_text_alike("[", "{"));
	assert_true(base_text_begin_alike("APRIL 3", "april", 5) && base_text_begin_alike("x", "y", 0));
	assert_false(base_text_begin_alike("APR", "april", 5) || base_text_begin_alike("april", "APR", 5));
	assert_int_equal(base_text_distance("", "", 5), 0);
	assert_int_equal(base_text_distance("abc", "", 5), 3);
	assert_int_equal(base_text_distance("Alpha", "alpha", 5), 0);
	assert_int_equal(base_text_distance("kitten", "sitting", 5), 3);
	assert_int_equal(base_text_distance("alhpa", "alpha", 5), 1);
	assert_int_equal(base_text_distance("ab", "ba", 5), 1);
	assert_int_equal(base_text_distance("abcdef", "uvwxyz", 2), 3);
	char longer[66];
	memset(longer, 'a', 65);
	longer[65] = '\0';
	assert_int_equal(base_text_distance(longer, longer, 4), 5);
}

static void list_items_come_off_one_by_one(void **state)
{
	(void)state;
	const char *cursor = " a , \"b, \"\"c\"\"\" ,,\" d \", e";
	char item[64];
	static const char *const expected[] = { "a", "b, \"c\"", "", " d ", "e" };
	for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
		assert_true(base_text_next_item(item, &cursor));
		assert_string_equal(item, expected[i]);
	}
	assert_false(base_text_next_item(item, &cursor));
	cursor = "  \t";
	assert_false(base_text_next_item(item, &cursor));
}

/* ----------------------------------------------------------------------------------------------- memory */

static void arrays_refuse_sizes_that_overflow(void **state)
{
	(void)state;
	assert_null(base_array(SIZE_MAX / 2, 3));
	assert_null(base_array_zero(SIZE_MAX / 8 + 1, 8));
	assert_null(base_array_copy("x", SIZE_MAX, 2));
	assert_null(base_string_copy_n("x", SIZE_MAX));
}

static void arrays_of_nothing_can_be_freed(void **state)
{
	(void)state;
	void *none = base_array(0, 8), *zero = base_array_zero(5, 0), *copy = base_array_copy(NULL, 0, 4);
	assert_true(none != NULL && zero != NULL && copy != NULL);
	free(none);
	free(zero);
	mixmi_free(copy);
	mixmi_free(NULL);
}

static void copies_are_equal_and_separate(void **state)
{
	(void)state;
	const int numbers[] = { 1, 2, 3 };
	int *copy = base_array_copy(numbers, 3, sizeof numbers[0]);
	assert_memory_equal(copy, numbers, sizeof numbers);
	char *text = base_string_copy("penguin"), *start = base_string_copy_n("penguin", 3);
	assert_string_equal(text, "penguin");
	assert_string_equal(start, "pen");
	free(copy);
	free(text);
	free(start);
}

static void growing_keeps_content_and_at_least_doubles(void **state)
{
	(void)state;
	uint32_t *array = NULL;
	size_t capacity = 0, moves = 0;
	for (uint32_t i = 0; i < 10000; i++) {
		size_t before = capacity;
		void *grown = array;
		assert_true(base_grow(&grown, &capacity, i + 1, sizeof *array));
		array = grown;
		assert_true(capacity >= i + 1 && (capacity == before || capacity >= 2 * before));
		moves += capacity != before;
		array[i] = i;
	}
	assert_true(moves < 12);
	for (uint32_t i = 0; i < 10000; i++)
		assert_int_equal(array[i], i);
	free(array);
}

static void growing_too_far_leaves_all_as_it_was(void **state)
{
	(void)state;
	size_t capacity = 0;
	void *array = NULL;
	assert_true(base_grow(&array, &capacity, 4, 8));
	void *before = array;
	size_t size = capacity;
	assert_false(base_grow(&array, &capacity, SIZE_MAX, 8));
	assert_false(base_grow(&array, &capacity, SIZE_MAX / 8 + 1, 8));
	assert_ptr_equal(array, before);
	assert_int_equal(capacity, size);
	free(array);
}

/* --------------------------------------------------------------------------------------- errors and units */

static void an_error_returns_its_status_and_keeps_its_message(void **state)
{
	(void)state;
	assert_int_equal(base_error(MIXMI_ERROR_DATA, "line %d: %s", 7, "bad"), MIXMI_ERROR_DATA);
	assert_string_equal(mixmi_error_message(), "line 7: bad");
	assert_int_equal(base_error_memory(), MIXMI_ERROR_MEMORY);
	assert_string_equal(mixmi_error_message(), "out of memory");
	char longer[4000];
	memset(longer, 'x', sizeof longer - 1);
	longer[sizeof longer - 1] = '\0';
	base_error(MIXMI_ERROR_IO, "%s", longer);
	assert_in_range(strlen(mixmi_error_message()), 200, 1023);
}

static void version_is_that_of_the_header(void **state)
{
	(void)state;
	char expected[32];
	snprintf(expected, sizeof expected, "%d.%d.%d", MIXMI_VERSION_MAJOR, MIXMI_VERSION_MINOR, MIXMI_VERSION_PATCH);
	assert_string_equal(mixmi_version(), expected);
}

/* ------------------------------------------------------------------------------------------------- random numbers */

/* Below 3 * 2^62 a quarter of all bit patterns is rejected; otherwise small numbers would be twice as frequent. */
static void numbers_below_a_bound_leave_out_the_excess(void **state)
{
	(void)state;
	const uint64_t bound = UINT64_C(3) << 62;
	base_random random, again;
	size_t left_out = 0;
	base_random_init(&random, 1, 2, 3);
	base_random_init(&again, 1, 2, 3);
	for (int i = 0; i < 1000; i++) {
		uint64_t bits = base_random_bits(&again);
		for (; bits >= bound; bits = base_random_bits(&again))
			left_out++;
		assert_true(base_random_below(&random, bound) == bits);
	}
	assert_true(left_out > 250 && left_out < 430);
}

/* Exchanging a seed and a key, or increasing both, must give different random numbers. */
static void seeds_and_keys_do_not_make_up_for_each_other(void **state)
{
	(void)state;
	base_random one, other;
	for (uint64_t seed = 0; seed < 8; seed++)
		for (uint64_t key = 0; key < 8; key++)
			for (uint64_t flip = 1; flip < 8; flip++) {
				base_random_init(&one, seed, key, 0);
				base_random_init(&other, seed ^ flip, key ^ flip, 0);
				assert_true(base_random_bits(&one) != base_random_bits(&other));
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_below_a_bound_leave_out_the_excess),
		cmocka_unit_test(seeds_and_keys_do_not_make_up_for_each_other),
		cmocka_unit_test(text_show_escapes_what_breaks_a_line),
		cmocka_unit_test(text_show_cuts_long_text_between_characters),
		cmocka_unit_test(utf8_accepts_only_well_formed_sequences),
		cmocka_unit_test(every_character_comes_back_from_utf8),
		cmocka_unit_test(spaces_are_those_of_the_c_locale),
		cmocka_unit_test(distance_counts_edits_and_ignores_case),
		cmocka_unit_test(list_items_come_off_one_by_one),
		cmocka_unit_test(arrays_refuse_sizes_that_overflow),
		cmocka_unit_test(arrays_of_nothing_can_be_freed),
		cmocka_unit_test(copies_are_equal_and_separate),
		cmocka_unit_test(growing_keeps_content_and_at_least_doubles),
		cmocka_unit_test(growing_too_far_leaves_all_as_it_was),
		cmocka_unit_test(an_error_returns_its_status_and_keeps_its_message),
		cmocka_unit_test(version_is_that_of_the_header),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
