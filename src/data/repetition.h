/* Columns that carry the same information, and columns that are functions of others: for every method that uses ranks and labels. */
#ifndef DATA_REPETITION_H
#define DATA_REPETITION_H

#include "data/table.h"

/* True for categories whose order means nothing, so that a map between columns need not keep it. */
bool data_is_nominal(const data_column *column);

/* True for numbers that only number the categories beside them: two of them, or 0, 1, 2, ... or 1, 2, 3, ... */
bool data_is_numbering(const data_column *column);

/* True if there are rows enough for each value to say that two columns go one to one. */
bool data_repeats_values(const data_column *column, size_t rows);

/* True if rows fall into the same classes, in the same or the opposite order. */
bool data_same_order(const data_column *a, const data_column *b, size_t rows, bool reversed);

/* *same: rows fall into the same classes, in any order. False: out of memory. */
bool data_same_partition(bool *same, const data_column *a, const data_column *b, size_t rows);

/* *same: each column tells all of the other: the same classes in the same or the opposite order or, where one is nominal and values
 * repeat, in any. Missing values stand in the same rows. O(rows). False: out of memory. */
bool data_same(bool *same, const data_column *a, const data_column *b, size_t rows);

/* *chance: the logarithm of a bound on the probability that a random order of the rows of `b` would make it a function of `a`: each of
 * its values an interval of `a`, or the same in all rows that share a value of `a`, at least half of them. 0 where it is no function, or
 * where either column has fewer than two values. Rows that lack one of the two do not count. O(rows). False: out of
 * memory. */
bool data_determined(double *chance, const data_column *a, const data_column *b, size_t rows);

#endif
