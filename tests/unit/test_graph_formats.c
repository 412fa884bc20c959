/* src/io: a graph is written exactly as each format prescribes, and read back as the same graph. */
#include "graph_text.h"

#include "graph/model/graph.h"

static void set_evidence(mixmi_graph *graph, size_t a, size_t b, double estimate, double p, size_t rows, size_t given)
{
	graph_evidence *evidence = &graph->evidence[graph_pair(graph, a, b)];
	evidence->known = true;
	evidence->estimate = estimate;
	evidence->corrected = estimate / 2;
	evidence->p = p;
	evidence->rows = rows;
	if (given < graph->nodes) {
		evidence->given = malloc(sizeof *evidence->given);
		evidence->given[0] = given;
		evidence->given_count = 1;
	}
}

/* a -> b given c, b -- c, a and c separated by b; d alone. */
static mixmi_graph *small_graph(const char *const names[4], bool bootstrap)
{
	static const mixmi_type types[] = { MIXMI_NUMERIC, MIXMI_DISCRETE, MIXMI_NUMERIC, MIXMI_DISCRETE };
	mixmi_graph *graph = graph_new(names, types, 4);
	assert_non_null(graph);
	graph_set_directed(graph, 0, 1);
	graph_set_undirected(graph, 1, 2);
	set_evidence(graph, 0, 1, 0.25, 1e-5, 500, 2);
	set_evidence(graph, 1, 2, 0.1, 0, 90, SIZE_MAX);
	set_evidence(graph, 0, 2, 0, 0.5, 500, 1);
	graph->evidence[graph_pair(graph, 2, 3)].by_knowledge = true;
	graph_evidence *first = &graph->evidence[graph_pair(graph, 0, 1)],
				   *second = &graph->evidence[graph_pair(graph, 1, 2)];
	first->sign = 0.5;
	first->sign_error = 0.125;
	first->shape = MIXMI_SHAPE_INCREASING;
	first->where = NAN;
	first->lower = 0.125;
	first->upper = 0.5;
	first->size_kind = MIXMI_SIZE_SLOPE;
	first->size_of = 1;
	const double size[] = { 2, 1.5, 2.5, 10 };
	memcpy(first->size, size, sizeof size);
	second->sign = -0.25;
	second->sign_error = 0.25;
	second->shape = MIXMI_SHAPE_PEAK;
	second->along = 2;
	second->where = 37.5;
	graph->evidence[graph_pair(graph, 0, 2)].upper = 0.0625;
	*graph_probability(graph, 0, 1) = 0.875;
	*graph_probability(graph, 1, 0) = 0.9375;
	*graph_arrow_kind(graph, 0, 1) = MIXMI_ARROW_CLEAR;
	graph->evidence[graph_pair(graph, 0, 1)].share[0] = 0.25;
	*graph_probability(graph, 1, 2) = 0.625;
	second->share[0] = 0.5;
	graph->threshold = 0.75;
	strcpy(graph->test, "chi2");
	graph->alpha = 0.01;
	graph->tests = 9;
	graph->levels = 2;
	graph->min_rows = 100;
	if (bootstrap) {
		graph->subsamples = 8;
		graph->subsample_edges = 1.5;
		graph->frequency = calloc(16, sizeof *graph->frequency);
		graph->frequency_any = calloc(6, sizeof *graph->frequency_any);
		graph->frequency[0 * 4 + 1] = 0.5;
		graph->frequency[1 * 4 + 0] = 0.125;
		graph->frequency_any[graph_pair(graph, 0, 1)] = 0.75;
	}
	assert_true(graph_index(graph));
	return graph;
}

static const char *const plain[4] = { "A", "B", "C", "D" };
static const char *const awkward[4] = { " a \"b\"\\", "c, d; e\t-> f", "g--h & <i> &#65; 'j'",
	                                    "\xC3\xA9t\xC3\xA9 \xF0\x9F\x90\xA7" };

/* ------------------------------------------------------------------------------------------- exact texts */

