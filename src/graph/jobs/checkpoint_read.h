/* What stands in a checkpoint file: the header line and the lines of answers. */
#ifndef GRAPH_CHECKPOINT_READ_H
#define GRAPH_CHECKPOINT_READ_H

#include "graph/core/answers.h"

/* Is the first line of a file the header of this search? The error says what differs; `shown` is what to call the file. */
mixmi_status graph_checkpoint_check(const char *line, const char *shown, const char *header);

/* Adds the answers of a checkpoint's text to `answers`. *whole is how many bytes of it are whole lines, 0 if not even the
 * header is. The text is written into. An error, with nothing but `answers` changed, if the header is another one or a
 * line makes no sense. `shown` is what to call the file. */
mixmi_status graph_checkpoint_load(size_t *whole, char *text, size_t length, const char *shown, const char *header,
                                   size_t nodes, graph_answers *answers);

#endif
