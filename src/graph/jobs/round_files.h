/* The folder that shards of a search share: names, locks and the few bytes that say which round is due. */
#ifndef GRAPH_ROUND_FILES_H
#define GRAPH_ROUND_FILES_H

#include "mixmi.h"

/* Start with { .lock = -1 }. */
typedef struct graph_folder {
	char *path;
	int lock; /* descriptor; -1: none */
} graph_folder;

enum { GRAPH_FILE_NAME = 96 };

/* Makes the folder where there is none, takes its lock (alone, or with other shards) and makes sure that it belongs to the
 * search with this header. One of another search, or that another process has for itself, is an error. */
mixmi_status graph_folder_open(graph_folder *folder, const char *path, const char *header, bool alone);
void graph_folder_close(graph_folder *folder);

/* The path of a file in it, which the caller frees; NULL: out of memory. */
char *graph_folder_path(const graph_folder *folder, const char *name);

/* Writes "shard-2-3-of-16" to `out` and returns it. */
char *graph_folder_shard(char out[GRAPH_FILE_NAME], size_t round, size_t shard, size_t shards);

/* The round that is due and its stage: 1 and 1 at first. Setting is all or nothing. */
mixmi_status graph_folder_round(const graph_folder *folder, size_t *round, size_t *stage);
mixmi_status graph_folder_set_round(const graph_folder *folder, size_t round, size_t stage);

/* *finished: this shard has finished this round before. An error if others divide the round otherwise. */
mixmi_status graph_folder_check_shard(bool *finished, const graph_folder *folder, size_t round, size_t shard,
                                      size_t shards);

/* How many shards a round has been divided into, 0 if none has begun; an error that names those that are not finished. */
mixmi_status graph_folder_list(size_t *shards, const graph_folder *folder, size_t round);

/* Gives the file of a shard its final name; removes it, finished or not. */
mixmi_status graph_folder_finish(const graph_folder *folder, size_t round, size_t shard, size_t shards);
void graph_folder_remove(const graph_folder *folder, size_t round, size_t shard, size_t shards);

#endif
