/* src/io: a graph is written exactly as each format says, read back as the same graph, and bad input is an error that
 * says where. Everything happens in a fresh directory. */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <unistd.h>

#include "graph/graph.h"

static char path[64];

/* ------------------------------------------------------------------------------------------------- helpers */

static mixmi_status read_text(mixmi_graph **out, const char *text)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
	assert_int_equal(fclose(file), 0);
	return mixmi_graph_read(out, path);
}

static char *written(const mixmi_graph *graph, const char *format)
{
	char *text;
	assert_ok(mixmi_graph_write(&text, graph, format));
	return text;
}

static void assert_written(const mixmi_graph *graph, const char *format, const char *expected)
{
	char *text = written(graph, format);
	assert_string_equal(text, expected);
	mixmi_free(text);
}

/* The text is read as a graph that Tetrad's text describes, without its headings. */
static void assert_reads_as(const char *text, const char *expected)
{
	mixmi_graph *graph;
	char full[1024];
	snprintf(full, sizeof full, "Graph Nodes:\n%s", expected);
	assert_ok(read_text(&graph, text));
	assert_written(graph, "tetrad", full);
	mixmi_graph_free(graph);
}

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
	second->sign = -0.25;
	second->sign_error = 0.25;
	second->shape = MIXMI_SHAPE_PEAK;
	second->along = 2;
	second->where = 37.5;
	graph->evidence[graph_pair(graph, 0, 2)].hidden = 0.0625;
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
	assert_written(graph, "text",
	               "Graph of 4 nodes with 2 edges: 1 directed, 1 undirected\n"
	               "\n"
	               "edge    estimate   sign  shape           p  rows  given\n"
	               "A -> B      0.25    0.5  increasing  1e-05   500  C\n"
	               "B -- C       0.1  -0.25  peak            0    90  -      few rows\n"
	               "\n"
	               "separated  estimate    p  rows  given\n"
	               "A | C             0  0.5   500  B\n"
	               "C | D             -    -     -  -      forbidden\n"
	               "\n"
	               "Test chi2 at alpha 0.01; 9 tests; conditioning sets of up to 1\n");
	mixmi_graph_free(graph);
}

static void json_has_every_number(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	assert_written(
		graph, "json",
		"{\n  \"test\": \"chi2\",\n  \"alpha\": 0.01,\n  \"tests\": 9,\n  \"tests_reused\": 0,\n  \"levels\": 2,\n"
		"  \"kind\": \"cpdag\",\n  \"search\": \"\",\n  \"min_rows\": 100,\n  \"stability\": 0,\n  \"complete\": "
		"true,\n"
		"  \"nodes\": [\n    {\"name\": \"A\", \"type\": \"numeric\"},\n    {\"name\": \"B\", \"type\": "
		"\"discrete\"},\n"
		"    {\"name\": \"C\", \"type\": \"numeric\"},\n    {\"name\": \"D\", \"type\": \"discrete\"}\n  ],\n"
		"  \"edges\": [\n    {\"from\": \"A\", \"to\": \"B\", \"type\": \"directed\", \"p\": 1e-05, \"estimate\": "
		"0.25, "
		"\"corrected\": 0.125, \"given\": [\"C\"], \"rows\": 500, \"few_rows\": false, \"doubtful\": false, "
		"\"cannot_tell\": false, "
		"\"required\": false, "
		"\"sign\": 0.5, \"sign_error\": 0.125, \"shape\": \"increasing\", \"shape_along\": \"A\", \"where\": null},\n"
		"    {\"from\": \"B\", \"to\": \"C\", \"type\": \"undirected\", \"p\": 0, \"estimate\": 0.1, \"corrected\": "
		"0.05, "
		"\"given\": [], \"rows\": 90, \"few_rows\": true, \"doubtful\": false, \"cannot_tell\": false, \"required\": "
		"false, "
		"\"sign\": -0.25, \"sign_error\": 0.25, \"shape\": \"peak\", \"shape_along\": \"C\", \"where\": 37.5}\n  ],\n"
		"  \"separated\": [\n    {\"a\": \"A\", \"b\": \"C\", \"given\": [\"B\"], \"p\": 0.5, \"estimate\": 0, "
		"\"rows\": 500, \"hidden\": 0.0625, \"few_rows\": false, \"doubtful\": false, \"forbidden\": false},\n"
		"    {\"a\": \"C\", \"b\": \"D\", \"given\": [], \"p\": null, \"estimate\": null, \"rows\": 0, \"hidden\": "
		"null, "
		"\"few_rows\": false, \"doubtful\": false, \"forbidden\": true}\n  ],\n  \"conflicts\": []\n}\n");
	mixmi_graph_free(graph);
}

