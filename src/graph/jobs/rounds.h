/*
 * A search in rounds of shards, for processes that never meet: options shard and gather, with a folder as the checkpoint.
 * A round is a stage of the search with questions that nobody has answered yet. Shard k of n answers those of every n-th
 * piece and writes them to a file of its own; the gathering process joins the files, goes through the search with what is
 * known, and stops at the next stage that needs a round. Stages are numbered in the order in which a search comes to them.
 * In the folder:
 *     search          what answers depend on, as in the header of a checkpoint
 *     round           number of the round that is due, and its stage
 *     answers         a checkpoint, with the answers of all rounds so far
 *     shard-R-K-of-N  a checkpoint with those of shard K in round R; its name ends in .part until it is finished
 *     lock            shards share it, the gathering process has it alone
 */
#ifndef GRAPH_ROUNDS_H
#define GRAPH_ROUNDS_H

#include "graph/search/search.h"

typedef struct graph_rounds graph_rounds;

/* Do the options ask for a shard or for gathering? */
bool graph_rounds_wanted(const mixmi_options *options);

/* The error where they do and there is no checkpoint. */
mixmi_status graph_rounds_need_folder(void);

/* Opens the folder, which is made where there is none, for a search whose memory is being opened: its answers are in
 * search->loaded then, and search->checkpoint takes new ones. Closed by graph_rounds_close(). */
mixmi_status graph_rounds_open(graph_search *search, const char *header, size_t nodes);

/* Around every stage: who does its pieces (NULL: this process all of them), and whether questions may be asked. */
const base_executor *graph_rounds_begin(graph_rounds *rounds, graph_watch *watch);
void graph_rounds_end(graph_rounds *rounds, graph_watch *watch);

/* After a search that was gathered: true if it stopped at a stage with so few open pieces that no round is worth while. The
 * search is then to be gone through once more from the beginning, and asks what is open in that stage. */
bool graph_rounds_again(graph_rounds *rounds, graph_search *search);

/* Notes in the graph which round is due or was taken part in. */
void graph_rounds_describe(graph_rounds *rounds, mixmi_graph *graph);

/* After the checkpoint has been closed: gives the file of a shard its final name, or says which round is due. NULL is
 * allowed. `status` is that of the search so far and stays if it is a failure. */
mixmi_status graph_rounds_close(graph_rounds *rounds, mixmi_status status);

#endif
