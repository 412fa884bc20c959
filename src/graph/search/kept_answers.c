/* Opens and closes the stored answers of a search. If several processes share a search, the first one has the
 * checkpoint, and the others write parts next to it, which the first joins at the end; a killed run leaves them to the
 * next one. */
#include "graph/search/kept_answers.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/options.h"
#include "base/work.h"
#include "graph/search/rounds.h"

const char *graph_test_name(const mixmi_options *options)
{
	return options->own_test.function == NULL ? options->test
	       : options->own_test.name != NULL   ? options->own_test.name
	                                          : "custom";
}

/* For a process other than the first: the checkpoint is only read, and new answers go to a part. */
static mixmi_status open_part(graph_search *search, const char *header, size_t nodes)
{
	const mixmi_options *o = search->options;
	char *part = graph_checkpoint_part(o->checkpoint, o->executor->number);
	mixmi_status status =
		part != NULL ? graph_checkpoint_look(o->checkpoint, header, nodes, search->loaded) : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_checkpoint_open(&search->checkpoint, part, false, header, nodes, search->loaded);
	free(part);
	return status;
}

static mixmi_status open_files(graph_search *search, const char *header, size_t nodes)
{
	const mixmi_options *o = search->options;
	bool first = o->executor == NULL || o->executor->number == 0;
	mixmi_status status = MIXMI_OK;
	if (first)
		status = graph_checkpoint_open(&search->checkpoint, o->checkpoint, true, header, nodes, search->loaded);
	status = base_work_agree(o->executor, status, NULL, NULL, NULL); /* parts of an earlier run have been joined by
	                                                                  * now */
	if (status == MIXMI_OK && !first)
		status = open_part(search, header, nodes);
	status = base_work_agree(o->executor, status, NULL, NULL, NULL);
	if (status == MIXMI_OK && o->executor != NULL)
		graph_checkpoint_at_once(search->checkpoint);
	return status;
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
		return graph_rounds_wanted(o) ? graph_rounds_need_folder() : MIXMI_OK;
	search->loaded = graph_answers_new();
	if (search->loaded == NULL)
		return base_error_memory();
	mixmi_status status =
		graph_checkpoint_header(&search->header, search->table, search->columns, nodes, search->rules, o);
	if (status != MIXMI_OK)
		return status;
	return graph_rounds_wanted(o) ? graph_rounds_open(search, search->header, nodes)
	                              : open_files(search, search->header, nodes);
}

/* All parts are closed before the first process joins them. */
static mixmi_status close_files(graph_search *search, mixmi_status status)
{
	const mixmi_options *o = search->options;
	bool joins = status == MIXMI_OK && o->executor != NULL && search->checkpoint != NULL;
	if (!joins)
		return graph_checkpoint_close(search->checkpoint);
	if (o->executor->number > 0)
		status = graph_checkpoint_close(search->checkpoint);
	status = base_work_agree(o->executor, status, NULL, NULL, NULL);
	if (o->executor->number > 0)
		return status;
	if (status == MIXMI_OK)
		status = graph_checkpoint_join(search->checkpoint, o->checkpoint, search->header, search->graph->nodes, NULL);
	mixmi_status closed = graph_checkpoint_close(search->checkpoint);
	return status == MIXMI_OK ? closed : status;
}

mixmi_status graph_memory_close(graph_search *search, mixmi_status status)
{
	if (status == MIXMI_OK) {
		status = close_files(search, status);
	} else {
		char message[1024]; /* of the first failure, not of a second one while closing */
		snprintf(message, sizeof message, "%s", mixmi_error_message());
		(void)close_files(search, status);
		(void)base_error(status, "%s", message);
	}
	status = graph_rounds_close(search->rounds, status);
	graph_answers_free(search->own);
	graph_answers_free(search->loaded);
	free(search->header);
	return status;
}
