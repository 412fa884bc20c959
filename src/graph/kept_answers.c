/* Opening and closing what a search remembers. */
#include "graph/kept_answers.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/options.h"

const char *graph_test_name(const mixmi_options *options)
{
	return options->custom_test == NULL   ? options->test
	       : options->custom_name != NULL ? options->custom_name
	                                      : "custom";
}

mixmi_status graph_memory_open(graph_search *search, size_t nodes, bool again)
{
	const mixmi_options *o = search->options;
	if (again) {
		search->own = graph_answers_new();
		if (search->own == NULL)
			return base_error_memory();
	}
	if (o->checkpoint == NULL)
		return MIXMI_OK;
	search->loaded = graph_answers_new();
	if (search->loaded == NULL)
		return base_error_memory();
	char *header;
	mixmi_status status = graph_checkpoint_header(&header, search->table, search->columns, nodes, search->rules, o);
	if (status == MIXMI_OK)
		status = graph_checkpoint_open(&search->checkpoint, o->checkpoint, header, nodes, search->loaded);
	free(header);
	return status;
}

mixmi_status graph_memory_close(graph_search *search, mixmi_status status)
{
	if (status == MIXMI_OK) {
		status = graph_checkpoint_close(search->checkpoint);
	} else {
		char message[1024]; /* of the first failure, not of a second one in closing */
		snprintf(message, sizeof message, "%s", mixmi_error_message());
		(void)graph_checkpoint_close(search->checkpoint);
		(void)base_error(status, "%s", message);
	}
	graph_answers_free(search->own);
	graph_answers_free(search->loaded);
	return status;
}
