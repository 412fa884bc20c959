/* A program that was compiled with one version of mixmi.h and is run with the library of another. It asks everything through
 * structs whose size it gives, with guards behind them, and prints every answer to the last bit. With an argument it sets
 * that option as well, which only a later library has. */
#include <math.h>
#include <mixmi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 120, COLUMNS = 4, GUARD = 64 };

#define CHECK(condition)                                                                                               \
	do {                                                                                                               \
		if (!(condition)) {                                                                                            \
			fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, mixmi_error_message());                         \
			exit(1);                                                                                                   \
		}                                                                                                              \
	} while (0)

/* A struct of the caller's with bytes behind it that nobody may touch. */
#define GUARDED(type, name)                                                                                            \
	struct {                                                                                                           \
		type it;                                                                                                       \
		unsigned char guard[GUARD];                                                                                    \
	} name;                                                                                                            \
	memset(&name, 0xA5, sizeof name)

static int untouched(const unsigned char *guard)
{
	for (int i = 0; i < GUARD; i++)
		if (guard[i] != 0xA5)
			return 0;
	return 1;
}

static mixmi_table *make_table(void)
{
	mixmi_table *table;
	double values[ROWS];
	unsigned long state = 12345;
	CHECK(mixmi_table_new(&table, ROWS) == MIXMI_OK);
	for (int j = 0; j < COLUMNS; j++) {
		char name[] = { (char)('a' + j), '\0' };
		for (int i = 0; i < ROWS; i++) {
			state = state * 1103515245u + 12345u;
			values[i] = (double)(i % 11) * (j < 2 ? 1 : 0) + (double)((state >> 16) & 1023) / 300;
		}
		CHECK(mixmi_table_add_values(table, name, MIXMI_NUMERIC, values, NULL) == MIXMI_OK);
	}
	return table;
}

static void print_answer(const mixmi_answer *a)
{
	printf("%s %d %d %a %a %a %a %a %llu %llu %a %a\n", a->method, (int)a->status, (int)a->verdict, a->estimate,
	       a->plug_in, a->strength, a->p, a->alpha, (unsigned long long)a->rows, (unsigned long long)a->comparable,
	       a->paper.chi2_p, a->paper.jic_correction);
}

static void ask_one(const mixmi_table *table, const mixmi_options *options)
{
	const size_t x = 0, y = 1, z = 2;
	const mixmi_question question = { &x, 1, &y, 1, &z, 1 };
	GUARDED(mixmi_answer, answer);
	mixmi_histogram *histogram;
	CHECK(mixmi_estimate(&answer.it, sizeof answer.it, &histogram, table, &question, options) == MIXMI_OK);
	CHECK(untouched(answer.guard));
	print_answer(&answer.it);
	GUARDED(mixmi_histogram_column, column);
	CHECK(mixmi_histogram_get_column(&column.it, sizeof column.it, histogram, 0) == MIXMI_OK &&
	      untouched(column.guard));
	mixmi_bin *bins = calloc(column.it.bins, sizeof *bins);
	CHECK(bins != NULL && mixmi_histogram_bins(bins, sizeof *bins, histogram, 0) == MIXMI_OK);
	for (size_t i = 0; i < column.it.bins; i++)
		printf("bin %a %a %llu\n", bins[i].lower, bins[i].upper, (unsigned long long)bins[i].count);
	free(bins);
	mixmi_histogram_free(histogram);
	CHECK(mixmi_test(&answer.it, sizeof answer.it, NULL, table, &question, options) == MIXMI_OK);
	CHECK(untouched(answer.guard));
	print_answer(&answer.it);
}

static void ask_many(const mixmi_table *table, const mixmi_options *options)
{
	mixmi_answers *answers;
	double p[6];
	CHECK(mixmi_pairs(&answers, table, &(mixmi_pair_set){ 0 }, options) == MIXMI_OK);
	CHECK(mixmi_answers_count(answers) == 6 && mixmi_answers_numbers(p, answers, "p") == MIXMI_OK);
	for (size_t i = 0; i < 6; i++) {
		GUARDED(mixmi_answer, answer);
		CHECK(mixmi_answers_get(&answer.it, sizeof answer.it, answers, i) == MIXMI_OK && untouched(answer.guard));
		CHECK(answer.it.p == p[i]);
		print_answer(&answer.it);
	}
	mixmi_answers_free(answers);
}

static void learn(const mixmi_table *table, const mixmi_options *options)
{
	mixmi_graph *graph;
	GUARDED(mixmi_graph_info, info);
	CHECK(mixmi_graph_learn(&graph, table, NULL, 0, NULL, options) == MIXMI_OK);
	mixmi_graph_describe(&info.it, sizeof info.it, graph);
	CHECK(untouched(info.guard));
	printf("graph %zu edges, test %s\n", info.it.edges, info.it.test);
	mixmi_graph_free(graph);
}

/* A test of this program's own: it writes into an answer of the library's size. */
static mixmi_status own_test(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *question,
                             const mixmi_options *options)
{
	(void)table;
	(void)context;
	out->p = 0.25 * (double)question->z_count;
	out->verdict = out->p > 0 ? MIXMI_NOT_DETECTED : MIXMI_DETECTED;
	return mixmi_options_get(options, "alpha") != NULL ? MIXMI_OK : MIXMI_ERROR_USAGE;
}

int main(int count, char **arguments)
{
	mixmi_options *options;
	mixmi_table *table = make_table();
	CHECK(mixmi_options_new(&options) == MIXMI_OK);
	CHECK(mixmi_options_set(options, "alpha", "0.05") == MIXMI_OK);
	CHECK(mixmi_options_set(options, "test", "chi2") == MIXMI_OK);
	CHECK(mixmi_options_set_number(options, "confidence", 0.9) == MIXMI_OK);
	CHECK(strcmp(mixmi_options_get(options, "alpha"), "0.05") == 0 && mixmi_options_get(options, "no-such") == NULL);
	if (count > 1)
		CHECK(mixmi_options_set(options, arguments[1], "7") == MIXMI_OK);
	for (size_t i = 0; mixmi_option_at(i) != NULL; i++)
		CHECK(mixmi_options_get(options, mixmi_option_at(i)->name) != NULL);
	ask_one(table, options);
	ask_many(table, options);
	learn(table, options);
	CHECK(mixmi_options_set_test(options, own_test, NULL, "own") == MIXMI_OK);
	learn(table, options);
	mixmi_options_free(options);
	mixmi_table_free(table);
	return 0;
}
