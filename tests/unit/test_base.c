/* src/base: text that is shown, compared and taken apart; arrays that grow or overflow; the option table. */
#include <locale.h>

#include "unit.h"

#include "base/error.h"
#include "base/memory.h"
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

static void distance_counts_edits_and_ignores_case(void **state)
{
	(void)state;
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

/* ---------------------------------------------------------------------------------------------- options */

static void every_default_can_be_set_and_is_what_init_gives(void **state)
{
	(void)state;
	mixmi_options fresh;
	mixmi_options_init(&fresh);
	mixmi_options set = fresh;
	size_t count = 0;
	for (const mixmi_option *row; (row = mixmi_option_at(count)) != NULL; count++)
		if (mixmi_options_set(&set, row->name, row->fallback) != MIXMI_OK)
			fail_msg("%s: %s", row->name, mixmi_error_message());
	assert_true(count >= 18);
	assert_memory_equal(&set, &fresh, sizeof fresh);
	assert_null(mixmi_option_at(count));
	assert_null(mixmi_option_at(SIZE_MAX));
}

static void defaults_are_those_of_preset_robust(void **state)
{
	(void)state;
	mixmi_options options, robust = options_of("robust");
	mixmi_options_init(&options);
	assert_memory_equal(&options, &robust, sizeof options);
	assert_int_equal(options.preset, MIXMI_PRESET_ROBUST);
	assert_int_equal(options.bias, MIXMI_BIAS_MILLER_MADOW);
	assert_int_equal(options.max_rounds, 20);
	assert_true(options.confidence == 0);
	assert_true(options.alpha == 0.01);
	assert_int_equal(options.units, MIXMI_NATS);
	assert_int_equal(options.header, 1);
	assert_int_equal(options.delimiter, 0);
	assert_int_equal(options.decimal, '.');
	assert_null(options.discrete);
	assert_true(options.progress == NULL);
}

static void preset_paper_is_what_the_paper_says(void **state)
{
	(void)state;
	mixmi_options options = paper_options();
	assert_int_equal(options.preset, MIXMI_PRESET_PAPER);
	assert_int_equal(options.atom_threshold, 5);
	assert_true(options.k_init_factor == 20 && options.k_init == 0);
	assert_true(options.k_max_factor == 5 && options.k_max == 0);
	assert_int_equal(options.max_rounds, 5);
	assert_int_equal(options.bias, MIXMI_BIAS_NONE);
	assert_string_equal(mixmi_test_at((size_t)options.test)->name, "chi2");
}

/* A locale with a decimal comma: one that is installed, or one made for the purpose. */
static bool use_comma_locale(void)
{
	static const char *const names[] = { "de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "it_IT.UTF-8" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (setlocale(LC_ALL, names[i]) != NULL)
			return true;
	char folder[] = "/tmp/mixmi-locale-XXXXXX", command[200];
	if (mkdtemp(folder) == NULL)
		return false;
	snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1", folder);
	bool made = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_ALL, names[0]) != NULL;
	snprintf(command, sizeof command, "rm -r %s", folder);
	return system(command) == 0 && made;
}

static void options_do_not_follow_the_locale(void **state)
{
	(void)state;
	if (!use_comma_locale())
		skip();
	mixmi_options options;
	mixmi_options_init(&options);
	double alpha = options.alpha;
	mixmi_status status = mixmi_options_set(&options, "alpha", "0.05");
	setlocale(LC_ALL, "C");
	assert_true(alpha == 0.01);
	assert_int_equal(status, MIXMI_OK);
	assert_true(options.alpha == 0.05);
}

static void every_row_of_the_table_is_complete(void **state)
{
	(void)state;
	static const char groups[] = "model estimator kernel test graph reading showing running";
	const mixmi_option *row, *other;
	for (size_t i = 0; (row = mixmi_option_at(i)) != NULL; i++) {
		assert_true(row->name != NULL && row->help != NULL && row->fallback != NULL);
		assert_non_null(strstr(groups, row->group));
		assert_null(strchr(row->help, '\n'));
		bool chosen = row->kind == MIXMI_OPTION_CHOICE || row->kind == MIXMI_OPTION_CHARACTER;
		assert_true(!chosen || row->choices != NULL);
		for (size_t j = 0; j < i && (other = mixmi_option_at(j)) != NULL; j++)
			assert_string_not_equal(row->name, other->name);
	}
}

/* The value must be refused, with a message that names the option and the value, and the options left as they were. */
static void refused(const char *name, const char *value)
{
	mixmi_options options, before;
	mixmi_options_init(&options);
	before = options;
	if (mixmi_options_set(&options, name, value) != MIXMI_ERROR_USAGE)
		fail_msg("%s accepts '%s'", name, value);
	assert_memory_equal(&options, &before, sizeof before);
	assert_non_null(strstr(mixmi_error_message(), name));
	assert_non_null(strstr(mixmi_error_message(), value));
}

/* Numbers just outside of a row's range, and texts that are no numbers at all. */
static void numbers_out_of_range_are_refused(void **state)
{
	(void)state;
	const mixmi_option *row;
	for (size_t i = 0; (row = mixmi_option_at(i)) != NULL; i++) {
		if (row->kind != MIXMI_OPTION_INTEGER && row->kind != MIXMI_OPTION_REAL)
			continue;
		char low[64], high[64];
		double step = row->kind == MIXMI_OPTION_INTEGER ? 1 : row->open ? 0 : 0.001;
		snprintf(low, sizeof low, "%.10g", row->minimum - step);
		snprintf(high, sizeof high, "%.0f", row->maximum + step);
		static const char *const texts[] = { "", "x", "3x", "nan", "inf", "-inf", "1e999", "99999999999999999999" };
		refused(row->name, low);
		refused(row->name, high);
		for (size_t j = 0; j < sizeof texts / sizeof texts[0]; j++)
			refused(row->name, texts[j]);
	}
	refused("k-init", "2.5");
}

static void bounds_themselves_are_accepted_where_closed(void **state)
{
	(void)state;
	mixmi_options options;
	mixmi_options_init(&options);
	const mixmi_option *row;
	for (size_t i = 0; (row = mixmi_option_at(i)) != NULL; i++) {
		if (row->kind != MIXMI_OPTION_INTEGER)
			continue;
		char bound[64];
		snprintf(bound, sizeof bound, "%.0f", row->minimum);
		assert_int_equal(mixmi_options_set(&options, row->name, bound), MIXMI_OK);
		snprintf(bound, sizeof bound, "%.0f", row->maximum);
		assert_int_equal(mixmi_options_set(&options, row->name, bound), MIXMI_OK);
	}
}

static void words_and_bytes_that_make_no_sense_are_refused(void **state)
{
	(void)state;
	refused("preset", "papers");
	refused("units", "bit");
	refused("header", "maybe");
	refused("delimiter", "none");
	refused("delimiter", "::");
	refused("delimiter", "5");
	refused("delimiter", ".");
	refused("quote", "tab");
	refused("decimal", ";");
}

static void characters_are_set_by_name_or_by_themselves(void **state)
{
	(void)state;
	mixmi_options options;
	mixmi_options_init(&options);
	static const struct {
		const char *value;
		int byte;
	} cases[] = { { "tab", '\t' }, { "\\t", '\t' }, { "semicolon", ';' }, { "|", '|' }, { ":", ':' }, { "auto", 0 } };
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_int_equal(mixmi_options_set(&options, "delimiter", cases[i].value), MIXMI_OK);
		assert_int_equal(options.delimiter, cases[i].byte);
	}
	assert_int_equal(mixmi_options_set(&options, "quote", "none"), MIXMI_OK);
	assert_int_equal(options.quote, MIXMI_QUOTE_NONE);
	assert_int_equal(mixmi_options_set(&options, "quote", "'"), MIXMI_OK);
	assert_int_equal(options.quote, '\'');
	assert_int_equal(mixmi_options_set(&options, "decimal", "comma"), MIXMI_OK);
	assert_int_equal(options.decimal, ',');
}

