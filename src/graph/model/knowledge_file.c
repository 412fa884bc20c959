/* Background knowledge from a file, which may be compressed: reads its whole text and parses it. It is separate from
 * the parser, so that a program without file readers (the R package) needs neither them nor zlib. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "data/source.h"
#include "graph/model/knowledge.h"

/* The whole file as a string. */
static mixmi_status read_all(char **text, const char *path)
{
	enum { CHUNK = 1 << 16 };
	data_source *source;
	*text = NULL;
	mixmi_status status = data_source_open(&source, path);
	if (status != MIXMI_OK)
		return status;
	size_t length = 0, capacity = 0, count = CHUNK;
	while (status == MIXMI_OK && count == CHUNK) {
		if (!base_grow((void **)text, &capacity, length + CHUNK + 1, 1))
			status = base_error_memory();
		else
			status = data_source_read(source, *text + length, CHUNK, &count);
		length += status == MIXMI_OK ? count : 0;
	}
	if (status == MIXMI_OK) {
		(*text)[length] = '\0';
		if (strlen(*text) != length)
			status = base_error(MIXMI_ERROR_DATA, "%s: byte %zu is NUL: this is not a text file",
			                    data_source_name(source), strlen(*text) + 1);
	}
	data_source_close(source);
	return status;
}

mixmi_status mixmi_knowledge_read(mixmi_knowledge **out, const char *path, const mixmi_table *table)
{
	*out = NULL;
	char *text;
	mixmi_status status = read_all(&text, path);
	if (status == MIXMI_OK)
		status = mixmi_knowledge_parse(out, text, path, table);
	free(text);
	return status;
}
