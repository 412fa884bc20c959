/* src/io: graphs written by people and other programs are read, and bad input is an error that gives its position. */
#include "graph_text.h"

/* --------------------------------------------------------------------------------------------- what people write */

#define AB_BC "A -> B\nB -- C\n"

static void lines_with_arrows_are_read(void **state)
{
	(void)state;
	assert_reads_as("A -> B\nB -- C\n", AB_BC);
	assert_reads_as("# the truth\n\n  A --> B  # known\r\nC --- B", "A -> B\nB -- C\n");
	assert_reads_as("\xEF\xBB\xBF"
	                "A->B\nB--C\n",
	                AB_BC);
	assert_reads_as("B <- A\nB -- C\n", "A -> B\nB -- C\n");
	assert_reads_as("A\nB\nA -> B\nlonely one\n", "A -> B\n\"lonely one\"\n");
	assert_reads_as("\"a -> b\" -> \"c \"\"d\"\"\"\nbody mass -> x-1\n",
	                "\"a -> b\" -> \"c \"\"d\"\"\"\n\"body mass\" -> x-1\n");
}

static void one_dash_between_blanks_is_an_undirected_edge(void **state)
{
	(void)state;
	assert_reads_as("A -> B\nB - C\n", AB_BC);
	assert_reads_as("A - B -> C\nx-1\n", "\"A - B\" -> C\nx-1\n");
	assert_reads_as("\"A - B\"\nC -> D\n", "C -> D\n\"A - B\"\n");
}

static void edge_lists_are_read(void **state)
{
	(void)state;
	assert_reads_as("from,to\nA,B\nB,C\n", "A -> B\nB -> C\n");
	assert_reads_as("from,to,type\nA,B,directed\nB,C,undirected\n", AB_BC);
	assert_reads_as("# comment\nFrom;To;Type\nA;B;->\nC;B;--\n", "A -> B\nB -- C\n");
	assert_reads_as("type\tsource\ttarget\n<--\tB\tA\n---\tB\tC\n", "A -> B\nB -- C\n");
	assert_reads_as("from,to\nA,B\nC,\n", "A -> B\nC\n");
	assert_reads_as("from,to,type\n\"x, \"\"y\"\"\",\"a\nb\",--\n", "\"a\nb\" -- \"x, \"\"y\"\"\"\n");
}

static void dot_is_read(void **state)
{
	(void)state;
	assert_reads_as("digraph { A -> B; B -> C [dir=none] }", AB_BC);
	assert_reads_as(
		"/* c */ strict digraph \"g\" {\n// x\nrankdir=LR; node [shape=box]\nA -> B -> C;\n{rank=same; A; C}}\n",
		"A -> B\nB -> C\n");
	assert_reads_as("graph g { C -- B; \"A\" -- B }", "A -- B\nB -- C\n");
	assert_reads_as("digraph\n{\nA; B\nB -> A [dir=back]\nC -> B [dir=both, arrowhead=none, arrowtail=none]\n}", AB_BC);
	assert_reads_as("dag {\nbb=\"0,0,1,1\"\nA [exposure,pos=\"-1,2\"]\nB <- A\n}\n", "A -> B\n");
}

static void other_programs_files_are_read(void **state)
{
	(void)state;
	assert_reads_as(
		"<?xml version='1.0'?>\n<g:graphml xmlns:g='x'><g:key id='d0' for='node' attr.name='label'/><g:desc>no "
		"<b>x</b></g:desc><g:graph edgedefault='undirected'><g:edge source='1' target='2' directed='true'/>"
		"<g:edge source='2' target='3'><g:data key='d1'>z</g:data></g:edge><g:node id='1'><g:data key='d0'>A"
		"</g:data></g:node><g:node id='2'><g:data key='d0'><![CDATA[B]]></g:data></g:node><g:node id='3'>"
		"<g:data key='d0'>&#67;</g:data></g:node></g:graph></g:graphml>",
		AB_BC);
	assert_reads_as("{\"nodes\": [{\"name\": \"A\"}, {\"name\": \"B\"}], \"edges\": [{\"from\": \"A\", \"to\": \"B\", "
	                "\"type\": \"undirected\"}], \"command\": \"graph\"}",
	                "A -- B\n");
}

/* ---------------------------------------------------------------------------------------------------- errors */