static void text_for_people_is_aligned(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	assert_written(
		graph, "text",
		"Graph of 4 nodes with 2 edges: 1 directed, 1 undirected\n"
		"\n"
		"edge    estimate  share   sign  shape             p  rows  given\n"
		"A -> B      0.25   0.25    0.5  increasing    1e-05   500  C\n"
		"B -- C       0.1    0.5  -0.25  peak        <1e-300    90  -      few rows\n"
		"->: clear. A and another cause of B are independent, and dependent given B; 0.85 of such arrows were right on "
		"tables with known answers. An unmeasured common cause of A and B is not excluded\n"
		"\n"
		"2 pairs separated, 1 forbidden by knowledge\n"
		"\n"
		"Test chi2 at alpha 0.01; 9 tests; conditioning sets of up to 1\n");
	mixmi_graph_free(graph);
}

/* Beside a remark too; in a PAG a possible arrowhead is a circle, and the tail opposite to it. */
static void text_tells_kinds_of_arrows(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	graph->evidence[graph_pair(graph, 0, 1)].rows = 50;
	*graph_arrow_kind(graph, 0, 1) = MIXMI_ARROW_KNOWLEDGE;
	graph_set_directed(graph, 1, 2);
	*graph_arrow_kind(graph, 1, 2) = MIXMI_ARROW_POSSIBLE;
	assert_true(graph_add_suggestion(graph, 3, GRAPH_BY_YEARS) && graph_index(graph));
	assert_written(graph, "text",
	               "Graph of 4 nodes with 2 edges: 1 directed, 1 with a possible direction, 0 undirected\n"
	               "\n"
	               "edge     estimate  share   sign  shape             p  rows  given\n"
	               "A -> B       0.25   0.25    0.5  increasing    1e-05    50  C      knowledge, few rows\n"
	               "B -?> C       0.1    0.5  -0.25  peak        <1e-300    90  -      few rows\n"
	               "-?>: possible. Preferred by the score; on real tables with known answers right as often as a coin\n"
	               "knowledge: background knowledge gives or implies the arrow\n"
	               "\n"
	               "2 pairs separated, 1 forbidden by knowledge\n"
	               "\n"
	               "suggested roots, which nothing else here can cause: D (years)\n"
	               "  if that is so, --roots D directs their edges\n"
	               "\n"
	               "Test chi2 at alpha 0.01; 9 tests; conditioning sets of up to 1\n");
	char *text;
	graph->kind = GRAPH_PAG;
	assert_ok(mixmi_graph_write(&text, graph, "text"));
	assert_non_null(strstr(text, "A -> B"));
	assert_non_null(strstr(text, "B o-o C"));
	mixmi_free(text);
	mixmi_graph_free(graph);
}

/* A pair that no test could decide is in every format that has a place for it, and never an edge. */
static void undecided_pairs_survive_files(void **state)
{
	(void)state;
	static const char *const formats[] = { "json", "dot", "graphml", "csv" };
	mixmi_graph *graph = small_graph(plain, false), *again;
	graph_evidence *e = &graph->evidence[graph_pair(graph, 0, 3)];
	e->known = e->unjudged = true;
	e->p = e->estimate = NAN;
	graph_set_undirected(graph, 0, 3);
	graph_drop_undecided(graph);
	assert_true(graph_index(graph));
	for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
		mixmi_graph_info info;
		mixmi_edge pair;
		char *text;
		assert_ok(mixmi_graph_write(&text, graph, formats[i]));
		assert_ok(mixmi_graph_parse(&again, text, strlen(text)));
		mixmi_graph_describe(&info, sizeof info, again);
		assert_true(info.edges == 2 && info.undecided == 1);
		assert_ok(mixmi_graph_undecided(&pair, sizeof pair, again, 0));
		assert_string_equal(mixmi_graph_node(again, pair.from, NULL), "A");
		assert_string_equal(mixmi_graph_node(again, pair.to, NULL), "D");
		assert_true(pair.undecided && pair.mark_from == MIXMI_MARK_NONE && pair.mark_to == MIXMI_MARK_NONE);
		mixmi_free(text);
		mixmi_graph_free(again);
	}
	assert_ok(mixmi_graph_join(graph, 0, 3, MIXMI_MARK_TAIL, MIXMI_MARK_TAIL));
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	assert_true(info.edges == 3 && info.undecided == 0);
	mixmi_graph_free(graph);
}

