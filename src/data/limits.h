/* Detection limits: "<5", "> 1000", "<LOD". */
#ifndef DATA_LIMITS_H
#define DATA_LIMITS_H

#include "data/feed.h"
#include "data/notation.h"

/* Collects the limits among the labels of a column, where label i occurs in rows[i] rows and means meanings[i], into
 * its fields below, above, limits and limit_values. Each limit gets a value beyond all numbers, which is stored in its
 * meaning: the limit itself if it is beyond them, otherwise the next double. Spellings of one limit ("<5", "< 5.0") are
 * merged. Returns false if memory runs out. */
bool data_limits_take(data_incoming *column, const uint32_t *rows, data_meaning *meanings);

#endif