static void bad_input_is_an_error_with_its_place(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{ "", "no graph in it" },
		{ "# only a comment\n", "no graph in it" },
		{ "A -> B\n\xFF -> C\n", "line 2: this is not text in UTF-8" },
		{ "Graph of 2 nodes with 1 edge: 1 directed, 0 undirected\n", "human-readable text" },
		/* graphs that make no sense */
		{ "A -> B\nB -- C\nA -> B\n", "line 3: the edge between 'A' and 'B' is given again, after line 1" },
		{ "A -> B\nB -> A\n", "line 2: the edge between 'B' and 'A' contradicts the one of line 1" },
		{ "from,to,type\nA,B,--\nB,A,->\n", "line 3: the edge between 'B' and 'A' contradicts the one of line 2" },
		{ "A -> B\nA -> A\n", "line 2: an edge from 'A' to itself" },
		{ "Graph Nodes:\nA;B\n\nGraph Edges:\n1. A --> B\n", "Tetrad" },
		/* lines */
		{ "A -> B\nA <-> B\n", "line 2: the edge between 'A' and 'B' contradicts the one of line 1" },
		{ "A -> B -> C\n", "line 1: two arrows" },
		{ "A - B - C\n", "line 1: two arrows" },
		{ "A -> \n", "line 1: a name is missing" },
		{ "\"A -> B\n", "line 1: quotes that are not closed" },
		{ "a\"b -> c\n", "quotes" },
		/* delimited */
		{ "from,to\nA,B\nA\n", "line 3: 1 fields, but the header has 2" },
		{ "from,to,type\nA,B,maybe\n", "line 2: the type of an edge" },
		{ "from,to\n,B\n", "line 2: a node has no name" },
		{ "from,to\n\"A,B\n", "line 2: quotes that are not closed" },
		{ "from,to\n\"A\"x,B\n", "line 2: text after closing quotes" },
		{ "A,B\n0,1\n0,0\n", "a list of edges needs the headings from and to" },
		/* lines, and texts that are none */
		{ "A\nB\n", "this is not a graph: no line is an edge" },
		{ "one two three\nfour five\n", "this is not a graph" },
		/* DOT */
		{ "digraph {\nA -- B\n}", "line 2: -- in a digraph" },
		{ "graph {\nA -> B\n}", "line 2: -> in a graph" },
		{ "digraph {\nA -> B\n", "the graph is not closed" },
		{ "digraph {\nA -> {B C}\n}", "line 2: a node should follow" },
		{ "digraph {\nA:n -> B\n}", "line 2: ports" },
		{ "digraph {\nA [label=<b>]\n}", "line 2: HTML" },
		{ "digraph {\nA [label=]\n}", "line 2: expected the value of an attribute" },
		{ "digraph { \"A\n}", "quotes that are not closed" },
		{ "digraph { A } x", "text after the graph" },
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
		{ "{\"nodes\": [{\"name\": \"A\"}], \"edges\": [{\"from\": \"A\"}]}", "edges[0]: an edge has no ends" },
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

static void a_graph_without_nodes_is_read_back(void **state)
{
	(void)state;
	static const char *const formats[] = { "json", "csv", "dot", "graphml" };
	mixmi_graph *graph, *back;
	assert_ok(mixmi_graph_new(&graph, NULL, 0));
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
		char *text;
		mixmi_graph_info info;
		assert_ok(mixmi_graph_write(&text, graph, formats[i]));
		assert_ok(mixmi_graph_parse(&back, text, strlen(text)));
		mixmi_graph_describe(&info, sizeof info, back);
		assert_int_equal(info.nodes, 0);
		mixmi_graph_free(back);
		mixmi_free(text);
	}
	mixmi_graph_free(graph);
}

static void too_many_nodes_are_refused(void **state)
{
	(void)state;
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	for (int i = 0; i < 10001; i++)
		fprintf(file, i == 1 ? "v0 -> v%d\n" : "v%d\n", i);
	fclose(file);
	mixmi_graph *graph;
	assert_fails(mixmi_graph_read(&graph, path), MIXMI_ERROR_LIMIT, "10001 nodes");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_with_arrows_are_read),
		cmocka_unit_test(one_dash_between_blanks_is_an_undirected_edge),
		cmocka_unit_test(edge_lists_are_read),
		cmocka_unit_test(dot_is_read),
		cmocka_unit_test(other_programs_files_are_read),
		cmocka_unit_test(bad_input_is_an_error_with_its_place),
		cmocka_unit_test(a_graph_without_nodes_is_read_back),
		cmocka_unit_test(too_many_nodes_are_refused),
	};
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
