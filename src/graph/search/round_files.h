/* The folder shared by the shards of a search: names, locks, and the current round. */
#ifndef GRAPH_ROUND_FILES_H
#define GRAPH_ROUND_FILES_H

#include "mixmi.h"

/* Initialise with { .lock = -1 }. */
typedef struct graph_folder {
	char *path;
	int lock; /* descriptor; -1: none */
} graph_folder;

enum { GRAPH_FILE_NAME = 96 };

/* Creates the folder if it does not exist, takes its lock (exclusively, or shared with other shards) and checks that it
 * belongs to the search with this header. It is an error if it belongs to another search or another process has locked
 * it exclusively. */
mixmi_status graph_folder_open(graph_folder *folder, const char *path, const char *header, bool alone);
void graph_folder_close(graph_folder *folder);

/* The path of a file in the folder, to be released by the caller; NULL if memory runs out. */
char *graph_folder_path(const graph_folder *folder, const char *name);

/* Writes "shard-2-3-of-16" to `out` and returns it. */
char *graph_folder_shard(char out[GRAPH_FILE_NAME], size_t round, size_t shard, size_t shards);

/* The round that is due and its stage: initially 1 and 1. Setting it is atomic. */
mixmi_status graph_folder_round(const graph_folder *folder, size_t *round, size_t *stage);
mixmi_status graph_folder_set_round(const graph_folder *folder, size_t round, size_t stage);

/* *finished: this shard has already finished this round. It is an error if other shards divide the round
 * differently. */
mixmi_status graph_folder_check_shard(bool *finished, const graph_folder *folder, size_t round, size_t shard,
                                      size_t shards);

/* Number of shards of a round, 0 if none has started; unfinished shards are an error that names them. */
mixmi_status graph_folder_list(size_t *shards, const graph_folder *folder, size_t round);

/* Gives the file of a shard its final name; removes it, finished or not. */
mixmi_status graph_folder_finish(const graph_folder *folder, size_t round, size_t shard, size_t shards);
void graph_folder_remove(const graph_folder *folder, size_t round, size_t shard, size_t shards);

#endif
