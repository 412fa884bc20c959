/* Rounds of shards: which stage is due, which shard does which of its pieces, and how the search continues with all
 * results. Invariant: all questions of the stages before the current one are in `answers`. Every shard therefore
 * reaches that stage with the same graph. */
#include "graph/search/rounds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/options.h"
#include "base/text.h"
#include "graph/search/kept_answers.h"
#include "graph/search/round_files.h"

struct graph_rounds {
	graph_folder folder;
	size_t shard, shards; /* from 1; 0: the gathering process, with the shards of the previous round */
	size_t round, due;    /* the round and its stage */
	size_t stage;         /* stage that the search has reached, from 1; 0: none yet */
	size_t asks_until;    /* the gathering process asks in stages up to this one */
	size_t open;          /* pieces with open questions in the stage at which it stopped; 0: it did not stop */
	char stage_name[64];  /* of the stage that is due */
	base_executor executor;
	atomic_size_t next; /* piece of this shard */
	size_t pieces;
	bool finished; /* this shard has done its share */
	bool before;   /* ... in an earlier run */
	bool complete; /* the whole search is complete */
};

bool graph_rounds_wanted(const mixmi_options *options)
{
	return options->gather || options->shard != NULL;
}

mixmi_status graph_rounds_need_folder(void)
{
	return base_error(MIXMI_ERROR_USAGE, "shards need a shared folder: option checkpoint");
}

/* ------------------------------------------------------------------------------------------- pieces of a shard */

static void begin(void *self, size_t pieces, int threads)
{
	graph_rounds *r = self;
	(void)threads;
	r->pieces = pieces;
	r->next = r->shard - 1;
}

/* Neighbouring pieces have similar costs, so each shard gets every n-th. */
static void take(void *self, size_t *first, size_t *count)
{
	graph_rounds *r = self;
	*first = atomic_fetch_add(&r->next, r->shards);
	*count = *first < r->pieces ? 1 : 0;
}

/* There is no exchange with other processes: the stage ends here, with only some of its answers. */
static mixmi_status end(void *self, base_parcel *all, const base_parcel *own, mixmi_status status, size_t failed)
{
	graph_rounds *r = self;
	(void)all;
	(void)own;
	(void)failed;
	r->finished = status == MIXMI_OK;
	return status == MIXMI_OK ? MIXMI_ERROR_CANCELLED : status;
}

/* ----------------------------------------------------------------------------------------------------- opening */

/* "3/16" */
static mixmi_status parse_shard(graph_rounds *r, const char *text)
{
	char shown[BASE_TEXT_SHOWN], *after;
	const char *digits = "0123456789";
	size_t first = strspn(text, digits), second = text[first] == '/' ? strspn(text + first + 1, digits) : 0;
	bool good = first > 0 && first < 8 && second > 0 && second < 8 && text[first + 1 + second] == '\0';
	r->shard = good ? strtoul(text, &after, 10) : 0;
	r->shards = good ? strtoul(text + first + 1, NULL, 10) : 0;
	if (good && r->shard >= 1 && r->shard <= r->shards)
		return MIXMI_OK;
	return base_error(MIXMI_ERROR_USAGE, "shard '%s' is not K/N with whole numbers 1 <= K <= N, such as 3/16",
	                  base_text_show(shown, text, strlen(text)));
}

static mixmi_status open_shard(graph_rounds *r, graph_search *search, const char *header, size_t nodes)
{
	char name[GRAPH_FILE_NAME], *answers = graph_folder_path(&r->folder, "answers");
	char *part =
		graph_folder_path(&r->folder, strcat(graph_folder_shard(name, r->round, r->shard, r->shards), ".part"));
	mixmi_status status = answers != NULL && part != NULL ? MIXMI_OK : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_checkpoint_look(answers, header, nodes, search->loaded);
	if (status == MIXMI_OK)
		status = graph_folder_check_shard(&r->before, &r->folder, r->round, r->shard, r->shards);
	if (status == MIXMI_OK && !r->before)
		status = graph_checkpoint_open(&search->checkpoint, part, false, header, nodes, search->loaded);
	if (status == MIXMI_OK && !r->before)
		graph_checkpoint_at_once(search->checkpoint);
	free(answers);
	free(part);
	return status;
}

/* Joins the files of the round, if it has been run. It is an error if some shards are missing. */
static mixmi_status open_all(graph_rounds *r, graph_search *search, const char *header, size_t nodes)
{
	char *answers = graph_folder_path(&r->folder, "answers");
	mixmi_status status = answers != NULL ? graph_folder_list(&r->shards, &r->folder, r->round) : base_error_memory();
	if (status == MIXMI_OK)
		status = graph_checkpoint_open(&search->checkpoint, answers, false, header, nodes, search->loaded);
	for (size_t k = 1; status == MIXMI_OK && k <= r->shards; k++) {
		char name[GRAPH_FILE_NAME];
		char *path = graph_folder_path(&r->folder, graph_folder_shard(name, r->round, k, r->shards));
		status = path != NULL ? graph_checkpoint_append(search->checkpoint, path, header, nodes, search->loaded)
		                      : base_error_memory();
		free(path);
	}
	free(answers);
	return status;
}

