/* Classifies a column of texts: dates, formatted numbers, numbers with detection limits, an ordered scale, or
 * categories. */
#ifndef DATA_RECOGNISE_H
#define DATA_RECOGNISE_H

#include "data/feed.h"

/* Classifies a column after reading. If its texts are dates or numbers it gets values instead of codes; if they are on
 * a known scale, its labels are ordered. The decision and hints for the user are stored in `why` and `remark`. A column
 * declared numeric that is not is an error. O(rows + bytes of the distinct texts). */
mixmi_status data_recognise(data_incoming *column, const data_feed *feed);

/* Orders the labels of a column, where label i occurs in occurs[i] rows (NULL: in some), by `scales` (the option
 * ordered, may be NULL), or by a known scale. Sets `ordered` and, if the order was inferred, the remark. Returns false
 * if memory runs out. */
bool data_scale_find(data_incoming *column, const char *scales, const uint32_t *occurs, size_t rows);

/* Adds a sentence. Returns false if memory runs out. */
bool data_incoming_remark(data_incoming *column, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
