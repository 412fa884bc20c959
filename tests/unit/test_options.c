/* src/base/options.c: the table of options, and options by name through the public calls. */
#define _POSIX_C_SOURCE 200809L
#include "tables.h"
#include "unit.h"

#include <locale.h>

/* Every option has the same value in both sets. */
static void assert_same_options(const mixmi_options *a, const mixmi_options *b)
{
	const mixmi_option *row;
	for (size_t i = 0; (row = mixmi_option_at(i)) != NULL; i++) {
		double x, y;
		assert_string_equal(mixmi_options_get(a, row->name), mixmi_options_get(b, row->name));
		bool numeric = mixmi_options_number(&x, a, row->name) == MIXMI_OK;
		assert_int_equal(mixmi_options_number(&y, b, row->name) == MIXMI_OK, numeric);
		assert_true(numeric ? x == y : isnan(x) && isnan(y));
	}
}

static void every_default_can_be_set_and_is_what_init_gives(void **state)
{
	(void)state;
	mixmi_options fresh, set;
	init_options(&fresh);
	init_options(&set);
	size_t count = 0;
	for (const mixmi_option *row; (row = mixmi_option_at(count)) != NULL; count++)
		if (mixmi_options_set(&set, row->name, row->fallback) != MIXMI_OK)
			fail_msg("%s: %s", row->name, mixmi_error_message());
	assert_true(count >= 18);
	assert_same_options(&set, &fresh);
	assert_null(mixmi_option_at(count));
	assert_null(mixmi_option_at(SIZE_MAX));
}

static void defaults_are_those_of_preset_default(void **state)
{
	(void)state;
	mixmi_options options, chosen = options_of("default");
	init_options(&options);
	assert_same_options(&options, &chosen);
	assert_int_equal(options.preset, MIXMI_PRESET_DEFAULT);
	assert_int_equal(options.bias, MIXMI_BIAS_MILLER_MADOW);
	assert_int_equal(options.max_rounds, 20);
	assert_true(options.confidence == 0);
	assert_true(options.alpha == 0.05);
	assert_int_equal(options.units, MIXMI_NATS);
	assert_int_equal(options.header, 2);
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
	assert_string_equal(options.test, "chi2");
	assert_string_equal(options.estimator, "histogram");
	assert_true(options.alpha == 0.01);
}

/* What was given is not changed by a preset that comes later; names of before 0.3 mean the present ones. */
static void a_given_level_outlasts_a_preset_and_old_names_work(void **state)
{
	(void)state;
	mixmi_options options;
	init_options(&options);
	assert_ok(mixmi_options_set(&options, "alpha", "0.2"));
	assert_ok(mixmi_options_set(&options, "preset", "paper"));
	assert_true(options.alpha == 0.2);
	assert_ok(mixmi_options_set(&options, "preset", "robust"));
	assert_int_equal(options.preset, MIXMI_PRESET_DEFAULT);
	assert_string_equal(mixmi_options_get(&options, "preset"), "default");
	assert_ok(mixmi_options_set(&options, "test", "scan"));
	assert_string_equal(mixmi_options_get(&options, "test"), "residual");
	assert_ok(mixmi_options_set(&options, "test", "mdl"));
	assert_string_equal(mixmi_options_get(&options, "test"), "sc");
	assert_ok(mixmi_options_set(&options, "estimator", "hist"));
	assert_string_equal(mixmi_options_get(&options, "estimator"), "residual");
	assert_string_equal(mixmi_option_renamed("preset", "robust"), "default");
	assert_null(mixmi_option_renamed("preset", "paper"));
	assert_null(mixmi_option_renamed("metric", "scan"));
}

/* A locale with a decimal comma: an installed one, or one generated here. */
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
	init_options(&options);
	double alpha = options.alpha;
	mixmi_status status = mixmi_options_set(&options, "alpha", "0.02");
	setlocale(LC_ALL, "C");
	assert_true(alpha == 0.05);
	assert_int_equal(status, MIXMI_OK);
	assert_true(options.alpha == 0.02);
}

static void every_row_of_the_table_is_complete(void **state)
{
	(void)state;
	static const char groups[] = "model estimator kernel test effect graph reading parts showing running";
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

/* The value must be refused, with a message that names the option and the value, and the options must not change. */
static void refused(const char *name, const char *value)
{
	mixmi_options options, before;
	init_options(&options);
	init_options(&before);
	if (mixmi_options_set(&options, name, value) != MIXMI_ERROR_USAGE)
		fail_msg("%s accepts '%s'", name, value);
	assert_non_null(strstr(mixmi_error_message(), name));
	assert_non_null(strstr(mixmi_error_message(), value));
	assert_same_options(&options, &before);
}

/* Numbers just outside a row's range, and texts that are not numbers. */
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
		snprintf(high, sizeof high, "%.17g", row->maximum + step);
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
	init_options(&options);
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
	init_options(&options);
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
	init_options(&options);
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
		for (size_t i = 4; i < sizeof changes / sizeof changes[0]; i++)
			assert_ok(mixmi_options_set(&options, changes[i][0], mixmi_options_get(&fresh, changes[i][0])));
		assert_same_options(&options, &fresh); /* so a preset leaves nothing of the other behind */
	}
}

