/* Pictures of every kind with hostile names and labels are well-formed: 40 texts, each as the name of a column, as a label and
 * as the name of a node, in pictures of one column, of two, given a third, of pairs, against a target, of graphs, and of all
 * columns. Checked by xmllint, an independent parser; without it the test is skipped, with a message. */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <errno.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { ROWS = 60, FILES = 9 };

static char folder[64];

static const char *const texts[] = {
	"'90s",
	"it''s",
	"]]>",
	"<![CDATA[x]]>",
	"</text></svg>",
	"</title><script>alert(1)</script>",
	"&amp;",
	"&lt;b&gt;",
	"&#0;",
	"&bogus;",
	"\"quoted\"",
	"a\"b'c`d",
	"50% %s %n",
	"back\\slash\\n",
	"{/Bold z}_x^2 @y",
	"tab\there",
	"line\nfeed",
	"carriage\rreturn",
	"bell\x07",
	"escape\x1b[31m",
	"delete\x7f",
	"unit\x1fseparator",
	"next\xc2\x85line",
	"\xef\xbb\xbf"
	"mark",
	"\xef\xbf\xbe"
	"no character",
	"\xef\xbf\xbf",
	"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",
	"\xd8\xb9\xd9\x85\xd8\xb1 <b>",
	"\xe2\x80\xae"
	"override",
	"\xe2\x81\xa7"
	"isolate",
	"\xf0\x9f\x90\xa7\xf0\x9f\x90\xa7",
	"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7",
	"a\xcc\x81\xcc\x82\xcc\x83\xcc\x84\xcc\x85",
	"\xe6\xbc\xa2\xe5\xad\x97\xe5\x90\x8d\xe5\x89\x8d",
	"   ",
	" edge ",
	"<!-- comment --",
	"<?xml version=\"1.0\"?>",
	"$(touch x) `id` ; rm -rf",
	"n0 -> n1 [label=<b>];",
};

enum { TEXTS = sizeof texts / sizeof texts[0] };

/* Only a label can be invalid: names are valid UTF-8 and not empty. */
static const char *const labels_only[] = { "", "\xff\xfe", "\xc3", "\xed\xa0\x80", "ok \xf5 not" };

enum { LABELS_ONLY = sizeof labels_only / sizeof labels_only[0] };

static const char *path_of(const char *name)
{
	static char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

/* Exit code of xmllint over all pictures, in its strictest mode; 127: not installed. */
static int run_xmllint(char *const *files, size_t count)
{
	char *arguments[FILES + 5] = { "xmllint", "--noout", "--nonet", NULL };
	pid_t child;
	int state = 0;
	for (size_t i = 0; i < count; i++)
		arguments[3 + i] = files[i];
	arguments[3 + count] = NULL;
	if (posix_spawnp(&child, "xmllint", NULL, NULL, arguments, environ) != 0)
		return 127;
	while (waitpid(child, &state, 0) < 0)
		assert_int_equal(errno, EINTR);
	return WIFEXITED(state) ? WEXITSTATUS(state) : 126;
}

/* A numeric column and a column of labels that depend on it, both with hostile names, and a plain one. */
static mixmi_table *make_table(const char *text, const char *label)
{
	double x[ROWS], z[ROWS];
	int64_t codes[ROWS];
	const char *const labels[] = { label, "plain", text };
	char other[2400];
	mixmi_table *table;
	for (int i = 0; i < ROWS; i++) {
		x[i] = (i * 37 % ROWS) + 0.25;
		codes[i] = x[i] < 20 ? 0 : x[i] < 40 ? 1 : 2;
		z[i] = i % 2;
	}
	snprintf(other, sizeof other, "%s %s", text, text);
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, text, MIXMI_NUMERIC, x, NULL));
	assert_ok(mixmi_table_add_codes(table, other, codes, labels, 3, NULL));
	assert_ok(mixmi_table_add_values(table, "plain", MIXMI_DISCRETE, z, NULL));
	return table;
}

static void draw_histograms(const mixmi_table *table)
{
	const size_t columns[] = { 0, 1, 2 };
	mixmi_histogram *histogram;
	for (size_t first = 0; first < 2; first++) {
		assert_ok(mixmi_histogram_fit(&histogram, table, columns + first, 1, NULL));
		assert_ok(mixmi_histogram_plot(histogram, table, NULL, path_of(first == 0 ? "0.svg" : "1.svg")));
		mixmi_histogram_free(histogram);
	}
	assert_ok(mixmi_histogram_fit(&histogram, table, columns, 2, NULL));
	assert_ok(mixmi_histogram_plot(histogram, table, NULL, path_of("2.svg")));
	mixmi_histogram_free(histogram);
}

static void draw_questions(const mixmi_table *table)
{
	const size_t columns[] = { 0, 1, 2 };
	const mixmi_question given_labels = { columns, 1, columns + 2, 1, columns + 1, 1 };
	const mixmi_question given_plain = { columns + 1, 1, columns, 1, columns + 2, 1 };
	mixmi_histogram *histogram;
	assert_ok(mixmi_histogram_fit(&histogram, table, columns, 3, NULL));
	assert_ok(mixmi_question_plot(histogram, table, &given_labels, NULL, path_of("3.svg")));
	assert_ok(mixmi_question_plot(histogram, table, &given_plain, NULL, path_of("4.svg")));
	mixmi_histogram_free(histogram);
}

