/* src/plot/graph_plot.c: pictures are complete in every format, failures are explained, nothing is printed and nothing is left
 * behind. Without Graphviz only its error is tested. */
#define _POSIX_C_SOURCE 200809L
#include "unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name)
{
	static char path[128];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return path;
}

static mixmi_graph *read_lines(const char *text)
{
	char path[128];
	strcpy(path, in_folder("graph.txt"));
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
	mixmi_graph *graph;
	assert_ok(mixmi_graph_read(&graph, path));
	unlink(path);
	return graph;
}

static size_t files_in_folder(void)
{
	DIR *directory = opendir(folder);
	assert_non_null(directory);
	size_t count = 0;
	for (struct dirent *entry = readdir(directory); entry != NULL; entry = readdir(directory))
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(directory);
	return count;
}

static bool has_graphviz(void)
{
	mixmi_graph *graph = read_lines("A -> B\n");
	mixmi_status status = mixmi_graph_plot(graph, NULL, in_folder("x.svg"));
	mixmi_graph_free(graph);
	if (status == MIXMI_OK) {
		unlink(in_folder("x.svg"));
		return true;
	}
	assert_fails(status, MIXMI_ERROR_LIMIT, "Graphviz");
	return false;
}

/* The whole picture, NUL-terminated; NULs within a PNG hide the rest. */
static char *picture(const char *name)
{
	static char bytes[1 << 20];
	FILE *file = fopen(in_folder(name), "rb");
	assert_non_null(file);
	size_t count = fread(bytes, 1, sizeof bytes - 1, file);
	bytes[count] = '\0';
	fclose(file);
	assert_true(count > 500);
	return bytes;
}

static void every_format_is_drawn_again_and_again(void **state)
{
	(void)state;
	static const char *const names[] = { "a.svg", "b.png", "c.pdf", "d.SVG" };
	static const char *const starts[] = { "<?xml", "\x89PNG", "%PDF", "<?xml" };
	mixmi_graph *graph = read_lines("A -> B\nB -- C\n\"<&> \"\"q\"\" \\N\" -> C\nalone\n");
	for (size_t i = 0; has_graphviz() && i < 8; i++) {
		if (i % 4 % 3 != 0 && !mixmi_capable("png"))
			continue;
		assert_ok(mixmi_graph_plot(graph, NULL, in_folder(names[i % 4])));
		assert_memory_equal(picture(names[i % 4]), starts[i % 4], 4);
		unlink(in_folder(names[i % 4]));
	}
	assert_int_equal(files_in_folder(), 0);
	mixmi_graph_free(graph);
}

static void names_are_shown_as_they_are(void **state)
{
	(void)state;
	mixmi_graph *graph = read_lines("\"<&amp;> \\N\" -> B\nC -- D\n");
	if (has_graphviz()) {
		assert_ok(mixmi_graph_plot(graph, NULL, in_folder("names.svg")));
		const char *svg = picture("names.svg");
		assert_non_null(strstr(svg, ">&lt;&amp;amp;&gt; \\N</text>"));
		assert_non_null(strstr(svg, "</svg>"));
		unlink(in_folder("names.svg"));
	}
	mixmi_graph_free(graph);
}

static void graphs_without_arrows_or_edges_are_drawn(void **state)
{
	(void)state;
	mixmi_graph *springs = read_lines("A -- B\nB -- C\nD\n"), *alone = read_lines("from,to\nA,\n");
	if (has_graphviz()) {
		assert_ok(mixmi_graph_plot(springs, NULL, in_folder("springs.svg")));
		assert_ok(mixmi_graph_plot(alone, NULL, in_folder("alone.svg")));
		assert_non_null(strstr(picture("alone.svg"), ">A</text>"));
		unlink(in_folder("springs.svg"));
		unlink(in_folder("alone.svg"));
	}
	mixmi_graph_free(springs);
	mixmi_graph_free(alone);
}

static void failures_say_why_and_leave_nothing(void **state)
{
	(void)state;
	mixmi_graph *graph = read_lines("A -> B\n");
	assert_fails(mixmi_graph_plot(graph, NULL, in_folder("x.gif")), MIXMI_ERROR_USAGE,
	             "must end in .svg, .png or .pdf");
	assert_fails(mixmi_graph_plot(graph, NULL, ".svg"), MIXMI_ERROR_USAGE, "must end in");
	assert_fails(mixmi_graph_plot(NULL, NULL, "x.svg"), MIXMI_ERROR_USAGE, "needs a graph");
	if (has_graphviz())
		assert_fails(mixmi_graph_plot(graph, NULL, in_folder("no/x.svg")), MIXMI_ERROR_IO,
		             "cannot write in the directory");
	assert_int_equal(files_in_folder(), 0);
	mixmi_graph_free(graph);
}

/* Graphviz warns about cycles: its messages must not reach standard error. */
static void nothing_is_printed(void **state)
{
	(void)state;
	mixmi_graph *graph = read_lines("A -> B\nB -> C\nC -> A\n");
	if (has_graphviz()) {
		fflush(stderr);
		int saved = dup(2), quiet = open(in_folder("err"), O_RDWR | O_CREAT | O_TRUNC, 0600);
		assert_true(saved >= 0 && quiet >= 0);
		dup2(quiet, 2);
		mixmi_status status = mixmi_graph_plot(graph, NULL, in_folder("x.svg"));
		fflush(stderr);
		dup2(saved, 2);
		struct stat facts;
		assert_int_equal(fstat(quiet, &facts), 0);
		close(quiet);
		close(saved);
		unlink(in_folder("err"));
		unlink(in_folder("x.svg"));
		assert_ok(status);
		assert_int_equal(facts.st_size, 0);
	}
	mixmi_graph_free(graph);
}

int main(void)
{
	strcpy(folder, "/tmp/mixmi-plot-XXXXXX");
	if (mkdtemp(folder) == NULL)
		return 1;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_is_drawn_again_and_again),
		cmocka_unit_test(names_are_shown_as_they_are),
		cmocka_unit_test(graphs_without_arrows_or_edges_are_drawn),
		cmocka_unit_test(failures_say_why_and_leave_nothing),
		cmocka_unit_test(nothing_is_printed),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	rmdir(folder);
	return failed;
}
