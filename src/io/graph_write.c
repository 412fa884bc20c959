/* The output formats of graphs, by name. */
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "io/graph_view.h"

typedef struct format {
	const char *name;
	io_graph_writer *write;
} format;

static const format FORMATS[] = {
	{ "text", io_graph_text },         { "json", io_graph_json }, { "dot", io_graph_dot },
	{ "graphml", io_graph_graphml },   { "csv", io_graph_csv },   { "lines", io_graph_lines },
	{ "text-all", io_graph_text_all },
};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS, LISTED = FORMAT_COUNT - 1 };

/* The last one is "text" with all details, which is not a separate format. */
const char *mixmi_graph_format(size_t index)
{
	return index < LISTED ? FORMATS[index].name : NULL;
}

static const format *find_format(const char *name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++)
		if (strcmp(FORMATS[i].name, name) == 0)
			return &FORMATS[i];
	return NULL;
}

mixmi_status mixmi_graph_write(char **text, const mixmi_graph *graph, const char *format_name)
{
	*text = NULL;
	const format *found = find_format(format_name);
	if (found == NULL) {
		char shown[BASE_TEXT_SHOWN];
		io_buffer known = { 0 };
		for (size_t i = 0; i < LISTED; i++)
			io_addf(&known, "%s%s", i > 0 ? ", " : "", FORMATS[i].name);
		mixmi_status status = base_error(MIXMI_ERROR_USAGE, "no graph format '%s'; there are %.*s",
		                                 base_text_show(shown, format_name, strlen(format_name)),
		                                 known.failed ? 0 : (int)known.length, known.failed ? "" : known.text);
		io_buffer_clear(&known);
		return status;
	}
	io_graph view;
	io_buffer buffer = { 0 };
	mixmi_status status = io_graph_init(&view, graph);
	if (status == MIXMI_OK) {
		found->write(&buffer, &view);
		status = io_buffer_take(text, &buffer);
	}
	io_graph_clear(&view);
	return status;
}
