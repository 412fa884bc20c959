/* Mutates a few documents in every graph format and reads each result. Reading must end either in a graph that can be
 * queried, written in every format and read back unchanged from JSON, or in an error with a one-line message and no
 * graph. Meant to run under the sanitizers. Usage: fuzz_graph_read [TIMES]; every run is the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mixmi.h"

enum { LONGEST = 1 << 14 };

static const char *const seeds[] = {
	"A -> B\nB -- C # x\n\"d \"\"e\" --> C\nf\n",
	"Graph Nodes:\nA;B;\"c d\"\n\nGraph Edges:\n1. A --> B\n2. B --- \"c d\"\n\nGraph Attributes:\n",
	"from,to,type,p\nA,B,directed,0.1\n\"b, \"\"c\"\"\",A,--,\nD,,,\n",
	"A -> B\n\"C d\" -- A\nE\n",
	",A,B,C\nA,0,-1,0\nB,1,0,-1\nC,0,-1,0\n",
	"A,B\n0,1\n1,0\n",
	"strict digraph \"g\" { /* c */ node [shape=box]; edge [dir=forward]\n\"a\\\"\\\\\" [type=\"discrete\"];"
	"A -> B -> C [dir=none, x=\"y\"]; subgraph s { A; rank=same } // d\n}\n",
	"pdag { A [pos=\"1,2\"] A -> B B -- C D <- A }",
	"graph [ directed 1 comment \"x\" node [ id 0 label \"A&#233;&amp;\" g [ x 1.5 y [ z 2 ] ] ] node [ id 1 ]\n"
	"edge [ source 0 target 1 type \"undirected\" ] ]\n",
	"<?xml version=\"1.0\"?><graphml><key id=\"k\" for=\"node\" attr.name=\"name\"/><graph edgedefault=\"directed\">"
	"<node id=\"a\"><data key=\"k\">A&#65;<x/></data></node><node id=\"b\"/><edge source=\"a\" target=\"b\" "
	"directed=\"false\"><data key=\"z\">1</data></edge></graph></graphml>",
	"{\"nodes\": [{\"name\": \"A\", \"type\": \"discrete\"}, {\"name\": \"B\"}, {\"name\": \"C\"}], \"edges\": "
	"[{\"from\": "
	"\"A\", \"to\": \"B\", \"type\": \"directed\", \"p\": 0.5, \"given\": [\"C\"], \"rows\": 3}], \"separated\": "
	"[{\"a\": "
	"\"A\", \"b\": \"C\", \"given\": [\"B\"]}], \"bootstrap\": 2, \"conflicts\": [\"x\"]}",
	"{\"directed\": true, \"elements\": {\"nodes\": [{\"data\": {\"id\": \"1\"}}, {\"data\": {\"id\": \"2\", \"name\": "
	"\"B\"}}],"
	" \"edges\": [{\"data\": {\"source\": \"1\", \"target\": \"2\"}}]}}",
};

static uint64_t state = 1;

static size_t below(size_t bound)
{
	state += UINT64_C(0x9E3779B97F4A7C15);
	uint64_t x = state;
	x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
	return (size_t)((x ^ (x >> 31)) % bound);
}

static void give_up(const char *why)
{
	fprintf(stderr, "%s\n", why);
	abort();
}

static void insert(char *text, size_t *length, size_t place, const char *bytes, size_t count)
{
	if (*length + count > LONGEST)
		return;
	memmove(text + place + count, text + place, *length - place);
	memcpy(text + place, bytes, count);
	*length += count;
}

static void mutate(char *text, size_t *length)
{
	static const char odd[] = "\"\"'',;\t|\n\n\r #-><->[]{}()=/\\&*.:+01\0\xFF\xC3\xA9"
							  "AB";
	static const char *const words[] = { "->",   "--",    "/*", "*/", "]]>", "&#x41;", "<!--",
		                                 "\"\"", "graph", "[",  "]",  "{",   "}" };
	size_t place = below(*length + 1), count = below(24) + 1;
	char byte = odd[below(sizeof odd - 1)], copy[32];
	const char *word = words[below(sizeof words / sizeof *words)];
	switch (below(5)) {
	case 0:
		insert(text, length, place, &byte, 1);
		break;
	case 1:
		if (place < *length)
			text[place] = byte;
		break;
	case 2:
		if (place + count <= *length) {
			memmove(text + place, text + place + count, *length - place - count);
			*length -= count;
		}
		break;
	case 3:
		if (place + count <= *length) {
			memcpy(copy, text + place, count);
			insert(text, length, below(*length + 1), copy, count);
		}
		break;
	default:
		insert(text, length, place, word, strlen(word));
	}
}

static void write_file(const char *path, const char *text, size_t length)
{
	FILE *file = fopen(path, "wb");
	if (file == NULL || fwrite(text, 1, length, file) != length || fclose(file) != 0)
		give_up("cannot write the temporary file");
}

static char *as(const mixmi_graph *graph, const char *format)
{
	char *text;
	if (mixmi_graph_write(&text, graph, format) != MIXMI_OK)
		give_up(mixmi_error_message());
	return text;
}

/* The graph can be written in every format, and its JSON is read back as the same graph. */
static void use(const mixmi_graph *graph, const char *path)
{
	for (size_t i = 0; mixmi_graph_format(i) != NULL; i++)
		mixmi_free(as(graph, mixmi_graph_format(i)));
	char *json = as(graph, "json");
	write_file(path, json, strlen(json));
	mixmi_graph *back;
	if (mixmi_graph_read(&back, path) != MIXMI_OK)
		give_up(mixmi_error_message());
	char *again = as(back, "json");
	if (strcmp(json, again) != 0)
		give_up("JSON was not read as the same graph");
	mixmi_free(json);
	mixmi_free(again);
	mixmi_graph_free(back);
}

int main(int count, char **arguments)
{
	static char text[LONGEST];
	char path[] = "/tmp/mixmi_fuzz_XXXXXX";
	long times = count > 1 ? strtol(arguments[1], NULL, 10) : 1000, read = 0;
	int file = mkstemp(path);
	if (file < 0)
		give_up("cannot make a temporary file");
	close(file);
	for (long i = 0; i < times; i++) {
		const char *seed = seeds[below(sizeof seeds / sizeof *seeds)];
		size_t length = strlen(seed);
		memcpy(text, seed, length);
		for (size_t changes = below(8); changes > 0; changes--)
			mutate(text, &length);
		write_file(path, text, length);
		mixmi_graph *graph;
		mixmi_status status = mixmi_graph_read(&graph, path);
		if ((status == MIXMI_OK) != (graph != NULL))
			give_up("a handle on failure, or none on success");
		if (status != MIXMI_OK && (*mixmi_error_message() == '\0' || strchr(mixmi_error_message(), '\n') != NULL))
			give_up("no message, or one of several lines");
		if (status == MIXMI_OK)
			use(graph, path);
		mixmi_graph_free(graph);
		read += status == MIXMI_OK;
	}
	unlink(path);
	printf("%ld documents, %ld of them read\n", times, read);
	return 0;
}