static void json_has_every_number(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	assert_written(
		graph, "json",
		"{\n  \"test\": \"chi2\",\n  \"alpha\": 0.01,\n  \"tests\": 9,\n  \"tests_reused\": 0,\n  \"levels\": 2,\n"
		"  \"kind\": \"cpdag\",\n  \"search\": \"\",\n  \"direction_threshold\": 0.75,\n  \"min_rows\": 100,\n  "
		"\"stability\": 0,\n  \"complete\": "
		"true,\n"
		"  \"nodes\": [\n    {\"name\": \"A\", \"type\": \"numeric\"},\n    {\"name\": \"B\", \"type\": "
		"\"discrete\"},\n"
		"    {\"name\": \"C\", \"type\": \"numeric\"},\n    {\"name\": \"D\", \"type\": \"discrete\"}\n  ],\n"
		"  \"edges\": [\n    {\"from\": \"A\", \"to\": \"B\", \"type\": \"directed\", \"kind\": \"clear\", \"p\": "
		"1e-05, \"estimate\": "
		"0.25, \"lower\": 0.125, \"upper\": 0.5, \"verdict\": \"detected\", "
		"\"corrected\": 0.125, \"given\": [\"C\"], \"rows\": 500, \"few_rows\": false, \"doubtful\": false, "
		"\"above_alpha\": false, \"required\": false, "
		"\"sign\": 0.5, \"sign_error\": 0.125, \"shape\": \"increasing\", \"shape_along\": \"A\", \"where\": null, "
		"\"size\": {\"kind\": \"slope\", \"of\": \"B\", \"value\": 2, \"lower\": 1.5, \"upper\": 2.5, \"per\": 10}, "
		"\"strength\": 0.6272713450233213, \"share\": 0.25, \"share_from\": null, \"certainty\": 0.85, "
		"\"probability_from\": 0.9375, "
		"\"probability_to\": 0.875, \"mark_probability\": 0.875},\n"
		"    {\"from\": \"B\", \"to\": \"C\", \"type\": \"undirected\", \"kind\": \"\", \"p\": 0, \"estimate\": 0.1, "
		"\"lower\": 0, \"upper\": 0, \"verdict\": \"detected\", \"corrected\": "
		"0.05, "
		"\"given\": [], \"rows\": 90, \"few_rows\": true, \"doubtful\": false, \"above_alpha\": false, "
		"\"required\": false, "
		"\"sign\": -0.25, \"sign_error\": 0.25, \"shape\": \"peak\", \"shape_along\": \"C\", \"where\": 37.5, "
		"\"size\": null, \"strength\": 0.425757262911648, \"share\": 0.5, \"share_from\": null, \"certainty\": null, "
		"\"probability_from\": null, \"probability_to\": "
		"0.625, \"mark_probability\": 0.625}\n "
		" ],\n"
		"  \"undecided\": [],\n  \"separated\": [\n    {\"a\": \"A\", \"b\": \"C\", \"given\": [\"B\"], \"p\": 0.5, "
		"\"estimate\": 0, "
		"\"rows\": 500, \"upper\": 0.0625, \"few_rows\": false, \"doubtful\": false, \"forbidden\": false},\n"
		"    {\"a\": \"C\", \"b\": \"D\", \"given\": [], \"p\": null, \"estimate\": null, \"rows\": 0, \"upper\": "
		"null, "
		"\"few_rows\": false, \"doubtful\": false, \"forbidden\": true}\n  ],\n  \"conflicts\": [],\n  \"determined\": "
		"[],\n  \"totals\": [],\n  \"suggested_roots\": []\n}\n");
	mixmi_graph_free(graph);
}