static void matrices_follow_the_coding_of_their_packages(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	assert_written(graph, "pcalg", "pcalg,A,B,C,D\nA,0,0,0,0\nB,1,0,1,0\nC,0,1,0,0\nD,0,0,0,0\n");
	assert_written(graph, "causal-learn", "causal-learn,A,B,C,D\nA,0,-1,0,0\nB,1,0,-1,0\nC,0,-1,0,0\nD,0,0,0,0\n");
	mixmi_graph_free(graph);
}

static void lists_of_edges_are_exact(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(plain, false);
	assert_written(graph, "csv",
	               "from,to,type,estimate,p,given,rows,sign,shape\nA,B,directed,0.25,1e-05,C,500,0.5,increasing\n"
	               "B,C,undirected,0.1,0,,90,-0.25,peak\nD,,,,,,,,\n");
	assert_written(graph, "tetrad", "Graph Nodes:\nA;B;C;D\n\nGraph Edges:\n1. A --> B\n2. B --- C\n");
	mixmi_graph_free(graph);
	graph = small_graph(plain, true);
	assert_written(graph, "csv",
	               "from,to,type,estimate,p,given,rows,sign,shape,frequency,frequency_forward,frequency_backward\n"
	               "A,B,directed,0.25,1e-05,C,500,0.5,increasing,0.75,0.5,0.125\n"
	               "B,C,undirected,0.1,0,,90,-0.25,peak,0,0,0\nD,,,,,,,,,,,\n");
	mixmi_graph_free(graph);
}

static void markup_is_exact(void **state)
{
	(void)state;
	const char *const names[4] = { "a&\"b\"", "\xC3\xA9", "C", "D" };
	mixmi_graph *graph = small_graph(names, false);
	char *xml = written(graph, "graphml"), *gml = written(graph, "gml");
	assert_non_null(strstr(xml, "<node id=\"n0\"><data key=\"name\">a&#38;&#34;b&#34;</data>"
	                            "<data key=\"kind\">numeric</data></node>\n"));
	assert_non_null(strstr(xml, "<edge source=\"n0\" target=\"n1\" directed=\"true\"><data key=\"type\">directed</data>"
	                            "<data key=\"estimate\">0.25</data>"));
	assert_non_null(strstr(xml, "<edge source=\"n2\" target=\"n1\" directed=\"false\">"));
	assert_non_null(strstr(gml, "  node [\n    id 0\n    label \"a&#38;&#34;b&#34;\"\n    type \"numeric\"\n  ]\n"));
	assert_non_null(strstr(gml, "label \"&#233;\""));
	assert_non_null(strstr(gml,
	                       "  edge [\n    source 0\n    target 1\n    type \"directed\"\n    estimate 0.25\n"
	                       "    corrected 0.125\n    p 1.0e-05\n    given \"C\"\n    rows 500\n    sign 0.5\n  ]\n"));
	mixmi_free(xml);
	mixmi_free(gml);
	mixmi_graph_free(graph);
}

/* Readers that know graphs of one kind only, such as networkx', take these. */
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
	                       "500 rows\"];\n"));
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
	assert_int_equal(count, 10);
	assert_fails(mixmi_graph_write(&text, graph, "excel"), MIXMI_ERROR_USAGE,
	             "no graph format 'excel'; there are text, json");
	assert_null(text);
	mixmi_graph_free(graph);
}

