/* Every allocation of a search fails in turn: knowledge, skeleton, directions, checkpoint, stability, latent variables. As in
 * test_faults.c: no crash, no leak, MIXMI_ERROR_MEMORY, outputs NULL. */
#include "faults/fixture.h"
#include "unit/disputed.h"

static const char knowledge_text[] = "tier 1: x\ntier 2 closed: z\nforbid z -> y\nrequire x -- y # why not\n";

static mixmi_status parse_knowledge(void *context)
{
	fixture *f = context;
	char unset;
	mixmi_knowledge *knowledge = (void *)&unset;
	mixmi_status status = mixmi_knowledge_parse(&knowledge, knowledge_text, "k", f->table);
	FAULTS_CHECK((knowledge == NULL) == (status != MIXMI_OK));
	mixmi_knowledge_free(status == MIXMI_OK ? knowledge : NULL);
	return status;
}

/* A test that allocates nothing, so that the search's own allocations are the ones that fail. */
static mixmi_status parity_test(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                const mixmi_options *options)
{
	(void)context;
	(void)table;
	(void)options;
	out->verdict = base_verdict(q->z_count == 1 && q->z[0] == 1);
	out->p = out->verdict == MIXMI_NOT_DETECTED ? 1 : 0;
	return MIXMI_OK;
}

/* Learns a graph with the fixture's options, and what is derived from it. The test is a cheap one: failures inside the default
 * test are covered above, and would be repeated here for every question. */
static mixmi_status learn_graph(fixture *f, const mixmi_knowledge *knowledge)
{
	char unset;
	mixmi_graph *graph = (void *)&unset;
	mixmi_options options = f->options;
	options.preset = MIXMI_PRESET_PAPER; /* by hand, as setting it may fail */
	options.max_rounds = 5;
	options.bias = MIXMI_BIAS_NONE;
	options.test = "chi2";
	mixmi_status status = mixmi_graph_learn(&graph, f->table, NULL, 0, knowledge, &options);
	FAULTS_CHECK((graph == NULL) == (status != MIXMI_OK));
	if (status != MIXMI_OK)
		return status;
	mixmi_graph_info info;
	mixmi_comparison comparison;
	mixmi_graph_describe(&info, sizeof info, graph);
	FAULTS_CHECK(info.complete && info.edges > 0);
	status = mixmi_graph_compare(&comparison, sizeof comparison, graph, graph);
	FAULTS_CHECK(status != MIXMI_OK || comparison.hamming == 0);
	mixmi_graph_free(graph);
	return status;
}

/* The preset whose fits allocate least: fits have tests of their own, and each allocation here runs thousands of times. */
static mixmi_status learn_plain(void *context)
{
	fixture by_paper = *(fixture *)context;
	by_paper.options.preset = MIXMI_PRESET_PAPER;
	return learn_graph(&by_paper, NULL);
}

static mixmi_status learn_with_all(void *context)
{
	fixture *f = context;
	mixmi_knowledge *knowledge;
	mixmi_status status = mixmi_knowledge_parse(&knowledge, knowledge_text, "k", f->table);
	if (status == MIXMI_OK)
		status = learn_graph(f, knowledge);
	mixmi_knowledge_free(knowledge);
	unlink(f->path);
	return status;
}

/* x -> y <- z is the only DAG here whose CPDAG has arrows. */
static mixmi_status direct_collider(void *context)
{
	fixture *f = context;
	mixmi_knowledge *knowledge;
	mixmi_graph *dag = NULL, *cpdag = NULL, *pag = NULL;
	mixmi_options options = f->options;
	options.own_test.function = parity_test;
	options.own_test.name = "parity";
	mixmi_status status =
		mixmi_knowledge_parse(&knowledge, "require x -> y\nrequire z -> y\nforbid x -- z", "k", f->table);
	if (status == MIXMI_OK)
		status = mixmi_graph_learn(&dag, f->table, NULL, 0, knowledge, &options);
	if (status == MIXMI_OK)
		status = mixmi_graph_cpdag(&cpdag, dag);
	FAULTS_CHECK((cpdag == NULL) == (status != MIXMI_OK));
	const char *const seen[] = { "x", "z" };
	if (status == MIXMI_OK)
		status = mixmi_graph_pag(&pag, dag, seen, 2, knowledge);
	mixmi_graph_free(pag);
	mixmi_knowledge_free(knowledge);
	mixmi_graph_free(dag);
	mixmi_graph_free(cpdag);
	return status;
}