mixmi_status graph_rounds_open(graph_search *search, const char *header, size_t nodes)
{
	const mixmi_options *o = search->options;
	graph_rounds *r = base_array_zero(1, sizeof *r);
	if (r == NULL)
		return base_error_memory();
	search->rounds = r;
	r->folder.lock = -1;
	r->executor = (base_executor){ .self = r, .begin = begin, .take = take, .exchange = end };
	mixmi_status status = MIXMI_OK;
	if (o->gather && o->shard != NULL)
		status = base_error(MIXMI_ERROR_USAGE, "shard and gather are mutually exclusive");
	else if (o->executor != NULL && o->executor->processes > 1)
		status = base_error(MIXMI_ERROR_USAGE, "options shard and gather cannot be combined with MPI ranks");
	if (status == MIXMI_OK && !o->gather)
		status = parse_shard(r, o->shard);
	if (status == MIXMI_OK)
		status = graph_folder_open(&r->folder, o->checkpoint, header, o->gather != 0);
	if (status == MIXMI_OK)
		status = graph_folder_round(&r->folder, &r->round, &r->due);
	if (status != MIXMI_OK)
		return status;
	return o->gather ? open_all(r, search, header, nodes) : open_shard(r, search, header, nodes);
}

/* ------------------------------------------------------------------------------------------------------ stages */

const base_executor *graph_rounds_begin(graph_rounds *rounds, graph_watch *watch)
{
	rounds->stage++;
	watch->open = 0;
	watch->probes = rounds->shard == 0 && rounds->stage > rounds->asks_until;
	watch->cancelled = watch->cancelled || rounds->before; /* there is nothing left to do */
	if (rounds->shard == 0 || rounds->stage < rounds->due || watch->cancelled)
		return NULL;
	snprintf(rounds->stage_name, sizeof rounds->stage_name, "%s", watch->stage);
	return &rounds->executor;
}

void graph_rounds_end(graph_rounds *rounds, graph_watch *watch)
{
	watch->probes = false;
	if (watch->open == 0 || watch->cancelled)
		return;
	rounds->open = watch->open;
	rounds->due = rounds->stage;
	snprintf(rounds->stage_name, sizeof rounds->stage_name, "%s", watch->stage);
	watch->cancelled = true;
}

bool graph_rounds_again(graph_rounds *rounds, graph_search *search)
{
	if (rounds->open == 0 || rounds->open >= rounds->shards)
		return false;
	rounds->asks_until = rounds->due;
	rounds->open = rounds->stage = 0;
	search->watch->cancelled = false;
	search->watch->tests = search->tests = search->tests_reused = 0;
	graph_answers_refresh(search->loaded);
	return true;
}

void graph_rounds_describe(graph_rounds *rounds, mixmi_graph *graph)
{
	rounds->complete = graph->complete;
	bool due = rounds->open > 0, took_part = rounds->finished || rounds->before;
	if (!due && !took_part)
		return;
	graph->round = rounds->round + (due && rounds->shards > 0 ? 1 : 0);
	graph->open = rounds->open;
	snprintf(graph->stage, sizeof graph->stage, "%s", rounds->stage_name);
}

/* ----------------------------------------------------------------------------------------------------- closing */

/* An interrupted shard leaves its file, and continues with it in the next run. */
static mixmi_status finish_shard(graph_rounds *r)
{
	if (r->finished)
		return graph_folder_finish(&r->folder, r->round, r->shard, r->shards);
	if (r->complete)
		graph_folder_remove(&r->folder, r->round, r->shard, r->shards);
	return MIXMI_OK;
}

/* Sets the next round, or one that no search reaches. An interrupted gathering process has joined the round but leaves
 * its files, because it does not know the next round. */
static mixmi_status finish(graph_rounds *r)
{
	if (r->shard > 0)
		return finish_shard(r);
	if (r->open == 0 && !r->complete)
		return MIXMI_OK;
	mixmi_status status =
		graph_folder_set_round(&r->folder, r->round + (r->shards > 0 ? 1 : 0), r->complete ? r->stage + 1 : r->due);
	for (size_t k = 1; status == MIXMI_OK && k <= r->shards; k++)
		graph_folder_remove(&r->folder, r->round, k, r->shards);
	return status;
}

mixmi_status graph_rounds_close(graph_rounds *rounds, mixmi_status status)
{
	if (rounds == NULL)
		return status;
	if (status == MIXMI_OK)
		status = finish(rounds);
	graph_folder_close(&rounds->folder);
	free(rounds);
	return status;
}