/* The same graph with its columns in another order gives the same list of edges. */
static void edges_do_not_depend_on_the_order_of_columns(void **state)
{
	(void)state;
	mixmi_graph *graph, *shuffled;
	assert_ok(read_text(&graph, "Graph Nodes:\nA;B;C;D\n\nGraph Edges:\n1. D --- A\n2. B --> C\n3. C --- D\n"));
	assert_ok(read_text(&shuffled, "Graph Nodes:\nC;A;D;B\n\nGraph Edges:\n1. B --> C\n2. D --- C\n3. A --- D\n"));
	assert_written(graph, "csv",
	               "from,to,type,estimate,p,given,rows,sign,shape\nA,D,undirected,,,,0,,\nB,C,directed,,,,0,,\n"
	               "C,D,undirected,,,,0,,\n");
	char *text = written(graph, "csv");
	assert_written(shuffled, "csv", text);
	mixmi_free(text);
	mixmi_graph_free(graph);
	mixmi_graph_free(shuffled);
}

/* ---------------------------------------------------------------------------------------------- round trips */

static void check_round_trip(const mixmi_graph *graph, const char *format, bool types)
{
	char *tetrad = written(graph, "tetrad"), *text = written(graph, format);
	mixmi_graph *back;
	assert_ok(read_text(&back, text));
	assert_written(back, "tetrad", tetrad);
	for (size_t i = 0; types && i < graph->nodes; i++)
		assert_int_equal(back->types[i], graph->types[i]);
	mixmi_graph_free(back);
	mixmi_free(text);
	mixmi_free(tetrad);
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
		check_round_trip(graph, "gml", true);
		check_round_trip(graph, "cytoscape", true);
		check_round_trip(graph, "pcalg", false);
		check_round_trip(graph, "causal-learn", false);
		check_round_trip(graph, "tetrad", false);
		mixmi_graph_free(graph);
	}
}

