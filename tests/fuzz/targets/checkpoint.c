/* Arbitrary bytes as a checkpoint. If the first byte is even, the rest is the file; if odd, the rest follows the header that
 * the search writes. The search finishes, or reports what is wrong with the file and leaves it unchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/target.h"

static mixmi_status search(const mixmi_table *table, const char *checkpoint)
{
	mixmi_options *options =
		fuzz_options((const char *const[]){ "threads", "1", "test", "jic", "checkpoint", checkpoint, NULL });
	mixmi_graph *graph;
	mixmi_status status = mixmi_graph_learn(&graph, table, (const size_t[]){ 0, 1, 2 }, 3, NULL, options);
	mixmi_options_free(options);
	FUZZ_CHECK((graph == NULL) == (status != MIXMI_OK));
	mixmi_graph_free(graph);
	return status;
}

static mixmi_table *make_table(void)
{
	static const char *const names[] = { "a", "b", "c" };
	mixmi_table *table;
	FUZZ_CHECK(mixmi_table_new(&table, 12) == MIXMI_OK);
	for (size_t i = 0; i < 3; i++) {
		double values[12];
		for (size_t row = 0; row < 12; row++)
			values[row] = (double)(row * (i + 2) % 5);
		FUZZ_CHECK(mixmi_table_add_values(table, names[i], MIXMI_DISCRETE, values, NULL) == MIXMI_OK);
	}
	return table;
}

static size_t load(char *text, size_t room, const char *path)
{
	FILE *file = fopen(path, "rb");
	FUZZ_CHECK(file != NULL);
	size_t count = fread(text, 1, room, file);
	fclose(file);
	return count;
}

enum { ROOM = 1 << 16 };

/* Length of the header line of `file`, taken from a search that writes a checkpoint. */
static size_t make_header(char *file, const mixmi_table *table)
{
	const char *path = fuzz_file("", 0);
	FUZZ_CHECK(search(table, path) == MIXMI_OK);
	size_t count = load(file, ROOM, path);
	const char *end = memchr(file, '\n', count);
	FUZZ_CHECK(end != NULL);
	return (size_t)(end - file) + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
	static mixmi_table *table;
	static char file[2 * ROOM], after[2 * ROOM];
	static size_t header;
	if (table == NULL) {
		table = make_table();
		header = make_header(file, table);
	}
	if (count == 0 || count > ROOM)
		return 0;
	size_t start = bytes[0] % 2 == 1 ? header : 0, length = start + count - 1;
	static char first[ROOM];
	if (first[0] == '\0')
		memcpy(first, file, header);
	memcpy(file, first, start);
	memcpy(file + start, bytes + 1, count - 1);
	const char *path = fuzz_file(file, length);
	mixmi_status status = search(table, path);
	if (status == MIXMI_OK)
		return 0;
	fuzz_check_failure(status);
	FUZZ_CHECK(load(after, sizeof after, path) == length && memcmp(after, file, length) == 0);
	return 0;
}