static void an_empty_text_means_none(void **state)
{
	(void)state;
	mixmi_options options;
	mixmi_options_init(&options);
	assert_int_equal(mixmi_options_set(&options, "discrete", "year"), MIXMI_OK);
	assert_string_equal(options.discrete, "year");
	assert_int_equal(mixmi_options_set(&options, "discrete", ""), MIXMI_OK);
	assert_null(options.discrete);
}

static void a_preset_takes_back_model_options_and_no_others(void **state)
{
	(void)state;
	static const char *const changes[][2] = { { "atom-threshold", "9" }, { "k-init", "50" },  { "k-max-factor", "2.5" },
		                                      { "max-rounds", "1" },     { "alpha", "0.05" }, { "units", "bits" },
		                                      { "threads", "3" },        { "header", "no" },  { "confidence", "0.9" } };
	for (size_t p = 0; p < PRESETS; p++) {
		mixmi_options fresh = options_of(preset_names[p]), options = options_of(preset_names[1 - p]);
		for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++)
			assert_ok(mixmi_options_set(&options, changes[i][0], changes[i][1]));
		assert_true(options.k_max_factor == 2.5 && options.k_init == 50);
		assert_ok(mixmi_options_set(&options, "preset", preset_names[p]));
		assert_true(options.alpha == 0.05 && options.units == MIXMI_BITS && options.threads == 3);
		assert_true(options.header == 0 && options.confidence == 0.9);
		options.alpha = fresh.alpha;
		options.units = fresh.units;
		options.threads = fresh.threads;
		options.header = fresh.header;
		options.confidence = fresh.confidence;
		assert_memory_equal(&options, &fresh, sizeof fresh); /* so a preset leaves nothing of the other behind */
	}
}

