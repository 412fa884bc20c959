/* A search in rounds of shards, for processes that do not communicate: options shard and gather, with a folder as
 * checkpoint. A round is a stage of the search with open questions. Shard k of n answers those of every n-th piece and
 * writes them to a separate file. The gathering process joins the files, repeats the search with the known answers, and
 * stops at the next stage that needs a round. Stages are numbered in the order in which a search reaches them. The
 * folder contains:
 *     search          what answers depend on, as in the header of a checkpoint
 *     round           number of the current round, and its stage
 *     answers         a checkpoint, with the answers of all rounds so far
 *     shard-R-K-of-N  a checkpoint with those of shard K in round R; its name ends with .part until it is finished
 *     lock            shared by shards, exclusive for the gathering process */
#ifndef GRAPH_ROUNDS_H
#define GRAPH_ROUNDS_H

#include "graph/search/search.h"

typedef struct graph_rounds graph_rounds;

/* Whether the options ask for a shard or for gathering. */
bool graph_rounds_wanted(const mixmi_options *options);

/* The error if they do and there is no checkpoint. */
mixmi_status graph_rounds_need_folder(void);

/* Opens the folder, creating it if necessary, while the stored answers of a search are opened: they are then in
 * search->loaded, and search->checkpoint stores new ones. Closed by graph_rounds_close(). */
mixmi_status graph_rounds_open(graph_search *search, const char *header, size_t nodes);

/* Called before every stage: returns who does its pieces (NULL: this process does all), and sets whether questions may
 * be asked. */
const base_executor *graph_rounds_begin(graph_rounds *rounds, graph_watch *watch);
void graph_rounds_end(graph_rounds *rounds, graph_watch *watch);

/* After a gathering search: true if it stopped at a stage with so few open pieces that a round is not worthwhile. The
 * search must then be repeated from the beginning, and answers the open questions of that stage. */
bool graph_rounds_again(graph_rounds *rounds, graph_search *search);

/* Records in the graph which round is due or was taken part in. */
void graph_rounds_describe(graph_rounds *rounds, mixmi_graph *graph);

/* To be called after the checkpoint has been closed: gives the file of a shard its final name, or sets the next round.
 * NULL is allowed. `status` is that of the search so far and is returned if it is a failure. */
mixmi_status graph_rounds_close(graph_rounds *rounds, mixmi_status status);

#endif
