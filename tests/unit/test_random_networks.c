/* Random networks, the golden ones, and the scores of learnt graphs. */
#include "network_golden.h"
#include "network_score.h"
#include "random_network.h"
#include "unit.h"

#include <unistd.h>

static const char golden_folder[] = "tests/golden/graphs";

static void networks_are_acyclic_and_of_all_kinds(void **state)
{
	(void)state;
	size_t edges = 0, nodes = 0, kinds[NETWORK_KINDS] = { 0 };
	for (uint64_t i = 0; i < 60; i++) {
		random_network n;
		network_random(&n, 8 + 4 * (size_t)(i % 9), (network_kind)(i % (NETWORK_KINDS + 1)), 3, i);
		bool taken[NETWORK_NODES] = { false };
		for (size_t j = 0; j < n.count; j++) {
			const network_node *node = &n.nodes[j];
			kinds[node->kind]++;
			edges += node->parent_count;
			for (size_t k = 0; k < node->parent_count; k++)
				assert_true(node->parents[k] < j); /* causes come first, so there is no cycle */
			assert_true(node->column < n.count && !taken[node->column]);
			taken[node->column] = true;
		}
		nodes += n.count;
	}
	for (size_t i = 0; i < NETWORK_KINDS; i++)
		assert_true(kinds[i] > 50);
	assert_in_range(10 * edges / nodes, 10, 15); /* 1.0 to 1.5 edges per node */
}

static void a_sample_is_a_function_of_its_seed(void **state)
{
	(void)state;
	random_network n;
	mixmi_table *one, *again, *other;
	network_random(&n, 12, NETWORK_KINDS, 3, 1);
	assert_ok(network_sample(&one, &n, 150, 3, 1));
	assert_ok(network_sample(&again, &n, 150, 3, 1));
	assert_ok(network_sample(&other, &n, 150, 3, 2));
	assert_int_equal(mixmi_table_columns(one), 12);
	size_t differ = 0;
	for (size_t j = 0; j < 12; j++)
		for (size_t i = 0; i < 150; i++) {
			assert_true(mixmi_table_value(one, j, i) == mixmi_table_value(again, j, i));
			differ += mixmi_table_value(one, j, i) != mixmi_table_value(other, j, i);
		}
	assert_true(differ > 600);
	mixmi_table_free(one);
	mixmi_table_free(again);
	mixmi_table_free(other);
}

/* A parent and its child in a network of two are dependent whatever the child's kind. */
static void every_kind_of_child_shows_its_parent(void **state)
{
	(void)state;
	mixmi_options *options;
	assert_ok(mixmi_options_new(&options));
	assert_ok(mixmi_options_set(options, "test", "chi2"));
	for (int kind = 0; kind < NETWORK_KINDS; kind++)
		for (int variant = 0; variant < 6; variant++) {
			random_network n = { .count = 2 };
			n.nodes[1] = (network_node){ .kind = (network_kind)kind,
				                         .parent_count = 1,
				                         .weights = { 1 },
				                         .bends = { variant % 3 },
				                         .variant = variant,
				                         .share = 0.5,
				                         .column = 1 };
			mixmi_table *table;
			mixmi_answer answer;
			const size_t columns[] = { 0, 1 };
			const mixmi_question question = { columns, 1, columns + 1, 1, NULL, 0 };
			assert_ok(network_sample(&table, &n, 600, 1, (uint64_t)variant));
			assert_ok(mixmi_test(&answer, sizeof answer, NULL, table, &question, options));
			mixmi_table_free(table);
			if (answer.verdict != MIXMI_DETECTED)
				fail_msg("kind %d, variant %d: p = %g", kind, variant, answer.p);
		}
	mixmi_options_free(options);
}

static void lines_are_the_true_graph(void **state)
{
	(void)state;
	random_network n;
	mixmi_graph *truth;
	score s = { .nodes = 0 };
	network_random(&n, 20, NETWORK_CURVED, 3, 5);
	char *lines = network_lines(&n);
	assert_non_null(lines);
	assert_ok(score_graph(&truth, lines));
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, truth);
	size_t edges = 0;
	for (size_t i = 0; i < n.count; i++)
		edges += n.nodes[i].parent_count;
	assert_true(info.nodes == 20 && info.edges == edges);
	assert_ok(score_compare(&s, truth, truth));
	assert_true(s.precision == 1 && s.recall == 1 && s.f1 == 1 && s.arrow_recall == 1);
	free(lines);
	mixmi_graph_free(truth);
}

