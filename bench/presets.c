/* What other presets and the tests cost: an estimate by each preset against preset paper, and each test against one estimate
 * with the same options. Lists come from the library, so that a new preset or test is measured without a change here. */
#include <stdio.h>
#include <string.h>

#include "measure.h"
#include "mechanisms.h"
#include "tables.h"

enum { NAME = 32 };

/* Takes the next name off a comma-separated list; false at its end. */
static bool next_name(char name[NAME], const char **list)
{
	size_t length = strcspn(*list, ",");
	if (length == 0)
		return false;
	snprintf(name, NAME, "%.*s", (int)length, *list);
	*list += length + ((*list)[length] == ',');
	return true;
}

static const mixmi_option *find_option(const char *name)
{
	for (size_t i = 0; mixmi_option_at(i) != NULL; i++)
		if (strcmp(mixmi_option_at(i)->name, name) == 0)
			return mixmi_option_at(i);
	measure_fail("the library has no such option");
}

/* ----------------------------------------------------------------------------------------------------- presets */

static void compare_presets(const mechanism *m, size_t rows)
{
	mixmi_table *table;
	if (mechanism_table(&table, m, rows, 1, 0) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	tables_question paper = { table, strlen(m->discrete) - 2, tables_options() };
	const mixmi_option *option = find_option("preset");
	const char *list = option->choices;
	char name[NAME], what[96];
	while (next_name(name, &list)) {
		if (strcmp(name, "paper") == 0)
			continue;
		tables_question question = { table, paper.given, tables_options_of(name, NULL, NULL) };
		bool standard = strcmp(name, option->fallback) == 0;
		snprintf(what, sizeof what, "%s%s, experiment %s, n = %zu", name, standard ? " (default)" : "", m->name, rows);
		measure_compare(&(measure_figure){ .what = what,
		                                   .subject = { name, tables_estimate, &question, 1 },
		                                   .yardstick = { "paper", tables_estimate, &paper, 1 },
		                                   .clock = MEASURE_CPU,
		                                   .rounds = 5,
		                                   .goal = standard ? MEASURE_AT_MOST : MEASURE_NO_GOAL,
		                                   .bound = 8 });
	}
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------------------- tests */

static void compare_tests(const mechanism *m, size_t rows)
{
	mixmi_table *table;
	if (mechanism_table(&table, m, rows, 1, 0) != MIXMI_OK)
		measure_fail(mixmi_error_message());
	tables_question estimate = { table, strlen(m->discrete) - 2, tables_options_of(NULL, NULL, NULL) };
	const char *fallback = find_option("test")->fallback;
	for (size_t i = 0; mixmi_test_at(i) != NULL; i++) {
		const char *name = mixmi_test_at(i)->name;
		tables_question test = { table, estimate.given, tables_options_of(NULL, "test", name) };
		bool standard = strcmp(name, fallback) == 0;
		char what[96];
		snprintf(what, sizeof what, "test %s%s, experiment %s", name, standard ? " (default)" : "", m->name);
		measure_compare(&(measure_figure){ .what = what,
		                                   .subject = { name, tables_test, &test, 1 },
		                                   .yardstick = { "one default estimate", tables_estimate, &estimate, 1 },
		                                   .clock = MEASURE_CPU,
		                                   .rounds = 5,
		                                   .goal = standard ? MEASURE_AT_MOST : MEASURE_NO_GOAL,
		                                   .bound = 40 });
	}
	mixmi_table_free(table);
}

/* The default test with more and more Z, of all types. */
static void compare_given(size_t rows)
{
	enum { MOST = 9 };
	mixmi_table *table = tables_network(rows, MOST + 2);
	tables_question one = { table, 1, tables_options_of(NULL, NULL, NULL) };
	for (size_t given = 3; given <= MOST; given += 2) {
		tables_question many = one;
		many.given = given;
		char what[96];
		snprintf(what, sizeof what, "default test given %zu columns", given);
		measure_compare(&(measure_figure){ .what = what,
		                                   .subject = { "many Z", tables_test, &many, 1 },
		                                   .yardstick = { "one Z", tables_test, &one, 1 },
		                                   .clock = MEASURE_CPU,
		                                   .rounds = 5,
		                                   .goal = MEASURE_AT_MOST,
		                                   .bound = 50 });
	}
	mixmi_table_free(table);
}

int main(void)
{
	static const char *const names[] = { "I", "IV", "V", "VI-2" };
	measure_begin("presets", "an estimate by other presets, times the cost of preset paper");
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		compare_presets(mechanism_find(names[i]), 1000);
	measure_begin("tests", "a test at n = 1000, times the cost of one estimate");
	compare_tests(mechanism_find("I"), 1000);
	compare_tests(mechanism_find("IV"), 1000);
	measure_begin("given", "the default test at n = 1000 with several Z of mixed types, times the cost with one");
	compare_given(1000);
	return 0;
}
