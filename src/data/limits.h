/* Numbers below or above which an instrument could not measure: "<5", "> 1000", "<LOD". */
#ifndef DATA_LIMITS_H
#define DATA_LIMITS_H

#include "data/feed.h"
#include "data/notation.h"

/* Takes the limits among the labels of a column, of which label i stands in rows[i] rows and means meanings[i], into its
 * below, above, limits and limit_values. Each gets a value beyond all numbers, which stands in its meaning then: the limit
 * itself where it lies there, else the next double. Spellings of one limit ("<5", "< 5.0") are one. False when out of
 * memory. */
bool data_limits_take(data_incoming *column, const uint32_t *rows, data_meaning *meanings);

#endif
