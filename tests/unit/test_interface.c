/* The public header as bindings use it: results as arrays, structs of other sizes, many questions and pairs, graphs and
 * knowledge built by calls. */
#include "tables.h"

static mixmi_table *mixed_table(size_t rows, size_t columns)
{
	double *values = mixed_values(rows, columns, 11);
	mixmi_table *table = numeric_table(values, rows, columns);
	free(values);
	return table;
}

/* ---------------------------------------------------------------------------------------------------- tables */

static void columns_come_out_as_arrays(void **state)
{
	(void)state;
	enum { ROWS = 6 };
	static const double numbers[ROWS] = { 2.5, -1, 2.5, NAN, 7, -1 };
	static const int64_t codes[ROWS] = { 1, 0, 1, 1, 0, 1 };
	static const uint8_t missing[ROWS] = { 0, 0, 1, 0, 0, 0 };
	static const char *const labels[] = { "low", "high", "unused" };
	mixmi_table *table;
	assert_ok(mixmi_table_new(&table, ROWS));
	assert_ok(mixmi_table_add_values(table, "n", MIXMI_NUMERIC, numbers, NULL));
	assert_ok(mixmi_table_add_codes(table, "c", codes, labels, 3, missing));
	assert_string_equal(mixmi_table_name(table, 1), "c");
	assert_null(mixmi_table_name(table, 2));
	assert_int_equal(mixmi_table_type(table, 0), MIXMI_NUMERIC);
	assert_int_equal(mixmi_table_type(table, 1), MIXMI_DISCRETE);
	assert_true(mixmi_table_distinct(table, 0) == 3 && mixmi_table_distinct(table, 1) == 2);
	assert_int_equal(mixmi_table_distinct(table, 2), 0);
	uint32_t found[ROWS];
	double values[ROWS], levels[3];
	uint64_t counts[3];
	assert_ok(mixmi_table_codes(found, table, 0));
	static const uint32_t expected[ROWS] = { 1, 0, 1, MIXMI_NO_CODE, 2, 0 };
	assert_memory_equal(found, expected, sizeof expected);
	assert_ok(mixmi_table_values(values, table, 0));
	for (size_t i = 0; i < ROWS; i++)
		assert_true(values[i] == numbers[i] || (isnan(values[i]) && isnan(numbers[i])));
	assert_ok(mixmi_table_levels(levels, table, 0));
	assert_true(levels[0] == -1 && levels[1] == 2.5 && levels[2] == 7);
	assert_ok(mixmi_table_counts(counts, table, 0));
	assert_true(counts[0] == 2 && counts[1] == 2 && counts[2] == 1);
	assert_ok(mixmi_table_codes(found, table, 1));
	assert_true(found[0] == 1 && found[1] == 0 && found[2] == MIXMI_NO_CODE);
	assert_ok(mixmi_table_levels(levels, table, 1));
	assert_true(isnan(levels[0]) && isnan(levels[1]));
	assert_ok(mixmi_table_counts(counts, table, 1));
	assert_true(counts[0] == 2 && counts[1] == 3);
	assert_fails(mixmi_table_codes(found, table, 2), MIXMI_ERROR_USAGE, "index 2");
	assert_fails(mixmi_table_values(values, table, 2), MIXMI_ERROR_USAGE, "index 2");
	assert_fails(mixmi_table_levels(levels, table, 2), MIXMI_ERROR_USAGE, "index 2");
	assert_fails(mixmi_table_counts(counts, table, 2), MIXMI_ERROR_USAGE, "index 2");
	mixmi_column column;
	assert_fails(mixmi_table_column(&column, sizeof column, table, 2, NULL), MIXMI_ERROR_USAGE, "index 2");
	assert_true(isnan(column.minimum) && column.name == NULL);
	mixmi_table_free(table);
}

/* The pair (0, 1) of a table, estimated and tested. */
static void ask_both(mixmi_answer *estimate, mixmi_answer *test, const mixmi_table *table)
{
	const size_t x = 0, y = 1;
	const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	assert_ok(mixmi_estimate(estimate, sizeof *estimate, NULL, table, &question, NULL));
	assert_ok(mixmi_test(test, sizeof *test, NULL, table, &question, NULL));
}