static void unknown_names_suggest_the_nearest(void **state)
{
	(void)state;
	mixmi_options options;
	init_options(&options);
	static const char *const cases[][2] = {
		{ "aplha", "did you mean 'alpha'?" },        { "Alpha", "did you mean 'alpha'?" },
		{ "k-maks", "did you mean 'k-max'?" },       { "thread", "did you mean 'threads'?" },
		{ "delimter", "did you mean 'delimiter'?" }, { "del", "did you mean 'delimiter'?" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_int_equal(mixmi_options_set(&options, cases[i][0], "1"), MIXMI_ERROR_USAGE);
		assert_non_null(strstr(mixmi_error_message(), cases[i][0]));
		assert_non_null(strstr(mixmi_error_message(), cases[i][1]));
	}
	static const char *const unlike[][2] = { { "far\naway", "no option 'far\\naway'" },
		                                     { "d", "no option 'd'" },
		                                     { "", "no option ''" } };
	for (size_t i = 0; i < sizeof unlike / sizeof unlike[0]; i++) {
		assert_int_equal(mixmi_options_set(&options, unlike[i][0], "1"), MIXMI_ERROR_USAGE);
		assert_string_equal(mixmi_error_message(), unlike[i][1]);
	}
}

static void messages_are_one_line_whatever_the_value(void **state)
{
	(void)state;
	mixmi_options options;
	init_options(&options);
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

/* ------------------------------------------------------------------------------------------------ handles */

/* So that what a checkpoint stores or compares does not depend on spelling. */
static void a_value_is_written_in_one_form(void **state)
{
	(void)state;
	static const char *const cases[][3] = {
		{ "alpha", "5e-2", "0.05" },       { "alpha", "0.050", "0.05" },
		{ "k-init", "+007", "7" },         { "seed", "9007199254740991", "9007199254740991" },
		{ "delimiter", "\t", "tab" },      { "delimiter", ",", "comma" },
		{ "delimiter", ":", ":" },         { "quote", "'", "single" },
		{ "k-max-factor", "2.50", "2.5" }, { "test", "perm", "perm" },
		{ "missing", "-9, x", "-9, x" },   { "k-max-factor", "0.1", "0.1" },
		{ "header", "no", "no" },          { "confidence", "-0", "0" },
	};
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		assert_ok(mixmi_options_set(options, cases[i][0], cases[i][1]));
		assert_string_equal(mixmi_options_get(options, cases[i][0]), cases[i][2]);
	}
	mixmi_options_free(options);
}

static void every_default_is_written_as_it_stands_in_the_table(void **state)
{
	(void)state;
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	const mixmi_option *row;
	for (size_t i = 0; (row = mixmi_option_at(i)) != NULL; i++) {
		assert_string_equal(mixmi_options_get(NULL, row->name), row->fallback);
		assert_string_equal(mixmi_options_get(options, row->name), row->fallback);
		assert_ok(mixmi_options_set(options, row->name, row->fallback));
		assert_string_equal(mixmi_options_get(options, row->name), row->fallback);
	}
	assert_null(mixmi_options_get(options, "alhpa"));
	mixmi_options_free(options);
}

static void texts_are_copied(void **state)
{
	(void)state;
	mixmi_options *options, *copy;
	char text[] = "a,b", name[] = "coin";
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "discrete", text));
	assert_ok(mixmi_options_set_test(options, NULL, NULL, NULL));
	assert_ok(mixmi_options_set_test(options, (mixmi_answer_function *)1, NULL, name));
	assert_ok(mixmi_options_set_estimator(options, (mixmi_answer_function *)1, NULL, name));
	text[0] = name[0] = 'x';
	assert_string_equal(mixmi_options_get(options, "discrete"), "a,b");
	assert_ok(mixmi_options_copy(&copy, options));
	mixmi_options_free(options);
	assert_string_equal(mixmi_options_get(copy, "discrete"), "a,b");
	assert_string_equal(copy->discrete, "a,b");
	assert_string_equal(copy->own_test.name, "coin");
	assert_string_equal(copy->own_estimator.name, "coin");
	mixmi_options_free(copy);
	assert_ok(mixmi_options_copy(&copy, NULL));
	assert_same_options(copy, NULL);
	mixmi_options_free(copy);
	mixmi_options_free(NULL);
}

static void a_copy_is_the_same_and_separate(void **state)
{
	(void)state;
	mixmi_options *options, *copy;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "preset", "paper"));
	assert_ok(mixmi_options_set(options, "k-init", "77"));
	assert_ok(mixmi_options_copy(&copy, options));
	assert_same_options(copy, options);
	assert_true(copy->k_init == 77 && copy->preset == MIXMI_PRESET_PAPER && strcmp(copy->test, "chi2") == 0);
	assert_ok(mixmi_options_set(copy, "k-init", "78"));
	assert_string_equal(mixmi_options_get(options, "k-init"), "77");
	mixmi_options_free(copy);
	mixmi_options_free(options);
}

