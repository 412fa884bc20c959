/* What a column of texts is: dates, formatted numbers, numbers with detection limits, an ordered scale, or categories. */
#ifndef DATA_RECOGNISE_H
#define DATA_RECOGNISE_H

#include "data/feed.h"

/* Settles a column that was read. One of texts that are dates or numbers gets values instead of codes; one on a known scale
 * gets its labels in order. What was decided, and what a person should look at, goes into `why` and `remark`. A column
 * declared numeric that is none is an error. O(rows + bytes of the distinct texts). */
mixmi_status data_recognise(data_incoming *column, const data_feed *feed);

/* Puts the labels of a column, of which label i occurs in occurs[i] rows (NULL: in some), in the order of `scales` (the option ordered, may be NULL), or of a scale that is known. Sets
 * `ordered` and, if it was inferred, the remark. False when out of memory. */
bool data_scale_find(data_incoming *column, const char *scales, const uint32_t *occurs, size_t rows);

/* Adds a sentence. False when out of memory. */
bool data_incoming_remark(data_incoming *column, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