static void lists_of_edges_are_exact(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	assert_written(graph, "csv",
	               "from,to,type,estimate,lower,upper,p,verdict,given,rows,sign,shape,strength,share,certainty,"
	               "probability_from,probability_to,"
	               "mark_probability,kind,kind_from,remark\n"
	               "A,B,directed,0.25,0.125,0.5,1e-05,detected,C,500,0.5,increasing,0.6272713450233213,0.25,0.85,0."
	               "9375,0.875,0.875,clear,,\n"
	               "B,C,undirected,0.1,0,0,0,detected,,90,-0.25,peak,0.425757262911648,0.5,,,0.625,0.625,,,few rows\n"
	               "D,,node,,,,,,,,,,,,,,,,,,\n");
	assert_written(graph, "lines", "A -> B\nB -- C\nD\n");
	mixmi_graph_free(graph);
	graph = small_graph(plain, true);
	assert_written(
		graph, "csv",
		"from,to,type,estimate,lower,upper,p,verdict,given,rows,sign,shape,strength,share,certainty,probability_from,"
		"probability_to,mark_probability,kind,kind_from,"
		"frequency,frequency_forward,frequency_backward,remark\n"
		"A,B,directed,0.25,0.125,0.5,1e-05,detected,C,500,0.5,increasing,0.6272713450233213,0.25,0.85,0.9375,0.875,0."
		"875,clear,,"
		"0.75,0.5,0.125,\n"
		"B,C,undirected,0.1,0,0,0,detected,,90,-0.25,peak,0.425757262911648,0.5,,,0.625,0.625,,,0,0,0,few rows\n"
		"D,,node,,,,,,,,,,,,,,,,,,,,,\n");
	mixmi_graph_free(graph);
}

static void markup_is_exact(void **state)
{
	(void)state;
	const char *const names[4] = { "a&\"b\"", "\xC3\xA9", "C", "D" };
	mixmi_graph *graph = small_graph(names, false);
	char *xml = written(graph, "graphml");
	assert_non_null(strstr(xml, "<node id=\"n0\"><data key=\"name\">a&#38;&#34;b&#34;</data>"
	                            "<data key=\"kind\">numeric</data></node>\n"));
	assert_non_null(strstr(xml, "<edge source=\"n0\" target=\"n1\" directed=\"true\"><data key=\"type\">directed</data>"
	                            "<data key=\"estimate\">0.25</data>"));
	assert_non_null(strstr(xml, "<edge source=\"n2\" target=\"n1\" directed=\"false\">"));
	mixmi_free(xml);
	mixmi_graph_free(graph);
}

/* Readers that accept only one kind of graph, such as networkx, accept these. */
static void graphml_with_edges_of_one_kind_is_of_that_kind(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{ "A -> B\nB -> C\n", "edgedefault=\"directed\"" },
		{ "A -- B\nB -- C\n", "edgedefault=\"undirected\"" },
		{ "A -> B\nB -- C\n", "edgedefault=\"directed\"" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		mixmi_graph *graph;
		assert_ok(read_text(&graph, cases[i][0]));
		char *xml = written(graph, "graphml");
		assert_non_null(strstr(xml, cases[i][1]));
		mixmi_free(xml);
		mixmi_graph_free(graph);
	}
}

static void dot_is_exact(void **state)
{
	(void)state;
	const char *const names[4] = { "a\"\\", "b&amp;", "C", "D" };
	mixmi_graph *graph = small_graph(names, false);
	char *dot = written(graph, "dot");
	assert_non_null(strstr(dot, "\t\"a\\\"\\\\\" [type=\"numeric\"];\n"));
	assert_non_null(strstr(dot, "\t\"b&amp;\" [type=\"discrete\", label=\"b&amp;amp;\", shape=box"));
	assert_non_null(strstr(dot,
	                       "\t\"a\\\"\\\\\" -> \"b&amp;\" [penwidth=2.49, tooltip=\"I = 0.25 nats, p = 1e-05, given C, "
	                       "500 rows\", sign=\"0.5\", strength=\"0.6272713450233213\", share=\"0.25\", "
	                       "certainty=\"0.85\", probability_from=\"0.9375\", probability_to=\"0.875\", "
	                       "mark_probability=\"0.875\", kind=clear];\n"));
	assert_non_null(strstr(dot, "\t\"C\" -> \"b&amp;\" [dir=none, penwidth="));
	mixmi_free(dot);
	mixmi_graph_free(graph);
}