static void a_weighted_table_answers_as_one_of_the_repeated_rows(void **state)
{
	(void)state;
	enum { ROWS = 200, COLUMNS = 2 };
	double *values = mixed_values(ROWS, COLUMNS, 5), repeated[COLUMNS * 2 * ROWS];
	uint64_t weights[ROWS];
	size_t total = 0, filled = 0;
	for (size_t i = 0; i < ROWS; i++)
		total += weights[i] = i % 3; /* a third is left out, a third counts twice */
	for (size_t j = 0; j < COLUMNS; j++)
		for (size_t i = 0; i < ROWS; i++)
			for (uint64_t k = 0; k < weights[i]; k++)
				repeated[filled++] = values[j * ROWS + i];
	mixmi_table *table = numeric_table(values, ROWS, COLUMNS), *expected = numeric_table(repeated, total, COLUMNS);
	mixmi_table *weighted;
	assert_ok(mixmi_table_weighted(&weighted, table, weights));
	assert_int_equal(mixmi_table_rows(weighted), total);
	mixmi_answer found[2], wanted[2];
	ask_both(&found[0], &found[1], weighted);
	ask_both(&wanted[0], &wanted[1], expected);
	assert_true(found[0].rows == total && found[0].estimate == wanted[0].estimate);
	assert_true(found[0].lower == wanted[0].lower && found[1].p == wanted[1].p);
	mixmi_table_free(weighted);
	memset(weights, 0, sizeof weights);
	assert_fails(mixmi_table_weighted(&weighted, table, weights), MIXMI_ERROR_DATA, "all weights are 0");
	assert_null(weighted);
	weights[0] = weights[1] = UINT64_MAX;
	assert_fails(mixmi_table_weighted(&weighted, table, weights), MIXMI_ERROR_LIMIT, "add up to more than");
	mixmi_table_free(expected);
	mixmi_table_free(table);
	free(values);
}

/* ------------------------------------------------------------------------------------------------ histograms */

static void bins_atoms_and_cells_come_out_as_arrays(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(300, 3);
	mixmi_histogram *histogram = fit_all(table, NULL);
	mixmi_histogram_info info;
	mixmi_histogram_describe(&info, sizeof info, histogram);
	for (size_t j = 0; j < info.columns; j++) {
		mixmi_histogram_column column;
		assert_ok(mixmi_histogram_get_column(&column, sizeof column, histogram, j));
		mixmi_bin *bins = calloc(column.bins, sizeof *bins), bin;
		mixmi_atom *atoms = calloc(column.atoms + 1, sizeof *atoms), atom;
		assert_ok(mixmi_histogram_bins(bins, sizeof *bins, histogram, j));
		assert_ok(mixmi_histogram_atoms(atoms, sizeof *atoms, histogram, j));
		for (size_t b = 0; b < column.bins; b++) {
			assert_ok(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, j, b));
			assert_memory_equal(&bin, &bins[b], sizeof bin);
		}
		for (size_t a = 0; a < column.atoms; a++) {
			assert_ok(mixmi_histogram_get_atom(&atom, sizeof atom, histogram, j, a));
			assert_memory_equal(&atom, &atoms[a], sizeof atom);
		}
		free(bins);
		free(atoms);
	}
	uint32_t *bins = calloc(info.cells * info.columns, sizeof *bins);
	uint64_t *counts = calloc(info.cells, sizeof *counts), rows = 0;
	double *volumes = calloc(info.cells, sizeof *volumes);
	assert_ok(mixmi_histogram_cells(bins, counts, volumes, histogram));
	assert_ok(mixmi_histogram_cells(NULL, NULL, NULL, histogram));
	for (size_t i = 0; i < info.cells; i++) {
		mixmi_cell cell;
		assert_ok(mixmi_histogram_get_cell(&cell, sizeof cell, histogram, i));
		assert_memory_equal(cell.bins, bins + i * info.columns, info.columns * sizeof *bins);
		assert_true(cell.count == counts[i] && cell.log_volume == volumes[i]);
		rows += counts[i];
	}
	assert_int_equal(rows, 300);
	free(bins);
	free(counts);
	free(volumes);
	mixmi_bin bin;
	assert_fails(mixmi_histogram_bins(&bin, sizeof bin, histogram, 9), MIXMI_ERROR_USAGE, "no column 9");
	assert_fails(mixmi_histogram_get_bin(&bin, sizeof bin, histogram, 0, 999), MIXMI_ERROR_USAGE, "no bin 999");
	assert_true(isnan(bin.lower) && bin.count == 0);
	mixmi_histogram_free(histogram);
	mixmi_table_free(table);
}