/* x -> y <- z: columns 0 and 2 are independent only without y. */
static mixmi_status collider_test(mixmi_answer *out, void *context, const mixmi_table *table, const mixmi_question *q,
                                  const mixmi_options *options)
{
	(void)context;
	(void)table;
	(void)options;
	out->verdict = base_verdict(q->x[0] != 1 && q->y[0] != 1 && q->z_count == 0);
	out->p = out->verdict == MIXMI_NOT_DETECTED ? 1 : 0;
	out->estimate = 1 - out->p;
	return MIXMI_OK;
}

/* y is a neighbour of x, and z a spouse; `select` takes both. */
static mixmi_status find_blanket(void *context)
{
	fixture *f = context;
	mixmi_options options = f->options;
	options.own_test.function = collider_test;
	options.own_test.name = "collider";
	mixmi_choice *blanket = NULL, *selected = NULL;
	mixmi_choice_info info;
	mixmi_status status = mixmi_blanket(&blanket, f->table, 0, NULL, 0, &options);
	FAULTS_CHECK((blanket == NULL) == (status != MIXMI_OK));
	if (status == MIXMI_OK) {
		mixmi_choice_describe(&info, sizeof info, blanket);
		FAULTS_CHECK(info.members == 2);
		status = mixmi_select(&selected, f->table, 0, NULL, 0, 2, &options);
		FAULTS_CHECK((selected == NULL) == (status != MIXMI_OK));
	}
	mixmi_choice_free(blanket);
	mixmi_choice_free(selected);
	return status;
}

/* Rules that contradict each other: messages about them are allocated while marks are set. */
static mixmi_status dispute(void *context)
{
	fixture *f = context;
	char unset;
	mixmi_graph *graph = (void *)&unset;
	mixmi_status status = mixmi_graph_learn(&graph, f->table, NULL, 0, NULL, &f->options);
	FAULTS_CHECK((graph == NULL) == (status != MIXMI_OK));
	if (status == MIXMI_OK) {
		FAULTS_CHECK(mixmi_graph_conflict(graph, 1) != NULL);
		mixmi_graph_free(graph);
	}
	return status;
}

static void disputes(void **state)
{
	(void)state;
	fixture f = { .options = options_with_threads(1), .table = disputed_table() };
	f.options.own_test.function = ask_disputed;
	f.options.own_test.name = "disputed";
	f.options.latent = 1;
	assert_true(faults_run("rules that contradict each other", dispute, &f) > 0);
	clear_fixture(&f);
}

static mixmi_status learn_half(void *context)
{
	fixture *f = context;
	mixmi_graph *graph;
	mixmi_status status = mixmi_graph_learn_subsample(&graph, f->table, NULL, 0, NULL, &f->options, 1);
	FAULTS_CHECK((graph == NULL) == (status != MIXMI_OK));
	mixmi_graph_free(graph);
	return status;
}

static void graphs(void **state)
{
	(void)state;
	run_with_fixture("knowledge", parse_knowledge, 1);
	run_with_fixture("graph", learn_plain, 1);
	run_with_fixture("graph with 2 threads", learn_plain, 2);
	run_with_fixture("CPDAG", direct_collider, 1);
	run_with_fixture("blanket and selection", find_blanket, 1);
	fixture f;
	setup_fixture(&f, 1);
	strcpy(f.path, "/tmp/mixmi-faults-XXXXXX");
	int file = mkstemp(f.path);
	assert_true(file >= 0);
	close(file);
	f.options.checkpoint = f.path;
	f.options.own_test.function = parity_test;
	f.options.own_test.name = "parity";
	f.options.v_rule = MIXMI_V_MAJORITY;
	f.options.stability = 2;
	assert_true(faults_run("graph with checkpoint, knowledge and stability", learn_with_all, &f) > 0);
	f.options.latent = f.options.selection_bias = 1;
	assert_true(faults_run("graph with latent variables", learn_with_all, &f) > 0);
	assert_true(faults_run("subsample with latent variables", learn_half, &f) > 0);
	clear_fixture(&f);
}

int main(void)
{
	faults_include_jansson();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(disputes),
		cmocka_unit_test(graphs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