static void formats_are_listed_and_others_refused(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, true);
	char *text;
	size_t count = 0;
	for (; mixmi_graph_format(count) != NULL; count++) {
		assert_ok(mixmi_graph_write(&text, graph, mixmi_graph_format(count)));
		mixmi_free(text);
	}
	assert_int_equal(count, 6);
	assert_fails(mixmi_graph_write(&text, graph, "excel"), MIXMI_ERROR_USAGE,
	             "no graph format 'excel'; there are text, json");
	assert_null(text);
	mixmi_graph_free(graph);
}

/* The same graph with its columns in another order gives the same edge list. */
static void edges_do_not_depend_on_the_order_of_columns(void **state)
{
	(void)state;
	mixmi_graph *graph, *shuffled;
	assert_ok(read_text(&graph, "A\nB\nC\nD\nD --- A\nB --> C\nC --- D\n"));
	assert_ok(read_text(&shuffled, "C\nA\nD\nB\nB --> C\nD --- C\nA --- D\n"));
	assert_written(
		graph, "csv",
		"from,to,type,estimate,lower,upper,p,verdict,given,rows,sign,shape,strength,share,certainty,probability_from,"
		"probability_to,mark_probability,kind,kind_from,remark\n"
		"A,D,undirected,,,,,,,0,,,,,,,,,,,\nB,C,directed,,,,,,,0,,,,,,,,,,,\nC,D,undirected,,,,,,,0,,,,,,,,,,,\n");
	char *text = written(graph, "csv");
	assert_written(shuffled, "csv", text);
	mixmi_free(text);
	mixmi_graph_free(graph);
	mixmi_graph_free(shuffled);
}

/* An undirected edge starts at the first name; what belongs to an end stays with it. */
static void a_turned_edge_keeps_the_probabilities_of_its_ends(void **state)
{
	(void)state;
	mixmi_graph *graph;
	assert_ok(read_text(&graph, "B\nA\nB -- A\n"));
	*graph_probability(graph, 0, 1) = 0.75; /* of the mark at A */
	*graph_probability(graph, 1, 0) = 0.5;
	char *text = written(graph, "json");
	assert_non_null(strstr(text, "\"from\": \"A\", \"to\": \"B\""));
	assert_non_null(strstr(text, "\"probability_from\": 0.75, \"probability_to\": 0.5, \"mark_probability\": 0.5"));
	mixmi_graph *back;
	assert_ok(read_text(&back, text));
	assert_written(back, "json", text);
	mixmi_free(text);
	mixmi_graph_free(back);
	mixmi_graph_free(graph);
}

/* ---------------------------------------------------------------------------------------------- round trips */

static void check_round_trip(const mixmi_graph *graph, const char *format, bool types)
{
	char *lines = written(graph, "lines"), *text = written(graph, format);
	mixmi_graph *back;
	assert_ok(read_text(&back, text));
	assert_written(back, "lines", lines);
	for (size_t i = 0; types && i < graph->nodes; i++)
		assert_int_equal(back->types[i], graph->types[i]);
	mixmi_graph_free(back);
	mixmi_free(text);
	mixmi_free(lines);
}

static void every_format_reads_back(void **state)
{
	(void)state;
	const char *const *const names[] = { plain, awkward };
	for (size_t i = 0; i < 2; i++) {
		mixmi_graph *graph = small_graph(names[i], i == 1);
		check_round_trip(graph, "json", true);
		check_round_trip(graph, "dot", true);
		check_round_trip(graph, "graphml", true);
		check_round_trip(graph, "lines", false);
		mixmi_graph_free(graph);
	}
}

/* Every pair of end marks of a PAG, in every format. */
static void marks_of_a_pag_read_back(void **state)
{
	(void)state;
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
	static const char *const formats[] = { "json", "dot", "graphml" };
	static const graph_mark ends[][2] = { { GRAPH_TAIL, GRAPH_ARROW },   { GRAPH_ARROW, GRAPH_TAIL },
		                                  { GRAPH_ARROW, GRAPH_ARROW },  { GRAPH_CIRCLE, GRAPH_ARROW },
		                                  { GRAPH_ARROW, GRAPH_CIRCLE }, { GRAPH_CIRCLE, GRAPH_CIRCLE },
		                                  { GRAPH_TAIL, GRAPH_TAIL },    { GRAPH_CIRCLE, GRAPH_TAIL },
		                                  { GRAPH_TAIL, GRAPH_CIRCLE } };
	mixmi_graph *graph = graph_new(names, NULL, 8);
	assert_non_null(graph);
	graph->kind = GRAPH_PAG;
	for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
		graph_set_marks(graph, i % 8, (i + 1 + i / 8) % 8, ends[i][0], ends[i][1]);
	assert_true(graph_index(graph));
	for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
		mixmi_graph *back;
		char *text = written(graph, formats[f]);
		assert_ok(read_text(&back, text));
		assert_memory_equal(back->mark, graph->mark, 64);
		mixmi_graph_free(back);
		mixmi_free(text);
	}
	mixmi_graph_free(graph);
}