static void draw_answers(const mixmi_table *table)
{
	const size_t target = 0, given = 1;
	mixmi_answers *answers;
	assert_ok(mixmi_pairs(&answers, table, &(mixmi_pair_set){ 0 }, NULL));
	assert_ok(mixmi_answers_plot(answers, table, NULL, path_of("5.svg")));
	mixmi_answers_free(answers);
	assert_ok(
		mixmi_pairs(&answers, table, &(mixmi_pair_set){ (const size_t[]){ 0, 2 }, 2, &target, 1, &given, 1 }, NULL));
	assert_ok(mixmi_answers_plot(answers, table, NULL, path_of("6.svg")));
	mixmi_answers_free(answers);
}

/* Without Graphviz the last picture is that of all columns again. */
static void draw_graph(const mixmi_table *table, const char *text)
{
	const char *const names[] = { text, "plain", "third" };
	mixmi_graph *graph;
	assert_ok(mixmi_graph_new(&graph, names, 3));
	assert_ok(mixmi_graph_join(graph, 0, 1, MIXMI_MARK_CIRCLE, MIXMI_MARK_ARROW));
	assert_ok(mixmi_graph_join(graph, 1, 2, MIXMI_MARK_ARROW, MIXMI_MARK_ARROW));
	if (mixmi_capable("graphviz"))
		assert_ok(mixmi_graph_plot(graph, NULL, path_of("8.svg")));
	else
		assert_ok(mixmi_table_plot(table, NULL, path_of("8.svg")));
	mixmi_graph_free(graph);
}

static void check(const char *text, const char *label)
{
	mixmi_table *table = make_table(text, label);
	char names[FILES][128], *files[FILES];
	draw_histograms(table);
	draw_questions(table);
	draw_answers(table);
	assert_ok(mixmi_table_plot(table, NULL, path_of("7.svg")));
	draw_graph(table, text);
	for (size_t i = 0; i < FILES; i++) {
		snprintf(names[i], sizeof names[i], "%s/%zu.svg", folder, i);
		files[i] = names[i];
	}
	int code = run_xmllint(files, FILES);
	for (size_t i = 0; i < FILES; i++)
		assert_int_equal(unlink(names[i]), 0);
	mixmi_table_free(table);
	if (code != 0)
		fail_msg("xmllint says %d of pictures with the text \"%s\" or \"%s\"", code, text, label);
}

static bool has_xmllint(void)
{
	char path[128], *file = strcpy(path, path_of("small.svg"));
	FILE *small = fopen(path, "w");
	assert_non_null(small);
	fputs("<svg/>", small);
	fclose(small);
	int code = run_xmllint(&file, 1);
	unlink(path);
	if (code == 0)
		return true;
	assert_int_equal(code, 127);
	print_message("no xmllint (Debian's package libxml2-utils): not tested\n");
	return false;
}

/* The parser must be able to fail. */
static void the_parser_complains(void **state)
{
	(void)state;
	char path[128], *file = strcpy(path, path_of("broken.svg"));
	if (!has_xmllint())
		skip();
	FILE *broken = fopen(path, "w");
	assert_non_null(broken);
	fputs("<svg><text>\x01</text></svg>", broken);
	fclose(broken);
	assert_true(run_xmllint(&file, 1) != 0);
	unlink(path);
}

static void hostile_names_and_labels_give_well_formed_pictures(void **state)
{
	(void)state;
	if (!has_xmllint())
		skip();
	assert_int_equal(TEXTS, 40);
	for (size_t i = 0; i < TEXTS; i++)
		check(texts[i], texts[(i + 7) % TEXTS]);
	for (size_t i = 0; i < LABELS_ONLY; i++)
		check("name", labels_only[i]);
}

static void names_of_a_thousand_characters_give_well_formed_pictures(void **state)
{
	(void)state;
	char name[2001];
	if (!has_xmllint())
		skip();
	memset(name, 'W', 1000);
	name[1000] = '\0';
	check(name, name + 1);
	for (size_t i = 0; i < 1000; i++) /* a thousand characters of two bytes, the last cut in a label */
		memcpy(name + 2 * i, "\xc3\xa9", 2);
	name[1000] = '\0';
	check(name, "\xc3\xa9\xc3");
}

int main(void)
{
	strcpy(folder, "/tmp/mixmi-hostile-XXXXXX");
	if (mkdtemp(folder) == NULL)
		return 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_parser_complains),
		cmocka_unit_test(hostile_names_and_labels_give_well_formed_pictures),
		cmocka_unit_test(names_of_a_thousand_characters_give_well_formed_pictures),
	};
	int failed = cmocka_run_group_tests_name("hostile pictures", tests, NULL, NULL);
	rmdir(folder);
	return failed;
}
