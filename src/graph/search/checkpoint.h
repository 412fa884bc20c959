/* The checkpoint file: one header line that identifies the search, then one line per answer. A process killed while
 * writing a line loses only that line. */
#ifndef GRAPH_CHECKPOINT_H
#define GRAPH_CHECKPOINT_H

#include "graph/model/answers.h"
#include "graph/model/rules.h"

typedef struct graph_checkpoint graph_checkpoint;

#define GRAPH_CHECKPOINT_MAGIC "mixmi-checkpoint"

/* Everything that answers depend on, as one line of `key=value` fields: version of the library, data, knowledge, test
 * and every option that it uses. `columns` are those of the nodes, in the order of nodes. The caller frees *line.
 * O(rows columns). */
mixmi_status graph_checkpoint_header(char **line, const mixmi_table *table, const size_t *columns, size_t nodes,
                                     const graph_rules *rules, const mixmi_options *options);

/* The checksum at the end of a line of `length` bytes, after a blank. */
enum { GRAPH_CHECKSUM_ROOM = 16 };
void graph_checkpoint_checksum(char out[GRAPH_CHECKSUM_ROOM], const char *bytes, size_t length);

/* Opens or creates the file and adds its answers to `answers`, as fresh ones. It is an error, and the file stays
 * unchanged, if it belongs to another search, is not a checkpoint, or is in use by another search. Parts left by ranks
 * of an earlier run (see below) are joined first. `follow`: follow a symbolic link; otherwise a link is an error. */
mixmi_status graph_checkpoint_open(graph_checkpoint **out, const char *path, bool follow, const char *header,
                                   size_t nodes, graph_answers *answers);

/* The same without changing anything, for a process that only reads. A missing file is empty. */
mixmi_status graph_checkpoint_look(const char *path, const char *header, size_t nodes, graph_answers *answers);

/* From now on, writes every answer to the file immediately, so that a killed process loses none. */
void graph_checkpoint_at_once(graph_checkpoint *checkpoint);

/* Other processes of one run write parts next to the checkpoint, whose names end with .part-NUMBER. part() returns the
 * name of a part, or NULL if memory runs out. join() adds the answers of all existing parts to the checkpoint, and to
 * `answers` unless that is NULL, and removes them. */
char *graph_checkpoint_part(const char *path, size_t number);
mixmi_status graph_checkpoint_join(graph_checkpoint *checkpoint, const char *path, const char *header, size_t nodes,
                                   graph_answers *answers);

/* Adds the answers of another file of the same search to the checkpoint, and to `answers` unless that is NULL. */
mixmi_status graph_checkpoint_append(graph_checkpoint *checkpoint, const char *path, const char *header, size_t nodes,
                                     graph_answers *answers);

/* Adds an answer; it is in the file after about a second. Thread-safe. */
mixmi_status graph_checkpoint_add(graph_checkpoint *checkpoint, const graph_question *question,
                                  const graph_answer *answer);

/* Writes the remaining answers and closes the file. Must be called in any case; NULL is allowed. */
mixmi_status graph_checkpoint_close(graph_checkpoint *checkpoint);

#endif