static mixmi_graph *joined(int mark_a, int mark_b)
{
	static const char *const names[] = { "a", "b", "c" };
	mixmi_graph *graph;
	assert_ok(mixmi_graph_new(&graph, names, 3));
	assert_ok(mixmi_graph_join(graph, 0, 1, (mixmi_mark)mark_a, (mixmi_mark)mark_b));
	assert_ok(mixmi_graph_join(graph, 1, 2, MIXMI_MARK_TAIL, MIXMI_MARK_ARROW));
	return graph;
}

/* The mark at node `at` of its edge with node `other`, both by name; 0: no edge. */
static int mark_at(const mixmi_graph *graph, const char *at, const char *other)
{
	mixmi_graph_info info;
	mixmi_graph_describe(&info, sizeof info, graph);
	for (size_t i = 0; i < info.edges; i++) {
		mixmi_edge edge;
		assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, i));
		const char *from = mixmi_graph_node(graph, edge.from, NULL), *to = mixmi_graph_node(graph, edge.to, NULL);
		if (strcmp(from, at) == 0 && strcmp(to, other) == 0)
			return edge.mark_from;
		if (strcmp(to, at) == 0 && strcmp(from, other) == 0)
			return edge.mark_to;
	}
	return MIXMI_MARK_NONE;
}

/* A graph built by calls, of no particular kind: each pair of marks in every format that is read. */
static void every_pair_of_marks_reads_back_from_every_format(void **state)
{
	(void)state;
	size_t formats = 0;
	for (const char *format; (format = mixmi_graph_format(formats)) != NULL; formats++)
		for (int a = MIXMI_MARK_TAIL; a <= MIXMI_MARK_CIRCLE; a++)
			for (int b = MIXMI_MARK_TAIL; b <= MIXMI_MARK_CIRCLE; b++) {
				mixmi_graph *graph = joined(a, b), *back = NULL;
				char *text = written(graph, format);
				if (strcmp(format, "text") != 0) {
					assert_ok(mixmi_graph_parse(&back, text, strlen(text)));
					assert_int_equal(mark_at(back, "a", "b"), a);
					assert_int_equal(mark_at(back, "b", "a"), b);
					assert_int_equal(mark_at(back, "b", "c"), MIXMI_MARK_TAIL);
					assert_int_equal(mark_at(back, "c", "b"), MIXMI_MARK_ARROW);
					assert_int_equal(mark_at(back, "a", "c"), MIXMI_MARK_NONE);
				}
				mixmi_graph_free(back);
				mixmi_free(text);
				mixmi_graph_free(graph);
			}
	assert_int_equal(formats, 6);
}

static void edge_list_reads_back(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(awkward, false), *back, *again;
	char *text = written(graph, "csv");
	assert_ok(read_text(&back, text));
	assert_int_equal(back->nodes, 4); /* also the one without edges */
	char *bare = written(back, "csv");
	assert_ok(read_text(&again, bare));
	assert_written(again, "csv", bare);
	mixmi_free(text);
	mixmi_free(bare);
	mixmi_graph_free(graph);
	mixmi_graph_free(back);
	mixmi_graph_free(again);
}

