/* Every allocation fails in turn while graphs are written, read and drawn: no crash, no leak, MIXMI_ERROR_MEMORY, outputs
 * NULL. Allocations inside Graphviz are not made to fail. */
#include "faults/faults.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char path[64], picture[80];

typedef struct fixture {
	mixmi_graph *graph;
	const char *format;
} fixture;

static const char seed[] =
	"{\"test\": \"chi2\", \"alpha\": 0.01, \"bootstrap\": 4, \"nodes\": [{\"name\": \"a, b\", \"type\": \"discrete\"}, "
	"{\"name\": \"c & d\"}, {\"name\": \"e\"}, {\"name\": \"f\"}], \"edges\": [{\"from\": \"a, b\", \"to\": \"e\", "
	"\"type\": "
	"\"directed\", \"p\": 0.01, \"estimate\": 0.3, \"given\": [\"f\", \"c & d\"], \"rows\": 9}, {\"from\": \"f\", "
	"\"to\": \"e\", "
	"\"type\": \"undirected\"}], \"separated\": [{\"a\": \"a, b\", \"b\": \"f\", \"given\": [\"c & d\"], \"p\": 0.5}], "
	"\"conflicts\": [\"one\", \"two\"]}";

static void save(const char *text)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static mixmi_status write_graph(void *context)
{
	fixture *f = context;
	char *text = path;
	mixmi_status status = mixmi_graph_write(&text, f->graph, f->format);
	FAULTS_CHECK((text == NULL) == (status != MIXMI_OK));
	mixmi_free(status == MIXMI_OK ? text : NULL);
	return status;
}

/* jansson reports a token for which it has no memory as malformed, as in test_faults.c. */
static mixmi_status read_graph(void *context)
{
	fixture *f = context;
	mixmi_graph *graph = f->graph;
	mixmi_status status = mixmi_graph_read(&graph, path);
	FAULTS_CHECK((graph == NULL) == (status != MIXMI_OK));
	mixmi_graph_free(status == MIXMI_OK ? graph : NULL);
	bool json = strcmp(f->format, "json") == 0;
	return json && status == MIXMI_ERROR_DATA ? MIXMI_ERROR_MEMORY : status;
}

static mixmi_status plot_graph(void *context)
{
	fixture *f = context;
	return mixmi_graph_plot(f->graph, NULL, picture);
}

static void writing_and_reading_every_format(void **state)
{
	(void)state;
	fixture f;
	save(seed);
	assert_int_equal(mixmi_graph_read(&f.graph, path), MIXMI_OK);
	for (size_t i = 0; (f.format = mixmi_graph_format(i)) != NULL; i++) {
		assert_true(faults_run(f.format, write_graph, &f) > 0);
		if (strcmp(f.format, "text") == 0)
			continue;
		char *text;
		assert_int_equal(mixmi_graph_write(&text, f.graph, f.format), MIXMI_OK);
		save(text);
		mixmi_free(text);
		assert_true(faults_run("read that", read_graph, &f) > 0);
	}
	mixmi_graph_free(f.graph);
}

static void reading_lines(void **state)
{
	(void)state;
	fixture f = { .format = "lines" };
	save("A -> B\nC -- \"d e\"\nf\n");
	assert_true(faults_run("lines", read_graph, &f) > 0);
}

static void drawing(void **state)
{
	(void)state;
	fixture f;
	save(seed);
	assert_int_equal(mixmi_graph_read(&f.graph, path), MIXMI_OK);
	if (plot_graph(&f) == MIXMI_OK)
		assert_true(faults_run("picture", plot_graph, &f) > 0);
	unlink(picture);
	mixmi_graph_free(f.graph);
}

int main(void)
{
	faults_include_jansson();
	strcpy(path, "/tmp/mixmi-faults-XXXXXX");
	int file = mkstemp(path);
	if (file < 0)
		return 1;
	close(file);
	snprintf(picture, sizeof picture, "%s.svg", path);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writing_and_reading_every_format),
		cmocka_unit_test(reading_lines),
		cmocka_unit_test(drawing),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	unlink(path);
	return failed;
}