static void numbers_go_in_and_out(void **state)
{
	(void)state;
	mixmi_options *options;
	double number;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_number(options, "alpha", 1.0 / 3));
	assert_ok(mixmi_options_number(&number, options, "alpha"));
	assert_true(number == 1.0 / 3 && options->alpha == 1.0 / 3);
	assert_ok(mixmi_options_set_number(options, "seed", 9007199254740991.0));
	assert_true(options->seed == 9007199254740991);
	assert_ok(mixmi_options_set_number(options, "header", 0));
	assert_int_equal(options->header, 0);
	assert_ok(mixmi_options_number(&number, options, "header"));
	assert_true(number == 0);
	assert_ok(mixmi_options_number(&number, options, "units"));
	assert_true(number == 0);
	static const double bad[] = { 2.5, -5, 1e300, NAN, INFINITY, -INFINITY };
	for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
		assert_int_equal(mixmi_options_set_number(options, "k-init", bad[i]), MIXMI_ERROR_USAGE);
	assert_fails(mixmi_options_set_number(options, "header", 0.5), MIXMI_ERROR_USAGE, "header");
	assert_fails(mixmi_options_set_number(options, "units", 1), MIXMI_ERROR_USAGE, "units");
	assert_fails(mixmi_options_set_number(options, "alhpa", 1), MIXMI_ERROR_USAGE, "alpha");
	assert_fails(mixmi_options_number(&number, options, "missing"), MIXMI_ERROR_USAGE, "not a number");
	assert_true(isnan(number) && options->k_init == 0);
	mixmi_options_free(options);
}

/* All lists of names have one source; the descriptors must agree with it. */
static void methods_have_the_names_of_the_list_and_hear_options_that_exist(void **state)
{
	(void)state;
	const mixmi_method *(*const registries[])(size_t) = { mixmi_estimator_at, mixmi_test_at };
	static const char *const options[] = { "estimator", "test" };
	for (size_t r = 0; r < 2; r++) {
		char names[256] = "";
		const mixmi_method *method;
		for (size_t i = 0; (method = registries[r](i)) != NULL; i++) {
			size_t used = strlen(names);
			snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ",", method->name);
			assert_true(method->help != NULL && method->details != NULL && method->options != NULL);
			size_t matched = 0, commas = *method->options != '\0';
			for (const char *c = method->options; *c != '\0'; c++)
				commas += *c == ',';
			for (size_t k = 0; mixmi_option_at(k) != NULL; k++)
				matched += mixmi_method_uses_option(method, mixmi_option_at(k)->name);
			assert_int_equal(matched, commas);
		}
		for (size_t k = 0; mixmi_option_at(k) != NULL; k++)
			if (strcmp(mixmi_option_at(k)->name, options[r]) == 0)
				assert_string_equal(mixmi_option_at(k)->choices, names);
	}
	assert_false(mixmi_method_uses_option(mixmi_test_at(0), "alph"));
}

/* A user-supplied test that tells the alpha that it sees. */
static mixmi_status tell_alpha(mixmi_answer *out, void *context, const mixmi_table *table,
                               const mixmi_question *question, const mixmi_options *options)
{
	(void)table, (void)question;
	out->p = 1;
	out->verdict = MIXMI_NOT_DETECTED;
	return mixmi_options_number(context, options, "alpha");
}

static void a_test_sees_the_alpha_of_its_search(void **state)
{
	(void)state;
	const double values[] = { 1, 2, 3, 4, 2, 1, 4, 3 };
	mixmi_options *options;
	mixmi_graph *graph;
	double alpha = 0;
	mixmi_table *table = numeric_table(values, 4, 2);
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "search", "pc-stable"));
	assert_ok(mixmi_options_set_test(options, tell_alpha, &alpha, "teller"));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
	assert_true(alpha == 0.01);
	mixmi_graph_free(graph);
	assert_ok(mixmi_options_set(options, "alpha", "0.2"));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options));
	assert_true(alpha == 0.2);
	mixmi_graph_free(graph);
	mixmi_options_free(options);
	mixmi_table_free(table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_default_can_be_set_and_is_what_init_gives),
		cmocka_unit_test(defaults_are_those_of_preset_default),
		cmocka_unit_test(preset_paper_is_what_the_paper_says),
		cmocka_unit_test(a_given_level_outlasts_a_preset_and_old_names_work),
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
		cmocka_unit_test(a_value_is_written_in_one_form),
		cmocka_unit_test(every_default_is_written_as_it_stands_in_the_table),
		cmocka_unit_test(texts_are_copied),
		cmocka_unit_test(a_copy_is_the_same_and_separate),
		cmocka_unit_test(numbers_go_in_and_out),
		cmocka_unit_test(a_test_sees_the_alpha_of_its_search),
		cmocka_unit_test(methods_have_the_names_of_the_list_and_hear_options_that_exist),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