/* Control characters and newlines survive in every format that can hold them. */
static void control_characters_read_back(void **state)
{
	(void)state;
	const char *const names[4] = { "two\nlines", "tab\there", "C\x01", "\x7F" };
	mixmi_graph *graph = small_graph(names, false);
	check_round_trip(graph, "json", true);
	check_round_trip(graph, "dot", true);
	check_round_trip(graph, "lines", false);
	check_round_trip(graph, "graphml", true);
	char *xml = written(graph, "graphml");
	assert_non_null(strstr(xml, "two&#10;lines"));
	assert_non_null(strstr(xml, "C\\x01"));
	mixmi_free(xml);
	mixmi_graph_free(graph);
}

static void json_reads_back_to_the_last_byte(void **state)
{
	(void)state;
	for (int bootstrap = 0; bootstrap < 2; bootstrap++) {
		mixmi_graph *graph = small_graph(awkward, bootstrap), *back;
		graph->evidence[0].estimate = 0.1 + 0.2;
		graph->evidence[0].p = 4.9406564584124654e-324;
		graph->complete = false;
		assert_true(graph_add_conflict(graph, "one \"thing\" against another"));
		char *text = written(graph, "json");
		assert_ok(read_text(&back, text));
		assert_written(back, "json", text);
		mixmi_free(text);
		mixmi_graph_free(graph);
		mixmi_graph_free(back);
	}
}

static size_t node_called(const mixmi_graph *graph, const char *name)
{
	size_t node = 0;
	while (strcmp(mixmi_graph_node(graph, node, NULL), name) != 0)
		node++;
	return node;
}

static mixmi_edge edge_between(const mixmi_graph *graph, const char *a, const char *b)
{
	mixmi_edge edge = { 0 };
	size_t x = node_called(graph, a), y = node_called(graph, b), i = 0;
	do
		assert_ok(mixmi_graph_edge(&edge, sizeof edge, graph, i++));
	while (!(edge.from == x && edge.to == y) && !(edge.from == y && edge.to == x));
	return edge;
}

/* A pair whose tests are undecided, and an edge that only incompatible sets would separate, are marked in every format that
 * can hold it; an unknown sign stays unknown. */
static void doubtful_edges_are_written_and_read_back(void **state)
{
	(void)state;
	static const char *const names[] = { "A", "B", "C", "D" };
	static const char *const words[][3] = { { "text", "A .. B", "doubtful" },
		                                    { "csv", ",undecided\n", ",doubtful\n" },
		                                    { "dot", "undecided=true, style=dashed", "doubtful=true, style=dashed" },
		                                    { "graphml", "\"undecided\">true", "\"doubtful\">true" } };
	mixmi_graph *graph = small_graph(names, false), *back;
	graph_evidence *unjudged = &graph->evidence[graph_pair(graph, 0, 1)];
	unjudged->unjudged = true;
	unjudged->estimate = unjudged->corrected = unjudged->p = unjudged->sign = NAN;
	graph->evidence[graph_pair(graph, 1, 2)].doubtful = true;
	graph_drop_undecided(graph);
	assert_true(graph_index(graph));
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		char *text = written(graph, words[i][0]);
		assert_non_null(strstr(text, words[i][1]));
		assert_non_null(strstr(text, words[i][2]));
		mixmi_free(text);
	}
	static const char *const formats[] = { "json", "dot", "graphml", "csv" };
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char *text = written(graph, formats[i]);
		assert_ok(read_text(&back, text));
		mixmi_edge first, second = edge_between(back, "B", "C");
		assert_ok(mixmi_graph_undecided(&first, sizeof first, back, 0));
		assert_true(first.undecided && !first.doubtful && isnan(first.sign) && isnan(first.estimate));
		assert_true(first.shape_along == first.from || first.shape_along == first.to);
		assert_true(!second.undecided && second.doubtful && second.sign == -0.25);
		mixmi_free(text);
		mixmi_graph_free(back);
	}
	mixmi_graph_free(graph);
}