/* Every way in which an edge of a PAG can end, in every format. */
static void marks_of_a_pag_read_back(void **state)
{
	(void)state;
	static const char *const names[] = { "a", "b", "c", "d", "e", "f", "g", "h" };
	static const char *const formats[] = { "json",      "dot",   "graphml",      "gml",
		                                   "cytoscape", "pcalg", "causal-learn", "tetrad" };
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

/* pcalg's amat.pag for a o-> b, and causal-learn's for the same. */
static void matrices_of_a_pag_follow_the_coding_of_their_packages(void **state)
{
	(void)state;
	static const char *const names[] = { "a", "b" };
	mixmi_graph *graph = graph_new(names, NULL, 2);
	assert_non_null(graph);
	graph->kind = GRAPH_PAG;
	graph_set_marks(graph, 0, 1, GRAPH_CIRCLE, GRAPH_ARROW);
	assert_true(graph_index(graph));
	assert_written(graph, "pcalg", "pcalg-pag,a,b\na,0,2\nb,1,0\n");
	assert_written(graph, "causal-learn", "causal-learn,a,b\na,0,2\nb,1,0\n");
	mixmi_graph_free(graph);
}

static void edge_list_reads_back(void **state)
{
	(void)state;
	mixmi_graph *graph = small_graph(awkward, false), *back, *again;
	char *text = written(graph, "csv");
	assert_ok(read_text(&back, text));
	assert_int_equal(back->nodes, 4);
	char *bare = written(back, "csv");
	assert_ok(read_text(&again, bare));
	assert_written(again, "csv", bare);
	mixmi_free(text);
	mixmi_free(bare);
	mixmi_graph_free(graph);
	mixmi_graph_free(back);
	mixmi_graph_free(again);
}

/* Control characters and newlines survive wherever the format can hold them. */
static void control_characters_read_back(void **state)
{
	(void)state;
	const char *const names[4] = { "two\nlines", "tab\there", "C\x01", "\x7F" };
	mixmi_graph *graph = small_graph(names, false);
	check_round_trip(graph, "json", true);
	check_round_trip(graph, "dot", true);
	check_round_trip(graph, "gml", true);
	check_round_trip(graph, "cytoscape", true);
	check_round_trip(graph, "pcalg", false);
	check_round_trip(graph, "tetrad", false);
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

/* --------------------------------------------------------------------------------------------- what people write */

#define AB_BC "A;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C\n"

/* An edge that no test could judge, and one that only sets which do not fit would separate, say so in every format that has
 * room for it; a sign that is not known stays unknown. */
static void marks_of_doubt_are_written_and_read_back(void **state)
{
	(void)state;
	static const char *const names[] = { "A", "B", "C", "D" };
	static const char *const words[][3] = { { "text", "cannot tell", "doubtful" },
		                                    { "dot", "cannot_tell=true, style=dotted", "doubtful=true, style=dashed" },
		                                    { "graphml", "\"cannot_tell\">true", "\"doubtful\">true" },
		                                    { "gml", "cannottell 1", "doubtful 1" },
		                                    { "cytoscape", "\"cannot_tell\": true", "\"doubtful\": true" } };
	mixmi_graph *graph = small_graph(names, false), *back;
	graph_evidence *unjudged = &graph->evidence[graph_pair(graph, 0, 1)];
	unjudged->unjudged = true;
	unjudged->estimate = unjudged->corrected = unjudged->p = unjudged->sign = NAN;
	graph->evidence[graph_pair(graph, 1, 2)].doubtful = true;
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
		char *text = written(graph, words[i][0]);
		assert_non_null(strstr(text, words[i][1]));
		assert_non_null(strstr(text, words[i][2]));
		mixmi_free(text);
	}
	char *json = written(graph, "json");
	assert_ok(read_text(&back, json));
	mixmi_edge first, second;
	assert_ok(mixmi_graph_edge(&first, sizeof first, back, 0));
	assert_ok(mixmi_graph_edge(&second, sizeof second, back, 1));
	assert_true(first.cannot_tell && !first.doubtful && isnan(first.sign) && isnan(first.estimate));
	assert_true(!second.cannot_tell && second.doubtful);
	mixmi_free(json);
	mixmi_graph_free(back);
	mixmi_graph_free(graph);
}

static void lines_with_arrows_are_read(void **state)
{
	(void)state;
	assert_reads_as("A -> B\nB -- C\n", AB_BC);
	assert_reads_as("# the truth\n\n  A --> B  # known\r\nC --- B", "A;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C\n");
	assert_reads_as("\xEF\xBB\xBF"
	                "A->B\nB--C\n",
	                AB_BC);
	assert_reads_as("1. A --> B\n2. B --- C\n", AB_BC);
	assert_reads_as("B <- A\nB -- C\n", "A;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C\n");
	assert_reads_as("A\nB\nA -> B\nlonely one\n", "A;B;\"lonely one\"\n\nGraph Edges:\n1. A --> B\n");
	assert_reads_as("\"a -> b\" -> \"c \"\"d\"\"\"\nbody mass -> x-1\n",
	                "\"a -> b\";\"c \"\"d\"\"\";\"body mass\";x-1\n\nGraph Edges:\n1. \"a -> b\" --> \"c \"\"d\"\"\"\n"
	                "2. \"body mass\" --> x-1\n");
}

static void edge_lists_are_read(void **state)
{
	(void)state;
	assert_reads_as("from,to\nA,B\nB,C\n", "A;B;C\n\nGraph Edges:\n1. A --> B\n2. B --> C\n");
	assert_reads_as("from,to,type\nA,B,directed\nB,C,undirected\n", AB_BC);
	assert_reads_as("# comment\nFrom;To;Type\nA;B;->\nC;B;--\n", "A;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C\n");
	assert_reads_as("type\tsource\ttarget\n<--\tB\tA\n---\tB\tC\n", "A;B;C\n\nGraph Edges:\n1. A --> B\n2. B --- C\n");
	assert_reads_as("from,to\nA,B\nC,\n", "C;A;B\n\nGraph Edges:\n1. A --> B\n");
	assert_reads_as("from,to,type\n\"x, \"\"y\"\"\",\"a\nb\",--\n",
	                "\"x, \"\"y\"\"\";\"a\nb\"\n\nGraph Edges:\n1. \"a\nb\" --- \"x, \"\"y\"\"\"\n");
}

static void matrices_are_read(void **state)
{
	(void)state;
	assert_reads_as("pcalg,A,B,C\nA,0,0,0\nB,1,0,1\nC,0,1,0\n", AB_BC);
	assert_reads_as("from-to,A,B,C\nA,0,1,0\nB,0,0,1\nC,0,1,0\n", AB_BC);
	assert_reads_as(",A,B,C\nA,0,-1,0\nB,1,0,-1\nC,0,-1,0\n", AB_BC);
	assert_reads_as("A,B,C\n0,-1,0\n1,0,-1\n0,-1,0\n", AB_BC);
	assert_reads_as("\"\",\"A\",\"B\"\n\"A\",0,1\n\"B\",1,0\n", "A;B\n\nGraph Edges:\n1. A --- B\n");
	assert_reads_as("A,B\nA,0.0,1.0\nB,1.0,0.0\n", "A;B\n\nGraph Edges:\n1. A --- B\n");
}

static void dot_is_read(void **state)
{
	(void)state;
	assert_reads_as("digraph { A -> B; B -> C [dir=none] }", AB_BC);
	assert_reads_as(
		"/* c */ strict digraph \"g\" {\n// x\nrankdir=LR; node [shape=box]\nA -> B -> C;\n{rank=same; A; C}}\n",
		"A;C;B\n\nGraph Edges:\n1. A --> B\n2. B --> C\n");
	assert_reads_as("graph g { C -- B; \"A\" -- B }", "C;B;A\n\nGraph Edges:\n1. A --- B\n2. B --- C\n");
	assert_reads_as("digraph\n{\nA; B\nB -> A [dir=back]\nC -> B [dir=both, arrowhead=none, arrowtail=none]\n}", AB_BC);
	assert_reads_as("dag {\nbb=\"0,0,1,1\"\nA [exposure,pos=\"-1,2\"]\nB <- A\n}\n",
	                "A;B\n\nGraph Edges:\n1. A --> B\n");
}

static void other_programs_files_are_read(void **state)
{
	(void)state;
	assert_reads_as("Graph Nodes:\nA,B,C\n\nGraph Edges:\n1. A --> B dd nl\n2. B --- C\n\nGraph Attributes:\nBIC: -1\n",
	                AB_BC);
	assert_reads_as("Creator \"x\"\nVersion 1\ngraph\n[\n  label \"net\"\n  directed 1\n  node [ id 1 label \"A\" "
	                "graphics [ x 1.5 ] ]\n"
	                "  node [ id 2 label \"B\" ]\n  node [ id 7 ]\n  edge [ source 1 target 2 value 1.0e-3 ]\n]\n",
	                "A;B;7\n\nGraph Edges:\n1. A --> B\n");
	assert_reads_as(
		"<?xml version='1.0'?>\n<g:graphml xmlns:g='x'><g:key id='d0' for='node' attr.name='label'/><g:desc>no "
		"<b>x</b></g:desc><g:graph edgedefault='undirected'><g:edge source='1' target='2' directed='true'/>"
		"<g:edge source='2' target='3'><g:data key='d1'>z</g:data></g:edge><g:node id='1'><g:data key='d0'>A"
		"</g:data></g:node><g:node id='2'><g:data key='d0'><![CDATA[B]]></g:data></g:node><g:node id='3'>"
		"<g:data key='d0'>&#67;</g:data></g:node></g:graph></g:graphml>",
		AB_BC);
	assert_reads_as("{\"directed\": true, \"elements\": {\"nodes\": [{\"data\": {\"id\": \"1\", \"name\": \"A\"}}, "
	                "{\"data\": {\"id\": \"2\", \"name\": \"B\"}}], \"edges\": [{\"data\": {\"source\": \"1\", "
	                "\"target\": \"2\"}}]}}",
	                "A;B\n\nGraph Edges:\n1. A --> B\n");
	assert_reads_as("{\"nodes\": [{\"name\": \"A\"}, {\"name\": \"B\"}], \"edges\": [{\"from\": \"A\", \"to\": \"B\", "
	                "\"type\": \"undirected\"}], \"command\": \"graph\"}",
	                "A;B\n\nGraph Edges:\n1. A --- B\n");
}

/* ---------------------------------------------------------------------------------------------------- errors */

static void bad_input_is_an_error_with_its_place(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{ "", "no graph in it" },
		{ "# only a comment\n", "no graph in it" },
		{ "A -> B\n\xFF -> C\n", "line 2: this is not text in UTF-8" },
		{ "Graph of 2 nodes with 1 edge: 1 directed, 0 undirected\n", "text for people" },
		/* graphs that make no sense */
		{ "A -> B\nB -- C\nA -> B\n", "line 3: the edge between 'A' and 'B' is given again, after line 1" },
		{ "A -> B\nB -> A\n", "line 2: the edge between 'B' and 'A' contradicts the one of line 1" },
		{ "from,to,type\nA,B,--\nB,A,->\n", "line 3: the edge between 'B' and 'A' contradicts the one of line 2" },
		{ "A -> B\nA -> A\n", "line 2: an edge from 'A' to itself" },
		{ "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A --> C\n", "line 5: the edge has an end that is not a node: 'C'" },
		{ "Graph Nodes:\nA;B;A\n\nGraph Edges:\n", "line 2: the node 'A' is declared again" },
		/* lines */
		{ "A -> B\nA <-> B\n", "line 2: the edge between 'A' and 'B' contradicts the one of line 1" },
		{ "A -> B -> C\n", "line 1: two arrows" },
		{ "A -> \n", "line 1: a name is missing" },
		{ "\"A -> B\n", "line 1: quotes that are not closed" },
		{ "a\"b -> c\n", "quotes" },
		{ "Graph Nodes:\nA;B\nGraph Vertices:\n", "line 3: \"Graph Edges:\" should stand here" },
		{ "Graph Nodes:\nA;B\n\nGraph Edges:\nA B\n", "line 5: an edge like" },
		/* delimited */
		{ "from,to\nA,B\nA\n", "line 3: 1 fields, but the header has 2" },
		{ "from,to,type\nA,B,maybe\n", "line 2: the type of an edge" },
		{ "from,to\n,B\n", "line 2: a node has no name" },
		{ "from,to\n\"A,B\n", "line 2: quotes that are not closed" },
		{ "from,to\n\"A\"x,B\n", "line 2: text after closing quotes" },
		{ "A,B\n0,1\n0,0\n", "which way do the arrows" },
		{ "pcalg,A,B\nA,0,2\nB,0,0\n", "between 'A' and 'B' are no edge" },
		{ "pcalg,A,B\nB,0,0\nA,0,0\n", "line 2: row 1 is called 'B', but column 1 'A'" },
		{ "pcalg,A,B\nA,0,0\n", "ends after 1 of 2 rows" },
		{ "pcalg,A\nA,1\n", "line 2: an edge from a node to itself" },
		{ "pcalg,A,B\nA,0,0\nB,0,0\nC,0,0\n", "line 4: more rows" },
		{ "causal-learn,A,B\nA,0,1\nB,0,0\n", "the entries 1 and 0 between 'A' and 'B' are no edge" },
		{ "pcalg,A,A\nA,0,0\nA,0,0\n", "line 1: the node 'A' is declared again" },
		/* DOT */
		{ "digraph {\nA -- B\n}", "line 2: -- in a digraph" },
		{ "graph {\nA -> B\n}", "line 2: -> in a graph" },
		{ "digraph {\nA -> B\n", "the graph is not closed" },
		{ "digraph {\nA -> {B C}\n}", "line 2: a node should follow" },
		{ "digraph {\nA:n -> B\n}", "line 2: ports" },
		{ "digraph {\nA [label=<b>]\n}", "line 2: HTML" },
		{ "digraph { \"A\n}", "quotes that are not closed" },
		{ "digraph { A } x", "text after the graph" },
		{ "digraph { }", "there are no nodes" },
		/* GML */
		{ "graph [\n node [ label \"A\" ]\n]\n", "line 2: a node without id" },
		{ "graph [\n node [ id 0 ]\n edge [ source 0 ]\n]\n", "line 3: an edge without source or target" },
		{ "graph [\n node [ id 0 ]\n", "the graph is not closed" },
		{ "graph [\n node [ id ] ]\n", "line 2: a value should stand here" },
		{ "graph [\n node [ id 0 label \"A\" ] node [ id 1 label \"A\" ] ]\n", "two nodes have the name 'A'" },
		{ "graph [\n directed 2 ]\n", "line 2: directed is 0 or 1" },
		{ "graph [\n ! ]\n", "line 2: this is not GML" },
		/* XML */
		{ "<svg/>", "line 1: this is XML, but not GraphML" },
		{ "<graphml>\n<graph edgedefault='directed'>\n<node id='a'>\n</graph></graphml>", "line 4: not valid XML" },
		{ "<graphml>\n<graph/></graphml>", "line 2: edgedefault" },
		{ "<!DOCTYPE g [<!ENTITY a 'b'>]>\n<graphml/>", "line 1: a DOCTYPE" },
		{ "<graphml/>", "there is no graph in it" },
		{ "<graphml><graph edgedefault='directed'><node/></graph></graphml>", "a node without id" },
		{ "<graphml><graph edgedefault='directed'><node id='a'><graph "
		  "edgedefault='directed'/></node></graph></graphml>",
		  "nested" },
		/* JSON */
		{ "{\"nodes\": [}", "line 1: not valid JSON" },
		{ "{\"a\": 1}", "this JSON is not a graph" },
		{ "[1, 2]", "this JSON is not a graph" },
		{ "{\"nodes\": [{\"type\": \"numeric\"}], \"edges\": []}", "nodes[0]: a node has no name" },
		{ "{\"nodes\": [{\"name\": \"A\"}], \"edges\": [{\"from\": \"A\"}]}", "edges[0]: an edge does not say" },
		{ "{\"nodes\": [{\"name\": \"A\"}, {\"name\": \"B\"}], \"edges\": [{\"from\": \"A\", \"to\": \"B\"}]}",
		  "edges[0]: the type of an edge" },
		{ "{\"nodes\": [{\"name\": \"A\"}], \"edges\": [{\"from\": \"A\", \"to\": \"B\", \"type\": \"directed\"}]}",
		  "not a node: 'B'" },
		{ "{\"nodes\": [{\"name\": \"A\"}, {\"name\": \"B\"}], \"edges\": [], \"separated\": [{\"a\": \"A\", \"b\": "
		  "\"Z\"}]}",
		  "separated[0]" },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		mixmi_graph *graph = (void *)path;
		assert_fails(read_text(&graph, cases[i][0]), MIXMI_ERROR_DATA, cases[i][1]);
		assert_null(graph);
		assert_non_null(strstr(mixmi_error_message(), path));
	}
	mixmi_graph *graph;
	assert_fails(mixmi_graph_read(&graph, "/nowhere/at/all"), MIXMI_ERROR_IO, "/nowhere/at/all");
}

