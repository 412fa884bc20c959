/* Every system call fails in turn while files are written, copied and read and a search writes its checkpoint: a file has
 * either its old or its complete new content, nothing else is left in its folder, and an interrupted search can resume. */
#include "faults/io.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "io/file.h"

static char folder[64], path[128], source[128];
static const char before[] = "what was there before", after[] = "what is there afterwards, which is longer";

static void save(const char *name, const char *text)
{
	FILE *file = fopen(name, "wb");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static bool holds(const char *name, const char *text)
{
	char bytes[4096];
	FILE *file = fopen(name, "rb");
	size_t count = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
	if (file != NULL)
		fclose(file);
	return file != NULL && count == strlen(text) && memcmp(bytes, text, count) == 0;
}

static size_t count_files(void)
{
	size_t count = 0;
	DIR *open = opendir(folder);
	for (struct dirent *entry = open != NULL ? readdir(open) : NULL; entry != NULL; entry = readdir(open))
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	if (open != NULL)
		closedir(open);
	return count;
}

/* ------------------------------------------------------------------------------------------------ whole files */

static void reset_files(void *context)
{
	(void)context;
	save(path, before);
	save(source, after);
}

static mixmi_status put(void *context)
{
	(void)context;
	return io_file_put(path, after, strlen(after));
}

static const char *old_or_new(void *context, mixmi_status status)
{
	(void)context;
	if (status == MIXMI_OK ? !holds(path, after) : !holds(path, before))
		return "the file is neither what it was nor what it should be";
	return count_files() == 2 ? NULL : "a temporary file is left";
}

static void files_are_replaced_whole_or_not_at_all(void **state)
{
	(void)state;
	assert_true(io_run("put", reset_files, put, old_or_new, NULL) >= 5);
}

/* --------------------------------------------------------------------------------------------------- reading */

static void reset_table(void *context)
{
	(void)context;
	save(path, "a,b,c\n1,2,3\n2,4,1\n3,1,2\n1,5,2\n");
}

static mixmi_status read_table(void *context)
{
	mixmi_table **table = context;
	return mixmi_table_read(table, path, NULL);
}

static const char *whole_table(void *context, mixmi_status status)
{
	mixmi_table **table = context;
	bool whole = status == MIXMI_OK
	                 ? *table != NULL && mixmi_table_rows(*table) == 4 && mixmi_table_columns(*table) == 3
	                 : *table == NULL;
	mixmi_table_free(*table);
	return whole ? NULL : "the table is not whole";
}

static void tables_are_read_whole_or_not_at_all(void **state)
{
	(void)state;
	mixmi_table *table;
	assert_true(io_run("table", reset_table, read_table, whole_table, &table) >= 2);
}

/* ----------------------------------------------------------------------------------------------- checkpoints */

typedef struct search {
	mixmi_table *table;
	char *graph; /* as JSON, of a search without a checkpoint */
} search;

static mixmi_status learn(const search *s, const char *checkpoint, char **text)
{
	mixmi_options *options;
	mixmi_graph *graph;
	assert_int_equal(mixmi_options_new(&options), MIXMI_OK);
	assert_int_equal(mixmi_options_set(options, "threads", "1"), MIXMI_OK);
	assert_int_equal(mixmi_options_set(options, "test", "jic"), MIXMI_OK);
	if (checkpoint != NULL)
		assert_int_equal(mixmi_options_set(options, "checkpoint", checkpoint), MIXMI_OK);
	mixmi_status status = mixmi_graph_learn(&graph, s->table, (const size_t[]){ 0, 1, 2 }, 3, NULL, options);
	mixmi_options_free(options);
	if (status == MIXMI_OK)
		assert_int_equal(mixmi_graph_write(text, graph, "graphml"), MIXMI_OK);
	mixmi_graph_free(graph);
	return status;
}

static void reset_checkpoint(void *context)
{
	(void)context;
	unlink(path);
}

static mixmi_status keep(void *context)
{
	const search *s = context;
	char *text = NULL;
	mixmi_status status = learn(s, path, &text);
	if (status == MIXMI_OK && strcmp(text, s->graph) != 0)
		status = MIXMI_ERROR_USAGE; /* which io_run() does not let pass */
	mixmi_free(text);
	return status;
}

/* Whatever failed, the same search resumes from the file. */
static const char *goes_on(void *context, mixmi_status status)
{
	(void)status;
	return keep(context) == MIXMI_OK ? NULL : "the search does not go on from its checkpoint, or ends otherwise";
}

static void a_search_goes_on_from_its_checkpoint(void **state)
{
	(void)state;
	search s = { 0 };
	unlink(path);
	save(source, "a,b,c\n0,0,0\n1,1,0\n0,0,1\n1,1,1\n0,0,0\n1,1,1\n0,1,0\n1,0,1\n0,0,1\n1,1,0\n");
	assert_int_equal(mixmi_table_read(&s.table, source, NULL), MIXMI_OK);
	assert_int_equal(learn(&s, NULL, &s.graph), MIXMI_OK);
	assert_true(io_run("checkpoint", reset_checkpoint, keep, goes_on, &s) >= 2);
	mixmi_free(s.graph);
	mixmi_table_free(s.table);
}

static int make_folder(void **state)
{
	(void)state;
	snprintf(folder, sizeof folder, "/tmp/mixmi_io_XXXXXX");
	if (mkdtemp(folder) == NULL)
		return -1;
	snprintf(path, sizeof path, "%s/file", folder);
	snprintf(source, sizeof source, "%s/source", folder);
	return 0;
}

static int remove_folder(void **state)
{
	(void)state;
	unlink(path);
	unlink(source);
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_replaced_whole_or_not_at_all),
		cmocka_unit_test(tables_are_read_whole_or_not_at_all),
		cmocka_unit_test(a_search_goes_on_from_its_checkpoint),
	};
	return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
