/* Contents of a checkpoint file: the header line and the lines with answers. */
#ifndef GRAPH_CHECKPOINT_READ_H
#define GRAPH_CHECKPOINT_READ_H

#include "graph/model/answers.h"

/* Checks that the first line of a file is the header of this search. The error lists the differences; `shown` is the
 * name of the file in messages. */
mixmi_status graph_checkpoint_check(const char *line, const char *shown, const char *header);

/* Adds the answers in the text of a checkpoint to `answers`. *whole is the number of bytes in complete lines, 0 if the
 * header is incomplete. The text is modified. It is an error, which changes only `answers`, if the header differs or a
 * line is invalid. `shown` is the name of the file in messages. */
mixmi_status graph_checkpoint_load(size_t *whole, char *text, size_t length, const char *shown, const char *header,
                                   size_t nodes, graph_answers *answers);

#endif