static void too_many_nodes_are_refused(void **state)
{
	(void)state;
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	for (int i = 0; i < 10001; i++)
		fprintf(file, "v%d\n", i);
	fclose(file);
	mixmi_graph *graph;
	assert_fails(mixmi_graph_read(&graph, path), MIXMI_ERROR_LIMIT, "10001 nodes");
}

int main(void)
{
	strcpy(path, "/tmp/mixmi-graph-XXXXXX");
	int file = mkstemp(path);
	if (file < 0)
		return 1;
	close(file);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_for_people_is_aligned),
		cmocka_unit_test(json_has_every_number),
		cmocka_unit_test(matrices_follow_the_coding_of_their_packages),
		cmocka_unit_test(lists_of_edges_are_exact),
		cmocka_unit_test(markup_is_exact),
		cmocka_unit_test(graphml_with_edges_of_one_kind_is_of_that_kind),
		cmocka_unit_test(dot_is_exact),
		cmocka_unit_test(formats_are_listed_and_others_refused),
		cmocka_unit_test(edges_do_not_depend_on_the_order_of_columns),
		cmocka_unit_test(every_format_reads_back),
		cmocka_unit_test(marks_of_a_pag_read_back),
		cmocka_unit_test(matrices_of_a_pag_follow_the_coding_of_their_packages),
		cmocka_unit_test(edge_list_reads_back),
		cmocka_unit_test(control_characters_read_back),
		cmocka_unit_test(json_reads_back_to_the_last_byte),
		cmocka_unit_test(marks_of_doubt_are_written_and_read_back),
		cmocka_unit_test(lines_with_arrows_are_read),
		cmocka_unit_test(edge_lists_are_read),
		cmocka_unit_test(matrices_are_read),
		cmocka_unit_test(dot_is_read),
		cmocka_unit_test(other_programs_files_are_read),
		cmocka_unit_test(bad_input_is_an_error_with_its_place),
		cmocka_unit_test(too_many_nodes_are_refused),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