/* Programs built with other versions pass shorter or longer structs. */
static void structs_are_filled_in_as_far_as_the_caller_knows_them(void **state)
{
	(void)state;
	enum { ROOM = sizeof(mixmi_answer) + 64 };
	mixmi_table *table = mixed_table(100, 3);
	const size_t x = 0, y = 1;
	const mixmi_question question = { &x, 1, &y, 1, NULL, 0 };
	mixmi_answer whole;
	unsigned char bytes[ROOM];
	assert_ok(mixmi_test(&whole, sizeof whole, NULL, table, &question, NULL));
	for (size_t size = 0; size <= ROOM; size += 8) {
		memset(bytes, 0x5A, ROOM);
		assert_ok(mixmi_test((mixmi_answer *)(void *)bytes, size, NULL, table, &question, NULL));
		size_t known = size < sizeof whole ? size : sizeof whole;
		assert_memory_equal(bytes, &whole, known);
		for (size_t i = known; i < ROOM; i++)
			assert_int_equal(bytes[i], i < size ? 0 : 0x5A);
	}
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------------- many answers */

static void one_field_of_all_answers_is_an_array(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(150, 4);
	mixmi_answers *answers;
	assert_ok(mixmi_pairs(&answers, table, &(mixmi_pair_set){ 0 }, NULL));
	size_t count = mixmi_answers_count(answers), fields = 0;
	assert_int_equal(count, 6);
	double numbers[6], p[6];
	assert_ok(mixmi_answers_numbers(p, answers, "p"));
	for (const char *field; (field = mixmi_answer_field(fields)) != NULL; fields++)
		assert_ok(mixmi_answers_numbers(numbers, answers, field));
	assert_true(fields > 30);
	for (size_t i = 0; i < count; i++) {
		mixmi_answer answer;
		assert_ok(mixmi_answers_get(&answer, sizeof answer, answers, i));
		assert_true(answer.p == p[i]);
	}
	assert_ok(mixmi_answers_numbers(numbers, answers, "rows"));
	assert_true(numbers[0] == 150);
	assert_ok(mixmi_answers_numbers(numbers, answers, "verdict"));
	assert_true(numbers[0] == MIXMI_NOT_DETECTED || numbers[0] == MIXMI_DETECTED);
	assert_fails(mixmi_answers_numbers(numbers, answers, "method"), MIXMI_ERROR_USAGE, "'method'");
	mixmi_answer none;
	mixmi_question question;
	assert_fails(mixmi_answers_get(&none, sizeof none, answers, 6), MIXMI_ERROR_USAGE, "no answer with index 6");
	assert_true(isnan(none.p) && none.status == MIXMI_ERROR_USAGE);
	assert_fails(mixmi_answers_question(&question, answers, 6), MIXMI_ERROR_USAGE, "no answer with index 6");
	assert_null(mixmi_answers_message(answers, 6));
	mixmi_answers_free(answers);
	mixmi_answers_free(NULL);
	mixmi_table_free(table);
}

static void pairs_are_those_of_single_questions(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(150, 5);
	static const size_t columns[] = { 4, 0, 2, 3 }, targets[] = { 2, 1, 4 }, z[] = { 3 };
	/* every column except Z against each target; 2 and 4 once */
	static const size_t expected[][2] = { { 4, 2 }, { 0, 2 }, { 4, 1 }, { 0, 1 }, { 0, 4 } };
	mixmi_answers *answers;
	assert_ok(mixmi_pairs(&answers, table, &(mixmi_pair_set){ columns, 4, targets, 3, z, 1 }, NULL));
	assert_int_equal(mixmi_answers_count(answers), 5);
	for (size_t i = 0; i < 5; i++) {
		mixmi_question question;
		mixmi_answer among, single;
		assert_ok(mixmi_answers_question(&question, answers, i));
		assert_true(question.x_count == 1 && question.y_count == 1 && question.z_count == 1);
		assert_true(*question.x == expected[i][0] && *question.y == expected[i][1] && *question.z == 3);
		assert_ok(mixmi_answers_get(&among, sizeof among, answers, i));
		assert_ok(mixmi_test(&single, sizeof single, NULL, table, &question, NULL));
		assert_memory_equal(&among, &single, sizeof single);
	}
	mixmi_answers_free(answers);
	static const size_t far = 9;
	assert_fails(mixmi_pairs(&answers, table, &(mixmi_pair_set){ .columns = &far, .column_count = 1 }, NULL),
	             MIXMI_ERROR_USAGE, "index 9");
	assert_fails(mixmi_pairs(&answers, table, &(mixmi_pair_set){ .targets = &far, .target_count = 1 }, NULL),
	             MIXMI_ERROR_USAGE, "index 9");
	assert_fails(mixmi_pairs(&answers, table, &(mixmi_pair_set){ .z = &far, .z_count = 1 }, NULL), MIXMI_ERROR_USAGE,
	             "index 9");
	assert_fails(
		mixmi_pairs(&answers, table, &(mixmi_pair_set){ .targets = z, .target_count = 1, .z = z, .z_count = 1 }, NULL),
		MIXMI_ERROR_USAGE, "and in Z");
	assert_null(answers);
	assert_ok(mixmi_pairs(&answers, table, &(mixmi_pair_set){ .columns = columns, .column_count = 1 }, NULL));
	assert_int_equal(mixmi_answers_count(answers), 0);
	mixmi_answers_free(answers);
	mixmi_table_free(table);
}

static void many_estimates_are_those_of_single_ones(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(150, 3);
	static const size_t set[] = { 0, 1, 2 };
	const mixmi_question questions[] = { { set, 1, set + 1, 1, NULL, 0 },
		                                 { set, 1, set + 1, 1, set + 2, 1 },
		                                 { set, 2, set + 2, 1, NULL, 0 } };
	flat_questions flat;
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	for (size_t e = 0; mixmi_estimator_at(e) != NULL; e++) {
		mixmi_answers *answers;
		assert_ok(mixmi_options_set(options, "estimator", mixmi_estimator_at(e)->name));
		assert_ok(mixmi_estimate_many(&answers, table, flatten(&flat, questions, 3), options));
		for (size_t i = 0; i < 3; i++) {
			mixmi_answer among, single;
			assert_ok(mixmi_answers_get(&among, sizeof among, answers, i));
			mixmi_status status = mixmi_estimate(&single, sizeof single, NULL, table, &questions[i], options);
			assert_memory_equal(&among, &single, sizeof single);
			assert_int_equal(among.status, status);
			assert_true((among.verdict == MIXMI_NO_VERDICT) == isnan(among.p)); /* the others have no p-value */
			if (status == MIXMI_OK)
				assert_null(mixmi_answers_message(answers, i));
			else
				assert_string_equal(mixmi_answers_message(answers, i), mixmi_error_message());
		}
		mixmi_answers_free(answers);
	}
	mixmi_options_free(options);
	mixmi_table_free(table);
}

/* ---------------------------------------------------------------------------------------- graphs by calls */

static void a_graph_is_made_edge_by_edge(void **state)
{
	(void)state;
	static const char *const names[] = { "a", "b", "c", "d" };
	mixmi_graph *graph;
	mixmi_graph_info info;
	mixmi_edge edges[6];
	assert_ok(mixmi_graph_new(&graph, names, 4));
	assert_ok(mixmi_graph_join(graph, 3, 1, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_ok(mixmi_graph_join(graph, 0, 2, MIXMI_MARK_TAIL, MIXMI_MARK_TAIL));
	assert_ok(mixmi_graph_join(graph, 2, 3, MIXMI_MARK_TAIL, MIXMI_MARK_TAIL));
	assert_ok(mixmi_graph_join(graph, 2, 3, MIXMI_MARK_NONE, MIXMI_MARK_NONE));
	assert_ok(mixmi_graph_join(graph, 0, 1, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	assert_ok(mixmi_graph_join(graph, 0, 1, MIXMI_MARK_ARROW, MIXMI_MARK_TAIL)); /* turned round */
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_true(info.nodes == 4 && info.edges == 3 && info.separated == 0 && info.complete);
	assert_ok(mixmi_graph_edges(edges, sizeof *edges, graph));
	assert_true(edges[0].from == 1 && edges[0].to == 0 && edges[0].directed);
	assert_true(edges[0].mark_from == MIXMI_MARK_TAIL && edges[0].mark_to == MIXMI_MARK_ARROW);
	assert_true(edges[1].from == 0 && edges[1].to == 2 && !edges[1].directed);
	assert_true(edges[2].from == 3 && edges[2].to == 1 && edges[2].directed && isnan(edges[2].p));
	assert_fails(mixmi_graph_join(graph, 0, 4, MIXMI_MARK_TAIL, MIXMI_MARK_TAIL), MIXMI_ERROR_USAGE, "no node 4");
	assert_fails(mixmi_graph_join(graph, 1, 1, MIXMI_MARK_TAIL, MIXMI_MARK_TAIL), MIXMI_ERROR_USAGE, "itself");
	assert_fails(mixmi_graph_join(graph, 0, 1, MIXMI_MARK_NONE, MIXMI_MARK_TAIL), MIXMI_ERROR_USAGE, "both ends");
	char *text;
	mixmi_graph *again;
	assert_ok(mixmi_graph_write(&text, graph, "json"));
	assert_ok(mixmi_graph_parse(&again, text, strlen(text)));
	mixmi_comparison comparison;
	assert_ok(mixmi_graph_compare(&comparison, sizeof comparison, again, graph));
	assert_true(comparison.common_edges == 3 && comparison.common_arrows == 2 && comparison.hamming == 0);
	mixmi_free(text);
	mixmi_graph_free(again);
	mixmi_graph_free(graph);
}

static void names_of_nodes_are_checked(void **state)
{
	(void)state;
	static const char *const twice[] = { "b", "a", "b" }, *const empty[] = { "a", "" }, *const broken[] = { "\xFF" };
	mixmi_graph *graph;
	assert_fails(mixmi_graph_new(&graph, twice, 3), MIXMI_ERROR_USAGE, "two nodes are named 'b'");
	assert_fails(mixmi_graph_new(&graph, empty, 2), MIXMI_ERROR_USAGE, "node 1 is empty");
	assert_fails(mixmi_graph_new(&graph, broken, 1), MIXMI_ERROR_USAGE, "UTF-8");
	assert_null(graph);
}

static void a_text_is_read_as_a_file_is(void **state)
{
	(void)state;
	static const char text[] = "a -> b\nb -- c\nd\n...";
	mixmi_graph *graph;
	mixmi_graph_info info;
	assert_ok(mixmi_graph_parse(&graph, text, strlen(text) - 3));
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_true(info.nodes == 4 && info.edges == 2);
	assert_string_equal(mixmi_graph_node(graph, 0, NULL), "d");
	mixmi_graph_free(graph);
	assert_fails(mixmi_graph_parse(&graph, "a -> a", 6), MIXMI_ERROR_DATA, "the text");
	assert_fails(mixmi_graph_parse(&graph, NULL, 0), MIXMI_ERROR_DATA, "no graph");
	assert_fails(mixmi_graph_parse(&graph, "a\0b", 3), MIXMI_ERROR_DATA, "NUL");
	assert_null(graph);
}

/* ------------------------------------------------------------------------------------- knowledge by calls */

/* Everything is dependent; the knowledge alone decides. */
static mixmi_status always_dependent(mixmi_answer *out, void *context, const mixmi_table *table,
                                     const mixmi_question *question, const mixmi_options *options)
{
	(void)context;
	(void)question;
	(void)options;
	out->p = 0;
	out->estimate = out->corrected = 1;
	out->rows = mixmi_table_rows(table);
	out->verdict = MIXMI_DETECTED;
	return MIXMI_OK;
}

static char *graph_text(const mixmi_table *table, const mixmi_knowledge *knowledge)
{
	mixmi_options *options;
	mixmi_graph *graph;
	char *text;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set_test(options, always_dependent, NULL, "dependent"));
	assert_ok(mixmi_graph_learn(&graph, table, NULL, 0, knowledge, options));
	assert_ok(mixmi_graph_write(&text, graph, "json"));
	mixmi_graph_free(graph);
	mixmi_options_free(options);
	return text;
}

static void assert_same_knowledge(const mixmi_table *table, mixmi_knowledge *called, const char *written)
{
	mixmi_knowledge *parsed;
	assert_ok(mixmi_knowledge_parse(&parsed, written, "text", table));
	char *a = graph_text(table, called), *b = graph_text(table, parsed);
	assert_string_equal(a, b);
	mixmi_free(a);
	mixmi_free(b);
	mixmi_knowledge_free(parsed);
	mixmi_knowledge_free(called);
}

static void calls_say_what_texts_say(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(30, 5);
	static const size_t early[] = { 0, 1 }, late[] = { 2 }, latest[] = { 3 };
	mixmi_knowledge *k;
	assert_ok(mixmi_knowledge_new(&k, table));
	assert_ok(mixmi_knowledge_require(k, 0, 1, true));
	assert_ok(mixmi_knowledge_require(k, 2, 3, false));
	assert_ok(mixmi_knowledge_forbid(k, 4, 2, true));
	assert_ok(mixmi_knowledge_forbid(k, 0, 4, false));
	assert_same_knowledge(table, k, "require a -> b\nrequire c -- d\nforbid e -> c\nforbid a -- e\n");
	assert_ok(mixmi_knowledge_new(&k, table));
	assert_ok(mixmi_knowledge_tier(k, 1, early, 2, true));
	assert_ok(mixmi_knowledge_tier(k, 5, late, 1, false));
	assert_ok(mixmi_knowledge_tier(k, 5, latest, 1, true));
	assert_same_knowledge(table, k, "tier 1 closed: a, b\ntier 5: c\ntier 5 closed: d\n");
	assert_ok(mixmi_knowledge_new(&k, table));
	assert_ok(mixmi_knowledge_root(k, 1));
	assert_ok(mixmi_knowledge_sink(k, 2));
	assert_same_knowledge(table, k,
	                      "forbid a -> b\nforbid c -> b\nforbid d -> b\nforbid e -> b\n"
	                      "forbid c -> a\nforbid c -> b\nforbid c -> d\nforbid c -> e\n");
	mixmi_table_free(table);
}

static void a_call_that_contradicts_changes_nothing(void **state)
{
	(void)state;
	mixmi_table *table = mixed_table(30, 4);
	static const size_t a = 0, b = 1;
	mixmi_knowledge *k;
	assert_ok(mixmi_knowledge_new(&k, table));
	assert_ok(mixmi_knowledge_require(k, 0, 1, true));
	assert_fails(mixmi_knowledge_forbid(k, 0, 1, true), MIXMI_ERROR_DATA, "1 and 2 contradict");
	assert_fails(mixmi_knowledge_require(k, 1, 0, true), MIXMI_ERROR_DATA, "contradict");
	assert_fails(mixmi_knowledge_root(k, 1), MIXMI_ERROR_DATA, "contradict");
	assert_fails(mixmi_knowledge_sink(k, 0), MIXMI_ERROR_DATA, "contradict");
	assert_ok(mixmi_knowledge_tier(k, 2, &a, 1, false));
	assert_fails(mixmi_knowledge_tier(k, 1, &b, 1, false), MIXMI_ERROR_DATA, "contradict");
	assert_fails(mixmi_knowledge_tier(k, 3, &a, 1, false), MIXMI_ERROR_DATA, "it is in tier 2");
	assert_fails(mixmi_knowledge_require(k, 0, 4, true), MIXMI_ERROR_USAGE, "index 4");
	assert_fails(mixmi_knowledge_require(k, 2, 2, true), MIXMI_ERROR_USAGE, "two different");
	assert_fails(mixmi_knowledge_root(k, 7), MIXMI_ERROR_USAGE, "index 7");
	assert_same_knowledge(table, k, "require a -> b\ntier 2: a\n");
	mixmi_table_free(table);
}

/* ------------------------------------------------------------------------------------------ capabilities */

static void capabilities_are_listed_and_asked_for(void **state)
{
	(void)state;
	size_t count = 0;
	for (const mixmi_capability *c; (c = mixmi_capability_at(count)) != NULL; count++)
		assert_true(*c->name != '\0' && *c->help != '\0');
	assert_true(count >= 6);
	assert_true(mixmi_capable("csv") && mixmi_capable("gzip") && mixmi_capable("threads"));
	assert_false(mixmi_capable("telepathy"));
	char path[4096];
	snprintf(path, sizeof path, "%s", getenv("PATH") != NULL ? getenv("PATH") : "");
	assert_int_equal(setenv("PATH", "/nowhere::/also/nowhere", 1), 0);
	assert_false(mixmi_capable("mpi"));
	assert_int_equal(setenv("PATH", path, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_come_out_as_arrays),
		cmocka_unit_test(a_weighted_table_answers_as_one_of_the_repeated_rows),
		cmocka_unit_test(bins_atoms_and_cells_come_out_as_arrays),
		cmocka_unit_test(structs_are_filled_in_as_far_as_the_caller_knows_them),
		cmocka_unit_test(one_field_of_all_answers_is_an_array),
		cmocka_unit_test(pairs_are_those_of_single_questions),
		cmocka_unit_test(many_estimates_are_those_of_single_ones),
		cmocka_unit_test(a_graph_is_made_edge_by_edge),
		cmocka_unit_test(names_of_nodes_are_checked),
		cmocka_unit_test(a_text_is_read_as_a_file_is),
		cmocka_unit_test(calls_say_what_texts_say),
		cmocka_unit_test(a_call_that_contradicts_changes_nothing),
		cmocka_unit_test(capabilities_are_listed_and_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