/* With few rows an edge may remain whose p is above alpha: it is marked, and differently from an incompatible set. */
static void an_edge_with_p_above_alpha_says_so(void **state)
{
	(void)state;
	static const char *const names[] = { "A", "B", "C", "D" };
	static const char *const words[][2] = { { "text", "p above alpha" },
		                                    { "json", "\"doubtful\": true, \"above_alpha\": true" },
		                                    { "csv", ",doubtful\n" },
		                                    { "dot", "doubtful=true, style=dashed" } };
	mixmi_graph *graph = small_graph(names, false), *back;
	graph->evidence[graph_pair(graph, 1, 2)].p = 0.02;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		char *text = written(graph, words[i][0]);
		assert_non_null(strstr(text, words[i][1]));
		mixmi_free(text);
	}
	char *text = written(graph, "json");
	assert_ok(read_text(&back, text));
	char *again = written(back, "json");
	assert_string_equal(text, again);
	assert_int_equal(edge_between(back, "B", "C").doubtful, 2);
	assert_int_equal(edge_between(back, "A", "B").doubtful, 0);
	mixmi_graph_free(back);
	mixmi_free(again);
	mixmi_free(text);
	graph->evidence[graph_pair(graph, 1, 2)].doubtful = true;
	assert_int_equal(edge_between(graph, "B", "C").doubtful, 1);
	mixmi_graph_free(graph);
}

/* Signs to the last bit, whichever way the edge points, and in every combination with doubtful edges. */
static void doubtful_edges_and_signs_read_back_in_every_combination(void **state)
{
	(void)state;
	static const char *const names[] = { "A", "B", "C", "D" };
	static const char *const formats[] = { "json", "dot", "graphml", "csv" };
	static const double signs[] = { NAN, 1, -1, 0, -1e-9, 1.0 / 3 };
	for (size_t number = 0; number < 4 * 6 * 2; number++) {
		mixmi_graph *graph = small_graph(names, false), *back;
		graph_evidence *e = &graph->evidence[graph_pair(graph, 1, 2)];
		const char *format = formats[number % 4];
		e->sign = signs[number / 4 % 6];
		e->doubtful = number / 24 != 0;
		char *text = written(graph, format);
		assert_ok(read_text(&back, text));
		mixmi_edge found = edge_between(back, "B", "C");
		assert_true(found.sign == e->sign || (isnan(found.sign) && isnan(e->sign)));
		assert_true((found.doubtful != 0) == e->doubtful);
		mixmi_free(text);
		mixmi_graph_free(back);
		mixmi_graph_free(graph);
	}
}

/* Other programs use attributes of the same names. */
static void foreign_attributes_mean_nothing(void **state)
{
	(void)state;
	static const char *const texts[] = { "digraph { A -> B [sign=\"+\", doubtful=no, undecided=maybe] }\n",
		                                 "digraph { A -> B [sign=17] }\n", "from,to,sign,remark\nA,B,x,see text\n",
		                                 "from,to,sign\nA,B,-3\n" };
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		mixmi_graph *graph;
		assert_ok(read_text(&graph, texts[i]));
		mixmi_edge found = edge_between(graph, "A", "B");
		assert_true(isnan(found.sign) && !found.doubtful && !found.undecided);
		mixmi_graph_free(graph);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_for_people_is_aligned),
		cmocka_unit_test(text_tells_kinds_of_arrows),
		cmocka_unit_test(undecided_pairs_survive_files),
		cmocka_unit_test(json_has_every_number),
		cmocka_unit_test(lists_of_edges_are_exact),
		cmocka_unit_test(markup_is_exact),
		cmocka_unit_test(graphml_with_edges_of_one_kind_is_of_that_kind),
		cmocka_unit_test(dot_is_exact),
		cmocka_unit_test(formats_are_listed_and_others_refused),
		cmocka_unit_test(edges_do_not_depend_on_the_order_of_columns),
		cmocka_unit_test(a_turned_edge_keeps_the_probabilities_of_its_ends),
		cmocka_unit_test(every_format_reads_back),
		cmocka_unit_test(every_pair_of_marks_reads_back_from_every_format),
		cmocka_unit_test(marks_of_a_pag_read_back),
		cmocka_unit_test(edge_list_reads_back),
		cmocka_unit_test(control_characters_read_back),
		cmocka_unit_test(json_reads_back_to_the_last_byte),
		cmocka_unit_test(doubtful_edges_are_written_and_read_back),
		cmocka_unit_test(an_edge_with_p_above_alpha_says_so),
		cmocka_unit_test(doubtful_edges_and_signs_read_back_in_every_combination),
		cmocka_unit_test(foreign_attributes_mean_nothing),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