static void unknown_names_suggest_the_nearest(void **state)
{
	(void)state;
	mixmi_options options;
	mixmi_options_init(&options);
	static const char *const cases[][2] = {
		{ "aplha", "did you mean 'alpha'?" },        { "Alpha", "did you mean 'alpha'?" },
		{ "k-maks", "did you mean 'k-max'?" },       { "thread", "did you mean 'threads'?" },
		{ "delimter", "did you mean 'delimiter'?" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_int_equal(mixmi_options_set(&options, cases[i][0], "1"), MIXMI_ERROR_USAGE);
		assert_non_null(strstr(mixmi_error_message(), cases[i][0]));
		assert_non_null(strstr(mixmi_error_message(), cases[i][1]));
	}
	assert_int_equal(mixmi_options_set(&options, "far\naway", "1"), MIXMI_ERROR_USAGE);
	assert_string_equal(mixmi_error_message(), "no option 'far\\naway'");
}

static void messages_are_one_line_whatever_the_value(void **state)
{
	(void)state;
	mixmi_options options;
	mixmi_options_init(&options);
	char huge[5000];
	memset(huge, '\n', sizeof huge - 1);
	huge[sizeof huge - 1] = '\0';
	static const char *const names[] = { "alpha", "k-init", "units", "delimiter", "header" };
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		assert_int_equal(mixmi_options_set(&options, names[i], huge), MIXMI_ERROR_USAGE);
		assert_null(strchr(mixmi_error_message(), '\n'));
		assert_non_null(strstr(mixmi_error_message(), "..."));
	}
	assert_int_equal(mixmi_options_set(&options, huge, "1"), MIXMI_ERROR_USAGE);
	assert_null(strchr(mixmi_error_message(), '\n'));
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

static void bits_are_nats_over_ln_2(void **state)
{
	(void)state;
	assert_true(mixmi_in_units(0.6931471805599453, MIXMI_BITS) == 1);
	assert_true(mixmi_in_units(0.25, MIXMI_NATS) == 0.25);
}

static void version_is_that_of_the_header(void **state)
{
	(void)state;
	char expected[32];
	snprintf(expected, sizeof expected, "%d.%d.%d", MIXMI_VERSION_MAJOR, MIXMI_VERSION_MINOR, MIXMI_VERSION_PATCH);
	assert_string_equal(mixmi_version(), expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_show_escapes_what_breaks_a_line),
		cmocka_unit_test(text_show_cuts_long_text_between_characters),
		cmocka_unit_test(utf8_accepts_only_well_formed_sequences),
		cmocka_unit_test(distance_counts_edits_and_ignores_case),
		cmocka_unit_test(list_items_come_off_one_by_one),
		cmocka_unit_test(arrays_refuse_sizes_that_overflow),
		cmocka_unit_test(arrays_of_nothing_can_be_freed),
		cmocka_unit_test(copies_are_equal_and_separate),
		cmocka_unit_test(growing_keeps_content_and_at_least_doubles),
		cmocka_unit_test(growing_too_far_leaves_all_as_it_was),
		cmocka_unit_test(every_default_can_be_set_and_is_what_init_gives),
		cmocka_unit_test(defaults_are_those_of_preset_robust),
		cmocka_unit_test(preset_paper_is_what_the_paper_says),
		cmocka_unit_test(options_do_not_follow_the_locale),
		cmocka_unit_test(every_row_of_the_table_is_complete),
		cmocka_unit_test(numbers_out_of_range_are_refused),
		cmocka_unit_test(bounds_themselves_are_accepted_where_closed),
		cmocka_unit_test(words_and_bytes_that_make_no_sense_are_refused),
		cmocka_unit_test(characters_are_set_by_name_or_by_themselves),
		cmocka_unit_test(an_empty_text_means_none),
		cmocka_unit_test(a_preset_takes_back_model_options_and_no_others),
		cmocka_unit_test(unknown_names_suggest_the_nearest),
		cmocka_unit_test(messages_are_one_line_whatever_the_value),
		cmocka_unit_test(an_error_returns_its_status_and_keeps_its_message),
		cmocka_unit_test(bits_are_nats_over_ln_2),
		cmocka_unit_test(version_is_that_of_the_header),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