/* MIIC's skeletons, as in the README of the golden networks: F1 .901, .944, .979. */
static void golden_networks_give_the_recorded_scores_of_miic(void **state)
{
	(void)state;
	static const int columns[] = { 8, 15, 25 }, rows[] = { 300, 1000, 3000 };
	static const double recorded[] = { 0.901, 0.944, 0.979 };
	for (size_t i = 0; i < 3; i++) {
		double f1 = 0;
		for (size_t j = 0; j < 9; j++) {
			char name[64];
			golden_network g;
			score s = { .nodes = 0 };
			snprintf(name, sizeof name, "dev_p%d_n%d_s%zu", columns[j / 3], rows[i], j % 3 + 1);
			assert_true(golden_read(&g, golden_folder, name));
			assert_int_equal(mixmi_table_rows(g.table), rows[i]);
			assert_int_equal(mixmi_table_columns(g.table), columns[j / 3]);
			assert_ok(score_compare(&s, g.miic, g.truth));
			f1 += s.f1 / 9;
			golden_free(&g);
		}
		assert_close(f1, recorded[i], 0.0006);
	}
	golden_network none;
	assert_false(golden_read(&none, golden_folder, "dev_p9_n300_s1"));
}

static void a_learnt_graph_is_scored_with_its_options(void **state)
{
	(void)state;
	golden_network g;
	score_configuration c;
	score s = { .nodes = 8 };
	assert_true(golden_read(&g, golden_folder, "dev_p8_n300_s1"));
	assert_ok(score_configure(&c, "test=mdl,max-cond=1"));
	assert_string_equal(c.name, "test=mdl max-cond=1");
	assert_ok(score_learn(&s, g.table, g.truth, &c));
	assert_true(s.tests >= 28 && s.seconds > 0 && s.f1 > 0.5 && s.f1 <= 1);
	score_configuration_clear(&c);
	assert_fails(score_configure(&c, "test=mdl,bones=3"), MIXMI_ERROR_USAGE, "bones");
	score_configuration_clear(&c);
	golden_free(&g);
}

static void tables_come_back_from_their_files(void **state)
{
	(void)state;
	char path[] = "/tmp/mixmi-networks-XXXXXX";
	int descriptor = mkstemp(path);
	assert_true(descriptor >= 0);
	close(descriptor);
	score_table table = { NULL, 0 }, back;
	const score lines[] = {
		{ "mixed-8.1", 8, 300, "test=mdl", 0.5, 0.25, 0.75, 0.125, 0.5, 4, 28, 0.25 },
		{ "mixed-8.1", 8, 300, "test=mdl", 1, 0.25, 0.75, 0.125, 0.5, 4, 28, 0.25 }, /* in place of the first */
		{ "mixed-8.1", 8, 300, "default", 1, 0.25, 0.75, 0.125, 0.5, 4, 28, 0.25 },
	};
	for (size_t i = 0; i < 3; i++)
		assert_true(score_put(&table, &lines[i]));
	assert_true(score_write(&table, path));
	assert_true(score_read(&back, path, false));
	assert_int_equal(back.count, 2);
	assert_memory_equal(&back.lines[0], &lines[1], sizeof lines[1]);
	score_free(&back);
	score_free(&table);
	assert_int_equal(unlink(path), 0);
	assert_true(score_read(&back, path, true));
	assert_false(score_read(&back, path, false));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(networks_are_acyclic_and_of_all_kinds),
		cmocka_unit_test(a_sample_is_a_function_of_its_seed),
		cmocka_unit_test(every_kind_of_child_shows_its_parent),
		cmocka_unit_test(lines_are_the_true_graph),
		cmocka_unit_test(golden_networks_give_the_recorded_scores_of_miic),
		cmocka_unit_test(a_learnt_graph_is_scored_with_its_options),
		cmocka_unit_test(tables_come_back_from_their_files),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
