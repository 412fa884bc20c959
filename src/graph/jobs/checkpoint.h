/* The checkpoint file: one header line that says which search it belongs to, then one line for every answer. What is
 * killed in the middle of a line loses that line only. */
#ifndef GRAPH_CHECKPOINT_H
#define GRAPH_CHECKPOINT_H

#include "graph/core/answers.h"
#include "graph/knowledge/rules.h"

typedef struct graph_checkpoint graph_checkpoint;

#define GRAPH_CHECKPOINT_MAGIC "mixmi-checkpoint"

/* What answers depend on, as one line of `key=value` fields: version of the library, data, knowledge, test and every option
 * that it uses. `columns` are those of the nodes, in the nodes' order. The caller frees *line. O(rows columns). */
mixmi_status graph_checkpoint_header(char **line, const mixmi_table *table, const size_t *columns, size_t nodes,
                                     const graph_rules *rules, const mixmi_options *options);

/* The checksum that stands at the end of a line of `length` bytes, after a blank. */
enum { GRAPH_CHECKSUM_ROOM = 16 };
void graph_checkpoint_checksum(char out[GRAPH_CHECKSUM_ROOM], const char *bytes, size_t length);

/* Opens or creates the file and puts its answers into `answers`, as fresh ones. A file of another search, or one that is
 * no checkpoint, is an error and stays as it is. So is one that another search has open for this. Parts that ranks of an
 * earlier run have left beside it (see below) are joined first. `follow`: a symbolic link leads to the file; else it is an error. */
mixmi_status graph_checkpoint_open(graph_checkpoint **out, const char *path, bool follow, const char *header,
                                   size_t nodes, graph_answers *answers);

/* The same without changing anything, for a process that only reads. A file that is not there holds nothing. */
mixmi_status graph_checkpoint_look(const char *path, const char *header, size_t nodes, graph_answers *answers);

/* Every answer goes to the file at once from now on, so that a process that is killed loses none. */
void graph_checkpoint_at_once(graph_checkpoint *checkpoint);

/* Other processes of one run write parts beside the checkpoint, whose names end in .part-NUMBER: the name of such a part, or
 * NULL for lack of memory. join() puts the answers of all parts that there are into the checkpoint, and into `answers` unless
 * that is NULL, and removes them. */
char *graph_checkpoint_part(const char *path, size_t number);
mixmi_status graph_checkpoint_join(graph_checkpoint *checkpoint, const char *path, const char *header, size_t nodes,
                                   graph_answers *answers);

/* Puts the answers of another file of the same search into the checkpoint, and into `answers` unless that is NULL. */
mixmi_status graph_checkpoint_append(graph_checkpoint *checkpoint, const char *path, const char *header, size_t nodes,
                                     graph_answers *answers);

/* Adds an answer; it is in the file after about a second. From any thread. */
mixmi_status graph_checkpoint_add(graph_checkpoint *checkpoint, const graph_question *question,
                                  const graph_answer *answer);

/* Writes what is left and closes. To be called in any case; NULL is allowed. */
mixmi_status graph_checkpoint_close(graph_checkpoint *checkpoint);

#endif
